"""A table that is loaded in this process: its game state, its accounts, and its position in the log."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pitboss.house.command_ids import CommandIds
from pitboss.house.ledger import Books, LedgerError, TableAccounts, Transfer, purse, table_of
from pitboss.house.log.chain import AppendRequest, Link, Record, chained
from pitboss.house.log.read import StreamRow
from pitboss.tables.live import Actor, Entry, Role, Table, decode_events


def entry_of(record: Record, game: str) -> Entry:
    """Decodes a log record into the entry that tables apply."""
    events = decode_events(game, record.events)
    return Entry(record.command, Actor(record.actor, Role(record.role), record.means), record.words, events)


class DurableEntry(Struct, frozen=True, gc=False):
    """A committed entry of a table's log. ``version`` is the number of events up to and including its own."""

    version: int
    at: int
    entry: Entry


class LoadedTable:
    """Executes commands in memory and prepares their log entries. No method blocks or awaits.

    ``seq``, ``head`` and ``live`` include the pending entries; ``durable`` and ``confirmed`` do not.
    """

    def __init__(
        self, stream: StreamRow, live: Table, books: Books, *, shared: bool = False, ids: CommandIds | None = None
    ) -> None:
        self.name = stream.name
        self.stream = stream
        self.live = live
        self._books = books  # of the whole house
        self._accounts = TableAccounts(stream.name)
        self._purse = purse(stream.name, "")
        self.seq = stream.seq
        self.head = stream.head
        self.durable = stream.seq  # the last committed entry
        self.closed = bool(stream.closed)
        self.pending: deque[AppendRequest] = deque()  # executed in memory, not committed yet
        self.last_write: asyncio.Future[Any] | None = None  # resolves when the last pending entry is committed
        # the table as the log has it, with its last hash, to roll back to. It costs a fold of every entry, so it is
        # maintained only where other processes write to the database
        self.confirmed = (live.copy(), stream.head) if shared else None
        self.rollbacks = 0
        self.remote: deque[Link] = deque()  # entries of other processes, in log order, not applied yet
        self.ids = CommandIds() if ids is None else ids

    def book(self, at: int, command: str, actor: Actor, words: str, events: tuple[object, ...]) -> AppendRequest:
        """Posts the transfers of the command that was just executed and returns its log entry.

        Raises LedgerError where the transfers are not permitted; the table must then be dropped.
        """
        live = self.live
        moved = live.moved
        transfers: tuple[Transfer, ...] = ()
        changes: dict[str, int] = {}
        if moved:
            transfers = tuple(self._accounts.postings(moved, self._books))
            changes = self._books.post(transfers)
            self._check_purses(changes)
        self.seq += 1
        record = Record(
            self.name,
            self.seq,
            live.version,
            at,
            command,
            actor.name,
            str(actor.role),
            words,
            live.codec.encode(events),
            transfers,
            actor.means,
        )
        self.head = chained(self.head, record)
        self.ids.add(actor.name, command, words, live.version)
        return AppendRequest(self.name, Link(record, self.head), changes, Entry(command, actor, words, events), self)

    def add_pending(self, append: AppendRequest, written: asyncio.Future[Any]) -> None:
        """Queues a booked entry until ``written`` resolves."""
        self.pending.append(append)
        self.last_write = written

    def confirm(self) -> None:
        """Marks the first pending entry as committed."""
        append = self.pending.popleft()
        self.durable = append.link.record.seq
        if self.confirmed is not None and append.entry is not None:
            self.confirmed[0].absorb(append.entry)
            self.confirmed = (self.confirmed[0], append.link.hash)

    def roll_back(self) -> bool:
        """Discards the pending entries, which were not appended; returns False where only the log has that state."""
        if self.confirmed is None:
            return False
        self.live, self.head = self.confirmed[0].copy(), self.confirmed[1]
        self.seq = self.durable
        self.rollbacks += 1
        for append in reversed(self.pending):
            self.ids.forget(append.link.record.actor, append.link.record.command)
            for account, change in append.changes.items():
                if table_of(account) == self.name:
                    self._books.set(account, self._books[account] - change)
        self.pending.clear()
        return True

    def knows(self, seq: int, hashed: bytes) -> bool:
        """Returns whether the log entry at ``seq`` is applied here or is one of the pending entries."""
        behind = self.seq - seq
        if behind < len(self.pending):
            return behind >= 0 and self.pending[-1 - behind].link.hash == hashed
        return True

    def next_remote(self) -> Link | None:
        """Removes and returns the next queued remote entry; None while entries are pending."""
        while self.remote and not self.pending:
            link = self.remote.popleft()
            if link.record.seq > self.seq:
                return link
        return None

    def follows(self, link: Link) -> bool:
        """Returns whether an entry is the next of the log, by its sequence number and hash."""
        return link.record.seq == self.seq + 1 and chained(self.head, link.record) == link.hash

    def apply_remote(self, link: Link) -> DurableEntry:
        """Applies an entry that another process appended; returns it for the subscribers."""
        record = link.record
        entry = entry_of(record, self.stream.game)
        self.live.absorb(entry)
        if self.confirmed is None:
            self.confirmed = (self.live.copy(), link.hash)
        else:
            self.confirmed[0].absorb(entry)
            self.confirmed = (self.confirmed[0], link.hash)
        for transfer in record.transfers:
            if not table_of(transfer.debit):  # a shared account: the database has checked its balance
                self._books.set(transfer.debit, self._books[transfer.debit] + transfer.amount)
        self._books.post(record.transfers)
        self.seq = self.durable = record.seq
        self.head = link.hash
        self.ids.add(record.actor, record.command, record.words, record.version)
        return DurableEntry(record.version, record.at, entry)

    def _check_purses(self, accounts: Iterable[str]) -> None:
        """Raises LedgerError where a changed purse account differs from the purse in the game state."""
        purses, books = self.live.purses(), self._books
        for account in accounts:
            if account.startswith(self._purse):
                balance, expected = books[account], purses.get(account[len(self._purse) :], 0)
                if balance != expected:
                    raise LedgerError(f"{account} holds {balance} cents, but the table has {expected}")
