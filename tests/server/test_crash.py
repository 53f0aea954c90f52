"""kill -9 of the real server in the middle of rounds, under load: nothing acknowledged is lost, not a cent, and the
round goes on; two servers on one database serve the same tables."""

import asyncio
import random
from pathlib import Path

import pytest

from tests.house.crash import findings, lost
from tests.server.processes import Player, Process, prepare

#: Seconds for a few commands of every player while the servers share the machine.
PATIENCE = 240


async def _under_load(players: list[Player], urls: list[str], kills: int, server: Process) -> None:
    dice = random.Random(kills)
    tasks = [asyncio.create_task(player.play(urls[n % len(urls)])) for n, player in enumerate(players)]
    for _ in range(kills):
        before = sum(len(player.told) for player in players)
        async with asyncio.timeout(PATIENCE):
            while sum(len(player.told) for player in players) < before + 3 * len(players):
                await asyncio.sleep(0.02)
        await asyncio.sleep(dice.uniform(0.0, 0.5))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    after = sum(len(player.told) for player in players)
    async with asyncio.timeout(PATIENCE):  # the rounds go on for every player
        while sum(told := [len(player.told) for player in players]) < after + 3 * len(players) or min(told) <= 2:
            await asyncio.sleep(0.02)
    for task in tasks:
        task.cancel()
    for outcome in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(outcome, asyncio.CancelledError), outcome


def kill_and_go_on(database: str, kills: int, tables: int = 4, seats: int = 3) -> None:
    players = asyncio.run(prepare(database, tables, seats))
    server = Process(database)
    server.start()
    try:
        asyncio.run(_under_load(players, [server.url], kills, server))
        assert server.stop() == 0
    finally:
        if server.process is not None:
            server.kill()
    told = [one for player in players for one in player.told]
    assert len(told) > kills * len(players)
    assert lost(database, told) == []
    assert findings(database) == []  # chains, play decided again, and every cent


def test_killed_on_sqlite(tmp_path: Path) -> None:
    kill_and_go_on(f"sqlite:///{tmp_path}/house.db", kills=2)


def test_killed_on_postgresql(postgres_url: str) -> None:
    kill_and_go_on(postgres_url, kills=1)


@pytest.mark.soak
def test_killed_fifty_times_on_sqlite(tmp_path: Path) -> None:
    kill_and_go_on(f"sqlite:///{tmp_path}/house.db", kills=50)


@pytest.mark.soak
def test_killed_fifty_times_on_postgresql(postgres_url: str) -> None:
    kill_and_go_on(postgres_url, kills=50)


def two_servers(database: str) -> None:
    players = asyncio.run(prepare(database, tables=2, seats=4))
    servers = [Process(database), Process(database)]
    for server in servers:
        server.start()
    try:
        # players of the same table sit at different servers, and one of these is killed in between
        asyncio.run(_under_load(players, [server.url for server in servers], 1, servers[1]))
    finally:
        for server in servers:
            if server.process is not None:
                server.stop()
    told = [one for player in players for one in player.told]
    assert lost(database, told) == []
    assert findings(database) == []


def test_two_servers_on_one_file(tmp_path: Path) -> None:
    two_servers(f"sqlite:///{tmp_path}/house.db")


def test_two_servers_on_one_postgresql(postgres_url: str) -> None:
    two_servers(postgres_url)
