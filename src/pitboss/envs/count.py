"""The count of the cards that a player has seen, from the events of a table."""

from collections.abc import Iterable
from typing import Any

from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.shoe import cards_by_side
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.count_systems import CountError, CountSystem


class CardCounter:
    """Counts face-up cards since the last shuffle. A face-down hole card and burnt cards are not seen."""

    def __init__(self, rules: BlackjackRules, system: CountSystem) -> None:
        if rules.terms.shoe in (ShoeKind.CONTINUOUS, ShoeKind.DOUBLE):
            raise CountError(f"a count needs one shoe that is dealt down: this table has shoe={rules.terms.shoe.value}")
        (cards,) = cards_by_side(rules)
        self._system = system
        self._size = len(cards)
        self._start = system.start(rules.terms.decks)
        self._running, self._seen = self._start, 0
        whole = sum(system.tags[card] for card in cards)
        if system.way == "running":
            most = abs(self._start) + sum(abs(system.tags[card]) for card in cards)
        else:  # the unseen cards, u of them, sum to the whole shoe less the running count
            most = DECK_SIZE * (max(map(abs, system.tags)) + abs(whole))
        #: The greatest absolute value of the count.
        self.bound = most / system.scale

    def follow(self, events: Iterable[Any], state: State) -> None:
        """Applies the events of one command; ``state`` is the state after all of them."""
        for event in events:
            match event:
                case ev.CardDealt() | ev.DealerDealt() | ev.HoleDisclosed() | ev.CardBurned(reason="face_up"):
                    self._running += self._system.tags[event.card]
                    self._seen += 1
                case ev.Shuffled(discards=False):
                    self._running, self._seen = self._start, 0
                case ev.Shuffled():
                    self._count_again(state)
                    return

    def _count_again(self, state: State) -> None:
        """Counts the cards outside the shoe, after the rack was shuffled in the middle of a round."""
        seen = list(state.shoe.rack)
        if state.turn_box or state.offer is not None:  # else the round is over, and all cards are in the rack
            seen += [
                card for hands in state.hands.values() for hand in hands if not hand.cleared for card in hand.cards
            ]
            seen += [card for cards in state.dealer for card in cards]
        self._running = self._start + sum(self._system.tags[card] for card in seen)
        self._seen = len(seen)

    def value(self) -> float:
        """Returns the true count, not rounded; of an unbalanced system, the running count."""
        running = self._running / self._system.scale
        if self._system.way == "running":
            return running
        unseen = self._size - self._seen
        return running * DECK_SIZE / unseen if unseen > 0 else 0.0
