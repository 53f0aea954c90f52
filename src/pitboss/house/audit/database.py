"""Audit of a whole database: hash chains, replayed play and ledger. It reports the first bad row.

Everything is read in one snapshot transaction, so the house may stay in use.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine, Row

from pitboss.house.audit.duties import DutyAudit, DutyCount
from pitboss.house.audit.house_log import HouseLogReplay
from pitboss.house.audit.table import TableReplay
from pitboss.house.database import snapshot_reads
from pitboss.house.keys import BadKey, KeyMissing, is_sealed, key_id_of
from pitboss.house.ledger import CAGE, Books, LedgerError, Transfer, table_of
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, START, Link, Record, chained, wallet_among
from pitboss.house.log.read import StreamRow
from pitboss.house.schema import entries, streams
from pitboss.house.table_secrets import may_wipe, open_secret, readable_secret

#: Progress callback: the number of entries that were checked since the last call.
Watch = Callable[[int], None]
#: By log: the position of an entry and its hash.
Heads = Mapping[str, tuple[int, str]]


class LogFinding(Struct, frozen=True):
    """A bad row: the database table, the row, and what is wrong with it."""

    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.table} {self.row}: {self.what}"


class AuditReport(Struct):
    """Counts of the checked rows, and the findings in order; ``heads`` has the last position and hash of each log.

    ``cited_otherwise`` counts the entries whose replayed events cite other clauses than the stored ones. That is not a
    finding: an earlier release cited others. ``first_cited_otherwise`` is the first such entry. ``duties`` has the
    duties of every table: attested, not attested, open.
    """

    logs: int = 0
    entries: int = 0
    transfers: int = 0
    accounts: int = 0
    cage: int = 0
    heads: dict[str, tuple[int, str]] = {}
    #: The closed gaming days whose signatures, heads and figures were checked.
    days: int = 0
    cited_otherwise: int = 0
    first_cited_otherwise: str = ""
    duties: list[DutyCount] = []
    #: By table: the key that its secret is sealed under, where it is missing here; and how many entries were not
    #: executed again for want of it. Their chain, transfers and balances are checked all the same.
    missing_keys: dict[str, str] = {}
    unreplayed: dict[str, int] = {}
    findings: list[LogFinding] = []

    @property
    def first(self) -> LogFinding | None:
        """Returns the first finding."""
        return self.findings[0] if self.findings else None


def count_entries(engine: Engine) -> int:
    """Returns the number of entries, for a progress bar."""
    with engine.begin() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar_one()


def audit(
    engine: Engine,
    *,
    replay: bool = True,
    since: Heads | None = None,
    against: Mapping[str, Mapping[int, str]] | None = None,
    watch: Watch | None = None,
) -> AuditReport:
    """Audits a database and returns the report; without ``replay`` the commands are not executed again.

    ``since`` are the heads of an earlier audit, ``against`` those of a witness, by log and position: comparing them
    proves that nothing up to them was rewritten.
    """
    known = {name: dict(heads) for name, heads in (against or {}).items()}
    for name, (seq, hashed) in (since or {}).items():
        known.setdefault(name, {})[seq] = hashed
    auditor = _Auditor(replay=replay, known=known, watch=watch)
    with snapshot_reads(engine).connect() as connection, _readable(connection):
        auditor.run(connection)
    return auditor.report


@contextmanager
def _readable(connection: Connection) -> Iterator[None]:
    """Begins a transaction that decodes invalid UTF-8 too, so that the bad row can be reported."""
    driver: Any = connection.connection.driver_connection
    sqlite = connection.dialect.name == "sqlite"
    if sqlite:
        driver.text_factory = _decoded
    try:
        with connection.begin():
            yield
    finally:
        if sqlite:
            driver.text_factory = str


def _decoded(data: bytes) -> str:
    return data.decode(errors="surrogateescape")


class LogReplay(Protocol):
    """Replays a log and checks its content; the hashes are checked by the auditor."""

    #: Whether the replayed events of the last entry cite other clauses than the stored ones.
    cites_otherwise: bool

    def follow(self, record: Record) -> str:
        """Replays the next entry; returns what is wrong with it, or an empty string."""


class _Auditor:
    def __init__(self, *, replay: bool, known: Mapping[str, Mapping[int, str]], watch: Watch | None) -> None:
        self.report = AuditReport(heads={}, missing_keys={}, unreplayed={}, findings=[])
        #: By log: the hash at each position that an earlier audit or a witness has seen.
        self._known = {name: dict(heads) for name, heads in known.items()}
        self._replay = replay
        self._watch = watch
        self._books: dict[str, int] = {}
        self._unread = ""  # a log that could not be read to the end
        self._house = HouseLogReplay()
        self._duties = DutyAudit(self._house.roles)

    def _find(self, table: str, row: str, what: str) -> None:
        self.report.findings.append(LogFinding(table, row, what))

    def run(self, connection: Connection) -> None:
        """Runs all checks, in the order of the findings."""
        logs = [stream for stream in read.all_streams(connection) if self._has_valid_name(stream.name)]
        logs.sort(key=lambda stream: (stream.name != HOUSE_LOG, len(stream.name), stream.name))
        if not logs or logs[0].name != HOUSE_LOG:
            self._find("streams", HOUSE_LOG, "the house log is missing")
        for stream in logs:
            self.report.logs += 1
            self._stream(connection, stream)
            if stream.name == HOUSE_LOG:
                self._expect_closed_days()
        for name in sorted(self._house.tables.keys() - {stream.name for stream in logs}):
            self._find("streams", name, "it is missing, though the house log opened it")
        self.report.duties = self._duties.counts()
        self._strays(connection)
        self._accounts(connection)
        figures = self._house.closed_figures(connection) if not self.report.findings else ()
        for table, row, what in (*self._house.compare(connection), *figures):
            self._find(table, row, what)
        for name in sorted(self._known.keys() - self.report.heads.keys()):
            if any(self._known[name]):  # position 0 is an empty log
                self._find("streams", name, "it is missing, though an earlier audit has seen it")
        if connection.dialect.name == "sqlite":
            wrong = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            if wrong != "ok":
                self._find("database", "file", str(wrong))

    def _expect_closed_days(self) -> None:
        """The tables' logs must have the heads that the close of each gaming day signed."""
        for day in self._house.pit.days:
            for name, (seq, hashed) in day.statement.heads.items() if day.statement is not None else ():
                if name != HOUSE_LOG:
                    self._known.setdefault(name, {}).setdefault(seq, hashed)
        self.report.days = sum(day.closed is not None for day in self._house.pit.days)

    def _has_valid_name(self, name: object) -> bool:
        if isinstance(name, str):
            return True
        self._find("streams", repr(name), "its name is not text")
        return False

    # --- one log -----------------------------------------------------------------------------------------------------

    def _stream(self, connection: Connection, stream: StreamRow) -> None:
        mismatch = "" if stream.name == HOUSE_LOG else self._mismatch(connection, stream)
        if mismatch:
            self._find("streams", stream.name, mismatch)
        plays = self._replay and not mismatch and stream.name != HOUSE_LOG
        moved = stream.name in self._house.float_moved
        table = TableReplay(stream, readable_secret(connection, stream), float_moved=moved) if plays else None
        follower: LogReplay | None = self._house if stream.name == HOUSE_LOG else table
        head, seq, version = START, 0, 0
        links = read.links(connection, stream.name)
        try:
            for link in links:
                wrong = _wrong_link(link, head, seq) or self._rewritten(link)
                if wrong:
                    self._find("entries", f"{stream.name} #{seq + 1}", wrong)
                    self._read_on(stream.name, chain([link], links))
                    return
                record = link.record
                if stream.name == HOUSE_LOG:
                    self._house.head = head
                head, seq, version = link.hash, record.seq, record.version
                self.report.heads[stream.name] = (seq, head.hex())
                self.report.entries += 1
                self.report.transfers += len(record.transfers)
                self._post(record.transfers)
                wrong = follower.follow(record) if follower is not None else ""
                wrong = wrong or ("" if stream.name == HOUSE_LOG else self._duties.follow(record))
                if wrong:
                    self._find("entries", f"{stream.name} #{seq}", wrong)
                    self._read_on(stream.name, links)
                    return
                if follower is not None and follower.cites_otherwise:
                    self.report.cited_otherwise += 1
                    self.report.first_cited_otherwise = self.report.first_cited_otherwise or f"{stream.name} #{seq}"
                if self._watch is not None:
                    self._watch(1)
        except Exception as error:  # a damaged row may raise any error
            self._find("entries", f"{stream.name} #{seq + 1}", f"it cannot be read: {error}")
            self._unread = stream.name
            return
        if table is not None and table.unreplayed:
            self.report.unreplayed[stream.name] = table.unreplayed
        if seq < max(self._known.get(stream.name, {}), default=0):
            self._find("entries", f"{stream.name} #{seq + 1}", "it is missing, though an earlier audit has seen it")
        self._head(stream, seq, version, head)

    def _mismatch(self, connection: Connection, stream: StreamRow) -> str:
        """Compares the row of a table with the house log; its secret, too, where the key is known."""
        if is_sealed(stream.secret):
            try:
                secret = open_secret(connection, stream)
            except KeyMissing:
                self.report.missing_keys[stream.name] = key_id_of(stream.secret)
                covered = not may_wipe(stream.secret)  # the hash in the house log covers the secret
                return "" if covered else self._house.wrong_table(stream)
            except BadKey as error:
                return str(error)
            if not may_wipe(stream.secret):
                return self._house.wrong_table(msgspec.structs.replace(stream, secret=secret))
        return self._house.wrong_table(stream)

    def _read_on(self, name: str, links: Iterable[Link]) -> None:
        """Sums the transfers and acts behind a bad row: without them every account, user and table would seem wrong."""
        try:
            for link in links:
                if name == HOUSE_LOG:
                    self._house.follow(link.record)
                self._post(link.record.transfers)
        except Exception:  # another damaged row may raise any error
            self._unread = name

    def _head(self, stream: StreamRow, seq: int, version: int, head: bytes) -> None:
        """Compares the row of a log with its last entry."""
        if stream.head != head and isinstance(stream.seq, int) and stream.seq > seq:
            self._find("entries", f"{stream.name} #{seq + 1}", "it is missing: the log continues after it")
        elif (stream.seq, stream.version, stream.head) != (seq, version, head):
            what = f"it has {stream.seq} entries with {stream.version} events, but its log has {seq} with {version}"
            self._find(
                "streams", stream.name, what if stream.head == head else "its head is not the hash of the last entry"
            )
        elif stream.name == HOUSE_LOG and (wrong := self._house.wrong_house(stream)):
            self._find("streams", stream.name, wrong)

    def _rewritten(self, link: Link) -> str:
        known = self._known.get(link.record.stream, {}).get(link.record.seq)
        return "an earlier audit has seen another hash" if known not in (None, link.hash.hex()) else ""

    # --- the ledger --------------------------------------------------------------------------------------------------

    def _post(self, transfers: tuple[Transfer, ...]) -> None:
        for transfer in transfers:
            amount = transfer.amount
            for account, cents in ((transfer.debit, -amount), (transfer.credit, amount)):
                self._books[account] = self._books.get(account, 0) + (-cents if account == CAGE else cents)

    def _strays(self, connection: Connection) -> None:
        """Checks what no hash chain covers: stray entries, numbers, wallet columns and the JSON of transfers."""
        known = sa.select(streams.c.name)
        stray = sa.select(entries.c.stream, entries.c.seq).where(entries.c.stream.not_in(known))
        for stream, seq in connection.execute(stray):
            self._find("entries", f"{stream} #{seq}", "its log does not exist")
        before = sa.func.lag(entries.c.id).over(partition_by=entries.c.stream, order_by=entries.c.seq)
        places = sa.select(entries.c.stream, entries.c.seq, entries.c.id, before.label("before")).subquery()
        for stream, seq, *_ in connection.execute(sa.select(places).where(places.c.id < places.c.before)):
            self._find("entries", f"{stream} #{seq}", "its number is below that of the entry before it")
        moved = entries.c.moved
        touches = entries.c.wallet.is_not(None) | moved.contains("wallet/")
        odd = moved.contains("\\", autoescape=True) | (moved.is_not(None) & ~moved.startswith("[["))
        for row in connection.execute(sa.select(entries).where(touches | odd)):
            if row.wallet != _wallet(row):
                self._find("entries", f"{row.stream} #{row.seq}", "its wallet column does not match its transfers")
            elif not _plain(row):
                self._find(
                    "entries",
                    f"{row.stream} #{row.seq}",
                    "its account names are escaped, so that statements would miss them",
                )

    def _accounts(self, connection: Connection) -> None:
        stored = {str(name): holds for name, holds in read.holdings_known(connection).items()}
        self.report.accounts = len(stored)
        self.report.cage = self._books.get(CAGE, 0)
        if self._unread:
            self._find("accounts", "all", f"not compared: the log of {self._unread} could not be read")
            return
        for name in sorted(stored.keys() | self._books.keys()):
            holds, says = self._books.get(name, 0), stored.get(name)
            if holds != (says or 0) or (says is None and name in self._books):
                self._find("accounts", name, f"its balance is {says} cents, but its transfers add up to {holds}")
            elif holds < 0:
                self._find("accounts", name, f"its balance is negative: {holds} cents")
            elif name not in self._books:
                self._find("accounts", name, "it has no transfers")
        if not Books({name: max(cents, 0) for name, cents in self._books.items()}).sum_is_zero():
            self._find("accounts", CAGE, "its balance is not the sum of all other accounts")
        for name in stored:
            if table_of(name) and table_of(name) not in self._house.tables:
                self._find("accounts", name, "its table does not exist")


def _wallet(row: Row[Any]) -> str | None:
    """Returns the wallet that an entry touches; None where it cannot be decoded, which is a finding already."""
    try:
        return wallet_among(read.moved_by(row))
    except (LedgerError, msgspec.MsgspecError):
        return None


def _plain(row: Row[Any]) -> bool:
    """Returns whether the JSON has the account names unescaped, as statements search for them."""
    try:
        names = {name for each in read.moved_by(row) for name in (each.debit, each.credit)}
    except msgspec.MsgspecError:
        return True
    return not names or (isinstance(row.moved, str) and all(f'"{name}"' in row.moved for name in names))


def _wrong_link(link: Link, head: bytes, seq: int) -> str:
    record = link.record
    if record.seq != seq + 1:
        return "it is missing"
    if chained(head, record) != link.hash:
        return "its hash does not match its fields"
    return ""
