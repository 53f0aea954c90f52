"""Admission of HTTP requests by cost: what is not play waits for its turn on the event loop.

Sockets and commands never wait. Other requests take turns, one at a time; the waiting client that has used least is
next, and between two turns the event loop belongs to play for twice as long as a turn took. A request gives its turn
back when it queues for work elsewhere (see `fair_queue`), when its answer begins and after `MAX_TURN` seconds, so that
neither slow work nor a slow reader keeps others waiting.
"""

import asyncio
from typing import Final

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.server.context import Limiter, ServerContext
from pitboss.server.dependencies import address_of
from pitboss.server.errors import ApiError, error_response
from pitboss.server.fair_queue import current_turn
from pitboss.server.root_path import route_path

#: Paths that never wait: a monitor must get its answer under load.
_MONITORED: Final = frozenset(("/health", "/ready", "/metrics"))
_COMMANDS: Final = "/commands"
#: Rejections of one client that are answered at once, per second and as a burst. Later ones are delayed, by `MAX_DELAY`
#: seconds at most: a client that repeats what is rejected slows itself down.
REJECTIONS, REJECTIONS_BURST, MAX_DELAY = 5.0, 20, 1.0
_REJECTED: Final = (429, 503)
#: The longest turn, in seconds: a request that takes longer waits for a thread or the database, not for the event loop.
MAX_TURN: Final = 0.25
#: Tokens whose users are known here, at most.
_MAX_TOKENS: Final = 10_000


class Admission:
    """Middleware: gives each request its turn, and delays repeated rejections."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._rejections = Limiter(REJECTIONS, REJECTIONS_BURST)
        #: By the header with the token: the client whose share a request uses. An unknown token uses its address's.
        self._clients: dict[bytes, str] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or _never_waits(scope):
            await self.app(scope, receive, send)
            return
        try:
            await self._admit(scope, receive, send)
        except ApiError as error:  # the body was not accepted, or the queue is full
            await error_response(error.status, error.body, error.headers)(scope, receive, send)

    async def _admit(self, scope: Scope, receive: Receive, send: Send) -> None:
        context: ServerContext = scope["app"].state.context
        token = next((value for name, value in scope["headers"] if name == b"authorization"), b"")
        client = self._clients.get(token) or f"at:{address_of(HTTPConnection(scope))}"
        body = await _read_body(receive)

        async def receive_again() -> Message:
            return body.pop(0) if body else await receive()

        async def send_after_turn(message: Message) -> None:
            if message["type"] == "http.response.start":
                turn.release()
                delay = self._rejections.wait(client) if message["status"] in _REJECTED else 0.0
                if delay:
                    await asyncio.sleep(min(delay, MAX_DELAY))
            await send(message)

        async with context.turns.slot(client) as turn:
            current_turn.set(turn)
            overdue = asyncio.get_running_loop().call_later(MAX_TURN, turn.release)
            try:
                await self.app(scope, receive_again, send_after_turn)
            finally:
                overdue.cancel()
        if token and token not in self._clients:
            self._know(token, scope)

    def _know(self, token: bytes, scope: Scope) -> None:
        """Notes the user of a token that was found valid, so that its next request uses the user's share."""
        user = scope.get("state", {}).get("user", "")
        if user:
            if len(self._clients) >= _MAX_TOKENS:
                self._clients.clear()
            self._clients[token] = f"user:{user}"


def _never_waits(scope: Scope) -> bool:
    path = route_path(scope)
    return path in _MONITORED or (path.endswith(_COMMANDS) and scope["method"] == "POST")


async def _read_body(receive: Receive) -> list[Message]:
    """Reads the body before the turn: a slow sender delays no other request. `BodyLimit` bounds it."""
    messages = [await receive()]
    while messages[-1].get("more_body", False):
        messages.append(await receive())
    return messages
