"""Reading logs, accounts and statements."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct, structs
from sqlalchemy.engine import Connection, Row

from pitboss.ledger import Transfer, wallet
from pitboss.ledger.accounts import CAGE, table_of
from pitboss.storage.chain import HOUSE_LOG, Link, Record
from pitboss.storage.schema import ENTRY_COLUMNS, accounts, entries, streams

#: How many entries are read at a time.
_PAGE = 1000
#: So many lines of a statement at most wait for one that covers them: clocks do not differ by more.
_MOST_EARLY = 100


class Stream(Struct, frozen=True):
    """A log as the database knows it."""

    name: str
    title: str
    game: str
    spec: bytes
    secret: bytes
    opened: int
    closed: int
    seq: int
    version: int
    head: bytes


class Line(Struct, frozen=True):
    """A line of a statement: what came to the account (or went, below zero), from or to whom, and what it then held."""

    at: int
    stream: str
    seq: int
    amount: int
    other: str
    why: str
    words: str
    holds: int


def find_stream(connection: Connection, name: str) -> Stream | None:
    """A log by its name."""
    row = connection.execute(sa.select(streams).where(streams.c.name == name)).one_or_none()
    return None if row is None else Stream(*row)


def all_streams(connection: Connection) -> list[Stream]:
    """Every log in the order in which they were opened, that of the house first."""
    rows = connection.execute(
        sa.select(streams).order_by(streams.c.opened, sa.func.length(streams.c.name), streams.c.name)
    )
    return [Stream(*row) for row in rows]


def open_tables(connection: Connection) -> list[Stream]:
    """The logs of the tables that are open."""
    open_now = (streams.c.name != HOUSE_LOG) & (streams.c.closed == 0)
    return [Stream(*row) for row in connection.execute(sa.select(streams).where(open_now))]


def of_log(connection: Connection, name: str) -> tuple[sa.ColumnElement[bool], tuple[sa.Column[int], ...]]:
    """Which entries are a log's, and their order, as the index of this database has them."""
    mine, place = entries.c.stream == name, entries.c.seq
    if connection.dialect.name != "sqlite":
        return mine, (place,)
    return entries.c.block.in_(_BLOCKS) & mine, (entries.c.block, place)


def _every_block() -> sa.Select[tuple[int]]:
    """The numbers of all blocks that there are, each found from the one before: whatever number somebody gives to an
    entry, no more of them are looked for than there are."""
    numbered = entries.alias("numbered")
    blocks = sa.select(sa.func.min(numbered.c.block).label("number")).cte("blocks", recursive=True)
    found = blocks.c.number.is_not(None)
    behind = sa.select(sa.func.min(numbered.c.block)).where(numbered.c.block > blocks.c.number)
    blocks = blocks.union_all(sa.select(behind.correlate(blocks).scalar_subquery()).where(found))
    return sa.select(blocks.c.number).where(blocks.c.number.is_not(None))


_BLOCKS: Final = _every_block()
_RECORD: Final = [column for column in ENTRY_COLUMNS if column is not entries.c.wallet]
_transfers: Final = msgspec.json.Decoder(tuple[Transfer, ...]).decode


def links(connection: Connection, stream: str, after: int = 0, *, page: int = _PAGE) -> Iterator[Link]:
    """The entries of a log behind a place in it, with what they moved."""
    mine, order = of_log(connection, stream)
    asked = sa.select(*_RECORD).where(mine).order_by(*order).limit(page)
    while True:
        rows = connection.execute(asked.where(entries.c.seq > after)).all()
        yield from map(_link, rows)
        if len(rows) < page:
            return
        after = rows[-1].seq


def numbered(connection: Connection, numbers: Sequence[int]) -> list[Link]:
    """Entries by their numbers, in that order."""
    asked = sa.select(*_RECORD).where(entries.c.id.in_(numbers)).order_by(entries.c.id)
    return [_link(row) for row in connection.execute(asked)]


def moved_by(row: Row[Any]) -> tuple[Transfer, ...]:
    """The transfers of an entry."""
    return () if row.moved is None else _transfers(row.moved)


def _link(row: Row[Any]) -> Link:
    stream, seq, version, at, command, actor, role, words, events, _, hashed = tuple(row)
    return Link(Record(stream, seq, version, at, command, actor, role, words, events, moved_by(row)), hashed)


def holdings(connection: Connection, *names: str, locks: bool = False) -> dict[str, int]:
    """What these accounts hold; those that were never used hold nothing. With ``locks`` they do until the end of the
    transaction, though other processes play on."""
    asked = sa.select(accounts).where(accounts.c.name.in_(names))
    rows = connection.execute(asked.with_for_update() if locks else asked)
    return dict.fromkeys(names, 0) | {row.name: row.holds for row in rows}


def holdings_known(connection: Connection) -> dict[str, int]:
    """What every account holds that was ever used."""
    return {row.name: row.holds for row in connection.execute(sa.select(accounts))}


def wallets(connection: Connection) -> dict[str, int]:
    """What every wallet holds that was ever used, by its owner."""
    return {name.removeprefix(wallet("")): cents for name, cents in _holdings_below(connection, wallet("")).items()}


def table_holdings(connection: Connection, table: str) -> dict[str, int]:
    """What all accounts of a table hold."""
    return _holdings_below(connection, f"table/{table}/")


def _holdings_below(connection: Connection, start: str) -> dict[str, int]:
    """What all accounts hold whose names begin so, up to a "/"."""
    name = accounts.c.name
    where: sa.ColumnElement[bool]
    if connection.dialect.name == "sqlite":
        where = name.between(start, f"{start[:-1]}0")  # "0" follows "/": a range, which the index has
    else:
        where = sa.func.starts_with(name, start)  # for its order of names is another
    return {row.name: row.holds for row in connection.execute(sa.select(accounts).where(where))}


def statement(connection: Connection, account: str) -> list[Line]:
    """All that an account was given and gave, in order, with what it held after each."""
    table = table_of(account)
    where = entries.c.moved.contains(f'"{account}"', autoescape=True)
    if account.startswith("wallet/"):
        where = entries.c.wallet == account
    elif table:
        where &= of_log(connection, table)[0]
    rows = connection.execute(sa.select(entries).where(where).order_by(entries.c.id))
    return _summed(_as_it_was([line for row in rows for line in _lines(row, account)]))


def _lines(row: Row[Any], account: str) -> Iterator[Line]:
    for one in moved_by(row):
        if account in (one.debit, one.credit):
            grows = (one.credit == account) != (account == CAGE)
            other = one.debit if one.credit == account else one.credit
            amount = one.amount if grows else -one.amount
            yield Line(row.at, row.stream, row.seq, amount, other, one.why, row.words, 0)


def _as_it_was(lines: list[Line]) -> Iterator[Line]:
    """The lines in an order that can have been, though clocks were set back or differ: each log's in its own order,
    and what goes out behind what has come in, for no account was ever below nothing."""
    logs: dict[str, deque[Line]] = {}
    for line in sorted(lines, key=lambda line: line.seq):
        logs.setdefault(line.stream, deque()).append(line)
    holds = 0
    early: list[Line] = []
    for place in lines:
        early.append(logs[place.stream].popleft())
        while (covered := _first_covered(early, holds)) is not None:
            early.remove(covered)
            holds += covered.amount
            yield covered
    yield from early


def _first_covered(early: list[Line], holds: int) -> Line | None:
    """The first line for which there is enough, and before which its own log has no other."""
    waiting: set[str] = set()
    for line in early:
        if line.stream not in waiting and holds + line.amount >= 0:
            return line
        waiting.add(line.stream)
    return early[0] if len(early) > _MOST_EARLY else None


def _summed(lines: Iterable[Line]) -> list[Line]:
    found: list[Line] = []
    holds = 0
    for line in lines:
        holds += line.amount
        found.append(structs.replace(line, holds=holds))
    return found
