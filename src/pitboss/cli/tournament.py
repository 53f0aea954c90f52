"""``pitboss tournament``: run a tournament from a file, solve its last rounds, or simulate many."""

import json
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from pitboss.cli import examples, new_command
from pitboss.cli.options import (
    AsJson,
    BadUsage,
    Option,
    Seed,
    check_plot,
    choices,
    error_exit,
    game_of,
    posted_limits,
)

if TYPE_CHECKING:
    from pitboss.cli.tournament_simulation import SimulationPlan, TournamentTally

EXAMPLES = """\b
Examples:
  pitboss tournament run cup.pit                        run a tournament from a file
  pitboss tournament solve --chips 1100,1000            the best wagers of the last round
  pitboss tournament simulate --players 28              compare betting styles over many tournaments
  pitboss tournament simulate --players 8 -o advance=2  two players of a table qualify instead of one
  pitboss tournament simulate --rulebook canberra-blackjack -o tournament=true   a tournament over another rulebook
"""

command = new_command(no_args_is_help=True, epilog=EXAMPLES)


@command.callback()
def tournament() -> None:
    """Run a blackjack tournament from a .pit file, solve its last rounds, or simulate many to compare styles."""


_fail = partial(error_exit, "tournament")

LEAST_PLAYERS: Final = 4
#: The notation has at most 99 tables, with seven seats each.
MOST_PLAYERS: Final = 99 * 7


@command.command(epilog=examples("pitboss tournament run cup.pit", "pitboss tournament run cup.pit --json"))
def run(
    file: Annotated[Path, typer.Argument(help="A .pit file of a tournament.", metavar="FILE")],
    as_json: AsJson = False,
) -> None:
    """Run the tournament of a .pit file.

    Shows rounds, eliminations, places and prizes. Exits 0 when every expectation holds, 1 when one fails, 2 when the
    file cannot be read.
    """
    from pitboss.cli.tournament_screen import run_data, show_run
    from pitboss.games.tournament import State
    from pitboss.notation.replay import replay
    from pitboss.pit import PitError, parse_pit

    try:
        outcome = replay(parse_pit(file.read_text(encoding="utf-8")))
    except PitError as error:
        raise _fail(f"{file}:{error.line}: {error.message}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise _fail(f"{file}: cannot be read: {error}") from None
    if not isinstance(outcome.state, State) and outcome.passed:
        raise _fail(f"{file} does not contain a tournament")
    if isinstance(outcome.state, State):
        if as_json:
            typer.echo(json.dumps(run_data(outcome), indent=2))
        else:
            show_run(outcome)
    if not outcome.passed:
        failure = outcome.failures[0]
        raise _fail(f"{file}:{failure.line}: expected {failure.expected}, got {failure.got}", 1)


def _plan(rulebook: str, option: list[str] | None, limits: str, field: "_Field") -> "tuple[SimulationPlan, str]":
    """Returns the plan, and why it is played on the engine although that was not asked for; empty where it is not."""
    from msgspec.structs import replace

    from pitboss.cli.tournament_field import check_field
    from pitboss.cli.tournament_simulation import SimulationPlan, not_compiled, rules_of, styles_of

    styles = tuple(field.strategy.split(","))
    if len(set(styles)) < len(styles):
        raise BadUsage("a strategy is given twice")
    options = choices(option, "advance=2")
    plan = SimulationPlan(
        field.players, styles, options, posted_limits(limits), field.seed, rulebook, engine=field.engine
    )
    rules = rules_of(plan)
    played = styles_of(plan, rules)
    if message := check_field(rules, field.players, range(LEAST_PLAYERS, MOST_PLAYERS + 1)):
        raise BadUsage(message)
    reason = "" if plan.engine else not_compiled(plan, rules, played)
    return (replace(plan, engine=True) if reason else plan), reason


class _Field(NamedTuple):
    """The players of a simulation, and where they play."""

    players: int
    strategy: str
    seed: int
    engine: bool


@command.command(
    epilog=examples("pitboss tournament simulate --players 28 --strategy flat,all-in --tournaments 1000 -o advance=1")
)
def simulate(  # noqa: PLR0917 # every option of a Typer command is an argument
    players: Annotated[int, typer.Option(min=LEAST_PLAYERS, max=MOST_PLAYERS, help="Players per tournament.")] = 28,
    strategy: Annotated[
        str,
        typer.Option(
            help="Styles of the players in turn: a name, an amount or file.py:function; then @chart.txt for hands.",
            metavar="STYLE,…",
        ),
    ] = "flat,proportional,catch-up,all-in",
    tournaments: Annotated[int, typer.Option(min=1, help="Number of tournaments.")] = 1000,
    rulebook: Annotated[
        str, typer.Option(help="The rulebook; blackjack rulebooks need -o tournament=true.", metavar="RULEBOOK")
    ] = "nz-tournament",
    option: Option = None,
    limits: Annotated[str, typer.Option(help="Minimum and maximum of a wager.")] = "10-500",
    seed: Seed = 1,
    engine: Annotated[
        bool, typer.Option("--engine", help="Play card by card on the director and engine: slower, with other cards.")
    ] = False,
    workers: Annotated[
        int, typer.Option(min=1, max=256, help="Number of processes; it does not change the result.")
    ] = 1,
    as_json: AsJson = False,
    plot: Annotated[Path | None, typer.Option(help="Plot the result to this file.")] = None,
) -> None:
    """Simulate many tournaments to compare betting styles.

    Players differ in their bets, and play their hands by the same simple rule unless a style names a chart. A function
    takes the table and the player's name, and returns the wager in cents; the nearest lawful wager is placed.

    Tables are played in compiled code, which equals the director and engine round for round. What it does not play,
    like a style that is a Python function, is named on standard error and played on the engine.

    After Ctrl-C the command prints the results so far.
    """
    from pitboss.cli.tournament_screen import result_data, show_result

    try:
        check_plot(plot)
        game_of(rulebook)
        plan, reason = _plan(rulebook, option, limits, _Field(players, strategy, seed, engine))
        if reason:
            typer.echo(f"pitboss tournament: played on the engine, which is slower: {reason}", err=True)
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


def _play(plan: "SimulationPlan", tournaments: int, workers: int, *, quiet: bool) -> "tuple[TournamentTally, bool]":
    """Returns the sum of all tournaments, and whether it was interrupted."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from pitboss.cli.tournament_simulation import TournamentTally
    from pitboss.cli.tournament_simulation import simulate as tallies

    total = TournamentTally(styles={})
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


def _draw(plan: "SimulationPlan", tally: "TournamentTally", path: Path) -> None:
    from pitboss.cli.tournament_plot import draw

    try:
        draw(plan, tally, path)
    except (OSError, ValueError) as error:
        raise _fail(f"{path}: the plot failed: {error}") from None
