"""House: the facade over the tables, accounts and log of one database, for one server process.

Concurrency model (docs/decisions/0006-the-house.md has the reasons):

- Game state changes on the event loop only, without an await between a decision and its booking.
- Database writes run on one writer thread, in batches; reads run on reader threads, in snapshot transactions.
- No answer, view or notification leaves before the entries that it rests on are committed.
- Several processes may open the same database. An append names its position in the log. Where another process has taken
  that position, the table is rolled back to its last committed entry and the command is executed again.
"""

import asyncio
import secrets
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.games.commands import Command
from pitboss.house.accounts import Accounts
from pitboss.house.administration import CAPITAL, Administration
from pitboss.house.archiver import Archiver
from pitboss.house.balances import Balances
from pitboss.house.command_queue import CommandDone, CommandQueue, CommandResult, HouseError, StaleVersion
from pitboss.house.database import connect, in_memory, is_sqlite, make_room, migrate
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.history import AccountLine
from pitboss.house.keys import KeyRing
from pitboss.house.lessons import TimedLesson
from pitboss.house.loaded_table import DurableEntry
from pitboss.house.log.chain import AppendRequest, now_ms
from pitboss.house.log.sqlite_appender import create_appender
from pitboss.house.log.sqlite_notifications import SqliteNotifications
from pitboss.house.log.subscriptions import Subscription
from pitboss.house.log.writer import Writer
from pitboss.house.pit import Pit
from pitboss.house.probe import WriteProbe, write_probe
from pitboss.house.retention import Retention
from pitboss.house.rounds import RoundInfo
from pitboss.house.table_directory import TableDirectory, TableInfo
from pitboss.house.table_history import TableHistory
from pitboss.house.table_registry import TableRegistry
from pitboss.house.table_secrets import seal_secrets
from pitboss.house.users import Token, User
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, Actor, Role, Table, TableSpec

if TYPE_CHECKING:
    from pitboss.house.log.postgres_notifications import PostgresNotifications

T = TypeVar("T")


class House:
    """All tables and all money of one database. Open it with ``await House.open(url)``; end with ``close()``."""

    def __init__(self, database_url: str, keys: KeyRing | None = None, retention: Retention | None = None) -> None:
        self.keys = keys
        self.engine = connect(database_url, keys)
        self.origin = secrets.token_hex(8)  # names this process in notifications
        appender = create_appender(self.engine, self.origin)
        self.writer = Writer(appender, self._batch_written)
        self.database = DatabaseThreads(self.engine, self.writer)
        self.balances = Balances(self.database)
        self.registry = TableRegistry(self.database, self.balances)
        self.queue = CommandQueue(self.registry, self.database, self.balances, self.writer)
        self.administration = Administration(self.engine, appender)
        self.accounts = Accounts(self.database, self.administration, self.balances)
        self.directory = TableDirectory(self.database, self.administration, self.balances, self.registry, self.queue)
        self.pit = Pit(self.database, self.administration, self.balances, self.registry, keys)
        self.queue.restricted = (self.pit.book.terms, self.pit.book.roles)
        self.queue.standing_check = self.pit.play_refusal
        self.queue.buy_in_condition = self.pit.loss_condition
        self.registry.house_changed = self.pit.refresh
        self.history = TableHistory(self.database)
        self.probe = WriteProbe(lambda: self.database.write(write_probe, now_ms()))
        self.archiver = Archiver(self.database, self.registry, retention) if retention is not None else None
        self.notifications: PostgresNotifications | SqliteNotifications | None = None
        #: How many entries this process handed to the database since it started.
        self.entries_written = 0

    @classmethod
    async def open(
        cls,
        database_url: str,
        *,
        capital: int = CAPITAL,
        by: Actor = THE_HOUSE,
        keys: KeyRing | None = None,
        retention: Retention | None = None,
    ) -> "House":
        """Opens the house of a database. Migrates the schema; founds the house, by ``by``, where there is none.

        The secrets of tables are sealed under ``keys``, also those of earlier releases. Without keys the secrets of new
        tables are stored in the clear, and sealed tables cannot be played: a server always has keys. With a
        ``retention``, old entries are archived and snapshots are stored in the background.
        """
        house = cls(database_url, keys, retention)
        try:
            await house.database.run_exclusive(migrate, house.engine)
            if keys is not None:
                await house.database.run_exclusive(seal_secrets, house.engine, keys)
            await house.database.run_exclusive(house.administration.found, by, capital)
            await house.balances.refresh_house()
            await house.pit.refresh()
            await house._start_notifications()
            if house.archiver is not None:
                house.archiver.start()
        except BaseException:
            await house.close()
            raise
        return house

    async def _start_notifications(self) -> None:
        registry = self.registry
        if not is_sqlite(self.engine):
            from pitboss.house.log.postgres_notifications import PostgresNotifications  # noqa: PLC0415 # loads psycopg

            self.notifications = PostgresNotifications(
                self.engine.url, self.origin, registry.receive, registry.connection_lost
            )
            registry.shared = True
        elif not in_memory(self.engine):
            self.notifications = SqliteNotifications(self.engine, registry.unknown_entries, registry.receive)
        if self.notifications is not None:
            await self.notifications.start()

    def _batch_written(self, appends: list[AppendRequest], refused: set[str]) -> None:
        self.entries_written += len(appends)
        self.registry.batch_written(appends, refused)

    async def close(self) -> None:
        """Writes every executed command, ends all subscriptions and closes the database."""
        if self.notifications is not None:
            await self.notifications.close()
        self.probe.close()
        self.registry.close()
        self.queue.flush()  # commands of this iteration of the loop
        if self.archiver is not None:
            await self.archiver.stop()
        await self.writer.close()
        await self.database.close()
        self.engine.dispose()

    async def fault(self) -> str:
        """Returns why the database accepts no write within the probe's deadline; empty where it does."""
        return await self.probe.fault()

    async def make_room(self) -> None:
        """Preallocates SQLite's write-ahead log (half a second), so that commits are fast from the first on."""
        await self.database.run_exclusive(make_room, self.engine)

    # --- play --------------------------------------------------------------------------------------------------------

    def command(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str
    ) -> "Coroutine[Any, Any, CommandResult]":
        """Executes a command at a table, once per actor and id, if the table is at the version ``seen`` (None: at any).

        Returns CommandDone once its entry is committed, StaleVersion where the table has moved on, or the Refusal.
        Raises HouseError where the entry could not be written; retry with the same id.
        """
        return self.queue.command(table_id, actor, command_id, seen, words)

    def perform(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, command: Command
    ) -> "Coroutine[Any, Any, CommandResult]":
        """Executes a typed command at a table, as ``command`` executes words.

        Raises TypeError or ValueError, too, for a command that the game does not have or no log can hold.
        """
        return self.queue.perform(table_id, actor, command_id, seen, command)

    async def live(self, table_id: str) -> Table | None:
        """Returns the in-memory table, which may be ahead of the log by its pending entries."""
        table = await self.registry.get(table_id)
        return None if table is None else table.live

    async def view(self, table_id: str, actor: Actor) -> Any:
        """Returns the committed state of a table as an actor may see it; None where there is no such table."""
        return await self.look(table_id, lambda live: live.view(actor))

    async def look(self, table_id: str, see: Callable[[Table], T]) -> T | None:
        """Returns ``see(table)`` once the state that it read is committed."""
        while True:
            table = await self.registry.get(table_id)
            if table is None:
                return None
            seen = see(table.live)
            if await self.registry.wait_durable(table):
                return seen

    def subscribe(self, table_id: str) -> Subscription:
        """Subscribes to the committed entries of a table from now on, including those of other processes."""
        return self.registry.subscribe(table_id)

    # --- tables ------------------------------------------------------------------------------------------------------

    @property
    def shared(self) -> bool:
        """Whether other processes are known to write to this database."""
        return self.registry.shared

    @property
    def tables_changed(self) -> asyncio.Event:
        """The event that is set when a table was closed, or when another process may have opened or closed one."""
        return self.registry.tables_changed

    async def open_table(
        self, actor: Actor, spec: TableSpec, *, only: bool = False, opening_id: str = ""
    ) -> TableInfo | Refusal:
        """Opens a table, once per ``opening_id``; with ``only``, refuses where one of the same rulebook is open."""
        return await self.directory.open_table(actor, spec, only=only, opening_id=opening_id)

    async def close_table(self, table_id: str, actor: Actor) -> Refusal | None:
        """Closes a table for good, after every player has left with their money."""
        return await self.directory.close_table(table_id, actor)

    async def tables(self, *, closed: bool = True) -> list[TableInfo]:
        """Returns the tables in the order of opening, with ``closed`` the closed ones too."""
        return await self.directory.tables(closed=closed)

    async def table(self, table_id: str) -> TableInfo | None:
        """Returns one table."""
        return await self.directory.table(table_id)

    # --- history -----------------------------------------------------------------------------------------------------

    async def entries(self, table_id: str, after: int = 0, *, limit: int = 1000) -> list[DurableEntry]:
        """Returns the committed entries behind a version; the latest where there are more than ``limit``."""
        return await self.history.entries(table_id, after, limit=limit)

    async def entry_at(self, table_id: str, version: int) -> tuple[DurableEntry, ...]:
        """Returns the committed entry by which a table reached a version, or an empty tuple."""
        return await self.history.entry_at(table_id, version)

    async def seconds_since(self, table_id: str, version: int) -> float:
        """Returns the seconds since a table reached a version; 0 where the clock was set back."""
        return await self.history.seconds_since(table_id, version)

    async def rounds(self, table_id: str, *, before: int | None = None, limit: int = 50) -> list[RoundInfo]:
        """Returns the finished rounds of a table, newest first."""
        return await self.history.rounds(table_id, before=before, limit=limit)

    async def round_pit(self, table_id: str, number: int) -> str | None:
        """Returns a round as a ``.pit`` file."""
        return await self.history.round_pit(table_id, number)

    async def lessons(self, table_id: str, player: str) -> list[TimedLesson]:
        """Returns the finished rounds of a player at a table with their decisions, oldest first."""
        return await self.history.lessons(table_id, player)

    async def tables_of(self, player: str, *, limit: int) -> list[str]:
        """Returns the tables that a player took chips to, the latest first."""
        return await self.history.tables_of(player, limit=limit)

    async def hides(self, table_id: str, info: RoundInfo) -> bool:
        """Returns whether an unseen card of a finished round is still in the discard rack of a shoe in use."""
        return await self.history.hides(table_id, info)

    async def log_pit(self, table_id: str) -> str | None:
        """Returns the whole log of a table as a ``.pit`` file."""
        return await self.history.log_pit(table_id)

    async def fairness(self, table_id: str) -> Any:
        """Returns the records by which the chance of a table can be verified offline."""
        return await self.history.fairness(table_id)

    # --- users -------------------------------------------------------------------------------------------------------

    async def create_user(
        self, name: str, role: Role, password_hash: str | None = None, *, guest: bool = False, by: Actor = THE_HOUSE
    ) -> User | Refusal:
        """Creates a user; refuses an invalid name and a name that is taken."""
        return await self.accounts.create_user(name, role, password_hash, guest=guest, by=by)

    async def user(self, name: str) -> User | None:
        """Returns a user by name."""
        return await self.accounts.user(name)

    async def users(self) -> list[User]:
        """Returns every user."""
        return await self.accounts.users()

    async def guests_signed_in(self) -> int:
        """Returns the number of guests with a valid session."""
        return await self.accounts.guests_signed_in()

    async def password_hash(self, name: str) -> str | None:
        """Returns the stored hash of a user's password."""
        return await self.accounts.password_hash(name)

    async def set_password(
        self, name: str, password_hash: str | None, *, keep: str = "", by: Actor = THE_HOUSE
    ) -> None:
        """Replaces a password and ends the sessions of the old one, except the token with the digest ``keep``."""
        await self.accounts.set_password(name, password_hash, keep=keep, by=by)

    async def add_token(
        self, digest: str, user: str, expires: float, label: str = "", *, by: Actor | None = None
    ) -> None:
        """Stores the digest of a new token with its expiry, in seconds since 1970.

        ``by`` is who issues it, for the house log; None where the user signs in.
        """
        await self.accounts.add_token(digest, user, expires, label, by=by)

    async def token(self, digest: str) -> Token | None:
        """Returns a token by its digest."""
        return await self.accounts.token(digest)

    async def end_token(self, digest: str) -> None:
        """Deletes a token: its user is signed out."""
        await self.accounts.end_token(digest)

    async def end_tokens(self, user: str, *, by: Actor = THE_HOUSE) -> int:
        """Deletes every token of a user, including those of programs; returns their number."""
        return await self.accounts.end_tokens(user, by=by)

    # --- money -------------------------------------------------------------------------------------------------------

    async def wallet(self, name: str) -> int:
        """Returns the balance of a user's wallet."""
        return await self.accounts.wallet(name)

    async def wallets(self) -> dict[str, int]:
        """Returns the balance of every wallet that was ever used, by user."""
        return await self.accounts.wallets()

    async def holds(self, account: str) -> int:
        """Returns the durable balance of any account."""
        return await self.accounts.holds(account)

    async def deposit(
        self, name: str, cents: int, transfer_id: str, why: str = "deposit", *, by: Actor = THE_HOUSE
    ) -> int | Refusal:
        """Pays money into a user's wallet; returns the new balance. Idempotent by ``transfer_id``."""
        return await self.accounts.deposit(name, cents, transfer_id, why, by=by)

    async def withdraw(
        self, name: str, cents: int, transfer_id: str, why: str = "withdrawal", *, by: Actor = THE_HOUSE
    ) -> int | Refusal:
        """Pays money out of a user's wallet; returns the new balance. Idempotent by ``transfer_id``."""
        return await self.accounts.withdraw(name, cents, transfer_id, why, by=by)

    async def raise_capital(self, cents: int, transfer_id: str, *, by: Actor = THE_HOUSE) -> int | Refusal:
        """Pays money into the house account; returns the new balance."""
        return await self.accounts.raise_capital(cents, transfer_id, by=by)

    async def statement(self, name: str, *, before: int | None = None, limit: int = 100) -> list[AccountLine]:
        """Returns the lines of a user's wallet with numbers below ``before``, newest first."""
        return await self.accounts.statement(name, before=before, limit=limit)

    async def account_statement(
        self, account: str, *, before: int | None = None, limit: int = 100
    ) -> list[AccountLine]:
        """Returns the lines of any account with numbers below ``before``, newest first."""
        return await self.accounts.account_statement(account, before=before, limit=limit)


__all__ = [
    "AccountLine",
    "CommandDone",
    "DurableEntry",
    "House",
    "HouseError",
    "RoundInfo",
    "StaleVersion",
    "TableInfo",
    "User",
]
