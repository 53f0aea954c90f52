"""The distribution of a box's net result against one dealer's hand.

For a box that is not split the distribution is exact. The hands of a split box are treated as independent given the
dealer's hand, each dealt from the shoe without the first card of its sister. The deviation does not rest on that:
``second_moment`` computes it exactly.
"""

from functools import reduce
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse.dealer import ENDS
from pitboss.analyse.game import AnalysedGame
from pitboss.analyse.pays import ADDED, KINDS, ORIGINAL
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK, DEALER_BUST

if TYPE_CHECKING:
    from pitboss.analyse.column import Column

Floats = NDArray[np.float64]
#: The probability of each pair (hands finished by another card, hands that take any card) of a split.
Ways = dict[tuple[int, int], float]
_OUTCOMES: Final = ("lost", "level", "won")
_SPLIT_METHOD: Final = "the hands of a split box are taken as independent once the dealer's is known"


class BoxResults:
    """Accumulator of the results of all boxes, as integers in the pays' unit."""

    def __init__(self, game: AnalysedGame) -> None:
        terms, pays = game.rules.terms, game.pays
        self.pays, self.reads, self._game = pays, game.reads, game
        #: The results of a blackjack by the dealer's end, each with its probability.
        self._blackjacks = [(pays.blackjack, 1.0 - game.suits.blackjack), (pays.suited_blackjack, game.suits.blackjack)]
        self.spots = terms.spots_needed if terms.spots > 1 else 1
        #: The largest absolute result of one hand, and of a box.
        largest = (np.abs(nets).max() for nets in (pays.nets, pays.blackjack, pays.suited_blackjack))
        self._most = int(max(*largest, abs(pays.even))) + pays.unit * game.busts_and_one
        self.reach = self._most * max(terms.split_hands, 1) + pays.insurance + pays.insured
        self.chances: Floats = np.zeros(2 * self.reach + 1)
        self.hands: Floats = np.zeros(3)
        self.given_up = self.split = 0.0
        #: The second moment against one dealer's hand of the boxes that are not split, in the square of the pays' unit.
        self.second = 0.0
        #: The net result of each ending, by how often the hand was doubled: where the hole card is not read before the
        #: play, and where it is.
        self._original, self._added = [], []
        for read in (False, True):
            nets = pays.nets_if(read=read)
            if read:
                nets[ORIGINAL, :, :, DEALER_BLACKJACK] = pays.read
            self._original.append(np.concatenate(list(nets[ORIGINAL])))
            self._added.append(np.concatenate(list(nets[ADDED])))
        self._insurance = np.where(np.arange(ENDS) == DEALER_BLACKJACK, pays.insurance, -pays.insured)

    @property
    def conventions(self) -> tuple[str, ...]:
        """The approximations that the distribution rests on; empty if it is exact."""
        return (_SPLIT_METHOD,) if self.split and self.spots == 1 else ()

    def distribution(self) -> dict[float, float]:
        """Returns the probability of each net result in units of the first wager; empty with several dealer's hands."""
        if self.spots > 1:
            return {}
        places = np.nonzero(self.chances)[0]
        return {float(place - self.reach) / self.pays.unit: float(self.chances[place]) for place in places}

    def outcomes(self) -> dict[str, float]:
        """Returns the probabilities that a box wins more hands than it loses, as many, or fewer, or surrenders."""
        return dict(zip(_OUTCOMES, map(float, self.hands), strict=True)) | {"surrendered": float(self.given_up)}

    # --- boxes ---------------------------------------------------------------------------------------------------

    def fixed(self, weight: float, net: int) -> None:
        """Adds a box with a certain result."""
        self._add(weight, np.ones((1, 1)), np.array([[net]]))
        self._outcome(weight, np.ones((1, 1)), np.array([[net]]))

    def blackjack(self, weight: float, ends: Floats, *, insured: bool) -> None:
        """Adds a player's blackjack."""
        for nets, share in self._blackjacks:
            if share:
                self._add(weight * share, ends[np.newaxis, :], nets[np.newaxis, :] + self._insurance * insured)
                self._outcome(weight * share, ends[np.newaxis, :], nets[np.newaxis, :])

    def surrendered(self, weight: float, up: int, beaten: float, *, insured: bool) -> None:
        """Adds a surrendered hand. A dealer's blackjack that is read before the play prevents the surrender."""
        chances = np.zeros((1, ENDS))
        chances[0, DEALER_BUST], chances[0, DEALER_BLACKJACK] = 1.0 - beaten, beaten
        nets = self.pays.surrender[np.newaxis].copy()
        if self.reads[up]:
            nets[0, DEALER_BLACKJACK] = self.pays.read
            self.hands[0] += weight * beaten
        self.given_up += weight * (1.0 - beaten if self.reads[up] else 1.0)
        self._add(weight, chances, nets + self._insurance * insured)

    def played(self, weight: float, up: int, endings: Floats, *, insured: bool) -> None:
        """Adds a box that was not split."""
        nets, endings = self._original[self.reads[up]], self._game.spread_over_suits(endings)
        self._add(weight, endings, nets + self._insurance * insured)
        self._outcome(weight, endings, nets)

    def _outcome(self, weight: float, chances: Floats, nets: NDArray[np.int64]) -> None:
        signs = np.broadcast_to(np.sign(nets) + 1, chances.shape).ravel()
        self.hands += weight * np.bincount(signs, chances.ravel(), 3)

    def _add(self, weight: float, chances: Floats, nets: NDArray[np.int64]) -> None:
        nets = np.broadcast_to(nets, chances.shape)
        self.chances += weight * np.bincount((nets + self.reach).ravel(), chances.ravel(), len(self.chances))
        self.second += weight * float((chances * nets.astype(np.float64) ** 2).sum())

    # --- split boxes ---------------------------------------------------------------------------------------------

    def splitted(self, weight: float, column: "Column", pair: int, *, insured: bool) -> None:
        """Adds a split box, except to the second moment."""
        split, dealer = column.split(pair), column.dealer_behind_pair(pair)
        endings = (column.split_endings(pair, others_only=only) for only in (True, False))
        kinds = [_spread_busts(self._game.spread_over_suits(each), dealer) for each in endings]
        total, reads = np.zeros(len(self.chances)), self.reads[column.up]
        for end in np.nonzero(dealer)[0]:
            shift = int(self._insurance[end]) * insured
            if end == DEALER_BLACKJACK and reads:
                total[self.reach + self.pays.read + shift] += dealer[end]
                self.hands[0] += weight * dealer[end]
                continue
            sums, signs = self._of_end(kinds, int(end), split.ways, read=reads)
            total += dealer[end] * np.roll(sums, shift)
            self.hands += weight * dealer[end] * signs
        self.split += weight * (1.0 - float(dealer[DEALER_BLACKJACK]) * reads)
        self.chances += weight * total

    def _of_end(self, kinds: list[Floats], end: int, ways: Ways, *, read: bool) -> tuple[Floats, Floats]:
        """Returns the distribution of the sum of all hands against one dealer's end, and that of its sign."""
        original, added_table = self._original[read][:, end], self._added[read][:, end]
        one_more = self._game.busts_and_one and end == DEALER_BLACKJACK and not read
        if one_more:
            original = original.copy()
            original[BUST::KINDS] -= self.pays.unit
        tables = original, added_table
        one_net = [[self._one(kind[:, end], table) for table in tables] for kind in kinds]
        one_sign = [[_signs(kind[:, end], table) for table in tables] for kind in kinds]
        whole, signs = np.zeros(len(self.chances)), np.zeros(3)
        for (finished, others), chance in ways.items():
            # the first hand carries the original wager
            hands = [(kind, min(number, 1)) for number, kind in enumerate([0] * finished + [1] * others)]
            nets = reduce(np.convolve, (one_net[kind][added] for kind, added in hands))
            wins = reduce(np.convolve, (one_sign[kind][added] for kind, added in hands))
            places, half = np.nonzero(nets)[0], len(wins) // 2
            whole[places + self.reach - len(nets) // 2] += chance * nets[places]
            signs += chance * np.array([wins[:half].sum(), wins[half], wins[half + 1 :].sum()])
            if one_more:
                busts = reduce(np.convolve, (self._busts(kinds[kind][:, end], added_table) for kind, _ in hands))
                places = np.nonzero(busts)[0]
                whole[places + self.reach - len(busts) // 2] += chance * busts[places]
                whole[places + self.reach - len(busts) // 2 - self.pays.unit] -= chance * busts[places]
        return whole, signs

    def _busts(self, chances: Floats, nets: NDArray[np.int64]) -> Floats:
        """Returns the part of ``_one`` in which the hand is bust."""
        bust = np.zeros_like(chances)
        bust[BUST::KINDS] = chances[BUST::KINDS]
        spread = np.bincount(nets + self._most, bust, 2 * self._most + 1).astype(np.float64)
        return spread / chances.sum() if chances.any() else spread

    def _one(self, chances: Floats, nets: NDArray[np.int64]) -> Floats:
        """Returns the distribution of one hand's result against one dealer's end."""
        return _shares(nets + self._most, chances, 2 * self._most + 1)


def _signs(chances: Floats, nets: NDArray[np.int64]) -> Floats:
    """Returns the probabilities that one hand loses, stands off and wins."""
    return _shares(np.sign(nets) + 1, chances, 3)


def _shares(places: NDArray[np.int64], chances: Floats, count: int) -> Floats:
    spread = np.bincount(places, chances, count).astype(np.float64)
    return spread / spread.sum() if spread.any() else spread


def _spread_busts(endings: Floats, dealer: Floats) -> Floats:
    """Redistributes the busts over the dealer's ends.

    The arrays count a bust under the dealer's bust, because the dealer's hand no longer matters for it.
    """
    spread = endings.copy()
    others = dealer.copy()
    others[DEALER_BLACKJACK] = 0.0
    for row in range(BUST, len(spread), KINDS):
        busts = spread[row, DEALER_BUST]
        spread[row, DEALER_BUST] = 0.0
        if others.sum():
            spread[row] += busts * others / others.sum()
    return spread
