"""Broadcasts deliver every entry once and in order."""

import asyncio
from collections.abc import Callable
from typing import Any, NoReturn

import msgspec
import pytest
import sqlalchemy as sa

from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.house.loaded_table import DurableEntry, LoadedTable
from pitboss.server import broadcast
from pitboss.server.broadcast import BroadcastRegistry, TableBroadcast
from pitboss.server.errors import ApiError
from pitboss.server.metrics import Metrics
from pitboss.tables.live import THE_HOUSE, Actor, LiveTable, Role
from tests.house.houses import player, with_table


class RecordingSubscriber:
    """A subscriber that records its messages."""

    actor = Actor("eve", Role.SPECTATOR)

    def __init__(self) -> None:
        self.messages: list[Any] = []

    def send(self, message: str) -> None:
        self.messages.append(msgspec.json.decode(message))


def test_the_last_update_is_sent_before_table_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table, subscriber = await with_table(house), RecordingSubscriber()
        table_broadcast = TableBroadcast(house, table, Metrics(), asyncio.Lock())
        await table_broadcast.subscribe(subscriber, None)
        look, looked, closing = house.look, asyncio.Event(), asyncio.Event()

        async def look_slowly_once(name: str, see: Callable[[LiveTable], object]) -> object:
            if not looked.is_set():
                looked.set()
                await closing.wait()
            return await look(name, see)

        monkeypatch.setattr(house, "look", look_slowly_once)  # as if the table were loaded from the log
        assert isinstance(await house.command(table, player("ann"), "c", None, "bet 1 10"), CommandDone)
        await looked.wait()
        closed = asyncio.create_task(table_broadcast.close())
        await asyncio.sleep(0)  # close while it loads
        closing.set()
        await closed
        said = [update["words"] for message in subscriber.messages for update in message.get("updates", ())]
        assert said == ["bet 1 10"]
        assert subscriber.messages[-1]["error"]["kind"] == "table_closed"
        with pytest.raises(ApiError, match="is closed"):  # a late subscriber gets an error at once
            await table_broadcast.subscribe(RecordingSubscriber(), None)
        await house.close()

    asyncio.run(work())


def test_reconnecting_subscriber_gets_each_update_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "BATCH_SECONDS", 0.05)

    async def work() -> None:
        house = await House.open("memory:")
        table, subscribers = await with_table(house), [RecordingSubscriber() for _ in range(9)]
        table_broadcast = TableBroadcast(house, table, Metrics(), asyncio.Lock())
        live = await house.live(table)
        assert live is not None
        seen, entries = live.version, house.entries

        async def read_slowly(name: str, after: int = 0, *, limit: int = 1000) -> list[DurableEntry]:
            found = await entries(name, after, limit=limit)
            await asyncio.sleep(0.07 * (len(coming) % 2))
            return found

        monkeypatch.setattr(house, "entries", read_slowly)
        coming: list[asyncio.Task[tuple[int, str]]] = []
        for number, subscriber in enumerate(
            subscribers
        ):  # some subscribe before a batch is sent, some while it is sent
            bet = await house.command(table, player("ann"), f"c{number}", None, f"bet 1 {10 + number}")
            assert isinstance(bet, CommandDone)
            coming.append(asyncio.create_task(table_broadcast.subscribe(subscriber, seen)))
            await asyncio.sleep(0.02)
        states = [msgspec.json.decode((await one)[1]) for one in coming]
        await table_broadcast.close()
        all_of_it = [f"bet 1 {10 + number}" for number in range(len(subscribers))]
        for state, subscriber in zip(states, subscribers, strict=True):
            messages = [state, *subscriber.messages]
            assert [update["words"] for one in messages for update in one.get("updates", ())] == all_of_it
        await house.close()

    asyncio.run(work())


def test_subscriber_that_comes_between_a_batch_and_its_sending_misses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table, subscriber = await with_table(house), RecordingSubscriber()
        table_broadcast = TableBroadcast(house, table, Metrics(), asyncio.Lock())
        live = await house.live(table)
        assert live is not None
        seen, entries, wait_durable = live.version, house.entries, house.registry.wait_durable
        was_read, batch_made, subscribed = asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def read_before_the_bet(name: str, after: int = 0, *, limit: int = 1000) -> list[DurableEntry]:
            found = await entries(name, after, limit=limit)
            was_read.set()
            await batch_made.wait()
            return found

        async def wait_until_subscribed(loaded: LoadedTable) -> bool:
            if was_read.is_set() and not batch_made.is_set():  # the batch with the bet waits here
                batch_made.set()
                await subscribed.wait()
            return await wait_durable(loaded)

        monkeypatch.setattr(house, "entries", read_before_the_bet)
        coming = asyncio.create_task(table_broadcast.subscribe(subscriber, seen))
        await was_read.wait()
        bet = await house.command(table, player("ann"), "c1", None, "bet 1 10")
        assert isinstance(bet, CommandDone)
        monkeypatch.setattr(house.registry, "wait_durable", wait_until_subscribed)
        async with asyncio.timeout(60):
            messages = [msgspec.json.decode((await coming)[1])]
        subscribed.set()
        await table_broadcast.close()
        messages += subscriber.messages
        assert [update["words"] for one in messages for update in one.get("updates", ())] == ["bet 1 10"]
        await house.close()

    asyncio.run(work())


def test_a_table_closed_during_synchronisation_has_no_broadcast(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table = await with_table(house)
        registry = BroadcastRegistry(house, Metrics())
        await registry.start()
        tables, listed, is_closed, again = house.tables, asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def list_slowly(*, closed: bool = True) -> list[TableInfo]:
            found = await tables(closed=closed)
            (again if listed.is_set() else listed).set()
            await is_closed.wait()
            return found

        monkeypatch.setattr(house, "tables", list_slowly)
        house.tables_changed.set()
        await listed.wait()
        assert await house.close_table(table, THE_HOUSE) is None
        await registry.drop(table)
        is_closed.set()
        async with asyncio.timeout(60):
            await again.wait()
            while table in registry.by_table:
                await asyncio.sleep(0.01)
        await registry.stop()
        await house.close()

    asyncio.run(work())


async def _away(*_: object) -> NoReturn:
    raise sa.exc.OperationalError("SELECT", {}, Exception("disk I/O error"))


def test_the_clock_resumes_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "RETRY_SECONDS", 0.05)

    async def work() -> None:
        house = await House.open("memory:")
        table = await with_table(house, betting_seconds=1)
        table_broadcast = TableBroadcast(house, table, Metrics(), asyncio.Lock())
        with monkeypatch.context() as patch:
            patch.setattr(house, "command", _away)
            patch.setattr(house, "live", _away)
            assert table_broadcast._alarm is None
            table_broadcast._start_action()
            await until(lambda: table_broadcast._alarm is not None)
        live = await house.live(table)
        assert live is not None
        assert isinstance(await house.command(table, player("ann"), "b", None, "bet 1 20"), CommandDone)
        seen = live.version
        await until(lambda: live.version > seen)  # dealt by the clock
        await table_broadcast.stop()
        await house.close()

    asyncio.run(work())


def test_updates_are_sent_when_the_database_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(broadcast, "RETRY_SECONDS", 0.05)

    async def work() -> None:
        house = await House.open("memory:")
        table, subscriber = await with_table(house), RecordingSubscriber()
        table_broadcast = TableBroadcast(house, table, Metrics(), asyncio.Lock())
        await table_broadcast.subscribe(subscriber, None)
        look, tries = house.look, iter(range(2))

        async def away_at_first(name: str, see: Callable[[LiveTable], object]) -> object:
            return await look(name, see) if next(tries, None) is None else await _away()

        monkeypatch.setattr(house, "look", away_at_first)
        for name, words in (("ann", "bet 1 10"), ("bob", "bet 2 10")):
            assert isinstance(await house.command(table, player(name), "b", None, words), CommandDone)
        await until(lambda: bool(subscriber.messages))
        said = [update["words"] for message in subscriber.messages for update in message["updates"]]
        assert said == ["bet 1 10", "bet 2 10"]
        await table_broadcast.stop()
        await house.close()

    asyncio.run(work())


async def until(true: Callable[[], bool]) -> None:
    async def wait() -> None:
        while not true():
            await asyncio.sleep(0.01)

    await asyncio.wait_for(wait(), 60)
