"""Limits of requests: their rate (token buckets), the size of their bodies, and how long they may take."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from msgspec import Struct
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.client.wire import ErrorBody
from pitboss.house.house import House, HouseError
from pitboss.server.errors import ApiError, error_response
from pitboss.server.settings import Rates


class TokenBucket(Struct):
    """A client's remaining tokens, as of a time."""

    left: float
    at: float


class Limiter:
    """A token bucket for each key. Full buckets are discarded, so that memory does not grow with past clients."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: dict[str, TokenBucket] = {}
        self._swept = clock()

    def wait(self, key: str) -> float:
        """Takes a token. Returns 0 if there was one, otherwise the seconds until the next."""
        now = self.clock()
        if now - self._swept > 60:
            self._sweep(now)
        bucket = self.buckets.get(key)
        if bucket is None:
            bucket = self.buckets[key] = TokenBucket(float(self.burst), now)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.rate)
        bucket.at = now
        if bucket.left >= 1:
            bucket.left -= 1
            return 0.0
        return (1 - bucket.left) / self.rate

    def take(self, key: str) -> None:
        """Takes a token. Raises 429 with the seconds to wait if there is none."""
        seconds = self.wait(key)
        if seconds:
            raise rate_limited(seconds)

    def _sweep(self, now: float) -> None:
        self._swept = now
        full = [name for name, bucket in self.buckets.items() if (now - bucket.at) * self.rate >= self.burst]
        for name in full:
            del self.buckets[name]


class SignInLimits:
    """Rate limits for password attempts: by name, by address, and by known device.

    Unknown devices share the limits of their address and of the name. A known device has its own limit, so that
    attackers cannot lock a user out.
    """

    def __init__(self, rates: Rates) -> None:
        self._by_name = Limiter(rates.stranger_sign_ins, rates.stranger_sign_ins_burst)
        self._by_address = Limiter(rates.stranger_sign_ins, rates.clients_per_address)
        self._each = Limiter(rates.sign_ins, rates.sign_ins_burst)

    def take(self, name: str, address: str, device: str) -> None:
        """Counts an attempt. Raises 429 with the seconds to wait if it exceeds a limit."""
        if device:
            self._each.take(f"device:{device}")
            return
        self._by_address.take(address)
        self._each.take(f"name:{name} at:{address}")
        self._by_name.take(name)

    def take_for_change(self, name: str) -> None:
        """Counts a signed-in user's attempt to change the password."""
        self._each.take(f"change:{name}")


def rate_limited(seconds: float) -> ApiError:
    """Returns the error for a request over the rate limit."""
    wait = max(1, round(seconds + 0.5))
    return ApiError(429, f"too many requests: try again in {wait} s", headers={"Retry-After": str(wait)})


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
