"""The chain: every entry is hashed together with the hash of the one before it, and with what it moved.

Whoever changes, removes or inserts anything must change every hash behind it, up to the head of its log; and a head
that was written down elsewhere says whether that was done.
"""

from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.ledger import Transfer

#: What stands before the first entry of a log.
START: Final = bytes(32)
#: The log of the house itself; every other is a table's.
HOUSE_LOG: Final = "house"

_encoder = msgspec.msgpack.Encoder()


class Record(Struct, frozen=True, array_like=True, gc=False):
    """An entry of a log as it is stored: who said what at which time (in milliseconds), and what it brought.

    ``seq`` is its place among the entries of its log, ``version`` the number of events with its own.
    """

    stream: str
    seq: int
    version: int
    at: int
    command: str
    actor: str
    role: str
    words: str
    events: bytes
    transfers: tuple[Transfer, ...] = ()


class Link(Struct, frozen=True, gc=False):
    """A record with its hash."""

    record: Record
    hash: bytes


def chained(before: bytes, record: Record) -> bytes:
    """The hash of an entry whose predecessor has this hash."""
    return sha256(before + _encoder.encode(record)).digest()


def seal(*fields: object) -> bytes:
    """The hash of a row's fields, where no log has them."""
    return sha256(_encoder.encode(fields)).digest()
