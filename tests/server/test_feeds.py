"""A feed tells everything, in its order."""

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.server import feeds
from pitboss.server.errors import Fault
from pitboss.server.feeds import Feed, Feeds
from pitboss.server.metrics import Metrics
from pitboss.storage.house import Done, House, TableInfo
from pitboss.storage.open_table import Posted
from pitboss.table.live import THE_HOUSE, Actor, LiveTable, Role
from tests.storage.houses import player, with_table


class Told:
    """Somebody who keeps what was told."""

    actor = Actor("eve", Role.SPECTATOR)

    def __init__(self) -> None:
        self.messages: list[Any] = []

    def send(self, message: str) -> None:
        self.messages.append(msgspec.json.decode(message))


def test_the_last_that_happened_is_told_before_the_end_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table, told = await with_table(house), Told()
        feed = Feed(house, table, Metrics(), asyncio.Lock())
        await feed.admit(told, None)
        look, looked = house.look, asyncio.Event()

        async def look_slowly_once(name: str, see: Callable[[LiveTable], object]) -> object:
            if not looked.is_set():
                looked.set()
                await asyncio.sleep(0.05)
            return await look(name, see)

        monkeypatch.setattr(house, "look", look_slowly_once)  # as where a table is read from the log
        assert isinstance(await house.command(table, player("ann"), "c", None, "bet 1 10"), Done)
        await looked.wait()
        await feed.close()
        said = [update["words"] for message in told.messages for update in message.get("updates", ())]
        assert said == ["bet 1 10"]
        assert told.messages[-1]["error"]["kind"] == "table_closed"
        with pytest.raises(Fault, match="is closed"):  # who comes too late is not left waiting
            await feed.admit(Told(), None)
        await house.close()

    asyncio.run(work())


def test_who_comes_back_hears_all_that_was_missed_and_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "GATHER", 0.05)

    async def work() -> None:
        house = await House.open("memory:")
        table, ears = await with_table(house), [Told() for _ in range(9)]
        feed = Feed(house, table, Metrics(), asyncio.Lock())
        live = await house.live(table)
        assert live is not None
        seen, entries = live.version, house.entries

        async def read_slowly(name: str, after: int = 0, *, limit: int = 1000) -> list[Posted]:
            found = await entries(name, after, limit=limit)
            await asyncio.sleep(0.07 * (len(coming) % 2))
            return found

        monkeypatch.setattr(house, "entries", read_slowly)
        coming: list[asyncio.Task[tuple[int, str]]] = []
        for number, told in enumerate(ears):  # some know it before it is told, and for some more is told meanwhile
            bet = await house.command(table, player("ann"), f"c{number}", None, f"bet 1 {10 + number}")
            assert isinstance(bet, Done)
            coming.append(asyncio.create_task(feed.admit(told, seen)))
            await asyncio.sleep(0.02)
        states = [msgspec.json.decode((await one)[1]) for one in coming]
        await feed.close()
        all_of_it = [f"bet 1 {10 + number}" for number in range(len(ears))]
        for state, told in zip(states, ears, strict=True):
            messages = [state, *told.messages]
            assert [update["words"] for one in messages for update in one.get("updates", ())] == all_of_it
        await house.close()

    asyncio.run(work())


def test_a_table_that_is_closed_while_the_open_ones_are_listed_has_no_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table = await with_table(house)
        kept = Feeds(house, Metrics())
        await kept.start()
        tables, listed, closed, again = house.tables, asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def list_slowly() -> list[TableInfo]:
            found = await tables()
            (again if listed.is_set() else listed).set()
            await closed.wait()
            return found

        monkeypatch.setattr(house, "tables", list_slowly)
        house.tables_changed.set()
        await listed.wait()
        assert await house.close_table(table, THE_HOUSE) is None
        await kept.drop(table)
        closed.set()
        async with asyncio.timeout(60):
            await again.wait()
            while kept.at_hand(table) is not None:
                await asyncio.sleep(0.01)
        await kept.stop()
        await house.close()

    asyncio.run(work())


async def _away(*_: object) -> NoReturn:
    raise sa.exc.OperationalError("SELECT", {}, Exception("disk I/O error"))


def test_the_clock_goes_on_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "REST", 0.05)

    async def work() -> None:
        house = await House.open("memory:")
        table = await with_table(house, betting_seconds=1)
        feed = Feed(house, table, Metrics(), asyncio.Lock())
        with monkeypatch.context() as patch:
            patch.setattr(house, "command", _away)
            patch.setattr(house, "live", _away)
            assert feed._alarm is None
            feed._ring()
            await until(lambda: feed._alarm is not None)
        live = await house.live(table)
        assert live is not None
        assert isinstance(await house.command(table, player("ann"), "b", None, "bet 1 20"), Done)
        seen = live.version
        await until(lambda: live.version > seen)  # dealt by the clock
        await feed.stop()
        await house.close()

    asyncio.run(work())


def test_what_happened_is_told_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feeds, "REST", 0.05)

    async def work() -> None:
        house = await House.open("memory:")
        table, told = await with_table(house), Told()
        feed = Feed(house, table, Metrics(), asyncio.Lock())
        await feed.admit(told, None)
        look, tries = house.look, iter(range(2))

        async def away_at_first(name: str, see: Callable[[LiveTable], object]) -> object:
            return await look(name, see) if next(tries, None) is None else await _away()

        monkeypatch.setattr(house, "look", away_at_first)
        for name, words in (("ann", "bet 1 10"), ("bob", "bet 2 10")):
            assert isinstance(await house.command(table, player(name), "b", None, words), Done)
        await until(lambda: bool(told.messages))
        said = [update["words"] for message in told.messages for update in message["updates"]]
        assert said == ["bet 1 10", "bet 2 10"]
        await feed.stop()
        await house.close()

    asyncio.run(work())


async def until(true: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not true():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), 60)
