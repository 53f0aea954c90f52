"""A double shoe in the conventional kernel: two sides with their own cards, cutting card and shuffles.

From which side the determinant card is drawn is the dealer's to choose; here it is one side after the other, side a
first.
"""

from numba import njit

from pitboss.atoms.match import is_red
from pitboss.kernel.fixed import fixed64
from pitboss.kernel.layout import LOG_SIDES, SHOE_WORDS, U, W
from pitboss.kernel.memory import Word, load64, store64
from pitboss.kernel.shoe import EIGHT, ONE, Z, count_cards, draw, new_shoe, write_mark

X_OTHER, X_SIDE, X_RED_SIDE, X_EVERY_ROUND, X_CUT_AT = (
    W[name] for name in ("other", "side", "red_side", "every_round", "cut_at")
)
_FIRST_WORD, _SHOE_WORDS = W[SHOE_WORDS[0]], U(len(SHOE_WORDS))
_SIDE_A = U(LOG_SIDES[0])
_is_red = njit(is_red)


@njit(forceinline=False)
def _turn(x: Word, k: Word) -> Word:
    """Goes over to the other side; where its next card lies."""
    count_cards(x, k)
    other, side = fixed64(x + X_OTHER), ONE - load64(x + X_SIDE)
    for word in range(_SHOE_WORDS):
        here, there = x + _FIRST_WORD + word * EIGHT, other + word * EIGHT
        kept = load64(here)
        store64(here, load64(there))
        store64(there, kept)
    next_one = load64(other + _SHOE_WORDS * EIGHT)
    store64(other + _SHOE_WORDS * EIGHT, k)
    store64(x + X_SIDE, side)
    write_mark(x, _SIDE_A + side)
    return next_one


@njit(forceinline=False)
def begin_double(x: Word, k: Word, done: Word) -> Word:
    """Shuffles what is due and draws the determinant: the next card of the side from which the round is dealt."""
    every = fixed64(x + X_EVERY_ROUND) != Z and done != Z
    if load64(x + X_SIDE) != Z:
        k = _turn(x, k)
    for _ in range(2):
        if k > load64(x + X_CUT_AT) or every:
            k = new_shoe(x, k)
        k = _turn(x, k)
    if done & ONE != Z:
        k = _turn(x, k)
    card, after = draw(x, k)
    side = load64(x + X_RED_SIDE) if _is_red(card) else ONE - load64(x + X_RED_SIDE)
    if side == load64(x + X_SIDE):
        return k  # it is dealt to the first box
    return _turn(x, after)
