"""``pitboss edge`` for a game that gives its own exact figures (``Game.exact``)."""

import json
from typing import TYPE_CHECKING, Any

import typer

from pitboss.analyse.wagers_table import WagerTable, table_data
from pitboss.cli.options import BadUsage, options_of
from pitboss.cli.rules_screen import heading, new_console, table
from pitboss.games.registry import Game
from pitboss.law.cite import clause_list
from pitboss.law.resolve import TableRules

if TYPE_CHECKING:
    from pitboss.cli.edge_verify import Check


def edge_of_game(
    game: Game, rules: TableRules[Any], *, as_json: bool, verify: tuple[int, int] | None
) -> "Check | None":
    """Print the exact figures; with ``verify``, rounds and a seed, returns their comparison with a simulation."""
    if game.exact is None:
        raise BadUsage(f"{rules.rulebook} is a rulebook of {game.name}: the game gives no exact figures")
    tables = dict(game.exact(rules))
    check = _verified(game, rules, tables, *verify) if verify else None
    if as_json:
        typer.echo(json.dumps(_data(rules, tables, check), indent=2))
    else:
        _show(rules, tables, check)
    return check


def _verified(game: Game, rules: TableRules[Any], tables: dict[str, WagerTable], rounds: int, seed: int) -> "Check":
    from pitboss.cli.agreement import SimulationRun, sampled_agreement
    from pitboss.cli.edge_verify import Check

    if game.simulation is None:
        raise BadUsage(f"{rules.rulebook} is a rulebook of {game.name}: the game is not simulated")
    program = game.simulation(rules, {name: found.stake for name, found in tables.items()})
    return Check(sampled_agreement(program, tables, SimulationRun(rounds, seed)), seed)


def _data(rules: TableRules[Any], tables: dict[str, WagerTable], check: "Check | None") -> dict[str, Any]:
    data = {
        "rulebook": rules.rulebook,
        "options": options_of(rules),
        "strategy": None,
        "main": None,
        "wagers": {name: table_data(found) for name, found in tables.items()},
    }
    return data | ({"verify": check.data(main=False)} if check is not None else {})


def _show(rules: TableRules[Any], tables: dict[str, WagerTable], check: "Check | None") -> None:
    console = new_console()
    console.print(f"{rules.title}: {', '.join(f'{name}={value}' for name, value in options_of(rules).items())}")
    heads = ("wager", "expectation", "deviation", "figures", "clauses")
    rows = [
        (name, f"{float(found.expectation):+.5%}", f"{found.deviation:.4f}", found.source, clause_list(found.clauses))
        for name, found in tables.items()
    ]
    console.print(table(heads, rows))
    for name, found in tables.items():
        heading(console, f"{name}, over {found.over}")
        lines = [
            (outcome.name, f"{outcome.combinations:,}", f"{float(outcome.probability):.5%}", f"{float(outcome.pay):+g}")
            for outcome in found.outcomes
        ]
        console.print(table(("outcome", "combinations", "probability", "pays"), lines))
    if check is not None:
        from pitboss.cli.edge_screen import show_check

        show_check(check)
