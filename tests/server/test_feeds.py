"""A feed tells everything, in its order."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.server.feeds import Feed, Feeds
from pitboss.server.metrics import Metrics
from pitboss.storage.house import Done, House, TableInfo
from pitboss.table.live import THE_HOUSE, Actor, LiveTable, Role
from tests.storage.houses import player, with_table


class Told:
    """Somebody who keeps what was told."""

    actor = Actor("eve", Role.SPECTATOR)

    def __init__(self) -> None:
        self.messages: list[Any] = []

    def send(self, message: str) -> None:
        self.messages.append(msgspec.json.decode(message))


def test_the_last_that_happened_is_told_before_the_end_however_long_it_takes() -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table, told = await with_table(house), Told()
        feed = Feed(house, table, Metrics(), asyncio.Lock())
        feed.watchers.add(told)
        look, looked = house.look, asyncio.Event()

        async def look_slowly_once(name: str, see: Callable[[LiveTable], object]) -> object:
            if not looked.is_set():
                looked.set()
                await asyncio.sleep(0.05)
            return await look(name, see)

        house.look = look_slowly_once  # type: ignore[method-assign,assignment] # as where a table is read from the log
        assert isinstance(await house.command(table, player("ann"), "c", None, "bet 1 10"), Done)
        await looked.wait()
        await feed.close()
        said = [update["words"] for message in told.messages for update in message.get("updates", ())]
        assert said == ["bet 1 10"]
        assert told.messages[-1]["error"]["kind"] == "table_closed"
        await house.close()

    asyncio.run(work())


def test_a_table_that_is_closed_while_the_open_ones_are_listed_has_no_feed() -> None:
    async def work() -> None:
        house = await House.open("memory:")
        table = await with_table(house)
        feeds = Feeds(house, Metrics())
        await feeds.start()
        tables, listed, closed, again = house.tables, asyncio.Event(), asyncio.Event(), asyncio.Event()

        async def list_slowly() -> list[TableInfo]:
            found = await tables()
            (again if listed.is_set() else listed).set()
            await closed.wait()
            return found

        house.tables = list_slowly  # type: ignore[method-assign]
        house.tables_changed.set()
        await listed.wait()
        assert await house.close_table(table, THE_HOUSE) is None
        await feeds.drop(table)
        closed.set()
        async with asyncio.timeout(60):
            await again.wait()
            while feeds.at_hand(table) is not None:
                await asyncio.sleep(0.01)
        await feeds.stop()
        await house.close()

    asyncio.run(work())
