"""The engine's settlement of single hands: it is asked about a hand of any class, on any wagers."""

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.blackjack import State
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.blackjack.dealing import Dealing, payable
from pitboss.blackjack.settle import settle_at_once, settle_bust, settle_hand
from pitboss.blackjack.state import Hand, Wager
from pitboss.kernel.classes import (
    BLACKJACK,
    BUST,
    DEALER_22,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_LOW,
    FIVE_CARD_21,
    FIVE_UNDER,
    TWO_CARD_21,
)
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds

PLAYER: Final = "player"
#: Cards and total of a hand of a class; any other class is its total, and three cards will do.
_CARDS: Final = {
    BUST: [36, 37, 38],
    TWO_CARD_21: [0, 36],
    BLACKJACK: [0, 36],
    FIVE_CARD_21: [4, 8, 12, 16, 24],
    FIVE_UNDER: [4, 5, 8, 9, 12],
}
_TOTALS: Final = {BUST: 30, TWO_CARD_21: 21, BLACKJACK: 21, FIVE_CARD_21: 21, FIVE_UNDER: 14}
_DEALER_CARDS: Final = {DEALER_BLACKJACK: [0, 36], DEALER_LOW: [4, 36]}
_DEALER_TOTALS: Final = {DEALER_22: 22, DEALER_BUST: 26, DEALER_BLACKJACK: 21, DEALER_LOW: 12}


class NoCards:
    """Nobody deals: the engine is only asked."""

    def draw(self, side: int) -> int:
        raise UnknownOutcome("no card is dealt")

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Nothing to shuffle."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Nothing to restock."""

    def prize(self, kind: str, stake: int) -> int:
        raise UnknownOutcome("no prize is drawn")


class Settling:
    """One hand at a time, on a state of its own."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.terms = rules.terms
        self.dealing = Dealing(rules, State(minimum=rules.limits.minimum, money={PLAYER: 0}), NoCards())

    def lay(self, kind: int, stakes: Mapping[int, int], *, original: bool, doubled: bool) -> Hand:
        """A finished hand of that class, with wagers by spot; where not original, one that a split added."""
        split = not original or kind == TWO_CARD_21
        cards, total = _CARDS.get(kind, [4, 8, 12]), _TOTALS.get(kind, kind)
        hand = Hand(1, 1, list(cards), total, split=split, doubled=doubled, closed=True)
        wagers: list[Wager] = []
        for spot, stake in stakes.items():
            wagers.append(Wager(len(wagers), PLAYER, 1, "main", stake, 1, spot, original))
            if doubled:
                wagers.append(Wager(len(wagers), PLAYER, 1, "double", stake, 1, spot, original=False))
        self.dealing.state.wagers, self.dealing.state.hands = wagers, {1: [hand]}
        return hand

    def finish(self, hand: Hand) -> None:
        """Settles what does not wait for the dealer."""
        terms = self.terms
        if hand.bust:
            settle_bust(self.dealing, hand)
        elif terms.twenty_one_wins_at_once and hand.total == 21:
            settle_at_once(self.dealing, hand, "win_21")
        elif terms.hand_limit and len(hand.cards) >= terms.hand_limit:
            settle_at_once(self.dealing, hand, "win_five_cards")

    def against(self, hand: Hand, dealer: int, *, spot: int = 0) -> None:
        """Settles against a dealer's hand of that class, on one spot or on all."""
        cards, total = _DEALER_CARDS.get(dealer, [8, 8, 8]), _DEALER_TOTALS.get(dealer, dealer + 17)
        settle_hand(self.dealing, hand, spot, total, cards)

    @property
    def waits(self) -> bool:
        """Whether a wager is not settled yet."""
        return any(wager.open for wager in self.dealing.state.wagers)

    @property
    def results(self) -> list[int]:
        """What the main wagers brought, without those by which they were doubled."""
        return [wager.result or 0 for wager in self.dealing.state.wagers if wager.kind == "main"]

    @property
    def net(self) -> int:
        """What all wagers brought."""
        return sum(wager.result or 0 for wager in self.dealing.state.wagers)

    def paid(self, kind: str, stake: int, odds: Odds) -> int:
        """What a wager brings that wins at these odds."""
        return payable(self.dealing, Wager(0, PLAYER, 1, kind, stake, 1), odds)[0]
