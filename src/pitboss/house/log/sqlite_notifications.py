"""Notifications on SQLite: poll the file for the entries that other processes append.

Entries are numbered in commit order, so a process reads what is above the last number that it has seen.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from pitboss.house.database import connection_errors
from pitboss.house.log import read
from pitboss.house.log.notifications import Notification
from pitboss.house.schema import entries

#: The polling interval.
_SECONDS: Final = 0.02
#: The most entries of one poll, so that a large backlog does not block the event loop.
_MAX_ENTRIES: Final = 1000

#: The number of an entry, its log, its position there and its hash.
Appended = tuple[int, str, int, bytes]

_NEW: Final = f"SELECT id, stream, seq, hash FROM entries WHERE id > ? ORDER BY id LIMIT {_MAX_ENTRIES}"


class SqliteNotifications:
    """Polls on the event loop: the entries have just been written, so the read comes from the page cache.

    ``unknown_entries`` selects the entries that this process needs, by number, with the names of their logs;
    ``receive`` is called with them.
    """

    def __init__(
        self,
        engine: Engine,
        unknown_entries: Callable[[list[Appended]], dict[int, str]],
        receive: Callable[[Notification], None],
    ) -> None:
        self._engine = engine
        self._unknown_entries = unknown_entries
        self._receive = receive
        self._data_version: object = None  # it changes whenever another connection has committed
        self.last = 0  # the number of the last entry that was seen
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Starts polling; every later entry will be seen."""
        with self._engine.begin() as connection:
            self.last = connection.execute(sa.select(sa.func.max(entries.c.id))).scalar() or 0
        self._task = asyncio.get_running_loop().create_task(self._poll_forever())

    async def close(self) -> None:
        """Stops polling."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _poll_forever(self) -> None:
        connection = self._engine.raw_connection()
        try:
            cursor = connection.cursor()
            while True:
                await asyncio.sleep(_SECONDS)
                with suppress(*connection_errors()):  # the next poll retries
                    self.poll(cursor)
        finally:
            connection.close()

    def poll(self, cursor: DBAPICursor) -> None:
        """Reads the new entries, if another connection has committed since the last poll."""
        cursor.execute("PRAGMA data_version")
        version = cursor.fetchone()
        if version == self._data_version:
            return
        cursor.execute(_NEW, (self.last,))
        new: list[Appended] = list(cursor.fetchall())
        unknown = self._unknown_entries(new)
        if unknown:
            self._receive(self._notification(unknown))
        if new:
            self.last = new[-1][0]
        if len(new) < _MAX_ENTRIES:
            self._data_version = version

    def _notification(self, unknown: dict[int, str]) -> Notification:
        """Reads entries by number. Where one cannot be decoded, the logs are named instead: each is then read on its
        own, and only the reader of the damaged log gets the error."""
        try:
            with self._engine.begin() as connection:
                return Notification(tuple(read.numbered(connection, list(unknown))))
        except msgspec.MsgspecError:
            return Notification(names=tuple(dict.fromkeys(unknown.values())))
