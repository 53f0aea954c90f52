"""Opening, closing and listing of tables."""

import secrets
from collections.abc import Iterator
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.commands import Command, LeaveTable
from pitboss.house import history
from pitboss.house.administration import MONEY_ON_TABLE, MOVED_ON, Administration, OpenedBefore, money_on_table
from pitboss.house.balances import Balances
from pitboss.house.command_queue import CommandQueue, no_table
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.keys import BadKey
from pitboss.house.ledger import Books, LedgerError, TableAccounts, purse, stakes
from pitboss.house.loaded_table import LoadedTable
from pitboss.house.log.read import StreamRow
from pitboss.house.permissions import act_refusal
from pitboss.house.table_registry import TableRegistry
from pitboss.house.table_secrets import closing_seeds
from pitboss.law import LawError, Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, Table, TableSpec, open_table

#: How often closing a table is retried while players keep joining.
MAX_CLOSE_ATTEMPTS: Final = 20


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table in a list of tables. Times are seconds since 1970; ``closed`` is 0 while the table is open. ``players``
    has the purse of each player with money at the table, in cents."""

    id: str
    title: str
    game: str
    spec: TableSpec
    version: int
    opened: float
    closed: float
    players: dict[str, int]


class TableDirectory:
    """Opens, closes and lists tables."""

    def __init__(
        self,
        database: DatabaseThreads,
        administration: Administration,
        balances: Balances,
        registry: TableRegistry,
        queue: CommandQueue,
    ) -> None:
        self._database = database
        self._administration = administration
        self._balances = balances
        self._registry = registry
        self._queue = queue

    async def open_table(
        self, actor: Actor, spec: TableSpec, *, only: bool = False, opening_id: str = ""
    ) -> TableInfo | Refusal:
        """Opens a table; with ``only``, refuses where a table of the same rulebook is open.

        A second call with the same ``opening_id`` returns the table that the first one opened.
        """
        refusal = act_refusal(actor, "open_table")
        if refusal is not None:
            return refusal
        try:
            live = open_table(spec, secrets.token_bytes(32))
        except (LawError, ValueError) as error:
            return Refusal("spec", str(error))
        if isinstance(live, Refusal):
            return live
        add_table = self._administration.add_table
        try:
            stream = await self._database.run_exclusive(
                lambda: add_table(actor, live, only=only, opening_id=opening_id)
            )
        except LedgerError as error:
            return Refusal("ledger", f"the house cannot open this table: {error}")
        except BadKey:  # its message has the path of the file, which players must not see
            return Refusal("key", "no table can be opened: the key of the house cannot be read (pitboss key show-id)")
        if isinstance(stream, Refusal):
            return stream
        if isinstance(stream, OpenedBefore):
            return _info(stream.stream, {})
        await self._balances.refresh_house()
        stored = await self._database.read(history.one_table, stream.name)
        # the table may have been loaded and played on since, here or in another process: then its log is the truth
        if stream.name not in self._registry.loaded and stored is not None and stored[0].seq == stream.seq:
            books = self._balances.books
            for account, cents in stored[1].items():
                books.set(account, cents)
            self._registry.add(LoadedTable(stream, live, books, shared=self._registry.shared))
        return _info(stream, {})

    async def close_table(self, table_id: str, actor: Actor) -> Refusal | None:
        """Closes a table for good, after every player has left with their money."""
        refusal = act_refusal(actor, "close_table")
        if refusal is not None:
            return refusal
        for _ in range(MAX_CLOSE_ATTEMPTS):  # a player may join or leave between the commands
            table = await self._registry.get(table_id)
            if table is None:
                return no_table(table_id)
            refusal = self._close_refusal(table_id, table.live, actor)
            if refusal is not None:
                return refusal
            for who, command in _leave_commands(table.live, actor):
                await self._queue.perform(table_id, who, "", None, command)
            seeds = closing_seeds(table.live.seeds.secret, table.live.seeds.committed)
            refusal = await self._database.run_exclusive(
                self._administration.close_table, actor, table_id, table.seq, seeds
            )
            if refusal is None or refusal.kind not in (MONEY_ON_TABLE, MOVED_ON):
                break
            if refusal.kind == MOVED_ON:
                self._registry.drop(table_id)  # the log is the truth
        self._registry.drop(table_id)
        self._registry.tables_changed.set()  # cached lists of open tables are out of date
        await self._balances.refresh_house()
        return refusal

    def _close_refusal(self, name: str, live: Table, by: Actor) -> Refusal | None:
        """Tries the closing on a copy of the table and the books: a refusal must not make any player leave."""
        if live.plays_for_chips():
            return Refusal("mid_round", f"table {name} cannot be closed in the middle of a round")
        copy, books, accounts = live.copy(), Books(self._balances.books.as_dict()), TableAccounts(name)
        for who, command in _leave_commands(copy, by):
            left = copy.do(command, who)
            if isinstance(left, Refusal):
                return left
            books.post(accounts.postings(copy.moved, books))
        return money_on_table(name, "the stakes") if books[stakes(name)] else None

    async def tables(self, *, closed: bool = True) -> list[TableInfo]:
        """Returns the tables in the order of opening, with ``closed`` the closed ones too."""
        query = history.all_tables if closed else history.tables_in_use
        tables = [_info(stream, balances) for stream, balances in await self._database.read(query)]
        return tables if closed else sorted(tables, key=lambda table: table.opened)

    async def table(self, table_id: str) -> TableInfo | None:
        """Returns one table."""
        stored = await self._database.read(history.one_table, table_id)
        return None if stored is None else _info(*stored)


def _leave_commands(live: Table, by: Actor) -> Iterator[tuple[Actor, Command]]:
    """Yields the commands with which every player leaves, each with its actor. The means name the person who closes
    the table, because the players did not give these commands."""
    means = f"closing by {by.name}"
    for command in live.owed():
        yield replace(THE_HOUSE, means=means), command
    for player, cents in live.purses().items():
        if cents:
            yield Actor(player, Role.PLAYER, means), LeaveTable(player=player)


def _info(stream: StreamRow, balances: dict[str, int]) -> TableInfo:
    prefix = purse(stream.name, "")
    players = {name.removeprefix(prefix): cents for name, cents in balances.items() if name.startswith(prefix)}
    return TableInfo(
        id=stream.name,
        title=stream.title,
        game=stream.game,
        spec=history.spec_of(stream),
        version=stream.version,
        opened=stream.opened / 1000,
        closed=stream.closed / 1000,
        players={name: cents for name, cents in players.items() if cents},
    )
