"""The second moments of a round: one box, several dealer's hands of one box, and several boxes of one shoe."""

from functools import cached_property
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.box_covariance import box_sets, extra_loss_bound, same_dealer
from pitboss.analyse.game import pays_suits
from pitboss.analyse.results import BoxResults
from pitboss.analyse.second_moment import ColumnPlay, SecondMoment
from pitboss.analyse.shoe import TEN


class Covariance(Struct, frozen=True):
    """The covariance of two results per unit of their wagers, and their correlation.

    ``why`` gives the reason if it is not computed.
    """

    covariance: float = 0.0
    correlation: float = 0.0
    #: The most by which the covariance may be off; 0 if it is exact.
    bound: float = 0.0
    why: str = ""

    @property
    def source(self) -> str:
        """Whether the covariance is exact, has a bound, or is not computed."""
        return "not computed" if self.why else "bounded" if self.bound else "exact"


class RoundSpread:
    """The standard deviation of a round per unit wagered before the deal, computed when it is first read."""

    def __init__(
        self, moment: SecondMoment, results: BoxResults, expectation: float, columns: tuple[ColumnPlay, ...]
    ) -> None:
        self._moment, self._spots, self._expectation = moment, results.spots, expectation
        self._unsplit, self._columns, self._most = results.second, columns, results.reach

    @property
    def pays_suits(self) -> bool:
        """Whether hands of the same values are paid by their suits."""
        return any(len({form for form, _ in forms}) > 1 for _, forms in self._moment.game.suited_kinds)

    @property
    def assumes_busts(self) -> bool:
        """Whether the busts of a box's split hands are taken as independent."""
        game = self._moment.game
        return game.busts_and_one and not (self._spots == 1 and game.counts_busts(TEN))

    @cached_property
    def deviation(self) -> float:
        """The deviation: second moments of one dealer's hand and, if there are several, of each two of them."""
        second, spots = self._against_one, self._spots
        if spots > 1:
            second = (second + (spots - 1) * self._against_two) / spots
        return sqrt(max(second / self._moment.unit**2 - self._expectation**2, 0.0))

    @property
    def two_dealers(self) -> Covariance | None:
        """The results of one box against two dealer's hands; None against one hand."""
        if self._spots == 1:
            return None
        square = self._moment.unit**2
        variance = self._against_one / square - self._expectation**2
        covariance = self._against_two / square - self._expectation**2
        return Covariance(covariance, covariance / variance)

    @cached_property
    def two_boxes(self) -> Covariance:
        """The results of two boxes of one shoe against the same dealer's hand, each played by its own cards."""
        moment = self._moment
        if pays_suits(moment.game.rules):
            return Covariance(why="hands are paid by suits, which two boxes draw from one shoe")
        weighted = [(moment.probability(column.up), column) for column in self._columns]
        square, bound = moment.unit**2, 0.0
        if moment.game.busts_and_one:
            bound = sum(weight * extra_loss_bound(moment, column, self._most) for weight, column in weighted) / square
        product = sum(weight * same_dealer(moment, column) for weight, column in weighted) / square
        covariance = product - self._expectation**2
        return Covariance(covariance, covariance / (self._against_one / square - self._expectation**2), bound)

    def deviation_of(self, boxes: int) -> float:
        """Returns the deviation of a round's result over some boxes, in first wagers; 0 if it is not computed."""
        if boxes == 1:
            return self.deviation
        shared = self.two_boxes
        if shared.why or self._spots > 1:
            return 0.0
        return sqrt(boxes * self.deviation**2 + boxes * (boxes - 1) * shared.covariance)

    def product_with(self, up: int, figures: NDArray[np.float64]) -> float:
        """Returns the mean over all rounds of a box's result times a figure of the dealer's end against an up card."""
        moment = self._moment
        column = next((each for each in self._columns if each.up == up), None)
        if column is None:
            return 0.0
        keys, rows = box_sets(moment, column)
        return moment.probability(up) * moment.weigh_one(up, keys, rows * figures) / moment.unit

    @cached_property
    def _against_one(self) -> float:
        """The second moment against one dealer's hand."""
        moment = self._moment
        return self._unsplit + sum(moment.probability(each.up) * moment.split(each) for each in self._columns)

    @cached_property
    def _against_two(self) -> float:
        """The mean product of the results against two dealer's hands."""
        moment = self._moment
        return sum(moment.probability(each.up) * moment.two_dealers(each) for each in self._columns)
