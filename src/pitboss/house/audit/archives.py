"""Audit of archives and snapshots: what a log's entries do not cover by their own hashes."""

from collections.abc import Iterator

import sqlalchemy as sa
from msgspec.structs import astuple, replace
from sqlalchemy.engine import Connection

from pitboss.house.audit.table import TableReplay
from pitboss.house.history import spec_of
from pitboss.house.log import read
from pitboss.house.log.archive import ArchiveRow, archive_seal, archived_to, archives_of, hashed_ids
from pitboss.house.log.chain import START, Link, Record
from pitboss.house.log.read import StreamRow
from pitboss.house.rounds import RoundBook, archived_summary
from pitboss.house.schema import snapshots
from pitboss.house.snapshots import read_snapshot
from pitboss.tables.live import Table, check_fairness


class ArchiveAudit:
    """Compares the archives of a log with each other, with the rows that stayed, and with the entries in them."""

    def __init__(self, connection: Connection, stream: StreamRow) -> None:
        self._connection = connection
        self._name = stream.name
        self._archives: list[ArchiveRow] = []
        self._rows: dict[int, Link] = {}
        self._records: list[Record] = []
        self._game = stream.game
        self._rounds: RoundBook | None = None

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yields the archives whose seals or places are wrong, by name, with what is wrong."""
        last, seal = 0, START
        for archive in archives_of(self._connection, self._name):
            row = f"{self._name} #{archive.first}"
            if archive.first != last + 1 or archive.last < archive.first:
                yield row, f"it does not follow the archive that ends at #{last}"
            if archive_seal(seal, archive) != archive.seal:
                yield row, "its seal does not match its fields"
            elif wrong := _unfair(archive):
                yield row, wrong
            last, seal = archive.last, archive.seal
            self._archives.append(_without_data(archive))
        if self._archives:
            self._rounds = RoundBook(self._name, self._game)
        end = archived_to(self._connection, self._name)
        rows = read.rows_of(self._connection, self._name, 0, end) if end else []
        self._rows = {link.record.seq: link for *_, link in rows if link.record.seq <= end}

    def follow(self, link: Link) -> str:
        """Compares an entry with the row that stayed, and the last of an archive with its summary."""
        if not self._archives:
            return ""
        record, archive = link.record, self._archives[0]
        row = self._rows.pop(record.seq, None)
        if row is not None and astuple(row) != astuple(link):
            return "its row differs from the archive"
        self._records.append(record)
        if self._rounds is not None:
            self._rounds.follow(record)
        if record.seq < archive.last:
            return ""
        self._archives.pop(0)
        records, self._records = self._records, []
        finished = self._rounds.take() if self._rounds is not None else []
        if archive.ids != hashed_ids(records):
            return "the command ids of its archive are not those of its entries"
        if archived_summary(archive).rounds != finished or archive.version != record.version:
            return "the rounds of its archive are not those of its entries"
        if self._rounds is not None and archive.rounds != self._rounds.archived:
            return "its archive counts other rounds"
        return ""


def _without_data(archive: ArchiveRow) -> ArchiveRow:
    return replace(archive, data=b"")


def _unfair(archive: ArchiveRow) -> str:
    """Returns what is wrong with the archived fairness records, or an empty string."""
    for record in archived_summary(archive).records:
        for finding in check_fairness(record):
            return f"its fairness record of {finding}"
    return ""


class SnapshotAudit:
    """Compares the snapshot of a table with the table that its log gives."""

    def __init__(self, connection: Connection, stream: StreamRow, replay: TableReplay) -> None:
        self._replay = replay
        self._at, self._head = 0, b""
        self._table: Table | None = None
        row = connection.execute(sa.select(snapshots).where(snapshots.c.stream == stream.name)).first()
        if row is None or stream.closed:
            return
        found = read_snapshot(connection, stream, spec_of(stream), replay.secret)
        if found is not None:
            self._table, self._at, self._head = found

    def follow(self, link: Link) -> str:
        """Compares the table at the entry of the snapshot; returns what is wrong, or an empty string."""
        if self._table is None or link.record.seq != self._at:
            return ""
        if link.hash != self._head:
            return "the snapshot of the table is of another entry"
        applied = self._replay.applied
        if applied is not None and _standing(applied) != _standing(self._table):
            return "the snapshot of the table differs from its log"
        return ""


def _standing(table: Table) -> tuple[object, ...]:
    return table.version, table.state, table.purses(), table.dues(), table.public_view(), sorted(table.present)
