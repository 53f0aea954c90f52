"""The exact figures of the tables of a gaming day are computed before a report asks for them."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from pitboss.house.house import House, TableInfo
from pitboss.house.keys import KeyRing
from pitboss.server.analyser import Analyser
from pitboss.server.errors import ApiError
from pitboss.server.prices import PricePrefetch
from pitboss.tables.live import Actor, Role, TableSpec

OLGA = Actor("olga", Role.OPERATOR)


class RecordingAnalyser:
    """Records what it is asked; the first table has no exact figures."""

    def __init__(self) -> None:
        self.asked: list[Any] = []
        self.done = asyncio.Event()

    async def result(self, client: str, key: Any, work: Callable[..., bytes], *arguments: Any) -> bytes:
        self.asked.append(arguments)
        if len(self.asked) == 1:
            raise ApiError(409, "no exact figures")
        if len(self.asked) == 2:
            self.done.set()
        return b"{}"


def test_open_tables_are_priced_once_a_gaming_day_is_open(tmp_path: Path) -> None:
    async def work() -> None:
        house = await House.open(f"sqlite:///{tmp_path}/house.db", keys=KeyRing.ephemeral())
        await house.create_user("olga", Role.OPERATOR)
        analyser = RecordingAnalyser()
        prices = PricePrefetch(house, cast("Analyser", analyser))
        specs = [TableSpec(rulebook=name, limits="10-500") for name in ("nz-blackjack", "nz-roulette")]
        for spec in specs:
            assert isinstance(await house.open_table(OLGA, spec), TableInfo)
        prices.begin()
        assert analyser.asked == []  # no gaming day: no report asks for the figures
        await house.pit.open_day(OLGA, "2026-11-18")
        prices.begin()
        prices.begin()
        await asyncio.wait_for(analyser.done.wait(), 60)
        assert analyser.asked[:2] == [(spec.rulebook, spec.choices, spec.limits, "total") for spec in specs]
        prices.stop()
        await house.close()

    asyncio.run(work())
