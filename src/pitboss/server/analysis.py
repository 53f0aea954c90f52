"""Exact figures, worked out in a process of their own: nobody at a table waits for them.

The functions here run in that process. They get plain values and give JSON, or a Fault.
"""

from typing import Any

import msgspec

from pitboss.cards import parse_card
from pitboss.law import TableRules, load_rulebook
from pitboss.law.cite import clause_list
from pitboss.server.errors import Fault
from pitboss.server.routes.rules import rules_of

_encode = msgspec.json.encode


def edge_json(rulebook: str, choices: dict[str, str], limits: str, strategy: str) -> bytes:
    """What every wager of a table is worth."""
    rules = rules_of(rulebook, choices, limits)
    game = load_rulebook(rulebook).about.game
    main: dict[str, Any] | None = None
    if game == "blackjack":
        from pitboss.analyse import wagers  # noqa: PLC0415 # compiles, so only where it is asked for

        main, chart = _main(rules, strategy)
        found = wagers.exact(rules, strategy=chart)
    elif game == "roulette":
        from pitboss.analyse import roulette  # noqa: PLC0415 # as above

        found = roulette.exact(rules)
    else:
        raise Fault(409, "a tournament has no exact edge: it is played for places", "not_analysable", rulebook=rulebook)
    told = {
        name: {
            "expectation": float(table.expectation),
            "fraction": str(table.expectation),
            "deviation": table.deviation,
            "clauses": table.clauses,
        }
        for name, table in found.items()
    }
    return _encode({"rulebook": rulebook, "strategy": strategy, "main": main, "wagers": told})


def _main(rules: TableRules[Any], strategy: str) -> tuple[dict[str, Any], Any]:
    from pitboss.analyse.edge import edge  # noqa: PLC0415 # compiles
    from pitboss.analyse.shoe import NotAnalysable  # noqa: PLC0415 # with it

    try:
        found = edge(rules, strategy=strategy)
    except NotAnalysable as error:
        raise Fault(
            409, str(error), "not_analysable", clause=clause_list(error.clauses), rulebook=rules.rulebook
        ) from None
    told = {
        "expectation": found.expectation,
        "deviation": found.deviation,
        "insurance": found.insurance,
        "by_up": msgspec.to_builtins(found.by_up),
        "outcomes": found.outcomes,
        "chart": None if found.chart is None else msgspec.to_builtins(found.chart),
    }
    return told, found.chart


def hand_json(  # noqa: PLR0917 # plain values, as they go to another process
    rulebook: str,
    choices: dict[str, str],
    limits: str,
    cards: tuple[str, ...],
    up: str,
    gone: tuple[str, ...],
    split: tuple[int, bool] | None,
) -> bytes:
    """What each action with a hand is worth; of a split box, into how many hands and whether that added its wager."""
    from pitboss.analyse.hand import OfSplit, hand  # noqa: PLC0415 # compiles
    from pitboss.analyse.shoe import NotAnalysable  # noqa: PLC0415 # with it

    rules = rules_of(rulebook, choices, limits)
    if load_rulebook(rulebook).about.game != "blackjack":
        raise Fault(409, f"{rulebook} has no hands of cards", "not_analysable", rulebook=rulebook)
    try:
        held, left = [parse_card(card) for card in cards], [parse_card(card) for card in gone]
        of_split = None if split is None else OfSplit(split[0], added=split[1])
        found = hand(rules, held, parse_card(up), left, split=of_split)
    except NotAnalysable as error:
        raise Fault(
            409, str(error), "not_analysable", clause=clause_list(error.clauses), rulebook=rules.rulebook
        ) from None
    except ValueError as error:
        raise Fault(422, str(error), rulebook=rulebook) from None
    return _encode(found)
