"""Subscriptions: every committed entry of a table, in order, exactly once."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final

from pitboss.house.loaded_table import DurableEntry

#: A subscription with more unread entries than this is closed; its reader must reload the table.
MAX_UNREAD: Final = 10_000

#: The last delivered sequence number of a table that is not loaded yet.
UNKNOWN: Final = -1


class Subscription:
    """Endless async iterator over the entries of one table; ``close`` ends it."""

    def __init__(self, group: "TableSubscriptions") -> None:
        self._group = group
        self._queue: asyncio.Queue[DurableEntry | None] = asyncio.Queue()

    def put(self, entry: DurableEntry) -> None:
        """Queues an entry without blocking; closes the subscription where its reader is too slow."""
        self._queue.put_nowait(entry)
        if self._queue.qsize() > MAX_UNREAD:
            self.close()

    def close(self) -> None:
        """Ends the iterator after the queued entries."""
        self._group.subscriptions.discard(self)
        self._queue.put_nowait(None)

    def __aiter__(self) -> AsyncIterator[DurableEntry]:
        return self

    async def __anext__(self) -> DurableEntry:
        entry = await self._queue.get()
        if entry is None:
            raise StopAsyncIteration
        return entry


class TableSubscriptions:
    """The subscriptions to one table. ``delivered`` is the sequence number of the last delivered entry."""

    def __init__(self) -> None:
        self.subscriptions: set[Subscription] = set()
        self.delivered = UNKNOWN

    def deliver(self, seq: int, entry: DurableEntry) -> None:
        """Sends a committed entry to every subscription, unless it was delivered before."""
        if seq <= self.delivered:
            return
        self.delivered = seq
        for subscription in tuple(self.subscriptions):
            subscription.put(entry)


class Subscriptions:
    """The subscriptions to all tables, by table id."""

    def __init__(self) -> None:
        self._groups: dict[str, TableSubscriptions] = {}

    def add(self, table_id: str, durable: int | None) -> Subscription:
        """Adds a subscription that starts behind the entry ``durable``; None where the table is not loaded."""
        group = self._groups.setdefault(table_id, TableSubscriptions())
        subscription = Subscription(group)
        if not group.subscriptions:
            group.delivered = UNKNOWN if durable is None else durable
        group.subscriptions.add(subscription)
        return subscription

    def get(self, table_id: str) -> TableSubscriptions | None:
        """Returns the subscriptions to a table, if there ever were any."""
        return self._groups.get(table_id)

    def active(self) -> list[str]:
        """Returns the ids of the tables that have a subscription."""
        return [table_id for table_id, group in self._groups.items() if group.subscriptions]

    def is_active(self, table_id: str) -> bool:
        """Returns whether a table has a subscription."""
        group = self._groups.get(table_id)
        return group is not None and bool(group.subscriptions)

    def deliver(self, table_id: str, seq: int, entry: DurableEntry) -> None:
        """Sends a committed entry to the subscriptions of its table."""
        group = self._groups.get(table_id)
        if group is not None:
            group.deliver(seq, entry)

    def close(self) -> None:
        """Ends every subscription."""
        for group in self._groups.values():
            for subscription in tuple(group.subscriptions):
                subscription.close()
