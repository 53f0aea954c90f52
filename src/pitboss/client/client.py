"""The client and the tables it watches."""

import asyncio
from collections.abc import Callable
from secrets import token_hex
from types import TracebackType
from typing import Any

from pitboss.client.accounts import AccountsApi
from pitboss.client.contributions import Contributor
from pitboss.client.errors import ClientError, ConnectionLost
from pitboss.client.law import LawApi
from pitboss.client.pit import CageApi, PeopleApi
from pitboss.client.rooms import RoomsApi
from pitboss.client.school import SchoolApi
from pitboss.client.socket import Socket
from pitboss.client.tables import TablesApi
from pitboss.client.wire import (
    CommandMessage,
    DeadlineInfo,
    DoneMessage,
    ErrorBody,
    ErrorMessage,
    LeaveMessage,
    TableMessage,
    Update,
    WatchMessage,
)

#: Seconds between attempts to connect.
_RETRY_SECONDS = 0.1


class WatchedTable:
    """A table the client subscribes to: its latest view, and the commands sent to it."""

    def __init__(self, client: "Client", table: str) -> None:
        self.id = table
        self.version = -1
        self.view: Any = None
        self.you: Any = None
        self.card: Any = None
        self.clock: tuple[DeadlineInfo, ...] = ()
        #: Every update received since ``watch``.
        self.updates: list[Update] = []
        #: The error that ended the subscription, once the table is closed.
        self.ended: ErrorBody | None = None
        self._client = client
        self._changed = asyncio.Event()
        self._accept_any_version = True

    async def do(self, words: str, *, command_id: str = "", seen: int | None = None) -> DoneMessage:
        """Sends a command and returns once the view shows its result.

        Raises StaleError if ``seen`` is not the current version, and ClientError if the command is refused.
        """
        done = await self._client.command(self.id, words, command_id=command_id, seen=seen)
        await self.until(lambda now: now.version >= done.version or now.ended is not None)
        return done

    async def until(self, condition: Callable[["WatchedTable"], bool], seconds: float = 30.0) -> None:
        """Waits until the predicate holds for this table, and reconnects if the connection is lost meanwhile.

        Raises TimeoutError after ``seconds``, and ClientError if the table is closed first.
        """
        async with asyncio.timeout(seconds):
            while not condition(self):
                if self.ended is not None:
                    raise ClientError(self.ended, 409)
                self._changed.clear()
                if await self._client.is_connected():
                    await self._changed.wait()
                else:
                    await asyncio.sleep(_RETRY_SECONDS)

    def apply(self, state: TableMessage) -> None:
        """Applies a table message. A message with an older version does not replace the view."""
        if self._accept_any_version or state.version >= self.version:
            self._accept_any_version = False
            self.version, self.view, self.you, self.clock = state.version, state.view, state.you, state.clock
            self.card = state.card or self.card
        self.updates += state.updates
        self.wake()

    def accept_any_version(self) -> None:
        """Accepts the next message whatever its version: after a reconnect the house may run from an older backup."""
        self._accept_any_version = True

    def end(self, error: ErrorBody) -> None:
        """Marks the table as closed; no more messages follow."""
        self.ended = error
        self.wake()

    def wake(self) -> None:
        """Wakes every coroutine in ``until``, which evaluates its predicate again."""
        self._changed.set()


class Client(AccountsApi, TablesApi, LawApi, RoomsApi, PeopleApi, CageApi, SchoolApi):
    """An asynchronous client of one server."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8021",
        token: str = "",
        *,
        timeout: float = 30.0,
        contributes: bool = True,
    ) -> None:
        """Makes a client; with ``contributes`` it contributes to the seeds of the tables at which it plays."""
        super().__init__(url, token, timeout)
        self.contributor = Contributor(self.command) if contributes else None
        self.tables_watched: dict[str, WatchedTable] = {}
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
        """Closes every connection. The client cannot be used afterwards."""
        self._closed = True
        if self.contributor is not None:
            await self.contributor.close()
        if self._socket is not None:
            await self._socket.close()
        await self._http.aclose()

    async def watch(self, table: str) -> WatchedTable:
        """Subscribes to a table and returns it once its first state is known."""
        socket = await self._connected()
        watched = self.tables_watched.setdefault(table, WatchedTable(self, table))
        try:
            await socket.request(WatchMessage(table, id=socket.new_id()))
        except ClientError:
            del self.tables_watched[table]
            raise
        return watched

    async def leave(self, table: str) -> None:
        """Unsubscribes from a table. Chips and seat at the table do not change."""
        socket = await self._connected()
        await socket.request(LeaveMessage(table, socket.new_id()))
        self.tables_watched.pop(table, None)

    async def command(self, table: str, words: str, *, command_id: str = "", seen: int | None = None) -> DoneMessage:
        """Sends a command over the WebSocket and returns when it is durable.

        After a lost connection it retries with the same id; the server executes an id once.
        """
        message = CommandMessage(command_id or token_hex(8), table, words, seen)
        for attempt in range(3):
            try:
                answer = await (await self._connected()).request(message)
            except ConnectionLost:
                if attempt == 2:
                    raise
                await asyncio.sleep(_RETRY_SECONDS * (attempt + 1))
            else:
                assert isinstance(answer, DoneMessage)
                return answer
        raise AssertionError("the last attempt returns or raises")

    async def is_connected(self) -> bool:
        """Returns whether the WebSocket is connected, after an attempt to reconnect and resubscribe if it is not."""
        try:
            await self._connected()
        except ConnectionLost:
            return False
        return True

    async def _connected(self) -> Socket:
        async with self._opening:  # concurrent callers share one connection
            if self._closed:
                raise ConnectionLost("this client was closed")
            if self._socket is None:
                socket = Socket(self._on_table, lambda: self._on_lost(socket))
                await socket.open(f"ws{self.url.removeprefix('http')}/api/socket", self.token)
                try:
                    for watched in tuple(self.tables_watched.values()):
                        await self._resubscribe(socket, watched)
                except BaseException:
                    await socket.close()
                    raise
                self._socket = socket
            return self._socket

    async def _resubscribe(self, socket: Socket, watched: WatchedTable) -> None:
        after = watched.version if watched.version >= 0 else None
        watched.accept_any_version()
        try:
            await socket.request(WatchMessage(watched.id, after, socket.new_id()))
        except ClientError as error:
            if error.kind != "table_closed":
                raise
            self._end(watched.id, error.body)

    def _on_table(self, message: TableMessage | ErrorMessage) -> None:
        if isinstance(message, ErrorMessage):
            if message.error.kind == "table_closed":
                self._end(message.table, message.error)
        elif message.table in self.tables_watched:
            self.tables_watched[message.table].apply(message)
            if self.contributor is not None:
                self.contributor.follow(message.table, message.you)

    def _end(self, table: str, error: ErrorBody) -> None:
        watched = self.tables_watched.pop(table, None)
        if watched is not None:
            watched.end(error)

    def _on_lost(self, socket: Socket) -> None:
        if self._socket is socket:
            self._socket = None
        for watched in self.tables_watched.values():
            watched.wake()

    async def _use_token(self, token: str) -> None:
        """A WebSocket belongs to one user, so a new token closes it; the next call opens another."""
        await super()._use_token(token)
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()
