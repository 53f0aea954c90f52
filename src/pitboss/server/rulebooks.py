"""Lookup of rulebooks and resolution of choices for routes; failures are errors of the API."""

from typing import Any

from pitboss.client.wire_law import RuleNote
from pitboss.games.header import parse_limits
from pitboss.games.registry import find_game
from pitboss.law import LawError, Limits, Refusal, Rulebook, TableRules, load_rulebook, resolve, rulebook_ids
from pitboss.law.paths import LABORATORY
from pitboss.law.resolve import game_of
from pitboss.pit import PitError
from pitboss.server.errors import ApiError, refusal_error


def get_rulebook(rulebook: str) -> Rulebook:
    """Returns a rulebook. Raises 404 with the known ids if there is none."""
    if rulebook != LABORATORY and rulebook not in rulebook_ids():
        raise ApiError(404, f"there is no rulebook '{rulebook}'", allowed=tuple(rulebook_ids()))
    return load_rulebook(rulebook)


def known_rulebook(rulebook: str) -> Rulebook | None:
    """Returns a rulebook; None if it is not there any more, as its folder is not named to this server."""
    try:
        return load_rulebook(rulebook)
    except LawError:
        return None


def resolve_rules(rulebook: str, choices: dict[str, str], limits: str) -> TableRules[Any]:
    """Returns the rules of a table with these choices. Raises an error with the clause if they are not lawful."""
    book = get_rulebook(rulebook)
    try:
        posted = parse_limits(0, limits) if limits else Limits()
        rules = resolve(book, choices, posted)
    except PitError as error:
        raise ApiError(422, error.message, rulebook=rulebook) from None
    except ValueError as error:
        unknown = any(name not in book.options for name in choices)
        raise ApiError(422, str(error), rulebook=rulebook, allowed=tuple(book.options) if unknown else ()) from None
    if isinstance(rules, Refusal):
        raise refusal_error(rules)
    return rules


def opening_notes(rules: TableRules[Any]) -> tuple[RuleNote, ...]:
    """Returns the warnings for a table: choices that the document can be read to forbid."""
    return tuple(RuleNote(warning.message, warning.clauses) for warning in find_game(game_of(rules)).warnings(rules))
