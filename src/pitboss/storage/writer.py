"""Group commit: what all tables bring while the disk is busy goes to it together, in one transaction.

A thread writes, one transaction at a time, and takes up whatever has come since without asking the loop. Nobody hears
that something is done before it is on the disk.
"""

import asyncio
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.storage.append import Append, Appender

T = TypeVar("T")
#: The most entries of one transaction, so that nobody waits long for the others'.
LARGEST_BATCH: Final = 1024


class NotAppended(Exception):
    """Others have appended to the log in the meantime, or the database could not be reached: read it anew."""


class Waiting(Struct, frozen=True):
    """An entry, and who waits for it to be durable, and then gets it; NotAppended where it could not be."""

    append: Append
    future: asyncio.Future[Any]


_Batch = list[Waiting]


class Writer:
    """Takes batches in the loop and answers each of their entries when it is durable."""

    def __init__(self, appender: Appender, done: Callable[[list[Append], set[str]], None]) -> None:
        self._appender = appender
        self._done = done  # hears of each batch before those who wait for it do
        self._queue: SimpleQueue[_Batch | Callable[[], None]] = SimpleQueue()
        self._thread: Thread | None = None
        self._open = True  # the thread goes on
        self._closed = False  # it gets no more
        self._loop: asyncio.AbstractEventLoop
        # the thread's own: logs that took nothing, until the loop has heard of it
        self._refused: set[str] = set()
        self.largest = LARGEST_BATCH
        self.batches = 0

    def write(self, batch: list[Waiting]) -> None:
        """Makes these durable, with whatever else has come by then."""
        try:
            self._begin()
        except RuntimeError as error:
            for one in batch:
                _answer(one.future, None, error)
        else:
            self._queue.put(batch)

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Other work on the thread that writes, between two batches."""
        return await self._ask(lambda: work(*arguments))

    async def close(self) -> None:
        """The last batch, and no more."""
        if self._thread is not None and not self._closed:
            ended = self._ask(self._end)
            self._closed = True
            await ended
            self._thread.join()
        self._appender.close()

    def _ask(self, work: Callable[[], T]) -> asyncio.Future[T]:
        self._begin()
        future: asyncio.Future[T] = self._loop.create_future()

        def do() -> None:
            try:
                self._tell(_answer, future, work(), None)
            except BaseException as error:
                self._tell(_answer, future, None, error)

        self._queue.put(do)
        return future

    def _begin(self) -> None:
        if self._closed:
            raise RuntimeError("nothing more is written")
        if self._thread is not None:
            return
        self._loop = asyncio.get_running_loop()
        self._thread = Thread(target=self._write_all, name="pitboss-writer", daemon=True)
        self._thread.start()

    # --- the thread --------------------------------------------------------------------------------------------------

    def _end(self) -> None:
        self._open = False

    def _tell(self, heard: Callable[..., None], *what: object) -> None:
        self._loop.call_soon_threadsafe(heard, *what)

    def _write_all(self) -> None:
        """Everything in the order in which it comes."""
        while self._open:
            first = self._queue.get()
            with self._appender.turn:  # while others write, more comes
                batch, work = self._more(first)
                for start in range(0, len(batch), self.largest):
                    self._write(batch[start : start + self.largest])
                if work is not None:
                    work()
                del first, batch, work  # they are the loop's, which lets go of them while they are at hand

    def _more(self, first: _Batch | Callable[[], None]) -> tuple[_Batch, Callable[[], None] | None]:
        """All entries that have come; and what is behind them, where it is no entry."""
        batch: _Batch = []
        item = first
        while isinstance(item, list):
            batch += item
            if len(batch) >= self.largest or self._queue.empty():
                return batch, None
            item = self._queue.get()
        return batch, item

    def _write(self, batch: _Batch) -> None:
        """One transaction, and the loop hears how it went."""
        late: _Batch = []
        if self._refused:  # decided before the loop had heard that what it was decided on is not so
            late = [one for one in batch if one.append.stream in self._refused]
            batch = [one for one in batch if one.append.stream not in self._refused]
        failure: BaseException | None = None
        try:
            refused = self._appender.write([one.append for one in batch]) if batch else set()
        except BaseException as error:
            failure, refused = error, {one.append.stream for one in batch}
        self._refused |= refused
        self._tell(self._finish, batch, refused, failure)
        if late:
            self._tell(_refuse, late, failure)

    # --- the loop ----------------------------------------------------------------------------------------------------

    def _finish(self, batch: _Batch, refused: set[str], failure: BaseException | None) -> None:
        self.batches += 1
        good = batch
        bad: _Batch = []
        if refused:
            good = [one for one in batch if one.append.stream not in refused]
            bad = [one for one in batch if one.append.stream in refused]
        try:
            self._done([one.append for one in good], refused)
        finally:
            if refused:  # whatever comes behind this for these logs is decided on how they now stand
                self._queue.put(lambda: self._refused.difference_update(refused))
            for one in good:
                if not one.future.done():  # else its asker has gone
                    one.future.set_result(one.append)
            _refuse(bad, failure)


def _answer(future: asyncio.Future[Any], result: object, error: BaseException | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def _refuse(batch: _Batch, failure: BaseException | None) -> None:
    for one in batch:
        error = NotAppended(one.append.stream)
        error.__cause__ = failure
        _answer(one.future, None, error)
