"""Bounded queues for work that is not play, fair between clients by what each has used.

Each kind of expensive work has a queue: password hashes, exact figures, reads of history. `admission` has one more, for
the turns of HTTP requests on the event loop. The queues of a server share one account of the clients (`Usage`): a
client that floods one queue is served after the others in all of them.
"""

import asyncio
import time
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Final, TypeVar

from pitboss.server.errors import ApiError

T = TypeVar("T")
#: What a client has used is halved after so many seconds; less than `_NEGLIGIBLE` is forgotten.
HALF_LIFE: Final = 10.0
_NEGLIGIBLE: Final = 0.001
#: The longest rest of a worker after a job, in seconds.
MAX_REST: Final = 0.02


class Usage:
    """The seconds of work that each client has used lately."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._seconds: dict[str, float] = {}
        self._aged = clock()

    def __getitem__(self, client: str) -> float:
        return self._seconds.get(client, 0.0)

    def __len__(self) -> int:
        return len(self._seconds)

    def charge(self, client: str, seconds: float) -> None:
        """Adds work that was done for a client."""
        now = self._clock()
        if now - self._aged >= HALF_LIFE:
            part = 0.5 ** ((now - self._aged) / HALF_LIFE)
            self._seconds = {name: used * part for name, used in self._seconds.items() if used * part > _NEGLIGIBLE}
            self._aged = now
        self._seconds[client] = self._seconds.get(client, 0.0) + seconds


class Slot:
    """A worker that a client holds; what it is held for is charged to the client."""

    __slots__ = ("_began", "_client", "_queue")

    def __init__(self, queue: "FairQueue", client: str) -> None:
        self._queue: FairQueue | None = queue
        self._client = client
        self._began = time.perf_counter()

    def release(self) -> None:
        """Gives the worker back. A second call does nothing."""
        queue, self._queue = self._queue, None
        if queue is not None:
            queue.end(self._client, time.perf_counter() - self._began)


#: The turn of the current request on the event loop (see `admission`).
current_turn: ContextVar[Slot | None] = ContextVar("current_turn", default=None)


class _Job:
    """A job of a client; while it waits, ``turn`` is set when a worker is handed over or the job is dropped."""

    __slots__ = ("client", "dropped", "turn")

    def __init__(self, client: str) -> None:
        self.client = client
        self.dropped = False
        self.turn: asyncio.Future[None] | None = None


class FairQueue:
    """Runs jobs, ``workers`` at a time. The waiting client that has used least is next: a client's backlog delays
    another by one job at most.

    A client has at most ``each`` jobs queued or running, all clients together ``total``. In a full queue a job takes
    the place of the newest waiting job of the client with most jobs; it is rejected if none has more than its own
    client would then have. While others wait, a worker rests after a job for ``rest`` times its duration.
    """

    def __init__(  # the limits of the queue
        self, name: str, usage: Usage, *, workers: int, each: int, total: int, rest: float = 0.0
    ) -> None:
        self._name = name
        self._usage = usage
        self._each = each
        self._total = total
        self._rest = rest
        self._free = workers
        self._jobs: Counter[str] = Counter()
        self._waiting: dict[str, deque[_Job]] = {}

    def submit(self, client: str, work: Callable[[], Awaitable[T]]) -> asyncio.Task[T]:
        """Queues a job. Raises 429 if the client has too many, 503 if the queue is full; the task raises 503 if the job
        is dropped for another client's."""
        job = self._admit(client)
        task = asyncio.create_task(self._run(job, work))
        task.add_done_callback(lambda _: self._forget(job))
        return task

    @asynccontextmanager
    async def slot(self, client: str) -> AsyncIterator[Slot]:
        """Waits for a worker and holds it. Raises 429 if the client has too many jobs, 503 if the queue is full
        or the job is dropped for another client's."""
        job = self._admit(client)
        try:
            async with self._worker(job) as slot:
                yield slot
        finally:
            self._forget(job)

    async def _run(self, job: _Job, work: Callable[[], Awaitable[T]]) -> T:
        async with self._worker(job):
            return await work()

    @asynccontextmanager
    async def _worker(self, job: _Job) -> AsyncIterator[Slot]:
        turn = current_turn.get()
        if turn is not None:  # the request waits for this queue now, and the event loop is for others
            turn.release()
        await self._wait(job)
        slot = Slot(self, job.client)
        try:
            yield slot
        finally:
            slot.release()

    def _admit(self, client: str) -> _Job:
        if self._jobs[client] >= self._each:
            message = f"{self._name}: {self._each} of your requests are queued already; retry when one is answered"
            raise ApiError(429, message, headers={"Retry-After": "2"})
        if self._jobs.total() >= self._total:
            self._make_room(client)
        self._jobs[client] += 1
        return _Job(client)

    def _make_room(self, newcomer: str) -> None:
        """Drops the newest waiting job of the client with most jobs; of equals, the one that has used most. Raises 503
        if that client would not have more jobs than the newcomer."""
        most = max(self._waiting, key=lambda client: (self._jobs[client], self._usage[client]), default=newcomer)
        if self._jobs[most] <= self._jobs[newcomer] + 1:
            raise self._full()
        job = self._waiting[most][-1]
        self._leave(job)
        self._forget(job)
        job.dropped = True
        if job.turn is not None and not job.turn.cancelled():
            job.turn.set_exception(self._full())

    def _full(self) -> ApiError:
        message = f"{self._name}: the queue is full; try again"
        return ApiError(503, message, "unavailable", headers={"Retry-After": "2"})

    def _forget(self, job: _Job) -> None:
        """Counts a job no more. One that was dropped is not counted any longer."""
        if job.dropped:
            return
        self._jobs[job.client] -= 1
        if not self._jobs[job.client]:
            del self._jobs[job.client]

    async def _wait(self, job: _Job) -> None:
        """Waits for a free worker, which a finished job hands over. Raises 503 if the job is dropped."""
        if self._free:
            self._free -= 1
            return
        turn = job.turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(job.client, deque()).append(job)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._leave(job)
            elif not job.dropped:
                self._next()  # cancelled after the worker was handed over
            raise

    def _leave(self, job: _Job) -> None:
        """Takes a job out of those that wait, if it is still among them."""
        jobs = self._waiting.get(job.client, deque())
        if job in jobs:
            jobs.remove(job)
            if not jobs:
                del self._waiting[job.client]

    def end(self, client: str, seconds: float) -> None:
        """Charges a finished job to its client and starts the next."""
        self._usage.charge(client, seconds)
        if self._rest and self._waiting:
            asyncio.get_running_loop().call_later(min(seconds * self._rest, MAX_REST), self._next)
        else:
            self._next()

    def _next(self) -> None:
        """Hands the worker to the waiting client that has used least; of equals, to the one that waits longest."""
        while self._waiting:
            client = min(self._waiting, key=self._usage.__getitem__)
            jobs = self._waiting.pop(client)
            turn = jobs.popleft().turn
            if jobs:
                self._waiting[client] = jobs
            if turn is not None and not turn.cancelled():
                turn.set_result(None)
                return
        self._free += 1
