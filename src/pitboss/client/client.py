"""The client: who one is, the tables there are, and a seat at one of them."""

import asyncio
from collections.abc import Callable
from secrets import token_hex
from types import TracebackType
from typing import Any

from pitboss.client.accounts import Accounts
from pitboss.client.faults import ClientError, ConnectionLost
from pitboss.client.law import Law
from pitboss.client.socket import Socket
from pitboss.client.tables import Tables
from pitboss.client.wire import Command, Done, ErrorBody, Failed, Leave, TableState, Update, Waiting, Watch

#: Seconds until a connection that could not be opened is tried again.
_AGAIN = 0.1


class Table:
    """A table that the client watches: its newest view, and what the client may say there."""

    def __init__(self, client: "Client", table: str) -> None:
        self.id = table
        self.version = -1
        self.view: Any = None
        self.you: Any = None
        self.card: Any = None
        self.clock: tuple[Waiting, ...] = ()
        #: All that was told since the table is watched.
        self.updates: list[Update] = []
        #: Why no more is told of it: it was closed.
        self.ended: ErrorBody | None = None
        self._client = client
        self._news = asyncio.Event()
        self._begins = True

    async def do(self, words: str, *, command_id: str = "", seen: int | None = None) -> Done:
        """Says something, and returns when what came of it is seen; Stale where ``seen`` is no longer the version,
        ClientError where it is refused."""
        done = await self._client.command(self.id, words, command_id=command_id, seen=seen)
        await self.until(lambda now: now.version >= done.version or now.ended is not None)
        return done

    async def until(self, holds: Callable[["Table"], bool], seconds: float = 30.0) -> None:
        """Waits until what is seen of the table fulfils something; TimeoutError where it does not in time, ClientError
        where the table is closed before.

        A connection that is lost meanwhile is opened again, and what was missed is heard.
        """
        async with asyncio.timeout(seconds):
            while not holds(self):
                if self.ended is not None:
                    raise ClientError(self.ended, 409)
                self._news.clear()
                if await self._client.is_connected():
                    await self._news.wait()
                else:
                    await asyncio.sleep(_AGAIN)

    def take(self, state: TableState) -> None:
        """Takes news in."""
        if self._begins or state.version >= self.version:
            self._begins = False
            self.version, self.view, self.you, self.clock = state.version, state.view, state.you, state.clock
            self.card = state.card or self.card
        self.updates += state.updates
        self.wake()

    def begin(self) -> None:
        """What is told next is how it stands, on a new line: the house may have gone back to a copy meanwhile."""
        self._begins = True

    def end(self, why: ErrorBody) -> None:
        """No more is told."""
        self.ended = why
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again."""
        self._news.set()


class Client(Accounts, Tables, Law):
    """A client of one server."""

    def __init__(self, url: str = "http://127.0.0.1:8021", token: str = "", *, timeout: float = 30.0) -> None:
        super().__init__(url, token, timeout)
        self.tables_watched: dict[str, Table] = {}
        self._socket: Socket | None = None
        self._opening = asyncio.Lock()
        self._closed = False

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends every connection, for good."""
        self._closed = True
        if self._socket is not None:
            await self._socket.close()
        await self._http.aclose()

    # --- play

    async def watch(self, table: str) -> Table:
        """Watches a table from now on."""
        socket = await self._connected()
        watched = self.tables_watched.setdefault(table, Table(self, table))
        try:
            await socket.ask(Watch(table, id=socket.new_id()))
        except ClientError:
            del self.tables_watched[table]
            raise
        return watched

    async def leave(self, table: str) -> None:
        """Watches a table no more. Money and seat stay as they are."""
        socket = await self._connected()
        await socket.ask(Leave(table, socket.new_id()))
        self.tables_watched.pop(table, None)

    async def command(self, table: str, words: str, *, command_id: str = "", seen: int | None = None) -> Done:
        """Says something at a table. A lost connection is opened again, and the same id sent: it is done once."""
        message = Command(command_id or token_hex(8), table, words, seen)
        for attempt in range(3):
            try:
                answer = await (await self._connected()).ask(message)
            except ConnectionLost:
                if attempt == 2:
                    raise
                await asyncio.sleep(_AGAIN * (attempt + 1))
            else:
                assert isinstance(answer, Done)
                return answer
        raise AssertionError("the last attempt returns or raises")

    async def is_connected(self) -> bool:
        """Whether there is a connection; one that was lost is opened again, and every table is watched as before."""
        try:
            await self._connected()
        except ConnectionLost:
            return False
        return True

    async def _connected(self) -> Socket:
        async with self._opening:  # two who ask at once get the same one
            if self._closed:
                raise ConnectionLost("this client was closed")
            if self._socket is None:
                socket = Socket(self._on_table, lambda: self._on_lost(socket))
                await socket.open(f"ws{self.url.removeprefix('http')}/api/socket", self.token)
                try:
                    for watched in tuple(self.tables_watched.values()):
                        await self._watch_again(socket, watched)
                except BaseException:
                    await socket.close()
                    raise
                self._socket = socket
            return self._socket

    async def _watch_again(self, socket: Socket, watched: Table) -> None:
        after = watched.version if watched.version >= 0 else None
        watched.begin()
        try:
            await socket.ask(Watch(watched.id, after, socket.new_id()))
        except ClientError as error:
            if error.kind != "table_closed":
                raise
            self._end(watched.id, error.body)

    def _on_table(self, told: TableState | Failed) -> None:
        if isinstance(told, Failed):
            if told.error.kind == "table_closed":
                self._end(told.table, told.error)
        elif told.table in self.tables_watched:
            self.tables_watched[told.table].take(told)

    def _end(self, table: str, why: ErrorBody) -> None:
        watched = self.tables_watched.pop(table, None)
        if watched is not None:
            watched.end(why)

    def _on_lost(self, socket: Socket) -> None:
        if self._socket is socket:
            self._socket = None
        for watched in self.tables_watched.values():
            watched.wake()

    async def _speaks_with(self, token: str) -> None:
        """A socket is somebody's from its beginning to its end, so that another is opened when needed."""
        await super()._speaks_with(token)
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()
