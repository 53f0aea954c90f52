"""The client's end of the socket: requests find their answers by id, and tables their news."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from pitboss.client.faults import ClientError, ConnectionLost, Stale
from pitboss.client.wire import Done, Failed, FromServer, Hello, Left, Pong, TableState, ToServer, Welcome

_DECODER = msgspec.json.Decoder(FromServer)
Answer = Welcome | Done | Left | Pong | TableState


class Socket:
    """One connection. It is opened once; a client that has lost it opens another."""

    def __init__(self, on_table: Callable[[TableState | Failed], None], on_lost: Callable[[], None]) -> None:
        self._on_table = on_table
        self._on_lost = on_lost
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._connection: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._count = 0

    async def open(self, url: str, token: str) -> Welcome:
        """Connects and says who is there."""
        try:
            connection = self._connection = await connect(url, max_size=None, compression=None)
        except (OSError, InvalidHandshake) as error:  # nobody is there, or only a proxy, or it goes down just now
            raise ConnectionLost(f"{url}: {error}") from None
        self._reader = asyncio.create_task(self._read(connection))
        try:
            answer = await self.ask(Hello(token, self.new_id()))
        except BaseException:  # nobody gets to know this connection, so that nobody else would end it
            connection.transport.abort()
            raise
        assert isinstance(answer, Welcome)
        return answer

    async def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            await self._connection.close()
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader

    def new_id(self) -> str:
        """An id for this connection's own questions."""
        self._count += 1
        return f"q{self._count}"

    async def ask(self, message: ToServer) -> Answer:
        """Sends a message and waits for its answer; ClientError where it is refused."""
        connection = self._connection
        if connection is None:
            raise ConnectionLost("there is no connection")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[message.id] = future
        try:
            await connection.send(msgspec.json.encode(message).decode())
            return await future
        except ConnectionClosed:
            raise ConnectionLost("the connection is lost") from None
        finally:
            self._waiting.pop(message.id, None)
            future.cancel()  # where the line was lost before it was waited for, nobody asks it any more
            if not future.cancelled():
                future.exception()

    async def _read(self, connection: ClientConnection) -> None:
        try:
            async for text in connection:
                self._take(_DECODER.decode(text))
        except ConnectionClosed:
            pass
        finally:
            self._connection = None
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(ConnectionLost("the connection is lost"))
            self._on_lost()

    def _take(self, message: FromServer) -> None:
        if isinstance(message, TableState) or (isinstance(message, Failed) and not message.id):
            self._on_table(message)
            return
        future = self._waiting.get(message.id)
        if future is None or future.done():
            return
        if isinstance(message, Failed):
            future.set_exception(_fault(message))
        else:
            future.set_result(message)


def _fault(message: Failed) -> ClientError:
    if message.error.kind == "stale" and message.version is not None:
        return Stale(message.error, message.version, message.updates)
    return ClientError(message.error)
