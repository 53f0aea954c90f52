"""The compiled wheel: unbiased numbers, several per generator word, and their frequencies.

Each piece of work uses a separate range of the generator's words, by its index.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, entry, high_product, load8, load64, store8, store64, unlikely
from pitboss.simulate.roulette.layout import BLOCK, SPINS_A_WORD, TALLY

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
    """Writes ``spins`` compartments, a multiple of six, as bytes to ``place``. Returns the next state."""
    return _spin(state, compartments, reject, place, spins)


@njit(forceinline=True)
def _tally(tallies: Word, block: Word) -> None:
    at = tallies + (load8(block) << _3)
    store64(at, load64(at) + _1)


@entry
def count_spins(state: Word, compartments: Word, reject: Word, spins: Word, block: Word, tallies: Word) -> None:
    """Counts the compartments of ``spins`` spins in six tallies that are to be added."""
    while spins != _0:
        state = _spin(state, compartments, reject, block, _BLOCK)
        taken = min(spins, _BLOCK)
        place, end = block, block + taken
        while place + _SIX <= end:
            # separate tallies, so that a repeated number does not wait for the store of the one before
            for nth in range(SPINS_A_WORD):
                _tally(tallies + U(nth) * _TALLY, place + U(nth))
            place += _SIX
        while place < end:
            _tally(tallies, place)
            place += _1
        spins -= taken
