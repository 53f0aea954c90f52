"""What the logs tell: tables as they stand, entries, rounds, statements."""

from itertools import takewhile
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.ledger import HOUSE
from pitboss.storage import read
from pitboss.storage.chain import HOUSE_LOG, Link, Record
from pitboss.storage.open_table import Posted, entry_of
from pitboss.storage.read import Stream
from pitboss.storage.remembered import REMEMBERED
from pitboss.storage.rounds import RoundBook, RoundInfo
from pitboss.storage.schema import accounts, entries
from pitboss.table import live
from pitboss.table.fair import seed_of
from pitboss.table.live import THE_HOUSE, Actor, Entry, LiveTable, Role, TableSpec
from pitboss.table.live_events import SeedRevealed

_PAGE: Final = 256

#: Made once, as the module is: threads that ask msgspec for a struct's fields for the first time, at once, crash it.
_SPEC: Final = msgspec.json.Decoder(TableSpec)


class Line(Struct, frozen=True):
    """A line of a statement: its number in the account, seconds since 1970, what it was and at which table."""

    number: int
    time: float
    what: str
    table: str
    amount: int
    balance: int


class Restored(Struct, frozen=True):
    """A table from its log, what its accounts hold, and its last entries."""

    stream: Stream
    live: LiveTable
    holds: dict[str, int]
    recent: list[Record]


def spec_of(stream: Stream) -> TableSpec:
    """What opened a table."""
    return _SPEC.decode(stream.spec)


def find_table(connection: Connection, name: str) -> Stream | None:
    """A table's log; the house's own is none."""
    return None if name == HOUSE_LOG else read.find_stream(connection, name)


def restore_table(connection: Connection, name: str) -> Restored | None:
    """The table that its log makes."""
    stream = find_table(connection, name)
    if stream is None:
        return None
    recent: list[Record] = []
    last = None

    def told() -> Any:
        nonlocal last, recent
        for link in read.links(connection, name):
            last = link
            recent.append(link.record)
            if len(recent) > 2 * REMEMBERED:
                recent = recent[-REMEMBERED:]
            yield entry_of(link.record, stream.game)

    table = live.restore(spec_of(stream), stream.secret, told())
    assert last is not None
    # the log may have grown since its head was read: what was folded is what counts
    stands = msgspec.structs.replace(stream, seq=last.record.seq, version=last.record.version, head=last.hash)
    holds = read.table_holdings(connection, name) | read.holdings(connection, HOUSE)
    return Restored(stands, table, holds, recent[-REMEMBERED:])


def linked_after(connection: Connection, name: str, seq: int) -> tuple[bool, list[Link]]:
    """Whether a table is closed, and the entries behind a place in its log."""
    stream = find_table(connection, name)
    if stream is None:
        return True, []
    return bool(stream.closed), list(read.links(connection, name, seq))


def posted_after(connection: Connection, name: str, version: int, limit: int) -> list[Posted]:
    """The entries behind a version, the latest where there are more than the limit; read from the end."""
    stream = find_table(connection, name)
    if stream is None:
        return []
    found: list[Posted] = []
    below = stream.seq + 1
    asked = _from_the_end(connection, name).limit(_PAGE)
    while below > 1 and len(found) < limit:
        rows = connection.execute(asked.where(entries.c.seq < below)).all()
        for row in rows:
            if row.version <= version:
                return found[::-1]
            found.append(_posted(row, stream.game))
            if len(found) == limit:
                break
        below = rows[-1].seq if rows else 0
    return found[::-1]


def posted_at(connection: Connection, name: str, version: int) -> Posted | None:
    """The entry by which a table came to a version; looked for from the end."""
    stream = find_table(connection, name)
    row = connection.execute(_from_the_end(connection, name).where(entries.c.version <= version).limit(1)).first()
    return None if stream is None or row is None or row.version != version else _posted(row, stream.game)


def _from_the_end(connection: Connection, name: str) -> sa.Select[Any]:
    columns = (entries.c[name] for name in ("seq", "version", "at", "command", "actor", "role", "words", "events"))
    mine, order = read.of_log(connection, name)
    return sa.select(*columns).where(mine).order_by(*(column.desc() for column in order))


def _posted(row: sa.Row[Any], game: str) -> Posted:
    entry = Entry(row.command, Actor(row.actor, Role(row.role)), row.words, live.decode_events(game, row.events))
    return Posted(row.version, row.at, entry)


def time_of(connection: Connection, name: str, version: int) -> int | None:
    """When a table came to a version, in milliseconds since 1970."""
    mine, order = read.of_log(connection, name)
    first = sa.select(entries.c.at).where(mine, entries.c.version >= version).order_by(*order).limit(1)
    found: int | None = connection.execute(first).scalar()
    return found


def all_tables(connection: Connection) -> list[tuple[Stream, dict[str, int]]]:
    """Every table, with what its accounts hold."""
    holds: dict[str, dict[str, int]] = {}
    for name, cents in connection.execute(sa.select(accounts).where(accounts.c.name.startswith("table/"))):
        holds.setdefault(name.split("/", 2)[1], {})[name] = cents
    found = [stream for stream in read.all_streams(connection) if stream.name != HOUSE_LOG]
    return [(stream, holds.get(stream.name, {})) for stream in found]


def one_table(connection: Connection, name: str) -> tuple[Stream, dict[str, int]] | None:
    """One table, with what its accounts hold."""
    stream = find_table(connection, name)
    return None if stream is None else (stream, read.table_holdings(connection, name))


def newest_lines(connection: Connection, account: str, before: int | None, limit: int) -> list[Line]:
    """A statement from its newest line, or from below a line, downwards."""
    lines = [
        Line(number, line.at / 1000, line.why, "" if line.stream == HOUSE_LOG else line.stream, line.amount, line.holds)
        for number, line in enumerate(read.statement(connection, account), 1)
    ]
    end = len(lines) if before is None else max(0, min(before - 1, len(lines)))
    return lines[max(0, end - limit) : end][::-1]


def rounds(connection: Connection, book: RoundBook, before: int | None, limit: int) -> list[RoundInfo]:
    """The rounds of a table that are over, the newest first."""
    found = book.read_on(connection)
    end = len(found) if before is None else max(0, min(before - 1, len(found)))
    return found[max(0, end - limit) : end][::-1]


def _all_entries(connection: Connection, name: str) -> tuple[Stream, list[Entry]] | None:
    stream = find_table(connection, name)
    if stream is None:
        return None
    return stream, [entry_of(link.record, stream.game) for link in read.links(connection, name)]


def round_text(connection: Connection, book: RoundBook, number: int) -> str | None:
    """A round that is over as a ``.pit`` file; None where there was none."""
    kept, found = book.file(number), book.read_on(connection)
    stream = find_table(connection, book.table)
    if kept is not None or stream is None or not 0 < number <= len(found):
        return kept
    last = found[number - 1].last
    links = takewhile(lambda link: link.record.version <= last, read.links(connection, book.table))
    try:
        text = live.round_pit(spec_of(stream), [entry_of(link.record, stream.game) for link in links], number)
    except ValueError:
        return None  # it left nothing that could be played again
    book.keep(number, text)
    return text


def log_text(connection: Connection, name: str) -> str | None:
    """All of a table as a ``.pit`` file."""
    found = _all_entries(connection, name)
    return None if found is None else live.log_pit(spec_of(found[0]), found[1])


def fairness(connection: Connection, name: str) -> Any:
    """What is needed to check a table's chance offline. Of a closed table all that was used is told: nothing more comes
    of it, though the log ends before the last seeds were revealed."""
    found = _all_entries(connection, name)
    if found is None:
        return None
    stream, told = found
    records = live.fairness_records(spec_of(stream), told)
    left = [record.name for record in records if not record.seed] if stream.closed else []
    if left:
        revealed = (SeedRevealed((), seed, seed_of(stream.secret, seed).hex()) for seed in left)
        records = live.fairness_records(spec_of(stream), [*told, Entry("", THE_HOUSE, "closed", tuple(revealed))])
    return records
