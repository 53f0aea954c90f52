"""A table that is loaded in this process: its game state, its accounts, its position in the log, and the command ids
that were executed at it (idempotency).
"""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct

from pitboss.house.ledger import CAGE, Books, LedgerError, TableAccounts, Transfer, purse, table_of
from pitboss.house.log.archive import id_hash
from pitboss.house.log.chain import AppendRequest, Link, Record, chained
from pitboss.house.log.read import StreamRow
from pitboss.law import Refusal
from pitboss.tables.live import Actor, Entry, Role, Table, decode_events

if TYPE_CHECKING:
    import numpy as np

#: How many recent commands are in memory with their words, some 300 bytes each; older ones are in the log.
RECENT: Final = 256
#: Ids are added to the filter in batches: one by one they would cost some percent of a command.
_BATCH: Final = 128
#: A Bloom filter with 40 bits an id and 8 probes has one false positive in a million.
_BITS_AN_ID: Final = 40
_PROBES: Final = 8
#: How many archived ids are added to the filter at a time.
_CHUNK: Final = 1 << 14
#: The filter grows by parts: their sizes in bits; the last size repeats.
_SIZES: Final = (1 << 14, 1 << 17, 1 << 20, 1 << 21)
assert all(size & (size - 1) == 0 for size in _SIZES), "a part is addressed by a mask"
assert _SIZES[0] // _BITS_AN_ID >= _BATCH, "a batch goes into one part"

Key = tuple[str, str]


# --- idempotency -----------------------------------------------------------------------------------------------------


class ExecutedCommand(Struct, frozen=True, gc=False):
    """The words of an executed command, and the table's version after it."""

    words: str
    version: int


class IdFilter:
    """Bloom filter of used ids, five bytes an id: no false negatives."""

    __slots__ = ("_archived", "_left", "_parts")

    def __init__(self) -> None:
        #: Hashes of archived ids that are not in a part yet: they go into one with the first use of the filter.
        self._archived = b""
        self._parts: list[tuple[bytearray, int]] = []
        self._left = 0

    def add(self, keys: Collection[Key]) -> None:
        """Adds ids, at most one batch."""
        import numpy as np  # noqa: PLC0415 # a start adds none, and does without

        if self._left < len(keys):
            size = _SIZES[min(len(self._parts), len(_SIZES) - 1)]
            self._parts.append((bytearray(size >> 3), size - 1))
            self._left = size // _BITS_AN_ID
        self._left -= len(keys)
        bits, mask = self._parts[-1]
        _set_bits(bits, mask, np.fromiter((id_hash(*key) for key in keys), np.int64, len(keys)))

    def add_archived(self, hashes: bytes) -> None:
        """Adds the hashed ids of archives."""
        self._archived += hashes

    def _index_archived(self) -> None:
        """Adds the hashes of archived ids to a part of their own."""
        import numpy as np  # noqa: PLC0415 # a start adds none, and does without

        hashed = np.frombuffer(self._archived, "<i8")
        size = max(_SIZES[0], 1 << (len(hashed) * _BITS_AN_ID - 1).bit_length())
        bits = bytearray(size >> 3)
        for start in range(0, len(hashed), _CHUNK):  # which bounds the memory
            _set_bits(bits, size - 1, hashed[start : start + _CHUNK])
        self._parts.insert(0, (bits, size - 1))
        self._archived = b""

    def __contains__(self, key: Key) -> bool:
        if self._archived:
            self._index_archived()
        if not self._parts:
            return False
        hashed = id_hash(*key)
        step = (hashed >> 32) | 1
        for bits, mask in self._parts:
            place = hashed
            for _ in range(_PROBES):
                place &= mask
                if not bits[place >> 3] >> (place & 7) & 1:
                    break
                place += step
            else:
                return True
        return False


def _set_bits(bits: bytearray, mask: int, hashed: "np.ndarray[Any, np.dtype[np.int64]]") -> None:
    import numpy as np  # noqa: PLC0415 # a start adds none, and does without

    places = (hashed[:, None] + ((hashed >> 32) | 1)[:, None] * np.arange(_PROBES)) & mask
    np.bitwise_or.at(np.frombuffer(bits, np.uint8), places >> 3, (1 << (places & 7)).astype(np.uint8))


class CommandIds:
    """The ids that each actor has used at a table. An empty id is not recorded.

    Recent commands are in memory with their words. Older ids are in the filter: nearly every command is new, and the
    filter proves it without a query. On a positive answer the caller searches the log.
    """

    __slots__ = ("_filter", "_order", "_recent")

    def __init__(self) -> None:
        self._recent: dict[Key, ExecutedCommand] = {}
        self._order: deque[Key] = deque()
        self._filter = IdFilter()

    def add(self, actor: str, command: str, words: str, version: int) -> None:
        """Records an executed command."""
        if not command:
            return
        key = (actor, command)
        self._recent[key] = ExecutedCommand(words, version)
        self._order.append(key)
        if len(self._order) >= RECENT + _BATCH:
            oldest = [self._order.popleft() for _ in range(_BATCH)]
            self._filter.add(oldest)
            for old in oldest:
                self._recent.pop(old, None)

    def add_archived(self, hashes: bytes) -> None:
        """Records the hashed ids of archived commands."""
        self._filter.add_archived(hashes)

    def find(self, actor: str, command: str) -> ExecutedCommand | None:
        """Returns a recent command by actor and id."""
        return self._recent.get((actor, command))

    def may_be_old(self, actor: str, command: str) -> bool:
        """Returns whether an id that is not recent may have been used; then only the log can decide."""
        return bool(command) and (actor, command) in self._filter

    def forget(self, actor: str, command: str) -> None:
        """Removes a command that was not appended. The filter may still have it; the log then decides."""
        if self._recent.pop((actor, command), None) is not None:
            self._order.remove((actor, command))


# --- the table -------------------------------------------------------------------------------------------------------


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
        self.heard = 0  # entries of other processes that were applied
        self.snapshot = 0  # the entry of the snapshot that it was restored from
        self.closed = bool(stream.closed)
        self.pending: deque[AppendRequest] = deque()  # executed in memory, not committed yet
        self.last_write: asyncio.Future[Any] | None = None  # resolves when the last pending entry is committed
        # the table as the log has it, with its last hash, to roll back to. It costs a fold of every entry, so it is
        # maintained only where other processes write to the database
        self.confirmed = (live.copy(), stream.head) if shared else None
        self.rollbacks = 0
        self.remote: deque[Link] = deque()  # entries of other processes, in log order, not applied yet
        self.ids = CommandIds() if ids is None else ids
        #: The position of the house log up to which the balances include its fills and credits.
        self.house_seq = 0
        self._times: dict[int, int] = {}  # by version: when recent entries were made, for the time of an undo

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
        if live.corrections is not None:
            self._note_time(live.version, at)
        return AppendRequest(self.name, Link(record, self.head), changes, Entry(command, actor, words, events), self)

    def _note_time(self, version: int, at: int) -> None:
        self._times[version] = at
        if len(self._times) > RECENT:
            del self._times[next(iter(self._times))]

    def undo_refusal(self, at: int) -> Refusal | None:
        """Returns the refusal of an undo after its time; the entries before a restart are too old for one."""
        book = self.live.corrections
        last = book.last_of_staff() if book is not None else None
        seconds = self.live.spec.undo_seconds
        if last is None or at - self._times.get(last.version, 0) <= 1000 * seconds:
            return None
        text = f"the last entry of the house is older than {seconds} seconds: a supervisor corrects it, with a reason"
        return Refusal("undo", text, (), self.live.rulebook, (f"correct {last.version} REASON",))

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
            # a shared account: the database has checked its balance, and the cage grows by debits
            if not table_of(transfer.debit) and transfer.debit != CAGE:
                self._books.set(transfer.debit, self._books[transfer.debit] + transfer.amount)
        self._books.post(record.transfers)
        self.seq = self.durable = record.seq
        self.heard += 1
        self.head = link.hash
        self.ids.add(record.actor, record.command, record.words, record.version)
        if self.live.corrections is not None:
            self._note_time(record.version, record.at)
        return DurableEntry(record.version, record.at, entry)

    def _check_purses(self, accounts: Iterable[str]) -> None:
        """Raises LedgerError where a changed purse account differs from the purse in the game state."""
        purses, books = self.live.purses(), self._books
        for account in accounts:
            if account.startswith(self._purse):
                balance, expected = books[account], purses.get(account[len(self._purse) :], 0)
                if balance != expected:
                    raise LedgerError(f"{account} holds {balance} cents, but the table has {expected}")
