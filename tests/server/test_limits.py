"""Rate limits, size limits and timeouts: the client over a limit is rejected, others are served."""

import asyncio
import json
import socket
import threading
from collections.abc import Callable, MutableMapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from pitboss.client import ClientError
from pitboss.server.app import create_app, opened
from pitboss.server.context import Limiter
from pitboss.server.settings import Rates, Settings
from tests.server import rest
from tests.server.conftest import PLENTY, Served, run, serving
from tests.server.houses import deal

#: Close codes of RFC 6455 that docs/how-to/server.md promises: a policy was violated, and the service restarts.
SHOWN_OUT, TRY_LATER = 1008, 1012


async def close_code(line: ClientConnection) -> int | None:
    """Returns the code with which the server closes the WebSocket."""
    with suppress(ConnectionClosed):
        while True:
            await asyncio.wait_for(line.recv(), 60)
    return line.close_code


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
        answer = rest.post(f"{served.url}/api/sessions", **body)
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
        clients_per_address=2,
    )
    return Settings(database=f"sqlite:///{tmp_path}/house.db", practice=False, rates=rates)


def test_too_many_requests_sockets_and_messages(strict: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.socket.MAX_EXCESS", 20)
    with serving(strict) as served:
        answers = [rest.get(f"{served.url}/api/tables") for _ in range(8)]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        limited = answers[-1]
        assert limited.status_code == 429
        assert limited.json()["error"]["kind"] == "too_many"
        assert int(limited.headers["retry-after"]) >= 1
        law = [rest.get(f"{served.url}/api/rulebooks").status_code for _ in range(2)]
        assert law == [429, 429]  # public pages cost as much
        # another's bucket is another's
        ann = {"Authorization": f"Bearer {served.tokens['ann']}"}
        assert rest.get(f"{served.url}/api/me", headers=ann).status_code == 200
        run(_flood(served))


def test_invalid_tokens_count_against_the_address(strict: Settings) -> None:
    with serving(strict) as served:
        bad = {"Authorization": "Bearer pit_guessed"}
        answers = [rest.get(f"{served.url}/api/me", headers=bad).status_code for _ in range(8)]
        assert (answers[0], answers[-1]) == (401, 429)
        ann = {"Authorization": f"Bearer {served.tokens['ann']}"}
        assert rest.get(f"{served.url}/api/me", headers=ann).status_code == 200


async def _flood(served: Served) -> None:
    url = f"ws{served.url.removeprefix('http')}/api/socket"
    async with connect(url) as flooding, connect(url) as other:
        async with connect(url) as third:
            assert json.loads(await third.recv())["error"]["kind"] == "too_many"
            assert await close_code(third) == SHOWN_OUT
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
        assert await close_code(flooding) == SHOWN_OUT
        assert kinds == {None, "too_many"}
        await other.send('{"type":"ping","id":"still"}')
        assert json.loads(await other.recv()) == {"type": "pong", "id": "still"}


def test_a_command_over_the_rate_limit_gets_an_error(strict: Settings) -> None:
    async def work(served: Served) -> None:
        async with served.client("ann") as ann:
            kinds = set()
            for _ in range(8):
                with pytest.raises(ClientError) as refused:
                    await ann.command("none", "join 5")
                kinds.add(refused.value.kind)
            assert kinds == {"no_table", "too_many"}
            with pytest.raises(ClientError, match=r"too many requests: try again in (?!0\.0 )"):
                await ann.command("t1", "x" * 2 * strict.max_message)

    with serving(strict) as served:
        run(work(served))


def test_opening_sockets_is_rate_limited(strict: Settings) -> None:
    async def work(served: Served) -> list[bool]:
        turned_away = []
        for _ in range(8):
            async with connect(f"ws{served.url.removeprefix('http')}/api/socket") as line:
                with suppress(ConnectionClosed):  # it may be closed already, with the reason on its way
                    await line.send('{"type":"ping","id":"p"}')
                turned_away.append(json.loads(await line.recv())["type"] == "error")
        return turned_away

    with serving(strict) as served:
        assert run(work(served)) == [False] * 5 + [True] * 3


def raw_socket(served: Served) -> socket.socket:
    """Returns a TCP socket upgraded to WebSocket by hand, which reads only when asked."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", int(served.url.rpartition(":")[2])))
    line.sendall(
        b"GET /api/socket HTTP/1.1\r\nHost: t\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    answer = b""
    while not answer.endswith(b"\r\n\r\n"):
        answer += line.recv(1)
    assert answer.startswith(b"HTTP/1.1 101")
    return line


def frame(text: str) -> bytes:
    """Returns a text frame with a zero mask."""
    assert len(text) < 126
    return bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text.encode()


def until_gone(line: socket.socket) -> None:
    """Reads until the server closes the connection."""
    line.settimeout(60)
    with suppress(ConnectionError):
        while line.recv(1 << 16):
            pass


def send_on(line: socket.socket, data: bytes) -> None:
    """Sends until the connection is closed."""
    while True:
        line.sendall(data)


def test_a_client_that_does_not_read_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.run.IDLE_SECONDS", 1)
    monkeypatch.setattr("pitboss.server.socket.MAX_BACKLOG", 50)
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY)
    with serving(settings) as served, raw_socket(served) as line:
        line.settimeout(60)
        asks = frame('{"type":"watch","table":"t1"}') * 100
        with pytest.raises(ConnectionError):  # nothing is read, and the server does not keep it for ever
            send_on(line, asks)
        assert "pitboss_sockets 0.0" in served.metrics()


def test_an_idle_connection_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.run.IDLE_SECONDS", 1)
    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)) as served:
        port = int(served.url.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port)) as idle, raw_socket(served) as watcher:
            idle.sendall(b"GET /health HTTP/1.1\r\nHost: ")  # and the rest never comes
            until_gone(idle)
            watcher.sendall(frame('{"type":"ping","id":"still"}'))  # a socket may be silent
            assert b"still" in watcher.recv(4096)
        with socket.create_connection(("127.0.0.1", port)) as asked_once:
            asked_once.sendall(b"GET /health HTTP/1.1\r\nHost: t\r\n\r\n")
            while b"alive" not in asked_once.recv(4096):
                pass
            asked_once.sendall(b"GET /health HTTP/1.1\r\nHost: ")
            until_gone(asked_once)


def test_a_slow_body_times_out(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY, body_seconds=0.2)
    with serving(settings) as served:
        address = ("127.0.0.1", int(served.url.rpartition(":")[2]))
        for length in ("Content-Length: 50", "Transfer-Encoding: chunked"):
            with socket.create_connection(address, timeout=60) as slow:
                slow.sendall(f"POST /api/sessions HTTP/1.1\r\nHost: t\r\n{length}\r\n\r\n".encode())
                told = b""
                while part := slow.recv(4096):  # until the server lets go
                    told += part
                assert told.startswith(b"HTTP/1.1 408")
                assert b'"kind":"too_slow"' in told


async def listen_on(line: ClientConnection, heard: list[str]) -> None:
    """Records messages until the connection is closed."""
    while True:
        heard.append(str(await line.recv()))


def test_signing_out_elsewhere_closes_the_socket(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.server.socket.TOKEN_CHECK_SECONDS", 0.2)

    async def work() -> None:
        async with served.client("olga") as olga:
            token = (await olga.add_user("ida")).token
            async with connect(f"ws{served.url.removeprefix('http')}/api/socket") as line:
                await line.send(f'{{"type":"hello","token":"{token}"}}')
                await line.send('{"type":"watch","table":"t1"}')
                heard = [json.loads(await line.recv())["type"] for _ in range(3)]
                assert heard == ["welcome", "table", "done"]
                await olga.sign_out_user("ida")
                with pytest.raises(ConnectionClosed):  # who only listens is shown out too
                    await listen_on(line, heard := [])
                assert await close_code(line) == SHOWN_OUT
                last = json.loads(heard[-1])
                assert (last["type"], last["error"]["kind"]) == ("error", "unauthenticated")

    run(work())


def test_a_stopping_server_closes_sockets_with_code_1012(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY)

    async def work(served: Served, stop: Callable[[], None]) -> int | None:
        async with connect(f"ws{served.url.removeprefix('http')}/api/socket") as line:
            await line.send('{"type":"watch","table":"t1"}')
            assert json.loads(await line.recv())["type"] == "table"
            code, _ = await asyncio.gather(close_code(line), asyncio.to_thread(stop))
            return code

    with ExitStack() as stack:
        served = stack.enter_context(serving(settings))
        assert run(work(served, stack.close)) == TRY_LATER


def test_a_stopping_server_rejects_new_sockets(tmp_path: Path) -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def work() -> None:
        app = create_app(Settings(database=f"sqlite:///{tmp_path}/house.db"))
        async with opened(app) as context:
            context.stop()
            scope = {"type": "websocket", "path": "/api/socket", "query_string": b"", "headers": []}
            await app({**scope, "client": ("127.0.0.1", 1), "subprotocols": []}, receive, send)

    run(work())
    assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
    assert json.loads(sent[1]["text"])["error"]["kind"] == "unavailable"
    assert sent[2]["code"] == TRY_LATER


def test_history_queries_do_not_delay_play(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(text: str) -> object:
        begun.set()
        assert may_end.wait(60)
        return []

    monkeypatch.setattr("pitboss.server.routes.rounds._steps", slow)

    async def work() -> None:
        async with served.client("olga") as olga, served.client("ann") as ann:
            table = (await olga.open_table("mbs-blackjack", limits="10-1000", cards_are_read=True)).id
            for words in ("join 50", "bet 1 10"):
                await ann.say(table, words)
            await deal(olga, table, "Th 9d Tc")
            await ann.say(table, "stand 1")
            await olga.say(table, "card Kd")
        async with served.client("ann") as ann, served.client("ben") as ben:
            asked = [asyncio.create_task(ann.round_steps(table, 1))]
            await asyncio.to_thread(begun.wait, 60)
            assert await ben.health() == "alive"  # the tables go on
            assert len(await ben.rounds(table)) == 1
            asked += [asyncio.create_task(ann.round_steps(table, 1)) for _ in range(6)]
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)  # the one that is too many
            may_end.set()
            ended = await asyncio.gather(*asked, return_exceptions=True)
            assert [error.kind for error in ended if isinstance(error, ClientError)] == ["too_many"]
            assert ended.count([]) == 6

    run(work())


def test_statements_do_not_delay_play(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Semaphore(0), threading.Event()

    def slow(*_: object) -> list[object]:
        begun.release()
        assert may_end.wait(60)
        return []

    monkeypatch.setattr("pitboss.house.history.newest_lines", slow)

    async def work() -> None:
        async with served.client("ann") as ann, served.client("ben") as ben:
            asked = [asyncio.create_task(ann.statement()) for _ in range(7)]
            await asyncio.to_thread(begun.acquire, timeout=60)
            assert (await ben.me()).name == "ben"
            await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)  # the one that is too many
            may_end.set()
            ended = await asyncio.gather(*asked, return_exceptions=True)
            assert [error.kind for error in ended if isinstance(error, ClientError)] == ["too_many"]
            assert ended.count([]) == 6

    run(work())


def test_the_number_of_guests_is_limited(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", practice=True, rates=PLENTY, most_guests=2)
    with serving(settings) as served:
        first, second, third = (rest.post(f"{served.url}/api/guests", json={}) for _ in range(3))
        assert [first.status_code, second.status_code, third.status_code] == [201, 201, 429]
        assert int(third.headers["retry-after"]) > 0
        leaving = {"Authorization": f"Bearer {first.json()['token']}"}
        assert rest.delete(f"{served.url}/api/sessions/current", headers=leaving).status_code == 200
        assert rest.post(f"{served.url}/api/guests", json={}).status_code == 201


def test_passwords_cannot_be_guessed_quickly(strict: Settings) -> None:
    with serving(strict) as served, httpx.Client(base_url=served.url, timeout=60) as http:
        guesses = [
            http.post("/api/sessions", json={"name": "ann", "password": f"guess number {n}"}).status_code
            for n in range(5)
        ]
        assert guesses[0] == 401
        assert guesses[-1] == 429
