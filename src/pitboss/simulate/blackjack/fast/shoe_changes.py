"""The end of a shoe and the start of the next in the fast kernel."""

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, load64, store64, unlikely
from pitboss.simulate.blackjack.fast.context import BURNT, CARDS, LAST, MOST_OUT, NEXT, OUT, SHOES, STRIDE, TOTALS
from pitboss.simulate.blackjack.fast.kernel_constants import K_BACK
from pitboss.simulate.blackjack.fast.rounds import play_round
from pitboss.simulate.blackjack.fast.shuffling import start_shoe

U = np.uint64
_0, _1, _3, _4, _8 = (U(number) for number in (0, 1, 3, 4, 8))


@njit(forceinline=False)
def _uncount_round(context: Word, stream: Word, shoe: Word, behind: Word, number: Word) -> Word:
    """Uncounts a round that exhausted the shoe and records it; returns the address of its start."""
    start = shoe + load64(context + BURNT)
    while True:
        after = play_round(context, stream, start, _0)
        if after == behind:
            break
        start = after
    play_round(context, stream, start, K_BACK)
    totals = load64(context + TOTALS)
    recorded = load64(totals + _8 + _8)
    if recorded < U(MOST_OUT):
        store64(load64(context + OUT) + (recorded << _4), number)
        store64(load64(context + OUT) + (recorded << _4) + _8, start - shoe)
    store64(totals + _8 + _8, recorded + _1)
    return start


@njit(forceinline=False)
def next_shoe(context: Word, stream: Word, behind: Word) -> Word:
    """Ends the stream's shoe and starts the next. Returns the address of its first card, 0 if there is none."""
    at = load64(context + NEXT) + (stream << _3)
    number = load64(at)
    if behind != _0:
        shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
        if unlikely(behind - shoe > load64(context + CARDS)):
            behind = _uncount_round(context, stream, shoe, behind, number - _1)
        totals = load64(context + TOTALS)
        store64(totals, load64(totals) + behind - shoe - load64(context + BURNT))
        store64(totals + _8, load64(totals + _8) + _1)
    if number >= load64(load64(context + LAST) + (stream << _3)):
        return _0
    store64(at, number + _1)
    return start_shoe(context, stream, number) + load64(context + BURNT)
