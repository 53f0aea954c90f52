"""Appending on PostgreSQL by one statement, which is a transaction of its own: one way there and back for a batch.

It appends all of a batch, or nothing where others have appended to one of its logs in the meantime.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, Final

import msgspec
import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.types import LargeBinary, TypeEngine

from pitboss.storage.append import REFUSED, Append, Appender, entry_row, summed, transfer_rows
from pitboss.storage.relay import notices
from pitboss.storage.schema import entries, transfers

_encode: Final = msgspec.json.Encoder().encode


def _rows_of(table: sa.Table) -> tuple[str, str, str]:
    """The columns of a table, what is selected for them, and how rows of them are read from JSON."""
    names = [f'"{column.name}"' for column in table.columns]
    read = [_as_json(name, column.type) for name, column in zip(names, table.columns, strict=True)]
    chosen = [
        f"decode({name}, 'base64')" if isinstance(column.type, LargeBinary) else name
        for name, column in zip(names, table.columns, strict=True)
    ]
    return ", ".join(names), ", ".join(chosen), ", ".join(read)


def _as_json(name: str, kind: TypeEngine[Any]) -> str:
    if isinstance(kind, sa.Integer):
        return f"{name} bigint"
    return f"{name} text"  # bytes are written in base 64


_ENTRIES: Final = _rows_of(entries)
_TRANSFERS: Final = _rows_of(transfers)
#: A log, the first and the last place that are taken in it, and its version and its hash then.
_Head = tuple[str, int, int, int, bytes]
_HEAD: Final = ("name", "first", "seq", "version", "head")
_KEYS: Final = {table.name: [column.name for column in table.columns] for table in (entries, transfers)}

# Logs, and then accounts, are locked in one order, so that no two processes wait for each other. What is locked is as
# it stands then; the rows that are joined to it are found by their names. An account is opened by what it gets; of one
# that is not there nothing can be taken, as its check says.
_APPEND: Final = f"""
WITH heads AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS (name text, first bigint, seq bigint, version bigint, head text)
), places AS MATERIALIZED (
    SELECT name, seq FROM streams WHERE closed = 0 AND name IN (SELECT name FROM heads) ORDER BY name FOR UPDATE
), free AS MATERIALIZED (
    SELECT count(*) = (SELECT count(*) FROM heads) AS all_of_them
    FROM places JOIN heads USING (name) WHERE places.seq = heads.first - 1
), said AS (
    INSERT INTO entries ({_ENTRIES[0]}) SELECT {_ENTRIES[1]}
    FROM free, json_to_recordset(%s::json) AS ({_ENTRIES[2]}) WHERE free.all_of_them
), moved AS (
    INSERT INTO transfers ({_TRANSFERS[0]}) SELECT {_TRANSFERS[1]}
    FROM free, json_to_recordset(%s::json) AS ({_TRANSFERS[2]}) WHERE free.all_of_them
), changes AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS (name text, change bigint)
), held AS MATERIALIZED (
    SELECT name FROM accounts WHERE name IN (SELECT name FROM changes) AND (SELECT all_of_them FROM free)
    ORDER BY name FOR UPDATE
), holds AS (
    UPDATE accounts SET holds = holds + changes.change FROM held JOIN changes USING (name)
    WHERE accounts.name = held.name
), opened AS (
    INSERT INTO accounts (name, holds) SELECT name, change FROM changes
    WHERE name NOT IN (SELECT name FROM held) AND (SELECT all_of_them FROM free)
    ON CONFLICT (name) DO UPDATE SET holds = accounts.holds + excluded.holds
), ends AS (
    UPDATE streams SET seq = heads.seq, version = heads.version, head = decode(heads.head, 'base64')
    FROM free, heads WHERE free.all_of_them AND streams.name = heads.name
)
SELECT count(pg_notify('pitboss', told)) FROM free, unnest(%s::text[]) AS told WHERE free.all_of_them
"""


class OneStatement(Appender):
    """Appends on PostgreSQL, by a connection that is made again where it was lost."""

    def __init__(self, engine: Engine, origin: str) -> None:
        super().__init__(engine, origin)
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def close(self) -> None:
        """Nothing more is written."""
        if self._connection is not None:
            self._connection.close()

    def write(self, batch: Sequence[Append]) -> set[str]:
        """Makes a batch durable; returns the logs whose entries were left out."""
        with suppress(*REFUSED):
            if self._write_at_once(batch):
                return set()
        return super().write(batch)  # which finds what it is that cannot be appended

    def _write_at_once(self, batch: Sequence[Append]) -> bool:
        """Appends all of it; False where nothing was, since a log has grown."""
        heads = _heads(batch)
        if heads is None:
            return False
        links = [append.link for append in batch]
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._address, autocommit=True)
        parts = (
            _json(_HEAD, heads),
            _json(_KEYS["entries"], map(entry_row, links)),
            _json(_KEYS["transfers"], chain.from_iterable(map(transfer_rows, links))),
            _json(("name", "change"), summed(batch).items()),
            notices(self._origin, links),
        )
        row = self._connection.execute(_APPEND, parts, prepare=True).fetchone()
        return row is not None and bool(row[0])


def _heads(batch: Sequence[Append]) -> list[_Head] | None:
    """How far each log goes; None where a place before its last would be left free."""
    heads: dict[str, _Head] = {}
    for append in batch:
        record, name = append.link.record, append.stream
        first, last = heads[name][1:3] if name in heads else (record.seq, record.seq - 1)
        if record.seq != last + 1:
            return None
        heads[name] = (name, first, record.seq, record.version, append.link.hash)
    return list(heads.values())


def _json(keys: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    return _encode([dict(zip(keys, row, strict=True)) for row in rows]).decode()
