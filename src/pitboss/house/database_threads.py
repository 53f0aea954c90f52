"""Thread pools for database access: the writer thread, short reads and long reads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.engine import Engine

from pitboss.house.database import in_memory, snapshot_reads, writing
from pitboss.house.log.writer import Writer

T = TypeVar("T")


class DatabaseThreads:
    """Runs database work off the event loop.

    Every write runs on the writer's thread, so that it never interleaves with a batch. Reads run in snapshot
    transactions on two reader threads; a read of a whole log has a thread of its own, so that short reads do not queue
    behind it. An in-memory database has one connection: there every read runs on the writer's thread too.
    """

    def __init__(self, engine: Engine, writer: Writer) -> None:
        self._engine = engine
        self._snapshots = snapshot_reads(engine)
        self._writer = writer
        self._readers = ThreadPoolExecutor(2, "pitboss-reader")
        self._history_reader = ThreadPoolExecutor(1, "pitboss-history")

    async def run_exclusive(self, work: Callable[..., T], *arguments: Any) -> T:
        """Runs work on the writer's thread between two batches; returns its result."""
        return await self._writer.run(work, *arguments)

    async def read(self, work: Callable[..., T], *arguments: Any) -> T:
        """Calls ``work(connection, …)`` in a read transaction; returns its result."""
        return await self._read_on(self._readers, work, *arguments)

    async def read_history(self, work: Callable[..., T], *arguments: Any) -> T:
        """Same as ``read`` for work that may read a whole log; runs one call at a time."""
        return await self._read_on(self._history_reader, work, *arguments)

    async def write(self, work: Callable[..., T], *arguments: Any) -> T:
        """Calls ``work(connection, …)`` in a write transaction; returns its result."""

        def transact() -> T:
            with writing(self._engine).begin() as connection:
                return work(connection, *arguments)

        return await self.run_exclusive(transact)

    async def close(self) -> None:
        """Waits for running reads and cancels queued reads of histories. The event loop goes on: a read may take long
        where the database does not answer."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self._readers.shutdown)
        await loop.run_in_executor(None, partial(self._history_reader.shutdown, cancel_futures=True))

    async def _read_on(self, pool: ThreadPoolExecutor, work: Callable[..., T], *arguments: Any) -> T:
        def transact() -> T:
            with self._snapshots.begin() as connection:
                return work(connection, *arguments)

        if in_memory(self._engine):
            return await self.run_exclusive(transact)
        return await asyncio.get_running_loop().run_in_executor(pool, transact)
