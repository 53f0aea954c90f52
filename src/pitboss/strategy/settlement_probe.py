"""Probe of the engine's settlement of a single hand of any class, on any wagers."""

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.games.blackjack import State
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.commands import Surrender
from pitboss.games.blackjack.context import RoundContext, payable
from pitboss.games.blackjack.decisions import do_surrender
from pitboss.games.blackjack.settle import settle_finished, settle_hand
from pitboss.games.blackjack.state import Hand, Wager
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds
from pitboss.strategy.bonus_classes import bonus_cards
from pitboss.strategy.hand_classes import (
    BLACKJACK,
    BUST,
    DEALER_22,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_LOW,
    FIVE_CARD_21,
    FIVE_UNDER,
    GIVEN_UP,
    SUITED_BLACKJACK,
    TWO_CARD_21,
)

PLAYER: Final = "player"
#: Cards and totals that represent a class. The total of any other class is its number, with three cards.
_CARDS: Final = {
    BUST: [36, 37, 38],
    TWO_CARD_21: [0, 36],
    BLACKJACK: [0, 37],
    SUITED_BLACKJACK: [0, 36],
    FIVE_CARD_21: [4, 8, 12, 16, 24],
    FIVE_UNDER: [4, 5, 8, 9, 12],
}
_TOTALS: Final = {
    BUST: 30,
    TWO_CARD_21: 21,
    BLACKJACK: 21,
    SUITED_BLACKJACK: 21,
    FIVE_CARD_21: 21,
    FIVE_UNDER: 14,
    GIVEN_UP: 16,
}
_DEALER_CARDS: Final = {DEALER_BLACKJACK: [0, 36], DEALER_LOW: [4, 36]}
_DEALER_TOTALS: Final = {DEALER_22: 22, DEALER_BUST: 26, DEALER_BLACKJACK: 21, DEALER_LOW: 12}


class NoCards:
    """A source of chance without cards: the engine only settles."""

    def draw(self, side: int) -> int:
        raise UnknownOutcome("no card is dealt")

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Does nothing: there are no cards."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: there are no cards."""

    def prize(self, kind: str, stake: int) -> int:
        raise UnknownOutcome("no prize is drawn")


class SettlementProbe:
    """Settles one hand at a time on a private state."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.terms = rules.terms
        self._bonuses = bonus_cards(rules)
        self.context = RoundContext.of(rules, State(minimum=rules.limits.minimum, money={PLAYER: 0}), NoCards())

    def finished_hand(self, kind: int, stakes: Mapping[int, int], *, original: bool, doubled: int) -> Hand:
        """Returns a finished hand of that class, with wagers by spot; one that a split added if not original.

        ``doubled`` is how often it was doubled, each time by all that was wagered on it.
        """
        split = not original or kind == TWO_CARD_21
        cards, total = _CARDS.get(kind, [4, 8, 12]), _TOTALS.get(kind, kind)
        if kind == FIVE_UNDER:
            cards = [4] * max(len(cards), self.terms.hand_limit)
        if kind in self._bonuses:
            cards, total = list(self._bonuses[kind]), 21
        hand = Hand(1, 1, list(cards), total, split=split, doubled=doubled > 0, closed=True)
        hand.redoubled = max(doubled - 1, 0)
        wagers: list[Wager] = []
        for spot, stake in stakes.items():
            wagers.append(Wager(len(wagers), PLAYER, 1, "main", stake, 1, spot, original))
            for time in range(doubled):
                wagers.append(Wager(len(wagers), PLAYER, 1, "double", stake << time, 1, spot, original=False))
        self.context.state.wagers, self.context.state.hands = wagers, {1: [hand]}
        return hand

    def finish(self, hand: Hand) -> None:
        """Settles the wagers that do not wait for the dealer."""
        settle_finished(self.context, hand)

    def against(self, hand: Hand, dealer: int, *, spot: int = 0) -> None:
        """Settles against a dealer's hand of that class, on one spot or on all (``spot=0``)."""
        cards, total = _DEALER_CARDS.get(dealer, [8, 8, 8]), _DEALER_TOTALS.get(dealer, dealer + 17)
        settle_hand(self.context, hand, spot, total, cards)

    def surrender(self, hand: Hand) -> None:
        """Surrenders the hand, whether or not the table allows it; its wagers may wait for the dealer."""
        state = self.context.state
        state.turn_box, state.turn_hand = hand.box, hand.number
        do_surrender(self.context, Surrender(player=PLAYER, box=hand.box))
        state.turn_box = state.turn_hand = 0

    @property
    def waits(self) -> bool:
        """Whether a wager is still open."""
        return any(wager.open for wager in self.context.state.wagers)

    @property
    def results(self) -> list[int]:
        """The results of the main wagers, without their doubles."""
        return [wager.result or 0 for wager in self.context.state.wagers if wager.kind == "main"]

    @property
    def net(self) -> int:
        """The net result of all wagers."""
        return sum(wager.result or 0 for wager in self.context.state.wagers)

    def paid(self, kind: str, stake: int, odds: Odds) -> int:
        """Returns the payout of a wager that wins at these odds."""
        return payable(self.context, Wager(0, PLAYER, 1, kind, stake, 1), odds)[0]
