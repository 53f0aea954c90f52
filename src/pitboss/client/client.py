"""The client: who one is, the tables there are, and a seat at one of them."""

import asyncio
from collections.abc import Callable, Mapping
from secrets import token_hex
from types import TracebackType
from typing import Any, TypeVar
from urllib.parse import quote

import httpx
import msgspec

from pitboss.client.faults import ClientError, ConnectionLost, Stale
from pitboss.client.socket import Socket
from pitboss.client.wire import (
    Command,
    Credentials,
    Done,
    Error,
    ErrorBody,
    Leave,
    NewCommand,
    NewGuest,
    NewPassword,
    NewTransfer,
    NewUser,
    Outcome,
    Person,
    Role,
    RoundInfo,
    Session,
    StatementLine,
    Step,
    TableInfo,
    TablePage,
    TableState,
    Update,
    Waiting,
    Wallet,
    Watch,
)

T = TypeVar("T")
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
        self._client = client
        self._news = asyncio.Event()

    async def do(self, words: str, *, command_id: str = "", seen: int | None = None) -> Done:
        """Says something; Stale where ``seen`` is no longer the version, ClientError where it is refused."""
        return await self._client.command(self.id, words, command_id=command_id, seen=seen)

    async def until(self, holds: Callable[["Table"], bool], seconds: float = 30.0) -> None:
        """Waits until what is seen of the table fulfils something; TimeoutError where it does not in time.

        A connection that is lost meanwhile is opened again, and what was missed is heard.
        """
        async with asyncio.timeout(seconds):
            while not holds(self):
                self._news.clear()
                if await self._client.is_connected():
                    await self._news.wait()
                else:
                    await asyncio.sleep(_AGAIN)

    def take(self, state: TableState) -> None:
        """Takes news in."""
        if state.version >= self.version:
            self.version, self.view, self.you, self.clock = state.version, state.view, state.you, state.clock
            self.card = state.card or self.card
        self.updates += state.updates
        self.wake()

    def wake(self) -> None:
        """Whoever waits looks again."""
        self._news.set()


class Client:
    """A client of one server."""

    def __init__(self, url: str = "http://127.0.0.1:8021", token: str = "", *, timeout: float = 30.0) -> None:
        self.url = url.rstrip("/")
        self.token = token
        self.tables_watched: dict[str, Table] = {}
        self._http = httpx.AsyncClient(base_url=self.url, timeout=timeout)
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

    # --- accounts

    async def sit_down_as_guest(self, name: str = "") -> Session:
        """A guest of a practice house, with practice chips; from now on the client speaks as this guest."""
        return await self._signed_in(await self._ask("POST", "/api/guests", Session, NewGuest(name or None)))

    async def sign_in(self, name: str, password: str) -> Session:
        """From now on the client speaks as this user."""
        return await self._signed_in(await self._ask("POST", "/api/sessions", Session, Credentials(name, password)))

    async def sign_out(self) -> None:
        """Ends the session; its token is worth nothing from now on."""
        await self._ask("DELETE", "/api/sessions/current", None)
        await self._speaks_with("")

    async def me(self) -> Person:
        """Who the client speaks as, with what lies in the account."""
        return await self._ask("GET", "/api/me", Person)

    async def statement(self, *, name: str = "", limit: int = 100) -> list[StatementLine]:
        """One's own account line by line, the newest first; an operator may ask for another's."""
        path = f"/api/users/{quote(name)}/statement" if name else "/api/me/statement"
        return await self._ask("GET", path, list[StatementLine], limit=limit)

    async def add_user(self, name: str, role: Role = "player", password: str = "") -> Session:
        """Adds a user, as an operator."""
        return await self._ask("POST", "/api/users", Session, NewUser(name, role, password or None))

    async def change_password(self, password: str, old: str | None = None) -> None:
        """A new password, for the old one where there is one; all other sessions by the old one end."""
        await self._ask("PUT", "/api/me/password", None, NewPassword(password, old))

    async def sign_out_user(self, name: str) -> None:
        """Ends every session and every token of a user, as an operator."""
        await self._ask("DELETE", f"/api/users/{quote(name)}/sessions", None)

    async def deposit(self, name: str, amount: int, *, deposit_id: str = "") -> Wallet:
        """Puts cents into a user's account, as an operator."""
        body = NewTransfer(deposit_id or token_hex(8), amount)
        return await self._ask("POST", f"/api/users/{quote(name)}/deposits", Wallet, body)

    async def withdraw(self, name: str, amount: int, *, withdrawal_id: str = "") -> Wallet:
        """Pays cents out of a user's account, as an operator."""
        body = NewTransfer(withdrawal_id or token_hex(8), amount)
        return await self._ask("POST", f"/api/users/{quote(name)}/withdrawals", Wallet, body)

    # --- tables

    async def tables(self) -> list[TableInfo]:
        """The tables of the house."""
        return await self._ask("GET", "/api/tables", list[TableInfo])

    async def open_table(self, rulebook: str, choices: Mapping[str, str] | None = None, **spec: Any) -> TableInfo:
        """Opens a table within the law, as an operator."""
        body = {"rulebook": rulebook, "choices": dict(choices or {}), **spec}
        return await self._ask("POST", "/api/tables", TableInfo, body)

    async def close_table(self, table: str) -> TableInfo:
        """Closes a table, as an operator."""
        return await self._ask("DELETE", f"/api/tables/{quote(table)}", TableInfo)

    async def table(self, table: str) -> TablePage:
        """A table as it is now."""
        return await self._ask("GET", f"/api/tables/{quote(table)}", TablePage)

    async def say(self, table: str, words: str, *, command_id: str = "", seen: int | None = None) -> Outcome:
        """Says something at a table over HTTP, for programs that watch nothing."""
        body = NewCommand(command_id or token_hex(8), words, seen)
        return await self._ask("POST", f"/api/tables/{quote(table)}/commands", Outcome, body)

    async def rounds(self, table: str, *, limit: int = 50) -> list[RoundInfo]:
        """The rounds that are over, the newest first."""
        return await self._ask("GET", f"/api/tables/{quote(table)}/rounds", list[RoundInfo], limit=limit)

    async def round_pit(self, table: str, number: int) -> str:
        """A round as a .pit file that replays."""
        response = await self._send("GET", f"/api/tables/{quote(table)}/rounds/{number}")
        return response.text

    async def round_steps(self, table: str, number: int) -> list[Step]:
        """A round step by step, each event with its clauses."""
        return await self._ask("GET", f"/api/tables/{quote(table)}/rounds/{number}/steps", list[Step])

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
                self._socket = socket
                for table, watched in self.tables_watched.items():
                    after = watched.version if watched.version >= 0 else None
                    await socket.ask(Watch(table, after, socket.new_id()))
            return self._socket

    def _on_table(self, state: TableState) -> None:
        if state.table in self.tables_watched:
            self.tables_watched[state.table].take(state)

    def _on_lost(self, socket: Socket) -> None:
        if self._socket is socket:
            self._socket = None
        for watched in self.tables_watched.values():
            watched.wake()

    # --- HTTP

    async def _signed_in(self, session: Session) -> Session:
        await self._speaks_with(session.token)
        return session

    async def _speaks_with(self, token: str) -> None:
        """From now on; a socket is somebody's from its beginning to its end, so that another is opened when needed."""
        self.token = token
        socket, self._socket = self._socket, None
        if socket is not None:
            await socket.close()

    async def _send(self, method: str, path: str, body: Any = None, **query: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        content = None if body is None else msgspec.json.encode(body)
        try:
            response = await self._http.request(method, path, content=content, headers=headers, params=query or None)
        except httpx.TransportError as error:
            raise ConnectionLost(f"{self.url}: {error}") from None
        if response.is_error:
            raise _http_fault(response)
        return response

    async def _ask(self, method: str, path: str, kind: type[T] | Any, body: Any = None, **query: Any) -> T:
        response = await self._send(method, path, body, **query)
        return msgspec.json.decode(response.content, type=kind)


def _http_fault(response: httpx.Response) -> ClientError:
    try:
        body = msgspec.json.decode(response.content, type=Error).error
    except msgspec.DecodeError:  # something between the client and the server has answered
        body = ErrorBody("error", f"HTTP {response.status_code} from {response.url.host}")
    if body.kind == "stale":
        return Stale(body, -1, ())
    return ClientError(body, response.status_code)
