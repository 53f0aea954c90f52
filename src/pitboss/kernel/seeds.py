"""The states with which generators begin, from a seed and the number of a piece of work (splitmix64)."""

from typing import Final

MASK: Final = 2**64 - 1
_SEED, _INDEX, _GOLD = 0xD1342543DE82EF95, 0x2545F4914F6CDD1D, 0x9E3779B97F4A7C15
_MIX_ONE, _MIX_TWO = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def mixed(word: int) -> int:
    """A word whose bits all depend on all of the given one's."""
    word &= MASK
    word = (word ^ word >> 30) * _MIX_ONE & MASK
    word = (word ^ word >> 27) * _MIX_TWO & MASK
    return word ^ word >> 31


def of_seed(seed: int) -> int:
    """The state that belongs to a seed."""
    return mixed(seed * _SEED + _GOLD)


def of_piece(seed: int, index: int) -> int:
    """The state that belongs to one piece of work."""
    return mixed(of_seed(seed) + index * _INDEX)
