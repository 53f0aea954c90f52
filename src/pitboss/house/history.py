"""Queries on the log: restored tables, entries, rounds, statements, fairness records."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.live.events import SeedRevealed
from pitboss.games.live.fairness import BATCH, PublishedSeeds, seed_of
from pitboss.house.fairness_book import FairnessBook
from pitboss.house.ledger import HOUSE, wallet
from pitboss.house.lessons import LessonBook, TimedLesson
from pitboss.house.loaded_table import CommandIds, DurableEntry, ExecutedCommand, entry_of
from pitboss.house.log import read
from pitboss.house.log.archive import archived_ids, archived_to, archives_of, has_id, links_of_archive
from pitboss.house.log.chain import HOUSE_LOG, START, Link, Record, chained
from pitboss.house.log.read import StreamRow
from pitboss.house.rounds import RoundBook, RoundInfo
from pitboss.house.schema import accounts, archives, entries
from pitboss.house.snapshots import read_snapshot
from pitboss.house.table_secrets import check_secret, is_wiped, open_secret, readable_secret
from pitboss.tables import live
from pitboss.tables.live import THE_HOUSE, Entry, Table, TableSpec

_PAGE: Final = 256

#: Created at import: msgspec crashes where several threads create a decoder of the same struct at once.
_SPEC: Final = msgspec.json.Decoder(TableSpec)


class AccountLine(Struct, frozen=True):
    """A line of a statement: its number, time in seconds since 1970, reason, table, amount, balance after it, and the
    actor with role and means (empty in entries of older releases)."""

    number: int
    time: float
    what: str
    table: str
    amount: int
    balance: int
    actor: str
    role: str
    means: str


class RestoredTable(Struct, frozen=True):
    """A table restored from its log, with the balances of its accounts and its command ids. ``snapshot`` is the
    position of the snapshot that it was restored from; 0 where it was none."""

    stream: StreamRow
    live: Table
    holds: dict[str, int]
    ids: CommandIds
    house_seq: int
    snapshot: int = 0


def spec_of(stream: StreamRow) -> TableSpec:
    """Decodes the spec that opened a table; releases without the field had a seed for each batch of spins."""
    spec = _SPEC.decode(stream.spec)
    known = b'"spins_per_seed"' in stream.spec
    return spec if known else msgspec.structs.replace(spec, spins_per_seed=BATCH)


def find_table(connection: Connection, name: str) -> StreamRow | None:
    """Returns a table's log; None for the house log."""
    return None if name == HOUSE_LOG else read.find_stream(connection, name)


def restore_table(connection: Connection, name: str) -> RestoredTable | None:
    """Restores a table from its snapshot and the entries behind it; without one, by applying its whole log."""
    stream = find_table(connection, name)
    if stream is None:
        return None
    secret = readable_secret(connection, stream) if stream.closed else open_secret(connection, stream)
    ids = CommandIds()
    snapshot = read_snapshot(connection, stream, spec_of(stream), secret)
    if snapshot is None:
        table, seq, head = live.restore(spec_of(stream), secret, ()), 0, START
    else:
        table, seq, head = snapshot
        _read_ids(connection, name, seq, ids)
    version, start = table.version, seq
    for link in read.links(connection, name, start):
        record = link.record
        if snapshot is not None and chained(head, record) != link.hash:
            raise ValueError(f"the log of table {name} does not follow its snapshot at entry {record.seq}")
        ids.add(record.actor, record.command, record.words, record.version)
        table.absorb(entry_of(record, stream.game))
        seq, version, head = record.seq, record.version, link.hash
    check_secret(name, secret, table.opening.events)
    # the log may have grown since its row was read: the applied entries count
    current = msgspec.structs.replace(stream, seq=seq, version=version, head=head)
    holds = read.table_holdings(connection, name) | read.holdings(connection, HOUSE)
    house = read.find_stream(connection, HOUSE_LOG)
    return RestoredTable(current, table, holds, ids, 0 if house is None else house.seq, start)


def _read_ids(connection: Connection, name: str, to: int, ids: CommandIds) -> None:
    """Reads the command ids up to a position: those of archives as hashes, the others with their words."""
    ids.add_archived(archived_ids(connection, name))
    in_log, order = read.of_log(connection, name)
    columns = (entries.c.actor, entries.c.command, entries.c.words, entries.c.version)
    rows = sa.select(*columns).where(in_log, entries.c.seq > archived_to(connection, name), entries.c.seq <= to)
    for row in connection.execute(rows.order_by(*order)):
        ids.add(*row)


def find_command(connection: Connection, name: str, actor: str, command: str) -> tuple[int, ExecutedCommand | None]:
    """Searches the log for a command id; returns the length of the log, and the command if it was executed.

    It scans the table's entries: an index would cost every commit, and such a late retry is rare. Of the archives it
    reads those that may have the id.
    """
    stream = find_table(connection, name)
    in_log, order = read.of_log(connection, name)
    query = sa.select(entries.c.words, entries.c.version).where(in_log, entries.c.actor == actor)
    latest = query.where(entries.c.command == command).order_by(*(column.desc() for column in order)).limit(1)
    row = connection.execute(latest).first()
    found = row if row is not None else _find_archived(connection, name, actor, command)
    return 0 if stream is None else stream.seq, None if found is None else ExecutedCommand(found.words, found.version)


def _find_archived(connection: Connection, name: str, actor: str, command: str) -> Record | None:
    for archive in archives_of(connection, name, newest_first=True):
        if has_id(archive.ids, actor, command):
            for link in reversed(links_of_archive(connection, archive)):
                if (link.record.actor, link.record.command) == (actor, command):
                    return link.record
    return None


def linked_after(connection: Connection, name: str, seq: int) -> tuple[bool, list[Link]]:
    """Returns whether a table is closed, and the entries behind a position in its log."""
    stream = find_table(connection, name)
    if stream is None:
        return True, []
    return bool(stream.closed), list(read.links(connection, name, seq))


def posted_after(connection: Connection, name: str, version: int, limit: int) -> list[DurableEntry]:
    """Returns the entries behind a version, the latest where there are more than ``limit``; reads from the end."""
    stream = find_table(connection, name)
    if stream is None:
        return []
    newest_first: list[DurableEntry] = []
    for record in _backwards(connection, stream):
        if record.version <= version or len(newest_first) == limit:
            break
        newest_first.append(_posted(record, stream.game))
    return newest_first[::-1]


def posted_at(connection: Connection, name: str, version: int) -> DurableEntry | None:
    """Returns the entry by which a table reached a version; searches from the end."""
    stream = find_table(connection, name)
    if stream is None:
        return None
    last = archived_to(connection, name)
    query = _newest_first(connection, name).where(entries.c.version <= version, entries.c.seq > last)
    row = connection.execute(query.limit(1)).first()
    record = _row_record(row, stream) if row is not None else _archived_at(connection, name, version)
    return None if record is None or record.version != version else _posted(record, stream.game)


def _archived_at(connection: Connection, name: str, version: int) -> Record | None:
    """Returns the first archived entry by which a table was at a version or above it."""
    archive = next(archives_of(connection, name, archives.c.version >= version), None)
    records = [link.record for link in links_of_archive(connection, archive)] if archive is not None else []
    return next((record for record in records if record.version >= version), None)


def _backwards(connection: Connection, stream: StreamRow) -> Iterator[Record]:
    """Yields the entries of a log from the last to the first."""
    below, last = stream.seq + 1, archived_to(connection, stream.name)
    query = _newest_first(connection, stream.name).where(entries.c.seq > last).limit(_PAGE)
    while below > last + 1:
        rows = connection.execute(query.where(entries.c.seq < below)).all()
        yield from (_row_record(row, stream) for row in rows)
        below = rows[-1].seq if rows else 0
    for archive in archives_of(connection, stream.name, newest_first=True):
        yield from (link.record for link in reversed(links_of_archive(connection, archive)))


_POSTED: Final = ("seq", "version", "at", "command", "actor", "role", "means", "words", "events")


def _newest_first(connection: Connection, name: str) -> sa.Select[Any]:
    columns = (entries.c[column] for column in _POSTED)
    in_log, order = read.of_log(connection, name)
    return sa.select(*columns).where(in_log).order_by(*(column.desc() for column in order))


def _row_record(row: sa.Row[Any], stream: StreamRow) -> Record:
    fields = {name: getattr(row, name) for name in _POSTED}
    return Record(stream=stream.name, **fields)


def _posted(record: Record, game: str) -> DurableEntry:
    return DurableEntry(record.version, record.at, entry_of(record, game))


def time_of(connection: Connection, name: str, version: int) -> int | None:
    """Returns the time at which a table reached a version, in milliseconds since 1970."""
    archived = _archived_at(connection, name, version)
    if archived is not None:
        return archived.at
    in_log, order = read.of_log(connection, name)
    later = (entries.c.version >= version, entries.c.seq > archived_to(connection, name))
    at: int | None = connection.execute(
        sa.select(entries.c.at).where(in_log, *later).order_by(*order).limit(1)
    ).scalar()
    return at


def all_tables(connection: Connection) -> list[tuple[StreamRow, dict[str, int]]]:
    """Returns every table with the balances of its accounts."""
    holds: dict[str, dict[str, int]] = {}
    for name, cents in connection.execute(sa.select(accounts).where(accounts.c.name.startswith("table/"))):
        holds.setdefault(name.split("/", 2)[1], {})[name] = cents
    tables = [stream for stream in read.all_streams(connection) if stream.name != HOUSE_LOG]
    return [(stream, holds.get(stream.name, {})) for stream in tables]


def tables_in_use(connection: Connection) -> list[tuple[StreamRow, dict[str, int]]]:
    """Returns every open table with the balances of its accounts."""
    return [(stream, read.table_holdings(connection, stream.name)) for stream in read.open_tables(connection)]


def one_table(connection: Connection, name: str) -> tuple[StreamRow, dict[str, int]] | None:
    """Returns one table with the balances of its accounts."""
    stream = find_table(connection, name)
    return None if stream is None else (stream, read.table_holdings(connection, name))


def newest_lines(connection: Connection, account: str, before: int | None, limit: int) -> list[AccountLine]:
    """Returns the lines of an account with numbers below ``before``, newest first."""
    lines = [
        AccountLine(
            number,
            line.at / 1000,
            line.why,
            "" if line.stream == HOUSE_LOG else line.stream,
            line.amount,
            line.holds,
            line.actor,
            line.role,
            line.means,
        )
        for number, line in enumerate(read.statement(connection, account), 1)
    ]
    end = len(lines) if before is None else max(0, min(before - 1, len(lines)))
    return lines[max(0, end - limit) : end][::-1]


def rounds(connection: Connection, book: RoundBook, before: int | None, limit: int) -> list[RoundInfo]:
    """Returns the finished rounds of a table, newest first."""
    return book.page(connection, before, limit)


def _all_entries(connection: Connection, name: str) -> tuple[StreamRow, list[Entry]] | None:
    stream = find_table(connection, name)
    if stream is None:
        return None
    return stream, [entry_of(link.record, stream.game) for link in read.links(connection, name)]


def lessons(connection: Connection, book: LessonBook) -> list[TimedLesson]:
    """Returns the finished rounds of a player at a table, oldest first."""
    return book.read_on(connection)


def tables_of(connection: Connection, player: str, limit: int) -> list[str]:
    """Returns the tables that moved money to or from a player's wallet, the latest first."""
    moved = (entries.c.wallet == wallet(player)) & (entries.c.stream != HOUSE_LOG)
    latest = sa.func.max(entries.c.id)
    query = sa.select(entries.c.stream).where(moved).group_by(entries.c.stream).order_by(latest.desc()).limit(limit)
    return list(connection.execute(query).scalars())


def round_text(connection: Connection, book: RoundBook, number: int) -> str | None:
    """Returns a finished round as a ``.pit`` file; None where there is none."""
    cached, found = book.file(number), book.page(connection, number + 1, 1)
    stream = find_table(connection, book.table)
    if cached is not None or stream is None or not found or found[0].round != number:
        return cached
    last = found[0].last
    links = takewhile(lambda link: link.record.version <= last, read.links(connection, book.table))
    try:
        text = live.round_pit(spec_of(stream), [entry_of(link.record, stream.game) for link in links], number)
    except ValueError:
        return None  # the round has nothing to replay
    book.cache(number, text)
    return text


def log_text(connection: Connection, name: str, *, attributed: bool = False) -> str | None:
    """Returns the whole log as a ``.pit`` file; ``attributed`` adds a comment with the actor to each line."""
    log = _all_entries(connection, name)
    return None if log is None else live.log_pit(spec_of(log[0]), log[1], attributed=attributed)


def fairness(connection: Connection, name: str) -> Any:
    """Returns the records by which a table's chance can be verified offline.

    The log of a closed table ends before its last seeds were revealed; they are revealed here, since no card follows.
    """
    stream = find_table(connection, name)
    if stream is None:
        return None
    book = FairnessBook(stream, spec_of(stream))
    records = book.records(connection)
    hidden = [record.name for record in records if not record.seed] if stream.closed else []
    secret = readable_secret(connection, stream) if hidden else b""
    if hidden and (is_wiped(stream.secret) or not isinstance(secret, PublishedSeeds)):
        revealed = (SeedRevealed((), seed, seed_of(secret, seed).hex()) for seed in hidden)
        last = {record.name: record for record in book.reveal(Entry("", THE_HOUSE, "closed", tuple(revealed)))}
        records = [last.get(record.name, record) for record in records]
    return records
