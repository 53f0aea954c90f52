"""A house opens no table that differs from its others where the law wants them alike."""

import asyncio

from pitboss.house.house import House, TableInfo
from pitboss.law import Refusal
from pitboss.tables.live import THE_HOUSE, TableSpec
from tests.house.houses import in_house
from tests.house.test_processes import with_houses


def spec(scale: str) -> TableSpec:
    return TableSpec(rulebook="nz-blackjack", limits="10-500", choices={"perfect_pairs": scale})


def test_one_pay_scale_serves_all_tables_that_are_open(url: str) -> None:
    async def work(house: House) -> None:
        first = await house.open_table(THE_HOUSE, spec("scale_one"))
        assert isinstance(first, TableInfo)
        refusal = await house.open_table(THE_HOUSE, spec("scale_two"))
        assert isinstance(refusal, Refusal)
        assert refusal.clauses == ("15B.8",)
        for scale in ("scale_one", "none"):
            assert isinstance(await house.open_table(THE_HOUSE, spec(scale)), TableInfo)
        assert len(await house.tables()) == 3

    async def after_the_last_is_closed(house: House) -> None:
        for table in await house.tables():
            assert await house.close_table(table.id, THE_HOUSE) is None
        assert isinstance(await house.open_table(THE_HOUSE, spec("scale_two")), TableInfo)

    in_house(url, work)
    in_house(url, after_the_last_is_closed)


def test_two_processes_that_open_at_once_open_what_is_alike(postgres_url: str) -> None:
    async def work(one: House, two: House) -> None:
        for _ in range(5):
            opened = await asyncio.gather(
                one.open_table(THE_HOUSE, spec("scale_one")), two.open_table(THE_HOUSE, spec("scale_two"))
            )
            assert sorted(isinstance(table, Refusal) for table in opened) == [False, True]
            for table in opened:
                if isinstance(table, TableInfo):
                    assert await one.close_table(table.id, THE_HOUSE) is None

    with_houses(postgres_url, work)
