"""The cards of a shoe that all players have seen, and the composition of the rest: what a counter may know."""

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from pitboss.cards import Card
from pitboss.display import cards_svg, rows_html
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.shoe import cards_by_side
from pitboss.games.blackjack.state import Stage, State
from pitboss.games.blackjack.visible_events import is_hidden
from pitboss.law.resolve import BlackjackRules


class SeenCards(Struct, frozen=True):
    """The seen cards since the shuffle, by rank and suit, and all others: in the shoe, face down, or burnt unseen."""

    cards: tuple[Card, ...]
    unseen: tuple[Card, ...]
    decks: int

    @property
    def remaining(self) -> dict[str, int]:
        """How many cards of each rank are unseen, tens and pictures together: the composition for the analyser."""
        found = Counter("T" if card.rank in "TJQK" else card.rank for card in self.unseen)
        return {rank: found[rank] for rank in "A23456789T"}

    def _repr_html_(self) -> str:
        rows = [(rank, str(count)) for rank, count in self.remaining.items()]
        return cards_svg(self.cards[-20:]) + rows_html(f"{len(self.unseen)} cards unseen", rows)


def seen_cards(rules: BlackjackRules, state: State, events: Iterable[object]) -> SeenCards:
    """Returns the seen and unseen cards of the shoe, or side of a double shoe, in use.

    The state has all cards outside the shoe; the events say which of them no player has seen.
    """
    hidden = Counter(_hidden_cards(events, state.side))
    outside = Counter(_outside(state))
    shoe = Counter(cards_by_side(rules)[state.side])
    seen = outside - hidden
    return SeenCards(_sorted(seen), _sorted(shoe - seen), rules.terms.decks)


def _sorted(cards: Counter[int]) -> tuple[Card, ...]:
    return tuple(Card(card) for card in sorted(cards.elements()))


def _outside(state: State) -> list[int]:
    """Returns the cards outside the shoe: in the rack, and during a round on the layout."""
    cards = list(state.shoe.rack)
    if state.stage in (Stage.BETTING, Stage.CLOSED):
        return cards  # all are in the rack
    for hands in state.hands.values():
        cards += [card for hand in hands if not hand.cleared for card in hand.cards]
    cards += state.dealer[-1] if state.dealer else []
    cards += [card for card in (state.exposed,) if card >= 0]
    return cards + state.returned


def _hidden_cards(events: Iterable[object], side: int) -> list[int]:
    """Returns the cards that went to the rack of a side unseen since its last shuffle; the hole card is not there."""
    hidden: list[int] = []
    in_use, hole = 0, -1
    for event in events:
        match event:
            case ev.Shuffled() | ev.RackReturned() if event.side == side:
                hidden = []
            case ev.BetsClosed() | ev.DeterminantDrawn():
                in_use = event.side
            case ev.HoleDealt():
                hole = event.card
            case ev.HoleDisclosed():
                hole = -1
            case ev.RoundEnded() | ev.RoundMisdealt() if hole >= 0:
                hidden += [hole] if in_use == side else []
                hole = -1
            case ev.CardBurned() if event.side == side and is_hidden(event):
                hidden.append(event.card)
    return hidden
