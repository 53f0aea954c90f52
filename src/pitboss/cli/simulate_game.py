"""``pitboss simulate`` for a game that gives its own simulation (``Game.simulation``)."""

import json
from typing import TYPE_CHECKING, Any

import typer

from pitboss.cli.options import BadUsage, options_of, pairs, posted_limits, resolved
from pitboss.cli.simulate_options import SimulateOptions
from pitboss.games.registry import Game
from pitboss.money import amount_text, parse_amount

if TYPE_CHECKING:
    from pitboss.simulate.run import Totals
    from pitboss.simulate.sampled import SampledGame


def simulate(call: SimulateOptions, game: Game) -> None:
    """Simulate rounds of the game."""
    from pitboss.cli.simulate_run import end, ending, play

    if call.out is not None or call.plot is not None:
        raise BadUsage(f"--out and --plot do not apply to {game.name}: use --json")
    program = _program(call, game)
    totals = play(call, program, program.expectation)
    if call.as_json:
        typer.echo(json.dumps(_data(program, totals, call.seed), indent=2))
    else:
        _show(program, totals, ending(call, program, totals))
    end(totals)


def _program(call: SimulateOptions, game: Game) -> "SampledGame":
    from pitboss.law import Limits

    if game.simulation is None:
        raise BadUsage(f"{call.rulebook} is a rulebook of {game.name}: the game is not simulated")
    posted = posted_limits(call.limits) if call.limits else Limits()
    rules = resolved(call.rulebook, call.options, posted)
    try:
        stakes = {name: parse_amount(text) for name, text in pairs(call.wagers, "wager", "NAME=10").items()}
        program: SampledGame = game.simulation(rules, stakes)
    except ValueError as error:
        raise BadUsage(str(error)) from None
    return program


def _rows(program: "SampledGame") -> dict[str, str]:
    """Returns the wagers to report, and their sum where there are several."""
    return {name: name for name in program.stakes} | ({"all": ""} if len(program.stakes) > 1 else {})


def _data(program: "SampledGame", totals: "Totals", seed: int) -> dict[str, Any]:
    rounds, counts = totals.value("rounds"), totals.of("outcomes")
    return {
        "rulebook": program.rules.rulebook,
        "options": options_of(program.rules),
        "seed": seed,
        "rounds": rounds,
        "rounds_per_second": rounds / totals.seconds if totals.seconds else None,
        "stopped": totals.stopped,
        "wagers": {
            title: {
                "stake": amount_text(program.stakes.get(name, program.staked)),
                "expectation": (found := program.estimate(totals, name)).expectation,
                "standard_error": found.standard_error,
                "deviation": found.deviation,
            }
            for title, name in _rows(program).items()
        },
        "outcomes": {name: count for name, count in zip(program.outcomes, counts, strict=True) if count},
    }


def _show(program: "SampledGame", totals: "Totals", ending: str) -> None:
    from pitboss.cli.rules_screen import new_console, table

    console, rounds = new_console(), totals.value("rounds")
    speed = f", {rounds / totals.seconds:,.0f} a second" if totals.seconds else ""
    console.print(f"{program.rules.title}: {rounds:,} rounds{speed}")
    if ending:
        console.print(ending)
    rows = []
    for title, name in _rows(program).items():
        found, stake = program.estimate(totals, name), program.stakes.get(name, program.staked)
        figures = (f"{found.expectation:+.4%}", f"{found.standard_error:.4%}", f"{found.deviation:.4f}")
        rows.append((title, amount_text(stake), *figures))
    console.print(table(("wager", "stake", "expectation", "standard error", "deviation"), rows))
