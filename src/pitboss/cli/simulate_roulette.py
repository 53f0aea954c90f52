"""``pitboss simulate`` for roulette: any wagers of the cloth at every spin."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pitboss.cli.call import Refused, options_of, posted_limits, resolved
from pitboss.cli.simulate_call import Call

if TYPE_CHECKING:
    from pitboss.kernel.roulette import WheelProgram
    from pitboss.kernel.roulette_report import WheelReport

_EXAMPLE = "'straight 17=10', 'split 17-20=5' or red=5"


def simulate(call: Call) -> None:
    """Simulates spins of the wheel."""
    from pitboss.cli.simulate_run import end, ending, play
    from pitboss.kernel.roulette_report import expectation, report_wheel, wheel_json

    program = _program(call)
    totals = play(call, program, partial(expectation, program))
    told = report_wheel(program, totals)
    if call.as_json:
        typer.echo(json.dumps(wheel_json(program, told, options=options_of(program.rules), seed=call.seed), indent=2))
    else:
        _show(program, told, ending(call, program, totals))
    if call.out is not None:
        _write(program, told, call.seed, call.out)
    if call.plot is not None:
        _draw(program, told, call.plot)
    end(totals)


def _stakes(texts: tuple[str, ...]) -> dict[tuple[str, str], int]:
    """The stakes by kind and place, from words like ``straight 17=10``."""
    from pitboss.money import parse_amount
    from pitboss.notation.roulette_words import read_position

    stakes: dict[tuple[str, str], int] = {}
    for text in texts:
        position, equals, amount = text.rpartition("=")
        if not equals:
            raise Refused(f"'{text}' is no wager: expected a position and an amount, such as {_EXAMPLE}")
        try:
            kind, place, more = read_position(position.split())
            if more:
                raise ValueError(f"'{' '.join(more)}' is too much")
            stake = parse_amount(amount.strip())
        except ValueError as error:
            raise Refused(f"'{text}' is no wager: {error}") from None
        if (kind, place) in stakes:
            raise Refused(f"a wager on {position.strip()} is given twice")
        stakes[kind, place] = stake
    if not stakes:
        raise Refused(f"roulette is simulated with wagers: --wager {_EXAMPLE}")
    return stakes


def _program(call: Call) -> "WheelProgram":
    from pitboss.kernel.roulette import build_wheel
    from pitboss.law import Limits

    stakes = _stakes(call.wagers)
    posted = posted_limits(call.limits) if call.limits else Limits()
    try:
        return build_wheel(resolved(call.rulebook, call.options, posted), stakes)
    except ValueError as error:
        raise Refused(str(error)) from None


def _show(program: "WheelProgram", told: "WheelReport", ending: str) -> None:
    """The result for people."""
    from rich.console import Console
    from rich.table import Table

    from pitboss.money import amount_text

    console = Console()
    lying = f"{len(program.wagers)} wagers" if len(program.wagers) > 1 else "1 wager"
    head = f"{program.rules.title}: {len(program.compartments)} numbers, {lying}, {amount_text(program.staked)} a spin"
    console.print(head, highlight=False)
    if ending:
        console.print(ending, highlight=False)
    table = Table(title=f"{told.rounds:,} spins, {told.rounds_per_second:,.0f} a second")
    for name in ("wager", "stake", "expectation", "standard error", "deviation"):
        table.add_column(name, justify="left" if name == "wager" else "right")
    stakes = {str(position): stake for position, stake in program.wagers}
    rows = told.wagers if len(stakes) == 1 else {**told.wagers, "all": told.main}
    for name, estimate in rows.items():
        table.add_row(
            name,
            amount_text(stakes.get(name, program.staked)),
            f"{estimate.expectation:+.4%}",
            f"{estimate.standard_error:.4%}",
            f"{estimate.deviation:.4f}",
        )
    console.print(table)
    shown = ", ".join(f"{net} {share:.3%}" for net, share in told.distribution.items())
    console.print(f"a spin nets: {shown}", highlight=False)
    numbers = ", ".join(f"{number} {share:.3%}" for number, share in told.numbers.items())
    free = len(told.numbers) - 1
    console.print(f"numbers (chi square {told.chi_square:.1f}, {free} expected): {numbers}", highlight=False)
    for title, pairs in (("correlation", told.correlations), ("covariance", told.covariances)):
        for one, others in pairs.items():
            words = ", ".join(f"{two} {value:+.4f}" for two, value in others.items())
            console.print(f"{title} of {one} with: {words}", highlight=False)


def _write(program: "WheelProgram", told: "WheelReport", seed: int, path: Path) -> None:
    """The result as a long table in Parquet."""
    import polars

    from pitboss.kernel.roulette_report import wheel_rows

    rows = [{"rulebook": program.rules.rulebook, "seed": seed, **row} for row in wheel_rows(told)]
    polars.DataFrame(rows).write_parquet(path)


def _draw(program: "WheelProgram", told: "WheelReport", path: Path) -> None:
    """How often a spin nets how much, and how often each number came."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, (results, numbers) = pyplot.subplots(2, 1, figsize=(8, 7))
    results.bar(list(told.distribution), [100 * share for share in told.distribution.values()], width=0.6)
    results.set_xlabel(f"net result of a spin, {len(program.wagers)} wagers")
    results.set_ylabel("share of spins (%)")
    results.tick_params(axis="x", labelrotation=90 if len(told.distribution) > 12 else 0)
    results.set_title(f"{program.rules.rulebook}, {told.rounds:,} spins: {told.main.expectation:+.3%}")
    expected = 100 / len(told.numbers)
    numbers.bar(list(told.numbers), [100 * share - expected for share in told.numbers.values()], width=0.8)
    numbers.axhline(0, color="black", linewidth=0.8)
    numbers.set_xlabel(f"number (chi square {told.chi_square:.1f}, {len(told.numbers) - 1} expected)")
    numbers.set_ylabel(f"share beyond {expected:.3f} %")
    numbers.tick_params(axis="x", labelsize=7)
    figure.tight_layout()
    figure.savefig(path)
    pyplot.close(figure)
