"""Hearing on a SQLite file what other processes have appended: entries are numbered in the order of their commits."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.engine import Engine
from sqlalchemy.engine.interfaces import DBAPICursor

from pitboss.storage import read
from pitboss.storage.database import AWAY
from pitboss.storage.relay import Notice
from pitboss.storage.schema import entries

#: How often it looks.
_SECONDS: Final = 0.02
#: The most entries of one look, so that the loop need not wait for all that happened while it was busy.
_MOST: Final = 1000

#: The number of an entry, its log, its place there and its hash.
Appended = tuple[int, str, int, bytes]

_NEW: Final = f"SELECT id, stream, seq, hash FROM entries WHERE id > ? ORDER BY id LIMIT {_MOST}"


class FileListener:
    """Looks for what is new, in the loop: it has just been written, and is in memory."""

    def __init__(
        self, engine: Engine, news: Callable[[list[Appended]], dict[int, str]], heard: Callable[[Notice], None]
    ) -> None:
        self._engine = engine
        self._news = news  # which entries are another process's and of use here: by their numbers, with their logs
        self._heard = heard
        self._seen: object = None  # what SQLite says of the file changes whenever another connection has committed
        self._last = 0  # the last entry that was looked at
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From now on nothing is missed."""
        with self._engine.begin() as connection:
            self._last = connection.execute(sa.select(sa.func.max(entries.c.id))).scalar() or 0
        self._task = asyncio.get_running_loop().create_task(self._look_on())

    async def close(self) -> None:
        """Hears nothing any more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _look_on(self) -> None:
        kept = self._engine.raw_connection()
        try:
            cursor = kept.cursor()
            while True:
                await asyncio.sleep(_SECONDS)
                with suppress(*AWAY):  # it is looked for again
                    self._look(cursor)
        finally:
            kept.close()

    def _look(self, cursor: DBAPICursor) -> None:
        cursor.execute("PRAGMA data_version")
        version = cursor.fetchone()
        if version == self._seen:
            return
        cursor.execute(_NEW, (self._last,))
        new: list[Appended] = list(cursor.fetchall())
        wanted = self._news(new)
        if wanted:
            self._heard(self._notice(wanted))
        if new:
            self._last = new[-1][0]
        if len(new) < _MOST:
            self._seen = version

    def _notice(self, wanted: dict[int, str]) -> Notice:
        """Entries by their numbers, with their logs. Where one of them is spoilt, the logs are told by name: who reads
        that one hears why it cannot be read, and who reads another is not kept from it."""
        try:
            with self._engine.begin() as connection:
                return Notice(tuple(read.numbered(connection, list(wanted))))
        except msgspec.MsgspecError:
            return Notice(names=tuple(dict.fromkeys(wanted.values())))
