"""Registry of the tables that are loaded in this process, kept in step with the log.

A loaded table may be ahead of the log by its pending entries. Where these are not appended because another process was
first, the table is rolled back to the last committed entry and applies the entries of the other process.
"""

import asyncio
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, Final

from pitboss.house import history
from pitboss.house.balances import Balances
from pitboss.house.database import connection_errors
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.house_acts import TableLogClosed, TableLogOpened, decode_acts
from pitboss.house.ledger import HOUSE, table_of
from pitboss.house.loaded_table import DurableEntry, LoadedTable, entry_of
from pitboss.house.log.chain import HOUSE_LOG, AppendRequest, Record
from pitboss.house.log.notifications import Notification
from pitboss.house.log.read import StreamRow
from pitboss.house.log.sqlite_notifications import Appended
from pitboss.house.log.subscriptions import UNKNOWN, Subscription, Subscriptions, TableSubscriptions
from pitboss.house.log.writer import NotAppended
from pitboss.house.pit_acts import PIT_WORDS

#: How many closed tables stay loaded, the most recently loaded ones.
MAX_CLOSED: Final = 32
#: Seconds before a background read is retried after the database did not answer.
RETRY_SECONDS: Final = 0.5

Read = Callable[[], Coroutine[Any, Any, None]]


class TableRegistry:
    """Loads tables from the log, applies what other processes append, and delivers entries to subscriptions.

    All methods run on the event loop. ``loaded`` and ``catching_up`` (the tables whose log is being read) are
    read by other components and changed only here.
    """

    def __init__(self, database: DatabaseThreads, balances: Balances) -> None:
        self._database = database
        self._balances = balances
        self._subscriptions = Subscriptions()
        self.loaded: dict[str, LoadedTable] = {}
        self._loading: dict[str, asyncio.Task[LoadedTable | None]] = {}
        self.catching_up: dict[str, asyncio.Task[None]] = {}
        self._read_again: set[str] = set()  # tables that changed since their current read began
        self._read_later: set[str] = set()  # tables whose read failed
        self._tasks: set[asyncio.Task[Any]] = set()
        #: Whether other processes are known to write to this database.
        self.shared = False
        #: Set when a table was closed, or when another process may have opened or closed one.
        self.tables_changed = asyncio.Event()
        #: Called when another process wrote an entry of the pit (set by the house).
        self.house_changed: Read | None = None
        self._refreshing: dict[Read, bool] = {}  # the reads in progress: whether there is more to read since they began
        self._floats_moved: set[int] = set()  # entries of the house log whose changes of banks are applied here

    # --- lookup ------------------------------------------------------------------------------------------------------

    async def get(self, name: str) -> LoadedTable | None:
        """Returns a table, loaded from the log if necessary; None where there is none."""
        return self.loaded.get(name) or await self._load(name)

    def add(self, table: LoadedTable) -> None:
        """Registers a table that was opened by this process."""
        self.loaded[table.name] = table

    def drop(self, name: str) -> None:
        """Unloads a table; the next lookup reads it from the log."""
        self.loaded.pop(name, None)

    def subscribe(self, name: str) -> Subscription:
        """Subscribes to the entries of a table from now on, including those of other processes."""
        table = self.loaded.get(name)
        return self._subscriptions.add(name, None if table is None else table.durable)

    async def wait_durable(self, table: LoadedTable) -> bool:
        """Waits until all pending entries of a table are committed; returns False where they were not appended."""
        last, seq, rollbacks = table.last_write, table.seq, table.rollbacks
        if table.durable >= seq or last is None:
            return True
        try:
            await asyncio.shield(last)
        except NotAppended:
            return False
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if not last.cancelled() or (task is not None and task.cancelling()):
                raise
            # the caller of the last command was cancelled; its entry is written all the same
            while table.durable < seq and table.rollbacks == rollbacks and self.loaded.get(table.name) is table:
                await asyncio.sleep(0.001)
        return table.durable >= seq and table.rollbacks == rollbacks

    def close(self) -> None:
        """Cancels background reads and ends every subscription."""
        self._read_again.clear()
        for task in tuple(self._tasks):
            task.cancel()
        self._subscriptions.close()

    # --- loading -----------------------------------------------------------------------------------------------------

    async def _load(self, name: str) -> LoadedTable | None:
        """Reads a table from the log; concurrent callers share one read."""
        task = self._loading.get(name)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load_now(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load_now(self, name: str) -> LoadedTable | None:
        restored = await self._database.read(history.restore_table, name)
        if restored is None:
            return None
        group = self._subscriptions.get(name)
        if group is not None and group.delivered == UNKNOWN:
            group.delivered = restored.stream.seq
        elif group is not None and group.delivered < restored.stream.seq:
            await self._deliver_missed(restored.stream, group)
        # no await from here on: the table must not change between the read and its registration
        loaded = self.loaded.get(name)
        if loaded is not None:  # opened here while the log was read, and perhaps played on
            return loaded
        books = self._balances.books
        for account in [account for account in books if table_of(account) == name]:
            books.set(account, 0)  # discards transfers that were never appended
        for account, cents in restored.holds.items():
            books.set(account, cents)
        table = LoadedTable(restored.stream, restored.live, books, shared=self.shared, ids=restored.ids)
        table.house_seq = restored.house_seq
        table.snapshot = restored.snapshot
        self.loaded[name] = table
        for closed in [other.name for other in self.loaded.values() if other.closed][:-MAX_CLOSED]:
            self.drop(closed)
        return table

    async def _deliver_missed(self, stream: StreamRow, group: TableSubscriptions) -> None:
        _, links = await self._database.read(history.linked_after, stream.name, group.delivered)
        for link in links:
            record = link.record
            if record.seq <= stream.seq:
                group.deliver(record.seq, DurableEntry(record.version, record.at, entry_of(record, stream.game)))

    # --- own writes --------------------------------------------------------------------------------------------------

    def batch_written(self, appends: list[AppendRequest], refused: set[str]) -> None:
        """Handles the result of a batch, before the callers of its commands are answered."""
        for name in refused:
            self._not_appended(name)
        if refused:  # the fills of their banks did not leave the house account
            self._refresh(self._balances.refresh_house)
        for append in appends:
            name = append.stream
            table, group = self.loaded.get(name), self._subscriptions.get(name)
            if table is not None and table is append.table:
                self._confirm(table)
            elif table is not None or self._is_awaited(name):  # it was loaded before this entry was committed
                self._request_read(name)
            if group is not None and append.entry is not None:
                record = append.link.record
                group.deliver(record.seq, DurableEntry(record.version, record.at, append.entry))
            if table is not None and table.remote:
                self._apply_remote(table)

    def _confirm(self, table: LoadedTable) -> None:
        try:
            table.confirm()
        except Exception as error:  # a fault of one table must not delay the answers of the others
            self.drop(table.name)
            asyncio.get_running_loop().call_exception_handler(
                {"message": f"table {table.name} is reloaded from its log", "exception": error}
            )

    def _not_appended(self, name: str) -> None:
        """Rolls a table back whose pending entries were refused."""
        table = self.loaded.get(name)
        if table is None or not table.roll_back():
            self.drop(name)
            if self._is_awaited(name):  # the entries that took the place must still be delivered
                self._request_read(name)
        elif not self._apply_remote(table):
            self._request_read(name)

    # --- writes of other processes -----------------------------------------------------------------------------------

    def unknown_entries(self, appended: Iterable[Appended]) -> dict[int, str]:
        """Returns those entries that this process needs and does not know, by number, with the names of their logs."""
        loaded, unknown = self.loaded, {}
        for number, name, seq, hashed in appended:
            table = loaded.get(name)
            if table is None:
                if name == HOUSE_LOG or self._is_awaited(name):
                    unknown[number] = name
            elif not table.knows(seq, hashed):
                unknown[number] = name
        return unknown

    def receive(self, notification: Notification) -> None:
        """Handles a notification that another process has appended entries."""
        touched: dict[str, None] = {}
        for link in notification.links:
            name = link.record.stream
            table = self.loaded.get(name)
            if table is not None:
                table.remote.append(link)
                self.shared = True
            elif name == HOUSE_LOG:
                self._receive_house_entry(link.record)
            touched[name] = None
        for name in touched:
            table = self.loaded.get(name)
            if table is not None:
                self._apply_remote(table)
            elif self._is_awaited(name):
                self._request_read(name)
        for name in notification.names:
            if name == HOUSE_LOG:
                self._house_log_changed()
            elif name in self.loaded or self._is_awaited(name):
                self._request_read(name)

    def _receive_house_entry(self, record: Record) -> None:
        if any(isinstance(act, TableLogOpened | TableLogClosed) for act in decode_acts(record.events)):
            self.tables_changed.set()
        if any(HOUSE in (transfer.debit, transfer.credit) for transfer in record.transfers):
            self._refresh(self._balances.refresh_house)
        if record.words.startswith(PIT_WORDS):
            self._pit_changed()
            moves: dict[str, int] = {}
            for each in record.transfers:
                moves[each.debit] = moves.get(each.debit, 0) - each.amount
                moves[each.credit] = moves.get(each.credit, 0) + each.amount
            self.move_float(record.seq, {name: cents for name, cents in moves.items() if table_of(name)})

    def _house_log_changed(self) -> None:
        """Handles entries of the house log of which only their existence is known."""
        self.tables_changed.set()
        self._refresh(self._balances.refresh_house)
        self._pit_changed()

    def _pit_changed(self) -> None:
        if self.house_changed is not None:
            self._refresh(self.house_changed)

    def _refresh(self, read: Read) -> None:
        """Reads something of the house log in the background, again and again until the database answers."""
        if read in self._refreshing:
            self._refreshing[read] = True
            return
        self._refreshing[read] = False
        self._spawn(self._refresh_now(read))

    async def _refresh_now(self, read: Read) -> None:
        try:
            await read()
        except connection_errors():
            await asyncio.sleep(RETRY_SECONDS)
            self._refreshing[read] = True
        finally:
            again = self._refreshing.pop(read)
        if again:
            self._refresh(read)

    def move_float(self, seq: int, moves: Mapping[str, int]) -> None:
        """Applies what an entry of the house log moved to or from the banks of loaded tables, once.

        A table that was loaded after the entry has it already. The database checks every transfer again.
        """
        if seq in self._floats_moved:
            return
        self._floats_moved.add(seq)
        for account, cents in moves.items():
            table = self.loaded.get(table_of(account))
            if table is not None and seq > table.house_seq:
                self._balances.books.set(account, max(0, self._balances.books[account] + cents))

    def connection_lost(self) -> None:
        """Handles lost notifications: every table that is in use is read again, and what the house log says."""
        self._house_log_changed()
        for name in {*self.loaded, *self._loading, *self._subscriptions.active()}:
            self._request_read(name)

    def _is_awaited(self, name: str) -> bool:
        """Returns whether a table that is not loaded is being loaded or has subscriptions."""
        return name in self._loading or self._subscriptions.is_active(name)

    def _apply_remote(self, table: LoadedTable) -> bool:
        """Applies the queued remote entries as far as they follow the log; returns whether any was applied."""
        applied = False
        while (link := table.next_remote()) is not None:
            if not table.follows(link):
                table.remote.appendleft(link)
                self.catch_up(table.name)
                break
            try:
                entry = table.apply_remote(link)
            except Exception:
                self.drop(table.name)  # it may be half applied: the next lookup reads the log, or raises its error
                break
            applied = True
            self._subscriptions.deliver(table.name, link.record.seq, entry)
        return applied

    # --- catching up with the log ------------------------------------------------------------------------------------

    def has_newer_entries(self, name: str) -> bool:
        """Returns whether a table changed since its current read began; it is then read once more."""
        return name in self._read_again

    def catch_up(self, name: str) -> asyncio.Task[None]:
        """Reads what other processes appended to a table; one read at a time."""
        task = self.catching_up.get(name)
        if task is None:
            task = self.catching_up[name] = self._spawn(self._read_log(name))
            task.add_done_callback(lambda _: self._caught_up(name))
        return task

    def _request_read(self, name: str) -> None:
        """Reads a table that has changed; again, where a read that began earlier may not have the change."""
        if name in self.catching_up:
            self._read_again.add(name)
        else:
            self.catch_up(name)

    def _caught_up(self, name: str) -> None:
        del self.catching_up[name]
        if name in self._read_again:
            self._read_again.discard(name)
            self.catch_up(name)

    async def _read_log(self, name: str) -> None:
        """Reads the log of a table; again later where the database does not answer, as its watchers wait."""
        try:
            await self._read_log_now(name)
        except connection_errors():
            if name not in self._read_later:
                self._read_later.add(name)
                self._spawn(self._retry_read(name))
            raise

    async def _retry_read(self, name: str) -> None:
        await asyncio.sleep(RETRY_SECONDS)
        self._read_later.discard(name)
        if name in self.loaded or self._is_awaited(name):
            self._request_read(name)

    async def _read_log_now(self, name: str) -> None:
        table = await self.get(name)
        if table is None:
            return
        while True:
            table.remote.clear()  # queued entries were committed before: the read returns them too
            closed, links = await self._database.read(history.linked_after, name, table.durable)
            table.closed = closed
            table.remote.extendleft(reversed(links))  # before the entries that arrived during the read
            if self.loaded.get(name) is not table:
                return
            self._apply_remote(table)
            if table.pending or not table.remote:
                return
            if table.remote[0].record.seq == table.seq + 1:  # its hash does not follow: the stored log was changed
                self.drop(name)
                return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
