"""The floor: the tables that are open in this process, kept in step with the log and with whoever watches them.

What is in memory may be ahead of the log by what is being written. Where that is not appended, since another process
was quicker, the table goes back to what is durable and on from what the other has appended.
"""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, Final

from pitboss.ledger.accounts import HOUSE, table_of
from pitboss.storage import history, read
from pitboss.storage.append import Append
from pitboss.storage.chain import HOUSE_LOG, Record
from pitboss.storage.front import FrontDesk
from pitboss.storage.listen import Listener
from pitboss.storage.listen_file import Appended, FileListener
from pitboss.storage.open_table import OpenTable, Posted, entry_of
from pitboss.storage.relay import Notice
from pitboss.storage.watch import UNKNOWN, Watched, Watcher
from pitboss.storage.writer import NotAppended

#: How many closed tables that somebody looked at are kept in memory, the latest.
MOST_CLOSED: Final = 32


class Floor(FrontDesk):
    """A front desk with tables."""

    def __init__(self, database_url: str) -> None:
        super().__init__(database_url)
        self._tables: dict[str, OpenTable] = {}
        self._loading: dict[str, asyncio.Task[OpenTable | None]] = {}
        self._catching_up: dict[str, asyncio.Task[None]] = {}
        self._behind: set[str] = set()  # of these there was news since their reading began
        self._watched: dict[str, Watched] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._listener: Listener | FileListener | None = None
        #: Whether other processes are houses of the same database, as far as is known.
        self.shared = False
        #: Set where a table was closed, or another process may have opened or closed one.
        self.tables_changed = asyncio.Event()

    def subscribe(self, table_id: str) -> Watcher:
        """Every entry of a table from now on, once it is durable, also those of other processes."""
        watched = self._watched.setdefault(table_id, Watched())
        watcher = Watcher(watched)
        if not watched.watchers:
            table = self._tables.get(table_id)
            watched.told = table.durable if table is not None else UNKNOWN
        watched.watchers.add(watcher)
        return watcher

    async def _settled(self, table: OpenTable) -> bool:
        """Waits until all that was decided at a table is durable; False where it was not appended."""
        last, seq, rewound = table.last, table.seq, table.rewound
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
            # who had asked for the last of it has gone; it is written all the same
            while table.durable < seq and table.rewound == rewound and self._tables.get(table.name) is table:
                await asyncio.sleep(0.001)
        return table.durable >= seq and table.rewound == rewound

    def _drop(self, name: str) -> None:
        """Forgets what memory has of a table; whoever asks next reads it from the log."""
        self._tables.pop(name, None)

    async def _load(self, name: str) -> OpenTable | None:
        """Reads a table from the log, once however many ask."""
        task = self._loading.get(name)
        if task is None:
            task = asyncio.get_running_loop().create_task(self._load_now(name))
            self._loading[name] = task
            task.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(task)

    async def _load_now(self, name: str) -> OpenTable | None:
        found = await self._read(history.restore_table, name)
        if found is None:
            return None
        watched = self._watched.get(name)
        if watched is not None and watched.told == UNKNOWN:
            watched.told = found.stream.seq
        elif watched is not None and watched.told < found.stream.seq:
            await self._tell_missed(found.stream, watched)
        # nothing waits from here on: whoever plays on it plays on what was read
        opened = self._tables.get(name)
        if opened is not None:  # here, while the log was read, and somebody may have played on it
            return opened
        for account in [account for account in self.books if table_of(account) == name]:
            self.books.set(account, 0)  # what was decided and never appended is not so
        for account, cents in found.holds.items():
            self.books.set(account, cents)
        table = OpenTable(found.stream, found.live, self.books, shared=self.shared)
        for record in found.recent:
            table.remembered.add(record.actor, record.command, record.words, record.version)
        self._tables[name] = table
        for closed in [other.name for other in self._tables.values() if other.closed][:-MOST_CLOSED]:
            self._drop(closed)
        return table

    async def _tell_missed(self, stream: read.Stream, watched: Watched) -> None:
        name, game, upto = stream.name, stream.game, stream.seq
        _, found = await self._read(history.linked_after, name, watched.told)
        for link in found:
            if link.record.seq <= upto:
                entry = entry_of(link.record, game)
                watched.tell(link.record.seq, Posted(link.record.version, link.record.at, entry))

    def _durable(self, appends: list[Append], refused: set[str]) -> None:
        """Hears of a batch before those who wait for it do."""
        for name in refused:
            self._refused(name)
        if refused:  # what the house was to put into their banks it still has
            self._spawn(self._refresh_house())
        for append in appends:
            name = append.stream
            table, watched = self._tables.get(name), self._watched.get(name)
            if table is not None and table is append.table:
                self._settle(table)
            elif table is not None or self._concerns(name):  # it was read from the log before this was durable
                self._read_again(name)
            if watched is not None and append.entry is not None:
                record = append.link.record
                watched.tell(record.seq, Posted(record.version, record.at, append.entry))
            if table is not None and table.heard:
                self._take_in(table)

    def _settle(self, table: OpenTable) -> None:
        try:
            table.settle()
        except Exception as error:  # a fault of one table must not keep the others' answers back
            self._drop(table.name)
            asyncio.get_running_loop().call_exception_handler(
                {"message": f"{table.name} is read anew", "exception": error}
            )

    # --- other processes ---------------------------------------------------------------------------------------------

    def _news(self, new: Iterable[Appended]) -> dict[int, str]:
        """Those entries that are not known here, and should be: by their numbers, with their logs."""
        tables, news = self._tables, {}
        for number, name, seq, hashed in new:
            table = tables.get(name)
            if table is None:
                if name == HOUSE_LOG or self._concerns(name):
                    news[number] = name
            elif not table.has(seq, hashed):
                news[number] = name
        return news

    def _heard(self, notice: Notice) -> None:
        """Another process has appended."""
        touched: dict[str, None] = {}
        for link in notice.links:
            name = link.record.stream
            table = self._tables.get(name)
            if table is not None:
                table.heard.append(link)
                self.shared = True
            elif name == HOUSE_LOG:
                self._heard_of_the_house(link.record)
            touched[name] = None
        for name in touched:
            table = self._tables.get(name)
            if table is not None:
                self._take_in(table)
            elif self._concerns(name):
                self._read_again(name)
        for name in notice.names:
            if name == HOUSE_LOG:
                self.tables_changed.set()
                self._spawn(self._refresh_house())
            elif name in self._tables or self._concerns(name):
                self._read_again(name)

    def _heard_of_the_house(self, record: Record) -> None:
        if record.words.startswith(("open ", "close ")):
            self.tables_changed.set()
        if any(HOUSE in (one.debit, one.credit) for one in record.transfers):
            self._spawn(self._refresh_house())

    def _concerns(self, name: str) -> bool:
        """Whether somebody here waits for a table that is not open here: it may have been read before it grew."""
        if name in self._loading:
            return True
        return name in self._watched and bool(self._watched[name].watchers)

    def _missed(self) -> None:
        """The line to the database was cut: anything may have happened."""
        self.tables_changed.set()
        for name in {*self._tables, *self._loading, *filter(self._concerns, self._watched)}:
            self._read_again(name)

    def _refused(self, name: str) -> None:
        """What was decided at a table was not appended: it goes on from what is durable."""
        table = self._tables.get(name)
        if table is None or not table.rewind():
            self._tables.pop(name, None)
            if self._concerns(name):  # who asked for it may have gone, and what was appended instead is news
                self._read_again(name)
        elif not self._take_in(table):
            self._read_again(name)

    def _take_in(self, table: OpenTable) -> bool:
        """Takes in what others have appended, as far as it is here; whether anything was."""
        taken = False
        while (link := table.next_heard()) is not None:
            if not table.follows(link):
                table.heard.appendleft(link)
                self._catch_up(table.name)
                break
            try:
                posted = table.absorb(link)
            except Exception:
                self._drop(table.name)  # it may be half done: whoever asks next reads it from the log, or hears why not
                break
            taken = True
            watched = self._watched.get(table.name)
            if watched is not None:
                watched.tell(link.record.seq, posted)
        return taken

    def _catch_up(self, name: str) -> asyncio.Task[None]:
        """Reads what others have appended to a table; one reading at a time."""
        task = self._catching_up.get(name)
        if task is None:
            task = self._catching_up[name] = self._spawn(self._read_on(name))
            task.add_done_callback(lambda _: self._caught_up(name))
        return task

    def _read_again(self, name: str) -> None:
        """There is news of a table, which a reading that has begun already may not find."""
        if name in self._catching_up:
            self._behind.add(name)
        else:
            self._catch_up(name)

    def _caught_up(self, name: str) -> None:
        del self._catching_up[name]
        if name in self._behind:
            self._behind.discard(name)
            self._catch_up(name)

    async def _read_on(self, name: str) -> None:
        table = self._tables.get(name) or await self._load(name)
        if table is None:
            return
        while True:
            table.heard.clear()  # it was told when it was durable: what is so of it is read now
            closed, found = await self._read(history.linked_after, name, table.durable)
            table.closed = closed
            table.heard.extendleft(reversed(found))  # before what was told in the meantime
            if self._tables.get(name) is not table:
                return
            self._take_in(table)
            if table.pending or not table.heard:
                return
            if table.heard[0].record.seq == table.seq + 1:  # somebody has changed the log: it is not what memory holds
                self._drop(name)
                return

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
