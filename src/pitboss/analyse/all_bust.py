"""How often all hands of a split box bust while the dealer has a blackjack: exact for up to four hands.

It matters where a dealer's blackjack takes busted wagers and one more of the box: with all hands bust there is no
other. As in ``second_moment``, unseen cards are exchangeable, and a sum over the sets of cards that a hand may end with
replaces its busts. The sets of two hands are listed; those of four are evaluated as pairs from two such lists.
"""

from collections.abc import Sequence
from functools import cached_property, reduce
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer_draws import CARD_KEYS, depth_first, possible
from pitboss.analyse.splits import paths

#: The most hands of a box whose sets are feasible.
MOST_HANDS: Final = 4

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class BustSets(Struct, frozen=True):
    """Sets of cards of some hands, in ascending order: the weight of all of them busting, and that times their loss."""

    keys: Ints
    bust: Floats
    lost: Floats

    @classmethod
    def merged(cls, keys: Ints, bust: Floats, lost: Floats) -> "BustSets":
        """Returns the sets with the weights of equal ones added."""
        unique, place = np.unique(keys, return_inverse=True)
        sums = (np.bincount(place, weights).astype(np.float64) for weights in (bust, lost))
        return cls(unique, *sums)

    def __add__(self, other: "BustSets") -> "BustSets":
        """Returns the sets of both."""
        keys = np.concatenate((self.keys, other.keys))
        bust, lost = np.concatenate((self.bust, other.bust)), np.concatenate((self.lost, other.lost))
        return BustSets.merged(keys, bust, lost)

    def __mul__(self, other: "BustSets") -> "BustSets":
        """Returns the unions of one set of each."""
        keys = np.add.outer(self.keys, other.keys)
        bust = np.multiply.outer(self.bust, other.bust)
        lost = np.multiply.outer(self.lost, other.bust) + np.multiply.outer(self.bust, other.lost)
        return BustSets.merged(keys.ravel(), bust.ravel(), lost.ravel())

    def times(self, number: float) -> "BustSets":
        """Returns the sets with other weights."""
        return BustSets(self.keys, self.bust * number, self.lost * number)


class AllBust:
    """The boxes of at most ``most`` hands that bust with all of them before a dealer's blackjack.

    ``other`` are the sets of a hand whose second card is not of the pair, ``same`` of one whose second card is.
    ``left`` are the cards beside the up card, ``hole`` is the value of the card that gives the dealer a blackjack.
    """

    def __init__(self, other: BustSets, same: BustSets, most: int, left: Ints, hole: int) -> None:
        assert most <= MOST_HANDS
        kinds = other, other + same
        firsts: dict[tuple[int, ...], BustSets] = {}
        for path, orders in paths(most):
            hands = [0] * path.finished + [1] * (path.hands - path.finished)
            place = (len(hands) + 1) // 2
            first, last = _product(kinds, hands[:place]).times(orders), tuple(hands[place:])
            firsts[last] = firsts[last] + first if last in firsts else first
        #: The sets of the first hands and of the last ones.
        self._halves = [(first, _product(kinds, last)) for last, first in firsts.items()]
        self._left, self._hole = left, hole

    @cached_property
    def chance(self) -> float:
        """The probability that the pair is dealt, all hands bust and the dealer has a blackjack."""
        return sum(self._weigh((one.keys, one.bust), (two.keys, two.bust)) for one, two in self._halves)

    @cached_property
    def lost(self) -> float:
        """The sum of what the hands lose in these cases, times their probabilities."""
        return sum(
            self._weigh((one.keys, one.lost), (two.keys, two.bust))
            + self._weigh((one.keys, one.bust), (two.keys, two.lost))
            for one, two in self._halves
        )

    def _weigh(self, first: tuple[Ints, Floats], last: tuple[Ints, Floats]) -> float:
        """Returns the sum over pairs of sets of their weights times the probability of both beside the hole card."""
        (keys, weights), (others, factors) = (_without_zeros(*sets) for sets in (first, last))
        keys = keys + CARD_KEYS[self._hole]
        chosen = possible(self._left, keys)
        if not chosen.any() or not len(others):
            return 0.0
        draws = depth_first(others, factors, np.zeros(len(others), np.int64))
        figures = np.ascontiguousarray(weights[chosen, np.newaxis])
        return float(native.weigh(native.new_lanes(1), draws, self._left, keys[chosen], figures))


def _without_zeros(keys: Ints, weights: Floats) -> tuple[Ints, Floats]:
    return keys[weights != 0.0], weights[weights != 0.0]


def _product(kinds: tuple[BustSets, BustSets], hands: Sequence[int]) -> BustSets:
    """Returns the sets of hands of these kinds together."""
    return reduce(BustSets.__mul__, (kinds[kind] for kind in hands))
