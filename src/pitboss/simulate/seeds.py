"""Initial states of the random generators, from a seed and the index of a piece of work (splitmix64)."""

from typing import Final

MASK: Final = 2**64 - 1
_SEED, _INDEX, _GOLD = 0xD1342543DE82EF95, 0x2545F4914F6CDD1D, 0x9E3779B97F4A7C15
_MIX_ONE, _MIX_TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mix(word: int) -> int:
    """Returns a word in which every bit depends on all bits of the argument."""
    word &= MASK
    word = (word ^ word >> 30) * _MIX_ONE & MASK
    word = (word ^ word >> 27) * _MIX_TWO & MASK
    return word ^ word >> 31


def state_of_seed(seed: int) -> int:
    """Returns the state of a seed."""
    return mix(seed * _SEED + _GOLD)


def state_of_piece(seed: int, index: int) -> int:
    """Returns the state of one piece of work."""
    return mix(state_of_seed(seed) + index * _INDEX)
