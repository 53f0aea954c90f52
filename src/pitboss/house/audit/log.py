"""Audit of one log: its hash chain, its archives, its snapshot and its replayed play."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, takewhile
from typing import Protocol

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.house.audit.archives import ArchiveAudit, SnapshotAudit
from pitboss.house.audit.duties import DutyAudit, DutyCount
from pitboss.house.audit.house_log import HouseLogReplay
from pitboss.house.audit.table import TableReplay
from pitboss.house.keys import BadKey, KeyMissing, is_sealed, key_id_of
from pitboss.house.ledger import CAGE, Transfer
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, START, Link, Record, chained
from pitboss.house.log.read import StreamRow
from pitboss.house.table_secrets import may_wipe, open_secret, readable_secret

#: Progress callback: the number of entries that were checked since the last call.
Watch = Callable[[int], None]


class LogFinding(Struct, frozen=True):
    """A bad row: the database table, the row, and what is wrong with it."""

    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.table} {self.row}: {self.what}"


class LogAudit(Struct):
    """What was checked of one log: counts, its last position and hash, and the sums of its transfers by account."""

    name: str
    entries: int = 0
    transfers: int = 0
    head: tuple[int, str] | None = None
    cited_otherwise: int = 0
    first_cited_otherwise: str = ""
    unreplayed: int = 0
    missing_key: str = ""
    #: Whether the log could not be read to its end.
    unread: bool = False
    books: dict[str, int] = msgspec.field(default_factory=dict)
    duties: list[DutyCount] = msgspec.field(default_factory=list)
    findings: list[LogFinding] = msgspec.field(default_factory=list)

    def find(self, table: str, row: str, what: str) -> None:
        """Adds a finding."""
        self.findings.append(LogFinding(table, row, what))

    def post(self, transfers: tuple[Transfer, ...]) -> None:
        """Adds transfers to the sums."""
        for transfer in transfers:
            amount = transfer.amount
            for account, cents in ((transfer.debit, -amount), (transfer.credit, amount)):
                self.books[account] = self.books.get(account, 0) + (-cents if account == CAGE else cents)


class LogReplay(Protocol):
    """Replays a log and checks its content; the hashes are checked by the auditor."""

    #: Whether the replayed events of the last entry cite other clauses than the stored ones.
    cites_otherwise: bool

    def follow(self, record: Record) -> str:
        """Replays the next entry; returns what is wrong with it, or an empty string."""


class LogAuditor:
    """Audits one log. ``known`` has the hashes that an earlier audit or a witness has seen, by position."""

    def __init__(
        self, connection: Connection, stream: StreamRow, house: HouseLogReplay, known: Mapping[int, str]
    ) -> None:
        self._connection = connection
        self._stream = stream
        self._house = house
        self._known = known
        self._audit = LogAudit(stream.name)
        self._is_house = stream.name == HOUSE_LOG
        self._follower: LogReplay | None = house if self._is_house else None
        self._duties = DutyAudit(house.roles)
        self._archives = ArchiveAudit(connection, stream)
        self._snapshot: SnapshotAudit | None = None

    def run(self, *, replay: bool, upto: int | None = None, watch: Watch | None = None) -> LogAudit:
        """Audits the log; with ``upto`` only to this position, because others may append to it."""
        audit, stream = self._audit, self._stream
        mismatch = "" if self._is_house else self._mismatch()
        if mismatch:
            audit.find("streams", stream.name, mismatch)
        table = None
        if replay and not mismatch and not self._is_house:
            secret, moved = readable_secret(self._connection, stream), stream.name in self._house.float_moved
            self._follower = table = TableReplay(stream, secret, float_moved=moved)
            self._snapshot = SnapshotAudit(self._connection, stream, table)
        links = read.links(self._connection, stream.name)
        if upto is not None:
            links = takewhile(lambda link: link.record.seq <= upto, links)
        end = self._follow(links, watch)
        if end is not None:
            audit.unreplayed = table.unreplayed if table is not None else 0
            if end[0] < max(self._known, default=0):
                what = "it is missing, though an earlier audit has seen it"
                audit.find("entries", f"{stream.name} #{end[0] + 1}", what)
            self._compare_head(*end)
        audit.duties = self._duties.counts()
        return audit

    def _follow(self, links: Iterator[Link], watch: Watch | None) -> tuple[int, int, bytes] | None:
        """Checks every entry; returns the last position, version and hash, or None behind a bad row."""
        audit, name = self._audit, self._stream.name
        seq, version, head = 0, 0, START
        try:
            for row, what in self._archives.faults():
                audit.find("archives", row, what)
            for link in links:
                wrong = _wrong_link(link, head, seq) or self._rewritten(link)
                if wrong:
                    audit.find("entries", f"{name} #{seq + 1}", wrong)
                    self._read_on(chain([link], links))
                    return None
                record = link.record
                if self._is_house:
                    self._house.head = head
                seq, version, head = record.seq, record.version, link.hash
                audit.head = (seq, head.hex())
                audit.entries += 1
                audit.transfers += len(record.transfers)
                audit.post(record.transfers)
                wrong = self._wrong_entry(link)
                if wrong:
                    audit.find("entries", f"{name} #{seq}", wrong)
                    self._read_on(links)
                    return None
                if watch is not None:
                    watch(1)
        except Exception as error:  # a damaged row may raise any error
            audit.find("entries", f"{name} #{seq + 1}", f"it cannot be read: {error}")
            audit.unread = True
            return None
        return seq, version, head

    def _wrong_entry(self, link: Link) -> str:
        """Replays an entry; returns what is wrong with it, or an empty string."""
        record, follower, audit = link.record, self._follower, self._audit
        wrong = follower.follow(record) if follower is not None else ""
        if not self._is_house:
            wrong = wrong or self._duties.follow(record) or self._archives.follow(link)
        if not wrong and self._snapshot is not None:
            wrong = self._snapshot.follow(link)
        if not wrong and follower is not None and follower.cites_otherwise:
            audit.cited_otherwise += 1
            audit.first_cited_otherwise = audit.first_cited_otherwise or f"{audit.name} #{record.seq}"
        return wrong

    def _mismatch(self) -> str:
        """Compares the row of a table with the house log; its secret, too, where the key is known."""
        stream = self._stream
        if is_sealed(stream.secret):
            try:
                secret = open_secret(self._connection, stream)
            except KeyMissing:
                self._audit.missing_key = key_id_of(stream.secret)
                covered = not may_wipe(stream.secret)  # the hash in the house log covers the secret
                return "" if covered else self._house.wrong_table(stream)
            except BadKey as error:
                return str(error)
            if not may_wipe(stream.secret):
                return self._house.wrong_table(msgspec.structs.replace(stream, secret=secret))
        return self._house.wrong_table(stream)

    def _read_on(self, links: Iterable[Link]) -> None:
        """Sums the transfers and acts behind a bad row: without them every account, user and table would seem wrong."""
        try:
            for link in links:
                if self._is_house:
                    self._house.follow(link.record)
                self._audit.post(link.record.transfers)
        except Exception:  # another damaged row may raise any error
            self._audit.unread = True

    def _compare_head(self, seq: int, version: int, head: bytes) -> None:
        """Compares the row of a log with its last entry."""
        stream, find = self._stream, self._audit.find
        if stream.head != head and isinstance(stream.seq, int) and stream.seq > seq:
            find("entries", f"{stream.name} #{seq + 1}", "it is missing: the log continues after it")
        elif (stream.seq, stream.version, stream.head) != (seq, version, head):
            what = f"it has {stream.seq} entries with {stream.version} events, but its log has {seq} with {version}"
            find("streams", stream.name, what if stream.head == head else "its head is not the hash of the last entry")
        elif self._is_house and (wrong := self._house.wrong_house(stream)):
            find("streams", stream.name, wrong)

    def _rewritten(self, link: Link) -> str:
        known = self._known.get(link.record.seq)
        return "an earlier audit has seen another hash" if known is not None and known != link.hash.hex() else ""


def _wrong_link(link: Link, head: bytes, seq: int) -> str:
    record = link.record
    if record.seq != seq + 1:
        return "it is missing"
    if chained(head, record) != link.hash:
        return "its hash does not match its fields"
    return ""
