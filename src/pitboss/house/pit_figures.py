"""Figures of a gaming day, folded from the ledger: each table's float, fills, credits, buy-ins, drop and win.

A day reaches from the heads of the day before to its own, so that its figures never change after the close.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final

import msgspec
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.house.corrected_rounds import RoundCount
from pitboss.house.history import spec_of
from pitboss.house.ledger import CAGE, HOUSE, Transfer, bank, purse, stakes
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG, Record
from pitboss.house.pit_acts import DropCounted, FloatCounted
from pitboss.house.pit_book import Day, PitBook
from pitboss.house.witness import HeadStatement, heads_now

#: By log: the position of its last entry.
Positions = Mapping[str, int]
#: The reason of the transfer that returns the bank of a closed table.
_CLOSED: Final = "closed"


class TableFigures(Struct):
    """A table in a day, in cents. ``float_then`` and ``float_now`` are the bank at both ends.

    ``win`` is what the table won from the players. ``automatic`` are fills that the house made without a slip because
    the bank could not pay. ``variance`` is counted less expected, of the float and of the drop box.
    """

    table: str
    rounds: int = 0
    float_then: int = 0
    fills: int = 0
    automatic: int = 0
    credits: int = 0
    win: int = 0
    staked: int = 0
    buy_ins: int = 0
    cash_outs: int = 0
    cash_drop: int = 0
    variance: int = 0
    drop_variance: int = 0
    closed: int = 0
    float_now: int = 0


class DayFigures(Struct):
    """The figures of a day: its tables, and the money of the cage."""

    day: str
    tables: list[TableFigures]
    deposits: int = 0
    withdrawals: int = 0
    awards: int = 0
    capital: int = 0
    fills: int = 0
    credits: int = 0

    def digest(self) -> str:
        """Returns the hash that the close of the day signs."""
        return sha256(b"pitboss day 1\n" + msgspec.json.encode(self)).hexdigest()


def positions(statement: HeadStatement | None) -> dict[str, int]:
    """Returns the positions of signed heads; empty for none."""
    return {} if statement is None else {name: seq for name, (seq, _) in statement.heads.items()}


def day_range(connection: Connection, book: PitBook, day: Day) -> tuple[Positions, Positions]:
    """Returns the positions of every log at the end of the day before, and at the end of the day or now."""
    before = book.day_before(day.name)
    then = positions(before.statement) if before is not None else {}
    now = positions(day.statement) or {name: seq for name, (seq, _) in heads_now(connection).items()}
    return then, now


def records_between(connection: Connection, name: str, then: Positions, now: Positions) -> Iterator[Record]:
    """Yields the entries of a log in a range of positions."""
    end = now.get(name, 0)
    for link in read.links(connection, name, then.get(name, 0)):
        if link.record.seq > end:
            return
        yield link.record


def day_figures(connection: Connection, book: PitBook, day: Day) -> DayFigures:
    """Returns the figures of a day, so far where it is open."""
    then, now = day_range(connection, book, day)
    figures = DayFigures(day.name, [])
    tables: dict[str, TableFigures] = {}
    before = book.day_before(day.name)
    floats = _floats_before(connection, then) if before is not None else {}
    for stream in read.all_streams(connection):
        if stream.name == HOUSE_LOG or stream.name not in now or now[stream.name] == then.get(stream.name, 0):
            continue
        table = tables.setdefault(stream.name, TableFigures(stream.name, float_then=floats.get(stream.name, 0)))
        rounds = RoundCount(stream.game)
        before_it, after = {} if spec_of(stream).floor else then, then.get(stream.name, 0)
        for record in records_between(connection, stream.name, before_it, now):  # a correction may reach back
            counted = rounds.follow(record)
            if record.seq > after:
                table.rounds += counted.again - counted.replaced
                _count_table(table, record)
    for name, cents in floats.items():
        if cents and name not in tables:
            tables[name] = TableFigures(name, float_then=cents)
    for record in records_between(connection, HOUSE_LOG, then, now):
        _count_house(figures, tables, record)
    _count_acts(tables, day)
    figures.tables = [tables[name] for name in sorted(tables, key=lambda name: (len(name), name))]
    for table in figures.tables:
        table.float_now = (
            table.float_then + table.fills + table.automatic - table.credits + table.win + table.variance - table.closed
        )
    figures.fills = sum(table.fills for table in figures.tables)
    figures.credits = sum(table.credits for table in figures.tables)
    return figures


def _floats_before(connection: Connection, then: Positions) -> dict[str, int]:
    """Returns the bank of each table at these positions, from its own log and the house log."""
    floats: dict[str, int] = {}
    for name in then:
        for record in records_between(connection, name, {}, then):
            for transfer in record.transfers:
                for account, cents in ((transfer.debit, -transfer.amount), (transfer.credit, transfer.amount)):
                    if account.endswith("/bank"):
                        table = account.split("/")[1]
                        floats[table] = floats.get(table, 0) + cents
    return floats


def _count_table(table: TableFigures, record: Record) -> None:
    own, laid, purses = bank(table.table), stakes(table.table), purse(table.table, "")
    for transfer in record.transfers:
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        if debit == HOUSE and credit == own:
            table.automatic += amount
        elif credit == own:
            table.win += amount
        elif debit == own:
            table.win -= amount
        elif credit == laid:
            table.staked += amount
        elif credit.startswith(purses) and debit != laid:
            table.buy_ins += amount
            table.cash_drop += amount if is_cash(transfer) else 0
        elif debit.startswith(purses):
            table.cash_outs += amount


def is_cash(transfer: Transfer) -> bool:
    """Whether a transfer of a table is cash of an anonymous player, which is in its drop box."""
    return transfer.debit == CAGE and transfer.why.split(" ", 1)[0] == "cash"


def uncounted_cash(connection: Connection, book: PitBook, day: Day, table: str) -> int:
    """Returns the cash in the drop box of a table since its last count: bought in at the cage's desk or by words."""
    then, now = day_range(connection, book, day)
    records = records_between(connection, table, then, now)
    cash = sum(each.amount for record in records for each in record.transfers if is_cash(each))
    cash += sum(each.act.amount for each in day.cash if each.act.table == table)
    counted = (each.act for each in day.counts if each.act.table == table)
    return cash - sum(act.expected for act in counted if isinstance(act, DropCounted))


def _count_house(figures: DayFigures, tables: dict[str, TableFigures], record: Record) -> None:
    """Counts money of wallets and of the house; the transfers of floats are counted by table."""
    for transfer in record.transfers:
        debit, credit, amount = transfer.debit, transfer.credit, transfer.amount
        moved = debit if debit.endswith("/bank") else credit if credit.endswith("/bank") else ""
        if moved:
            name = moved.split("/")[1]
            _count_float(tables.setdefault(name, TableFigures(name)), transfer)
        elif debit == CAGE and credit.startswith("wallet/"):
            figures.deposits += amount
        elif credit == CAGE and debit.startswith("wallet/"):
            figures.withdrawals += amount
        elif debit == HOUSE and credit.startswith("wallet/"):
            figures.awards += amount
        elif credit == HOUSE and transfer.why == "capital":
            figures.capital += amount


def _count_float(table: TableFigures, transfer: Transfer) -> None:
    amount = transfer.amount
    if transfer.debit == HOUSE:
        table.fills += amount
    elif CAGE in (transfer.debit, transfer.credit):
        table.variance += amount if transfer.debit == CAGE else -amount
    elif transfer.why == _CLOSED:
        table.closed += amount
    else:
        table.credits += amount


def _count_acts(tables: dict[str, TableFigures], day: Day) -> None:
    for cash in day.cash:
        tables.setdefault(cash.act.table, TableFigures(cash.act.table)).cash_drop += cash.act.amount
    for count in day.counts:
        act = count.act
        if isinstance(act, DropCounted):
            tables.setdefault(act.table, TableFigures(act.table)).drop_variance += act.counted - act.expected
        elif isinstance(act, FloatCounted):
            tables.setdefault(act.table, TableFigures(act.table))
