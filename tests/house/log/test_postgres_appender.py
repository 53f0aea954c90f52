"""PostgreSQL appends a batch by one statement: all of it or nothing, also where several processes do so at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from sqlalchemy.engine import Engine

from pitboss.house.administration import Administration
from pitboss.house.database import SYNC_COMMITS, connect, migrate
from pitboss.house.ledger import CAGE, HOUSE, Books, Transfer, wallet
from pitboss.house.log import read
from pitboss.house.log.chain import START, AppendRequest, Link, Record, chained
from pitboss.house.log.postgres_appender import PostgresAppender
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, TableSpec, open_table

CAPITAL = 10_000


def append(stream: str, seq: int, *transfers: Transfer) -> AppendRequest:
    books = Books({CAGE: CAPITAL, HOUSE: CAPITAL, wallet("ann"): CAPITAL, wallet("nobody"): CAPITAL})
    record = Record(stream, seq, seq, 0, "", "ann", "player", "", b"[]", transfers)
    return AppendRequest(stream, Link(record, chained(START, record)), books.post(transfers))


@contextmanager
def two_tables(url: str) -> Iterator[tuple[Engine, list[PostgresAppender]]]:
    """A house with two tables, and two processes that append to them."""
    engine = connect(url)
    migrate(engine)
    appenders = [PostgresAppender(engine, name) for name in ("one", "two")]
    office = Administration(engine, appenders[0])
    office.found(THE_HOUSE, CAPITAL)
    for _ in appenders:
        live = open_table(TableSpec(rulebook="mbs-blackjack"), bytes(32))
        assert not isinstance(live, Refusal)
        office.add_table(THE_HOUSE, live)
    yield engine, appenders
    for appender in appenders:
        appender.close()
    engine.dispose()


def holds(engine: Engine) -> dict[str, int]:
    with engine.begin() as connection:
        return read.holdings(connection, HOUSE, wallet("ann"))


def test_simultaneous_payments_from_one_account_add_up(postgres_url: str) -> None:
    pays = Transfer(HOUSE, wallet("ann"), 1, "fill")
    with two_tables(postgres_url) as (engine, appenders):

        def write(number: int) -> list[set[str]]:
            table = f"t{number + 1}"
            return [appenders[number].write([append(table, seq, pays)]) for seq in range(2, 152)]

        with ThreadPoolExecutor(2) as threads:
            taken = [refused for found in threads.map(write, range(2)) for refused in found]
        assert taken == [set()] * 300
        assert holds(engine) == {HOUSE: CAPITAL - 300, wallet("ann"): 300}


def test_where_a_place_is_taken_nothing_of_it_is_appended_and_nothing_moves(postgres_url: str) -> None:
    pays = Transfer(HOUSE, wallet("ann"), 1, "fill")
    with two_tables(postgres_url) as (engine, (one, two)):
        assert one.write([append("t1", 2, pays)]) == set()
        assert two.write([append("t1", 2, pays), append("t2", 2)]) == {"t1"}
        assert two.write([append("t1", 3), append("t1", 5)]) == {"t1"}  # a place between them is free
        assert two.write([append("t1", 3), append("t1", 4, pays), append("t2", 3, pays)]) == set()
        assert holds(engine) == {HOUSE: CAPITAL - 3, wallet("ann"): 3}
        with engine.begin() as connection:
            seqs = {name: [link.record.seq for link in read.links(connection, name)] for name in ("t1", "t2")}
        assert seqs == {"t1": [1, 2, 3, 4], "t2": [1, 2, 3]}


def test_a_transfer_above_the_balance_is_refused(postgres_url: str) -> None:
    with two_tables(postgres_url) as (engine, (one, _)):
        assert one.write([append("t1", 2, Transfer(HOUSE, wallet("ann"), CAPITAL - 1, "fill"))]) == set()
        more = Transfer(HOUSE, wallet("ann"), 2, "fill")
        assert one.write([append("t1", 3, more), append("t2", 2)]) == {"t1"}
        assert holds(engine) == {HOUSE: 1, wallet("ann"): CAPITAL - 1}


def test_an_account_is_opened_by_what_it_gets_and_not_by_what_is_taken(postgres_url: str) -> None:
    with two_tables(postgres_url) as (engine, (one, two)):
        assert one.write([append("t1", 2, Transfer(wallet("nobody"), wallet("ann"), 1, "fill"))]) == {"t1"}
        assert holds(engine) == {HOUSE: CAPITAL, wallet("ann"): 0}
        batch = [append("t1", 2, Transfer(HOUSE, wallet("ann"), 3, "fill"))]
        assert one.write_in_one_statement(batch)
        assert two.write_in_one_statement([append("t1", 3, Transfer(wallet("ann"), HOUSE, 1, "back"))])
        assert holds(engine) == {HOUSE: CAPITAL - 2, wallet("ann"): 2}


def test_a_line_that_was_cut_is_made_again(postgres_url: str) -> None:
    with two_tables(postgres_url) as (_, (one, _two)):
        assert one.write([append("t1", 2)]) == set()
        one.close()
        assert one.write([append("t1", 3)]) == set()


def test_a_commit_waits_for_the_disk_whatever_the_database_says(postgres_url: str) -> None:
    """The server of the tests has it off."""
    with two_tables(postgres_url) as (engine, appenders):
        assert appenders[0].write([append("t1", 2)]) == set()
        own = appenders[0]._connection
        assert own is not None
        assert own.execute("SHOW synchronous_commit").fetchone() == ("on",)
        with engine.connect() as connection:
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
            connection.exec_driver_sql("SET synchronous_commit = local")
            connection.exec_driver_sql(SYNC_COMMITS)
            assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == "local"
