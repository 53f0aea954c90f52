"""What the compiled wheel and those who spin it share: sizes of its memory, and where its generator begins."""

from typing import Final

from pitboss.kernel.seeds import MASK, of_seed

#: Spins in one piece of work at most.
MOST_SPINS: Final = 2**24
#: Numbers from each word: a word is multiplied by the size of the wheel, and what overflows is a number, six times.
SPINS_A_WORD: Final = 6
#: Spins that are drawn before they are counted, and the bytes of a tally of them by compartment.
BLOCK, TALLY = 6 * 2**10, 8 * 256
#: Words of the generator that belong to a piece: what its spins take, and as many again for words that are rejected.
_STRETCH: Final = 2**23
_STEP: Final = 0xA0761D6478BD642F


def rejected_below(compartments: int) -> int:
    """A word whose product with the sixth power of the wheel's size ends in less than this would bring a bias."""
    return 2**64 % compartments**SPINS_A_WORD


def first_state(seed: int, index: int) -> int:
    """The state of the generator with which the piece of work of that index begins: that of the seed, and as many steps
    on as the pieces before it have words."""
    return of_seed(seed) + index * _STRETCH * _STEP & MASK
