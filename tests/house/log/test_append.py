"""Appending: at a place that is free, all of a batch that can be, and nothing that the books forbid."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from threading import Event
from typing import Any

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitboss.house import history
from pitboss.house.administration import Administration
from pitboss.house.database import BadAddress, address, connect, migrate, revision, writing
from pitboss.house.ledger import CAGE, HOUSE, Books, Transfer, wallet
from pitboss.house.log import read
from pitboss.house.log.append import Appender
from pitboss.house.log.chain import START, AppendRequest, Link, Record, chained
from pitboss.house.log.sqlite_appender import create_appender
from pitboss.house.log.writer import NotAppended, PendingWrite, Writer
from pitboss.house.schema import BLOCK, add_postgresql_conditions, entries, metadata
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, TableSpec, open_table


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    found = connect(url)
    migrate(found)
    yield found
    found.dispose()


@pytest.fixture
def appender(engine: Engine) -> Iterator[Appender]:
    appender = create_appender(engine, "test")
    office = Administration(engine, appender)
    office.found(THE_HOUSE, 1000)
    for _ in range(3):
        live = open_table(TableSpec(rulebook="mbs-blackjack"), bytes(32))
        assert not isinstance(live, Refusal)
        office.add_table(THE_HOUSE, live)
    yield appender
    appender.close()


def append(stream: str, seq: int, *transfers: Transfer) -> AppendRequest:
    books = Books({CAGE: 10**6, HOUSE: 10**6, wallet("ann"): 10**6})
    record = Record(stream, seq, seq, 0, "", "ann", "player", "", b"[]", transfers)
    return AppendRequest(stream, Link(record, chained(START, record)), books.post(transfers))


def seqs(engine: Engine) -> dict[str, int]:
    with engine.begin() as connection:
        return {stream.name: stream.seq for stream in read.all_streams(connection) if stream.name != "house"}


def test_a_batch_is_appended_at_its_places(engine: Engine, appender: Appender) -> None:
    batch = [append(stream, seq) for seq in range(2, 300) for stream in ("t1", "t2")]
    assert appender.write(batch) == set()
    assert seqs(engine) == {"t1": 299, "t2": 299, "t3": 1}
    with engine.begin() as connection:
        assert [link.record for link in read.links(connection, "t1", 1)] == [
            one.link.record for one in batch if one.stream == "t1"
        ]


def test_a_log_in_many_blocks_is_read_in_order(engine: Engine, appender: Appender) -> None:
    last = 3 << BLOCK  # of each of two
    for start in range(2, last + 1, 500):
        places = range(start, min(start + 500, last + 1))
        assert appender.write([append(stream, seq) for seq in places for stream in ("t1", "t2")]) == set()
    with engine.begin() as connection:
        for after in (0, 1, 4999, last - 1, last):
            assert [link.record.seq for link in read.links(connection, "t2", after)] == list(range(after + 1, last + 1))
        newest = history.posted_after(connection, "t1", 0, 300)
        assert [posted.version for posted in newest] == list(range(last - 299, last + 1))


def test_a_log_is_read_by_the_index_of_its_database(engine: Engine, appender: Appender) -> None:
    del appender
    for newest_first in (False, True):
        with engine.begin() as connection:
            mine, order = read.of_log(connection, "t1")
            by = [column.desc() if newest_first else column for column in order]
            asked = sa.select(entries).where(mine, entries.c.seq > 5).order_by(*by).limit(9)
            words = str(asked.compile(engine, compile_kwargs={"literal_binds": True}))
            if engine.dialect.name == "sqlite":
                plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {words}")]
                assert "SEARCH entries USING INDEX entries_place (block=? AND stream=? AND seq>?)" in plan
                assert not any("ORDER BY" in step for step in plan)
            else:
                connection.exec_driver_sql("SET enable_seqscan = off")  # it would be quicker, as there are few rows
                steps = [row[0] for row in connection.exec_driver_sql(f"EXPLAIN {words}")]
                assert any("entries_of_log" in step for step in steps)
                assert not any("Sort" in step for step in steps)


def test_a_place_that_is_taken_is_left_out_with_all_behind_it(engine: Engine, appender: Appender) -> None:
    assert appender.write([append("t1", 2)]) == set()
    assert appender.write([append("t1", 2), append("t2", 2), append("t1", 3)]) == {"t1"}
    assert seqs(engine) == {"t1": 2, "t2": 2, "t3": 1}
    assert appender.write([append("t1", 9), append("t9", 1)]) == {"t1", "t9"}


def test_only_transfers_above_the_balance_are_left_out(engine: Engine, appender: Appender) -> None:
    too_much = Transfer(HOUSE, wallet("ann"), 1001, "gift")
    enough = Transfer(HOUSE, wallet("ann"), 999, "gift")
    assert appender.write([append("t1", 2, enough), append("t2", 2, too_much), append("t3", 2)]) == {"t2"}
    assert seqs(engine) == {"t1": 2, "t2": 1, "t3": 2}
    with engine.begin() as connection:
        assert read.holdings(connection, HOUSE, wallet("ann")) == {HOUSE: 1, wallet("ann"): 999}


def test_an_entry_that_would_be_in_two_statements_is_left_out_and_the_rest_is_not(
    engine: Engine, appender: Appender
) -> None:
    gift = Transfer(HOUSE, wallet("ann"), 10, "gift")
    handed_on = Transfer(wallet("ann"), wallet("bob"), 10, "gift")
    assert appender.write([append("t1", 2, gift), append("t2", 2, handed_on), append("t3", 2)]) == {"t2"}
    assert seqs(engine) == {"t1": 2, "t2": 1, "t3": 2}


def test_an_account_whose_opening_was_undone_is_opened_again(engine: Engine, appender: Appender) -> None:
    gift = append("t1", 2, Transfer(HOUSE, wallet("ann"), 10, "gift"))
    with writing(engine).connect() as connection, connection.begin() as transaction:
        appender.append(connection.connection.cursor(), [gift])
        transaction.rollback()
    assert appender.write([gift]) == set()
    with engine.begin() as connection:
        assert read.holdings(connection, HOUSE, wallet("ann")) == {HOUSE: 990, wallet("ann"): 10}


def test_a_closed_table_takes_nothing(engine: Engine, appender: Appender) -> None:
    assert Administration(engine, appender).close_table(THE_HOUSE, "t1", 1, {}) is None
    assert appender.write([append("t1", 2), append("t2", 2)]) == {"t1"}


def ask(writer: Writer, *appends: AppendRequest) -> list[asyncio.Future[AppendRequest]]:
    """Who waits for each of these."""
    batch = [PendingWrite(one, asyncio.get_running_loop().create_future()) for one in appends]
    writer.write(batch)
    return [one.future for one in batch]


@asynccontextmanager
async def held(writer: Writer) -> AsyncIterator[None]:
    """Nothing is written before all that is asked for within is there."""
    let_go = Event()
    holding = asyncio.create_task(writer.run(let_go.wait))
    await asyncio.sleep(0)  # the task puts it in the queue
    yield
    let_go.set()
    await holding


def test_those_who_wait_are_answered_when_their_batch_is_durable(engine: Engine, appender: Appender) -> None:
    heard: list[tuple[int, set[str]]] = []

    async def work() -> None:
        writer = Writer(appender, lambda appends, refused: heard.append((len(appends), refused)))
        async with held(writer):
            good = ask(writer, *(append("t1", seq) for seq in range(2, 50)))
            [bad] = ask(writer, append("t2", 7))
        await asyncio.gather(*good)
        assert seqs(engine)["t1"] == 49
        with pytest.raises(NotAppended):
            await bad
        writer.max_batch = 1
        await asyncio.gather(*ask(writer, *(append("t3", seq) for seq in range(2, 12))))
        await writer.close()

    asyncio.run(work())
    assert heard == [(48, {"t2"})] + [(1, set[str]())] * 10


def test_a_decision_on_a_rolled_back_entry_is_rolled_back_too(engine: Engine, appender: Appender) -> None:
    heard: list[set[str]] = []

    async def work() -> None:
        writer = Writer(appender, lambda appends, refused: heard.append(refused))
        writer.max_batch = 1
        async with held(writer):
            asked = ask(writer, append("t1", 9), append("t1", 2), append("t2", 2))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotAppended, NotAppended, AppendRequest]
        assert seqs(engine) == {"t1": 1, "t2": 2, "t3": 1}
        await asyncio.gather(*ask(writer, append("t1", 2)))
        assert seqs(engine)["t1"] == 2
        await writer.close()

    asyncio.run(work())
    assert [refused for refused in heard if refused] == [{"t1"}]  # the table is taken back once


def test_other_work_runs_between_batches_and_reports_its_failure(engine: Engine, appender: Appender) -> None:
    async def work() -> None:
        writer = Writer(appender, lambda appends, refused: None)
        [first] = ask(writer, append("t1", 2))
        assert await writer.run(seqs, engine) == {"t1": 2, "t2": 1, "t3": 1}
        assert first.done()
        with pytest.raises(ZeroDivisionError):
            await writer.run(lambda: 1 // 0)
        [last] = ask(writer, append("t1", 3))
        await writer.close()
        assert last.done()
        with pytest.raises(RuntimeError):
            await asyncio.gather(*ask(writer, append("t1", 4)))  # nobody would write it
        with pytest.raises(RuntimeError):
            await writer.run(seqs, engine)
        await writer.close()
        assert seqs(engine)["t1"] == 3

    asyncio.run(work())


def test_a_failing_database_answers_every_caller_and_recovers(engine: Engine, appender: Any) -> None:
    def use(other: Engine) -> None:
        appender.engine = appender.statements.engine = other

    async def work() -> None:
        writer = Writer(appender, lambda appends, refused: None)
        use(connect("sqlite:////nowhere/at/all.db"))
        answers = await asyncio.gather(*ask(writer, *[append("t1", 2)] * 3), return_exceptions=True)
        assert [type(answer) for answer in answers] == [NotAppended] * 3
        use(engine)
        await asyncio.gather(*ask(writer, append("t1", 2)))
        await writer.close()

    asyncio.run(work())


def test_migrations_make_the_schema(engine: Engine) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    add_postgresql_conditions()
    migrate(engine)  # again, which does nothing
    # the one index that each database has otherwise, and of which Alembic does not ask whose it is
    lacks = {"sqlite": "entries_of_log", "postgresql": "entries_place"}[engine.dialect.name]
    with engine.connect() as connection:
        changes = compare_metadata(MigrationContext.configure(connection), metadata)
    assert [(change[0], change[1].name) for change in changes] == [("add_index", lacks)]


def test_a_log_with_unordered_rows_is_read_in_order_after_the_migration(url: str) -> None:
    """As in a file that an earlier release had copied from PostgreSQL, where what is undone leaves room for others."""
    engine = connect(url)
    migrate(engine, "0001")
    places = [("t1", 1), ("t1", 3), *(("t2", seq) for seq in range(1, 2 << BLOCK)), ("t1", 2), ("t1", 4)]
    stream = (
        "INSERT INTO streams (name, title, game, spec, secret, opened, closed, seq, version, head)"
        " VALUES (:name, '', '', :none, :none, 0, 0, 0, 0, :none)"
    )
    entry = (
        "INSERT INTO entries (stream, seq, version, at, command, actor, role, words, events, hash)"
        " VALUES (:stream, :seq, :seq, 0, '', 'ann', 'player', '', :none, :none)"
    )
    with writing(engine).begin() as connection:
        connection.execute(sa.text(stream), [{"name": name, "none": b""} for name in ("t1", "t2")])
        connection.execute(sa.text(entry), [{"stream": name, "seq": seq, "none": b""} for name, seq in places])
    migrate(engine)
    with engine.begin() as connection:
        assert [link.record.seq for link in read.links(connection, "t1")] == [1, 2, 3, 4]
        by_id = connection.execute(sa.select(entries.c.seq).where(entries.c.stream == "t1").order_by(entries.c.id))
        assert by_id.scalars().all() == [1, 2, 3, 4]
    engine.dispose()


def test_money_of_no_entry_is_not_lost_by_the_migration(url: str) -> None:
    engine = connect(url)
    migrate(engine, "0001")
    with writing(engine).begin() as connection:
        columns = "stream, seq, place, debit, credit, amount, why"
        connection.execute(sa.text(f"INSERT INTO transfers ({columns}) VALUES ('t1', 7, 0, 'a', 'b', 1, '')"))
    with pytest.raises(BadAddress, match="a transfer of t1 #7, but not that entry"):
        migrate(engine)
    assert revision(engine) == "0001"
    with engine.begin() as connection:
        assert connection.execute(sa.text("SELECT amount FROM transfers")).scalars().all() == [1]
    engine.dispose()


def test_sqlite_uses_wal_with_full_synchronisation(tmp_path_factory: pytest.TempPathFactory) -> None:
    engine = connect(str(tmp_path_factory.mktemp("db") / "house.db"))
    with engine.connect() as connection:
        found = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    engine.dispose()
    assert found == ["wal", 2]  # 2 is FULL


@pytest.mark.parametrize("url", ["mysql://localhost/x", "://", "oracle://x"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(BadAddress):
        address(url)


def test_a_path_is_a_sqlite_file_and_postgresql_goes_by_psycopg() -> None:
    assert str(address("house.db")) == "sqlite:///house.db"
    assert address("postgresql://db/x").drivername == "postgresql+psycopg"
    assert address("memory:").database is None
