"""The wheel, compiled: numbers without bias, several from each word of the generator, and how often each came.

A piece of work has a stretch of the generator's words to itself, by its index: no two pieces of a seed share a word.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

import numpy as np
from numba import njit

from pitboss.kernel.memory import Word, entry, high_product, load8, load64, store8, store64, unlikely
from pitboss.kernel.wheel_layout import BLOCK, SPINS_A_WORD, TALLY

U = np.uint64
_STEP, _FLIP = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)
_0, _1, _3, _SIX, _BLOCK, _TALLY = U(0), U(1), U(3), U(SPINS_A_WORD), U(BLOCK), U(TALLY)


@njit(forceinline=True)
def _spin(state: Word, compartments: Word, reject: Word, place: Word, spins: Word) -> Word:
    end = place + spins
    while place < end:
        while True:
            state += _STEP
            flipped = state ^ _FLIP
            left = high_product(state, flipped) ^ (state * flipped)
            for nth in range(SPINS_A_WORD):
                store8(place + U(nth), high_product(left, compartments))
                left *= compartments
            if not unlikely(left < reject):
                break
        place += _SIX
    return state


@entry
def spin(state: Word, compartments: Word, reject: Word, place: Word, spins: Word) -> Word:
    """Writes so many compartments, a multiple of six, as bytes from this place on; the state after that."""
    return _spin(state, compartments, reject, place, spins)


@njit(forceinline=True)
def _tally(tallies: Word, block: Word) -> None:
    at = tallies + (load8(block) << _3)
    store64(at, load64(at) + _1)


@entry
def count_spins(state: Word, compartments: Word, reject: Word, spins: Word, block: Word, tallies: Word) -> None:
    """So many spins: how often each compartment came, in six tallies to be added up."""
    while spins != _0:
        state = _spin(state, compartments, reject, block, _BLOCK)
        taken = min(spins, _BLOCK)
        place, end = block, block + taken
        while place + _SIX <= end:
            # a tally for each, so that a number which comes twice in a row waits for nothing
            for nth in range(SPINS_A_WORD):
                _tally(tallies + U(nth) * _TALLY, place + U(nth))
            place += _SIX
        while place < end:
            _tally(tallies, place)
            place += _1
        spins -= taken
