"""The state of a table, and how events change it."""

from msgspec import Struct, field

from . import events as ev
from .coup import card_value, total
from .terms import BANKER, PLAYER

#: How many past results the state holds.
MOST_RESULTS = 60


class State(Struct):
    """Money, wagers and cards of a table."""

    money: dict[str, int] = field(default_factory=dict)
    #: The open wagers in cents, by player and place; and those of the last coup, each with its settlement.
    bets: dict[tuple[str, str], int] = field(default_factory=dict)
    settled: list[ev.BetSettled] = field(default_factory=list)
    hands: dict[str, list[int]] = field(default_factory=lambda: {PLAYER: [], BANKER: []})
    #: The cards dealt from the shoe, and the number of the shoe.
    dealt: int = 0
    shoe: int = 0
    round: int = 0
    won: str = ""
    results: list[str] = field(default_factory=list)

    def total(self, hand: str) -> int:
        """Returns the total of a hand."""
        return total([card_value(card) for card in self.hands[hand]])

    def pairs(self) -> tuple[str, ...]:
        """Returns the hands whose first two cards have the same rank."""
        return tuple(hand for hand, cards in self.hands.items() if len(cards) > 1 and cards[0] // 4 == cards[1] // 4)


def apply(state: State, event: ev.PuntoEvent) -> None:
    """Changes the state by an event."""
    match event:
        case ev.PlayerJoined():
            state.money[event.player] = state.money.get(event.player, 0) + event.money
        case ev.BetPlaced() | ev.BetWithdrawn():
            _change_bet(state, event)
        case ev.ShoeShuffled():
            state.shoe, state.dealt = event.shoe, 0
        case ev.CardDealt():
            if state.won:
                _clear(state)
            state.hands[event.hand].append(event.card)
            state.dealt += 1
        case ev.CoupDecided():
            state.won = event.won
            state.results = [*state.results, event.won][-MOST_RESULTS:]
        case ev.BetSettled():
            del state.bets[event.player, event.place]
            state.money[event.player] += event.amount + event.net
            state.settled.append(event)
        case ev.CoupEnded():
            state.round += 1


def _change_bet(state: State, event: ev.BetPlaced | ev.BetWithdrawn) -> None:
    key = (event.player, event.place)
    if isinstance(event, ev.BetPlaced):
        if state.won:
            _clear(state)
        state.bets[key] = state.bets.get(key, 0) + event.amount
        state.money[event.player] -= event.amount
    else:
        del state.bets[key]
        state.money[event.player] += event.amount


def _clear(state: State) -> None:
    """Takes the cards and the settled wagers of the last coup off the layout."""
    state.won = ""
    state.hands = {PLAYER: [], BANKER: []}
    state.settled = []
