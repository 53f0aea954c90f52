"""Concurrency limit for history queries, which may read and replay a long log."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TypeVar

from pitboss.server.errors import rate_limited

T = TypeVar("T")
#: Queries in progress, for one client and in total.
MAX_PER_CLIENT: Final = 6
MAX_TOTAL: Final = 32


class HistoryLimit:
    """Limits the history queries in progress, so that they do not delay play."""

    def __init__(self) -> None:
        self._queries: Counter[str] = Counter()
        self._replaying = asyncio.Lock()

    @contextmanager
    def slot(self, client: str) -> Iterator[None]:
        """Holds a slot for a client's query. Raises 429 if too many are in progress."""
        if self._queries[client] >= MAX_PER_CLIENT or self._queries.total() >= MAX_TOTAL:
            raise rate_limited(1)
        self._queries[client] += 1
        try:
            yield
        finally:
            self._queries[client] -= 1
            if not self._queries[client]:
                del self._queries[client]

    async def run(self, work: Callable[[str], T], text: str) -> T:
        """Replays a file in a thread, one at a time, and returns the result."""
        async with self._replaying:
            return await asyncio.to_thread(work, text)
