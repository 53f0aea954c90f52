"""Appending to a SQLite file by one statement, which is one transaction.

The thread that writes shares the interpreter with the tables' play, and has to wait for it before each statement and
after it. So a batch is one statement, in which SQLite does all the rest by itself: a row of `appended` is an entry, the
last is by how much all of them change which accounts, and a trigger puts each where it belongs. View and triggers are
the connection's own, and no part of the schema.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import msgspec
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from pitboss.storage.append import REFUSED, Append, Appender, entry_row, summed
from pitboss.storage.append_postgres import OneStatement
from pitboss.storage.chain import Link
from pitboss.storage.database import is_sqlite
from pitboss.storage.schema import ENTRY_COLUMNS

_ENTRY: Final = [column.name for column in ENTRY_COLUMNS]
_COLUMNS: Final = (*_ENTRY, "opened", "changes")
# Whole numbers, text and byte arrays go to SQLite as they are. For anything else, None and bytes too, Python's driver
# first looks for somebody who could adapt it, and that took longer than all that it does besides.
_NONE: Final = 0
_STORED: Final = [f"nullif(NEW.{one.name}, {_NONE})" if one.nullable else f"NEW.{one.name}" for one in ENTRY_COLUMNS]
_VIEW: Final = f"CREATE TEMP VIEW IF NOT EXISTS appended AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
_TRIGGERS: Final = (
    f"""CREATE TEMP TRIGGER IF NOT EXISTS append_entry INSTEAD OF INSERT ON appended WHEN NEW.stream <> {_NONE} BEGIN
        UPDATE streams SET seq = NEW.seq, version = NEW.version, head = NEW.hash
            WHERE name = NEW.stream AND seq = NEW.seq - 1 AND closed = 0;
        SELECT RAISE(ABORT, 'the place is taken') WHERE changes() = 0;
        INSERT INTO entries ({", ".join(_ENTRY)}) VALUES ({", ".join(_STORED)});
    END""",
    f"""CREATE TEMP TRIGGER IF NOT EXISTS append_money INSTEAD OF INSERT ON appended WHEN NEW.changes <> {_NONE} BEGIN
        INSERT OR IGNORE INTO accounts (name, holds) SELECT value, 0 FROM json_each(NEW.opened);
        UPDATE accounts SET holds = holds + change.value FROM json_each(NEW.changes) AS change
            WHERE accounts.name = change.key;
    END""",
)
_EMPTY: Final = (_NONE,) * len(_COLUMNS)
#: The rows of a statement are a power of two, and above this a multiple of it.
_STEP: Final = 16

_encode: Final = msgspec.json.Encoder().encode


def appender_to(engine: Engine, origin: str) -> Appender:
    """What appends to a database, for a process by its name."""
    return AtOnce(engine, origin) if is_sqlite(engine) else OneStatement(engine, origin)


class AtOnce(Appender):
    """Appends to a SQLite file."""

    def __init__(self, engine: Engine, origin: str) -> None:
        super().__init__(engine, origin)
        # one connection for all batches: to fetch it from the pool and to give it back costs a tenth of a commit
        self._kept: tuple[PoolProxiedConnection, DBAPICursor] | None = None
        self._known: set[str] = set()  # accounts that a committed batch has changed: they are in the database for good

    def write(self, batch: Sequence[Append]) -> set[str]:
        """Makes a batch durable; returns the logs whose entries were left out."""
        changes = summed(batch)
        opened = changes.keys() - self._known
        try:
            rows = _rows(batch, sorted(opened), changes)
            self._cursor().execute(_statement(len(rows)), tuple(chain.from_iterable(rows)))
            self._known |= opened
        except REFUSED:
            return super().write(batch)  # which finds what it is that is refused
        except BaseException:
            self._let_go()
            raise
        return set()

    def close(self) -> None:
        """Nothing more is written."""
        self._let_go()
        super().close()

    def _let_go(self) -> None:
        if self._kept is not None:
            self._kept[0].close()
            self._kept = None

    def _cursor(self) -> DBAPICursor:
        if self._kept is None:
            connection = self._engine.raw_connection()
            self._kept = connection, connection.cursor()
            for statement in (_VIEW, *_TRIGGERS):
                self._kept[1].execute(statement)
        return self._kept[1]


def _rows(batch: Sequence[Append], opened: list[str], changes: dict[str, int]) -> list[tuple[Any, ...]]:
    """The entries, and by how much they change which accounts. Their number is one of few, so that there are few
    different statements, each prepared once: the rest is left empty."""
    rows = [_row(append.link) for append in batch]
    if changes:
        rows.append((*_EMPTY[2:], _encode(opened).decode(), _encode(changes).decode()))
    size = min(1 << (len(rows) - 1).bit_length(), -(-len(rows) // _STEP) * _STEP)
    return rows + [_EMPTY] * (size - len(rows))


def _row(link: Link) -> tuple[Any, ...]:
    row = entry_row(link)
    events, moved, wallet, hashed = row[-4:]
    return (*row[:-4], bytearray(events), moved or _NONE, wallet or _NONE, bytearray(hashed), _NONE, _NONE)


@lru_cache(maxsize=128)
def _statement(rows: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO appended VALUES {', '.join([row] * rows)}"
