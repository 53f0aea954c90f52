"""Appending to logs: all that a batch brings, with what it moves, in one transaction or not at all."""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeVar

import msgspec
import psycopg
from msgspec import Struct
from msgspec.structs import astuple
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from pitboss.ledger import LedgerError, Transfer
from pitboss.storage.chain import Link
from pitboss.storage.database import is_sqlite
from pitboss.storage.relay import notices
from pitboss.storage.schema import ENTRY_COLUMNS
from pitboss.storage.turn import Turn
from pitboss.table.live_base import Entry

T = TypeVar("T")
#: Rows of one INSERT: few different statements, each prepared once, and one call into the database for many rows.
_LARGEST: Final = 256
#: What is said of rows that are not to be taken, by the database or before it, whatever else is in their batch.
REFUSED: Final = (
    LedgerError,
    sqlite3.IntegrityError,
    sqlite3.DataError,
    psycopg.IntegrityError,
    psycopg.DataError,
    OverflowError,
)


class Append(Struct, frozen=True):
    """An entry for one log, by how much it changes each account, and the entry as the table made it; which table."""

    stream: str
    link: Link
    changes: dict[str, int]
    entry: Entry | None = None
    table: object = None


class Appender:
    """Writes batches to a database. What it was asked to append at a place that is taken already, it leaves out.

    It speaks to the driver itself: a commit may carry one command, and must not cost much more than its statements.
    """

    def __init__(self, engine: Engine, origin: str) -> None:
        self._engine = engine
        self._sqlite = is_sqlite(engine)
        self._mark = "?" if self._sqlite else "%s"
        self._locks = "" if self._sqlite else " FOR UPDATE"  # SQLite locks all of it when the transaction begins
        self._origin = origin
        self.turn = Turn(engine)

    def write(self, batch: Sequence[Append]) -> set[str]:
        """Makes a batch durable; returns the logs whose entries were left out, as others had appended to them.

        A batch that the database refuses is tried again log by log, so that only what it refuses is left out.
        """
        try:
            return self._transact(batch)
        except REFUSED:
            by_stream: dict[str, list[Append]] = {}
            for append in batch:
                by_stream.setdefault(append.stream, []).append(append)
            if len(by_stream) == 1:
                return set(by_stream)
            return set().union(*(self.write(appends) for appends in by_stream.values()))

    def close(self) -> None:
        """Nothing more is written."""
        self.turn.close()

    def _transact(self, batch: Sequence[Append]) -> set[str]:
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            if self._sqlite:
                cursor.execute("BEGIN IMMEDIATE")
            places = self._places(cursor, {append.stream for append in batch})
            taken = _taken(batch, places)
            good = [append for append in batch if append.stream not in taken] if taken else batch
            if good:
                self.append(cursor, good)
            connection.commit()
        finally:
            connection.close()  # back to the pool, which undoes what is not committed
        return taken

    def _places(self, cursor: DBAPICursor, names: set[str]) -> dict[str, int]:
        """The last place of each open log; on PostgreSQL nobody else appends to them until this transaction ends."""
        places: dict[str, int] = {}
        for part in _parts(sorted(names)):
            cursor.execute(_places_sql(len(part), self._mark) + self._locks, part)
            places.update(cursor.fetchall())
        return places

    def append(self, cursor: DBAPICursor, batch: Sequence[Append]) -> None:
        """Writes a batch in a transaction that holds its logs already."""
        rows = [entry_row(append.link) for append in batch]
        for part in _parts(rows):
            values = _values(len(part), len(ENTRY_COLUMNS), self._mark)
            cursor.execute(f"{_INSERT} {values}", tuple(chain.from_iterable(part)))
        changes = summed(batch)
        if changes:
            self._change(cursor, changes)
        heads = {append.stream: append.link for append in batch}
        ends = [(name, link.record.seq, link.record.version, link.hash) for name, link in heads.items()]
        for part in _parts(ends):
            cursor.execute(_heads_sql(len(part), self._mark), tuple(chain.from_iterable(part)))
        if not self._sqlite:
            # wakes the other processes when this is committed
            told = notices(self._origin, [append.link for append in batch])
            cursor.execute("SELECT pg_notify('pitboss', told) FROM unnest(%s::text[]) AS told", (told,))

    def _change(self, cursor: DBAPICursor, changes: dict[str, int]) -> None:
        """Adds to what accounts hold; locked in one order first, so that no two processes wait for each other."""
        for part in _parts([(name, 0) for name in sorted(changes)]):
            values = _values(len(part), 2, self._mark)
            opened = f"INSERT INTO accounts (name, holds) VALUES {values} ON CONFLICT DO NOTHING"
            cursor.execute(opened, tuple(chain.from_iterable(part)))
        rows = sorted((name, change) for name, change in changes.items() if change)
        if not self._sqlite:
            for part in _parts(rows):
                cursor.execute(
                    _LOCK_ACCOUNTS + _values(1, len(part), "%s") + " ORDER BY name FOR UPDATE", [n for n, _ in part]
                )
        for part in _parts(rows):
            cursor.execute(_changes_sql(len(part), self._mark), tuple(chain.from_iterable(part)))


_INSERT: Final = f"INSERT INTO entries ({', '.join(one.name for one in ENTRY_COLUMNS)}) VALUES"
_LOCK_ACCOUNTS: Final = "SELECT name FROM accounts WHERE name IN "

_encode: Final = msgspec.json.Encoder().encode


def entry_row(link: Link) -> tuple[Any, ...]:
    """All of a record but its transfers, which are the last of it; these as JSON; their wallet; and its hash."""
    fields = astuple(link.record)
    transfers = fields[-1]
    if not transfers:
        return (*fields[:-1], None, None, link.hash)
    moved = _encode(transfers).decode()
    return (*fields[:-1], moved, wallet_among(transfers) if "wallet/" in moved else None, link.hash)


def summed(batch: Iterable[Append]) -> dict[str, int]:
    """By how much each account changes in all."""
    changes: dict[str, int] = {}
    for append in batch:
        for account, change in append.changes.items():
            changes[account] = changes.get(account, 0) + change
    return changes


def wallet_among(moved: Iterable[Transfer]) -> str | None:
    """The wallet among the accounts of an entry's transfers: who comes to a table or leaves it says so for themselves
    alone. LedgerError: there are several, and the statements of all but one would not show it."""
    found = {name for one in moved for name in (one.debit, one.credit) if name.startswith("wallet/")}
    if len(found) > 1:
        raise LedgerError(f"one entry moves money of {', '.join(sorted(found))}")
    return found.pop() if found else None


def _parts(rows: Sequence[T]) -> Iterable[Sequence[T]]:
    """The rows in pieces whose lengths are powers of two, so that few different statements are needed."""
    at, left = 0, len(rows)
    while left:
        size = min(_LARGEST, 1 << (left.bit_length() - 1))
        yield rows[at : at + size]
        at, left = at + size, left - size


@lru_cache(maxsize=256)
def _values(rows: int, columns: int, mark: str) -> str:
    row = f"({', '.join([mark] * columns)})"
    return ", ".join([row] * rows)


@lru_cache(maxsize=64)
def _changes_sql(rows: int, mark: str) -> str:
    values = _values(rows, 2, mark)
    return f"UPDATE accounts SET holds = holds + v.column2 FROM (VALUES {values}) AS v WHERE name = v.column1"


@lru_cache(maxsize=64)
def _places_sql(rows: int, mark: str) -> str:
    names = _values(1, rows, mark)
    return f"SELECT name, seq FROM streams WHERE closed = 0 AND name IN {names} ORDER BY name"


@lru_cache(maxsize=64)
def _heads_sql(rows: int, mark: str) -> str:
    return (
        "UPDATE streams SET seq = v.column2, version = v.column3, head = v.column4 "
        f"FROM (VALUES {_values(rows, 4, mark)}) AS v WHERE name = v.column1"
    )


def _taken(batch: Sequence[Append], places: dict[str, int]) -> set[str]:
    """The logs in which the next place is not the one that the batch is for."""
    taken: set[str] = set()
    for append in batch:
        stream = append.stream
        if stream in taken:
            continue
        if places.get(stream) != append.link.record.seq - 1:
            taken.add(stream)
        else:
            places[stream] = append.link.record.seq
    return taken
