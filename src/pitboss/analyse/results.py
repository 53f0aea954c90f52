"""How often a box nets what, and so the deviation of a round.

For a box that is not split this is exact. The hands of a split box are taken as independent of each other once the
dealer's hand is known, each dealt from the shoe without its sister's first card: their expectation is exact, the
spread of their sum is not, and that concerns the few rounds in which there is a split. Several dealer hands are taken
as independent of each other once the player's hand is known.
"""

from functools import reduce
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse.dealer import ENDS
from pitboss.analyse.game import Game
from pitboss.analyse.pays import ADDED, ADDED_DOUBLED, KINDS, ORIGINAL, ORIGINAL_DOUBLED
from pitboss.kernel.classes import BUST, DEALER_BLACKJACK, DEALER_BUST

if TYPE_CHECKING:
    from pitboss.analyse.column import Column

Floats = NDArray[np.float64]
#: How likely it is that so many hands of a split are finished by another card, and so many take what comes.
Ways = dict[tuple[int, int], float]
_OUTCOMES: Final = ("lost", "level", "won")


class Results:
    """The results of all boxes counted so far, in whole numbers of the pays' unit."""

    def __init__(self, game: Game) -> None:
        terms, pays = game.rules.terms, game.pays
        self.pays, self.reads = pays, game.reads
        self.spots = terms.spots_needed if terms.spots > 1 else 1
        #: The most that one hand wins or loses, and a box.
        self._most = int(max(np.abs(pays.nets).max(), np.abs(pays.blackjack).max(), abs(pays.even)))
        self.reach = self._most * max(terms.split_hands, 1) + pays.insurance + pays.insured
        self.chances: Floats = np.zeros(2 * self.reach + 1)
        self.hands: Floats = np.zeros(3)
        self.given_up = self.split = self._second = 0.0
        nets = pays.nets.copy()
        if game.reads:
            nets[ORIGINAL:, :, DEALER_BLACKJACK] = pays.read
        #: The net of each ending, doubled ones in the second half.
        self._original = np.concatenate([nets[ORIGINAL], nets[ORIGINAL_DOUBLED]])
        self._added = np.concatenate([nets[ADDED], nets[ADDED_DOUBLED]])
        self._insurance = np.where(np.arange(ENDS) == DEALER_BLACKJACK, pays.insurance, -pays.insured)

    @property
    def second_moment(self) -> float:
        """Of the result per unit wagered before the deal."""
        return self._second / self.pays.unit**2

    def distribution(self) -> dict[float, float]:
        """The net results in units of the first wager."""
        if self.spots > 1:
            return {}
        places = np.nonzero(self.chances)[0]
        return {float(place - self.reach) / self.pays.unit: float(self.chances[place]) for place in places}

    def outcomes(self) -> dict[str, float]:
        """More hands won than lost, as many, fewer, and boxes surrendered."""
        return dict(zip(_OUTCOMES, map(float, self.hands), strict=True)) | {"surrendered": float(self.given_up)}

    # --- boxes ---------------------------------------------------------------------------------------------------

    def fixed(self, weight: float, net: int) -> None:
        """A result that nothing changes any more."""
        self._add(weight, np.ones((1, 1)), np.array([[net]]))
        self._outcome(weight, np.ones((1, 1)), np.array([[net]]))

    def blackjack(self, weight: float, ends: Floats, *, insured: bool) -> None:
        """A player's blackjack."""
        nets = self.pays.blackjack[np.newaxis, :]
        self._add(weight, ends[np.newaxis, :], nets + self._insurance * insured)
        self._outcome(weight, ends[np.newaxis, :], nets)

    def surrendered(self, weight: float, beaten: float, *, insured: bool) -> None:
        """A hand given up, unless the dealer's blackjack was read before."""
        chances = np.zeros((1, ENDS))
        chances[0, DEALER_BUST], chances[0, DEALER_BLACKJACK] = 1.0 - beaten, beaten
        nets = np.full((1, ENDS), self.pays.surrender)
        if self.reads:
            nets[0, DEALER_BLACKJACK] = self.pays.read
            self.hands[0] += weight * beaten
        self.given_up += weight * (1.0 - beaten if self.reads else 1.0)
        self._add(weight, chances, nets + self._insurance * insured)

    def played(self, weight: float, endings: Floats, *, insured: bool) -> None:
        """A box that was not split."""
        self._add(weight, endings, self._original + self._insurance * insured)
        self._outcome(weight, endings, self._original)

    def _outcome(self, weight: float, chances: Floats, nets: NDArray[np.int64]) -> None:
        signs = np.broadcast_to(np.sign(nets) + 1, chances.shape).ravel()
        self.hands += weight * np.bincount(signs, chances.ravel(), 3)

    def _add(self, weight: float, chances: Floats, nets: NDArray[np.int64]) -> None:
        nets = np.broadcast_to(nets, chances.shape)
        self.chances += weight * np.bincount((nets + self.reach).ravel(), chances.ravel(), len(self.chances))
        alone = float((chances * nets.astype(np.float64) ** 2).sum())
        if self.spots > 1:
            rows = chances.sum(axis=1)
            means = np.divide((chances * nets).sum(axis=1), rows, out=np.zeros_like(rows), where=rows > 0)
            alone = (alone + (self.spots - 1) * float(rows @ means**2)) / self.spots
        self._second += weight * alone

    # --- split boxes ---------------------------------------------------------------------------------------------

    def splitted(self, weight: float, column: "Column", known: tuple[int, float], *, insured: bool) -> None:
        """A box of several hands: the pair they come of, and their expectation, which is known."""
        pair, expectation = known
        split, dealer = column.split(pair), column.dealer_behind_pair(pair)
        kinds = [_spread_busts(column.split_endings(pair, others_only=only), dealer) for only in (True, False)]
        total = np.zeros(len(self.chances))
        for end in np.nonzero(dealer)[0]:
            shift = int(self._insurance[end]) * insured
            if end == DEALER_BLACKJACK and self.reads:
                total[self.reach + self.pays.read + shift] += dealer[end]
                self.hands[0] += weight * dealer[end]
                continue
            sums, signs = self._of_end(kinds, int(end), split.ways)
            total += dealer[end] * np.roll(sums, shift)
            self.hands += weight * dealer[end] * signs
        self.split += weight * (1.0 - float(dealer[DEALER_BLACKJACK]) * self.reads)
        self.chances += weight * total
        places = np.arange(-self.reach, self.reach + 1, dtype=np.float64)
        mean = float(total @ places)
        spread = float(total @ (places - mean) ** 2)
        if self.spots > 1:
            spread = (spread + (self.spots - 1) * self._apart(kinds, split.ways)) / self.spots
        self._second += weight * (spread + (expectation * self.pays.unit) ** 2)

    def _of_end(self, kinds: list[Floats], end: int, ways: Ways) -> tuple[Floats, Floats]:
        """The results of all hands together against one end of the dealer's, and whether more are won or lost."""
        tables = self._original[:, end], self._added[:, end]
        one_net = [[self._one(kind[:, end], table) for table in tables] for kind in kinds]
        one_sign = [[_signs(kind[:, end], table) for table in tables] for kind in kinds]
        whole, signs = np.zeros(len(self.chances)), np.zeros(3)
        for (finished, others), chance in ways.items():
            # the first hand is the one with the first wager
            hands = [(kind, min(number, 1)) for number, kind in enumerate([0] * finished + [1] * others)]
            nets = reduce(np.convolve, (one_net[kind][added] for kind, added in hands))
            wins = reduce(np.convolve, (one_sign[kind][added] for kind, added in hands))
            places, half = np.nonzero(nets)[0], len(wins) // 2
            whole[places + self.reach - len(nets) // 2] += chance * nets[places]
            signs += chance * np.array([wins[:half].sum(), wins[half], wins[half + 1 :].sum()])
        return whole, signs

    def _apart(self, kinds: list[Floats], ways: Ways) -> float:
        """How much of the spread comes of the player's cards, which all dealer hands meet."""
        found = []
        for one in kinds:
            rows = one.sum(axis=1)
            means = np.divide((one * self._added).sum(axis=1), rows, out=np.zeros_like(rows), where=rows > 0)
            found.append(float(rows @ means**2 - (rows @ means) ** 2))
        return sum(chance * (done * found[0] + others * found[1]) for (done, others), chance in ways.items())

    def _one(self, chances: Floats, nets: NDArray[np.int64]) -> Floats:
        """One hand's results against one end of the dealer's."""
        return _shares(nets + self._most, chances, 2 * self._most + 1)


def _signs(chances: Floats, nets: NDArray[np.int64]) -> Floats:
    """How often one hand loses, stands off and wins."""
    return _shares(np.sign(nets) + 1, chances, 3)


def _shares(places: NDArray[np.int64], chances: Floats, count: int) -> Floats:
    found = np.bincount(places, chances, count).astype(np.float64)
    return found / found.sum() if found.any() else found


def _spread_busts(endings: Floats, dealer: Floats) -> Floats:
    """Busts are counted where the dealer goes on to bust, for his hand matters no more: here as he would have ended."""
    found = endings.copy()
    others = dealer.copy()
    others[DEALER_BLACKJACK] = 0.0
    for row in (BUST, KINDS + BUST):
        busts = found[row, DEALER_BUST]
        found[row, DEALER_BUST] = 0.0
        if others.sum():
            found[row] += busts * others / others.sum()
    return found
