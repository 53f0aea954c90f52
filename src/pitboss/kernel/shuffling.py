"""A shoe as a pure function of a seed and its number: wyrand, seeded anew for every shoe, and an exact shuffle.

So the result of any number of shoes depends neither on how they are cut into pieces of work nor on who plays them.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.kernel.memory import Word, high_product, load8, load32, load64, store8, store64, unlikely

U = np.uint64

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

_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT = (U(number) for number in (0, 1, 2, 3, 4, 8))
_FIFTEEN, _SIXTEEN, _MORE, _HALF = U(15), U(16), U(64), U(32)
_LOW = U(0xFFFFFFFF)
_GOLDEN, _MIX_ONE, _MIX_TWO = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_BY_SEED, _BY_NUMBER = U(0xD1342543DE82EF95), U(0x2545F4914F6CDD1D)
_STEP, _FLIP = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)
_SHIFT_ONE, _SHIFT_TWO, _SHIFT_THREE, _TAIL = U(30), U(27), U(31), U(77)


def thresholds(cards: int) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Below them a product of Lemire's method is biased and drawn again: for one card, and for two by one half word."""
    left = np.maximum(cards - np.arange(cards + ROOM, dtype=np.int64), 1)
    pairs = np.maximum(left * (left - 1), 1)
    return (2**32 % left).astype(np.uint32), (2**32 % pairs).astype(np.uint32)


@njit(forceinline=True)
def _mixed(word: Word) -> Word:
    """Splitmix's finisher."""
    word = (word ^ (word >> _SHIFT_ONE)) * _MIX_ONE
    word = (word ^ (word >> _SHIFT_TWO)) * _MIX_TWO
    return word ^ (word >> _SHIFT_THREE)


@njit(forceinline=True)
def seed_of(seed: Word, number: Word) -> Word:
    """The state with which the generator of a shoe begins."""
    return _mixed(seed * _BY_SEED + number * _BY_NUMBER + _GOLDEN)


@njit(forceinline=True)
def _swap(place: Word, by: Word) -> None:
    other = place + by
    card = load8(other)
    store8(other, load8(place))
    store8(place, card)


@njit(forceinline=False)
def _shuffle_fours(shoe: Word, state: Word, at: Word, to: Word, cards: Word, double: Word) -> Word:
    """Fisher-Yates from the front, four cards a word: each half of it gives two, exactly, or is drawn again."""
    while at < to:
        left = cards - at
        bias = double + (at << _TWO)
        while True:
            state += _STEP
            flipped = state ^ _FLIP
            word = high_product(state, flipped) ^ (state * flipped)
            one = (word & _LOW) * left
            two = (one & _LOW) * (left - _ONE)
            three = (word >> _HALF) * (left - _TWO)
            four = (three & _LOW) * (left - _THREE)
            if not unlikely(((two & _LOW) < load32(bias)) | ((four & _LOW) < load32(bias + _EIGHT))):
                break
        place = shoe + at
        _swap(place, one >> _HALF)
        _swap(place + _ONE, two >> _HALF)
        _swap(place + _TWO, three >> _HALF)
        _swap(place + _THREE, four >> _HALF)
        at += _FOUR
    return state


@njit(forceinline=False)
def shuffle_to(context: Word, stream: Word, to: Word) -> None:
    """Shuffles the stream's shoe on, as far as this place or to its end."""
    cards = load64(context + CARDS)
    shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
    filled = load64(context + FILLED) + stream * _EIGHT
    generator = load64(context + STATES) + stream * _EIGHT
    at = load64(filled)
    if to > cards - _SIXTEEN:
        to = at + ((cards - _ONE - at) & ~_FIFTEEN)
    state = _shuffle_fours(shoe, load64(generator), at, to, cards, load64(context + DOUBLE))
    store64(generator, state)
    at = to
    if to > cards - _SIXTEEN - _ONE:
        # the last few, one by one, from a generator of their own
        word = state ^ _TAIL
        while at < cards - _ONE:
            left = cards - at
            while True:
                word += _GOLDEN
                product = (_mixed(word) >> _HALF) * left
                if (product & _LOW) >= load32(load64(context + SINGLE) + (at << _TWO)):
                    break
            _swap(shoe + at, product >> _HALF)
            at += _ONE
        at = cards + _MORE
    store64(filled, at)


@njit(forceinline=True)
def value_at(context: Word, stream: Word, place: Word) -> Word:
    """The value of a card, which may lie behind what is shuffled so far."""
    filled = load64(load64(context + FILLED) + stream * _EIGHT)
    shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
    if unlikely(place - shoe >= filled) and filled < load64(context + CARDS):
        shuffle_to(context, stream, filled + _MORE)
    return load8(place) & _FIFTEEN


@njit(forceinline=False)
def lay_shoe(context: Word, stream: Word, number: Word) -> Word:
    """Lays the shoe of that number for the stream; its address."""
    stride = load64(context + STRIDE)
    shoe = load64(context + SHOES) + stream * stride
    given = load64(context + GIVEN)
    source = load64(context + ORDER) if given == _ZERO else given + number * stride
    for place in range(_ZERO, stride, _EIGHT):
        store64(shoe + place, load64(source + place))
    filled = load64(context + FILLED) + stream * _EIGHT
    if given == _ZERO:
        store64(load64(context + STATES) + stream * _EIGHT, seed_of(load64(context + SEED), number))
        store64(filled, _ZERO)
        shuffle_to(context, stream, load64(context + AHEAD))
    else:
        store64(filled, load64(context + CARDS) + _MORE)
    return shoe
