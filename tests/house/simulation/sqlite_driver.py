"""The part of the DB-API that the house uses, over apsw: its SQLite takes a file system that is written in Python.

Python's own sqlite3 module cannot name such a file system. Errors are raised as those of sqlite3, by the same codes.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import apsw

#: The errors of sqlite3 by apsw's; every other one is an OperationalError.
_ERRORS: dict[type[apsw.Error], type[sqlite3.Error]] = {
    apsw.ConstraintError: sqlite3.IntegrityError,
    apsw.MismatchError: sqlite3.IntegrityError,
    apsw.TooBigError: sqlite3.DataError,
    apsw.CorruptError: sqlite3.DatabaseError,
    apsw.NotADBError: sqlite3.DatabaseError,
    apsw.MisuseError: sqlite3.InterfaceError,
}


@contextmanager
def _errors() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        raise _ERRORS.get(type(error), sqlite3.OperationalError)(str(error)) from error


class DriverCursor:
    """A cursor that has read all rows of its statement."""

    arraysize = 1

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._rows: list[Any] = []
        self._place = 0
        self.description: tuple[Any, ...] | None = None
        self.rowcount = -1
        self.lastrowid: int | None = None

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> "DriverCursor":
        """Executes one statement and reads its rows."""
        self.description = None
        with _errors():
            cursor = self._connection.cursor()
            cursor.exec_trace = self._describe
            self._rows = list(cursor.execute(sql, tuple(parameters)))
        self._place = 0
        self.rowcount = self._connection.changes() if self.description is None else -1
        self.lastrowid = self._connection.last_insert_rowid()
        return self

    def _describe(self, cursor: apsw.Cursor, _sql: str, _bindings: Any) -> bool:
        columns = cursor.get_description()
        self.description = tuple((name, None, None, None, None, None, None) for name, *_ in columns) or None
        return True

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]]) -> "DriverCursor":
        """Executes a statement for each row."""
        for row in rows:
            self.execute(sql, row)
        return self

    def fetchone(self) -> Any:
        """Returns the next row, or None."""
        rows = self.fetchmany(1)
        return rows[0] if rows else None

    def fetchmany(self, size: int = 1) -> list[Any]:
        """Returns the next rows."""
        rows = self._rows[self._place : self._place + size]
        self._place += len(rows)
        return rows

    def fetchall(self) -> list[Any]:
        """Returns the remaining rows."""
        return self.fetchmany(len(self._rows))

    def __iter__(self) -> Iterator[Any]:
        return iter(self.fetchall())

    def close(self) -> None:
        """Releases the rows."""
        self._rows = []


class DriverConnection:
    """A connection in autocommit mode: the house begins its transactions itself."""

    isolation_level: str | None = ""

    def __init__(self, path: str, vfs: str) -> None:
        self._abandoned = False
        with _errors():
            self._connection = apsw.Connection(path, vfs=vfs)

    def cursor(self) -> DriverCursor:
        """Returns a new cursor."""
        return DriverCursor(self._connection)

    def execute(self, sql: str, parameters: Sequence[Any] = ()) -> DriverCursor:
        """Executes one statement."""
        return self.cursor().execute(sql, parameters)

    def commit(self) -> None:
        """Commits, if a transaction is open."""
        if not self._abandoned and self._connection.in_transaction:
            self.execute("COMMIT")

    def rollback(self) -> None:
        """Rolls back, if a transaction is open."""
        if not self._abandoned and self._connection.in_transaction:
            self.execute("ROLLBACK")

    def create_function(self, name: str, arguments: int, function: Any, **_: Any) -> None:
        """Accepts the functions that SQLAlchemy adds; the house uses none of them."""

    def close(self) -> None:
        """Closes the connection. A second call does nothing."""
        with _errors():
            self._connection.close()

    def abandon(self) -> None:
        """Closes the connection of a process that was killed, whose file system accepts nothing any more."""
        self._abandoned = True
        with suppress(apsw.Error):
            self._connection.close(True)
