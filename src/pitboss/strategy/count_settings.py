"""The counting parameters that a kernel takes."""

from typing import Final

from msgspec import Struct

from pitboss.atoms.fit import fit

#: Conversions from a running count to the bin of a round: the true count rounded down, towards zero, or to the nearest
#: integer (a half rounds up), or the running count itself.
FLOOR, TRUNCATE, ROUND, RUNNING = range(4)
#: The number of bins and the index of the bin of count zero. Counts out of range go to the outermost bins.
BINS: Final = 256
MIDDLE: Final = 128
fit("the bin of a count of zero", MIDDLE, BINS)


class CountSettings(Struct, frozen=True):
    """The counting parameters.

    Tags by card and the initial count of a shoe are in units of 1/``scale``. Insurance is taken from the count
    ``insure_at`` on; None leaves it to the chart.
    """

    tags: tuple[int, ...]
    scale: int
    start: int
    way: int
    insure_at: int | None = None


def bin_size(wagers: int) -> int:
    """Returns the size of a bin in words.

    A bin holds the number of rounds, the sum of the main game and of each side wager, and the products of each two.
    """
    return 1 + (1 + wagers) + (1 + wagers) ** 2
