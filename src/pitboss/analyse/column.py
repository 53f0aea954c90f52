"""The values of all decisions against one up card of the dealer, and the endings of a box."""

from functools import cached_property

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer import ENDS, KnownCard, dealer_trie
from pitboss.analyse.game import AnalysedGame
from pitboss.analyse.pays import ADDED, GIVEN_UP, KINDS, ORIGINAL
from pitboss.analyse.shoe import ACE, VALUES, ShoeComposition, card_of
from pitboss.analyse.splits import SplitValue, most_gone, pairs_of_rank, split_worth
from pitboss.atoms.hand import is_ace_and_ten
from pitboss.compiled.array_functions import Packed
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, SPLIT_ACE, SPLIT_HAND, STAND, SURRENDER, WHOLE_BOX
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK, DEALER_BUST

#: Actions, redoubles and kinds of finished hands, the last two by how often a hand was doubled.
HandPlay = tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.int64]]


class Column:
    """The cards left behind an up card.

    Values are those of the original wager, or of one that a split added, without a dealer's blackjack that was read
    before the play. A card of the dealer that is known is not in the shoe.
    """

    def __init__(
        self,
        game: AnalysedGame,
        shoe: ShoeComposition,
        up: int,
        *,
        added: bool = False,
        known: KnownCard | None = None,
    ) -> None:
        self._values = game.values_at(up)
        hands, pays = game.hands, self._values[ADDED if added else ORIGINAL]
        self.game, self.up, self.added = game, up, added
        self.shoe: NDArray[np.int64] = np.array(shoe, np.int64)
        self.cards = sum(shoe)
        count, levels = len(hands.size), len(pays)
        self.ends = np.zeros((count, ENDS))
        self.deck = Packed((self.shoe, up))
        self.scratch, self._lanes = native.new_scratch(), native.new_dealer_lanes()
        self._trie = dealer_trie(up, hits_soft_17=game.rules.terms.dealer_hits_soft_17, known=known)
        native.all_ends(self.scratch, self._lanes, self._trie, hands.arrays, self.deck, self.ends)
        #: The values of standing and of giving up, by how often a hand was doubled.
        self.stands: NDArray[np.float64] = np.array([(self.ends * pay[game.kinds]).sum(axis=1) for pay in pays])
        self.gives_up: NDArray[np.float64] = np.array([self.ends @ pay[GIVEN_UP] for pay in pays])
        self.busts = np.ascontiguousarray(pays[:, BUST][:, [DEALER_BUST, DEALER_BLACKJACK]])
        if known is not None and not known.drawn:  # whether it makes a blackjack is known, too
            beaten = is_ace_and_ten(card_of(up), card_of(known.value))
            self.busts = np.ascontiguousarray(self.busts[:, [int(beaten)] * 2])
        self.stand: NDArray[np.float64] = self.stands[0]
        self.hit, self.double, self.value = np.zeros(count), np.zeros(count), np.zeros(count)
        #: The hands that draw, and those of more than two cards that double.
        self.draws = np.zeros(count, np.int64)
        self.doubles = np.zeros(count, np.bool_)
        #: The first action on two cards, and the actions on split hands and on split aces.
        self.first = np.zeros(count, np.int64)
        self.split_actions = np.zeros((2, count), np.int64)
        #: By how often a hand was doubled: whether it is given up, whether it is doubled again, and its value.
        self.given_up = np.zeros((levels, count), np.bool_)
        self.redoubles = np.zeros((levels, count), np.bool_)
        self.doubled = self.stands.copy()
        self.splits: dict[int, SplitValue] = {}
        self._split_ends: dict[int, NDArray[np.float64]] = {}
        self._split_plays: dict[int, HandPlay] = {}

    @cached_property
    def _split_worth(self) -> Packed:
        return native.new_split_worth(len(self.doubled), len(self.first))

    @property
    def worth(self) -> tuple[NDArray[np.float64], ...]:
        """The values of finished hands: standing, doubled, and busts of both kinds."""
        return self.stand, self.doubled[1], self.busts[0], self.busts[1]

    # --- decisions -----------------------------------------------------------------------------------------------

    def play(self, *, free: bool) -> None:
        """Computes the values of all hands for the current play, or if ``free`` for the best one."""
        game, may = self.game, self.game.may
        self.draws[game.ended] = 0
        self.play_doubled(free=free)
        play = free, may.double[WHOLE_BOX, self.up], self.draws, self.doubles, self.hit, self.double, self.value
        native.play_values(self.scratch, game.hands.arrays, game.arrays, self.deck, self.worth, play)
        if free:
            self._best_split_actions()

    def play_doubled(self, *, free: bool) -> None:
        """Computes the values of doubled hands for the current surrenders and redoubles, or if ``free`` the best."""
        game, terms = self.game, self.game.rules.terms
        if free and terms.surrender_after_double:
            self.given_up[1:] = (self.gives_up > self.stands)[1:] & ~game.ended
        stands = np.where(self.given_up, self.gives_up, self.stands)
        if terms.redoubles:
            play = free, self.redoubles, self.doubled
            native.doubled_values(self.scratch, game.hands.arrays, game.arrays, self.deck, (stands, self.busts), play)
            self.given_up &= ~self.redoubles
        else:
            self.doubled = stands

    def _best_split_actions(self) -> None:
        """Sets the best actions on split hands, which are valued like the same cards without a split."""
        may, up = self.game.may, self.up
        for kind in (SPLIT_HAND, SPLIT_ACE):
            draws = self.draws if may.draw[kind] else np.zeros_like(self.draws)
            best = np.where(draws == HIT, self.hit, self.stand)
            doubles = may.double[kind, up] & (self.double > best)
            actions = np.where(doubles, DOUBLE, draws)
            if may.surrender[kind, up].any():
                given_up = may.surrender[kind, up] & (self.gives_up[0] > np.where(doubles, self.double, best))
                actions[given_up] = SURRENDER
            self.split_actions[kind - SPLIT_HAND] = actions

    @property
    def kinds(self) -> NDArray[np.int64]:
        """The kinds of finished hands by how often they were doubled."""
        return np.where(self.given_up, GIVEN_UP, self.game.kinds)

    @property
    def actions(self) -> NDArray[np.int64]:
        """The actions on hands of an unsplit box, except surrenders."""
        later = np.where(self.doubles, DOUBLE, self.draws)
        return np.where(self.game.hands.size == 2, self.first, later)

    def split_play(self, pair: int) -> HandPlay:
        """Returns the actions on the hands of a split pair, the redoubles, and the kinds of finished hands."""
        actions, kinds = self.split_actions[1 if pair == ACE else 0].copy(), self.kinds
        given_up = actions == SURRENDER
        actions[given_up] = STAND
        kinds[0, given_up] = GIVEN_UP
        return actions, self.redoubles, kinds

    def surrender(self, hand: int) -> float:
        """Returns the value of surrendering a hand."""
        return float(self.gives_up[0, hand])

    def blackjack_chance(self, hand: int) -> float:
        """Returns the probability of a dealer's blackjack beside this hand."""
        return float(self.ends[hand, DEALER_BLACKJACK])

    def choices(self, hand: int, pair: int = -1, of_rank: int | None = None) -> dict[int, float]:
        """Returns the allowed first decisions on two cards with their values; ``of_rank`` as in ``_split``."""
        may, up = self.game.may, self.up
        choices = {HIT: float(self.hit[hand])}
        if not self.game.must[hand]:
            choices[STAND] = float(self.stand[hand])
        if may.double[WHOLE_BOX, up, hand]:
            choices[DOUBLE] = float(self.double[hand])
        if may.surrender[WHOLE_BOX, up, hand]:
            choices[SURRENDER] = self.surrender(hand)
        if pair >= 0 and may.split[up, pair]:
            choices[SPLIT] = self.split(pair).expectation if of_rank is None else self._split_of_rank(pair, of_rank)
        return choices

    def split_choices(
        self, hand: int, pair: int, hands: int, of_rank: int | None = None, *, ace: bool
    ) -> dict[int, float]:
        """Returns the allowed decisions on a hand of a box split into so many, with their values for that hand's wager.

        ``ace`` says that the hand is a split ace, ``pair`` that it may be split again.
        """
        game, up, kind = self.game, self.up, SPLIT_ACE if ace else SPLIT_HAND
        choices = {HIT: float(self.hit[hand])} if game.may.draw[kind] else {}
        if not game.must[hand]:
            choices[STAND] = float(self.stand[hand])
        if game.may.double[kind, up, hand]:
            choices[DOUBLE] = float(self.double[hand])
        if game.may.surrender[kind, up, hand]:
            choices[SURRENDER] = float(self.gives_up[0, hand])
        most = game.most_hands(pair) - hands + 1
        if pair >= 0 and game.may.split[up, pair] and most > 1:
            choices[SPLIT] = self._split(pair, most, np.zeros((0, ENDS)), of_rank).expectation
        return choices

    def _split_of_rank(self, pair: int, of_rank: int) -> float:
        return self._split(pair, self.game.most_hands(pair), np.zeros((0, ENDS)), of_rank).expectation

    def undoubled(self, hand: int) -> float:
        """Returns the value of a wager that is not increased while its hand is doubled: exactly one more card."""
        game, bust = self.game, self.busts[0]
        hit, double, value = np.zeros((3, len(self.stand)))
        may = game.may.double[WHOLE_BOX, self.up]
        play = True, may, self.draws.copy(), self.doubles.copy(), hit, double, value
        worth = self.stand, self.stand, bust, bust
        native.play_values(self.scratch, game.hands.arrays, game.arrays, self.deck, worth, play)
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
            self._split_ends[pair], self._split_plays[pair] = ends, self.split_play(pair)
            if self.game.takes_one_more(self.up):
                worth = self.splits[pair].expectation + self.all_bust(pair)
                self.splits[pair] = replace(self.splits[pair], expectation=worth)
        return self.splits[pair]

    def all_bust(self, pair: int) -> float:
        """Returns the probability that all hands of a split bust and the dealer has a blackjack, for a decision.

        The hands are treated as independent given the dealer's blackjack; ``SecondMoment.all_bust`` is exact.
        """
        beaten = float(self.dealer_behind_pair(pair)[DEALER_BLACKJACK])
        if not beaten:
            return 0.0
        busts = []
        for others_only in (True, False):
            endings = self.split_endings(pair, others_only=others_only)[:, DEALER_BLACKJACK]
            busts.append(float(endings[BUST::KINDS].sum() / endings.sum()) if endings.any() else 0.0)
        ways = self.splits[pair].ways
        return beaten * sum(chance * busts[0] ** done * busts[1] ** rest for (done, rest), chance in ways.items())

    def _split(self, pair: int, most: int, ends: NDArray[np.float64], of_rank: int | None = None) -> SplitValue:
        """Computes the split of a pair into at most ``most`` hands; fills ``ends`` unless it is empty.

        ``of_rank`` is how many of the cards left make a further pair, where only those of the same rank do; else None.
        """
        game = self.game
        values = np.zeros((most_gone(most), 4))
        cards = game.hands.arrays, game.arrays, self.deck
        play = self.split_play(pair)
        buffers = self.scratch, self._lanes, self._split_worth
        hands, pays = game.holding[pair], game.split_values_at(self.up)
        native.split_values(*buffers, self._trie, *cards, pair, hands, play, pays, self.ends, ends, values)
        if self.added:
            values[:, 2:] = 0.0  # none of the hands carries the original wager
        left = int(self.shoe[pair]) - 2 - (self.up == pair)
        if of_rank is not None:
            pairs_of_rank(values, left, of_rank)
        return split_worth(values, most, left if of_rank is None else of_rank, self.cards - 3)

    # --- how a box ends ------------------------------------------------------------------------------------------

    @property
    def whole_play(self) -> HandPlay:
        """The actions on hands of an unsplit box, the redoubles, and the kinds of finished hands."""
        return self.actions, self.redoubles, self.kinds

    def endings(self, reach: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns how often a box ends as each kind of hand, by how often it was doubled, and by dealer's end.

        ``reach`` holds the probabilities of the first two cards.
        """
        return self._endings(self.deck, self.ends, self.whole_play, reach)

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
        return self._endings((remaining, self.up), self._split_ends[pair], self._split_plays[pair], reach)

    def _endings(
        self,
        deck: Packed | tuple[NDArray[np.int64], int],
        ends: NDArray[np.float64],
        played: HandPlay,
        reach: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        levels = len(self.doubled)
        shares, reached = np.zeros((levels * KINDS, ENDS)), np.zeros((levels, len(reach)))
        reached[0] = reach
        native.endings(self.scratch, self.game.hands.arrays, deck, (ends, *played, reached), shares)
        return shares

    def pair_chance(self, pair: int) -> float:
        """Returns the probability of a pair once the up card is out."""
        left, cards = int(self.shoe[pair]) - (self.up == pair), self.cards - 1
        return left * (left - 1) / (cards * (cards - 1))

    def possible(self, hand: int) -> bool:
        """Returns whether the shoe holds this hand beside the up card."""
        left = self.shoe - self.game.hands.cards[hand]
        left[self.up] -= 1
        return bool((left >= 0).all())

    def forget_splits(self) -> None:
        """Invalidates the cached splits after a change of draws or doubles."""
        self.splits.clear()
        self._split_ends.clear()
        self._split_plays.clear()

    def dealer_behind_pair(self, pair: int) -> NDArray[np.float64]:
        """Returns the dealer's probabilities when only the up card and a pair are gone."""
        chances: NDArray[np.float64] = self.ends[self.game.hands.of(pair, pair)]
        return chances
