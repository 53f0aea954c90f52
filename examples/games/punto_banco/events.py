"""Events, and the sentence of each."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pitboss.cards import card_name
from pitboss.law.cite import Clauses
from pitboss.money import amount_text

from .terms import TIE


class PuntoEvent(Struct, frozen=True, tag=True):
    """An event of the game, with the clauses it rests on."""

    clauses: Clauses


class TableOpened(PuntoEvent, frozen=True):
    minimum: int
    maximum: int
    decks: int


class PlayerJoined(PuntoEvent, frozen=True):
    player: str
    money: int


class BetPlaced(PuntoEvent, frozen=True):
    player: str
    place: str
    amount: int


class BetWithdrawn(PuntoEvent, frozen=True):
    player: str
    place: str
    amount: int


class ShoeShuffled(PuntoEvent, frozen=True):
    """The cutting card has come: all cards are shuffled anew."""

    shoe: int


class CardDealt(PuntoEvent, frozen=True):
    hand: str
    card: int


class HandStands(PuntoEvent, frozen=True):
    """A hand draws no third card."""

    hand: str
    total: int


class CoupDecided(PuntoEvent, frozen=True):
    won: str
    player: int
    banker: int


class BetSettled(PuntoEvent, frozen=True):
    player: str
    place: str
    amount: int
    net: int


class CoupEnded(PuntoEvent, frozen=True):
    """All wagers are settled."""


def _settled(event: BetSettled) -> str:
    who, place = event.player, event.place.replace("_", " ")
    if not event.net:
        return f"{who} has {amount_text(event.amount)} on {place} back"
    return f"{who} {'wins' if event.net > 0 else 'loses'} {amount_text(abs(event.net))} on {place}"


def _decided(event: CoupDecided) -> str:
    totals = f"player {event.player}, banker {event.banker}"
    return f"a tie, {totals}" if event.won == TIE else f"the {event.won} wins: {totals}"


SENTENCES: dict[type, Callable[[Any], str]] = {
    TableOpened: lambda event: f"the table is open, with {event.decks} decks",
    PlayerJoined: lambda event: f"{event.player} joins with {amount_text(event.money)}",
    BetPlaced: lambda event: f"{event.player} bets {amount_text(event.amount)} on {event.place.replace('_', ' ')}",
    BetWithdrawn: lambda event: f"{event.player} takes {amount_text(event.amount)} back from {event.place}",
    ShoeShuffled: lambda event: "the cards are shuffled",
    CardDealt: lambda event: f"{card_name(event.card)} to the {event.hand}",
    HandStands: lambda event: f"the {event.hand} stands on {event.total}",
    CoupDecided: _decided,
    BetSettled: _settled,
    CoupEnded: lambda event: "",
}
