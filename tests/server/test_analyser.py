"""The analysis process: the server survives its death, and shutdown stops it."""

import asyncio
import os
import signal
import time
from multiprocessing import active_children
from pathlib import Path

import httpx
import pytest

from pitboss.server.analyser import MAX_PER_CLIENT, Analyser
from pitboss.server.app import create_app, opened
from pitboss.server.errors import ApiError
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


def test_a_killed_worker_is_replaced() -> None:
    """Pending requests get an error that asks for a retry."""

    async def ask() -> None:
        analyser = Analyser()
        before = await analyser.result("ann", "pid", _pid)
        with pytest.raises(ApiError) as fault:
            await analyser.result("ann", "killed", _killed)
        assert fault.value.status == 503
        assert fault.value.body.kind == "unavailable"
        assert await analyser.result("ann", "again", _work, "done") == b"done"
        assert await analyser.result("ann", "pid again", _pid) != before
        analyser.stop()

    asyncio.run(ask())


def test_results_are_cached() -> None:

    async def ask() -> None:
        analyser = Analyser()
        assert await analyser.result("ann", "same", _work, "first") == b"first"
        assert await analyser.result("ann", "same", _work, "second") == b"first"
        analyser.stop()

    asyncio.run(ask())


@pytest.mark.parametrize("steps", [0, 2])
def test_stop_terminates_the_running_job(steps: int) -> None:
    """Shutdown does not wait for a long job."""

    async def ask() -> int:
        analyser = Analyser()
        process = int(await analyser.result("ann", "pid", _pid))
        long = asyncio.create_task(analyser.result("ann", "long", _sleep))
        for _ in range(steps):
            await asyncio.sleep(0)
        analyser.stop()
        with pytest.raises(ApiError):
            await long
        return process

    process = asyncio.run(ask())
    while process in {child.pid for child in active_children()}:  # a thread takes note of its end
        time.sleep(0.01)


def test_a_stopping_server_is_not_ready_and_runs_no_job(tmp_path: Path) -> None:
    """Holds from the start of shutdown, while open requests finish."""

    async def ask() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/house.db"))
        async with opened(app) as context:
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
            assert (await client.get("/ready")).status_code == 200
            context.stop()
            for response in (
                await client.get("/ready"),
                await client.post("/api/analysis/edge", json={"rulebook": "nz-roulette"}),
            ):
                assert response.status_code == 503
                assert response.json()["error"]["kind"] == "unavailable"

    asyncio.run(ask())


def _logged(file: str, word: str) -> bytes:
    with open(file, "a", encoding="utf-8") as log:
        log.write(word + " ")
    return word.encode()


def test_queue_is_fair_and_bounded_per_client(tmp_path: Path) -> None:
    """A client's backlog delays another by one job; only the client with too many jobs is rejected."""
    log = str(tmp_path / "log")

    async def ask() -> None:
        analyser = Analyser()
        names = [f"crowd{number}" for number in range(MAX_PER_CLIENT)]
        asked = [asyncio.create_task(analyser.result("crowd", name, _logged, log, name)) for name in names]
        await asyncio.sleep(0)
        with pytest.raises(ApiError) as refused:
            await analyser.result("crowd", "one more", _logged, log, "one more")
        assert (refused.value.status, refused.value.body.kind) == (429, "too_many")
        assert "retry-after" in {name.lower() for name in refused.value.headers}
        asked += [asyncio.create_task(analyser.result(name, name, _logged, log, name)) for name in ("ann", "ben")]
        await asyncio.gather(*asked)
        assert await analyser.result("crowd", "later", _logged, log, "later") == b"later"
        analyser.stop()

    asyncio.run(ask())
    order = Path(log).read_text(encoding="utf-8").split()
    assert order == ["crowd0", "ann", "ben", "crowd1", "crowd2", "crowd3", "later"]


def test_concurrent_equal_requests_share_one_job(tmp_path: Path) -> None:
    log = str(tmp_path / "log")

    async def ask() -> None:
        analyser = Analyser()
        answers = [analyser.result(client, "same", _logged, log, "word") for client in ("ann", "ben", "cat")]
        assert await asyncio.gather(*answers) == [b"word"] * 3
        analyser.stop()

    asyncio.run(ask())
    assert Path(log).read_text(encoding="utf-8") == "word "


def test_the_cache_evicts_the_least_recently_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.analyser.CACHE_SIZE", 2)
    log = str(tmp_path / "log")

    async def ask() -> None:
        analyser = Analyser()
        for key in ("a", "b", "a", "c", "a", "b"):
            await analyser.result("ann", key, _logged, log, key)
        analyser.stop()

    asyncio.run(ask())
    assert Path(log).read_text(encoding="utf-8") == "a b c b "


def test_equal_rules_share_one_cache_entry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An option that is set to its default value is the same table."""

    async def ask() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/house.db"))
        async with opened(app) as context:
            keys = []

            async def answered(client: str, key: object, *_: object) -> bytes:
                keys.append((client, key))
                return b"{}"

            monkeypatch.setattr(context.analyser, "result", answered)
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
            for choices, limits in (
                ({}, "5-500"),
                ({"decks": "8"}, "5-500"),
                ({"decks": "6"}, "5-500"),
                ({}, "10-500"),
            ):
                body = {"rulebook": "nz-blackjack", "choices": choices, "limits": limits}
                assert (await client.post("/api/analysis/edge", json=body)).status_code == 200
            assert keys[0] == keys[1]
            assert len(set(keys)) == 3
            unlawful = {"rulebook": "nz-blackjack", "choices": {"decks": "9"}}
            refused = await client.post("/api/analysis/edge", json=unlawful)
            assert (refused.status_code, refused.json()["error"]["clause"]) == (409, "3.3(a)")
            assert len(keys) == 4  # it takes no turn of the analyser

    asyncio.run(ask())


DOUBLE_SHOE = {"double_shoe": "true"}


@pytest.mark.parametrize(
    ("path", "asked", "words", "clause"),
    [
        ("edge", {"rulebook": "nz-tournament"}, "tournament has no exact edge", ""),
        ("edge", {"rulebook": "tribal-blackjack", "choices": DOUBLE_SHOE}, "not analysed: a double shoe", "(f)(4)"),
        ("hand", {"rulebook": "nz-roulette"}, "nz-roulette is not a blackjack rulebook", ""),
        ("hand", {"rulebook": "tribal-blackjack", "choices": DOUBLE_SHOE}, "not analysed: a double shoe", "(f)(4)"),
    ],
)
def test_a_table_without_exact_figures_is_refused_as_not_analysable(
    tmp_path: Path, path: str, asked: dict[str, object], words: str, clause: str
) -> None:
    cards = {"cards": ["Th", "6d"], "up": "9c"} if path == "hand" else {}

    async def ask() -> httpx.Response:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/house.db"))
        async with opened(app):
            client = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://house")
            return await client.post(f"/api/analysis/{path}", json={**asked, **cards}, timeout=240)

    answer = asyncio.run(ask())
    assert answer.status_code == 409
    error = answer.json()["error"]
    assert (error["kind"], error["rulebook"]) == ("not_analysable", asked["rulebook"])
    assert words in error["message"]
    assert error["clause"].startswith(clause)
    assert bool(error["clause"]) == bool(clause)
