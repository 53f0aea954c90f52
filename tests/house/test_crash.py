"""kill -9 at any moment loses no acknowledged event and no cent, and the play goes on after it."""

import asyncio
import random

import pytest

from pitboss.house.house import House
from tests.house.crash import findings, killed, lost, start
from tests.house.houses import with_table

BOOKS = ("nz-blackjack", "tribal-blackjack", "canberra-blackjack")


def versions(url: str) -> dict[str, int]:
    async def look() -> dict[str, int]:
        house = await House.open(url)
        found = {info.id: info.version for info in await house.tables()}
        await house.close()
        return found

    return asyncio.run(look())


async def found_house(url: str) -> None:
    house = await House.open(url)
    for rulebook in BOOKS:
        await with_table(house, rulebook)
    await house.close()


def kill_and_go_on(url: str, kills: int, processes: int) -> None:
    asyncio.run(found_house(url))
    dice = random.Random(url)
    told = []
    before = versions(url)
    for number in range(kills):
        told += killed([start(url, 100 * number + place) for place in range(processes)], dice)
        assert lost(url, told) == []
        after = versions(url)
        assert sum(after.values()) > sum(before.values())
        before = after
    assert findings(url) == []
    assert len(told) > kills


def test_a_process_that_is_killed_loses_nothing(url: str) -> None:
    kill_and_go_on(url, kills=2, processes=1)


def test_two_processes_at_the_same_tables_that_are_killed_lose_nothing(url: str) -> None:
    kill_and_go_on(url, kills=2, processes=2)


@pytest.mark.soak
def test_fifty_kills_lose_nothing(url: str) -> None:
    kill_and_go_on(url, kills=50, processes=1)


@pytest.mark.soak
def test_fifty_kills_of_two_processes_lose_nothing(url: str) -> None:
    kill_and_go_on(url, kills=50, processes=2)
