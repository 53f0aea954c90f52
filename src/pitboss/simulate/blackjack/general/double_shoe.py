"""A double shoe in the general kernel: two sides, each with its cards, cutting card and shuffles.

The dealer may draw the determinant card from either side. Here the sides alternate, side a first.
"""

from numba import njit

from pitboss.atoms.match import is_red
from pitboss.compiled.memory import Word, load64, store64
from pitboss.simulate.blackjack.general.constant_loads import fixed64
from pitboss.simulate.blackjack.general.layout import LOG_SIDES, SHOE_WORDS, U, W
from pitboss.simulate.blackjack.general.shoe import EIGHT, ONE, Z, count_cards, draw, new_shoe, write_mark

X_OTHER, X_SIDE, X_RED_SIDE, X_EVERY_ROUND, X_CUT_AT = (
    W[name] for name in ("other", "side", "red_side", "every_round", "cut_at")
)
_FIRST_WORD, _SHOE_WORDS = W[SHOE_WORDS[0]], U(len(SHOE_WORDS))
_SIDE_A = U(LOG_SIDES[0])
_is_red = njit(is_red)


@njit(forceinline=False)
def _switch_side(x: Word, k: Word) -> Word:
    """Switches to the other side; returns the address of its next card."""
    count_cards(x, k)
    other, side = fixed64(x + X_OTHER), ONE - load64(x + X_SIDE)
    for word in range(_SHOE_WORDS):
        here, there = x + _FIRST_WORD + word * EIGHT, other + word * EIGHT
        saved = load64(here)
        store64(here, load64(there))
        store64(there, saved)
    next_card = load64(other + _SHOE_WORDS * EIGHT)
    store64(other + _SHOE_WORDS * EIGHT, k)
    store64(x + X_SIDE, side)
    write_mark(x, _SIDE_A + side)
    return next_card


@njit(forceinline=False)
def begin_double_round(x: Word, k: Word, done: Word) -> Word:
    """Shuffles the sides that are due and draws the determinant; returns the next card's address on the dealing
    side.
    """
    every = fixed64(x + X_EVERY_ROUND) != Z and done != Z
    if load64(x + X_SIDE) != Z:
        k = _switch_side(x, k)
    for _ in range(2):
        if k > load64(x + X_CUT_AT) or every:
            k = new_shoe(x, k)
        k = _switch_side(x, k)
    if done & ONE != Z:
        k = _switch_side(x, k)
    card, after = draw(x, k)
    side = load64(x + X_RED_SIDE) if _is_red(card) else ONE - load64(x + X_RED_SIDE)
    if side == load64(x + X_SIDE):
        return k  # the determinant is dealt to the first box
    return _switch_side(x, after)
