"""The client's WebSocket connection: it matches replies to requests by id and dispatches table messages."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pitboss.client.errors import ClientError, ConnectionLost, StaleError, connection_lost
from pitboss.client.wire import (
    ClientMessage,
    DoneMessage,
    ErrorMessage,
    HelloMessage,
    LeftMessage,
    PongMessage,
    ServerMessage,
    TableMessage,
    WelcomeMessage,
)

_DECODER = msgspec.json.Decoder(ServerMessage)
Reply = WelcomeMessage | DoneMessage | LeftMessage | PongMessage | TableMessage


class Socket:
    """One WebSocket connection. It is opened once; after a loss the client opens a new one."""

    def __init__(self, on_table: Callable[[TableMessage | ErrorMessage], None], on_lost: Callable[[], None]) -> None:
        self._on_table = on_table
        self._on_lost = on_lost
        self._pending: dict[str, asyncio.Future[Reply]] = {}
        self._connection: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._count = 0

    async def open(self, url: str, token: str) -> WelcomeMessage:
        """Connects and authenticates with the token. Raises ConnectionLost if the server cannot be reached."""
        try:
            connection = self._connection = await connect(url, max_size=None, compression=None)
        except (OSError, InvalidHandshake) as error:  # refused, or answered by a proxy, or shutting down
            raise connection_lost(url, error) from None
        self._reader = asyncio.create_task(self._read(connection))
        try:
            answer = await self.request(HelloMessage(token, self.new_id()))
        except BaseException:  # the caller never gets this connection, so close it here
            connection.transport.abort()
            raise
        assert isinstance(answer, WelcomeMessage)
        return answer

    async def close(self) -> None:
        """Closes the connection."""
        if self._connection is not None:
            await self._connection.close()
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader

    def new_id(self) -> str:
        """Returns an id that is unique on this connection."""
        self._count += 1
        return f"q{self._count}"

    async def request(self, message: ClientMessage) -> Reply:
        """Sends a message and returns its reply. Raises ClientError if the server rejects it."""
        connection = self._connection
        if connection is None:
            raise ConnectionLost("not connected")
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._pending[message.id] = future
        try:
            await connection.send(msgspec.json.encode(message).decode())
            return await future
        except ConnectionClosed:
            raise ConnectionLost("the connection was lost") from None
        finally:
            self._pending.pop(message.id, None)
            future.cancel()  # retrieve the exception of a future that was never awaited
            if not future.cancelled():
                future.exception()

    async def _read(self, connection: ClientConnection) -> None:
        try:
            async for text in connection:
                self._dispatch(_DECODER.decode(text))
        except ConnectionClosed:
            pass
        finally:
            self._connection = None
            for future in self._pending.values():
                if not future.done():
                    future.set_exception(ConnectionLost("the connection was lost"))
            self._on_lost()

    def _dispatch(self, message: ServerMessage) -> None:
        if isinstance(message, TableMessage) or (isinstance(message, ErrorMessage) and not message.id):
            self._on_table(message)
            return
        future = self._pending.get(message.id)
        if future is None or future.done():
            return
        if isinstance(message, ErrorMessage):
            future.set_exception(_error(message))
        else:
            future.set_result(message)


def _error(message: ErrorMessage) -> ClientError:
    if message.error.kind == "stale" and message.version is not None:
        return StaleError(message.error, message.version, message.updates)
    return ClientError(message.error)
