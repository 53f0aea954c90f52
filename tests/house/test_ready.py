"""A house whose database takes no writes says so within a deadline, and what waits for it is answered."""

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

import httpx
import psycopg
import pytest

from pitboss.house.database import MEMORY
from pitboss.house.house import CommandDone, House, HouseError
from pitboss.house.probe import WriteProbe
from pitboss.server.app import create_app
from pitboss.server.context import ServerContext, stall_guard
from pitboss.server.settings import Settings
from tests.house.houses import in_house, player, with_table

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals and limits")


def _probe_often(house: House, deadline: float) -> None:
    """A probe with a deadline of its own, whose answers are not cached."""
    house.probe = WriteProbe(house.probe._write, deadline)


@contextmanager
def full_disk() -> Iterator[None]:
    """No file grows any more, as on a disk that is full."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def frozen(url: str) -> Iterator[None]:
    """Every process of a PostgreSQL server is stopped, and goes on afterwards."""
    with psycopg.connect(url.replace("postgresql+psycopg", "postgresql")) as connection:
        row = connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'").fetchone()
    assert row is not None
    postmaster = _parent(row[0])
    stopped = [postmaster]
    os.kill(postmaster, signal.SIGSTOP)  # first, so that it starts no others
    try:
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and _parent(int(entry.name)) == postmaster:
                os.kill(int(entry.name), signal.SIGSTOP)
                stopped.append(int(entry.name))
        yield
    finally:
        for pid in reversed(stopped):
            os.kill(pid, signal.SIGCONT)


def _parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[1])
    except FileNotFoundError:  # it has ended meanwhile
        return 0


def test_a_house_on_a_full_disk_is_not_ready(tmp_path: Path) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        assert await house.fault() == ""
        with full_disk():
            _probe_often(house, 30)
            assert "the database accepts no writes" in await house.fault()
            with pytest.raises(HouseError):
                await house.command(table, player("ann"), "c1", None, "bet 1 20")
        _probe_often(house, 30)
        assert await house.fault() == ""
        assert isinstance(await house.command(table, player("ann"), "c1", None, "bet 1 20"), CommandDone)

    in_house(str(tmp_path / "house.db"), work)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the processes of the server are found in /proc")
def test_commands_during_a_frozen_postgresql_are_answered_and_executed_once(postgres_url: str) -> None:
    async def work(house: House) -> None:
        table = await with_table(house)
        _probe_often(house, 0.2)
        with frozen(postgres_url):
            assert await house.fault() == "the database has not accepted a write within 0.2 s"
            with pytest.raises(HouseError, match="retry with the same id"):
                async with stall_guard(house, 0.05):
                    await house.command(table, player("ann"), "c1", None, "bet 1 20")
            with pytest.raises(HouseError, match="has not accepted a write"):
                async with stall_guard(house, 0.05):
                    await house.user("ann")
        again = await house.command(table, player("ann"), "c1", None, "bet 1 20")
        assert isinstance(again, CommandDone)
        _probe_often(house, 60)
        assert await house.fault() == ""
        told = [entry for entry in await house.entries(table) if entry.entry.words == "bet 1 20"]
        assert len(told) == 1

    in_house(postgres_url, work)


def test_requests_are_answered_with_503_while_the_database_stalls() -> None:
    """Over HTTP: readiness with the reason, and a request that would wait for ever."""

    async def never(**_: object) -> None:
        await asyncio.Event().wait()

    async def work() -> None:
        settings = Settings(database=MEMORY, practice=True, stall_seconds=0.05)
        app = create_app(settings)
        house = await House.open(MEMORY)
        app.state.context = ServerContext(settings, house, app.state.metrics)
        asking = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
        async with asking:
            assert (await asking.get("/ready")).status_code == 200
            house.probe = WriteProbe(never, 0.05)
            house.tables = never  # type: ignore[method-assign, assignment] # what stands for a read that hangs
            for path in ("/ready", "/api/tables"):
                answer = await asking.get(path)
                assert (answer.status_code, answer.headers["Retry-After"]) == (503, "1")
                assert "the database has not accepted a write within 0.05 s" in answer.json()["error"]["message"]
            assert (await asking.get("/health")).status_code == 200
        await house.close()

    asyncio.run(work())


def test_slow_work_goes_on_while_the_database_takes_writes() -> None:
    async def work(house: House) -> None:
        release = asyncio.Event()
        asyncio.get_running_loop().call_later(0.3, release.set)
        async with stall_guard(house, 0.01):
            await release.wait()

    in_house(MEMORY, work)


def test_the_probe_is_one_write_however_many_ask() -> None:
    async def work() -> None:
        written = 0

        async def write() -> None:
            nonlocal written
            written += 1
            await asyncio.sleep(0)

        probe = WriteProbe(write)
        assert await asyncio.gather(*(probe.fault() for _ in range(50))) == [""] * 50
        assert await probe.fault() == ""
        assert written == 1

    asyncio.run(work())


def test_a_probe_that_ends_with_its_request_changes_nothing() -> None:
    """The probe may lose its cancellation where both end in one iteration of the loop."""
    unhandled: list[Any] = []

    class Unwritable:
        async def fault(self) -> str:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(60)
            return "the database accepts no writes"

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled.append(context))
        async with stall_guard(cast("House", Unwritable()), 0.0):
            await asyncio.sleep(0.01)  # the probe runs
        await asyncio.sleep(0.01)
        gc.collect()

    asyncio.run(run())
    assert unhandled == []
