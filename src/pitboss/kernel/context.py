"""The memory of the fast kernel: what lies at which place of the block that a run hands to compiled code."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

U = np.uint64

#: Shoes in flight: each stream plays its own, one after the other.
STREAMS: Final = 4
#: Shoes that ran out, of which a run can keep note.
MOST_OUT: Final = 4096
#: The words of the context: the block of memory at whose address a kernel finds everything else.
FIELDS: Final = (
    "table",  # the flat tables
    "shoes",  # the shoes in flight, a stride apart, each with room behind its last card
    "stride",
    "states",  # the state of each shoe's generator
    "filled",  # how far each shoe is shuffled
    "order",  # the cards before the shuffle
    "given",  # shoes in a given order in place of shuffled ones, 0 for none
    "single",  # for each place of the shoe, 2^32 mod b, b the number of cards from there on
    "double",  # 2^32 mod b(b - 1)
    "cards",
    "ahead",  # how far a new shoe is shuffled at once
    "seed",
    "next",  # the number of the next shoe of each stream
    "last",  # and of the first that is not its own
    "burnt",
    "limit",
    "hole",
    "boxes",
    "suits",  # whether cards carry their suit
    "hands",  # endings of split hands, 8 bytes a box, and behind them the endings of the boxes
    "ends",  # counts: boxes with one hand, by its ending and the dealer's
    "split_ends",  # hands of split boxes, likewise
    "splits",  # split boxes, by result
    "sides",  # boxes, by the code of their side wagers; behind them what such boxes brought in the main game
    "nets",  # what each code brings on each side wager
    "wagers",  # how many side wagers there are
    "ratio",  # units of all results in one of split boxes
    "products",  # of what two wagers brought in a round on all boxes, where there are several
    "dealers",  # rounds by the dealer's ending, of those that ``ends`` does not show
    "totals",  # cards drawn, shoes played, shoes that ran out
    "out",  # shoes that ran out: number and place of the round that did not end
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
) = (U(8 * place) for place in range(len(FIELDS)))

#: Behind the last card of a shoe lie tens, so that a round which runs out of cards comes to an end there.
ROOM: Final = 512
#: A shoe is shuffled as far as its limit and the cards of a usual round; the rest follows if it is needed.
AHEAD_ALONE, AHEAD_OF_BOXES = 27, 55


def thresholds(cards: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Below them a product of Lemire's method is biased and drawn again: for one card, and for two by one half word."""
    left = np.maximum(cards - np.arange(cards + ROOM, dtype=np.int64), 1)
    pairs = np.maximum(left * (left - 1), 1)
    return (2**32 % left).astype(np.uint32), (2**32 % pairs).astype(np.uint32)
