"""Memory layout of the compiled wheel, and the initial state of its generator."""

from typing import Final

from pitboss.atoms.fit import fit, same
from pitboss.simulate.seeds import MASK, state_of_seed

#: The maximum number of spins in a piece of work.
MOST_SPINS: Final = 2**24
#: Numbers per word: the word is multiplied by the size of the wheel six times, and each overflow is a number.
SPINS_A_WORD: Final = 6
#: The number of spins drawn before they are counted, and the bytes of a tally by compartment.
BLOCK, TALLY = 6 * 2**10, 8 * 256
#: Generator words per piece: those of its spins, and as many again for rejected words.
_STRETCH: Final = 2**23
_STEP: Final = 0xA0761D6478BD642F
#: The maximum number of compartments: each has a byte, and a word of every tally.
MOST_COMPARTMENTS: Final = TALLY // 8
same("the spins of a block", BLOCK % SPINS_A_WORD, 0)
fit("the compartment of a spin", MOST_COMPARTMENTS - 1, 256)
fit("six spins in a word", MOST_COMPARTMENTS**SPINS_A_WORD, 2**64)
fit("the words of a piece, with as many that are rejected", 2 * -(-MOST_SPINS // SPINS_A_WORD), _STRETCH + 1)


def rejected_below(compartments: int) -> int:
    """Returns the rejection threshold for the low half of a word's product with the sixth power of the wheel's size."""
    fit("the compartments of the wheel", compartments, MOST_COMPARTMENTS + 1)
    return 2**64 % compartments**SPINS_A_WORD


def first_state(seed: int, index: int) -> int:
    """Returns the generator's state at the start of a piece: the seed's state advanced by all pieces before it."""
    return state_of_seed(seed) + index * _STRETCH * _STEP & MASK
