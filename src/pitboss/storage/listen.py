"""Hearing on PostgreSQL what other processes have appended."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
import psycopg
from sqlalchemy.engine import URL

from pitboss.storage.relay import Notice, from_another


class Listener:
    """Listens on a connection of its own, and makes another where that one breaks."""

    def __init__(self, url: URL, origin: str, heard: Callable[[Notice], None], missed: Callable[[], None]) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._origin = origin
        self._heard = heard
        self._missed = missed
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """From now on nothing is missed."""
        connection = await self._connect()
        self._task = asyncio.get_running_loop().create_task(self._listen(connection))
        await asyncio.sleep(0)  # it has begun, and will close its line however soon it is to end

    async def close(self) -> None:
        """Hears nothing any more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _connect(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        connection = await psycopg.AsyncConnection.connect(self._address, autocommit=True)
        await connection.execute("LISTEN pitboss")
        return connection

    async def _listen(self, connection: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        while True:
            try:
                async with connection:
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except psycopg.Error:
                connection = await self._again()
                self._missed()

    def _hear(self, payload: str) -> None:
        try:
            told = from_another(self._origin, payload)
        except msgspec.DecodeError:  # whoever has the database's password may notify: what is so, is read
            self._missed()
            return
        if told is not None:
            self._heard(told)

    async def _again(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        while True:
            try:
                return await self._connect()
            except psycopg.Error:
                await asyncio.sleep(0.5)
