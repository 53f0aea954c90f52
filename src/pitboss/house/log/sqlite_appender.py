"""SQLite appender: one statement, and so one transaction, for each batch.

The writer thread waits for the interpreter lock before and after each statement, so a batch is one INSERT into the
temporary view `appended`. Each row is an entry; the last row has the balance changes as JSON. Triggers on the view
write to the real tables. View and triggers belong to the connection, not to the schema.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import msgspec
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from pitboss.house.database import is_sqlite
from pitboss.house.log.append import Appender, StatementsAppender, row_errors
from pitboss.house.log.chain import AppendRequest, Link, entry_row, is_conditional, summed
from pitboss.house.schema import ENTRY_COLUMNS

_ENTRY: Final = [column.name for column in ENTRY_COLUMNS]
_COLUMNS: Final = (*_ENTRY, "opened", "changes")
# Python's driver binds int, str and bytearray directly. For None and bytes it first looks for an adapter, which took
# longer than the rest of the binding: so 0 stands for NULL and bytes are passed as bytearray.
_NONE: Final = 0
_STORED: Final = [
    f"nullif(NEW.{column.name}, {_NONE})" if column.nullable else f"NEW.{column.name}" for column in ENTRY_COLUMNS
]
_VIEW: Final = f"CREATE TEMP VIEW IF NOT EXISTS appended AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
_TRIGGERS: Final = (
    f"""CREATE TEMP TRIGGER IF NOT EXISTS append_entry INSTEAD OF INSERT ON appended WHEN NEW.stream <> {_NONE} BEGIN
        UPDATE streams SET seq = NEW.seq, version = NEW.version, head = NEW.hash
            WHERE name = NEW.stream AND seq = NEW.seq - 1 AND closed = 0;
        SELECT RAISE(ABORT, 'the position is taken') WHERE changes() = 0;
        INSERT INTO entries ({", ".join(_ENTRY)}) VALUES ({", ".join(_STORED)});
    END""",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS append_money INSTEAD OF INSERT ON appended WHEN NEW.changes <> {_NONE} BEGIN
        INSERT OR IGNORE INTO accounts (name, holds) SELECT value, 0 FROM json_each(NEW.opened);
        UPDATE accounts SET holds = holds + change.value FROM json_each(NEW.changes) AS change
            WHERE accounts.name = change.key;
    END""",
)
_EMPTY: Final = (_NONE,) * len(_COLUMNS)
#: The row count of a statement is a power of two, and above this value a multiple of it.
_STEP: Final = 16

_encode: Final = msgspec.json.Encoder().encode


def create_appender(engine: Engine, origin: str) -> Appender:
    """Returns the appender for a database; ``origin`` names this process in notifications."""
    if is_sqlite(engine):
        return SqliteAppender(engine, origin)
    from pitboss.house.log.postgres_appender import PostgresAppender  # noqa: PLC0415 # psycopg, only where it is used

    return PostgresAppender(engine, origin)


class SqliteAppender:
    """Appends to a SQLite database over one connection that stays open."""

    def __init__(self, engine: Engine, origin: str) -> None:
        self.statements = StatementsAppender(engine, origin)
        self.append = self.statements.append
        self.write_lock = self.statements.write_lock
        self.engine = engine
        # checking a connection out of the pool and in again costs a tenth of a commit
        self._connection: tuple[PoolProxiedConnection, DBAPICursor] | None = None
        self._known: set[str] = set()  # accounts that a committed batch has changed, and which so exist

    def write(self, batch: Sequence[AppendRequest]) -> set[str]:
        """Commits a batch; returns the logs whose entries were left out."""
        if is_conditional(batch):
            return self.statements.write(batch)
        changes = summed(batch)
        opened = changes.keys() - self._known
        try:
            rows = _rows(batch, sorted(opened), changes)
            self._cursor().execute(_statement(len(rows)), tuple(chain.from_iterable(rows)))
            self._known |= opened
        except row_errors():
            return self.statements.write(batch)  # which finds the entry at fault
        except BaseException:
            self._disconnect()
            raise
        return set()

    def close(self) -> None:
        """Closes the connection."""
        self._disconnect()
        self.statements.close()

    def _disconnect(self) -> None:
        if self._connection is not None:
            self._connection[0].close()
            self._connection = None

    def _cursor(self) -> DBAPICursor:
        if self._connection is None:
            connection = self.engine.raw_connection()
            self._connection = connection, connection.cursor()
            for statement in (_VIEW, *_TRIGGERS):
                self._connection[1].execute(statement)
        return self._connection[1]


def _rows(batch: Sequence[AppendRequest], opened: list[str], changes: dict[str, int]) -> list[tuple[Any, ...]]:
    """Returns the rows of the INSERT: entries, balance changes, and empty rows up to one of a few row counts, so that
    few different statements are prepared."""
    rows = [_row(append.link) for append in batch]
    if changes:
        rows.append((*_EMPTY[2:], _encode(opened).decode(), _encode(changes).decode()))
    size = min(1 << (len(rows) - 1).bit_length(), -(-len(rows) // _STEP) * _STEP)
    return rows + [_EMPTY] * (size - len(rows))


def _row(link: Link) -> tuple[Any, ...]:
    *fields, events, moved, wallet, hashed, means = entry_row(link)
    return (*fields, bytearray(events), moved or _NONE, wallet or _NONE, bytearray(hashed), means, _NONE, _NONE)


@lru_cache(maxsize=128)
def _statement(rows: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO appended VALUES {', '.join([row] * rows)}"
