"""PostgreSQL appender: one statement, and so one round trip, for each batch.

The statement appends the whole batch, or nothing where another process has appended to one of its logs.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, Final

import msgspec
import psycopg
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.types import LargeBinary

from pitboss.house.database import SYNC_COMMITS
from pitboss.house.log.append import StatementsAppender, row_errors
from pitboss.house.log.chain import AppendRequest, entry_row, is_conditional, summed
from pitboss.house.log.notifications import encode_payloads
from pitboss.house.schema import ENTRY_COLUMNS

_encode: Final = msgspec.json.Encoder().encode


def _selected(column: sa.Column[Any]) -> str:
    return f"decode({column.name}, 'base64')" if isinstance(column.type, LargeBinary) else column.name


def _as_json(column: sa.Column[Any]) -> str:
    """Returns the column definition for reading JSON, in which bytes are base64 text."""
    return f"{column.name} {'bigint' if isinstance(column.type, sa.Integer) else 'text'}"


_NAMES: Final = [column.name for column in ENTRY_COLUMNS]
#: A log, the first and last position of its new entries, and its version and hash after them.
_Head = tuple[str, int, int, int, bytes]
_HEAD: Final = ("name", "first", "seq", "version", "head")

# Logs, then accounts, are locked in name order, which prevents deadlocks between processes. A new account is inserted
# with its first change; the CHECK constraint refuses a negative one.
_APPEND: Final = f"""
WITH heads AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS (name text, first bigint, seq bigint, version bigint, head text)
), positions AS MATERIALIZED (
    SELECT name, seq FROM streams WHERE closed = 0 AND name IN (SELECT name FROM heads) ORDER BY name FOR UPDATE
), free AS MATERIALIZED (
    SELECT count(*) = (SELECT count(*) FROM heads) AS all_free
    FROM positions JOIN heads USING (name) WHERE positions.seq = heads.first - 1
), inserted AS (
    INSERT INTO entries ({", ".join(_NAMES)}) SELECT {", ".join(map(_selected, ENTRY_COLUMNS))}
    FROM free, json_to_recordset(%s::json) AS ({", ".join(map(_as_json, ENTRY_COLUMNS))}) WHERE free.all_free
), changes AS MATERIALIZED (
    SELECT * FROM json_to_recordset(%s::json) AS (name text, change bigint)
), held AS MATERIALIZED (
    SELECT name FROM accounts WHERE name IN (SELECT name FROM changes) AND (SELECT all_free FROM free)
    ORDER BY name FOR UPDATE
), holds AS (
    UPDATE accounts SET holds = holds + changes.change FROM held JOIN changes USING (name)
    WHERE accounts.name = held.name
), opened AS (
    INSERT INTO accounts (name, holds) SELECT name, change FROM changes
    WHERE name NOT IN (SELECT name FROM held) AND (SELECT all_free FROM free)
    ON CONFLICT (name) DO UPDATE SET holds = accounts.holds + excluded.holds
), ends AS (
    UPDATE streams SET seq = heads.seq, version = heads.version, head = decode(heads.head, 'base64')
    FROM free, heads WHERE free.all_free AND streams.name = heads.name
)
SELECT count(pg_notify('pitboss', payload)) FROM free, unnest(%s::text[]) AS payload WHERE free.all_free
"""


class PostgresAppender:
    """Appends on PostgreSQL over one connection, which is reopened after it was lost."""

    def __init__(self, engine: Engine, origin: str) -> None:
        self.statements = StatementsAppender(engine, origin)
        self.append = self.statements.append
        self.write_lock = self.statements.write_lock
        self._origin = origin
        self._address = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None

    def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            self._connection.close()
        self.statements.close()

    def write(self, batch: Sequence[AppendRequest]) -> set[str]:
        """Commits a batch; returns the logs whose entries were left out."""
        with suppress(*row_errors()):
            if not is_conditional(batch) and self.write_in_one_statement(batch):
                return set()
        return self.statements.write(batch)  # which finds the entry at fault

    def write_in_one_statement(self, batch: Sequence[AppendRequest]) -> bool:
        """Commits the whole batch; returns False, without a change, where a position is taken."""
        heads = _heads(batch)
        if heads is None:
            return False
        links = [append.link for append in batch]
        if self._connection is None or self._connection.closed:
            self._connection = psycopg.connect(self._address, autocommit=True)
            self._connection.execute(SYNC_COMMITS)
        parts = (
            _json(_HEAD, heads),
            _json(_NAMES, map(entry_row, links)),
            _json(("name", "change"), summed(batch).items()),
            encode_payloads(self._origin, links),
        )
        row = self._connection.execute(_APPEND, parts, prepare=True).fetchone()
        return row is not None and bool(row[0])


def _heads(batch: Sequence[AppendRequest]) -> list[_Head] | None:
    """Returns the new head of each log; None where the batch has a gap."""
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
