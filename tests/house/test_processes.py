"""Several houses on one database: no table is bound to a process."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
import sqlalchemy as sa

from pitboss.house import history
from pitboss.house.audit.database import audit
from pitboss.house.database import connect, writing
from pitboss.house.house import CommandDone, House, StaleVersion, TableInfo
from pitboss.house.ledger import HOUSE
from pitboss.house.loaded_table import LoadedTable
from pitboss.house.log import notifications
from pitboss.house.log.sqlite_notifications import SqliteNotifications
from pitboss.house.schema import entries
from pitboss.house.table_registry import TableRegistry
from pitboss.law import Refusal, rulebook_ids
from pitboss.server.practice import open_practice_house
from pitboss.tables.live import THE_HOUSE, Actor, Role, TableSpec
from tests.house.houses import PURSE, play, player, with_table

#: Seconds for what happens at once on a machine that has nothing else to do.
SOON = 60

#: Ends every line to the database but this one, and waits until they are gone: a line that is about to go may be used
#: once more.
CUT = (
    "SELECT pg_terminate_backend(pid, %s) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


def with_houses(url: str, work: Callable[[House, House], Awaitable[None]]) -> None:
    async def run() -> None:
        one, two = await asyncio.gather(House.open(url), House.open(url))
        try:
            await work(one, two)
        finally:
            await asyncio.gather(one.close(), two.close())

    asyncio.run(run())
    engine = connect(url)
    assert audit(engine).findings == []
    engine.dispose()


async def until(true: Callable[[], Awaitable[bool]]) -> None:
    async def wait() -> None:
        while not await true():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), SOON)


async def version(house: House, table: str) -> int:
    live = await house.live(table)
    assert live is not None
    return live.version


def test_the_other_processes_receive_an_appended_entry(url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        assert await version(two, table) == await version(one, table)
        watcher = two.subscribe(table)
        start = len(await two.entries(table))
        await play(one, table, 30, seed=3)
        heard = [await asyncio.wait_for(anext(watcher), SOON) for _ in range(30)]
        assert heard == (await one.entries(table))[start:]
        mine, theirs = await one.live(table), await two.live(table)
        assert mine is not None
        assert theirs is not None
        assert (mine.version, mine.purses()) == (theirs.version, theirs.purses())
        assert await one.view(table, player("ann")) == await two.view(table, player("ann"))

    with_houses(url, work)


def test_a_subscriber_to_an_unloaded_table_gets_updates(url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        watcher = two.subscribe(table)
        assert await two.view(table, player("ann"))
        await play(one, table, 3, seed=3)
        heard = [await asyncio.wait_for(anext(watcher), SOON) for _ in range(3)]
        assert heard == (await one.entries(table))[-3:]

    with_houses(url, work)


def test_both_play_at_one_table_at_once(url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        watchers = [house.subscribe(table) for house in (one, two)]
        await asyncio.gather(*(house.view(table, player("ann")) for house in (one, two)))
        start = len(await one.entries(table))
        plays = (
            play(house, table, 40, seed, f"p{seed}-", racing=True) for seed, house in enumerate((one, two, one, two))
        )
        await asyncio.gather(*plays)
        stored = (await one.entries(table))[start:]
        assert len(stored) > 60
        for watcher in watchers:
            assert [await asyncio.wait_for(anext(watcher), SOON) for _ in stored] == stored

    with_houses(url, work)


def test_the_same_command_at_two_processes_is_done_once(url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        sent = (house.command(table, player("ann"), "b", None, "bet 1 20") for house in (one, two))
        done = [answer for answer in await asyncio.gather(*sent) if isinstance(answer, CommandDone)]
        assert sorted(answer.repeated for answer in done) == [False, True]
        live = await one.live(table)
        assert live is not None
        assert live.purses()["ann"] == PURSE - 2000

    with_houses(url, work)


def test_a_retry_at_a_process_that_is_behind_gets_the_first_result(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TableRegistry, "receive", lambda *_: None)

    async def work(one: House, two: House) -> None:
        table, cyd = await with_table(one), player("cyd")
        assert isinstance(await one.command(table, cyd, "1", None, "leave"), CommandDone)
        await version(two, table)
        assert isinstance(await one.command(table, cyd, "2", None, "join 100"), CommandDone)
        done = await one.command(table, cyd, "3", None, "bet 3 20")
        assert isinstance(done, CommandDone)
        # to the other process she has left
        assert await two.command(table, cyd, "3", None, "bet 3 20") == CommandDone(done.version, repeated=True)

    with_houses(url, work)


def test_a_caller_that_saw_the_entry_of_another_process_is_not_stale(url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        seen = await version(two, table)
        done = await one.command(table, player("ann"), "1", seen, "bet 1 20")
        assert isinstance(done, CommandDone)
        # told by the other process, and asked of this one before it has heard
        assert isinstance(await two.command(table, player("bob"), "2", done.version, "bet 2 20"), CommandDone)
        assert isinstance(await one.command(table, player("cyd"), "3", seen, "bet 3 20"), StaleVersion)

    with_houses(url, work)


def test_a_caller_ahead_of_a_notification_is_not_stale(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        done = await one.command(table, player("ann"), "1", await version(two, table), "bet 1 20")
        assert isinstance(done, CommandDone)
        settled = two.registry.wait_durable

        async def heard_meanwhile(asked: LoadedTable) -> bool:
            await until(lambda: _is_at(two, table, done.version))
            return await settled(asked)

        monkeypatch.setattr(two.registry, "wait_durable", heard_meanwhile)
        assert isinstance(await two.command(table, player("bob"), "2", done.version, "bet 2 20"), CommandDone)

    with_houses(url, work)


async def _is_at(house: House, table: str, at: int) -> bool:
    return await version(house, table) == at


def test_news_that_comes_while_the_log_is_read_is_read_too(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        watcher = two.subscribe(table)
        monkeypatch.setattr(notifications, "MAX_PAYLOAD", 100)  # so that entries are told by the names of their logs
        usual, has_read, go_on = two.database.read, asyncio.Event(), asyncio.Event()

        async def slowly(work: Callable[..., Any], *what: Any) -> Any:
            found = await usual(work, *what)
            if work is history.linked_after:
                has_read.set()
                await go_on.wait()
            return found

        monkeypatch.setattr(two.database, "read", slowly)
        done = [await one.command(table, player("ann"), "1", None, "bet 1 20")]
        await asyncio.wait_for(has_read.wait(), SOON)
        done.append(await one.command(table, player("bob"), "2", None, "bet 2 20"))
        await until(lambda: _has_news_of(two, table))
        go_on.set()
        for each in done:
            assert isinstance(each, CommandDone)
            assert (await asyncio.wait_for(anext(watcher), SOON)).version == each.version

    with_houses(postgres_url, work)


async def _has_news_of(house: House, table: str) -> bool:
    return house.registry.has_newer_entries(table)


def test_another_process_plays_at_a_table_before_it_is_open_here(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(one: House, two: House) -> None:
        await one.create_user("ann", Role.PLAYER)
        await one.deposit("ann", PURSE, "d")
        usual = one.balances.refresh_house

        async def meanwhile() -> None:
            await usual()
            monkeypatch.setattr(one.balances, "refresh_house", usual)
            [table] = await two.tables()
            assert isinstance(await two.command(table.id, player("ann"), "j", None, "join 1000"), CommandDone)

        monkeypatch.setattr(one.balances, "refresh_house", meanwhile)
        info = await one.open_table(THE_HOUSE, TableSpec(rulebook="nz-blackjack", limits="10-500"))
        assert isinstance(info, TableInfo)
        assert isinstance(await one.command(info.id, player("ann"), "b", None, "bet 1 20"), CommandDone)

    with_houses(url, work)


def test_a_deposit_by_another_process_is_known(url: str) -> None:
    async def work(one: House, two: House) -> None:
        async def is_known() -> bool:
            return one.balances.books[HOUSE] == await one.holds(HOUSE)

        before = one.balances.books[HOUSE]
        await two.raise_capital(100_000_00, "c")
        await until(is_known)
        assert one.balances.books[HOUSE] == before + 100_000_00

    with_houses(url, work)


def test_two_that_open_a_practice_house_at_once_open_one_table_of_each_rulebook(url: str) -> None:
    async def work(one: House, two: House) -> None:
        await asyncio.gather(open_practice_house(one), open_practice_house(two))
        for house in (one, two):
            assert sorted(table.spec.rulebook for table in await house.tables()) == sorted(rulebook_ids())

    with_houses(url, work)


def test_one_wallet_is_not_spent_twice(url: str) -> None:
    async def work(one: House, two: House) -> None:
        tables = [await with_table(one), await with_table(two)]
        await one.deposit("ann", 100_00, "d")
        await asyncio.gather(*(version(house, table) for house in (one, two) for table in tables))
        joins = [
            house.command(table, player("ann"), "j", None, "join 80")
            for house, table in zip((one, two), tables, strict=True)
        ]
        answers = await asyncio.gather(*joins)
        assert sorted(isinstance(answer, Refusal) for answer in answers) == [False, True]
        assert await one.wallet("ann") == 20_00

    with_houses(url, work)


@contextmanager
def hearing_late(house: House) -> Iterator[list[Any]]:
    """The loop has much else to do, and hears late of what its house has written: that is in the list until then."""
    tell, unheard = house.writer.call_loop, []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.writer, "call_loop", lambda *what: unheard.append(what))
        yield unheard
    for what in unheard:
        tell(*what)


@contextmanager
def not_looking(house: House) -> Iterator[None]:
    """The house does not look at the file meanwhile, however long that takes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.notifications, "poll", lambda _cursor: None)
        yield


def looked_at_all(house: House) -> Callable[[], Awaitable[bool]]:
    """Whether the house has looked at every entry that is in the file now."""
    with house.engine.begin() as connection:
        newest = int(connection.execute(sa.select(sa.func.max(entries.c.id))).scalar_one())

    async def looked() -> bool:
        assert isinstance(house.notifications, SqliteNotifications)
        return house.notifications.last >= newest

    return looked


def test_an_entry_that_displaced_an_abandoned_command_is_delivered(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        watcher = two.subscribe(table)
        await until(looked_at_all(two))
        with hearing_late(two) as unheard:
            with not_looking(two):
                first = await one.command(table, player("ann"), "1", None, "bet 1 20")
                assert isinstance(first, CommandDone)
                asked = asyncio.create_task(two.command(table, player("bob"), "2", None, "bet 2 20"))

                async def refused() -> bool:
                    return bool(unheard)

                await until(refused)  # it was decided for a place that is taken
            await until(looked_at_all(two))  # and the place was looked at
            asked.cancel()
        assert (await asyncio.wait_for(anext(watcher), SOON)).version == first.version

    with_houses(str(tmp_path / "house.db"), work)


def test_no_entry_of_other_processes_is_lost_under_load(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        watcher = two.subscribe(table)
        await one.command(table, player("ann"), "0", None, "bet 1 20")
        await asyncio.wait_for(anext(watcher), SOON)
        with hearing_late(two) as unheard:
            asked = [asyncio.create_task(two.command(table, player("bob"), "1", None, "bet 2 20"))]

            async def written() -> bool:
                return bool(unheard)

            await until(written)
            assert isinstance(await one.command(table, player("cyd"), "2", None, "bet 3 20"), CommandDone)

            async def heard() -> bool:
                return bool(two.registry.loaded[table].remote)

            await until(heard)
            for number in (3, 4):
                again = two.command(table, player("bob"), str(number), None, f"bet 2 {number}0")
                asked.append(asyncio.create_task(again))
            last = await one.command(table, player("cyd"), "5", None, "bet 3 50")
            assert isinstance(last, CommandDone)
            await until(looked_at_all(two))
            for task in asked:
                task.cancel()  # nobody decides it again
        told = [await asyncio.wait_for(anext(watcher), SOON) for _ in range(3)]
        assert told[-1].version == last.version

    with_houses(str(tmp_path / "house.db"), work)


def test_a_corrupt_entry_does_not_stop_notifications_of_other_tables(tmp_path: Path) -> None:
    async def work(one: House, two: House) -> None:
        spoilt, other = await with_table(one), await with_table(one)
        for table in (spoilt, other):
            await version(two, table)
        watcher = two.subscribe(other)
        with not_looking(two):
            asked = [await one.command(table, player("ann"), "1", None, "bet 1 20") for table in (spoilt, other)]
            with writing(one.engine).begin() as connection:
                last = entries.c.stream == spoilt, entries.c.words == "bet 1 20"
                moved = connection.execute(sa.select(entries.c.moved).where(*last)).scalar_one()
                connection.execute(sa.update(entries).where(*last).values(moved="~"))
        heard = await asyncio.wait_for(anext(watcher), SOON)
        assert isinstance(asked[1], CommandDone)
        assert heard.version == asked[1].version
        with pytest.raises(msgspec.DecodeError):  # which is told to who asks
            await two.command(spoilt, player("bob"), "2", None, "bet 2 20")
        with writing(one.engine).begin() as connection:
            connection.execute(sa.update(entries).where(*last).values(moved=moved))

    with_houses(str(tmp_path / "house.db"), work)


def test_a_process_reloads_a_table_whose_log_was_changed(url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        seen = await version(two, table)
        await one.command(table, player("cyd"), "0", None, "bet 3 20")

        async def heard() -> bool:
            return await version(two, table) > seen

        await until(heard)
        assert two.notifications is not None
        await two.notifications.close()  # it hears no more, and knows of others who play there
        await one.command(table, player("ann"), "1", None, "bet 1 20")
        with writing(one.engine).begin() as connection:
            changed = sa.update(entries).where(entries.c.words == "bet 1 20").values(words="bet 1 30")
            connection.execute(changed)
        done = await asyncio.wait_for(two.command(table, player("bob"), "2", None, "bet 2 20"), SOON)
        assert isinstance(done, CommandDone)
        with writing(one.engine).begin() as connection:  # as it was, for the audit
            connection.execute(sa.update(entries).where(entries.c.words == "bet 1 30").values(words="bet 1 20"))

    with_houses(url, work)


def test_a_house_whose_line_is_cut_hears_again(postgres_url: str) -> None:
    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        await version(two, table)
        with psycopg.connect(postgres_url, autocommit=True) as connection:
            connection.execute(CUT, (SOON * 1000,))
        await play(one, table, 10, seed=1)

        async def level() -> bool:
            return await version(two, table) == await version(one, table)

        await until(level)

    with_houses(postgres_url, work)


def test_money_withdrawn_by_another_process_is_not_paid_out(postgres_url: str) -> None:
    wallet_changes = "UPDATE accounts SET holds = holds + %s WHERE name = 'wallet/ann'"
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"

    async def work(one: House, _two: House) -> None:
        await one.create_user("ann", Role.PLAYER)
        await one.deposit("ann", 10_000, "d1")
        another = await psycopg.AsyncConnection.connect(postgres_url)
        looking = await psycopg.AsyncConnection.connect(postgres_url, autocommit=True)

        async def waits() -> bool:
            return bool(await (await looking.execute(waiting)).fetchone() != (0,))

        async with another, looking:
            await another.execute(wallet_changes, (-6_000,))  # as a table at which somebody joins
            asked = asyncio.create_task(one.withdraw("ann", 10_000, "w1"))
            await until(waits)
            await another.commit()
            refused = await asked
            assert isinstance(refused, Refusal)
            assert refused.kind == "overdrawn"
            await another.execute(wallet_changes, (6_000,))  # no log has it, so that it is undone
            await another.commit()

    with_houses(postgres_url, work)


def test_what_cannot_be_read_at_first_is_read_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.table_registry.RETRY_SECONDS", 0.001)

    async def work(one: House, two: House) -> None:
        table = await with_table(one)
        watcher = two.subscribe(table)
        await version(two, table)
        assert two.notifications is not None
        await two.notifications.close()
        await play(one, table, 1, seed=3)
        await one.pit.set_terms(Actor("sue", Role.SUPERVISOR), "ann", "trouble", excluded=1 << 50)
        read, failures = two.database.read, 3

        async def failing(work: Callable[..., Any], *arguments: Any) -> Any:
            nonlocal failures
            failures -= 1
            if failures >= 0:
                raise sa.exc.OperationalError("", (), Exception("the database does not answer"))
            return await read(work, *arguments)

        monkeypatch.setattr(two.database, "read", failing)
        two.registry.connection_lost()
        heard = await asyncio.wait_for(anext(watcher), SOON)
        assert heard == (await one.entries(table))[-1]

        async def excluded() -> bool:
            return bool(two.pit.standing("ann").excluded)

        await until(excluded)
        assert failures < 0

    with_houses(f"sqlite:///{tmp_path / 'house.db'}", work)
