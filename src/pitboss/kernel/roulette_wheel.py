"""The wheel, compiled: numbers without bias, several from each word of the generator, and how often each came.

A piece of work has a stretch of the generator's words to itself, by its index: no two pieces of a seed share a word.
"""

from typing import Final

import numpy as np
from numba import njit
from numpy.typing import NDArray

from pitboss.kernel.memory import Word, high_product, unlikely

U = np.uint64

#: Spins in one piece of work at most.
MOST_SPINS: Final = 2**24
#: Numbers from each word: a word is multiplied by the size of the wheel, and what overflows is a number, six times.
SPINS_A_WORD: Final = 6
#: Words of the generator that belong to a piece: what its spins take, and as many again for words that are rejected.
_STRETCH: Final = 2**23
_BLOCK: Final = 6 * 2**10
_MASK: Final = 2**64 - 1
_SEED, _GOLD = 0xD1342543DE82EF95, 0x9E3779B97F4A7C15
_MIX_ONE, _MIX_TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_STEP, _FLIP = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)

Numbers = NDArray[np.uint8]
Counted = NDArray[np.int64]


def rejected_below(compartments: int) -> Word:
    """A word whose product with the sixth power of the wheel's size ends in less than this would bring a bias."""
    return U(2**64 % compartments**SPINS_A_WORD)


def first_state(seed: int, index: int) -> Word:
    """The state of the generator with which the piece of work of that index begins: that of the seed (splitmix64), and
    as many steps on as the pieces before it have words."""
    word = (seed * _SEED + _GOLD) & _MASK
    word = (word ^ word >> 30) * _MIX_ONE & _MASK
    word = (word ^ word >> 27) * _MIX_TWO & _MASK
    return U((word ^ word >> 31) + index * _STRETCH * int(_STEP) & _MASK)


@njit(nogil=True, cache=True)
def spin(state: Word, compartments: Word, reject: Word, places: Numbers) -> Word:
    """Fills the array, whose length is a multiple of six, with compartments; the state after that."""
    for start in range(0, len(places), SPINS_A_WORD):
        while True:
            state += _STEP
            flipped = state ^ _FLIP
            left = high_product(state, flipped) ^ (state * flipped)
            for place in range(start, start + SPINS_A_WORD):
                places[place] = high_product(left, compartments)
                left *= compartments
            if not unlikely(left < reject):
                break
    return state


@njit(nogil=True, cache=True)
def count_spins(state: Word, compartments: Word, reject: Word, spins: int, counts: Counted) -> None:
    """So many spins: how often each compartment came."""
    block = np.empty(_BLOCK, np.uint8)
    tallies = np.zeros((SPINS_A_WORD, 256), np.int64)
    while spins > 0:
        state = spin(state, compartments, reject, block)
        taken = min(spins, _BLOCK)
        whole = taken - taken % SPINS_A_WORD
        for start in range(0, whole, SPINS_A_WORD):
            # a tally for each, so that a number which comes twice in a row waits for nothing
            for place in range(SPINS_A_WORD):
                tallies[place, block[start + place]] += 1
        for place in range(whole, taken):
            tallies[0, block[place]] += 1
        spins -= taken
    for place in range(len(counts)):
        for tally in range(SPINS_A_WORD):
            counts[place] += tallies[tally, place]
