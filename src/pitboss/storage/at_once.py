"""Appending to a SQLite file by one statement, which is one transaction.

The thread that writes shares the interpreter with the tables' play, and has to wait for it before each statement and
after it. So a batch is one statement, in which SQLite does all the rest by itself: a row of `appended` is an entry with
what it moves, and a trigger puts each part where it belongs. Both are the connection's own, and no part of the schema.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec.structs import astuple
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.pool import PoolProxiedConnection

from pitboss.storage.append import REFUSED, Append, Appender
from pitboss.storage.append_postgres import OneStatement
from pitboss.storage.database import is_sqlite

_COLUMNS: Final = (
    *("stream", "seq", "version", "at", "command", "actor", "role", "words", "events", "hash"),
    *("moved", "changes"),
)
_VIEW: Final = f"CREATE TEMP VIEW IF NOT EXISTS appended AS SELECT {', '.join(f'NULL AS {name}' for name in _COLUMNS)}"
_TRIGGERS: Final = (
    """CREATE TEMP TRIGGER IF NOT EXISTS append_entry INSTEAD OF INSERT ON appended WHEN NEW.stream IS NOT NULL BEGIN
        UPDATE streams SET seq = NEW.seq, version = NEW.version, head = NEW.hash
            WHERE name = NEW.stream AND seq = NEW.seq - 1 AND closed = 0;
        SELECT RAISE(ABORT, 'the place is taken') WHERE changes() = 0;
        INSERT INTO entries (stream, seq, version, at, command, actor, role, words, events, hash) VALUES (NEW.stream,
            NEW.seq, NEW.version, NEW.at, NEW.command, NEW.actor, NEW.role, NEW.words, NEW.events, NEW.hash);
    END""",
    """CREATE TEMP TRIGGER IF NOT EXISTS append_money INSTEAD OF INSERT ON appended WHEN NEW.moved IS NOT NULL BEGIN
        INSERT INTO transfers (stream, seq, place, debit, credit, amount, why, wallet)
            SELECT NEW.stream, NEW.seq, key, value->>0, value->>1, value->>2, value->>3,
                CASE 'wallet/' WHEN substr(value->>0, 1, 7) THEN value->>0
                    WHEN substr(value->>1, 1, 7) THEN value->>1 END
            FROM json_each(NEW.moved);
        INSERT OR IGNORE INTO accounts (name, holds) SELECT key, 0 FROM json_each(NEW.changes);
        UPDATE accounts SET holds = holds + change.value FROM json_each(NEW.changes) AS change
            WHERE accounts.name = change.key;
    END""",
)
_EMPTY: Final = (None,) * len(_COLUMNS)

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

    def write(self, batch: Sequence[Append]) -> set[str]:
        """Makes a batch durable; returns the logs whose entries were left out."""
        rows = [_row(append) for append in batch]
        # few different statements, each prepared once: the rest of the rows is left empty
        size = 1 << (len(rows) - 1).bit_length()
        rows += [_EMPTY] * (size - len(rows))
        try:
            self._cursor().execute(_statement(size), tuple(chain.from_iterable(rows)))
        except REFUSED:
            return super().write(batch)  # which finds what it is that is refused
        except BaseException:
            self.close()
            raise
        return set()

    def close(self) -> None:
        """Gives the connection back."""
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


def _row(append: Append) -> tuple[Any, ...]:
    """All of a record but its transfers, which are the last of it, then its hash, then what it moves."""
    link = append.link
    *fields, transfers = astuple(link.record)
    if not append.changes:
        return (*fields, link.hash, None, None)
    return (*fields, link.hash, _encode(transfers).decode(), _encode(append.changes).decode())


@lru_cache(maxsize=16)
def _statement(rows: int) -> str:
    row = f"({', '.join('?' * len(_COLUMNS))})"
    return f"INSERT INTO appended VALUES {', '.join([row] * rows)}"
