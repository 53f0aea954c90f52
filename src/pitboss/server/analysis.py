"""Analysis jobs for the worker process. They take plain values and return JSON, or raise ApiError."""

from typing import TYPE_CHECKING, Any

import msgspec

from pitboss.cards import parse_card
from pitboss.client.wire_figures import ComparedWager, WagerAdvice
from pitboss.games.registry import find_game
from pitboss.games.tournament import tournament_rules
from pitboss.law import Refusal, TableRules, load_rulebook
from pitboss.law.cite import clause_list
from pitboss.law.resolve import game_of
from pitboss.server.errors import ApiError, refusal_error
from pitboss.server.rulebooks import resolve_rules

if TYPE_CHECKING:
    from pitboss.analyse.wagers_table import WagerTable
    from pitboss.client.wire_figures import WagerAdviceRequest

_encode = msgspec.json.encode


def edge_json(rulebook: str, choices: dict[str, str], limits: str, strategy: str) -> bytes:
    """Returns the value of every wager of a table as JSON."""
    rules = resolve_rules(rulebook, choices, limits)
    game = load_rulebook(rulebook).about.game
    main: dict[str, Any] | None = None
    if game == "blackjack":
        main, tables = _blackjack(rules, strategy)
    elif game == "roulette":
        from pitboss.analyse import roulette  # noqa: PLC0415 # slow import: it compiles kernels

        tables = roulette.exact(rules)
    else:
        tables = _other_game(rules, game)
    values = {
        name: {
            "expectation": float(table.expectation),
            "fraction": str(table.expectation) if table.source == "exact" else "",
            "deviation": table.deviation,
            "clauses": table.clauses,
            "source": table.source,
        }
        for name, table in tables.items()
    }
    return _encode({"rulebook": rulebook, "strategy": strategy, "main": main, "wagers": values})


def _other_game(rules: TableRules[Any], game: str) -> dict[str, "WagerTable"]:
    """Returns the figures of a game that gives its own. Raises 409 for one that does not, as a tournament."""
    exact = find_game(game).exact
    if exact is None:
        raise ApiError(409, f"{game} has no exact edge", "not_analysable", rulebook=rules.rulebook)
    return dict(exact(rules))


def _blackjack(rules: TableRules[Any], strategy: str) -> tuple[dict[str, Any], dict[str, "WagerTable"]]:
    from pitboss.analyse import wagers  # noqa: PLC0415 # slow import: it compiles kernels
    from pitboss.analyse.edge import edge  # noqa: PLC0415 # imported with it
    from pitboss.analyse.shoe import NotAnalysable  # noqa: PLC0415 # imported with it

    try:
        result = edge(rules, strategy=strategy)
        others = wagers.exact(rules, strategy=result.chart)
    except NotAnalysable as error:
        raise ApiError(
            409, str(error), "not_analysable", clause=clause_list(error.clauses), rulebook=rules.rulebook
        ) from None
    main = {
        "expectation": result.expectation,
        "deviation": result.deviation,
        "insurance": result.insurance,
        "by_up": msgspec.to_builtins(result.by_up),
        "outcomes": result.outcomes,
        "chart": None if result.chart is None else msgspec.to_builtins(result.chart),
    }
    return main, others


def hand_json(  # noqa: PLR0917 # plain values: they are pickled for the worker process
    rulebook: str,
    choices: dict[str, str],
    limits: str,
    cards: tuple[str, ...],
    up: str,
    gone: tuple[str, ...],
    split: tuple[int, bool] | None,
) -> bytes:
    """Returns the value of each action with a hand as JSON.

    ``split`` is the number of hands of a split box and whether the split added this hand's wager.
    """
    from pitboss.analyse.hand import OfSplit, hand  # noqa: PLC0415 # slow import: it compiles kernels
    from pitboss.analyse.shoe import NotAnalysable  # noqa: PLC0415 # imported with it

    rules = resolve_rules(rulebook, choices, limits)
    if load_rulebook(rulebook).about.game != "blackjack":
        raise ApiError(
            409,
            f"{rulebook} is not a blackjack rulebook: it has no hands to analyse",
            "not_analysable",
            rulebook=rulebook,
        )
    try:
        held, left = [parse_card(card) for card in cards], [parse_card(card) for card in gone]
        of_split = None if split is None else OfSplit(split[0], added=split[1])
        result = hand(rules, held, parse_card(up), left, split=of_split)
    except NotAnalysable as error:
        raise ApiError(
            409, str(error), "not_analysable", clause=clause_list(error.clauses), rulebook=rules.rulebook
        ) from None
    except ValueError as error:
        raise ApiError(422, str(error), rulebook=rulebook) from None
    return _encode(result)


def wager_json(body: "WagerAdviceRequest") -> bytes:
    """Returns the value of each wager of the player to bet in the last rounds of a tournament as JSON."""
    from pitboss.analyse.shoe import NotAnalysable  # noqa: PLC0415 # slow import: it compiles kernels
    from pitboss.analyse.tournament.advice import RoundToBet, advise  # noqa: PLC0415 # imported with it

    rules = resolve_rules(body.rulebook, body.choices, body.limits)
    tournament = tournament_rules(rules) if game_of(rules) == "tournament" else None
    if tournament is None:
        message = f"{body.rulebook} plays {game_of(rules)} with these choices, not a tournament"
        raise ApiError(409, message, "not_analysable", rulebook=rules.rulebook)
    if isinstance(tournament, Refusal):
        raise refusal_error(tournament)
    places = tuple(place - 1 for place in body.order)
    prizes = tuple(map(float, body.prizes))
    try:
        found = advise(tournament, RoundToBet(body.chips, places, body.placed, prizes, body.rounds, body.wager))
    except NotAnalysable as error:
        raise ApiError(
            409, str(error), "not_analysable", clause=clause_list(error.clauses), rulebook=rules.rulebook
        ) from None
    except ValueError as error:
        raise ApiError(422, str(error), rulebook=body.rulebook) from None
    wagers = tuple(ComparedWager(wager, value) for wager, value in found.wagers.items())
    return _encode(WagerAdvice(rules.rulebook, found.player + 1, found.wager, found.value, wagers, found.step))
