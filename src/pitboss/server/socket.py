"""The socket: one a client, for all tables that the client watches or plays at."""

import asyncio
from collections import deque
from typing import get_args

import msgspec
import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.client.wire import (
    Command,
    Done,
    ErrorBody,
    Failed,
    FromServer,
    Hello,
    Leave,
    Left,
    Ping,
    Pong,
    ToServer,
    Watch,
    Welcome,
)
from pitboss.law import Refusal
from pitboss.server.api import fields_of
from pitboss.server.desk import Caller, Desk, address_of, desk_of
from pitboss.server.errors import Fault, away, refusal_body
from pitboss.server.feeds import Feed, updates_for
from pitboss.server.limits import Limiter
from pitboss.server.lines import SOCKET
from pitboss.server.saying import LONGEST_ID, say
from pitboss.storage.database import AWAY
from pitboss.storage.house import HouseError, Stale
from pitboss.table.live import Actor, Role

router = APIRouter()

_DECODER = msgspec.json.Decoder(ToServer)
_TYPES = {str(kind.__struct_config__.tag): kind for kind in get_args(ToServer)}
_encode = msgspec.json.Encoder().encode
#: A client that has so many messages unread, or messages of so many characters, is gone or stuck, and is let go.
MOST_UNREAD, MOST_UNREAD_SIZE = 1000, 4_000_000
#: A client that goes on after so many refusals for asking too much is shown out.
MOST_EXCESS = 200
#: After so many seconds a token is looked up again.
TRUSTED = 60.0
#: How it is told that a client has gone in the middle of a message.
GONE = (WebSocketDisconnect, RuntimeError, OSError)
LONGEST_TABLE = 32
SHOWN_OUT, TRY_LATER = 1008, 1012


@router.get(SOCKET, include_in_schema=False)
async def no_handshake() -> None:
    """Who asks for the socket otherwise than by a handshake."""
    words = "here is a socket, which is opened by a WebSocket handshake of version 13 with a short head"
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    raise Fault(426, words, "malformed", headers=headers)


@router.websocket(SOCKET)
async def socket(websocket: WebSocket) -> None:
    """Table traffic."""
    desk = desk_of(websocket)
    address = address_of(websocket)
    await websocket.accept()
    words = _turned_away(desk, address)
    if words:
        kind = "unavailable" if desk.stopping else "too_many"
        await websocket.send_text(_encode(Failed("", ErrorBody(kind, words))).decode())
        await websocket.close(TRY_LATER if desk.stopping else SHOWN_OUT)
        return
    desk.sockets[address] = desk.sockets.get(address, 0) + 1
    desk.metrics.sockets.inc()
    try:
        await Connection(websocket, desk, address).run()
    finally:
        desk.metrics.sockets.dec()
        desk.sockets[address] -= 1
        if not desk.sockets[address]:
            del desk.sockets[address]


def _turned_away(desk: Desk, address: str) -> str:
    """Why nobody is let in; opening a socket is a request, or a client would have its messages anew with each."""
    if desk.stopping:
        return "the server stops"
    wait, open_here = desk.requests.wait(f"socket:{address}"), desk.sockets.get(address, 0)
    if open_here >= desk.settings.rates.sockets_each:
        return f"{address} has {open_here} sockets already"
    return f"too much at once: try again in {wait:.1f} s" if wait else ""


class Connection:
    """One client's socket."""

    def __init__(self, websocket: WebSocket, desk: Desk, address: str) -> None:
        self.caller = Caller(Actor("", Role.SPECTATOR), address)
        self._websocket = websocket
        self._desk = desk
        self._token = ""
        self._watching: dict[str, Feed] = {}
        self._unread: deque[str] = deque()
        self._unread_size = 0
        self._writer: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._limit = Limiter(desk.settings.rates.messages, desk.settings.rates.messages_burst)
        self._excess = 0
        self._log = structlog.get_logger("pitboss").bind(address=address)

    @property
    def actor(self) -> Actor:
        """Who the client is."""
        return self.caller.actor

    def send(self, message: str) -> None:
        """Puts a message among those to be sent; who does not read them is let go."""
        self._unread.append(message)
        self._unread_size += len(message)
        self._wake.set()
        if len(self._unread) >= MOST_UNREAD or self._unread_size >= MOST_UNREAD_SIZE:
            self._unread.clear()
            if self._writer is not None:
                self._writer.cancel()

    def answer(self, message: FromServer) -> None:
        """Answers the client."""
        self.send(_encode(message).decode())

    async def run(self) -> None:
        """Until the client goes, or is shown out."""
        self._writer = asyncio.create_task(self._write())
        parts = (asyncio.create_task(self._read()), self._writer, asyncio.create_task(self._stay_trusted()))
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for feed in self._watching.values():
                feed.watchers.pop(self, None)
            for part in parts:
                part.cancel()
            for ended in await asyncio.gather(*parts, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, GONE):
                    self._log.error("unexpected", exc_info=ended)

    async def _write(self) -> None:
        send = self._websocket.send
        sent = self._desk.metrics.messages.labels("out")
        while True:
            await self._wake.wait()
            self._wake.clear()
            sent.inc(len(self._unread))
            while self._unread:
                message = self._unread.popleft()
                self._unread_size -= len(message)
                await send({"type": "websocket.send", "text": message})

    async def _stay_trusted(self) -> None:
        """Looks the token up again from time to time: its owner may have signed out elsewhere."""
        while True:
            await asyncio.sleep(TRUSTED)
            token = self._token
            if not token:
                continue
            try:
                caller = await self._desk.caller(token, self.caller.address)
                if token == self._token:  # else the client has said meanwhile that it is somebody else
                    self.caller = caller
            except Fault as fault:
                await self._websocket.send_text(_encode(Failed("", fault.body)).decode())
                await self._websocket.close(SHOWN_OUT)
                return
            except (HouseError, *AWAY) as error:  # who was known stays so until the database is there again
                away(error)

    async def _read(self) -> None:
        came = self._desk.metrics.messages.labels("in")
        while self._websocket.application_state is WebSocketState.CONNECTED:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            came.inc()
            text = message.get("text")
            await self._take(text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b"")
            if self._excess > MOST_EXCESS:
                self._log.warning("shown out", user=self.actor.name)
                await self._websocket.close(SHOWN_OUT)
                return

    async def _take(self, data: bytes) -> None:
        """One message of the client: whatever it is, it is answered, and a bad one changes nothing."""
        wait = self._limit.wait("")
        if wait:
            self._excess += 1
            self._desk.metrics.limited.labels("message").inc()
            self.answer(Failed(_id_in(data), ErrorBody("too_many", f"too much at once: try again in {wait:.1f} s")))
            return
        self._excess = max(0, self._excess - 1)
        if len(data) > self._desk.settings.max_message:
            words = f"a message may have at most {self._desk.settings.max_message} bytes"
            self.answer(Failed(_id_in(data), ErrorBody("too_large", words)))
            return
        try:
            message = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            words = f"the message cannot be read: {error}"
            self.answer(Failed(_id_in(data), ErrorBody("malformed", words, allowed=_allowed(data, error))))
            return
        try:
            await self._do(message)
        except Fault as fault:
            self._fail(message, fault.body)
        except (HouseError, *AWAY) as error:
            self._fail(message, away(error))
        except Exception as error:
            self._log.error("unexpected", exc_info=error)
            self._fail(message, ErrorBody("internal", "the server failed; ask again with the same id"))

    def _fail(self, message: ToServer, body: ErrorBody) -> None:
        """Says why something is not done; what the client names is cut where it is longer than any name may be."""
        self.answer(Failed(message.id[:LONGEST_ID], body, getattr(message, "table", "")[:LONGEST_TABLE]))

    async def _do(self, message: ToServer) -> None:
        if len(message.id) > LONGEST_ID:
            raise Fault(422, f"an id has at most {LONGEST_ID} characters")
        match message:
            case Command():
                await self._command(message)
            case Watch():
                await self._watch(message)
            case Leave():
                self._leave(message)
            case Hello():
                await self._hello(message)
            case Ping():
                self.answer(Pong(message.id))

    async def _hello(self, message: Hello) -> None:
        if self._watching:
            raise Fault(409, "say who you are before you watch a table", "out_of_turn")
        self.caller = await self._desk.caller(message.token, self.caller.address)
        self._token = message.token
        self.answer(Welcome(message.id, self.actor.name, self.actor.role.value))

    async def _watch(self, message: Watch) -> None:
        feed = await self._desk.feed(message.table)
        version, state = await feed.admit(self, message.after)
        self._watching[message.table] = feed
        self.send(state)
        self.answer(Done(message.id, message.table, version))

    def _leave(self, message: Leave) -> None:
        feed = self._watching.pop(message.table, None)
        if feed is not None:
            feed.watchers.pop(self, None)
        self.answer(Left(message.id, message.table))

    async def _command(self, message: Command) -> None:
        result = await say(self._desk, self.caller, message.table, message.id, message.seen, message.words)
        if isinstance(result, Refusal):
            self.answer(Failed(message.id, refusal_body(result), message.table))
        elif isinstance(result, Stale):
            live = await self._desk.house.live(message.table)
            updates = () if live is None else updates_for(live, result.entries, self.actor)
            words = f"the table has moved on from version {message.seen} to {result.version}"
            self.answer(Failed(message.id, ErrorBody("stale", words), message.table, result.version, updates))
        else:
            self.answer(Done(message.id, message.table, result.version))


class _Named(msgspec.Struct):
    id: str = ""


class _Typed(msgspec.Struct):
    type: str = ""


def _allowed(data: bytes, error: Exception) -> tuple[str, ...]:
    """What a message that cannot be read could have been: the fields of its type, or the types there are."""
    try:
        kind = _TYPES.get(msgspec.json.decode(data, type=_Typed).type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ()
    return tuple(_TYPES) if kind is None else fields_of(kind, error)


def _id_in(data: bytes) -> str:
    """The id of a message that cannot be read otherwise, so that its sender knows which it was."""
    try:
        return msgspec.json.decode(data, type=_Named).id[:LONGEST_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
