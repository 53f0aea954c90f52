"""Appending on PostgreSQL by one statement, which is a transaction of its own: one way there and back for a batch.

It appends all of a batch, or nothing where others have appended to one of its logs in the meantime.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.types import LargeBinary

from pitboss.storage.append import REFUSED, Append, Appender, entry_row, summed
from pitboss.storage.relay import notices
from pitboss.storage.schema import ENTRY_COLUMNS

_encode: Final = msgspec.json.Encoder().encode


def _selected(column: sa.Column[Any]) -> str:
    return f"decode({column.name}, 'base64')" if isinstance(column.type, LargeBinary) else column.name


def _as_json(column: sa.Column[Any]) -> str:
    """How it is read from JSON, in which bytes are written in base 64."""
    return f"{column.name} {'bigint' if isinstance(column.type, sa.Integer) else 'text'}"


_NAMES: Final = [column.name for column in ENTRY_COLUMNS]
#: A log, the first and the last place that are taken in it, and its version and its hash then.
_Head = tuple[str, int, int, int, bytes]
_HEAD: Final = ("name", "first", "seq", "version", "head")

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
    INSERT INTO entries ({", ".join(_NAMES)}) SELECT {", ".join(map(_selected, ENTRY_COLUMNS))}
    FROM free, json_to_recordset(%s::json) AS ({", ".join(map(_as_json, ENTRY_COLUMNS))}) WHERE free.all_of_them
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
        super().close()

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
            _json(_NAMES, map(entry_row, links)),
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
