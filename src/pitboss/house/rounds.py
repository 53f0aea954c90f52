"""Index of the rounds of a table, extended incrementally from its log."""

import zlib
from collections.abc import Iterable
from contextlib import suppress
from threading import Lock
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.registry import find_game
from pitboss.house.corrected_rounds import CORRECTED, Recount, RoundCount, contains_any
from pitboss.house.ledger import CAGE, Transfer, purse
from pitboss.house.log import read
from pitboss.house.log.archive import ArchiveRow, archives_of, last_archive
from pitboss.house.log.chain import Record
from pitboss.house.schema import archives
from pitboss.tables.live import FairnessRecord, decode_events
from pitboss.tables.snapshot import BadSnapshot, decode_state, encode_state

#: How many round files of a table are cached.
_MAX_FILES: Final = 32


class RoundInfo(Struct, frozen=True):
    """A finished round: its first and last version, the time of its end, and the net result of each player in cents."""

    round: int
    first: int
    last: int
    time: float
    net: dict[str, int]


class Carry(Struct, frozen=True, array_like=True):
    """The state between two archives: the last version of the last round, the results since, what is hidden, and the
    writer of fairness records."""

    first: int
    net: dict[str, int]
    hidden: bytes
    writer: bytes


class ArchiveSummary(Struct, frozen=True, array_like=True):
    """The rounds and the fairness records that were finished in an archive."""

    rounds: list[RoundInfo]
    records: list[FairnessRecord]


_summary: Final = msgspec.msgpack.Decoder(ArchiveSummary).decode


def archived_summary(archive: ArchiveRow) -> ArchiveSummary:
    """Returns the rounds and the fairness records that were finished in an archive."""
    return _summary(zlib.decompress(archive.summary))


def packed_summary(rounds: list[RoundInfo], records: list[FairnessRecord]) -> bytes:
    """Returns a summary as an archive stores it."""
    return zlib.compress(msgspec.msgpack.encode(ArchiveSummary(rounds, records)))


class RoundBook:
    """The rounds of one table, those of archives too. Thread-safe."""

    def __init__(self, table: str, game: str) -> None:
        self.table = table
        self.game = game
        self._purse = purse(table, "")
        #: The position up to which the log was read, and the rounds that archives have.
        self.seq = 0
        self.archived = 0
        self._begun = False
        self._first = 0
        self._net: dict[str, int] = {}
        self._rounds: list[RoundInfo] = []
        known = find_game(game)
        self._hidden = known.hidden_cards() if known.hidden_cards is not None else None
        #: Types of event as they are stored: only entries that have one of them are decoded.
        self._hiding = stored_types(self._hidden.kinds) if self._hidden is not None else ()
        self._counts = RoundCount(game)
        self._files: dict[int, str] = {}
        self._lock = Lock()

    @property
    def count(self) -> int:
        """The number of finished rounds."""
        return self.archived + len(self._rounds)

    def read_on(self, connection: Connection) -> list[RoundInfo]:
        """Reads the new entries of the log; returns all finished rounds, oldest first."""
        with self._lock:
            self._read(connection)
            return [*self._archived(connection, 1, self.archived), *self._rounds]

    def page(self, connection: Connection, before: int | None, limit: int) -> list[RoundInfo]:
        """Reads the new entries of the log; returns the rounds with numbers below ``before``, newest first."""
        with self._lock:
            self._read(connection)
            end = self.count if before is None else max(0, min(before - 1, self.count))
            first = max(0, end - limit) + 1
            older = self._archived(connection, first, min(end, self.archived)) if first <= self.archived else []
            newer = self._rounds[max(0, first - 1 - self.archived) : max(0, end - self.archived)]
            return [*older, *newer][::-1]

    def _read(self, connection: Connection) -> None:
        newest = last_archive(connection, self.table)
        if not self._begun and newest is not None:
            with suppress(BadSnapshot):  # of another release: the whole log is read
                self.resume(newest)
        self._begun = True
        for link in read.links(connection, self.table, self.seq):
            self.follow(link.record)
        if newest is not None and newest.rounds > self.archived:  # the archive has them
            del self._rounds[: newest.rounds - self.archived]
            self.archived = newest.rounds

    def _archived(self, connection: Connection, first: int, last: int) -> list[RoundInfo]:
        found: list[RoundInfo] = []
        for archive in archives_of(connection, self.table, archives.c.rounds >= first):
            summary = archived_summary(archive)
            if archive.rounds - len(summary.rounds) >= last:
                break
            found += [info for info in summary.rounds if first <= info.round <= last]
        return found

    # --- archives ----------------------------------------------------------------------------------------------------

    def resume(self, archive: ArchiveRow) -> None:
        """Goes on behind an archive. Raises BadSnapshot where another release wrote its state."""
        carry = msgspec.msgpack.decode(archive.carry, type=Carry)
        if self._hidden is not None:
            self._hidden = decode_state(carry.hidden, {}, type(self._hidden).__module__)
        self.seq, self.archived, self._first, self._net = archive.last, archive.rounds, carry.first, carry.net

    def carry(self, writer: bytes) -> bytes:
        """Returns the state that the next archive goes on from, with that of the writer of fairness records."""
        hidden = encode_state(self._hidden, {}) if self._hidden is not None else b""
        return msgspec.msgpack.encode(Carry(self._first, self._net, hidden, writer))

    def take(self) -> list[RoundInfo]:
        """Returns the rounds that were finished since the last call, for an archive."""
        taken, self._rounds = self._rounds, []
        self.archived += len(taken)
        return taken

    def hides(self, info: RoundInfo) -> bool:
        """Returns whether an unseen card of the round is in the discard rack of a shoe in use."""
        with self._lock:
            return self._hidden is not None and any(version <= info.last for version in self._hidden.versions())

    def file(self, number: int) -> str | None:
        """Returns the cached file of a round."""
        return self._files.get(number)

    def cache(self, number: int, text: str) -> None:
        """Caches the file of a finished round, which never changes."""
        with self._lock:
            self._files[number] = text
            if len(self._files) > _MAX_FILES:
                del self._files[next(iter(self._files))]

    def follow(self, record: Record) -> None:
        """Applies the next entry of the log."""
        if self._hidden is not None and contains_any(record.events, self._hiding):
            for event in decode_events(self.game, record.events):
                self._hidden.follow(event, record.version)
        counted = self._counts.follow(record)
        if CORRECTED in record.events:
            self._correct(record, counted)
        else:
            self._count(record.transfers)
            if counted.again:
                self._end_round(record)
        self.seq = record.seq

    def _correct(self, record: Record, counted: Recount) -> None:
        """Replaces the rounds since the corrected entry by those of the replay; the difference is of the first one."""
        pending, self._net = self._net, {}
        self._count(record.transfers)
        changed, again = self._rounds[max(0, len(self._rounds) - counted.replaced) :], counted.again
        if changed:
            self._rounds = self._rounds[: -len(changed)]
            self._first = changed[0].first - 1
            self._files.clear()
        if not (changed and again):
            _add(self._net, pending)
            pending = {}
        for info in changed[:again]:
            _add(self._net, info.net)
            self._end_round(record)
        for _ in range(again - len(changed)):
            self._end_round(record)
        for net in (*(info.net for info in changed[again:]), pending):
            _add(self._net, net)

    def _end_round(self, record: Record) -> None:
        number = self.count + 1
        self._rounds.append(RoundInfo(number, self._first + 1, record.version, record.at / 1000, self._net))
        self._first, self._net = record.version, {}

    def _count(self, transfers: Iterable[Transfer]) -> None:
        for transfer in transfers:
            if any(name == CAGE or name.startswith("wallet/") for name in (transfer.debit, transfer.credit)):
                continue
            for account, cents in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
                if account.startswith(self._purse):
                    player = account.removeprefix(self._purse)
                    self._net[player] = self._net.get(player, 0) + cents


def _add(net: dict[str, int], more: dict[str, int]) -> None:
    for player, cents in more.items():
        net[player] = net.get(player, 0) + cents


def stored_types(kinds: Iterable[type]) -> tuple[bytes, ...]:
    """Returns the names of types of event as they are written in a stored entry."""
    return tuple(f'"{kind.__name__}"'.encode() for kind in kinds)
