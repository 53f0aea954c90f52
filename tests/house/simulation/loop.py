"""Event loop with simulated time, on which several simulated processes run.

Every callback belongs to the process in whose context it was scheduled. A paused process keeps its callbacks until it
is resumed; those of a killed process are dropped. There are no threads: what the house hands to a thread runs on this
loop, in one piece, after a random delay.
"""

import asyncio
import heapq
import random
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any

#: The simulated process that the running code belongs to; None for clients and for the simulator itself.
PROCESS: ContextVar["Host | None"] = ContextVar("PROCESS", default=None)


class Host:
    """The part of a process that the loop knows: whether it runs."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.alive = True
        self.paused = False
        self.held: list[asyncio.Handle] = []  # callbacks that became due during a pause
        self.clock_offset = 0.0  # seconds by which its wall clock is wrong
        self.heard = 0.0  # when the last callback of its threads runs


class SimulatedLoop(asyncio.BaseEventLoop):
    """Runs callbacks in the order of their simulated time; time passes only while nothing is ready."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__()
        self.dice = dice
        self.now = 0.0
        self.steps = 0
        #: Called after every callback.
        self.after_step: Callable[[], None] = lambda: None
        self.ended = False
        self.outside = Host("outside")
        # strong references: a task of a killed process that is garbage-collected would run its clean-up code
        self.tasks: list[asyncio.Task[Any]] = []
        self.set_task_factory(_remember)
        self._ready: deque[asyncio.Handle]
        self._scheduled: list[asyncio.TimerHandle]

    def time(self) -> float:
        """Returns the simulated seconds since the start."""
        return self.now

    def resume(self, host: Host) -> None:
        """Lets a paused process go on with what became due meanwhile."""
        host.paused = False
        self._ready.extend(host.held)
        host.held.clear()

    def _run_once(self) -> None:
        if not self._ready:
            self._wait_for_timer()
        handle = self._ready.popleft()
        if handle.cancelled():
            return
        host = handle._context.get(PROCESS)  # type: ignore[attr-defined] # the context that it was scheduled in
        if host is not None and not host.alive and not self.ended:
            return
        if host is not None and host.paused and not self.ended:
            host.held.append(handle)
            return
        self.steps += 1
        handle._run()
        self.after_step()

    def _wait_for_timer(self) -> None:
        """Advances the time to the next timer, and makes all timers of that time ready."""
        while self._scheduled and self._scheduled[0].cancelled():
            _discard(heapq.heappop(self._scheduled))
        if not self._scheduled:
            raise RuntimeError("nothing is left to happen, and the simulation has not ended")
        self.now = max(self.now, self._scheduled[0].when())
        while self._scheduled and self._scheduled[0].when() <= self.now:
            timer = heapq.heappop(self._scheduled)
            _discard(timer)
            if not timer.cancelled():
                self._ready.append(timer)

    def call_soon_threadsafe(  # type: ignore[override] # without the types of the arguments
        self, callback: Callable[..., Any], *args: Any, context: Any = None
    ) -> asyncio.Handle:
        """Schedules a callback of a simulated thread: it is heard after a moment, in the order of the calls."""
        host = PROCESS.get() or self.outside
        # strictly later than the callback before: the heap of timers keeps no order among equal times
        host.heard = max(self.now + self.dice.uniform(0, 0.002), host.heard + 1e-9)
        return self.call_at(host.heard, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override] # the future is an asyncio.Future, which is all that callers use
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """Runs a function of a thread pool on the loop: it starts after a delay and is heard of after another."""
        future = self.create_future()

        def run() -> None:
            try:
                result, error = func(*args), None
            except Exception as raised:
                result, error = None, raised
            self.call_soon_threadsafe(_resolve, future, result, error)

        self.call_later(self.dice.uniform(0, 0.004), run)
        return future

    def drain(self) -> None:
        """Ends every task, also those of killed processes, and closes the loop."""
        self.after_step = lambda: None
        self.ended = True
        for _ in range(10):
            pending = [task for task in self.tasks if not task.done()]
            if not pending:
                break
            for task in pending:
                task.cancel()
            self.run_until_complete(asyncio.sleep(0.02))
        for task in self.tasks:  # those whose first step was dropped with their process
            coroutine = task.get_coro()
            if not task.done() and asyncio.iscoroutine(coroutine):
                with suppress(RuntimeError):
                    coroutine.close()
        self.tasks.clear()
        self.set_exception_handler(lambda *_: None)
        self.close()

    async def shutdown_default_executor(self, timeout: float | None = None) -> None:
        """There is no thread to stop."""

    def _write_to_self(self) -> None:
        """There is no selector to wake."""


def _remember(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
    assert isinstance(loop, SimulatedLoop)
    task: asyncio.Task[Any] = asyncio.Task(work, loop=loop, **options)
    loop.tasks.append(task)
    return task


def _discard(timer: asyncio.TimerHandle) -> None:
    timer._scheduled = False  # type: ignore[attr-defined] # as BaseEventLoop marks what it has taken


def _resolve(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


class SimulatedThread:
    """Stands in for the writer's thread: its target runs whenever its queue has an item, for one item at a time.

    The target is ``while running: item = queue.get(); …``. Where the queue has no item for it, ``get`` raises Parked,
    which ends the call; the next call goes on where the queue is.
    """

    def __init__(self, target: Callable[[], None], **_: object) -> None:
        self._target = target
        queue = target.__self__._queue  # type: ignore[attr-defined] # a bound method of the writer
        assert isinstance(queue, SimulatedQueue)
        self._queue = queue

    def start(self) -> None:
        """Lets the queue wake the thread."""
        self._queue.wake = self._run
        self._queue.schedule()

    def join(self) -> None:
        """Nothing runs beside the loop."""

    def _run(self) -> None:
        try:
            self._target()
        except Parked:
            self._queue.schedule()


class Parked(BaseException):
    """The simulated thread waits for its queue."""


class SimulatedQueue:
    """Stands in for the writer's queue: every item wakes the thread after a delay."""

    def __init__(self) -> None:
        self._items: deque[Any] = deque()
        self._scheduled = False
        self._may_take = False
        self.wake: Callable[[], None] | None = None

    def put(self, item: Any) -> None:
        """Adds an item and wakes the thread."""
        self._items.append(item)
        self.schedule()

    def empty(self) -> bool:
        """Returns whether there is no item; after False the caller takes one more into its batch."""
        self._may_take = bool(self._items)
        return not self._items

    def get(self) -> Any:
        """Returns the next item; ends the turn of the thread where it has had its item or batch."""
        if not self._may_take or not self._items:
            raise Parked
        self._may_take = False
        return self._items.popleft()

    def schedule(self) -> None:
        """Wakes the thread in a moment, if there is something for it."""
        if self.wake is None or self._scheduled or not self._items:
            return
        loop = asyncio.get_running_loop()
        assert isinstance(loop, SimulatedLoop)
        self._scheduled = True
        loop.call_later(loop.dice.choice((0.0002, 0.001, 0.003, 0.03)), self._turn)

    def _turn(self) -> None:
        self._scheduled = False
        assert self.wake is not None
        self._may_take = True
        self.wake()
