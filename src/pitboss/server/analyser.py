"""The process that computes, and what it has found."""

import asyncio
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import Any

from pitboss.server.errors import Fault

#: How many may wait for the analyser; more are asked to come again.
MOST_WAITING = 8
KEPT = 512


class Analyser:
    """One process that computes, started when first needed, and what it has found."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._process = 0
        self._stopped = False
        self._kept: OrderedDict[Any, bytes] = OrderedDict()
        self._under_way: dict[Any, asyncio.Task[bytes]] = {}

    async def ask(self, key: Any, work: Callable[..., bytes], *arguments: Any) -> bytes:
        """What was found before, what is being looked for, or something new."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._under_way.get(key)
        if task is None:
            if len(self._under_way) >= MOST_WAITING:
                raise Fault(429, "the analyser is busy: ask again soon", headers={"Retry-After": "2"})
            task = self._under_way[key] = asyncio.create_task(self._work(work, arguments))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        found = await asyncio.shield(task)
        self._kept[key] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    async def _work(self, work: Callable[..., bytes], arguments: tuple[Any, ...]) -> bytes:
        if self._stopped:
            raise _ended()
        loop = asyncio.get_running_loop()
        pool = self._pool
        if pool is None:
            pool = self._pool = ProcessPoolExecutor(1, get_context("spawn"))
        try:
            self._process = await loop.run_in_executor(pool, os.getpid)
            if self._stopped:
                raise _ended()
            return await loop.run_in_executor(pool, work, *arguments)
        except BrokenProcessPool:  # somebody has ended it, or memory has: the next to ask gets another
            if self._pool is pool:
                self._pool, self._process = None, 0
            raise _ended() from None

    def stop(self) -> None:
        """Ends the process, whatever it is at: nobody waits for it any more."""
        self._stopped = True
        if self._pool is not None:
            self._pool.shutdown(wait=False)
        if self._process:
            with suppress(ProcessLookupError):
                os.kill(self._process, signal.SIGTERM)


def _ended() -> Fault:
    return Fault(503, "the process that computes has ended: ask again", "unavailable", headers={"Retry-After": "1"})
