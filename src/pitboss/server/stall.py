"""Timeout for requests that wait for a database which does not accept writes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.client.wire import ErrorBody
from pitboss.house.house import House, HouseError
from pitboss.server.errors import error_response


@asynccontextmanager
async def stall_guard(house: House, seconds: float) -> AsyncIterator[None]:
    """Raises HouseError if the block takes longer than ``seconds`` and the database does not accept writes.

    Work that is slow for another reason continues. A write already handed to the database may still be committed.
    """
    loop = asyncio.get_running_loop()
    fault = ""
    check: asyncio.Task[None] | None = None
    timer: asyncio.TimerHandle

    async def probe() -> None:
        nonlocal fault, timer
        fault = await house.fault()
        if fault:
            deadline.reschedule(loop.time())
        else:
            timer = loop.call_later(seconds, overdue)

    def overdue() -> None:
        nonlocal check
        check = loop.create_task(probe())

    timer = loop.call_later(seconds, overdue)
    try:
        async with asyncio.timeout(None) as deadline:
            yield
    except TimeoutError:
        if not fault:
            raise
        raise HouseError(f"{fault}: the command may still be executed; retry with the same id") from None
    finally:
        timer.cancel()
        if check is not None:
            check.cancel()


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
