"""A table that is open in this process: its play, its books, and its place in the log."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from pitboss.ledger import Books, LedgerError, TableAccounts, Transfer, purse
from pitboss.ledger.accounts import table_of
from pitboss.storage.append import Append
from pitboss.storage.chain import Link, Record, chained
from pitboss.storage.read import Stream
from pitboss.storage.remembered import Remembered
from pitboss.table.live import Actor, Entry, LiveTable, Role, decode_events, encode_events


def entry_of(record: Record, game: str) -> Entry:
    """An entry as tables know it."""
    events = decode_events(game, record.events)
    return Entry(record.command, Actor(record.actor, Role(record.role)), record.words, events)


class Posted(Struct, frozen=True, gc=False):
    """An entry of a table's log that is durable; ``version`` counts the events with its own."""

    version: int
    at: int
    entry: Entry


class OpenTable:
    """Decides and books; nothing here waits for anything."""

    def __init__(self, stream: Stream, live: LiveTable, books: Books, *, shared: bool = False) -> None:
        self.name = stream.name
        self.stream = stream
        self.live = live
        self._books = books  # of the whole house
        self._accounts = TableAccounts(stream.name)
        self._purse = purse(stream.name, "")
        self.seq = stream.seq
        self.head = stream.head
        self.durable = stream.seq  # the last entry that is on the disk
        self.closed = bool(stream.closed)
        self.pending: deque[Append] = deque()  # what is decided and not durable yet
        # where other processes play too, what was decided may not be appended: the table as the log has it, with its
        # last hash. It costs a fold of every entry, so there is none where nobody is known to play too
        self._sure = (live.copy(), stream.head) if shared else None
        self.rewound = 0  # how often it was not appended
        self.heard: deque[Link] = deque()  # what others have appended, in its order, and is not taken in yet
        self.last: asyncio.Future[Any] | None = None
        self.remembered = Remembered()

    def book(self, at: int, command: str, actor: Actor, words: str, events: tuple[object, ...]) -> Append:
        """What was just decided, with all that it moves, ready to be appended. LedgerError: it must not be."""
        live = self.live
        moved = live.moved
        transfers: tuple[Transfer, ...] = ()
        changes: dict[str, int] = {}
        if moved:
            transfers = tuple(self._accounts.postings(moved, self._books))
            changes = self._books.post(transfers)
            self._check(changes)
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
            encode_events(live.game, events),
            transfers,
        )
        self.head = chained(self.head, record)
        self.remembered.add(actor.name, command, words, live.version)
        return Append(self.name, Link(record, self.head), changes, Entry(command, actor, words, events), self)

    def settle(self) -> None:
        """The first of what is pending is durable."""
        append = self.pending.popleft()
        self.durable = append.link.record.seq
        if self._sure is not None and append.entry is not None:
            self._sure[0].absorb(append.entry)
            self._sure = (self._sure[0], append.link.hash)

    def rewind(self) -> bool:
        """What is pending was not appended: back to what is durable. False where only the log knows that."""
        if self._sure is None:
            return False
        self.live, self.head = self._sure[0].copy(), self._sure[1]
        self.seq = self.durable
        self.rewound += 1
        for append in reversed(self.pending):
            self.remembered.forget(append.link.record.actor, append.link.record.command)
            for account, change in append.changes.items():
                if table_of(account) == self.name:
                    self._books.set(account, self._books[account] - change)
        self.pending.clear()
        return True

    def has(self, seq: int, hashed: bytes) -> bool:
        """Whether the entry at a place of the log is known: it is taken in, or it is what is being written."""
        behind = self.seq - seq
        if behind < len(self.pending):
            return behind >= 0 and self.pending[-1 - behind].link.hash == hashed
        return True

    def next_heard(self) -> Link | None:
        """The next entry that another process has appended, where it can be taken in now."""
        while self.heard and not self.pending:
            link = self.heard.popleft()
            if link.record.seq > self.seq:
                return link
        return None

    def follows(self, link: Link) -> bool:
        """Whether an entry is the next of the log, as its hash says."""
        return link.record.seq == self.seq + 1 and chained(self.head, link.record) == link.hash

    def absorb(self, link: Link) -> Posted:
        """What another process has appended."""
        record = link.record
        entry = entry_of(record, self.stream.game)
        self.live.absorb(entry)
        if self._sure is None:
            self._sure = (self.live.copy(), link.hash)
        else:
            self._sure[0].absorb(entry)
            self._sure = (self._sure[0], link.hash)
        for one in record.transfers:
            if not table_of(one.debit):  # what all tables share, only the database knows: it held enough
                self._books.set(one.debit, self._books[one.debit] + one.amount)
        self._books.post(record.transfers)
        self.seq = self.durable = record.seq
        self.head = link.hash
        self.remembered.add(record.actor, record.command, record.words, record.version)
        return Posted(record.version, record.at, entry)

    def _check(self, accounts: Iterable[str]) -> None:
        """What the table says that its players have is what those of their accounts hold that have changed."""
        purses, books = self.live.purses(), self._books
        for account in accounts:
            if account.startswith(self._purse):
                holds, says = books[account], purses.get(account[len(self._purse) :], 0)
                if holds != says:
                    raise LedgerError(f"{account} holds {holds} cents, and the table says that it is {says}")
