"""A simulation on the terminal: its progress, its result as tables, and its distribution as a picture."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from pitboss.kernel.program import Program
from pitboss.kernel.report import Estimate, Report
from pitboss.money import amount_text


@contextmanager
def progress(rounds: int) -> Iterator[tuple[Progress, Any]]:
    """A bar with the running estimate, on the error stream and only where somebody sees it."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.fields[estimate]}"))
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        yield bar, bar.add_task("", total=rounds, estimate="")


def show(program: Program, told: Report, *, stopped: bool) -> None:
    """The result for people."""
    console = Console()
    rules = program.rules
    stakes = ", ".join(amount_text(stake) for stake in program.stakes)
    boxes = "1 box" if program.boxes == 1 else f"{program.boxes} boxes"
    head = f"{rules.title}: {boxes}, main wager {stakes}, strategy {program.chart.name}"
    console.print(head, highlight=False)
    if stopped:
        console.print("Stopped: this is what was played until then.", highlight=False)
    table = Table(title=f"{told.rounds:,} rounds, {told.rounds_per_second:,.0f} a second")
    for name in ("wager", "expectation", "standard error", "deviation"):
        table.add_column(name, justify="left" if name == "wager" else "right")
    _row(table, "main", told.main)
    for name, estimate in told.wagers.items():
        _row(table, name, estimate)
    console.print(table)
    console.print(
        f"main per unit staked {told.per_staked:+.4%}; {told.cards_per_round:.3f} cards a round, "
        f"{told.rounds_per_shoe:.1f} rounds a shoe",
        highlight=False,
    )
    for title, shares in (("for each box dealt to", told.frequencies), ("dealer's hands", told.dealer)):
        if shares:
            words = ", ".join(f"{name} {share:.3%}" for name, share in shares.items())
            console.print(f"{title}: {words}", highlight=False)
    for one, others in told.correlations.items():
        words = ", ".join(f"{two} {value:+.4f}" for two, value in others.items())
        console.print(f"correlation of {one} with {words}", highlight=False)


def _row(table: Table, name: str, estimate: Estimate) -> None:
    table.add_row(name, f"{estimate.expectation:+.4%}", f"{estimate.standard_error:.4%}", f"{estimate.deviation:.4f}")


def write(program: Program, told: Report, seed: int, path: Path) -> None:
    """The result as a long table in Parquet."""
    import polars

    from pitboss.kernel.report import as_rows

    rows = [{"rulebook": program.rules.rulebook, "seed": seed, **row} for row in as_rows(told)]
    polars.DataFrame(rows).write_parquet(path)


def draw(program: Program, told: Report, path: Path) -> None:
    """How often a box nets how much."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    values = [float(value) for value in told.distribution]
    axes.bar(values, [100 * share for share in told.distribution.values()], width=0.4)
    axes.set_xlabel("net result of the main game, in initial wagers")
    axes.set_ylabel("share of boxes (%)")
    axes.set_title(f"{program.rules.rulebook}, {told.rounds:,} rounds: {told.main.expectation:+.3%}")
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
