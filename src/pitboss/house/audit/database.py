"""Audit of a whole database: hash chains, replayed play and ledger. It reports the first bad row.

Everything is read in one snapshot transaction, so the house may stay in use.
"""

from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine, Row

from pitboss.house.audit.duties import DutyCount
from pitboss.house.audit.house_log import HouseLogReplay
from pitboss.house.audit.log import LogAudit, LogAuditor, LogFinding, Watch
from pitboss.house.audit.workers import LogWorkers
from pitboss.house.database import snapshot_reads
from pitboss.house.ledger import CAGE, Books, LedgerError, table_of
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, wallet_among
from pitboss.house.log.read import StreamRow
from pitboss.house.schema import archives, entries, snapshots, streams

__all__ = ["AuditReport", "Heads", "LogFinding", "Watch", "audit", "count_entries", "readable"]

#: By log: the position of an entry and its hash.
Heads = Mapping[str, tuple[int, str]]


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
    #: The entries that are newer than every statement of a witness; None without one.
    unwitnessed: int | None = None
    findings: list[LogFinding] = []

    @property
    def first(self) -> LogFinding | None:
        """Returns the first finding."""
        return self.findings[0] if self.findings else None


def count_entries(engine: Engine) -> int:
    """Returns the number of entries, for a progress bar."""
    with engine.begin() as connection:
        rows = connection.execute(sa.select(sa.func.sum(streams.c.seq))).scalar()
        return rows or 0


def audit(
    engine: Engine,
    *,
    replay: bool = True,
    since: Heads | None = None,
    against: Mapping[str, Mapping[int, str]] | None = None,
    watch: Watch | None = None,
    jobs: int = 1,
) -> AuditReport:
    """Audits a database and returns the report; without ``replay`` the commands are not executed again.

    With several ``jobs``, processes audit the logs side by side, each up to the position that this process has seen.

    ``since`` are the heads of an earlier audit, ``against`` those of a witness, by log and position: comparing them
    proves that nothing up to them was rewritten.
    """
    known = {name: dict(heads) for name, heads in (against or {}).items()}
    for name, (seq, hashed) in (since or {}).items():
        known.setdefault(name, {})[seq] = hashed
    auditor = _Auditor(replay=replay, known=known, watch=watch)
    workers = LogWorkers(engine, jobs, replay=replay, known=known)
    with workers, snapshot_reads(engine).connect() as connection, readable(connection):
        auditor.run(connection, workers)
    return auditor.report


@contextmanager
def readable(connection: Connection) -> Iterator[None]:
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


class _Auditor:
    def __init__(self, *, replay: bool, known: Mapping[str, Mapping[int, str]], watch: Watch | None) -> None:
        self.report = AuditReport(heads={}, missing_keys={}, unreplayed={}, duties=[], findings=[])
        #: By log: the hash at each position that an earlier audit or a witness has seen.
        self._known = {name: dict(heads) for name, heads in known.items()}
        self._replay = replay
        self._watch = watch
        self._books: dict[str, int] = {}
        self._unread = ""  # a log that could not be read to the end
        self._house = HouseLogReplay()

    def _find(self, table: str, row: str, what: str) -> None:
        self.report.findings.append(LogFinding(table, row, what))

    def run(self, connection: Connection, workers: LogWorkers) -> None:
        """Runs all checks, in the order of the findings."""
        logs = [stream for stream in read.all_streams(connection) if self._has_valid_name(stream.name)]
        logs.sort(key=lambda stream: (stream.name != HOUSE_LOG, len(stream.name), stream.name))
        if not logs or logs[0].name != HOUSE_LOG:
            self._find("streams", HOUSE_LOG, "the house log is missing")
        audits = {stream.name: self._audit_log(connection, stream) for stream in logs[:1]}  # the house log
        self._expect_closed_days()
        theirs = workers.start(logs[1:], self._house)
        for stream in logs[1:]:
            if stream.name not in theirs:
                audits[stream.name] = self._audit_log(connection, stream)
        for stream in logs:
            self._merge(audits[stream.name] if stream.name in audits else self._awaited(theirs[stream.name]))
        for name in sorted(self._house.tables.keys() - {stream.name for stream in logs}):
            self._find("streams", name, "it is missing, though the house log opened it")
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

    def _audit_log(self, connection: Connection, stream: StreamRow) -> LogAudit:
        auditor = LogAuditor(connection, stream, self._house, self._known.get(stream.name, {}))
        return auditor.run(replay=self._replay, watch=self._watch)

    def _awaited(self, result: Future[LogAudit]) -> LogAudit:
        found = result.result()
        if self._watch is not None:
            self._watch(found.entries)
        return found

    def _merge(self, audit: LogAudit) -> None:
        report, name = self.report, audit.name
        report.logs += 1
        report.entries += audit.entries
        report.transfers += audit.transfers
        report.cited_otherwise += audit.cited_otherwise
        report.first_cited_otherwise = report.first_cited_otherwise or audit.first_cited_otherwise
        report.duties += audit.duties
        report.findings += audit.findings
        if audit.head is not None:
            report.heads[name] = audit.head
        if audit.missing_key:
            report.missing_keys[name] = audit.missing_key
        if audit.unreplayed:
            report.unreplayed[name] = audit.unreplayed
        if audit.unread:
            self._unread = name
        for account, cents in audit.books.items():
            self._books[account] = self._books.get(account, 0) + cents

    def _has_valid_name(self, name: object) -> bool:
        if isinstance(name, str):
            return True
        self._find("streams", repr(name), "its name is not text")
        return False

    # --- the ledger --------------------------------------------------------------------------------------------------

    def _strays(self, connection: Connection) -> None:
        """Checks what no hash chain covers: stray entries, numbers, wallet columns and the JSON of transfers."""
        for table in (archives, snapshots):
            others = sa.select(table.c.stream).where(table.c.stream.not_in(sa.select(streams.c.name))).distinct()
            for name in connection.execute(others).scalars():
                self._find(table.name, str(name), "its log does not exist")
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
