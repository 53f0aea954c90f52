"""``pitboss simulate`` for roulette: any wagers of the layout on every spin."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pitboss.cli.options import BadUsage, options_of, posted_limits, resolved
from pitboss.cli.simulate_options import SimulateOptions

if TYPE_CHECKING:
    from pitboss.simulate.roulette.game import WheelProgram
    from pitboss.simulate.roulette.report import WheelReport

_EXAMPLE = "'straight 17=10', 'split 17-20=5' or red=5"


def simulate(call: SimulateOptions) -> None:
    """Simulate spins of the wheel."""
    from pitboss.cli.simulate_run import end, ending, play
    from pitboss.simulate.roulette.report import expectation, report_wheel, wheel_json

    program = _program(call)
    totals = play(call, program, partial(expectation, program))
    result = report_wheel(program, totals)
    if call.as_json:
        typer.echo(json.dumps(wheel_json(program, result, options=options_of(program.rules), seed=call.seed), indent=2))
    else:
        _show(program, result, ending(call, program, totals))
    if call.out is not None:
        _write(program, result, call.seed, call.out)
    if call.plot is not None:
        _draw(program, result, call.plot)
    end(totals)


def _stakes(texts: tuple[str, ...]) -> dict[tuple[str, str], int]:
    """Parse the stakes by kind and place, from texts like ``straight 17=10``."""
    from pitboss.games.roulette.parts import read_position
    from pitboss.money import parse_amount

    stakes: dict[tuple[str, str], int] = {}
    for text in texts:
        position, equals, amount = text.rpartition("=")
        if not equals:
            raise BadUsage(f"'{text}' is not a wager: expected a position and an amount, such as {_EXAMPLE}")
        try:
            kind, place, more = read_position(position.split())
            if more:
                raise ValueError(f"'{' '.join(more)}' is not expected")
            stake = parse_amount(amount.strip())
        except ValueError as error:
            raise BadUsage(f"'{text}' is not a wager: {error}") from None
        if (kind, place) in stakes:
            raise BadUsage(f"a wager on {position.strip()} is given twice")
        stakes[kind, place] = stake
    if not stakes:
        raise BadUsage(f"roulette needs a wager: --wager {_EXAMPLE}")
    return stakes


def _program(call: SimulateOptions) -> "WheelProgram":
    from pitboss.law import Limits
    from pitboss.simulate.roulette.game import build_wheel

    stakes = _stakes(call.wagers)
    posted = posted_limits(call.limits) if call.limits else Limits()
    try:
        return build_wheel(resolved(call.rulebook, call.options, posted), stakes)
    except ValueError as error:
        raise BadUsage(str(error)) from None


def _show(program: "WheelProgram", result: "WheelReport", ending: str) -> None:
    """Print the result."""
    from rich.console import Console
    from rich.table import Table

    from pitboss.money import amount_text

    console = Console()
    count = f"{len(program.wagers)} wagers" if len(program.wagers) > 1 else "1 wager"
    head = f"{program.rules.title}: {len(program.compartments)} numbers, {count}, {amount_text(program.staked)} a spin"
    console.print(head, highlight=False)
    if ending:
        console.print(ending, highlight=False)
    table = Table(title=f"{result.rounds:,} spins, {result.rounds_per_second:,.0f} a second")
    for name in ("wager", "stake", "expectation", "standard error", "deviation"):
        table.add_column(name, justify="left" if name == "wager" else "right")
    stakes = {str(position): stake for position, stake in program.wagers}
    rows = result.wagers if len(stakes) == 1 else {**result.wagers, "all": result.main}
    for name, estimate in rows.items():
        table.add_row(
            name,
            amount_text(stakes.get(name, program.staked)),
            f"{estimate.expectation:+.4%}",
            f"{estimate.standard_error:.4%}",
            f"{estimate.deviation:.4f}",
        )
    console.print(table)
    shown = ", ".join(f"{net} {share:.3%}" for net, share in result.distribution.items())
    console.print(f"a spin nets: {shown}", highlight=False)
    numbers = ", ".join(f"{number} {share:.3%}" for number, share in result.numbers.items())
    free = len(result.numbers) - 1
    console.print(f"numbers (chi square {result.chi_square:.1f}, {free} expected): {numbers}", highlight=False)
    for title, pairs in (("correlation", result.correlations), ("covariance", result.covariances)):
        for name, others in pairs.items():
            words = ", ".join(f"{other} {value:+.4f}" for other, value in others.items())
            console.print(f"{title} of {name} with: {words}", highlight=False)


def _write(program: "WheelProgram", result: "WheelReport", seed: int, path: Path) -> None:
    """Write the result to a Parquet file, in long format."""
    import polars

    from pitboss.simulate.roulette.report import wheel_rows

    rows = [{"rulebook": program.rules.rulebook, "seed": seed, **row} for row in wheel_rows(result)]
    polars.DataFrame(rows).write_parquet(path)


def _draw(program: "WheelProgram", result: "WheelReport", path: Path) -> None:
    """Plot the distribution of results, and the frequency of each number."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, (results, numbers) = pyplot.subplots(2, 1, figsize=(8, 7))
    results.bar(list(result.distribution), [100 * share for share in result.distribution.values()], width=0.6)
    results.set_xlabel(f"net result of a spin, {len(program.wagers)} wagers")
    results.set_ylabel("share of spins (%)")
    results.tick_params(axis="x", labelrotation=90 if len(result.distribution) > 12 else 0)
    results.set_title(f"{program.rules.rulebook}, {result.rounds:,} spins: {result.main.expectation:+.3%}")
    expected = 100 / len(result.numbers)
    numbers.bar(list(result.numbers), [100 * share - expected for share in result.numbers.values()], width=0.8)
    numbers.axhline(0, color="black", linewidth=0.8)
    numbers.set_xlabel(f"number (chi square {result.chi_square:.1f}, {len(result.numbers) - 1} expected)")
    numbers.set_ylabel(f"share beyond {expected:.3f} %")
    numbers.tick_params(axis="x", labelsize=7)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
