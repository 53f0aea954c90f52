"""The house: all tables, all money, and their database, for one process of a server.

Play is decided in the loop; who asked hears of it when it is durable. Any number of processes may be houses of the same
database: what one decides on a table that another has played on in the meantime is not appended but decided again.
"""

import secrets
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.law import LawError, Refusal
from pitboss.ledger import Books, LedgerError, TableAccounts, purse, stakes
from pitboss.storage import history, read
from pitboss.storage.database import in_memory, is_sqlite, migrate
from pitboss.storage.history import Line
from pitboss.storage.listen import Listener
from pitboss.storage.listen_file import FileListener
from pitboss.storage.office import CAPITAL, MONEY_ON_TABLE, money_on_table, now_ms
from pitboss.storage.open_table import OpenTable, Posted
from pitboss.storage.people import User
from pitboss.storage.play import Done, HouseError, Play, Stale, no_table
from pitboss.storage.rounds import RoundBook, RoundInfo
from pitboss.table.live import THE_HOUSE, Actor, LiveTable, Role, TableSpec, open_table

T = TypeVar("T")
#: How often everybody is sent home before a table is closed, where people go on coming.
MOST_CLOSINGS: Final = 20
#: Of how many tables the rounds are kept in memory; those of others are read from the log again.
MOST_ROUND_BOOKS: Final = 256


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as a list of tables has it; times in seconds since 1970, ``closed`` 0 while it is open. ``players`` are
    those who have money in a purse there, and how much."""

    id: str
    title: str
    game: str
    spec: TableSpec
    version: int
    opened: float
    closed: float
    players: dict[str, int]


class House(Play):
    """Opened by ``await House.open(url)``, closed by ``await house.close()``."""

    def __init__(self, database_url: str) -> None:
        super().__init__(database_url)
        self._books: dict[str, RoundBook] = {}

    @classmethod
    async def open(cls, database_url: str, *, capital: int = CAPITAL) -> "House":
        """The house of this database, which is founded, or brought to its newest shape, where that is needed."""
        house = cls(database_url)
        try:
            await house._alone(migrate, house.engine)
            await house._alone(house._office.found, capital)
            await house._refresh_house()
            await house._listen()
        except BaseException:
            await house.close()
            raise
        return house

    async def _listen(self) -> None:
        """From now on it hears what other processes do."""
        if not is_sqlite(self.engine):
            self._listener = Listener(self.engine.url, self.origin, self._heard, self._missed)
            self.shared = True
        elif not in_memory(self.engine):
            self._listener = FileListener(self.engine, self._news, self._heard)
        if self._listener is not None:
            await self._listener.start()

    async def close(self) -> None:
        """All that was decided is durable; nobody hears any more."""
        if self._listener is not None:
            await self._listener.close()
        self._behind.clear()
        for task in tuple(self._tasks):
            task.cancel()
        for watched in self._watched.values():
            for watcher in tuple(watched.watchers):
                watcher.close()
        self._play()  # what was said in this turn of the loop
        await self.writer.close()
        self._readers.shutdown()
        self._historian.shutdown(cancel_futures=True)
        self.engine.dispose()

    # --- tables ------------------------------------------------------------------------------------------------------

    async def open_table(self, actor: Actor, spec: TableSpec, *, only: bool = False) -> TableInfo | Refusal:
        """Opens a table, if the law permits it so; as the ``only`` one, if none of its rulebook is open."""
        if actor.role not in (Role.OPERATOR, Role.HOUSE):
            return Refusal("role", f"only an operator opens tables, and {actor.name} is a {actor.role.value}")
        secret = secrets.token_bytes(32)
        try:
            live = open_table(spec, secret)
        except (LawError, ValueError) as error:
            return Refusal("spec", str(error))
        if isinstance(live, Refusal):
            return live
        try:
            stream = await self._alone(lambda: self._office.add_table(live, only=only))
        except LedgerError as error:
            return Refusal("ledger", f"the house cannot open this table: {error}")
        if isinstance(stream, Refusal):
            return stream
        await self._refresh_house()
        found = await self._read(history.one_table, stream.name)
        # somebody may have read it from the log since and played on it, or another process may have
        if stream.name not in self._tables and found is not None and found[0].seq == stream.seq:
            for account, cents in found[1].items():
                self.books.set(account, cents)
            self._tables[stream.name] = OpenTable(stream, live, self.books, shared=self.shared)
        return _info(stream, {})

    async def close_table(self, table_id: str, actor: Actor) -> Refusal | None:
        """Closes a table for good, after everybody was sent home with what is theirs."""
        if actor.role not in (Role.OPERATOR, Role.HOUSE):
            return Refusal("role", f"only an operator closes tables, and {actor.name} is a {actor.role.value}")
        for _ in range(MOST_CLOSINGS):  # somebody may come, or go, while the others are sent home
            live = await self.live(table_id)
            if live is None:
                return no_table(table_id)
            refusal = self._not_to_be_closed(table_id, live)
            if refusal is not None:
                return refusal
            for who, words in _farewells(live):
                await self.command(table_id, who, "", None, words)
            refusal = await self._alone(self._office.close_table, actor, table_id)
            if refusal is None or refusal.kind != MONEY_ON_TABLE:
                break
        self._drop(table_id)
        self.tables_changed.set()  # who was told of the open tables a moment ago must look again
        await self._refresh_house()
        return refusal

    def _not_to_be_closed(self, name: str, live: LiveTable) -> Refusal | None:
        """What forbids to close a table, seen on a copy of it and of the books: a refusal sends nobody home."""
        if live.plays_for_chips():
            return Refusal("mid_round", f"table {name} cannot be closed in the middle of a round")
        twin, books, accounts = live.copy(), Books(self.books.as_dict()), TableAccounts(name)
        for who, words in _farewells(twin):
            left = twin.do(who, words)
            if isinstance(left, Refusal):
                return left
            books.post(accounts.postings(twin.moved, books))
        return money_on_table(name, "the stakes") if books[stakes(name)] else None

    async def tables(self) -> list[TableInfo]:
        """Every table, those that are closed too, in the order in which they were opened."""
        return [_info(stream, holds) for stream, holds in await self._read(history.all_tables)]

    async def table(self, table_id: str) -> TableInfo | None:
        """One table."""
        found = await self._read(history.one_table, table_id)
        return None if found is None else _info(*found)

    async def live(self, table_id: str) -> LiveTable | None:
        """The table as it stands in this process, where play may be ahead of the disk by what is being written."""
        table = self._tables.get(table_id) or await self._load(table_id)
        return None if table is None else table.live

    # --- views -------------------------------------------------------------------------------------------------------

    async def view(self, table_id: str, actor: Actor) -> Any:
        """What somebody sees of a table; None where there is none. It shows nothing that is not durable."""
        return await self.look(table_id, lambda live: live.view(actor))

    async def look(self, table_id: str, see: Callable[[LiveTable], T]) -> T | None:
        """Something of a table as it stands, told when it is durable."""
        while True:
            table = self._tables.get(table_id) or await self._load(table_id)
            if table is None:
                return None
            seen = see(table.live)
            if await self._settled(table):
                return seen

    # --- the log -----------------------------------------------------------------------------------------------------

    async def entry_at(self, table_id: str, version: int) -> tuple[Posted, ...]:
        """The durable entry by which a table came to a version, where there is one."""
        found = await self._read(history.posted_at, table_id, version)
        return () if found is None else (found,)

    async def seconds_since(self, table_id: str, version: int) -> float:
        """How long ago a table came to a version, by the log; nothing, where the clock was set back since."""
        at = await self._read(history.time_of, table_id, version)
        return 0.0 if at is None else max(0, now_ms() - at) / 1000

    async def rounds(self, table_id: str, *, before: int | None = None, limit: int = 50) -> list[RoundInfo]:
        """The rounds of a table, the newest first."""
        book = await self._rounds_of(table_id)
        return [] if book is None else await self._study(history.rounds, book, before, limit)

    async def round_pit(self, table_id: str, number: int) -> str | None:
        """A round as a ``.pit`` file."""
        book = await self._rounds_of(table_id)
        return None if book is None else await self._study(history.round_text, book, number)

    async def hides(self, table_id: str, info: RoundInfo) -> bool:
        """Whether a card of a round that is over lies in the rack of a shoe in use, and nobody has seen it."""
        book = await self._rounds_of(table_id)
        return book is not None and book.hides(info)

    async def _rounds_of(self, table_id: str) -> RoundBook | None:
        if table_id not in self._books:
            stream = await self._read(history.find_table, table_id)
            if stream is None:
                return None
            if len(self._books) >= MOST_ROUND_BOOKS:
                del self._books[next(iter(self._books))]
            self._books.setdefault(table_id, RoundBook(table_id, stream.game))
        return self._books[table_id]

    async def log_pit(self, table_id: str) -> str | None:
        """All of a table as a ``.pit`` file."""
        return await self._study(history.log_text, table_id)

    async def fairness(self, table_id: str) -> Any:
        """What is needed to check the table's chance offline."""
        return await self._study(history.fairness, table_id)


def _farewells(live: LiveTable) -> Iterator[tuple[Actor, str]]:
    """By whom what is said, so that everybody goes home with what is theirs."""
    for words in live.owed():
        yield THE_HOUSE, words
    for player, cents in live.purses().items():
        if cents:
            yield Actor(player, Role.PLAYER), "leave"


def _info(stream: read.Stream, holds: dict[str, int]) -> TableInfo:
    start = purse(stream.name, "")
    return TableInfo(
        id=stream.name,
        title=stream.title,
        game=stream.game,
        spec=history.spec_of(stream),
        version=stream.version,
        opened=stream.opened / 1000,
        closed=stream.closed / 1000,
        players={name.removeprefix(start): cents for name, cents in holds.items() if cents and name.startswith(start)},
    )


__all__ = ["Done", "House", "HouseError", "Line", "Posted", "RoundInfo", "Stale", "TableInfo", "User"]
