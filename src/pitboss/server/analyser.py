"""The worker process for exact analysis, with its queue and its cache."""

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from typing import Any

from pitboss.server.errors import ApiError
from pitboss.server.fair_queue import FairQueue, Usage
from pitboss.server.priority import lower_priority

#: Jobs that may be queued or running, for one client and in total.
MAX_PER_CLIENT, MAX_TOTAL = 4, 48
#: Results in the cache; the least recently used is evicted first.
CACHE_SIZE = 512


class Analyser:
    """Runs analyses in one worker process. The queue is fair between clients, and results are cached."""

    def __init__(self, usage: Usage | None = None) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._pid = 0
        self._stopped = False
        self._queue = FairQueue("exact figures", usage or Usage(), workers=1, each=MAX_PER_CLIENT, total=MAX_TOTAL)
        self._cache: OrderedDict[Any, bytes] = OrderedDict()
        self._in_progress: dict[Any, asyncio.Task[bytes]] = {}

    async def result(self, client: str, key: Any, work: Callable[..., bytes], *arguments: Any) -> bytes:
        """Returns the result from the cache, from the same request in progress, or from a new job in the queue."""
        if key in self._cache:
            self._cache.move_to_end(key)
            return self._cache[key]
        task = self._in_progress.get(key)
        if task is None:
            task = self._in_progress[key] = self._queue.submit(client, partial(self._run, work, arguments))
            task.add_done_callback(lambda _: self._in_progress.pop(key, None))
        result = await asyncio.shield(task)
        self._cache[key] = result
        if len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)
        return result

    async def _run(self, work: Callable[..., bytes], arguments: tuple[Any, ...]) -> bytes:
        if self._stopped:
            raise _worker_ended()
        loop = asyncio.get_running_loop()
        pool = self._pool
        if pool is None:
            pool = self._pool = ProcessPoolExecutor(1, get_context("spawn"), lower_priority)
        try:
            self._pid = await loop.run_in_executor(pool, os.getpid)
            if self._stopped:
                raise _worker_ended()
            return await loop.run_in_executor(pool, work, *arguments)
        except BrokenProcessPool:  # killed, perhaps out of memory: the next job starts a new process
            if self._pool is pool:
                self._pool, self._pid = None, 0
            raise _worker_ended() from None

    def stop(self) -> None:
        """Terminates the worker process without waiting for its job."""
        self._stopped = True
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        if self._pid:
            with suppress(ProcessLookupError):
                os.kill(self._pid, signal.SIGTERM)


def _worker_ended() -> ApiError:
    return ApiError(503, "the analysis process has ended: try again", "unavailable", headers={"Retry-After": "1"})
