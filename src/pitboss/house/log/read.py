"""Queries: logs, entries, balances and statements."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec
import sqlalchemy as sa
from msgspec import Struct, structs
from sqlalchemy.engine import Connection, Row

from pitboss.house.ledger import CAGE, HOUSE, Transfer, table_of, wallet
from pitboss.house.log.archive import archived_links, archives_of, links_of_archive, numbers_of
from pitboss.house.log.chain import HOUSE_LOG, Link, Record
from pitboss.house.schema import ENTRY_COLUMNS, accounts, entries, streams

#: How many entries one query reads.
_PAGE = 1000
#: How many lines of a statement are held back at most until an earlier credit covers them.
_MAX_HELD_BACK = 100


class StreamRow(Struct, frozen=True):
    """A row of ``streams``: the log of a table, or of the house."""

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


class LedgerLine(Struct, frozen=True):
    """A line of a statement: the signed amount, the other account, the balance after it, and the actor with role and
    means (empty in entries of older releases). ``at`` is in milliseconds."""

    at: int
    stream: str
    seq: int
    amount: int
    other: str
    why: str
    words: str
    holds: int
    actor: str
    role: str
    means: str


def find_stream(connection: Connection, name: str) -> StreamRow | None:
    """Returns a log by name."""
    row = connection.execute(sa.select(streams).where(streams.c.name == name)).one_or_none()
    return None if row is None else StreamRow(*row)


def all_streams(connection: Connection) -> list[StreamRow]:
    """Returns every log in the order of opening; the house log is the first."""
    rows = connection.execute(
        sa.select(streams).order_by(streams.c.opened, sa.func.length(streams.c.name), streams.c.name)
    )
    return [StreamRow(*row) for row in rows]


def open_tables(connection: Connection) -> list[StreamRow]:
    """Returns the logs of the open tables."""
    open_now = (streams.c.name != HOUSE_LOG) & (streams.c.closed == 0)
    return [StreamRow(*row) for row in connection.execute(sa.select(streams).where(open_now))]


def of_log(connection: Connection, name: str) -> tuple[sa.ColumnElement[bool], tuple[sa.Column[int], ...]]:
    """Returns the condition that selects the entries of a log, and their order, so that the query uses the index."""
    in_log, position = entries.c.stream == name, entries.c.seq
    if connection.dialect.name != "sqlite":
        return in_log, (position,)
    return entries.c.block.in_(_BLOCKS) & in_log, (entries.c.block, position)


def _every_block() -> sa.Select[tuple[int]]:
    """Returns a query for the existing block numbers: a recursive loose index scan, which skips gaps in the numbers."""
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
    """Yields the entries of a log behind a position, archived ones too; one page of rows a query."""
    in_log, order = of_log(connection, stream)
    query = sa.select(*_RECORD).where(in_log).order_by(*order).limit(page)
    archived = False
    while True:
        rows = connection.execute(query.where(entries.c.seq > after)).all()
        # of archived entries only those that move a wallet's money have rows
        if rows and not archived and (rows[0].seq, rows[-1].seq) != (after + 1, after + len(rows)):
            archived = True
            found = after
            for link in archived_links(connection, stream, after):
                yield link
                after = link.record.seq
            if after != found:
                continue
        yield from map(_link, rows)
        if len(rows) < page:
            return
        after = rows[-1].seq


def numbered(connection: Connection, numbers: Sequence[int]) -> list[Link]:
    """Returns entries by number, in ascending order."""
    query = sa.select(*_RECORD).where(entries.c.id.in_(numbers)).order_by(entries.c.id)
    return [_link(row) for row in connection.execute(query)]


def moved_by(row: Row[Any]) -> tuple[Transfer, ...]:
    """Decodes the transfers of an entry."""
    return () if row.moved is None else _transfers(row.moved)


def _link(row: Sequence[Any]) -> Link:
    stream, seq, version, at, command, actor, role, words, events, moved, hashed, means = tuple(row)
    transfers = () if moved is None else _transfers(moved)
    return Link(Record(stream, seq, version, at, command, actor, role, words, events, transfers, means), hashed)


def rows_of(connection: Connection, stream: str, after: int, limit: int) -> list[tuple[int, str | None, Link]]:
    """Returns the rows of a log behind a position, each with its number and its wallet."""
    in_log, order = of_log(connection, stream)
    query = sa.select(entries.c.id, entries.c.wallet, *_RECORD).where(in_log, entries.c.seq > after)
    return [(row[0], row[1], _link(row[2:])) for row in connection.execute(query.order_by(*order).limit(limit))]


def holdings(connection: Connection, *names: str, locks: bool = False) -> dict[str, int]:
    """Returns the balances of these accounts, 0 for unused ones; ``locks`` locks their rows in the transaction."""
    query = sa.select(accounts).where(accounts.c.name.in_(names))
    rows = connection.execute(query.with_for_update() if locks else query)
    return dict.fromkeys(names, 0) | {row.name: row.holds for row in rows}


def holdings_known(connection: Connection) -> dict[str, int]:
    """Returns the balance of every account."""
    return {row.name: row.holds for row in connection.execute(sa.select(accounts))}


def account_totals(connection: Connection) -> dict[str, int]:
    """Returns the sum of the balances of each kind of account: cage, house, wallets, purses, stakes and banks."""
    name = accounts.c.name
    kinds = {"wallets": "wallet/%", "purses": "table/%/purse/%", "stakes": "table/%/stakes", "banks": "table/%/bank"}
    kind = sa.case(*((name.like(pattern), label) for label, pattern in kinds.items()), else_=name)
    rows = connection.execute(sa.select(kind, sa.func.sum(accounts.c.holds)).group_by(kind))
    return dict.fromkeys((CAGE, HOUSE, *kinds), 0) | {label: int(cents) for label, cents in rows}


def wallets(connection: Connection) -> dict[str, int]:
    """Returns the balance of every wallet, by owner."""
    return {name.removeprefix(wallet("")): cents for name, cents in _holdings_by_prefix(connection, wallet("")).items()}


def table_holdings(connection: Connection, table: str) -> dict[str, int]:
    """Returns the balances of all accounts of a table."""
    return _holdings_by_prefix(connection, f"table/{table}/")


def _holdings_by_prefix(connection: Connection, start: str) -> dict[str, int]:
    """Returns the balances of the accounts whose names begin with ``start``, which ends in "/"."""
    name = accounts.c.name
    where: sa.ColumnElement[bool]
    if connection.dialect.name == "sqlite":
        where = name.between(start, f"{start[:-1]}0")  # "0" follows "/" in ASCII: a range scan of the index
    else:
        where = sa.func.starts_with(name, start)  # its collation orders names differently
    return {row.name: row.holds for row in connection.execute(sa.select(accounts).where(where))}


def statement(connection: Connection, account: str) -> list[LedgerLine]:
    """Returns every line of an account in order, each with the balance after it."""
    table = table_of(account)
    where = entries.c.moved.contains(f'"{account}"', autoescape=True)
    if account.startswith("wallet/"):
        where = entries.c.wallet == account
    elif table:
        where &= of_log(connection, table)[0]
    rows = connection.execute(sa.select(entries.c.id, *_RECORD).where(where).order_by(entries.c.id))
    numbered = [(row.id, _link(row[1:]).record) for row in rows]
    if not account.startswith("wallet/"):
        numbered = _with_archived(connection, account, numbered)
    return _summed(_in_valid_order([line for _, record in numbered for line in _lines(record, account)]))


def _with_archived(connection: Connection, account: str, rows: list[tuple[int, Record]]) -> list[tuple[int, Record]]:
    """Returns the numbered records that move money of an account, those of archives too, in order."""
    table = table_of(account)
    names = [table] if table else [stream.name for stream in all_streams(connection)]
    found = dict(rows)
    for name in names:
        for archive in archives_of(connection, name):
            for number, link in zip(numbers_of(archive), links_of_archive(connection, archive), strict=True):
                if any(account in (each.debit, each.credit) for each in link.record.transfers):
                    found[number] = link.record
    return sorted(found.items())


def _lines(record: Record, account: str) -> Iterator[LedgerLine]:
    for each in record.transfers:
        if account in (each.debit, each.credit):
            grows = (each.credit == account) != (account == CAGE)
            other = each.debit if each.credit == account else each.credit
            amount = each.amount if grows else -each.amount
            author = record.actor, record.role, record.means
            yield LedgerLine(record.at, record.stream, record.seq, amount, other, each.why, record.words, 0, *author)


def _in_valid_order(lines: list[LedgerLine]) -> Iterator[LedgerLine]:
    """Yields the lines in an order in which the balance is never negative, even where clocks differ or were set back.
    The lines of each log stay in its order."""
    logs: dict[str, deque[LedgerLine]] = {}
    for line in sorted(lines, key=lambda line: line.seq):
        logs.setdefault(line.stream, deque()).append(line)
    holds = 0
    held_back: list[LedgerLine] = []
    for line in lines:
        held_back.append(logs[line.stream].popleft())
        while (covered := _first_covered(held_back, holds)) is not None:
            held_back.remove(covered)
            holds += covered.amount
            yield covered
    yield from held_back


def _first_covered(held_back: list[LedgerLine], holds: int) -> LedgerLine | None:
    """Returns the first line that the balance covers and that is the next of its log."""
    waiting: set[str] = set()
    for line in held_back:
        if line.stream not in waiting and holds + line.amount >= 0:
            return line
        waiting.add(line.stream)
    return held_back[0] if len(held_back) > _MAX_HELD_BACK else None


def _summed(lines: Iterable[LedgerLine]) -> list[LedgerLine]:
    summed: list[LedgerLine] = []
    holds = 0
    for line in lines:
        holds += line.amount
        summed.append(structs.replace(line, holds=holds))
    return summed
