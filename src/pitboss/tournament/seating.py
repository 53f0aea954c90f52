"""Who sits where: the fewest tables that hold the players, as equal as can be, unless the operator chose otherwise."""

from collections.abc import Mapping, Sequence
from heapq import heapify, heapreplace
from typing import Final

Boxes = dict[int, str]
#: Seats that the operator chose: table and box of a player.
Chosen = Mapping[str, tuple[int, int]]
#: The notation names tables t1 to t99.
MOST_TABLES: Final = 99


def allocate(players: Sequence[str], chosen: Chosen, most: int) -> dict[int, Boxes]:
    """Boxes and players of each table that is used; whoever has no chosen seat takes the next free box in order."""
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
