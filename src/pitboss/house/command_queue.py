"""Command queue: executes the commands of all tables of this process.

All commands that arrive in one iteration of the event loop are executed, then booked, then handed to the writer
together. Running each step for many commands in a row keeps its code in the processor's caches.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from pitboss.games.commands import Command, JoinTable, UndoEntry
from pitboss.games.live.base import is_anonymous
from pitboss.house import history
from pitboss.house.balances import Balances
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.ledger import LedgerError, wallet
from pitboss.house.loaded_table import RECENT, DurableEntry, ExecutedCommand, LoadedTable
from pitboss.house.log.chain import AppendRequest, now_ms
from pitboss.house.log.writer import NotAppended, PendingWrite, Writer
from pitboss.house.table_registry import TableRegistry
from pitboss.law import Refusal
from pitboss.limits import MAX_COMMAND_ID
from pitboss.money import amount_text
from pitboss.tables.live import Actor

#: For how many seconds a command is retried while other processes append first. The process that has just appended is
#: ahead of those that must first apply its entry, and may win many times in a row.
RETRY_SECONDS: Final = 5.0
#: How many database failures end the retries: a lost connection recovers, a full disk does not.
MAX_FAILURES: Final = 3
#: How many entries a stale caller gets at most.
MAX_STALE_ENTRIES: Final = 100


class HouseError(Exception):
    """The command could not be written; the caller may retry it with the same id."""


class CommandDone(Struct, frozen=True):
    """The command was executed and its entry is committed; ``repeated`` where an earlier call had executed it."""

    version: int
    entries: tuple[DurableEntry, ...] = ()
    repeated: bool = False


class StaleVersion(Struct, frozen=True):
    """The table has moved on since the version that the caller saw: its version now, and the entries since."""

    version: int
    entries: tuple[DurableEntry, ...] = ()


class Repeated(Struct, frozen=True):
    """The id was used before, for this command."""

    command: ExecutedCommand


class VersionConflict(Struct, frozen=True):
    """The table is not at the version that the caller saw."""


class IdLookupNeeded(Struct, frozen=True):
    """The id filter cannot rule out that the id was used: the log must be searched."""


class WalletNeeded(Struct, frozen=True):
    """The command takes money from a wallet, whose lock the caller does not hold yet."""


#: The outcome of one attempt to execute a command. An AppendRequest is returned once it is committed; None asks for
#: another attempt, because the table was unloaded or is being read.
Attempt = Refusal | AppendRequest | Repeated | VersionConflict | IdLookupNeeded | WalletNeeded | None
CommandResult = CommandDone | Refusal | StaleVersion


class SentCommand(Struct, frozen=True, gc=False):
    """A command as the caller sent it: in words, or typed with the words of its log entry.

    ``pays``: the caller holds the lock of the player's wallet.
    """

    table_id: str
    actor: Actor
    id: str
    seen: int | None
    words: str
    typed: Command | None = None
    pays: bool = False


class QueuedCommand(Struct, frozen=True):
    """A command that waits for its execution. ``searched`` is the log position up to which its id was searched for."""

    table: LoadedTable
    command: SentCommand
    attempt: asyncio.Future[Attempt]
    searched: int | None = None

    def resolve(self, attempt: Attempt) -> None:
        """Answers the caller, unless it was cancelled."""
        if not self.attempt.done():
            self.attempt.set_result(attempt)

    def fail(self, error: BaseException) -> None:
        """Raises an error in the caller, unless it was cancelled."""
        if not self.attempt.done():
            self.attempt.set_exception(error)


#: By table id: a command that was executed in memory, with its events.
Executed = dict[str, tuple[QueuedCommand, tuple[Any, ...]]]


class CommandQueue:
    """Executes each command once per id, if the table is at the version that the caller saw."""

    def __init__(self, registry: TableRegistry, database: DatabaseThreads, balances: Balances, writer: Writer) -> None:
        self._registry = registry
        self._database = database
        self._balances = balances
        self._writer = writer
        self._queue: list[QueuedCommand] = []
        #: Users with a standing of their own or a new role, and the check of their commands (set by the house).
        self.restricted: tuple[Mapping[str, object], ...] = ()
        self.standing_check: Callable[[SentCommand], Awaitable[Refusal | None]] | None = None
        #: The condition under which a restricted user's buy-in is appended, by name and amount (set by the house).
        self.buy_in_condition: Callable[[str, int], Callable[[Connection], bool] | None] | None = None

    def command(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, words: str
    ) -> "Coroutine[Any, Any, CommandResult]":
        """Executes a command at a table; see `House.command`."""
        return self._execute(SentCommand(table_id, actor, command_id, seen, words))

    async def perform(
        self, table_id: str, actor: Actor, command_id: str, seen: int | None, command: Command
    ) -> CommandResult:
        """Executes a typed command at a table; see `House.perform`."""
        table = await self._registry.get(table_id)
        if table is None:
            return no_table(table_id)
        table.live.grammar.check(command)
        words = table.live.words_of(actor, command)
        return await self._execute(SentCommand(table_id, actor, command_id, seen, words, command))

    async def _buy_in(self, command: SentCommand) -> CommandResult:
        """Executes a command that takes money from a wallet: one at a time, with the current balance."""
        account = wallet(command.actor.name)
        async with self._balances.wallet_lock(account):
            await self._balances.refresh(account)
            return await self._execute(replace(command, pays=True))

    def _restricts(self, command: SentCommand) -> bool:
        name = command.actor.name
        return any(name in names for names in self.restricted)

    async def _barred(self, table: LoadedTable, command: SentCommand) -> Refusal | Repeated | None:
        """Returns why a restricted user's command is not executed: the user's standing, or the id was used before.

        A buy-in is checked again under the lock of its wallet: those before it count towards the limits.
        """
        if not self._restricts(command) or self.standing_check is None:
            return None
        refusal = await self.standing_check(command)
        if refusal is None:
            return None
        earlier = await self._earlier(table, command)
        return refusal if earlier is None else Repeated(earlier)

    async def _earlier(self, table: LoadedTable, command: SentCommand) -> ExecutedCommand | None:
        """Returns the command that was executed under the same id."""
        name = command.actor.name
        earlier = table.ids.find(name, command.id)
        if earlier is None and table.ids.may_be_old(name, command.id):
            _, earlier = await self._find_in_log(table.name, name, command.id)
        return earlier

    async def _execute(self, command: SentCommand) -> CommandResult:
        invalid = _invalid(command)
        if invalid is not None:
            return invalid
        registry, table_id, actor = self._registry, command.table_id, command.actor
        failures: list[BaseException] = []
        loop = asyncio.get_running_loop()
        deadline = loop.time() + RETRY_SECONDS
        searched: int | None = None
        while loop.time() < deadline and len(failures) < MAX_FAILURES:
            if table_id in registry.catching_up:
                await asyncio.shield(registry.catch_up(table_id))
            table = registry.loaded.get(table_id) or await registry.get(table_id)
            if table is None or table.closed:
                return await self._without_open_table(table, command)
            heard = table.heard
            try:
                attempt: Attempt = await self._barred(table, command) or await self._enqueue(
                    QueuedCommand(table, command, loop.create_future(), searched)
                )
            except NotAppended as refused:
                if refused.__cause__ is not None:
                    failures.append(refused.__cause__)
                if command.pays:  # the wallet has paid nothing
                    await self._balances.refresh(wallet(actor.name))
                continue
            if isinstance(attempt, AppendRequest):
                record = attempt.link.record
                assert attempt.entry is not None
                return CommandDone(record.version, (DurableEntry(record.version, record.at, attempt.entry),))
            if isinstance(attempt, WalletNeeded):
                return await self._buy_in(command)
            if isinstance(attempt, IdLookupNeeded):
                searched, earlier = await self._find_in_log(table_id, actor.name, command.id)
                if earlier is not None:
                    return _repeated(earlier, command)
                deadline = loop.time() + RETRY_SECONDS
                continue
            result = await self._result(table, command, attempt, heard)
            if result is not None:
                return result
        raise HouseError(f"table {table_id} could not be written to: send the command again with the same id") from (
            failures[-1] if failures else None
        )

    async def _without_open_table(self, table: LoadedTable | None, command: SentCommand) -> CommandDone | Refusal:
        """Answers a command to a closed table, where it may have been executed before, or to no table."""
        if table is None:
            return no_table(command.table_id)
        earlier = await self._earlier(table, command)
        return no_table(command.table_id) if earlier is None else _repeated(earlier, command)

    async def _find_in_log(self, table_id: str, actor: str, command_id: str) -> tuple[int, ExecutedCommand | None]:
        return await self._database.read_history(history.find_command, table_id, actor, command_id)

    async def _result(
        self, table: LoadedTable, command: SentCommand, attempt: Refusal | Repeated | VersionConflict | None, heard: int
    ) -> CommandResult | None:
        """Answers a command that was not executed, once the state behind the answer is committed; None to retry.

        ``heard`` is the number of entries of other processes that the table had when the command was queued.
        """
        if attempt is None or not await self._registry.wait_durable(table):
            return None
        if isinstance(attempt, Refusal):
            return attempt if await self._is_current(table, heard) else None
        if isinstance(attempt, Repeated):
            return _repeated(attempt.command, command)
        assert command.seen is not None
        return await self._stale(table, command.seen)

    async def _is_current(self, table: LoadedTable, heard: int) -> bool:
        """Returns whether a command was decided on every entry of the log by other processes; else reads the others.

        Another process may have executed this very command id, or what makes the command lawful.
        """
        _, links = await self._database.read(history.linked_after, table.name, table.durable)
        current = not links or table.knows(links[-1].record.seq, links[-1].hash)
        if not current:
            await asyncio.shield(self._registry.catch_up(table.name))
        return current and table.heard == heard

    async def _stale(self, table: LoadedTable, seen: int) -> StaleVersion | None:
        """Returns the entries since ``seen``; None where this process itself was behind the caller."""
        known = table.live.version
        if seen == known:  # it has caught up in the meantime
            return None
        if seen > known:
            begun = table.name in self._registry.catching_up  # that read may have begun before the entry
            await asyncio.shield(self._registry.catch_up(table.name))
            now = self._registry.loaded.get(table.name)
            if begun or now is None or now.live.version > known:
                return None
        since = await self._database.read(history.posted_after, table.name, seen, MAX_STALE_ENTRIES)
        return StaleVersion(since[-1].version if since else known, tuple(since))  # pending entries are not included

    # --- one iteration of the event loop -----------------------------------------------------------------------------

    def _enqueue(self, queued: QueuedCommand) -> asyncio.Future[Attempt]:
        if not self._queue:
            asyncio.get_running_loop().call_soon(self.flush)
        self._queue.append(queued)
        return queued.attempt

    def flush(self) -> None:
        """Executes and books every queued command and hands the entries to the writer."""
        queue, self._queue = self._queue, []
        if len({queued.table for queued in queue}) == len(queue):  # one command a table: the order does not matter
            queue.sort(key=_words)
        executed: Executed = {}
        written: list[PendingWrite] = []
        for queued in queue:
            name = queued.table.name
            if name in executed:  # a table books each command before it executes the next
                written += self._book(executed)
                executed = {}
            events = self._decide(queued)
            if events is not None:
                executed[name] = queued, events
        written += self._book(executed)
        if written:
            self._writer.write(written)

    def _decide(self, queued: QueuedCommand) -> tuple[Any, ...] | None:
        """Executes a command in memory and returns its events; None where it was answered instead."""
        table, command, registry = queued.table, queued.command, self._registry
        actor = command.actor
        if registry.loaded.get(table.name) is not table or table.closed or table.name in registry.catching_up:
            queued.resolve(None)
            return None
        earlier = table.ids.find(actor.name, command.id)
        if earlier is not None:
            queued.resolve(Repeated(earlier))
            return None
        if _needs_search(queued) and table.ids.may_be_old(actor.name, command.id):
            queued.resolve(IdLookupNeeded())
            return None
        if command.seen is not None and command.seen != table.live.version:
            queued.resolve(VersionConflict())
            return None
        try:
            typed = command.typed
            parsed = (
                table.live.parse(actor, command.words)
                if typed is None
                else table.live.permission(actor, typed) or typed
            )
            if isinstance(parsed, JoinTable) and not is_anonymous(parsed.player):
                unpaid = self._unpaid(command, parsed)
                if unpaid is not None:
                    queued.resolve(unpaid)
                    return None
            if isinstance(parsed, UndoEntry):
                parsed = table.undo_refusal(now_ms()) or parsed
            events = parsed if isinstance(parsed, Refusal) else table.live.perform(actor, parsed)
        except BaseException as error:
            registry.drop(table.name)  # its state may be half changed: it is loaded from the log again
            queued.fail(error)
            return None
        if isinstance(events, Refusal):
            queued.resolve(events)
            return None
        return events

    def _unpaid(self, command: SentCommand, join: JoinTable) -> WalletNeeded | Refusal | None:
        """Returns why a buy-in cannot be executed yet or at all: the lock of the wallet, or its balance."""
        if not command.pays:
            return WalletNeeded()
        balance = self._balances.books[wallet(join.player)]
        return _overdrawn(join, balance) if join.money > balance else None

    def _book(self, executed: Executed) -> list[PendingWrite]:
        """Books the executed commands; returns their entries with the futures of their callers."""
        written = []
        at = now_ms()
        for queued, events in executed.values():
            table, command = queued.table, queued.command
            try:
                append = table.book(at, command.id, command.actor, command.words, events)
            except BaseException as error:
                self._registry.drop(table.name)  # its state is ahead of its accounts: it is loaded from the log again
                if isinstance(error, LedgerError):
                    queued.resolve(Refusal("ledger", f"the house cannot do this: {error}"))
                else:
                    queued.fail(error)
                continue
            append = self._with_condition(append, command)
            table.add_pending(append, queued.attempt)
            written.append(PendingWrite(append, queued.attempt))
        return written

    def _with_condition(self, append: AppendRequest, command: SentCommand) -> AppendRequest:
        """Adds the condition of a restricted user's buy-in."""
        name = command.actor.name
        buy_in = -append.changes.get(wallet(name), 0)
        if buy_in <= 0 or self.buy_in_condition is None or not self._restricts(command):
            return append
        return replace(append, condition=self.buy_in_condition(name, buy_in))


def _invalid(command: SentCommand) -> Refusal | None:
    """Validates the characters of the id and of the line, and the length of the id."""
    if not (command.id.isascii() and command.id.isprintable() and len(command.id) <= MAX_COMMAND_ID):
        return Refusal("id", f"a command's id has at most {MAX_COMMAND_ID} printable ASCII characters")
    if not (command.words.isascii() and command.words.isprintable()):
        return Refusal("words", "a command line has printable ASCII characters only")
    return None


def _needs_search(queued: QueuedCommand) -> bool:
    """Returns whether the log was not searched for the id yet, or has grown since by more than memory holds."""
    return queued.searched is None or queued.table.seq - queued.searched > RECENT


def _words(queued: QueuedCommand) -> str:
    """Sort key: equal commands run in a row, with their code in the cache."""
    return queued.command.words


def no_table(table_id: str) -> Refusal:
    """The refusal of a command to a table that does not exist or is closed."""
    return Refusal("no_table", f"there is no open table {table_id}")


def _repeated(earlier: ExecutedCommand, command: SentCommand) -> CommandDone | Refusal:
    """Answers an id that was used before: a different command needs a new id."""
    if earlier.words == command.words:
        return CommandDone(earlier.version, repeated=True)
    return Refusal(
        "other_words",
        f"the id '{command.id}' was used for '{earlier.words}': send '{command.words}' with a new id",
    )


def _overdrawn(join: JoinTable, balance: int) -> Refusal:
    name, has, asked = join.player, amount_text(balance), amount_text(join.money)
    return Refusal("wallet", f"{name} has {has} in the wallet and cannot buy in for {asked}: buy in for {has} or less")
