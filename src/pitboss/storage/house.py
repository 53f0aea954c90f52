"""The house: all tables, all money, and their database, for one process of a server.

Play is decided at once, in the loop; who asked hears of it when it is durable. Any number of processes may be houses of
the same database: what one decides on a table that another has played on in the meantime is not appended but decided
again.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from msgspec import Struct

from pitboss.law import LawError, Refusal
from pitboss.ledger import Books, LedgerError, TableAccounts, purse, stakes, wallet
from pitboss.money import amount_text
from pitboss.storage import history, read
from pitboss.storage.append import Append
from pitboss.storage.database import in_memory, is_sqlite, migrate
from pitboss.storage.floor import Floor
from pitboss.storage.history import Line
from pitboss.storage.listen import Listener
from pitboss.storage.listen_file import FileListener
from pitboss.storage.office import CAPITAL, money_on_table, now_ms
from pitboss.storage.open_table import OpenTable, Posted
from pitboss.storage.people import User
from pitboss.storage.remembered import Said
from pitboss.storage.rounds import RoundBook, RoundInfo
from pitboss.storage.writer import NotAppended
from pitboss.table.live import Actor, LiveTable, Role, TableSpec, brought, open_table

T = TypeVar("T")
#: How often a command is decided again because another process was quicker.
TRIES: Final = 20
LONGEST_ID: Final = 100
#: Of how many tables the rounds are kept in memory; those of others are read from the log again.
MOST_ROUND_BOOKS: Final = 256


class HouseError(Exception):
    """The house cannot answer now; the same command with the same id may be sent again."""


class Done(Struct, frozen=True):
    """A command was carried out and is durable; ``repeated``: it had been, and nothing was done now."""

    version: int
    entries: tuple[Posted, ...] = ()
    repeated: bool = False


class Stale(Struct, frozen=True):
    """The table has changed since the version that was seen: what has happened (the latest of it) and how it stands."""

    version: int
    entries: tuple[Posted, ...] = ()


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as a list of tables has it; times in seconds since 1970, ``closed`` 0 while it is open."""

    id: str
    title: str
    game: str
    spec: TableSpec
    version: int
    opened: float
    closed: float
    players: dict[str, int]


class House(Floor):
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
            self._listener = FileListener(self.engine, self._is_news, self._heard)
        if self._listener is not None:
            await self._listener.start()

    async def close(self) -> None:
        """All that was decided is durable; nobody hears any more."""
        if self._listener is not None:
            await self._listener.close()
        for task in tuple(self._tasks):
            task.cancel()
        for watched in self._watched.values():
            for watcher in tuple(watched.watchers):
                watcher.close()
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
        holds = await self._read(read.table_holdings, stream.name)
        if stream.name not in self._tables:  # else somebody has read it from the log since, and may have played on it
            for account, cents in holds.items():
                self.books.set(account, cents)
            self._tables[stream.name] = OpenTable(stream, live, self.books, shared=self.shared)
        return _info(stream, {})

    async def close_table(self, table_id: str, actor: Actor) -> Refusal | None:
        """Closes a table for good, after everybody was sent home with what is theirs."""
        if actor.role not in (Role.OPERATOR, Role.HOUSE):
            return Refusal("role", f"only an operator closes tables, and {actor.name} is a {actor.role.value}")
        live = await self.live(table_id)
        if live is None:
            return _no_table(table_id)
        refusal = self._not_to_be_closed(table_id, live)
        if refusal is not None:
            return refusal
        for player, cents in live.purses().items():
            if cents:
                left = await self.command(table_id, Actor(player, Role.PLAYER), "", None, "leave")
                if isinstance(left, Refusal):
                    return left
        refusal = await self._alone(self._office.close_table, actor, table_id)
        self._drop(table_id)
        self.tables_changed.set()  # who was told of the open tables a moment ago must look again
        await self._refresh_house()
        return refusal

    def _not_to_be_closed(self, name: str, live: LiveTable) -> Refusal | None:
        """What forbids to close a table, seen on a copy of it and of the books: a refusal sends nobody home."""
        twin, books, accounts = live.copy(), Books(self.books.as_dict()), TableAccounts(name)
        for player, cents in live.purses().items():
            if cents:
                left = twin.do(Actor(player, Role.PLAYER), "leave")
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

    # --- play --------------------------------------------------------------------------------------------------------

    def command(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str
    ) -> "Coroutine[Any, Any, Done | Refusal | Stale]":
        """Does at a table what somebody says, once for each id, if the table is still as it was seen."""
        if actor.role is Role.PLAYER and words.lstrip().startswith("join"):
            return self._join(table_id, actor, command_id, seen, words)
        return self._command(table_id, actor, command_id, seen, words)

    async def _join(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str
    ) -> Done | Refusal | Stale:
        """Somebody brings money, of which there must be enough."""
        account = wallet(actor.name)
        async with self._wallet_lock(account):  # one at a time takes money out of a wallet
            self.books.set(account, await self.holds(account))
            return await self._command(table_id, actor, command_id, seen, words, cents=brought(words))

    async def _command(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str, *, cents: int = 0
    ) -> Done | Refusal | Stale:
        if not (command_id.isascii() and command_id.isprintable() and len(command_id) <= LONGEST_ID):
            return Refusal("id", f"a command's id has at most {LONGEST_ID} plain characters")
        if not (words.isascii() and words.isprintable()):
            return Refusal("words", "a line has plain characters only")
        failure: BaseException | None = None
        for _ in range(TRIES):
            if table_id in self._catching_up:
                await asyncio.shield(self._catch_up(table_id))
            table = self._tables.get(table_id) or await self._load(table_id)
            if table is None or table.closed:
                return _no_table(table_id)
            said = table.remembered.find(actor.name, command_id)
            if said is not None or (seen is not None and seen != table.live.version):
                answer = await self._too_late(table, said, seen, command_id, words)
                if answer is not None:
                    return answer
                continue
            if cents and cents > self.books[wallet(actor.name)]:
                return _too_little(actor, cents, self.books[wallet(actor.name)])
            append = self._decide(table, actor, command_id, words)
            if isinstance(append, Refusal):
                return append
            table.pending.append(append)
            table.last = written = self.writer.append(append)
            try:
                await written
            except NotAppended as refused:
                failure = refused.__cause__
                if cents:  # the wallet has given nothing
                    self.books.set(wallet(actor.name), await self.holds(wallet(actor.name)))
                continue
            record = append.link.record
            assert append.entry is not None
            return Done(record.version, (Posted(record.version, record.at, append.entry),))
        raise HouseError(
            f"table {table_id} could not be written to: send the command again with the same id"
        ) from failure

    def _decide(self, table: OpenTable, actor: Actor, command_id: str, words: str) -> Append | Refusal:
        """Carries it out in memory, with what it moves."""
        try:
            events = table.live.do(actor, words)
            if isinstance(events, Refusal):
                return events
            return table.book(now_ms(), command_id, actor, words, events)
        except LedgerError as error:
            self._drop(table.name)  # what is in memory has gone too far: the log has not
            return Refusal("ledger", f"the house cannot do this: {error}")
        except BaseException:
            self._drop(table.name)
            raise

    async def _too_late(
        self, table: OpenTable, said: Said | None, seen: int | None, command_id: str, words: str
    ) -> Done | Refusal | Stale | None:
        """It was done before, or the table has changed since it was seen; None where that is not so after all."""
        if said is not None:
            return _said_before(said, command_id, words) if await self._settled(table) else None
        assert seen is not None
        return await self._stale(table, seen)

    async def _stale(self, table: OpenTable, seen: int) -> Stale | None:
        """What has happened since; None where it was this process that had not heard of it yet."""
        await self._settled(table)
        if seen > table.live.version:
            known = table.live.version
            await asyncio.shield(self._catch_up(table.name))
            now = self._tables.get(table.name)
            if now is None or now.live.version > known:
                return None
        return Stale(table.live.version, tuple(await self.entries(table.name, seen, limit=100)))

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

    async def entries(self, table_id: str, after: int = 0, *, limit: int = 1000) -> list[Posted]:
        """The durable entries behind a version, the latest of them where there are more than the limit."""
        return await self._read(history.posted_after, table_id, after, limit)

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
        players={name.removeprefix(start): cents for name, cents in holds.items() if name.startswith(start)},
    )


def _no_table(table_id: str) -> Refusal:
    return Refusal("no_table", f"there is no open table {table_id}")


def _said_before(said: Said, command_id: str, words: str) -> Done | Refusal:
    """What was done under this id; other words need an id of their own."""
    if said.words == words:
        return Done(said.version, repeated=True)
    return Refusal("other_words", f"the id '{command_id}' was for '{said.words}': '{words}' needs an id of its own")


def _too_little(actor: Actor, asked: int, holds: int) -> Refusal:
    has, more = amount_text(holds), amount_text(asked)
    return Refusal("wallet", f"{actor.name} has {has} with the house and cannot bring {more} to the table")


__all__ = ["Done", "House", "HouseError", "Line", "Posted", "RoundInfo", "Stale", "TableInfo", "User"]
