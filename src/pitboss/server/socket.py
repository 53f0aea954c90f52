"""The WebSocket endpoint: one connection per client, for all tables the client watches or plays at."""

import asyncio
import math
from collections import deque
from typing import get_args

import msgspec
import structlog
from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from pitboss.client.wire import (
    ClientMessage,
    CommandMessage,
    DoneMessage,
    ErrorBody,
    ErrorMessage,
    HelloMessage,
    LeaveMessage,
    LeftMessage,
    PingMessage,
    PongMessage,
    ServerMessage,
    WatchMessage,
    WelcomeMessage,
)
from pitboss.house.database import connection_errors
from pitboss.house.house import HouseError, StaleVersion
from pitboss.law import Refusal
from pitboss.limits import MAX_COMMAND_ID, MAX_TABLE_ID
from pitboss.server.api import expected_fields
from pitboss.server.broadcast import TableBroadcast, visible_updates
from pitboss.server.context import Caller, ServerContext, stall_guard
from pitboss.server.dependencies import address_of, get_context
from pitboss.server.errors import ApiError, database_unavailable, refusal_body
from pitboss.server.http_protocol import SOCKET_PATH
from pitboss.tables.live import Actor, Role

router = APIRouter()

_DECODER = msgspec.json.Decoder(ClientMessage)
_TYPES = {str(kind.__struct_config__.tag): kind for kind in get_args(ClientMessage)}
_encode = msgspec.json.Encoder().encode
#: Maximum backlog of a connection, in messages and in characters; a client over it is stuck and is disconnected.
MAX_BACKLOG, MAX_BACKLOG_CHARS = 1000, 4_000_000
#: A client that sends this many messages over its rate limit is disconnected; each delays the next by so many seconds.
MAX_EXCESS, EXCESS_DELAY = 200, 0.05
#: Interval between checks of the token.
TOKEN_CHECK_SECONDS = 60.0
#: Exceptions of a client that disconnects in the middle of a message.
DISCONNECTED = (WebSocketDisconnect, RuntimeError, OSError)
POLICY_VIOLATION, SERVICE_RESTART = 1008, 1012


@router.get(SOCKET_PATH, include_in_schema=False)
async def no_handshake() -> None:
    """Answers a request that is not a WebSocket handshake."""
    message = "WebSocket endpoint: send an Upgrade request (RFC 6455)."
    headers = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
    raise ApiError(426, message, "malformed", headers=headers)


@router.websocket(SOCKET_PATH)
async def socket(websocket: WebSocket) -> None:
    """Handles a WebSocket connection."""
    context = get_context(websocket)
    address = address_of(websocket)
    await websocket.accept()
    reason = _rejection(context, address)
    if reason:
        kind = "unavailable" if context.stopping else "too_many"
        await websocket.send_text(_encode(ErrorMessage("", ErrorBody(kind, reason))).decode())
        await websocket.close(SERVICE_RESTART if context.stopping else POLICY_VIOLATION)
        return
    context.sockets[address] = context.sockets.get(address, 0) + 1
    context.metrics.sockets.inc()
    try:
        await Connection(websocket, context, address).run()
    finally:
        context.metrics.sockets.dec()
        context.sockets[address] -= 1
        if not context.sockets[address]:
            del context.sockets[address]


def _rejection(context: ServerContext, address: str) -> str:
    """Returns why a connection is rejected, or an empty string.

    Opening a connection counts as a request, or each new one would reset the client's message limit.
    """
    if context.stopping:
        return "the server is stopping"
    wait, count = context.requests.wait(f"socket:{address}"), context.sockets.get(address, 0)
    if count >= context.settings.rates.clients_per_address:
        return f"{address} has {count} connections already"
    return _too_many(wait) if wait else ""


def _too_many(wait: float) -> str:
    """Returns the message of a client that has to wait, with the seconds rounded up."""
    return f"too many requests: try again in {math.ceil(10 * wait) / 10:.1f} s"


class Connection:
    """A client's WebSocket connection."""

    def __init__(self, websocket: WebSocket, context: ServerContext, address: str) -> None:
        self.caller = Caller(Actor("", Role.SPECTATOR), address)
        self._websocket = websocket
        self._context = context
        self._token = ""
        self._subscriptions: dict[str, TableBroadcast] = {}
        self._backlog: deque[str] = deque()
        self._backlog_chars = 0
        self._writer: asyncio.Task[None] | None = None
        self._wake = asyncio.Event()
        self._excess = 0
        self._log = structlog.get_logger("pitboss").bind(address=address)

    @property
    def actor(self) -> Actor:
        """The authenticated actor."""
        return self.caller.actor

    def send(self, message: str) -> None:
        """Queues a message. Disconnects a client whose backlog exceeds the limit."""
        self._backlog.append(message)
        self._backlog_chars += len(message)
        self._wake.set()
        if len(self._backlog) >= MAX_BACKLOG or self._backlog_chars >= MAX_BACKLOG_CHARS:
            self._backlog.clear()
            if self._writer is not None:
                self._writer.cancel()

    def answer(self, message: ServerMessage) -> None:
        """Encodes and queues a message."""
        self.send(_encode(message).decode())

    async def run(self) -> None:
        """Handles the connection until the client or the server closes it."""
        self._writer = asyncio.create_task(self._write())
        parts = (asyncio.create_task(self._read()), self._writer, asyncio.create_task(self._check_token()))
        try:
            await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for broadcast in self._subscriptions.values():
                broadcast.subscribers.pop(self, None)
            for part in parts:
                part.cancel()
            for ended in await asyncio.gather(*parts, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, DISCONNECTED):
                    self._log.error("unexpected", exc_info=ended)

    async def _write(self) -> None:
        send = self._websocket.send
        sent = self._context.metrics.messages.labels("out")
        while True:
            await self._wake.wait()
            self._wake.clear()
            sent.inc(len(self._backlog))
            while self._backlog:
                message = self._backlog.popleft()
                self._backlog_chars -= len(message)
                await send({"type": "websocket.send", "text": message})

    async def _check_token(self) -> None:
        """Validates the token periodically: the user may have signed out elsewhere."""
        while True:
            await asyncio.sleep(TOKEN_CHECK_SECONDS)
            token = self._token
            if not token:
                continue
            try:
                caller = await self._context.caller(token, self.caller.address)
                if token == self._token:  # else the client has authenticated as another user meanwhile
                    self.caller = caller
            except ApiError as fault:
                await self._websocket.send_text(_encode(ErrorMessage("", fault.body)).decode())
                await self._websocket.close(POLICY_VIOLATION)
                return
            except connection_errors(HouseError) as error:  # the session stays valid until the database is back
                database_unavailable(error)

    async def _read(self) -> None:
        received = self._context.metrics.messages.labels("in")
        while self._websocket.application_state is WebSocketState.CONNECTED:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            received.inc()
            text = message.get("text")
            await self._handle(text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b"")
            if self._excess > MAX_EXCESS:
                self._log.warning("disconnected", user=self.actor.name)
                await self._websocket.close(POLICY_VIOLATION)
                return

    async def _handle(self, data: bytes) -> None:
        """Handles one message. Every message gets a reply, and an invalid one changes nothing."""
        # all connections of a user have one limit; an anonymous one has its own
        wait = self._context.messages.wait(self.caller.rate_key if self.caller.user is not None else f"line:{id(self)}")
        if wait:
            self._excess += 1
            self._context.metrics.limited.labels("message").inc()
            self.answer(ErrorMessage(_message_id(data), ErrorBody("too_many", _too_many(wait))))
            await asyncio.sleep(min(wait, EXCESS_DELAY))  # nothing more is read meanwhile: the client has to slow down
            return
        self._excess = max(0, self._excess - 1)
        if len(data) > self._context.settings.max_message:
            reason = f"a message may have at most {self._context.settings.max_message} bytes"
            self.answer(ErrorMessage(_message_id(data), ErrorBody("too_large", reason)))
            return
        try:
            message = _DECODER.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            reason = f"cannot decode the message: {error}"
            self.answer(ErrorMessage(_message_id(data), ErrorBody("malformed", reason, allowed=_allowed(data, error))))
            return
        try:
            async with stall_guard(self._context.house, self._context.settings.stall_seconds):
                await self._dispatch(message)
        except ApiError as fault:
            self._fail(message, fault.body)
        except connection_errors(HouseError) as error:
            self._fail(message, database_unavailable(error))
        except Exception as error:
            self._log.error("unexpected", exc_info=error)
            self._fail(message, ErrorBody("internal", "internal error; retry with the same id"))

    def _fail(self, message: ClientMessage, body: ErrorBody) -> None:
        """Replies with an error. The echoed id and table are cut to their maximum length."""
        self.answer(ErrorMessage(message.id[:MAX_COMMAND_ID], body, getattr(message, "table", "")[:MAX_TABLE_ID]))

    async def _dispatch(self, message: ClientMessage) -> None:
        if len(message.id) > MAX_COMMAND_ID:
            raise ApiError(422, f"an id may have at most {MAX_COMMAND_ID} characters")
        match message:
            case CommandMessage():
                await self._command(message)
            case WatchMessage():
                await self._watch(message)
            case LeaveMessage():
                self._leave(message)
            case HelloMessage():
                await self._hello(message)
            case PingMessage():
                self.answer(PongMessage(message.id))

    async def _hello(self, message: HelloMessage) -> None:
        if self._subscriptions:
            raise ApiError(409, "send 'hello' before the first 'watch'", "out_of_turn")
        self.caller = await self._context.caller(message.token, self.caller.address)
        self._token = message.token
        self.answer(WelcomeMessage(message.id, self.actor.name, self.actor.role.value))

    async def _watch(self, message: WatchMessage) -> None:
        self._context.require_may_watch(self.caller)
        broadcast = await self._context.broadcast(message.table, self.caller)
        version, state = await broadcast.subscribe(self, message.after)
        self._subscriptions[message.table] = broadcast
        self.send(state)
        self.answer(DoneMessage(message.id, message.table, version))

    def _leave(self, message: LeaveMessage) -> None:
        broadcast = self._subscriptions.pop(message.table, None)
        if broadcast is not None:
            broadcast.subscribers.pop(self, None)
        self.answer(LeftMessage(message.id, message.table))

    async def _command(self, message: CommandMessage) -> None:
        result = await self._context.execute(self.caller, message.table, message.id, message.seen, message.words)
        if isinstance(result, Refusal):
            self.answer(ErrorMessage(message.id, refusal_body(result), message.table))
        elif isinstance(result, StaleVersion):
            live = await self._context.house.live(message.table)
            updates = () if live is None else visible_updates(live, result.entries, self.actor)
            reason = f"stale: the table has moved on from version {message.seen} to {result.version}; refetch and retry"
            self.answer(ErrorMessage(message.id, ErrorBody("stale", reason), message.table, result.version, updates))
        else:
            self.answer(DoneMessage(message.id, message.table, result.version))


class _WithId(msgspec.Struct):
    id: str = ""


class _WithType(msgspec.Struct):
    type: str = ""


def _allowed(data: bytes, error: Exception) -> tuple[str, ...]:
    """Returns what a message that cannot be decoded may be: the fields of its type, or the known types."""
    try:
        kind = _TYPES.get(msgspec.json.decode(data, type=_WithType).type)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ()
    return tuple(_TYPES) if kind is None else expected_fields(kind, error)


def _message_id(data: bytes) -> str:
    """Returns the id of a message that cannot be decoded otherwise, so that the reply can name it."""
    try:
        return msgspec.json.decode(data, type=_WithId).id[:MAX_COMMAND_ID]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return ""
