"""How somebody counts at a simulated table, as a kernel takes it."""

from typing import Final

from msgspec import Struct

#: Ways from a running count to the bin of a round: the true count rounded down, towards nothing, to the nearest (a half
#: goes up), or the running count itself.
FLOOR, TRUNCATE, ROUND, RUNNING = range(4)
#: Bins of counts: so many, and that of zero. What lies beyond goes to the outermost.
BINS: Final = 256
MIDDLE: Final = 128


class Counting(Struct, frozen=True):
    """Tags by card and the count of a new shoe, in ``scale`` parts of one; and from what count on insurance is taken,
    where that is not left to the chart."""

    tags: tuple[int, ...]
    scale: int
    start: int
    way: int
    insure_at: int | None = None


def words_of_a_bin(wagers: int) -> int:
    """Rounds, sums of the main game and so many side wagers, and products of each two of them."""
    return 1 + (1 + wagers) + (1 + wagers) ** 2
