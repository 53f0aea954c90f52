"""Group commit: the entries of all tables that arrive during one commit are written together in the next.

One thread writes, one transaction at a time, and takes new entries from its queue without the event loop. The callers
are answered after the commit.
"""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.house.log.append import Appender
from pitboss.house.log.chain import AppendRequest

T = TypeVar("T")
#: The most entries of one transaction, which bounds the latency of a commit.
MAX_BATCH: Final = 1024


class NotAppended(Exception):
    """The entry was not appended: another process appended first, or the database failed (then it is the cause)."""


class PendingWrite(Struct, frozen=True):
    """An entry with the future of its caller, which resolves to the entry or raises NotAppended."""

    append: AppendRequest
    future: asyncio.Future[Any]


_Batch = list[PendingWrite]


class Writer:
    """Accepts batches on the event loop and resolves the future of each entry after its commit.

    ``on_batch`` is called on the event loop with the committed entries and the logs whose entries were refused, before
    the futures are resolved.
    """

    def __init__(self, appender: Appender, on_batch: Callable[[list[AppendRequest], set[str]], None]) -> None:
        self.appender = appender
        self._on_batch = on_batch
        self._queue: SimpleQueue[_Batch | Callable[[], None]] = SimpleQueue()
        self._thread: Thread | None = None
        self._running = True
        self._closed = False  # no more work is accepted
        self._loop: asyncio.AbstractEventLoop
        # used by the thread only: logs that refused an entry, until the event loop has rolled their tables back
        self._refused: set[str] = set()
        self.max_batch = MAX_BATCH
        self.batches = 0
        #: Called on the event loop with the entries of each commit and its duration in seconds.
        self.observer: Callable[[list[AppendRequest], float], None] | None = None

    def write(self, batch: list[PendingWrite]) -> None:
        """Queues entries for the next commit."""
        try:
            self._start()
        except RuntimeError as error:
            for pending in batch:
                _resolve(pending.future, None, error)
        else:
            self._queue.put(batch)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs other work on the writer thread, between two batches; returns its result."""
        return await self._submit(lambda: work(*arguments))

    async def close(self) -> None:
        """Writes the queued entries and stops the thread."""
        if self._thread is not None and not self._closed:
            ended = self._submit(self._stop)
            self._closed = True
            await ended
            self._thread.join()
        self.appender.close()

    def _submit(self, work: Callable[[], T]) -> asyncio.Future[T]:
        self._start()
        future: asyncio.Future[T] = self._loop.create_future()

        def run() -> None:
            try:
                self.call_loop(_resolve, future, work(), None)
            except BaseException as error:
                self.call_loop(_resolve, future, None, error)

        self._queue.put(run)
        return future

    def _start(self) -> None:
        if self._closed:
            raise RuntimeError("the house is closed: nothing more is written")
        if self._thread is not None:
            return
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._write_all, name="pitboss-writer", daemon=True)
        self._thread.start()

    # --- the thread --------------------------------------------------------------------------------------------------

    def _stop(self) -> None:
        self._running = False

    def call_loop(self, callback: Callable[..., None], *arguments: object) -> None:
        """Calls back on the event loop."""
        self._loop.call_soon_threadsafe(callback, *arguments)

    def _write_all(self) -> None:
        """Processes the queue in order."""
        while self._running:
            first = self._queue.get()
            with self.appender.write_lock:  # more entries arrive during the wait
                batch, work = self._take_queued(first)
                for start in range(0, len(batch), self.max_batch):
                    self._write(batch[start : start + self.max_batch])
                if work is not None:
                    work()
                del first, batch, work  # so that the event loop drops the last reference, while they are in its cache

    def _take_queued(self, first: _Batch | Callable[[], None]) -> tuple[_Batch, Callable[[], None] | None]:
        """Returns all queued entries up to the next other work, and that work."""
        batch: _Batch = []
        item = first
        while isinstance(item, list):
            batch += item
            if len(batch) >= self.max_batch or self._queue.empty():
                return batch, None
            item = self._queue.get()
        return batch, item

    def _write(self, batch: _Batch) -> None:
        """Commits one batch and reports the result to the event loop."""
        outdated: _Batch = []
        if self._refused:  # executed before the event loop rolled their tables back
            outdated = [pending for pending in batch if pending.append.stream in self._refused]
            batch = [pending for pending in batch if pending.append.stream not in self._refused]
        failure: BaseException | None = None
        began = perf_counter()
        try:
            refused = self.appender.write([pending.append for pending in batch]) if batch else set()
        except BaseException as error:
            failure, refused = error, {pending.append.stream for pending in batch}
        self._refused |= refused
        self.call_loop(self._finish, batch, refused, failure, perf_counter() - began)
        if outdated:
            self.call_loop(_refuse, outdated, failure)

    # --- the loop ----------------------------------------------------------------------------------------------------

    def _finish(self, batch: _Batch, refused: set[str], failure: BaseException | None, seconds: float) -> None:
        self.batches += 1
        written = batch
        left_out: _Batch = []
        if refused:
            written = [pending for pending in batch if pending.append.stream not in refused]
            left_out = [pending for pending in batch if pending.append.stream in refused]
        try:
            self._on_batch([pending.append for pending in written], refused)
        finally:
            if refused:  # later entries of these logs are executed on the tables that were rolled back
                self._queue.put(lambda: self._refused.difference_update(refused))
            for pending in written:
                if not pending.future.done():  # done: the caller was cancelled
                    pending.future.set_result(pending.append)
            _refuse(left_out, failure)
        if self.observer is not None and failure is None:
            self.observer([pending.append for pending in written], seconds)


def _resolve(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def _refuse(batch: _Batch, failure: BaseException | None) -> None:
    for pending in batch:
        error = NotAppended(pending.append.stream)
        error.__cause__ = failure
        _resolve(pending.future, None, error)
