"""Analysis of whether a number of players can finish a tournament, before a card is dealt.

The number of qualifiers per table is fixed, so the sessions follow from the numbers of players alone.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games.tournament.rules import TournamentRules, tournament_rules
from pitboss.games.tournament.seating import MOST_TABLES, allocate, check_tables, held_as_playoff, most_at_a_table
from pitboss.games.tournament.state import Phase, State
from pitboss.law.refusal import LawWarning, Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.resolve import TableRules, game_of

#: Larger numbers of players are not analysed in advance.
MOST_CONSIDERED: Final = 99


def stopped_by(rules: TournamentRules, players: int, *, advance: int = 0, session: int = 1) -> Refusal | None:
    """Returns the refusal of the first session that cannot be held, or None if the tournament can finish."""
    advance = advance or rules.terms.advance
    while True:
        names = [str(number) for number in range(players)]
        objections = RefusalBuilder(rules.law)
        check_tables(rules, names, {}, objections)
        if objections:
            refusal = objections.build()
            return replace(refusal, message=f"in session {session}, {refusal.message}") if session > 1 else refusal
        sizes = [len(boxes) for boxes in allocate(names, {}, most_at_a_table(rules)).values()]
        if len(sizes) == 1:
            return None
        going = sum(min(advance, size) for size in sizes)
        if going == players:
            text = "all would go on from every session, and none be the final"
            return Refusal("advance", text, rules.cite("advance"), rules.law.rulebook)
        players, session = going, session + 1


def unfinishable(rules: TournamentRules, state: State) -> Refusal | None:
    """Returns why the present players cannot finish, with the settings that would help; None if they can."""
    players = state.in_play
    if state.phase not in (Phase.ENTRY, Phase.BETWEEN) or held_as_playoff(rules, state):
        return None
    if len(players) < rules.terms.table_players_least:
        return None  # too few for one table: the start itself is refused
    tables = allocate(players, state.seats, most_at_a_table(rules))
    going = sum(min(rules.terms.advance, len(boxes)) for boxes in tables.values())
    if len(tables) == 1:
        return None
    whole = going == len(players)
    refusal = stopped_by(rules, len(players) if whole else going, session=state.session + (1 if whole else 2))
    if refusal is None:
        return None
    text = f"{len(players)} players cannot play to the end: {refusal.message}"
    return replace(refusal, kind="unfinishable", message=text, allowed=ways_to_finish(rules, len(players)))


def ways_to_finish(rules: TournamentRules, players: int) -> tuple[str, ...]:
    """Returns the settings with which so many players could finish, and the numbers of players that can."""
    advances = [number for number in range(1, most_at_a_table(rules)) if not stopped_by(rules, players, advance=number)]
    settings = [f"advance={' or '.join(map(str, advances))}"] if advances else []
    numbers = numbers_that_finish(rules)
    return (*settings, f"{ranges_text(numbers)} players") if numbers else tuple(settings)


def with_ways(reason: str, ways: Sequence[str]) -> str:
    """Returns why a tournament cannot finish, with the settings that would work: the text of every place."""
    if not ways:
        return f"{reason}; no number of qualifiers from a table, and of players, would do under these conditions"
    return f"{reason}; it could be finished with {', or with '.join(ways)}"


def opening_warnings(law: TableRules[Any]) -> tuple[LawWarning, ...]:
    """Returns the warnings of a table, and for a tournament the numbers of players that cannot finish."""
    rules = tournament_rules(law) if game_of(law) == "tournament" else None
    if rules is None or isinstance(rules, Refusal):
        return law.warnings
    could = numbers_that_finish(rules)
    cannot = [number for number in _numbers(rules) if number not in could]
    if not cannot:
        return law.warnings
    refusal = stopped_by(rules, cannot[0])
    assert refusal is not None
    text = f"{ranges_text(cannot)} players could not play to the end: with {cannot[0]}, {refusal.message}"
    text = with_ways(text, ways_to_finish(rules, cannot[0]))
    return (*law.warnings, LawWarning(text, refusal.clauses, law.rulebook))


def numbers_that_finish(rules: TournamentRules) -> list[int]:
    """Returns the allowed numbers of players that can finish, cached on the rules."""
    key = "numbers that finish"
    if key not in rules.law.memo:
        rules.law.memo[key] = [number for number in _numbers(rules) if stopped_by(rules, number) is None]
    numbers: list[int] = rules.law.memo[key]
    return numbers


def _numbers(rules: TournamentRules) -> range:
    """Returns the numbers of players to analyse: those that may enter, up to the numbered tables."""
    least = rules.terms.min_players
    most = min(rules.terms.max_players or MOST_CONSIDERED, max(least, MOST_CONSIDERED))
    return range(least, most + 1) if least <= MOST_TABLES * most_at_a_table(rules) else range(0)


def ranges_text(numbers: Sequence[int]) -> str:
    """Returns ``4 to 7 or 22 to 49``; empty for no numbers."""
    if not numbers:
        return ""
    starts = [numbers[0], *(after for before, after in pairwise(numbers) if after > before + 1)]
    ends = [*(before for before, after in pairwise(numbers) if after > before + 1), numbers[-1]]
    pairs: Iterable[tuple[int, int]] = zip(starts, ends, strict=True)
    return " or ".join(str(start) if start == end else f"{start} to {end}" for start, end in pairs)
