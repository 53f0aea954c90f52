"""The values of all decisions against one up card of the dealer, and the endings of a box."""

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse import compiled
from pitboss.analyse.dealer import ENDS, dealer_trie
from pitboss.analyse.game import AnalysedGame
from pitboss.analyse.pays import ADDED, ADDED_DOUBLED, KINDS, ORIGINAL, ORIGINAL_DOUBLED
from pitboss.analyse.shoe import ACE, VALUES, ShoeComposition
from pitboss.analyse.splits import SplitValue, most_gone, split_worth
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK, DEALER_BUST


class Column:
    """The cards left behind an up card.

    Values are those of the original wager, or of one that a split added, without a dealer's blackjack that was read
    before the play.
    """

    def __init__(self, game: AnalysedGame, shoe: ShoeComposition, up: int, *, added: bool = False) -> None:
        hands = game.hands
        self.game, self.up, self.added = game, up, added
        self.ways = (ADDED, ADDED_DOUBLED) if added else (ORIGINAL, ORIGINAL_DOUBLED)
        self.shoe: NDArray[np.int64] = np.array(shoe, np.int64)
        self.cards = sum(shoe)
        count = len(hands.size)
        self.ends = np.zeros((count, ENDS))
        self.deck = self.shoe, up
        self._trie = dealer_trie(hits_soft_17=game.rules.terms.dealer_hits_soft_17)
        compiled.all_ends(self._trie, hands.arrays, self.deck, self.ends)
        single, doubled = self.ways
        self.stand: NDArray[np.float64] = (self.ends * game.values[single, game.kinds]).sum(axis=1)
        self.stand_doubled: NDArray[np.float64] = (self.ends * game.values[doubled, game.kinds]).sum(axis=1)
        self.hit, self.double, self.value = np.zeros(count), np.zeros(count), np.zeros(count)
        #: The hands that draw, the split hands of two cards that double, and the first action on two cards.
        self.draws = np.zeros(count, np.int64)
        self.doubles_split = np.zeros(count, np.bool_)
        self.first = np.zeros(count, np.int64)
        self.splits: dict[int, SplitValue] = {}
        self._split_ends: dict[int, NDArray[np.float64]] = {}

    @property
    def worth(self) -> tuple[NDArray[np.float64], ...]:
        """The values of finished hands: standing, doubled, and busts of both kinds."""
        single, doubled = self.game.values[self.ways, BUST][:, [DEALER_BUST, DEALER_BLACKJACK]]
        return self.stand, self.stand_doubled, single, doubled

    # --- decisions -----------------------------------------------------------------------------------------------

    def play(self, *, free: bool) -> None:
        """Computes the values of all hands for the current draws, or if ``free`` for the best draws."""
        game = self.game
        self.draws[game.ended] = 0
        play = free, self.draws, self.hit, self.double, self.value
        compiled.play_values(game.hands.arrays, game.arrays, self.deck, self.worth, play)
        if free:
            may = game.may.double_split[self.up]
            self.doubles_split = may & (self.double > np.where(self.draws == 1, self.hit, self.stand))

    def surrender(self, hand: int) -> float:
        """Returns the value of surrendering a hand."""
        blackjack = self.blackjack_chance(hand) if self.game.reads else 0.0
        return self.game.pays.surrender / self.game.pays.unit * (1.0 - blackjack)

    def blackjack_chance(self, hand: int) -> float:
        """Returns the probability of a dealer's blackjack beside this hand."""
        return float(self.ends[hand, DEALER_BLACKJACK])

    def choices(self, hand: int, pair: int = -1) -> dict[int, float]:
        """Returns the allowed first decisions on two cards with their values."""
        may, up = self.game.may, self.up
        choices = {HIT: float(self.hit[hand])}
        if not self.game.must[hand]:
            choices[STAND] = float(self.stand[hand])
        if may.double[up, hand]:
            choices[DOUBLE] = float(self.double[hand])
        if may.surrender[up, hand]:
            choices[SURRENDER] = self.surrender(hand)
        if pair >= 0 and may.split[up, pair]:
            choices[SPLIT] = self.split(pair).expectation
        return choices

    def split_choices(self, hand: int, pair: int, hands: int) -> dict[int, float]:
        """Returns the allowed decisions on a hand of a box split into so many, with their values for that hand's wager.

        A split ace gets one card: it can only be split again or stand.
        """
        game, up = self.game, self.up
        choices = {} if pair == ACE else {HIT: float(self.hit[hand])}
        if not game.must[hand]:
            choices[STAND] = float(self.stand[hand])
        if game.may.double_split[up, hand]:
            choices[DOUBLE] = float(self.double[hand])
        most = game.most_hands(pair) - hands + 1
        if pair >= 0 and game.may.split[up, pair] and most > 1:
            choices[SPLIT] = self._split(pair, most, np.zeros((0, ENDS))).expectation
        return choices

    def undoubled(self, hand: int) -> float:
        """Returns the value of a wager that is not increased while its hand is doubled: exactly one more card."""
        game, (_, _, bust, _) = self.game, self.worth
        hit, double, value = np.zeros((3, len(self.stand)))
        play = True, self.draws.copy(), hit, double, value
        compiled.play_values(game.hands.arrays, game.arrays, self.deck, (self.stand, self.stand, bust, bust), play)
        return float(double[hand])

    def worth_of(self, hand: int, action: int, pair: int) -> float:
        """Returns the value of a first decision on two cards."""
        if action == SPLIT:
            return self.split(pair).expectation
        if action == SURRENDER:
            return self.surrender(hand)
        return float({STAND: self.stand, HIT: self.hit, DOUBLE: self.double}[action][hand])

    def split(self, pair: int) -> SplitValue:
        """Returns the value of splitting a pair with the current draws and doubles, cached."""
        if pair not in self.splits:
            ends = np.zeros_like(self.ends)
            self.splits[pair] = self._split(pair, self.game.most_hands(pair), ends)
            self._split_ends[pair] = ends
        return self.splits[pair]

    def _split(self, pair: int, most: int, ends: NDArray[np.float64]) -> SplitValue:
        """Computes the split of a pair into at most ``most`` hands; fills ``ends`` unless it is empty."""
        game = self.game
        values = np.zeros((most_gone(most), 4))
        play = self.draws, self.doubles_split, pair == ACE
        cards = game.hands.arrays, game.arrays, self.deck
        compiled.split_values(self._trie, *cards, pair, game.holding[pair], play, game.values, ends, values)
        if self.added:
            values[:, 2:] = 0.0  # none of the hands carries the original wager
        left = int(self.shoe[pair]) - 2 - (self.up == pair)
        return split_worth(values, most, left, self.cards - 3)

    # --- how a box ends ------------------------------------------------------------------------------------------

    def endings(self, hand: int, action: int) -> NDArray[np.float64]:
        """Returns how often a box ends as each kind of hand (doubled hands in the second half), by dealer's end."""
        first = np.zeros(len(self.first), np.int64)
        first[hand] = action
        reach = np.zeros(len(self.first))
        reach[hand] = 1.0
        return self._endings(self.shoe, self.ends, first, reach)

    def split_endings(self, pair: int, *, others_only: bool) -> NDArray[np.float64]:
        """Returns the endings of one hand of a split pair when only the sister's first card is gone.

        ``others_only`` restricts the second card to those not of the pair.
        """
        self.split(pair)
        hands = self.game.hands
        remaining = self.shoe.copy()
        remaining[pair] -= 1
        left = remaining.copy()
        left[pair] -= 1
        left[self.up] -= 1
        if others_only:
            left[pair] = 0
        reach = np.zeros(len(self.first))
        base = hands.of(pair)
        for value in range(VALUES):
            reach[hands.after[base, value]] = max(left[value], 0) / max(left.sum(), 1)
        two = hands.size == 2
        first = np.where(self.doubles_split, DOUBLE, self.draws) * two
        if pair == ACE:
            first[:] = STAND
        return self._endings(remaining, self._split_ends[pair], first, reach)

    def _endings(
        self, shoe: NDArray[np.int64], ends: NDArray[np.float64], first: NDArray[np.int64], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        game = self.game
        shares = np.zeros((2 * KINDS, ENDS))
        play = ends, self.draws, first, reach
        compiled.endings(game.hands.arrays, game.arrays, (shoe, self.up), play, shares)
        return shares

    def possible(self, hand: int) -> bool:
        """Returns whether the shoe holds this hand beside the up card."""
        left = self.shoe - self.game.hands.cards[hand]
        left[self.up] -= 1
        return bool((left >= 0).all())

    def forget_splits(self) -> None:
        """Invalidates the cached splits after a change of draws or doubles."""
        self.splits.clear()
        self._split_ends.clear()

    def dealer_behind_pair(self, pair: int) -> NDArray[np.float64]:
        """Returns the dealer's probabilities when only the up card and a pair are gone."""
        chances: NDArray[np.float64] = self.ends[self.game.hands.of(pair, pair)]
        return chances
