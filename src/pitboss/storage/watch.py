"""Who watches a table hears of every entry once it is durable, in order, whichever process appended it."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from pitboss.storage.open_table import Posted

#: A watcher who is further behind than this is let go, and reads the table anew.
MOST_UNREAD: Final = 10_000

#: Nobody knows yet how far the log goes from which on they are to be told.
UNKNOWN: Final = -1


class Watcher:
    """One reader of one table: an endless iterator of entries; ``close`` ends it."""

    def __init__(self, watched: "Watched") -> None:
        self._watched = watched
        self._queue: asyncio.Queue[Posted | None] = asyncio.Queue()

    def put(self, posted: Posted) -> None:
        """Never waits: a watcher who does not read is let go."""
        self._queue.put_nowait(posted)
        if self._queue.qsize() > MOST_UNREAD:
            self.close()

    def close(self) -> None:
        """No more entries."""
        self._watched.watchers.discard(self)
        self._queue.put_nowait(None)

    def __aiter__(self) -> AsyncIterator[Posted]:
        return self

    async def __anext__(self) -> Posted:
        posted = await self._queue.get()
        if posted is None:
            raise StopAsyncIteration
        return posted


class Watched:
    """The watchers of one table, and how far they have been told."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.told = UNKNOWN  # the place in the log of the last entry that they were told of

    def tell(self, seq: int, posted: Posted) -> None:
        """An entry is durable."""
        if seq <= self.told:
            return
        self.told = seq
        for watcher in tuple(self.watchers):
            watcher.put(posted)
