"""How much may be asked: too much is refused in the one shape, and others are served on."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from pitboss.server.limits import Limiter
from pitboss.server.settings import Rates, Settings
from tests.server.conftest import Served, run, serving


def test_a_bucket_fills_at_its_rate() -> None:
    now = [0.0]
    limiter = Limiter(2, 3, clock=lambda: now[0])
    assert [limiter.wait("ann") == 0 for _ in range(5)] == [True, True, True, False, False]
    assert limiter.wait("ben") == 0
    now[0] = 1.0
    assert [limiter.wait("ann") == 0 for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    limiter.wait("cat")
    assert set(limiter.buckets) == {"cat"}  # who has been quiet is forgotten


def test_a_body_that_is_too_large_is_refused(served: Served) -> None:
    for body in ({"content": b"x" * 70_000}, {"content": iter([b"x" * 40_000] * 2)}):
        answer = httpx.post(f"{served.url}/api/sessions", **body)
        assert answer.status_code == 413
        assert answer.json()["error"]["kind"] == "too_large"


@pytest.fixture
def strict(tmp_path: Path) -> Settings:
    rates = Rates(
        requests=0.01,
        requests_burst=5,
        messages=0.01,
        messages_burst=5,
        sign_ins=0.001,
        sign_ins_burst=3,
        sockets_each=2,
    )
    return Settings(database=f"sqlite:///{tmp_path}/house.db", practice=False, rates=rates)


def test_too_many_requests_sockets_and_messages(strict: Settings) -> None:
    with serving(strict) as served:
        answers = [httpx.get(f"{served.url}/api/tables") for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        limited = answers[-1]
        assert limited.status_code == 429
        assert limited.json()["error"]["kind"] == "too_many"
        assert int(limited.headers["retry-after"]) >= 1
        # another's bucket is another's
        ann = {"Authorization": f"Bearer {served.tokens['ann']}"}
        assert httpx.get(f"{served.url}/api/me", headers=ann).status_code == 200
        run(_flood(served))


async def _flood(served: Served) -> None:
    url = f"ws{served.url.removeprefix('http')}/api/socket"
    async with connect(url) as flooding, connect(url) as other:
        async with connect(url) as third:
            assert json.loads(await third.recv())["error"]["kind"] == "too_many"
        kinds = set()
        closed = False
        for _ in range(2000):
            try:
                await flooding.send('{"type":"ping","id":"p"}')
                kinds.add(json.loads(await asyncio.wait_for(flooding.recv(), 10)).get("error", {}).get("kind"))
            except ConnectionClosed:
                closed = True
                break
        assert closed
        assert kinds == {None, "too_many"}
        await other.send('{"type":"ping","id":"still"}')
        assert json.loads(await other.recv()) == {"type": "pong", "id": "still"}


def test_passwords_cannot_be_guessed_quickly(strict: Settings) -> None:
    with serving(strict) as served:
        guesses = [
            httpx.post(f"{served.url}/api/sessions", json={"name": "ann", "password": f"guess number {n}"}).status_code
            for n in range(5)
        ]
        assert guesses[0] == 401
        assert guesses[-1] == 429
