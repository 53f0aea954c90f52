"""The audit of a whole database: the chains, the play that they tell, and the ledger; it names the first bad row.

All is read in one transaction, so a house may go on playing while it is audited.
"""

from collections.abc import Callable, Iterator, Mapping

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine

from pitboss.ledger import Books, Transfer
from pitboss.ledger.accounts import CAGE, table_of
from pitboss.storage import read
from pitboss.storage.append import wallet_among
from pitboss.storage.audit_house import HouseFold
from pitboss.storage.audit_table import TableReplay
from pitboss.storage.chain import HOUSE_LOG, START, Link, chained
from pitboss.storage.database import is_sqlite
from pitboss.storage.read import Stream
from pitboss.storage.schema import accounts, entries, streams, transfers

Watch = Callable[[int], None]
#: Of each log the place of an entry and its hash.
Heads = Mapping[str, tuple[int, str]]


class Finding(Struct, frozen=True):
    """A row that is not as it should be: of which table of the database, which row, and what is wrong."""

    table: str
    row: str
    what: str

    def __str__(self) -> str:
        return f"{self.table} {self.row}: {self.what}"


class Report(Struct):
    """What was looked at, and what was found, in that order; ``heads`` are the last place and hash of each log."""

    logs: int = 0
    entries: int = 0
    transfers: int = 0
    accounts: int = 0
    cage: int = 0
    heads: dict[str, tuple[int, str]] = {}
    findings: list[Finding] = []

    @property
    def first(self) -> Finding | None:
        """The first bad row."""
        return self.findings[0] if self.findings else None


def count_entries(engine: Engine) -> int:
    """How long an audit will be."""
    with engine.begin() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar_one()


def audit(engine: Engine, *, replay: bool = True, since: Heads | None = None, watch: Watch | None = None) -> Report:
    """Looks at everything; without ``replay`` the play itself is not decided again.

    ``since`` are the heads that an earlier audit told, which proves that nothing up to them was written anew.
    """
    auditor = _Auditor(replay=replay, since=since or {}, watch=watch)
    level = "SERIALIZABLE" if is_sqlite(engine) else "REPEATABLE READ"
    with engine.connect().execution_options(isolation_level=level) as connection, connection.begin():
        auditor.run(connection)
    return auditor.report


class _Auditor:
    def __init__(self, *, replay: bool, since: Heads, watch: Watch | None) -> None:
        self.report = Report(heads={}, findings=[])
        self._since = since
        self._replay = replay
        self._watch = watch
        self._books: dict[str, int] = {}
        self._house = HouseFold()

    def _find(self, table: str, row: str, what: str) -> None:
        self.report.findings.append(Finding(table, row, what))

    def run(self, connection: Connection) -> None:
        """Everything, in the order in which findings are told."""
        if connection.dialect.name == "sqlite":
            wrong = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            if wrong != "ok":
                self._find("database", "file", str(wrong))
        for stream in self._streams(connection):
            self.report.logs += 1
            self._stream(connection, stream)
        self._strays(connection)
        self._accounts(connection)
        for table, row, what in self._house.compare(connection):
            self._find(table, row, what)
        for name in sorted(self._since.keys() - self.report.heads.keys()):
            self._find("streams", name, "an earlier audit has seen it, and it is missing")

    def _streams(self, connection: Connection) -> list[Stream]:
        """The logs, that of the house first, each as far as it can be read."""
        found: list[Stream] = []
        for name in connection.execute(sa.select(sa.cast(streams.c.name, sa.LargeBinary))).scalars().all():
            text = bytes(name).decode(errors="replace")
            try:
                stream = read.find_stream(connection, text)
            except Exception as error:  # whatever a spoilt row makes the driver say
                self._find("streams", text, f"it cannot be read: {error}")
                continue
            if stream is not None:
                found.append(stream)
        found.sort(key=lambda stream: (stream.name != HOUSE_LOG, len(stream.name), stream.name))
        if not found or found[0].name != HOUSE_LOG:
            self._find("streams", HOUSE_LOG, "the log of the house is missing")
        return found

    # --- one log -----------------------------------------------------------------------------------------------------

    def _stream(self, connection: Connection, stream: Stream) -> None:
        replay = TableReplay(stream) if self._replay and stream.name != HOUSE_LOG else None
        head, seq, version = START, 0, 0
        try:
            for link in self._links(connection, stream.name):
                record = link.record
                wrong = _wrong_link(link, head, seq) or self._rewritten(link)
                if wrong:
                    self._find(*self._blame(stream, link, wrong, replay))
                    return
                head, seq, version = link.hash, record.seq, record.version
                self.report.heads[stream.name] = (seq, head.hex())
                self.report.entries += 1
                self.report.transfers += len(record.transfers)
                self._post(record.transfers)
                wrong = replay.follow(record) if replay is not None else self._house_act(stream, link)
                if wrong:
                    self._find("entries", f"{stream.name} #{seq}", wrong)
                    return
                if self._watch is not None:
                    self._watch(1)
        except Exception as error:  # whatever a spoilt row makes the code say
            self._find("entries", f"{stream.name} #{seq + 1}", f"it cannot be read: {error}")
            return
        if seq < self._since.get(stream.name, (0, ""))[0]:
            self._find("entries", f"{stream.name} #{seq + 1}", "an earlier audit has seen it, and it is missing")
        if (stream.seq, stream.version, stream.head) != (seq, version, head):
            what = f"it says {stream.seq} entries with {stream.version} events, and its log has {seq} with {version}"
            self._find("streams", stream.name, what if stream.head == head else "its head is not that of its log")

    def _links(self, connection: Connection, name: str) -> Iterator[Link]:
        """As ``read.links``; where a page cannot be read, entry by entry up to the one that is spoilt."""
        seq = 0
        try:
            for link in read.links(connection, name):
                seq = link.record.seq
                yield link
        except (UnicodeError, sa.exc.SQLAlchemyError):
            while True:
                link = next(read.links(connection, name, seq, page=1))
                seq = link.record.seq
                yield link

    def _rewritten(self, link: Link) -> str:
        seq, known = self._since.get(link.record.stream, (0, ""))
        return "an earlier audit has seen another" if link.record.seq == seq and link.hash.hex() != known else ""

    def _house_act(self, stream: Stream, link: Link) -> str:
        return self._house.follow(link.record) if stream.name == HOUSE_LOG else ""

    def _blame(self, stream: Stream, link: Link, wrong: str, replay: TableReplay | None) -> tuple[str, str, str]:
        """Which row it is whose hash is wrong: an entry, or one of the transfers that are hashed with it."""
        row = f"{stream.name} #{link.record.seq}"
        place = replay.wrong_transfer(link.record) if replay is not None else None
        return ("transfers", f"{row}.{place}", wrong) if place is not None else ("entries", row, wrong)

    # --- the ledger --------------------------------------------------------------------------------------------------

    def _post(self, moved: tuple[Transfer, ...]) -> None:
        for one in moved:
            for account, cents in ((one.debit, -one.amount), (one.credit, one.amount)):
                self._books[account] = self._books.get(account, 0) + (-cents if account == CAGE else cents)

    def _strays(self, connection: Connection) -> None:
        """Entries and transfers of no log, which no chain holds; and the column that no hash has."""
        known = sa.select(streams.c.name)
        stray = sa.select(entries.c.stream, entries.c.seq).where(entries.c.stream.not_in(known))
        for stream, seq in connection.execute(stray):
            self._find("entries", f"{stream} #{seq}", "there is no such log")
        at = (entries.c.stream == transfers.c.stream) & (entries.c.seq == transfers.c.seq)
        lost = sa.select(transfers.c.stream, transfers.c.seq, transfers.c.place).join(entries, at, isouter=True)
        for stream, seq, place in connection.execute(lost.where(entries.c.seq.is_(None))):
            self._find("transfers", f"{stream} #{seq}.{place}", "there is no such entry")
        for row in connection.execute(sa.select(transfers)):
            if row.wallet != wallet_among(row.debit, row.credit):
                self._find("transfers", f"{row.stream} #{row.seq}.{row.place}", "its wallet is not one of its accounts")

    def _accounts(self, connection: Connection) -> None:
        stored: dict[str, int] = dict(connection.execute(sa.select(accounts)).tuples().all())
        self.report.accounts = len(stored)
        self.report.cage = self._books.get(CAGE, 0)
        for name in sorted(stored.keys() | self._books.keys()):
            holds, says = self._books.get(name, 0), stored.get(name)
            if holds != (says or 0) or (says is None and name in self._books):
                self._find("accounts", name, f"it says {says} cents, and its transfers come to {holds}")
            elif holds < 0:
                self._find("accounts", name, f"it stands at {holds} cents, below nothing")
            elif name not in self._books:
                self._find("accounts", name, "no transfer has ever touched it")
        if not Books({name: max(cents, 0) for name, cents in self._books.items()}).sum_is_zero():
            self._find("accounts", CAGE, "what the cage holds is not what all others add up to")
        for name in stored:
            if table_of(name) and table_of(name) not in self._house.tables:
                self._find("accounts", name, "there is no such table")


def _wrong_link(link: Link, head: bytes, seq: int) -> str:
    record = link.record
    if record.seq != seq + 1:
        return f"entry {seq + 1} is missing"
    if chained(head, record) != link.hash:
        return "its hash is not that of what it says"
    return ""
