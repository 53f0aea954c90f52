"""Memory layout of the fast kernel: the context block that a run passes to compiled code."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

U = np.uint64

#: The number of concurrent streams; each plays its shoes one after the other.
STREAMS: Final = 4
#: Capacity of the list of exhausted shoes of a run.
MOST_OUT: Final = 4096
#: The words of the context, whose address is the kernel's argument.
FIELDS: Final = (
    "table",  # the flat tables
    "shoes",  # the shoes of all streams, a stride apart, each with room behind its last card
    "stride",
    "states",  # the generator state of each shoe
    "filled",  # the number of shuffled cards of each shoe
    "order",  # the cards before the shuffle
    "given",  # shoes in a given order instead of shuffled ones, or 0
    "single",  # for each index of the shoe, 2^32 mod b, where b is the number of cards from there on
    "double",  # 2^32 mod b(b - 1)
    "cards",
    "ahead",  # the number of cards of a new shoe that are shuffled immediately
    "seed",
    "next",  # the index of the next shoe of each stream
    "last",  # the end of each stream's range of shoes
    "burnt",
    "limit",
    "hole",
    "boxes",
    "suits",  # 0 without side wagers; else cards carry their suit: 1 if the box decides all wagers, 2 if one reads more
    "hands",  # endings of split hands, 8 bytes per box, followed by the endings of the boxes
    "ends",  # counts of boxes with one hand, by its ending and the dealer's
    "split_ends",  # counts of hands of split boxes, likewise
    "splits",  # counts of split boxes, by result
    "sides",  # counts of boxes by the code of their side wagers, followed by their sums of main game results
    "nets",  # the result of each code on each side wager
    "wagers",  # the number of side wagers
    "ratio",  # units of the main game per unit of split boxes
    "products",  # products of the results of two wagers in a round, if there are several boxes
    "dealers",  # counts of rounds by the dealer's ending that are not in ``ends``
    "totals",  # cards drawn, shoes played, shoes exhausted
    "out",  # exhausted shoes: index, and offset of the unfinished round
    "deals",  # codes of side wagers by two cards of the box and the dealer's first card, or 0
    "finals",  # codes of side wagers by that code, the dealer's ending and the number of the dealer's cards, or 0
)
(
    TABLE,
    SHOES,
    STRIDE,
    STATES,
    FILLED,
    ORDER,
    GIVEN,
    SINGLE,
    DOUBLE,
    CARDS,
    AHEAD,
    SEED,
    NEXT,
    LAST,
    BURNT,
    LIMIT,
    HOLE,
    BOXES,
    SUITS,
    HANDS,
    ENDS,
    SPLIT_ENDS,
    SPLITS,
    SIDES,
    NETS,
    WAGERS,
    RATIO,
    PRODUCTS,
    DEALERS,
    TOTALS,
    OUT,
    DEALS,
    FINALS,
) = (U(8 * place) for place in range(len(FIELDS)))

#: The bytes behind ``hands``.
HANDS_BYTES: Final = 256
#: The padding of tens behind the last card of a shoe, in which a round that exhausts the shoe ends.
ROOM: Final = 512
#: A shoe is shuffled up to its limit plus the cards of a usual round; the rest is shuffled on demand.
AHEAD_ALONE, AHEAD_OF_BOXES = 27, 55


def thresholds(cards: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Returns the rejection thresholds of Lemire's method, for one card and for two cards from one half word."""
    left = np.maximum(cards - np.arange(cards + ROOM, dtype=np.int64), 1)
    pairs = np.maximum(left * (left - 1), 1)
    return (2**32 % left).astype(np.uint32), (2**32 % pairs).astype(np.uint32)
