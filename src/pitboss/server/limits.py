"""How much anybody may ask: a bucket that fills at a steady rate, and the size of what is sent and its time."""

import asyncio
import time
from collections.abc import Callable

from msgspec import Struct
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pitboss.client.wire import ErrorBody
from pitboss.server.errors import Fault, error_response


class Bucket(Struct):
    """What one client may still ask at once."""

    left: float
    at: float


class Limiter:
    """A bucket for each client. Full ones are forgotten, so that passers-by take no memory."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self.buckets: dict[str, Bucket] = {}
        self._swept = clock()

    def wait(self, who: str) -> float:
        """Takes one from the client's bucket: zero where there was one, otherwise the seconds until there is."""
        now = self.clock()
        if now - self._swept > 60:
            self._sweep(now)
        bucket = self.buckets.get(who)
        if bucket is None:
            bucket = self.buckets[who] = Bucket(float(self.burst), now)
        bucket.left = min(self.burst, bucket.left + (now - bucket.at) * self.rate)
        bucket.at = now
        if bucket.left >= 1:
            bucket.left -= 1
            return 0.0
        return (1 - bucket.left) / self.rate

    def take(self, who: str) -> None:
        """Takes one, or raises the error that says how long to wait."""
        seconds = self.wait(who)
        if seconds:
            raise too_many(seconds)

    def _sweep(self, now: float) -> None:
        self._swept = now
        full = [name for name, bucket in self.buckets.items() if (now - bucket.at) * self.rate >= self.burst]
        for name in full:
            del self.buckets[name]


def too_many(seconds: float) -> Fault:
    """The error of somebody who asks too much."""
    whole = max(1, round(seconds + 0.5))
    return Fault(429, f"too much at once: try again in {whole} s", headers={"Retry-After": str(whole)})


class BodyLimit:
    """Refuses a body over the limit, by what it says of itself or by what comes, and one that does not come in time."""

    def __init__(self, app: ASGIApp, largest: int, seconds: float) -> None:
        self.app = app
        self.largest = largest
        self.seconds = seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        said = next((value for name, value in scope["headers"] if name == b"content-length"), b"")
        if said.isdigit() and int(said) > self.largest:
            await self._refuse(scope, receive, send)
            return
        size, whole = 0, False
        end = asyncio.get_running_loop().time() + self.seconds

        async def counted() -> Message:
            nonlocal size, whole
            try:
                async with asyncio.timeout_at(None if whole else end):  # what comes behind it is that the client goes
                    message = await receive()
            except TimeoutError:
                words = f"what is sent comes within {self.seconds:g} seconds"
                raise Fault(408, words, headers={"Connection": "close"}) from None
            size += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if size > self.largest:
                raise Fault(413, self._words())
            return message

        await self.app(scope, counted, send)

    def _words(self) -> str:
        return f"what is sent may have at most {self.largest} bytes"

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = error_response(413, ErrorBody("too_large", self._words()), {"Connection": "close"})
        await response(scope, receive, send)
