"""Notifications on PostgreSQL: LISTEN for the entries that other processes append."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
import psycopg
from sqlalchemy.engine import URL

from pitboss.house.log.notifications import Notification, decode_payload


class PostgresNotifications:
    """Listens on a dedicated connection and reconnects after it was lost.

    ``receive`` is called with each notification; ``connection_lost`` where notifications may have been missed.
    """

    def __init__(
        self, url: URL, origin: str, receive: Callable[[Notification], None], connection_lost: Callable[[], None]
    ) -> None:
        self._address = url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._origin = origin
        self._receive = receive
        self._connection_lost = connection_lost
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connects; returns once every later notification will be received."""
        connection = await self._connect()
        self._task = asyncio.get_running_loop().create_task(self._listen(connection))
        await asyncio.sleep(0)  # lets the task enter its `async with`, which closes the connection

    async def close(self) -> None:
        """Stops listening and closes the connection."""
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
                    async for notification in connection.notifies():
                        self._handle(notification.payload)
            except psycopg.Error:
                connection = await self._reconnect()
                self._connection_lost()

    def _handle(self, payload: str) -> None:
        try:
            notification = decode_payload(self._origin, payload)
        except msgspec.DecodeError:  # another program may notify on this channel: the log is the truth
            self._connection_lost()
            return
        if notification is not None:
            self._receive(notification)

    async def _reconnect(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        while True:
            try:
                return await self._connect()
            except psycopg.Error:
                await asyncio.sleep(0.5)
