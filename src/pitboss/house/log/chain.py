"""The hash chain of a log: the hash of an entry covers its fields, its transfers and the hash of the entry before it.

A change, removal or insertion changes every later hash up to the head of the log. Comparing a head with a copy that was
stored elsewhere detects it.
"""

import time
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple

from pitboss.house.ledger import Transfer

#: The hash before the first entry of a log.
START: Final = bytes(32)
#: The name of the house log; every other log is a table's.
HOUSE_LOG: Final = "house"

_encoder = msgspec.msgpack.Encoder()


def now_ms() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Record(Struct, frozen=True, array_like=True, gc=False):
    """An entry of a log as it is stored: the command, its actor, its time in milliseconds, its events and transfers.

    ``seq`` is its position in its log, ``version`` the number of events up to and including its own. ``means`` is how
    the actor acted (see ``Actor``); it is empty in entries of releases that neither stored nor hashed it.
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
    means: str = ""


class Link(Struct, frozen=True, gc=False):
    """A record with its hash."""

    record: Record
    hash: bytes


def chained(before: bytes, record: Record) -> bytes:
    """Returns the hash of an entry that follows an entry with the hash ``before``."""
    hashed = record if record.means else astuple(record)[:-1]
    return sha256(before + _encoder.encode(hashed)).digest()


def seal(*fields: object) -> bytes:
    """Returns the hash of the fields of a row that is not part of a log."""
    return sha256(_encoder.encode(fields)).digest()
