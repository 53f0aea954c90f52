"""Group commit: what all tables bring while the disk is busy goes to it together, in one transaction.

The loop only collects. One thread writes, so that the database's work and the disk's are done beside the tables' play,
and there is one transaction at a time. Nobody hears that something is done before it is on the disk.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from pitboss.storage.append import Append, Appender

T = TypeVar("T")
#: The most entries of one transaction, so that nobody waits long for the others'.
LARGEST_BATCH: Final = 1024


class NotAppended(Exception):
    """Others have appended to the log in the meantime, or the database could not be reached: read it anew."""


class Writer:
    """Takes appends in the loop and answers each when it is durable."""

    def __init__(self, appender: Appender, done: Callable[[list[Append], set[str]], None]) -> None:
        self._appender = appender
        self._done = done  # hears of each batch before those who wait for it do
        self._thread = ThreadPoolExecutor(1, "pitboss-writer")
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._busy = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self.largest = LARGEST_BATCH
        self.batches = self.appended = 0

    def append(self, append: Append) -> asyncio.Future[None]:
        """Done when it is durable; NotAppended where it could not be."""
        loop = self._loop
        if loop is None:
            loop = self._loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._waiting.append((append, future))
        if not self._busy:
            self._busy = True
            # whatever else is ready to play in this turn of the loop comes along
            loop.call_soon(self._start, loop)
        return future

    def drop(self, stream: str) -> None:
        """Whatever waits for this log is not appended, since it was decided on a state that is not so."""
        kept = []
        for append, future in self._waiting:
            if append.stream != stream:
                kept.append((append, future))
            elif not future.done():
                future.set_exception(NotAppended(stream))
        self._waiting = kept

    async def run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Other work on the thread that writes, between two batches."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def flush(self) -> None:
        """Until all that waits now is durable."""
        while self._busy:
            await asyncio.sleep(0.001)

    async def close(self) -> None:
        """The last batch, and no more."""
        await self.flush()
        self._thread.shutdown()

    def _start(self, loop: asyncio.AbstractEventLoop) -> None:
        batch, self._waiting = self._waiting[: self.largest], self._waiting[self.largest :]
        if not batch:
            self._busy = False
            return
        task = loop.run_in_executor(self._thread, self._appender.write, [append for append, _ in batch])
        task.add_done_callback(lambda written: self._finish(loop, batch, written))

    def _finish(
        self,
        loop: asyncio.AbstractEventLoop,
        batch: list[tuple[Append, asyncio.Future[None]]],
        written: asyncio.Future[set[str]],
    ) -> None:
        failure = written.exception()
        appends = [append for append, _ in batch]
        refused = {append.stream for append in appends} if failure else written.result()
        self.batches += 1
        self.appended += len(appends)
        if not refused:
            self._done(appends, refused)
            for _, future in batch:
                if not future.done():  # else its asker has gone
                    future.set_result(None)
        else:
            self._refuse(batch, refused, failure)
        self._start(loop)

    def _refuse(
        self, batch: list[tuple[Append, asyncio.Future[None]]], refused: set[str], failure: BaseException | None
    ) -> None:
        for stream in refused:
            self.drop(stream)
        self._done([append for append, _ in batch if append.stream not in refused], refused)
        for append, future in batch:
            if future.done():
                continue
            if append.stream in refused:
                error = NotAppended(append.stream)
                error.__cause__ = failure
                future.set_exception(error)
            else:
                future.set_result(None)
