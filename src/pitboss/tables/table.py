"""Opens tables for programs: on random, seeded, provably fair, listed or dealer-entered chance."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.header import limits_text
from pitboss.games.live.base import TableSpec
from pitboss.games.live.table import Table
from pitboss.games.registry import find_game
from pitboss.games.words import check_truth
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.options import choices_as_text
from pitboss.law.resolve import TableRules, game_of
from pitboss.pit import PitError, parse_pit
from pitboss.tables.chance import SHUFFLED, random_secret

__all__ = ["Table"]


def _open(
    rulebook: str,
    choices: Mapping[str, str | int | bool] | None,
    limits: Limits | None,
    sources: Mapping[str, Any],
    *,
    cards_are_read: bool,
) -> Table | Refusal:
    """Opens a table for a program; see `Table.open`."""
    check_truth("cards_are_read", cards_are_read)
    _check_seed(sources["seed"])
    given = {name: value for name, value in sources.items() if value is not None}
    if len(given) + cards_are_read > 1:
        raise ValueError("a table has one source of chance: seed, secret, listed, chance or cards_are_read")
    written = choices_as_text({} if choices is None else choices)
    rules = resolve(load_rulebook(rulebook), written, limits)
    if isinstance(rules, Refusal):
        return rules
    posted = limits_text(limits) if limits is not None else ""
    spec = TableSpec(rulebook=rulebook, choices=written, limits=posted, cards_are_read=cards_are_read)
    game = find_game(game_of(rules))
    chance, secret = given.get("chance"), _secret(given)
    if "listed" in given:
        chance = _listed(game.name, rules, given["listed"])
    elif not given.keys() - {"seed"} and not cards_are_read and game.name in SHUFFLED:
        chance = SHUFFLED[game.name](rules, given.get("seed"))
    table = game.table(spec, rules, secret, chance)
    table.keeps_log = True
    table.open_now()
    return table


def _check_seed(seed: Any) -> None:
    if seed is not None and type(seed) is not int:
        raise TypeError(f"a seed is a whole number such as 7, an int of Python, not {seed!r}")


def _secret(given: Mapping[str, Any]) -> bytes:
    """Returns the secret that is given, or one that is random or derived from the seed."""
    if "secret" not in given:
        return random_secret(given.get("seed"))
    secret = given["secret"]
    if type(secret) is not bytes or len(secret) != 32:
        raise ValueError(f"a table's secret has 32 bytes, not {secret!r}")
    return secret


def _listed(name: str, rules: TableRules[Any], header: str) -> Any:
    """Returns the chance that the lines of a header list. Raises ValueError where they are invalid."""
    listed = find_game(name).listed
    if listed is None:
        raise ValueError(f"a table of {name} cannot have listed chance")
    try:
        return listed(parse_pit(f"{header}\n---\n"), rules)
    except PitError as error:
        raise ValueError(error.message) from None


Table.opener = _open
