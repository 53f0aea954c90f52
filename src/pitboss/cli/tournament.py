"""``pitboss tournament``: plays a tournament from a file, or simulates many between betting styles."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.call import AsJson, Option, Refused, Seed, check_picture, choices, game_of, leave, posted_limits

if TYPE_CHECKING:
    from pitboss.cli.tournament_simulation import Plan, Tally

EXAMPLES = """\b
Examples:
  pitboss tournament run cup.pit                        how a written tournament goes, round for round
  pitboss tournament simulate --players 28              which way of betting wins, over many of them
  pitboss tournament simulate --players 8 -o advance=2  two of a table go on instead of one
  pitboss tournament simulate --rulebook canberra-blackjack -o tournament=true   on conditions over its blackjack
"""

command = new_command(no_args_is_help=True, epilog=EXAMPLES)


@command.callback()
def tournament() -> None:
    """Play a blackjack tournament from a .pit file, or simulate many between betting styles."""


_fail = partial(leave, "tournament")

LEAST_PLAYERS: Final = 4
#: As many as find a seat: a line names 99 tables at most, and seven play at each.
MOST_PLAYERS: Final = 99 * 7


@command.command(epilog=examples("pitboss tournament run cup.pit", "pitboss tournament run cup.pit --json"))
def run(
    file: Annotated[Path, typer.Argument(help="A .pit file of a tournament.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Play the tournament of a .pit file and show how it went.

    Exits 0 when the file does all that it expects, 1 when an expectation fails, 2 when it cannot be read.
    """
    from pitboss.cli.tournament_screen import run_data, show_run
    from pitboss.notation.pit import PitError, parse_pit
    from pitboss.notation.replay import replay
    from pitboss.tournament import State

    try:
        outcome = replay(parse_pit(file.read_text(encoding="utf-8")))
    except PitError as error:
        raise _fail(f"{file}:{error.line}: {error.message}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise _fail(f"{file}: cannot be read: {error}") from None
    if not isinstance(outcome.state, State) and outcome.passed:
        raise _fail(f"{file}: no tournament is played in it")
    if isinstance(outcome.state, State):
        if as_json:
            typer.echo(json.dumps(run_data(outcome), indent=2))
        else:
            show_run(outcome)
    if not outcome.passed:
        failure = outcome.failures[0]
        raise _fail(f"{file}:{failure.line}: expected {failure.expected}, got {failure.got}", 1)


def _plan(rulebook: str, option: list[str] | None, limits: str, *, players: int, strategy: str, seed: int) -> "Plan":
    from pitboss.cli.tournament_field import complaint
    from pitboss.cli.tournament_simulation import Plan, rules_of
    from pitboss.tournament.bots import STYLES

    styles = tuple(strategy.split(","))
    for style in styles:
        if style not in STYLES:
            raise Refused(f"'{style}' is no strategy: there are {', '.join(STYLES)}")
    if len(set(styles)) < len(styles):
        raise Refused("each strategy is named once")
    plan = Plan(players, styles, choices(option, "advance=2"), posted_limits(limits), seed, rulebook)
    if why := complaint(rules_of(plan), players, range(LEAST_PLAYERS, MOST_PLAYERS + 1)):
        raise Refused(why)
    return plan


@command.command(
    epilog=examples("pitboss tournament simulate --players 28 --strategy flat,all-in --tournaments 1000 -o advance=1")
)
def simulate(  # noqa: PLR0917 # every option of a Typer command is an argument
    players: Annotated[
        int, typer.Option(min=LEAST_PLAYERS, max=MOST_PLAYERS, help="How many enter each tournament.")
    ] = 28,
    strategy: Annotated[
        str, typer.Option(help="Betting styles, shared out in turn.", metavar="NAME,…")
    ] = "flat,proportional,catch-up,all-in",
    tournaments: Annotated[int, typer.Option(min=1, help="How many are played.")] = 1000,
    rulebook: Annotated[
        str, typer.Option(help="Whose tournaments; another's are held with -o tournament=true.", metavar="RULEBOOK")
    ] = "nz-tournament",
    option: Option = None,
    limits: Annotated[str, typer.Option(help="The least and the most of a wager.")] = "10-500",
    seed: Seed = 1,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Processes to play them in; the results are the same.")
    ] = 1,
    as_json: AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Also draw the result into this picture.")] = None,
) -> None:
    """Play many tournaments between betting styles.

    They are played on the real director and engine. All players play their hands by the same simple rule and differ
    only in what they bet. Ctrl-C shows what there is.
    """
    from pitboss.cli.tournament_screen import result_data, show_result

    try:
        check_picture(plot)
        game_of(rulebook)
        plan = _plan(rulebook, option, limits, players=players, strategy=strategy, seed=seed)
        tally, stopped = _play(plan, tournaments, workers, quiet=as_json)
    except ValueError as error:
        raise _fail(str(error)) from None
    if as_json:
        typer.echo(json.dumps(result_data(plan, tally, stopped=stopped), indent=2))
    else:
        show_result(plan, tally, stopped=stopped)
    if plot is not None and tally.tournaments:
        _draw(plan, tally, plot)
    if stopped:
        raise typer.Exit(130)


def _play(plan: "Plan", tournaments: int, workers: int, *, quiet: bool) -> "tuple[Tally, bool]":
    """The sum of all tournaments, or of those played until an interrupt."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pitboss.cli.tournament_simulation import Tally
    from pitboss.cli.tournament_simulation import simulate as tallies

    total = Tally(styles={})
    columns = (TextColumn("tournaments"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as progress:
        bar = progress.add_task("", total=tournaments)
        try:
            for tally in tallies(plan, tournaments, workers):
                total.add(tally)
                progress.update(bar, completed=total.tournaments)
        except KeyboardInterrupt:
            return total, True
    return total, False


def _draw(plan: "Plan", tally: "Tally", path: Path) -> None:
    from pitboss.cli.tournament_plot import draw

    try:
        draw(plan, tally, path)
    except (OSError, ValueError) as error:
        raise _fail(f"{path}: cannot be drawn: {error}") from None
