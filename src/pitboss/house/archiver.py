"""Moves old entries of the logs into archives and stores snapshots of the tables, in the background.

An archive and the deletion of its rows are one transaction: a crash leaves either the rows or the archive.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from time import perf_counter
from typing import Final, Protocol

import sqlalchemy as sa
import structlog
from msgspec import Struct
from msgspec.structs import asdict, replace
from sqlalchemy.engine import Connection

from pitboss.house.database import connection_errors
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.fairness_book import FairnessBook
from pitboss.house.history import find_table, spec_of
from pitboss.house.log import read
from pitboss.house.log.archive import ArchiveRow, archive_seal, archived_to, hashed_ids, last_archive, pack
from pitboss.house.log.chain import START, Link, Record, chained
from pitboss.house.log.read import StreamRow
from pitboss.house.retention import Retention
from pitboss.house.rounds import RoundBook, packed_summary
from pitboss.house.schema import archives, entries, streams
from pitboss.house.snapshots import write_snapshot
from pitboss.house.table_registry import TableRegistry
from pitboss.tables.snapshot import BadSnapshot, NotSnapshottable, encode_table

#: Seconds between two rounds of the background task.
_SECONDS: Final = 1.0
#: After work of so many seconds the task rests this many times as long: it takes a fifth of a core at most.
_REST: Final = 4.0
#: How many rows one statement deletes.
_DELETED: Final = 500


class PreparedArchive(Struct, frozen=True):
    """An archive that is not stored yet, with the numbers of the rows that it replaces."""

    row: ArchiveRow
    replaced: list[int]


def prepare_archive(connection: Connection, name: str, retention: Retention) -> PreparedArchive | None:
    """Compresses the next entries of a log; None while there are too few, or where they do not chain.

    Of a closed table all entries but the last are archived. The last row stays: the numbers of rows never repeat.
    """
    stream = find_table(connection, name)
    if stream is None or not retention.archive:
        return None
    before = last_archive(connection, name)
    done, head = (before.last, before.head) if before is not None else (0, START)
    count = min(stream.seq - done - (1 if stream.closed else max(1, retention.keep)), retention.archive)
    if count < (1 if stream.closed else retention.archive):
        return None
    rows = read.rows_of(connection, name, done, count)
    links = [link for *_, link in rows]
    if len(links) != count or not _chains(links, head):
        return None  # the audit reports it
    return _archive(connection, stream, before, rows)


def _chains(links: Iterable[Link], head: bytes) -> bool:
    for link in links:
        head = chained(head, link.record)
        if head != link.hash:
            return False
    return True


def _archive(
    connection: Connection, stream: StreamRow, before: ArchiveRow | None, rows: list[tuple[int, str | None, Link]]
) -> PreparedArchive:
    links = [link for *_, link in rows]
    records = [link.record for link in links]
    rounds, fair = RoundBook(stream.name, stream.game), FairnessBook(stream, spec_of(stream))
    _resume(connection, before, rounds)
    _resume(connection, before, fair)
    for record in records:
        rounds.follow(record)
        fair.follow(record)
    finished, proven = rounds.take(), fair.take()
    row = ArchiveRow(
        stream=stream.name,
        first=records[0].seq,
        last=records[-1].seq,
        version=records[-1].version,
        rounds=rounds.archived,
        head=links[-1].hash,
        data=pack(records, [number for number, *_ in rows]),
        ids=hashed_ids(records),
        summary=packed_summary(finished, proven or []),
        carry=rounds.carry(_carried(fair) if proven is not None else b""),
        seal=b"",
    )
    sealed = replace(row, seal=archive_seal(before.seal if before is not None else START, row))
    return PreparedArchive(sealed, [number for number, wallet, _ in rows if wallet is None])


def _carried(fair: FairnessBook) -> bytes:
    try:
        return fair.carry()
    except NotSnapshottable:
        return b""  # the records are built from the whole log


def renew_carry(connection: Connection, name: str) -> ArchiveRow | None:
    """Returns the newest archive of a log with the state of this release; None where it has that already."""
    stream, last = find_table(connection, name), last_archive(connection, name)
    if stream is None or last is None:
        return None
    rounds, fair = RoundBook(name, stream.game), FairnessBook(stream, spec_of(stream))
    with suppress(BadSnapshot):
        rounds.resume(last)
        fair.resume(last)
        return None
    rounds, fair = RoundBook(name, stream.game), FairnessBook(stream, spec_of(stream))
    for link in read.links(connection, name):
        if link.record.seq > last.last:
            break
        rounds.follow(link.record)
        fair.follow(link.record)
    rounds.take()
    state = _carried(fair) if fair.take() is not None else b""
    if not state:
        return None  # the game builds its records from the whole log
    query = sa.select(archives.c.seal).where(archives.c.stream == name, archives.c.last == last.first - 1)
    renewed = replace(last, carry=rounds.carry(state), seal=b"")
    return replace(renewed, seal=archive_seal(connection.execute(query).scalar() or START, renewed))


def store_carry(connection: Connection, archive: ArchiveRow) -> bool:
    """Stores the renewed state of an archive, if it is still the newest of its log."""
    if archived_to(connection, archive.stream) != archive.last:
        return False
    here = (archives.c.stream == archive.stream) & (archives.c.first == archive.first)
    connection.execute(sa.update(archives).where(here).values(carry=archive.carry, seal=archive.seal))
    return True


class ArchivedBook(Protocol):
    """What a table's archives summarise: rounds or fairness records."""

    def resume(self, archive: ArchiveRow) -> None:
        """Goes on behind an archive. Raises BadSnapshot where another release wrote its state."""

    def follow(self, record: Record) -> None:
        """Applies the next entry of the log."""

    def take(self) -> object:
        """Returns what was finished since the last call."""


def _resume(connection: Connection, before: ArchiveRow | None, book: ArchivedBook) -> None:
    """Goes on behind the last archive; where another release wrote its state, from the first entry on."""
    if before is None:
        return
    try:
        book.resume(before)
    except BadSnapshot:
        for link in read.links(connection, before.stream):
            if link.record.seq > before.last:
                break
            book.follow(link.record)
        book.take()


def store_archive(connection: Connection, prepared: PreparedArchive) -> bool:
    """Stores an archive and deletes its rows; returns False where another process has archived them."""
    row = prepared.row
    if archived_to(connection, row.stream) != row.first - 1:
        return False
    connection.execute(sa.insert(archives), asdict(row))
    for start in range(0, len(prepared.replaced), _DELETED):
        numbers = prepared.replaced[start : start + _DELETED]
        connection.execute(sa.delete(entries).where(entries.c.id.in_(numbers)))
    return True


def long_logs(connection: Connection, retention: Retention) -> list[str]:
    """Returns the tables whose logs have entries to archive."""
    archived = sa.select(sa.func.max(archives.c.last)).where(archives.c.stream == streams.c.name).scalar_subquery()
    rows = streams.c.seq - sa.func.coalesce(archived, 0)
    due = (rows >= retention.archive + retention.keep) | ((streams.c.closed != 0) & (rows > 1))
    return list(connection.execute(sa.select(streams.c.name).where(streams.c.name != "house", due)).scalars())


class Archiver:
    """The background task of one process."""

    def __init__(self, database: DatabaseThreads, registry: TableRegistry, retention: Retention) -> None:
        self._database = database
        self._registry = registry
        self.retention = retention
        self._snapshots: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._log = structlog.get_logger("pitboss")

    def start(self) -> None:
        """Starts the task."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Stops the task and stores a snapshot of every loaded table."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            with suppress(*connection_errors()):
                for table in list(self._registry.loaded.values()):
                    await self._registry.wait_durable(table)
                await self.store_snapshots(every=1)

    async def renew(self, name: str) -> bool:
        """Renews the state of the newest archive of a table, which another release wrote; returns whether it did."""
        renewed = await self._database.read_history(renew_carry, name)
        return renewed is not None and await self._database.write(store_carry, renewed)

    async def _renew_all(self) -> None:
        for stream in await self._database.read(read.open_tables):
            began = perf_counter()
            await self.renew(stream.name)
            await asyncio.sleep(_REST * (perf_counter() - began))

    async def _run(self) -> None:
        with suppress(*connection_errors()):
            await self._renew_all()
        while True:
            began = perf_counter()
            with suppress(*connection_errors(sa.exc.IntegrityError)):  # another process was first: retry
                await self.store_snapshots(every=self.retention.snapshot)
                for name in await self._database.read(long_logs, self.retention):
                    began = perf_counter()
                    await self.archive(name)
                    await asyncio.sleep(_REST * (perf_counter() - began))
            await asyncio.sleep(max(_SECONDS, _REST * (perf_counter() - began)))

    async def archive(self, name: str) -> bool:
        """Archives the next entries of a table; returns False where there are too few."""
        prepared = await self._database.read_history(prepare_archive, name, self.retention)
        return prepared is not None and await self._database.write(store_archive, prepared)

    async def store_snapshots(self, *, every: int) -> int:
        """Stores a snapshot of each loaded table that has as many new entries; returns their number."""
        stored = 0
        for table in list(self._registry.loaded.values()):
            known = self._snapshots.setdefault(table.name, table.snapshot)
            if table.closed or table.pending or table.seq - known < every or table.durable != table.seq:
                continue
            try:
                state = encode_table(table.live)
            except NotSnapshottable as error:
                self._log.info("no snapshot", table=table.name, reason=str(error))
                self._snapshots[table.name] = table.seq
                continue
            seq, head = table.seq, table.head
            stored += await self._database.write(write_snapshot, table.name, seq, head, state)
            self._snapshots[table.name] = seq
        return stored
