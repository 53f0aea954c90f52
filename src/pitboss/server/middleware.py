"""Middleware: limits of the size of request bodies, and of how long requests may take."""

import asyncio

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.client.wire import ErrorBody
from pitboss.house.house import HouseError
from pitboss.server.context import stall_guard
from pitboss.server.errors import ApiError, error_response


class BodyLimit:
    """Middleware: rejects a body that is too large, declared or received, and one that does not arrive before the
    timeout.
    """

    def __init__(self, app: ASGIApp, largest: int, seconds: float) -> None:
        self.app = app
        self.largest = largest
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        declared = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        if declared.isdigit() and int(declared) > self.largest:
            await self._refuse(scope, receive, send)
            return
        size, complete = 0, False
        end = asyncio.get_running_loop().time() + self.seconds

        async def counted() -> Message:
            nonlocal size, complete
            try:
                async with asyncio.timeout_at(None if complete else end):  # after the body only a disconnect follows
                    message = await receive()
            except TimeoutError:
                message_text = f"the body must arrive within {self.seconds:g} seconds"
                raise ApiError(408, message_text, headers={"Connection": "close"}) from None
            size += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if size > self.largest:
                raise ApiError(413, self._message())
            return message

        await self.app(scope, counted, send)

    def _message(self) -> str:
        return f"the body may have at most {self.largest} bytes"

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = error_response(413, ErrorBody("too_large", self._message()), {"Connection": "close"})
        await response(scope, receive, send)


class StallLimit:
    """Middleware: answers 503 with ``Retry-After`` if a request waits for a database that does not accept writes."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        self.app = app
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            async with stall_guard(scope["app"].state.context.house, self.seconds):
                await self.app(scope, receive, send_and_note)
        except HouseError as error:
            if started:
                raise
            response = error_response(503, ErrorBody("unavailable", str(error)), {"Retry-After": "1"})
            await response(scope, receive, send)
