"""The distribution of a box's net result against one dealer's hand.

For a box that is not split the distribution is exact. The hands of a split box are treated here as independent given
the dealer's hand, each dealt from the shoe without the first card of its sister; ``round_distribution`` replaces that
by their joint distribution. The deviation does not rest on it: ``second_moment`` computes it exactly.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

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


class SplitPart(NamedTuple):
    """The split boxes of a pair that end with so many hands, their hands taken as independent.

    Probabilities exclude a dealer's blackjack that is read before the play.
    """

    up: int
    pair: int
    hands: int
    insured: bool
    #: The probability of each net result, as in ``BoxResults.chances``.
    chances: Floats
    #: The probabilities that the box wins fewer hands than it loses, as many, and more.
    balance: Floats


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
        self.parts: list[SplitPart] = []
        #: Where a dealer's blackjack takes busted wagers and one more: by up card and pair the probability of both, and
        #: the part of it that was taken as boxes of which all hands bust.
        self.collected: dict[tuple[int, int], tuple[float, float]] = {}
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
        tables = [self._split_tables(read) for read in (False, True)]
        #: Where the result of one hand of a split box counts, and where its sign: original and added wager, by reading.
        self._net_places = [[_by_end(nets + self._most, 2 * self._most + 1) for nets in both] for both in tables]
        self._sign_places = [[_by_end(np.sign(nets) + 1, 3) for nets in both] for both in tables]
        self.insurance = np.where(np.arange(ENDS) == DEALER_BLACKJACK, pays.insurance, -pays.insured)

    # --- boxes ---------------------------------------------------------------------------------------------------

    def fixed(self, weight: float, net: int) -> None:
        """Adds a box with a certain result."""
        self._add(weight, np.ones((1, 1)), np.array([[net]]))
        self._outcome(weight, np.ones((1, 1)), np.array([[net]]))

    def blackjack(self, weight: float, ends: Floats, *, insured: bool) -> None:
        """Adds a player's blackjack."""
        for nets, share in self._blackjacks:
            if share:
                self._add(weight * share, ends[np.newaxis, :], nets[np.newaxis, :] + self.insurance * insured)
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
        self._add(weight, chances, nets + self.insurance * insured)

    def played(self, up: int, endings: Floats, *, insured: bool) -> None:
        """Adds boxes that were not split, by the probabilities of their endings."""
        nets, endings = self._original[self.reads[up]], self._game.spread_over_suits(endings)
        self._add(1.0, endings, nets + self.insurance * insured)
        self._outcome(1.0, endings, nets)

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
        reads, weights = self.reads[column.up], weight * dealer
        shifts = self.insurance * insured
        if reads:
            beaten, weights[DEALER_BLACKJACK] = float(weights[DEALER_BLACKJACK]), 0.0
            self.chances[self.reach + self.pays.read + shifts[DEALER_BLACKJACK]] += beaten
            self.hands[0] += beaten
        nets = [[_spread(kind, places) for places in self._net_places[reads]] for kind in kinds]
        signs = [[_spread(kind, places) for places in self._sign_places[reads]] for kind in kinds]
        balances = _sums(signs, split.ways)
        for hands, sums in _sums(nets, split.ways).items():
            chances = np.zeros_like(self.chances)
            for shift in set(shifts.tolist()):
                self._add_centred(chances, np.where(shifts == shift, weights, 0.0) @ sums, shift)
            balance, half = weights @ balances[hands], balances[hands].shape[1] // 2
            signs_of = np.array([balance[:half].sum(), balance[half], balance[half + 1 :].sum()])
            self.parts.append(SplitPart(column.up, pair, hands, insured, chances, signs_of))
        if weights[DEALER_BLACKJACK] and self._game.busts_and_one:
            beaten = float(weights[DEALER_BLACKJACK])
            all_bust = self._add_all_bust(kinds, split.ways, beaten, int(shifts[DEALER_BLACKJACK]))
            self.collected[column.up, pair] = beaten, all_bust
        self.split += float(weights.sum())

    def _add_all_bust(self, kinds: Sequence[Floats], ways: Ways, weight: float, shift: int) -> float:
        """Moves the boxes of which all hands bust to where a dealer's blackjack takes no other; returns how many."""
        busts, moved = [self._busts(kind[:, DEALER_BLACKJACK]) for kind in kinds], 0.0
        for all_bust in _sums([(each, each) for each in busts], ways).values():
            self._add_centred(self.chances, weight * all_bust[0], shift)
            self._add_centred(self.chances, -weight * all_bust[0], shift - self.pays.unit)
            moved += weight * float(all_bust.sum())
        return moved

    def _split_tables(self, read: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Returns the net results of one hand of a split box with the original wager, and with an added one.

        If a dealer's blackjack takes busted wagers and one more, a bust of the first hand costs one unit on another.
        """
        original = self._original[read].copy()
        if self._game.busts_and_one and not read:
            original[BUST::KINDS, DEALER_BLACKJACK] -= self.pays.unit
        return original, self._added[read]

    def _add_centred(self, chances: Floats, distribution: Floats, shift: int) -> None:
        """Adds a distribution that has the result ``shift`` in its middle."""
        places = np.flatnonzero(distribution)
        chances[places + self.reach - len(distribution) // 2 + shift] += distribution[places]

    def _busts(self, chances: Floats) -> Floats:
        """Returns the part of a hand's distribution against a dealer's blackjack in which it is bust."""
        bust = np.zeros_like(chances)
        bust[BUST::KINDS] = chances[BUST::KINDS]
        nets = self._added[False][:, DEALER_BLACKJACK]
        spread = np.bincount(nets + self._most, bust, 2 * self._most + 1).astype(np.float64)
        return (spread / chances.sum() if chances.any() else spread)[np.newaxis]


def _sums(one: Sequence[Sequence[Floats]], ways: Ways) -> Mapping[int, Floats]:
    """Returns the distributions of the sums of all hands by the number of hands, times the chances of the ways.

    ``one`` holds the distributions of a hand that was finished by another card and of one that takes any card: with the
    original wager, which the first hand carries, and with an added one. Each row is for one of the dealer's ends.
    """
    chains: dict[tuple[int, int], Floats] = {(1, 0): one[0][0], (0, 1): one[1][0]}

    def chain(finished: int, others: int) -> Floats:
        if (finished, others) not in chains:
            before = (finished, others - 1) if others else (finished - 1, 0)
            chains[finished, others] = _convolve(chain(*before), one[1 if others else 0][1])
        return chains[finished, others]

    sums: dict[int, Floats] = {}
    for (finished, others), chance in ways.items():
        hands, part = finished + others, chance * chain(finished, others)
        sums[hands] = sums[hands] + part if hands in sums else part
    return sums


def _convolve(sums: Floats, one: Floats) -> Floats:
    """Returns the distributions of the sum with one more hand, row by row; a hand has few different results."""
    rows, length = sums.shape
    more = np.zeros((rows, length + one.shape[1] - 1))
    for place in np.flatnonzero(one.any(axis=0)):
        more[:, place : place + length] += sums * one[:, place, np.newaxis]
    return more


def _by_end(places: NDArray[np.int64], count: int) -> tuple[NDArray[np.int64], int]:
    """Returns places in rows of that length, one row for each dealer's end, and the length."""
    return (places + count * np.arange(ENDS)).ravel(), count


def _spread(chances: Floats, places: tuple[NDArray[np.int64], int]) -> Floats:
    """Returns the distribution of one hand's result against each of the dealer's ends."""
    at, count = places
    spread = np.bincount(at, chances.ravel(), ENDS * count).reshape(ENDS, count)
    sums = spread.sum(axis=1, keepdims=True)
    shares: Floats = np.divide(spread, sums, out=np.zeros_like(spread), where=sums > 0.0)
    return shares


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
