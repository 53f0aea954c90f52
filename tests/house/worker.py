"""A process that plays at all tables of a house as fast as it can, and says of each command when it is done.

    python -m tests.house.worker URL SEED [archive]

A line is written for each answer, and at once: whatever stands on the pipe was acknowledged.
"""

import asyncio
import os
import random
import sys

from pitboss.house.house import CommandDone, House
from pitboss.house.retention import Retention
from tests.house.houses import next_words, said

AT_A_TABLE = 2  # so many play at each table, at once


async def play_on(house: House, table: str, seed: int) -> None:
    dice, start = random.Random(seed), os.urandom(4).hex()
    number = 0
    while True:
        live = await house.live(table)
        assert live is not None
        actor, words = next_words(live, dice)
        number += 1
        command = f"{start}-{number}"
        done = await said(house, table, actor, command, words)
        if isinstance(done, CommandDone):
            os.write(1, f"{table} {actor.name} {command} {done.version}\n".encode())


async def archive_on(house: House, table: str) -> None:
    assert house.archiver is not None
    while True:
        await house.archiver.archive(table)
        await asyncio.sleep(0)


async def work(url: str, seed: int, *, archives: bool) -> None:
    house = await House.open(url, retention=Retention(keep=4, archive=8) if archives else None)
    tables = [info.id for info in await house.tables()]
    plays = [play_on(house, table, seed + place) for place in range(AT_A_TABLE) for table in tables]
    plays += [archive_on(house, table) for table in tables if archives]
    await asyncio.gather(*plays)


if __name__ == "__main__":
    asyncio.run(work(sys.argv[1], int(sys.argv[2]), archives="archive" in sys.argv))
