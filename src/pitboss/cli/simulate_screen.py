"""Output of a blackjack simulation: tables, Parquet and a plot."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

from pitboss.money import amount_text
from pitboss.simulate.blackjack.report import BlackjackReport, Estimate, SimulationSettings


def show(setting: SimulationSettings, result: BlackjackReport, *, kernel: str, ending: str) -> None:
    """Print the result."""
    console = Console()
    stakes = ", ".join(amount_text(stake) for stake in setting.stakes)
    boxes = "1 box" if setting.boxes == 1 else f"{setting.boxes} boxes"
    head = f"{setting.rules.title}: {boxes}, main wager {stakes}, strategy {setting.chart.name}"
    console.print(head, highlight=False)
    if ending:
        console.print(ending, highlight=False)
    table = Table(title=f"{result.rounds:,} rounds, {result.rounds_per_second:,.0f} a second ({kernel} kernel)")
    for name in ("wager", "expectation", "standard error", "deviation", "per unit staked"):
        table.add_column(name, justify="left" if name == "wager" else "right")
    _row(table, "main", result.main)
    for name, estimate in result.wagers.items():
        _row(table, name, estimate)
    console.print(table)
    for name, doubt in result.doubts.items():
        console.print(f"[bold yellow]{name}[/]: {doubt}", highlight=False)
    console.print(
        f"{result.cards_per_round:.3f} cards a round, {result.rounds_per_shoe:.1f} rounds a shoe",
        highlight=False,
    )
    lines = (
        ("for each box dealt to", result.frequencies, ".3%"),
        ("dealer's hands", result.dealer, ".3%"),
        *((f"correlation of {one} with", others, "+.4f") for one, others in result.correlations.items()),
        *((f"covariance of {one} with", others, "+.4f") for one, others in result.covariances.items()),
    )
    for title, shares, form in lines:
        if shares:
            words = ", ".join(f"{name} {share:{form}}" for name, share in shares.items())
            console.print(f"{title}: {words}", highlight=False)


def _row(table: Table, name: str, estimate: Estimate) -> None:
    staked = "" if estimate.per_staked is None else f"{estimate.per_staked:+.4%}"
    table.add_row(
        name, f"{estimate.expectation:+.4%}", f"{estimate.standard_error:.4%}", f"{estimate.deviation:.4f}", staked
    )


def write(setting: SimulationSettings, result: BlackjackReport, seed: int, path: Path) -> None:
    """Write the result to a Parquet file, in long format."""
    import polars

    from pitboss.simulate.blackjack.report import as_rows

    rows = [{"rulebook": setting.rules.rulebook, "seed": seed, **row} for row in as_rows(result)]
    polars.DataFrame(rows).write_parquet(path)


def draw(setting: SimulationSettings, result: BlackjackReport, path: Path) -> None:
    """Plot the distribution of a box's net result."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    values = [float(value) for value in result.distribution]
    shares = [100 * share for share in result.distribution.values()]
    figure, axes = pyplot.subplots(figsize=(9, 5), dpi=150)
    colours = ["#b3392f" if value < 0 else "#2f7d4f" if value > 0 else "#8a8a8a" for value in values]
    axes.bar(values, shares, width=0.42, color=colours)
    axes.set_yscale("log")
    axes.set_ylim(min(shares) / 3, 300)
    axes.set_xticks(sorted({round(value) for value in values}))
    for value, share in zip(values, shares, strict=True):
        if share >= 1:
            axes.annotate(f"{share:.1f}", (value, share), ha="center", va="bottom", fontsize=8)
    axes.yaxis.set_major_formatter(lambda share, _: f"{share:.9f}".rstrip("0").rstrip(".") + " %")
    axes.set_xlabel("net result of a box in the main game, in initial wagers")
    axes.set_ylabel("share of boxes")
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    mean, error = result.main.expectation, result.main.standard_error
    axes.set_title(
        f"{setting.rules.title}\n{result.rounds:,} rounds, {setting.chart.name}: {mean:+.3%} ± {error:.3%}, "
        f"deviation {result.main.deviation:.3f}",
        fontsize=10,
    )
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
