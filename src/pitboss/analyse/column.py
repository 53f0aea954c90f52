"""One up card of the dealer's against every hand: what each decision is worth, and how a box ends."""

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse import compiled
from pitboss.analyse.dealer import ENDS, dealer_trie
from pitboss.analyse.game import Game
from pitboss.analyse.pays import ADDED, ADDED_DOUBLED, KINDS, ORIGINAL, ORIGINAL_DOUBLED
from pitboss.analyse.shoe import ACE, VALUES, Counts
from pitboss.analyse.splits import Split, most_gone, split_worth
from pitboss.kernel.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.kernel.classes import BUST, DEALER_BLACKJACK, DEALER_BUST


class Column:
    """The cards left behind an up card. Values are those of the first wager, or of one that splitting added, a dealer's
    blackjack that was read before the play left out."""

    def __init__(self, game: Game, shoe: Counts, up: int, *, added: bool = False) -> None:
        hands = game.hands
        self.game, self.up, self.added = game, up, added
        self.ways = (ADDED, ADDED_DOUBLED) if added else (ORIGINAL, ORIGINAL_DOUBLED)
        self.shoe: NDArray[np.int64] = np.array(shoe, np.int64)
        self.cards = sum(shoe)
        count = len(hands.size)
        self.ends = np.zeros((count, ENDS))
        self.deck = self.shoe, up
        compiled.all_ends(dealer_trie(), hands.arrays, self.deck, self.ends)
        single, doubled = self.ways
        self.stand: NDArray[np.float64] = (self.ends * game.values[single, game.kinds]).sum(axis=1)
        self.stand_doubled: NDArray[np.float64] = (self.ends * game.values[doubled, game.kinds]).sum(axis=1)
        self.hit, self.double, self.value = np.zeros(count), np.zeros(count), np.zeros(count)
        #: Which hands draw, which split hands of two cards double, and what is done first with two cards.
        self.draws = np.zeros(count, np.int64)
        self.doubles_split = np.zeros(count, np.bool_)
        self.first = np.zeros(count, np.int64)
        self.splits: dict[int, Split] = {}
        self._split_ends: dict[int, NDArray[np.float64]] = {}

    @property
    def worth(self) -> tuple[NDArray[np.float64], ...]:
        """What finished hands bring: standing, doubled, and for busts both."""
        single, doubled = self.game.values[self.ways, BUST][:, [DEALER_BUST, DEALER_BLACKJACK]]
        return self.stand, self.stand_doubled, single, doubled

    # --- decisions -----------------------------------------------------------------------------------------------

    def play(self, *, free: bool) -> None:
        """The values of all hands, by the draws that are set, or where free by the best ones."""
        game = self.game
        self.draws[game.ended] = 0
        play = free, self.draws, self.hit, self.double, self.value
        compiled.play_values(game.hands.arrays, game.arrays, self.deck, self.worth, play)
        if free:
            may = game.may.double_split[self.up]
            self.doubles_split = may & (self.double > np.where(self.draws == 1, self.hit, self.stand))

    def surrender(self, hand: int) -> float:
        """What giving a hand up brings."""
        kept = self.blackjack_chance(hand) if self.game.reads else 0.0
        return self.game.pays.surrender / self.game.pays.unit * (1.0 - kept)

    def blackjack_chance(self, hand: int) -> float:
        """That the dealer has or gets a blackjack beside this hand."""
        return float(self.ends[hand, DEALER_BLACKJACK])

    def choices(self, hand: int, pair: int = -1) -> dict[int, float]:
        """What may be done first with two cards, and what it brings."""
        may, up = self.game.may, self.up
        found = {HIT: float(self.hit[hand])}
        if not self.game.must[hand]:
            found[STAND] = float(self.stand[hand])
        if may.double[up, hand]:
            found[DOUBLE] = float(self.double[hand])
        if may.surrender[up, hand]:
            found[SURRENDER] = self.surrender(hand)
        if pair >= 0 and may.split[up, pair]:
            found[SPLIT] = self.split(pair).expectation
        return found

    def split_choices(self, hand: int, pair: int, hands: int) -> dict[int, float]:
        """What may be done with a hand of a box that was split into so many, and what it brings for that hand's wager.

        A split ace has its only card: it can but be split again, or left.
        """
        game, up = self.game, self.up
        found = {} if pair == ACE else {HIT: float(self.hit[hand])}
        if not game.must[hand]:
            found[STAND] = float(self.stand[hand])
        if game.may.double_split[up, hand]:
            found[DOUBLE] = float(self.double[hand])
        most = game.most_hands(pair) - hands + 1
        if pair >= 0 and game.may.split[up, pair] and most > 1:
            found[SPLIT] = self._split(pair, most, np.zeros((0, ENDS))).expectation
        return found

    def undoubled(self, hand: int) -> float:
        """What a wager brings that stays as it is while its hand is doubled: one more card, and no more."""
        game, (_, _, bust, _) = self.game, self.worth
        hit, double, value = np.zeros((3, len(self.stand)))
        play = True, self.draws.copy(), hit, double, value
        compiled.play_values(game.hands.arrays, game.arrays, self.deck, (self.stand, self.stand, bust, bust), play)
        return float(double[hand])

    def worth_of(self, hand: int, action: int, pair: int) -> float:
        """What a first decision on two cards brings."""
        if action == SPLIT:
            return self.split(pair).expectation
        if action == SURRENDER:
            return self.surrender(hand)
        return float({STAND: self.stand, HIT: self.hit, DOUBLE: self.double}[action][hand])

    def split(self, pair: int) -> Split:
        """What splitting a pair brings by the draws and doubles that are set."""
        if pair not in self.splits:
            ends = np.zeros_like(self.ends)
            self.splits[pair] = self._split(pair, self.game.most_hands(pair), ends)
            self._split_ends[pair] = ends
        return self.splits[pair]

    def _split(self, pair: int, most: int, ends: NDArray[np.float64]) -> Split:
        """A pair that becomes at most so many hands; the dealer's chances are kept where there is room for them."""
        game = self.game
        found = np.zeros((most_gone(most), 4))
        play = self.draws, self.doubles_split, pair == ACE
        cards = game.hands.arrays, game.arrays, self.deck
        compiled.split_values(dealer_trie(), *cards, pair, game.holding[pair], play, game.values, ends, found)
        if self.added:
            found[:, 2:] = 0.0  # none of the hands has the first wager
        left = int(self.shoe[pair]) - 2 - (self.up == pair)
        return split_worth(found, most, left, self.cards - 3)

    # --- how a box ends ------------------------------------------------------------------------------------------

    def endings(self, hand: int, action: int) -> NDArray[np.float64]:
        """How often a box ends as each kind of hand, doubled ones in the second half, against each dealer's end."""
        first = np.zeros(len(self.first), np.int64)
        first[hand] = action
        reach = np.zeros(len(self.first))
        reach[hand] = 1.0
        return self._endings(self.shoe, self.ends, first, reach)

    def split_endings(self, pair: int, *, others_only: bool) -> NDArray[np.float64]:
        """The same of one hand of a split pair, of which only the sister's first card is known to be gone; with any
        second card, or with those that are none of the pair only."""
        self.split(pair)
        hands = self.game.hands
        less = self.shoe.copy()
        less[pair] -= 1
        left = less.copy()
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
        return self._endings(less, self._split_ends[pair], first, reach)

    def _endings(
        self, shoe: NDArray[np.int64], ends: NDArray[np.float64], first: NDArray[np.int64], reach: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        game = self.game
        found = np.zeros((2 * KINDS, ENDS))
        play = ends, self.draws, first, reach
        compiled.endings(game.hands.arrays, game.arrays, (shoe, self.up), play, found)
        return found

    def possible(self, hand: int) -> bool:
        """Whether the shoe holds such a hand beside the up card."""
        left = self.shoe - self.game.hands.cards[hand]
        left[self.up] -= 1
        return bool((left >= 0).all())

    def forget_splits(self) -> None:
        """The draws or doubles have changed."""
        self.splits.clear()
        self._split_ends.clear()

    def dealer_behind_pair(self, pair: int) -> NDArray[np.float64]:
        """The dealer's chances where only the up card and a pair are gone."""
        found: NDArray[np.float64] = self.ends[self.game.hands.of(pair, pair)]
        return found
