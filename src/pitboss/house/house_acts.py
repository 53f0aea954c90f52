"""The acts of the house log: founding, users, deposits and withdrawals, tables opened and closed."""

from typing import Final

import msgspec
from msgspec import Struct

from pitboss.house.pit_acts import AnyPitAct


class HouseAct(Struct, frozen=True, tag=True):
    """An act that is stored as the event of an entry in the house log. The tag is stored: it must not change."""


class Founded(HouseAct, frozen=True):
    """The house was founded with this capital."""

    capital: int
    at: int


class UserAdded(HouseAct, frozen=True):
    """A user was created; the seal is the hash of the row in ``users``."""

    name: str
    role: str
    seal: str


class UserChanged(HouseAct, frozen=True):
    """The row of a user was changed."""

    name: str
    seal: str


class TokenIssued(HouseAct, frozen=True):
    """A token of a user was issued, with which a program acts as that user. The token itself is stored nowhere."""

    name: str
    label: str


class UserSignedOut(HouseAct, frozen=True):
    """Every session and token of a user was ended."""

    name: str


class MoneyIn(HouseAct, frozen=True):
    """Money was paid in at the cage, to an account."""

    account: str
    amount: int


class MoneyOut(HouseAct, frozen=True):
    """Money was paid out at the cage, from an account."""

    account: str
    amount: int


class TableLogOpened(HouseAct, frozen=True, tag="TableOpened"):
    """A table was opened; the seal is the hash of the constant columns of its row in ``streams``."""

    table: str
    seal: str


class TableLogClosed(HouseAct, frozen=True, tag="TableClosed"):
    """A table was closed for good, and its bank was returned to the house account."""

    table: str
    at: int


OfUser = UserAdded | UserChanged | TokenIssued | UserSignedOut
AnyAct = Founded | OfUser | MoneyIn | MoneyOut | TableLogOpened | TableLogClosed | AnyPitAct
_decoder: Final = msgspec.json.Decoder(tuple[AnyAct, ...])


def decode_acts(events: bytes) -> tuple[AnyAct, ...]:
    """Decodes the events of an entry of the house log."""
    return _decoder.decode(events)
