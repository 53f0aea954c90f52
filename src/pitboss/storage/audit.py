"""The audit of a whole database: the chains, the play that they tell, and the ledger; it names the first bad row.

All is read in one transaction, so a house may go on playing while it is audited.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import Any, Protocol

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection, Engine, Row

from pitboss.ledger import Books, LedgerError, Transfer
from pitboss.ledger.accounts import CAGE, table_of
from pitboss.storage import read
from pitboss.storage.append import wallet_among
from pitboss.storage.audit_house import HouseFold
from pitboss.storage.audit_table import TableReplay
from pitboss.storage.chain import HOUSE_LOG, START, Link, Record, chained
from pitboss.storage.database import at_one_moment
from pitboss.storage.read import Stream
from pitboss.storage.schema import entries, streams

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
    """What was looked at, and what was found, in that order; ``heads`` are the last place and hash of each log.

    ``cited_otherwise`` counts the entries whose events rest on other clauses now, which is no fault of a row: an
    earlier release cited others. The first of them is named.
    """

    logs: int = 0
    entries: int = 0
    transfers: int = 0
    accounts: int = 0
    cage: int = 0
    heads: dict[str, tuple[int, str]] = {}
    cited_otherwise: int = 0
    first_cited_otherwise: str = ""
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
    with at_one_moment(engine).connect() as connection, _readable(connection):
        auditor.run(connection)
    return auditor.report


@contextmanager
def _readable(connection: Connection) -> Iterator[None]:
    """A transaction in which text that is no text is read all the same, so that its row can be named."""
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


class Follower(Protocol):
    """Goes along a log and says what is wrong with it beside its hashes."""

    #: Whether what the last entry brought rests on other clauses now.
    cites_otherwise: bool

    def follow(self, record: Record) -> str:
        """What is wrong with the next entry; nothing, where it is right."""


class _Auditor:
    def __init__(self, *, replay: bool, since: Heads, watch: Watch | None) -> None:
        self.report = Report(heads={}, findings=[])
        self._since = since
        self._replay = replay
        self._watch = watch
        self._books: dict[str, int] = {}
        self._unread = ""  # a log that could not be read to its end
        self._house = HouseFold()

    def _find(self, table: str, row: str, what: str) -> None:
        self.report.findings.append(Finding(table, row, what))

    def run(self, connection: Connection) -> None:
        """Everything, in the order in which findings are told."""
        found = [stream for stream in read.all_streams(connection) if self._named(stream.name)]
        found.sort(key=lambda stream: (stream.name != HOUSE_LOG, len(stream.name), stream.name))
        if not found or found[0].name != HOUSE_LOG:
            self._find("streams", HOUSE_LOG, "the log of the house is missing")
        for stream in found:
            self.report.logs += 1
            self._stream(connection, stream)
        for name in sorted(self._house.tables.keys() - {stream.name for stream in found}):
            self._find("streams", name, "it was opened and is missing")
        self._strays(connection)
        self._accounts(connection)
        for table, row, what in self._house.compare(connection):
            self._find(table, row, what)
        for name in sorted(self._since.keys() - self.report.heads.keys()):
            self._find("streams", name, "an earlier audit has seen it, and it is missing")
        if connection.dialect.name == "sqlite":
            wrong = connection.exec_driver_sql("PRAGMA integrity_check").scalar()
            if wrong != "ok":
                self._find("database", "file", str(wrong))

    def _named(self, name: object) -> bool:
        if isinstance(name, str):
            return True
        self._find("streams", repr(name), "its name is no text")
        return False

    # --- one log -----------------------------------------------------------------------------------------------------

    def _stream(self, connection: Connection, stream: Stream) -> None:
        spoilt = "" if stream.name == HOUSE_LOG else self._house.wrong_table(stream)
        if spoilt:
            self._find("streams", stream.name, spoilt)
        plays = self._replay and not spoilt and stream.name != HOUSE_LOG
        follower: Follower | None = TableReplay(stream) if plays else None
        if stream.name == HOUSE_LOG:
            follower = self._house
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
                head, seq, version = link.hash, record.seq, record.version
                self.report.heads[stream.name] = (seq, head.hex())
                self.report.entries += 1
                self.report.transfers += len(record.transfers)
                self._post(record.transfers)
                wrong = follower.follow(record) if follower is not None else ""
                if wrong:
                    self._find("entries", f"{stream.name} #{seq}", wrong)
                    self._read_on(stream.name, links)
                    return
                if follower is not None and follower.cites_otherwise:
                    self.report.cited_otherwise += 1
                    self.report.first_cited_otherwise = self.report.first_cited_otherwise or f"{stream.name} #{seq}"
                if self._watch is not None:
                    self._watch(1)
        except Exception as error:  # whatever a spoilt row makes the code say
            self._find("entries", f"{stream.name} #{seq + 1}", f"it cannot be read: {error}")
            self._unread = stream.name
            return
        if seq < self._since.get(stream.name, (0, ""))[0]:
            self._find("entries", f"{stream.name} #{seq + 1}", "an earlier audit has seen it, and it is missing")
        self._head(stream, seq, version, head)

    def _read_on(self, name: str, links: Iterable[Link]) -> None:
        """Behind a bad row: what was moved is added up and what was done is noted all the same, or every account, user
        and table would seem to be wrong."""
        try:
            for link in links:
                if name == HOUSE_LOG:
                    self._house.follow(link.record)
                self._post(link.record.transfers)
        except Exception:  # whatever another spoilt row makes the code say
            self._unread = name

    def _head(self, stream: Stream, seq: int, version: int, head: bytes) -> None:
        """The row of a log says where its last entry is."""
        if stream.head != head and isinstance(stream.seq, int) and stream.seq > seq:
            self._find("entries", f"{stream.name} #{seq + 1}", "it is missing: the log goes on behind it")
        elif (stream.seq, stream.version, stream.head) != (seq, version, head):
            what = f"it says {stream.seq} entries with {stream.version} events, and its log has {seq} with {version}"
            self._find("streams", stream.name, what if stream.head == head else "its head is not that of its log")
        elif stream.name == HOUSE_LOG and (wrong := self._house.wrong_house(stream)):
            self._find("streams", stream.name, wrong)

    def _rewritten(self, link: Link) -> str:
        seq, known = self._since.get(link.record.stream, (0, ""))
        return "an earlier audit has seen another" if link.record.seq == seq and link.hash.hex() != known else ""

    # --- the ledger --------------------------------------------------------------------------------------------------

    def _post(self, moved: tuple[Transfer, ...]) -> None:
        for one in moved:
            for account, cents in ((one.debit, -one.amount), (one.credit, one.amount)):
                self._books[account] = self._books.get(account, 0) + (-cents if account == CAGE else cents)

    def _strays(self, connection: Connection) -> None:
        """Entries of no log, which no chain holds; and what no hash has: numbers, wallets, and how transfers are
        written."""
        known = sa.select(streams.c.name)
        stray = sa.select(entries.c.stream, entries.c.seq).where(entries.c.stream.not_in(known))
        for stream, seq in connection.execute(stray):
            self._find("entries", f"{stream} #{seq}", "there is no such log")
        before = sa.func.lag(entries.c.id).over(partition_by=entries.c.stream, order_by=entries.c.seq)
        places = sa.select(entries.c.stream, entries.c.seq, entries.c.id, before.label("before")).subquery()
        for stream, seq, *_ in connection.execute(sa.select(places).where(places.c.id < places.c.before)):
            self._find("entries", f"{stream} #{seq}", "it is numbered below the one before it")
        moved = entries.c.moved
        touches = entries.c.wallet.is_not(None) | moved.contains("wallet/")
        odd = moved.contains("\\", autoescape=True) | (moved.is_not(None) & ~moved.startswith("[["))
        for row in connection.execute(sa.select(entries).where(touches | odd)):
            if row.wallet != _wallet(row):
                self._find("entries", f"{row.stream} #{row.seq}", "its wallet is not one of its accounts")
            elif not _plain(row):
                self._find("entries", f"{row.stream} #{row.seq}", "its accounts are not written as they are looked for")

    def _accounts(self, connection: Connection) -> None:
        stored = {str(name): holds for name, holds in read.holdings_known(connection).items()}
        self.report.accounts = len(stored)
        self.report.cage = self._books.get(CAGE, 0)
        if self._unread:
            self._find("accounts", "all", f"they are not compared: the log of {self._unread} cannot be added up")
            return
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


def _wallet(row: Row[Any]) -> str | None:
    """The wallet that an entry touches; none where it cannot be read, which was told."""
    try:
        return wallet_among(read.moved_by(row))
    except (LedgerError, msgspec.MsgspecError):
        return None


def _plain(row: Row[Any]) -> bool:
    """Whether the accounts of an entry stand in its text as statements look for them; what cannot be read was told."""
    try:
        names = {name for one in read.moved_by(row) for name in (one.debit, one.credit)}
    except msgspec.MsgspecError:
        return True
    return not names or (isinstance(row.moved, str) and all(f'"{name}"' in row.moved for name in names))


def _wrong_link(link: Link, head: bytes, seq: int) -> str:
    record = link.record
    if record.seq != seq + 1:
        return "it is missing"
    if chained(head, record) != link.hash:
        return "its hash is not that of what it says"
    return ""
