"""Allocation of seats: the fewest tables, of nearly equal size, unless the operator chose seats."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heapreplace
from typing import Final

from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import Phase, State
from pitboss.law.refusal_builder import RefusalBuilder

Boxes = dict[int, str]
#: Seats that the operator chose: table and box by player.
Chosen = Mapping[str, tuple[int, int]]
#: The notation has tables t1 to t99.
MOST_TABLES: Final = 99


def allocate(players: Sequence[str], chosen: Chosen, most: int) -> dict[int, Boxes]:
    """Returns the boxes and players of each used table. Players without a chosen seat take the free boxes in order."""
    tables: dict[int, Boxes] = {}
    for player in players:
        if player in chosen:
            table, box = chosen[player]
            tables.setdefault(table, {})[box] = player
    free = [player for player in players if player not in chosen]
    count = max(-(-len(players) // most), *tables, 1) if tables else -(-len(players) // most)
    sizes = [(len(tables.get(number, {})), number) for number in range(1, count + 1)]
    heapify(sizes)
    for _ in free:
        size, smallest = sizes[0]
        heapreplace(sizes, (size + 1, smallest))
    waiting = iter(free)
    for size, number in sorted(sizes, key=lambda sized: sized[1]):
        boxes = tables.setdefault(number, {})
        box = 1
        while len(boxes) < size:
            if box not in boxes:
                boxes[box] = next(waiting)
            box += 1
    return {number: dict(sorted(tables[number].items())) for number in sorted(tables) if tables[number]}


def most_at_a_table(rules: TournamentRules) -> int:
    """Returns the maximum of players at a table, by its boxes and the law."""
    return min(rules.terms.table_players_most, rules.table.terms.boxes)


def held_as_playoff(rules: TournamentRules, state: State) -> bool:
    """Returns whether the next session lacks players only because some dropped out.

    Then it is held as a play-off, for which two players suffice.
    """
    terms = rules.terms
    sent_on = sum(min(terms.advance, len(table.boxes)) for table in state.tables.values())
    short = terms.playoff_players_least <= len(state.in_play) < terms.table_players_least <= sent_on
    return state.phase is Phase.BETWEEN and short


def check_next_session(rules: TournamentRules, state: State, chosen: Chosen, objections: RefusalBuilder) -> None:
    """Add an objection for each table size of the next session that is not allowed."""
    terms = rules.terms
    least = terms.playoff_players_least if held_as_playoff(rules, state) else terms.table_players_least
    check_tables(rules, state.in_play, chosen, objections, least)


def check_tables(
    rules: TournamentRules, players: Sequence[str], chosen: Chosen, objections: RefusalBuilder, least: int = 0
) -> None:
    """Add an objection for each table size that is not allowed."""
    least, most = least or rules.terms.table_players_least, rules.terms.table_players_most
    seats = {name: seat for name, seat in chosen.items() if name in players}
    tables = allocate(players, seats, most_at_a_table(rules)) if players else {}
    if not tables:
        objections.add("table_players_least", "there is nobody to play")
    wrong: dict[int, list[str]] = {}
    for number, boxes in tables.items():
        if not least <= len(boxes) <= most:
            wrong.setdefault(len(boxes), []).append(str(number))
    for count, numbers in wrong.items():
        which = "table" if len(numbers) == 1 else "tables"
        text = f"a table has {least} to {most} players, and {which} {', '.join(numbers)} would have {count}"
        objections.add("table_players_least", text, "table_players_most")
