"""The entries of a log, and their hash chain: each hash covers an entry, its transfers and the hash before it.

A change, removal or insertion changes every later hash up to the head of the log. Comparing a head with a copy that was
stored elsewhere detects it.
"""

import time
from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy.engine import Connection

from pitboss.games.live.base import Entry
from pitboss.house.ledger import LedgerError, Transfer

#: The hash before the first entry of a log.
START: Final = bytes(32)
#: The name of the house log; every other log is a table's.
HOUSE_LOG: Final = "house"

_encoder = msgspec.msgpack.Encoder()
_json = msgspec.json.Encoder()


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


# --- appending ---------------------------------------------------------------------------------------------------


class AppendRequest(Struct, frozen=True):
    """A request to append one entry: the log, the chained record, the change of each account in cents, the decoded
    entry and the table that created it.

    The transaction that appends an entry with a ``condition`` calls it, with the entry's accounts locked; it leaves the
    entry out where the condition does not hold.
    """

    stream: str
    link: Link
    changes: dict[str, int]
    entry: Entry | None = None
    table: object = None
    condition: Callable[[Connection], bool] | None = None


def entry_row(link: Link) -> tuple[Any, ...]:
    """Returns the values of an entry in the order of ENTRY_COLUMNS: its transfers as JSON, and their wallet."""
    *fields, transfers, means = astuple(link.record)
    if not transfers:
        return (*fields, None, None, link.hash, means)
    moved = _json.encode(transfers).decode()
    return (*fields, moved, wallet_among(transfers) if "wallet/" in moved else None, link.hash, means)


def is_conditional(batch: Iterable[AppendRequest]) -> bool:
    """Returns whether an entry of a batch has a condition."""
    return any(append.condition is not None for append in batch)


def summed(batch: Iterable[AppendRequest]) -> dict[str, int]:
    """Returns the total change of each account."""
    changes: dict[str, int] = {}
    for append in batch:
        for account, change in append.changes.items():
            changes[account] = changes.get(account, 0) + change
    return changes


def wallet_among(transfers: Iterable[Transfer]) -> str | None:
    """Returns the wallet among the accounts of an entry's transfers, if any.

    Raises LedgerError where there are several: the entry has one wallet column, by which statements find it.
    """
    names = {name for each in transfers for name in (each.debit, each.credit) if name.startswith("wallet/")}
    if len(names) > 1:
        raise LedgerError(f"one entry moves money of {', '.join(sorted(names))}: it may touch one wallet")
    return names.pop() if names else None
