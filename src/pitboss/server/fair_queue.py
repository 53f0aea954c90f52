"""A bounded queue for expensive work that serves its clients round-robin."""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Awaitable, Callable
from typing import TypeVar

from pitboss.server.errors import ApiError

T = TypeVar("T")


class FairQueue:
    """Runs jobs, ``workers`` at a time, round-robin between clients: a client's backlog delays another by one job at
    most.

    A client has at most ``each`` jobs queued or running, all clients together ``total``; more are rejected.
    """

    def __init__(self, name: str, *, workers: int, each: int, total: int) -> None:
        self._name = name
        self._each = each
        self._total = total
        self._free = workers
        self._jobs: Counter[str] = Counter()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    def submit(self, client: str, work: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        """Queues a job. Raises 429 if the client has too many, 503 if the queue is full."""
        if self._jobs[client] >= self._each:
            message = f"{self._name}: {self._each} of your requests are queued already; retry when one is answered"
            raise ApiError(429, message, headers={"Retry-After": "2"})
        if self._jobs.total() >= self._total:
            raise ApiError(
                503, f"{self._name}: the queue is full; try again", "unavailable", headers={"Retry-After": "2"}
            )
        self._jobs[client] += 1
        task = asyncio.create_task(self._run(client, work))
        task.add_done_callback(lambda _: self._forget(client))
        return task

    def _forget(self, client: str) -> None:
        self._jobs[client] -= 1
        if not self._jobs[client]:
            del self._jobs[client]

    async def _run(self, client: str, work: Callable[[], Awaitable[T]]) -> T:
        await self._turn(client)
        try:
            return await work()
        finally:
            self._next()

    async def _turn(self, client: str) -> None:
        """Waits for a free worker, which a finished job hands over."""
        if self._free:
            self._free -= 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._next()  # cancelled after the worker was handed over
            raise

    def _next(self) -> None:
        """Hands the worker to the next client in the rotation and moves that client to its end."""
        while self._waiting:
            client, turns = self._waiting.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._waiting[client] = turns
            if not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
