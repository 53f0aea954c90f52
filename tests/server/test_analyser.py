"""The process that computes may end at any time, and the server goes on; when it stops, so does what is computed."""

import asyncio
import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import httpx
import pytest

from pitboss.server.analyser import Analyser
from pitboss.server.app import create_app, opened
from pitboss.server.errors import Fault
from pitboss.server.settings import Settings


def _work(word: str) -> bytes:
    return word.encode()


def _pid() -> bytes:
    return str(os.getpid()).encode()


def _killed() -> bytes:
    os.kill(os.getpid(), signal.SIGKILL)
    return b""


def _sleep() -> bytes:
    time.sleep(3600)
    return b""


def test_what_is_asked_after_it_was_killed_is_computed_by_another() -> None:
    """Who was waiting is told to ask again."""

    async def ask() -> None:
        analyser = Analyser()
        before = await analyser.ask("pid", _pid)
        with pytest.raises(Fault) as fault:
            await analyser.ask("killed", _killed)
        assert fault.value.status == 503
        assert fault.value.body.kind == "unavailable"
        assert await analyser.ask("again", _work, "done") == b"done"
        assert await analyser.ask("pid again", _pid) != before
        analyser.stop()

    asyncio.run(ask())


def test_what_was_found_is_kept() -> None:
    """The same question is computed once."""

    async def ask() -> None:
        analyser = Analyser()
        assert await analyser.ask("same", _work, "first") == b"first"
        assert await analyser.ask("same", _work, "second") == b"first"
        analyser.stop()

    asyncio.run(ask())


@pytest.mark.parametrize("steps", [0, 2])
def test_stopping_ends_what_is_being_computed(steps: int) -> None:
    """Nobody waits for an hour of work when the server stops, however far it has come."""

    async def ask() -> int:
        analyser = Analyser()
        process = int(await analyser.ask("pid", _pid))
        long = asyncio.create_task(analyser.ask("long", _sleep))
        for _ in range(steps):
            await asyncio.sleep(0)
        analyser.stop()
        with pytest.raises(Fault):
            await long
        return process

    process = asyncio.run(ask())
    while process in {child.pid for child in active_children()}:  # a thread takes note of its end
        time.sleep(0.01)


def test_a_server_that_stops_is_not_ready_and_computes_nothing(tmp_path: Path) -> None:
    """From the moment at which it is told to stop, while what is under way is finished."""

    async def ask() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/house.db"))
        async with opened(app) as desk:
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
            assert (await client.get("/ready")).status_code == 200
            desk.stop()
            for response in (
                await client.get("/ready"),
                await client.post("/api/analysis/edge", json={"rulebook": "nz-roulette"}),
            ):
                assert response.status_code == 503
                assert response.json()["error"]["kind"] == "unavailable"

    asyncio.run(ask())
