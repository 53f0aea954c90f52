"""Appending a batch of entries and their balance changes in one transaction."""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final, Protocol, TypeVar

from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from pitboss.house.database import is_sqlite, postgres_errors, writing
from pitboss.house.ledger import LedgerError
from pitboss.house.log.chain import AppendRequest, entry_row, is_conditional, summed
from pitboss.house.log.notifications import encode_payloads
from pitboss.house.log.write_lock import WriteLock
from pitboss.house.schema import ENTRY_COLUMNS

T = TypeVar("T")
#: The most rows of one INSERT. Batches are split into powers of two, so that few different statements are prepared.
_MAX_ROWS: Final = 256
_ROW_ERRORS: Final = (LedgerError, sqlite3.IntegrityError, sqlite3.DataError, OverflowError)


def row_errors() -> tuple[type[Exception], ...]:
    """Returns the errors that are due to a row itself, not to the connection: a retry without that row may succeed."""
    return (*_ROW_ERRORS, *postgres_errors("IntegrityError", "DataError"))


class Appender(Protocol):
    """Writes batches of entries to one kind of database."""

    @property
    def write_lock(self) -> WriteLock:
        """The lock that a writer holds during a batch."""

    def write(self, batch: Sequence[AppendRequest]) -> set[str]:
        """Commits a batch; returns the logs whose entries were left out."""

    def append(self, cursor: DBAPICursor, batch: Sequence[AppendRequest]) -> None:
        """Writes a batch in the caller's transaction, which has locked its logs."""

    def close(self) -> None:
        """Closes the connection and releases the write lock."""


class StatementsAppender:
    """Writes batches with several statements on any database; the appenders of one statement fall back to it.

    An entry whose position in its log is taken, or whose condition does not hold, is left out.
    """

    def __init__(self, engine: Engine, origin: str) -> None:
        self._engine = writing(engine)
        self._sqlite = is_sqlite(engine)
        self._mark = "?" if self._sqlite else "%s"
        self._locks = "" if self._sqlite else " FOR UPDATE"  # SQLite locks the database when the transaction begins
        self.origin = origin
        self.write_lock = WriteLock(engine)

    def write(self, batch: Sequence[AppendRequest]) -> set[str]:
        """Commits a batch; returns the logs whose entries were left out.

        A batch that the database refuses is retried log by log, so that only the entries at fault are left out.
        """
        try:
            return self._transact(batch)
        except row_errors():
            by_stream: dict[str, list[AppendRequest]] = {}
            for append in batch:
                by_stream.setdefault(append.stream, []).append(append)
            if len(by_stream) == 1:
                return set(by_stream)
            return set().union(*(self.write(appends) for appends in by_stream.values()))

    def close(self) -> None:
        """Releases the write lock."""
        self.write_lock.close()

    def _transact(self, batch: Sequence[AppendRequest]) -> set[str]:
        with self._engine.begin() as connection:
            cursor = connection.connection.cursor()
            positions = self._lock_logs(cursor, {append.stream for append in batch})
            taken = _taken(batch, positions)
            good = [append for append in batch if append.stream not in taken] if taken else batch
            if is_conditional(good):
                self._lock_accounts(cursor, summed(good))
                taken |= {each.stream for each in good if each.condition and not each.condition(connection)}
                good = [append for append in good if append.stream not in taken]
            if good:
                self.append(cursor, good)
        return taken

    def _lock_logs(self, cursor: DBAPICursor, names: set[str]) -> dict[str, int]:
        """Locks the rows of these logs until the transaction ends; returns the last position of each open one."""
        positions: dict[str, int] = {}
        for part in _parts(sorted(names)):
            cursor.execute(_positions_sql(len(part), self._mark) + self._locks, part)
            positions.update(cursor.fetchall())
        return positions

    def append(self, cursor: DBAPICursor, batch: Sequence[AppendRequest]) -> None:
        """Writes a batch in the caller's transaction, which has locked its logs."""
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
            # delivered to the other processes at the commit
            payloads = encode_payloads(self.origin, [append.link for append in batch])
            cursor.execute("SELECT pg_notify('pitboss', payload) FROM unnest(%s::text[]) AS payload", (payloads,))

    def _change(self, cursor: DBAPICursor, changes: dict[str, int]) -> None:
        """Adds to the balances. Rows are locked in name order, which prevents deadlocks between processes."""
        for part in _parts([(name, 0) for name in sorted(changes)]):
            values = _values(len(part), 2, self._mark)
            opened = f"INSERT INTO accounts (name, holds) VALUES {values} ON CONFLICT DO NOTHING"
            cursor.execute(opened, tuple(chain.from_iterable(part)))
        rows = sorted((name, change) for name, change in changes.items() if change)
        self._lock_accounts(cursor, dict(rows))
        for part in _parts(rows):
            cursor.execute(_changes_sql(len(part), self._mark), tuple(chain.from_iterable(part)))

    def _lock_accounts(self, cursor: DBAPICursor, names: Iterable[str]) -> None:
        """Locks the rows of these accounts, in name order; on SQLite the transaction has locked the database."""
        if self._sqlite:
            return
        for part in _parts(sorted(names)):
            cursor.execute(_LOCK_ACCOUNTS + _values(1, len(part), "%s") + " ORDER BY name FOR UPDATE", part)


_INSERT: Final = f"INSERT INTO entries ({', '.join(column.name for column in ENTRY_COLUMNS)}) VALUES"
_LOCK_ACCOUNTS: Final = "SELECT name FROM accounts WHERE name IN "


def _parts(rows: Sequence[T]) -> Iterable[Sequence[T]]:
    """Splits rows into parts whose lengths are powers of two, so that few different statements are needed."""
    at, left = 0, len(rows)
    while left:
        size = min(_MAX_ROWS, 1 << (left.bit_length() - 1))
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
def _positions_sql(rows: int, mark: str) -> str:
    names = _values(1, rows, mark)
    return f"SELECT name, seq FROM streams WHERE closed = 0 AND name IN {names} ORDER BY name"


@lru_cache(maxsize=64)
def _heads_sql(rows: int, mark: str) -> str:
    return (
        "UPDATE streams SET seq = v.column2, version = v.column3, head = v.column4 "
        f"FROM (VALUES {_values(rows, 4, mark)}) AS v WHERE name = v.column1"
    )


def _taken(batch: Sequence[AppendRequest], positions: dict[str, int]) -> set[str]:
    """Returns the logs whose next position is not the one that the batch names."""
    taken: set[str] = set()
    for append in batch:
        stream = append.stream
        if stream in taken:
            continue
        if positions.get(stream) != append.link.record.seq - 1:
            taken.add(stream)
        else:
            positions[stream] = append.link.record.seq
    return taken
