"""The distribution of a round's net result, with the joint distribution of the hands of split boxes.

Boxes whose sets of cards are too many to list keep the distribution of ``results``, and their probability bounds the
error.
"""

from itertools import groupby
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.pays import KINDS
from pitboss.analyse.results import BoxResults, SplitPart
from pitboss.analyse.second_moment import ColumnPlay, SecondMoment
from pitboss.analyse.split_results import JointSplit, SplitResults
from pitboss.strategy.hand_classes import DEALER_BLACKJACK

Floats = NDArray[np.float64]

#: The most products of two sets of cards that are added up for the boxes of one pair with one number of hands: about a
#: second for all pairs, and as much as lists every split into two hands.
QUICK: Final = 1_500_000
#: The same where an exact distribution is asked for: half a minute for splits into three hands.
THOROUGH: Final = 200_000_000

_OUTCOMES: Final = ("lost", "level", "won")
_INDEPENDENT: Final = "the hands of {hands} are taken as independent once the dealer's is known"
_SUITS: Final = "the suits of several hands of a split box that are paid by them are taken as independent"
_BUSTS: Final = "the busts of a split box's hands before a dealer's blackjack are taken as independent"


class RoundDistribution(Struct, frozen=True):
    """The probabilities of results, and what they rest on."""

    #: The probability of each net result in units of the first wager.
    nets: dict[float, float]
    #: The probabilities that a box wins more hands than it loses, as many, or fewer, and that it surrenders.
    outcomes: dict[str, float]
    #: The most by which the probability of any set of results may be off; 0 if all are exact.
    bound: float
    #: The approximations; empty if the distribution is exact.
    conventions: tuple[str, ...]
    #: The results that only boxes of equal hands have, all the best or all the worst: exact despite a convention.
    exact_nets: frozenset[float] = frozenset()


class Distributions:
    """Computes distributions of a round, each when it is first asked for."""

    def __init__(self, results: BoxResults, moment: SecondMoment, columns: tuple[ColumnPlay, ...]) -> None:
        self._results, self._moment = results, moment
        self._columns = {column.up: column for column in columns}
        self._found: dict[int, RoundDistribution] = {}

    def of(self, most_products: int) -> RoundDistribution:
        """Returns the distribution with at most so many products of sets for each pair and number of hands."""
        if most_products not in self._found:
            self._found[most_products] = self._compute(most_products)
        return self._found[most_products]

    def _compute(self, most_products: int) -> RoundDistribution:
        results = self._results
        chances, hands, off, approximate = results.chances.copy(), results.hands.copy(), 0.0, set()
        rest = np.zeros_like(chances)  # what rests on conventions
        for (up, pair), group in groupby(results.parts, lambda part: (part.up, part.pair)):
            parts, joint = list(group), JointSplit(self._moment, self._columns[up], pair)
            left, others = sum(float(part.chances.sum()) for part in parts), []
            for part in parts:
                found = joint.results(part.hands, most_products)
                if found is None:
                    others.append(part)
                else:
                    left -= self._add(chances, hands, part, found)
            for part in others:
                share = left / sum(float(part.chances.sum()) for part in others)
                ends, middle = self._with_exact_ends(part, share * part.chances, joint)
                chances += ends
                rest += middle
                hands += share * part.balance
                approximate.add(part.hands)
            off += left if others else 0.0
        bounds = {_independent(approximate): off, _SUITS: self._suits_off(), _BUSTS: self._busts_off()}
        bounds = {convention: bound for convention, bound in bounds.items() if bound}
        outcomes = dict(zip(_OUTCOMES, map(float, hands), strict=True)) | {"surrendered": results.given_up}
        nets, conventional = self._nets(chances + rest), self._nets(rest)
        exact = frozenset(nets) - (conventional.keys() if set(bounds) == {_independent(approximate)} else nets.keys())
        return RoundDistribution(nets, outcomes, sum(bounds.values()), tuple(bounds), exact)

    def _nets(self, chances: Floats) -> dict[float, float]:
        reach, unit = self._results.reach, self._results.pays.unit
        return {float(place - reach) / unit: float(chances[place]) for place in np.flatnonzero(chances)}

    def _add(self, chances: Floats, hands: Floats, part: SplitPart, found: SplitResults) -> float:
        """Adds split boxes to the probabilities of net results and of hands won; returns their probability."""
        shares, shifts = found.chances.copy(), self._results.insurance * part.insured
        if self._results.reads[part.up]:
            shares[:, DEALER_BLACKJACK] = 0.0  # the round ended before the split
        places = found.nets[:, np.newaxis] + shifts + self._results.reach
        chances += np.bincount(places.ravel(), shares.ravel(), len(chances))
        hands += np.bincount(np.sign(found.balances) + 1, shares.sum(axis=1), 3)
        return float(shares.sum())

    def _with_exact_ends(self, part: SplitPart, chances: Floats, joint: JointSplit) -> tuple[Floats, Floats]:
        """Returns what is exact of split boxes whose hands are taken as independent, and the rest.

        A box has its greatest result if every hand has the best one. Hands that have it are few, mostly doubled, so
        their sets can be listed; the same goes for the least result. The rest is scaled to the same sum.
        """
        ends, total = np.zeros_like(chances), float(chances.sum())
        if part.insured or self._moment.game.suited_kinds:
            return ends, chances
        middle = chances.copy()
        for place in (0, -1):
            found = joint.of_label(place).results(part.hands, QUICK)
            if found is not None:
                at = self._results.reach + int(found.nets[0])
                middle[at] = 0.0
                self._add(ends, np.zeros(3), part, found)
        return ends, middle * ((total - float(ends.sum())) / float(middle.sum()))

    def expectation_bound(self) -> float:
        """Returns the most by which the expectation may be off, in first wagers: boxes of busts lose one wager less."""
        return self._busts_off() if self._moment.game.busts_and_one else 0.0

    def square_bound(self) -> float:
        """Returns the most by which the mean square of a round's result may be off, in squared first wagers.

        The covariance of two hands paid by their suits is at most a quarter of the square of the range of their pays.
        A box of busts loses at most one wager less, which changes a square by twice the largest result and one.
        """
        suits, largest = self._suits_off(), self._results.reach / self._results.pays.unit
        return suits * self._range_of_suits() ** 2 / 4 + self.expectation_bound() * (2 * largest + 1)

    def _range_of_suits(self) -> float:
        """Returns the largest difference between two pays of hands with the same values, in first wagers."""
        table, differences = self._moment.addeds[False], [0.0]
        for kind, forms in self._moment.game.suited_kinds:
            for start in range(0, len(table), KINDS):
                rows = table[[start + form for form, _ in (*forms, (kind, 1.0))]]
                differences.append(float(np.ptp(rows, axis=0).max()))
        return max(differences) / self._moment.unit

    def _suits_off(self) -> float:
        """Returns a bound of the probability of boxes of which several hands are paid by their suits."""
        if not self._moment.game.suited_kinds:
            return 0.0
        pairs = {(part.up, part.pair) for part in self._results.parts}
        moment, columns = self._moment, self._columns
        return sum(moment.probability(up) * moment.suited_pairs(columns[up], pair) for up, pair in pairs)

    def _busts_off(self) -> float:
        """Returns a bound of what the boxes of which all hands bust before a dealer's blackjack are off."""
        bound, moment = 0.0, self._moment
        for (up, pair), (beaten, taken) in self._results.collected.items():
            exact = moment.all_bust(self._columns[up], pair)
            bound += beaten if exact is None else max(taken, moment.probability(up) * exact.chance)
        return bound


def _independent(hands: set[int]) -> str:
    if not hands or min(hands) == 2:
        return _INDEPENDENT.format(hands="some split boxes" if hands else "no split box")
    return _INDEPENDENT.format(hands=f"some boxes that are split into {min(hands)} or more")
