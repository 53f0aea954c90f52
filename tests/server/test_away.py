"""An unavailable database: requests get an error that asks for a retry, and work again afterwards."""

import asyncio
from collections.abc import Awaitable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from pitboss.client import Client, ClientError
from pitboss.server.settings import Settings
from tests.server import rest
from tests.server.conftest import PLENTY, run, serving


@contextmanager
def away(server: str, database: str) -> Iterator[None]:
    """Makes a database refuse connections for the duration of the block."""
    name = database.partition("?")[0].rpartition("/")[2]

    def allow(connections: bool) -> None:
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {connections}".encode())

    allow(False)
    with psycopg.connect(server, autocommit=True) as connection:
        # and it is waited for: a line that is about to go may be used once more
        connection.execute("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s", (name,))
    try:
        yield
    finally:
        allow(True)


async def unavailable(asked: Awaitable[object]) -> int:
    """Returns the status of a request that must fail as unavailable."""
    with pytest.raises(ClientError) as told:
        await asked
    assert told.value.kind == "unavailable"
    return told.value.status


async def until_ready(url: str) -> None:
    """Polls /ready, whose last probe may have been made while the database was away."""
    async with asyncio.timeout(60):
        while rest.get(f"{url}/ready").status_code != 200:
            await asyncio.sleep(0.05)


def test_requests_fail_while_the_database_is_unavailable_and_work_afterwards(postgres: str, postgres_url: str) -> None:
    async def work(url: str, tokens: dict[str, str]) -> None:
        async with Client(url, tokens["olga"]) as olga, Client(url, tokens["ann"]) as ann:
            table = (await olga.open_table("nz-blackjack", limits="10-1000", betting_seconds=3600)).id
            seat = await ann.watch(table)
            await seat.do("join 500")
            with away(postgres, postgres_url):
                assert rest.get(f"{url}/ready").status_code == 503
                assert await unavailable(ann.say(table, "bet 1 10", command_id="one")) == 503
                assert await unavailable(ann.me()) == 503
                await unavailable(seat.do("bet 1 10"))
            done = await ann.say(table, "bet 1 10", command_id="one")
            assert (await ann.say(table, "bet 1 10", command_id="one")).version == done.version
            assert (await ann.me()).wallet == 10_000_000 - 500_00
            await until_ready(url)

    with serving(Settings(database=postgres_url, rates=PLENTY)) as served:
        run(work(served.url, served.tokens))
