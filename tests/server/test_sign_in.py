"""Sign-in under attack: other clients try the same name, or fill the password queue."""

import asyncio
import threading
import time
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from msgspec import structs

from pitboss.server import auth, devices, password_queue
from pitboss.server.errors import ApiError
from pitboss.server.fair_queue import Usage
from pitboss.server.password_queue import MAX_OTHERS, PasswordQueue
from pitboss.server.settings import Rates, Settings
from tests.server import rest
from tests.server.conftest import PATIENCE, Served, run, serving

PASSWORD = "a long password"
PER_ADDRESS = 8
TRIES = 3


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    rates = Rates(sign_ins=0.001, sign_ins_burst=TRIES, stranger_sign_ins=0.001, stranger_sign_ins_burst=8)
    return Settings(database=f"sqlite:///{tmp_path}/house.db", rates=rates, trusted_proxies=("127.0.0.1",))


async def _add(served: Served, *names: str) -> None:
    async with served.client("olga") as olga:
        for name in names:
            await olga.add_user(name, password=PASSWORD)


def sign_in(served: Served, http: httpx.Client, password: str = PASSWORD, *, name: str = "eve", at: str = "") -> int:
    """The status of an attempt to sign in, from a forwarded address."""
    headers = {"X-Forwarded-For": at or "192.0.2.1"}
    return http.post(
        f"{served.url}/api/sessions", json={"name": name, "password": password}, headers=headers
    ).status_code


def guess(served: Served, at: str = "", times: int = TRIES + 1) -> int:
    """A stranger guesses several times; the status of the last attempt."""
    with httpx.Client(timeout=PATIENCE) as stranger:
        return [sign_in(served, stranger, f"guess number {number}", at=at) for number in range(times)][-1]


def test_strangers_cannot_lock_out_a_user_at_another_address(settings: Settings) -> None:
    with serving(settings) as served, httpx.Client(timeout=PATIENCE) as eve:
        run(_add(served, "eve"))
        assert guess(served) == 429
        assert sign_in(served, eve, at="192.0.2.1") == 429  # the address and the name are the stranger's
        assert sign_in(served, eve, at="192.0.2.2") == 201


def test_a_known_device_gets_in_while_strangers_are_refused_everywhere(settings: Settings) -> None:
    with serving(settings) as served, httpx.Client(timeout=PATIENCE) as eve:
        run(_add(served, "eve"))
        assert sign_in(served, eve) == 201
        for number in range(5):
            guess(served, at=f"198.51.100.{number}")
        with httpx.Client(timeout=PATIENCE) as new_device:
            assert sign_in(served, new_device, at="203.0.113.9") == 429  # the name is guessed from many addresses
        assert sign_in(served, eve, at="203.0.113.9") == 201
        # a known device cannot guess without end either
        assert [sign_in(served, eve, "wrong password") for _ in range(TRIES)] == [401] * (TRIES - 1) + [429]


def test_a_device_is_known_for_its_user_and_password_only(settings: Settings) -> None:
    with serving(settings) as served, httpx.Client(timeout=PATIENCE) as eve:
        run(_add(served, "eve", "mallory"))
        with httpx.Client(timeout=PATIENCE) as mallory:
            assert sign_in(served, mallory, name="mallory", at="192.0.2.7") == 201
            (cookie,) = mallory.cookies.jar
            assert cookie.value is not None
            forged = {devices.cookie_name("eve"): cookie.value}
        with httpx.Client(timeout=PATIENCE, cookies=forged) as mallory:
            assert [sign_in(served, mallory, "guess") for _ in range(TRIES + 1)] == [401] * TRIES + [429]
        assert sign_in(served, eve, at="192.0.2.2") == 201


def test_the_cookie_is_kept_from_scripts_and_other_paths(settings: Settings) -> None:
    with serving(settings) as served:
        run(_add(served, "eve"))
        credentials = {"name": "eve", "password": PASSWORD}
        for scheme in ("http", "https"):
            headers = {"X-Forwarded-Proto": scheme}
            answer = rest.post(f"{served.url}/api/sessions", json=credentials, headers=headers)
            cookie = SimpleCookie(answer.headers["set-cookie"])[devices.cookie_name("eve")]
            assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == ("/api/sessions", "strict", True)
            assert bool(cookie["secure"]) == (scheme == "https")


def test_a_device_cookie_expires_and_cannot_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = devices.new_cookie("eve", "a hash")
    device = devices.device_id(cookie, "eve", "a hash")
    assert device
    assert devices.device_id(cookie, "eve", "another hash") == ""  # the password was changed
    assert devices.device_id(cookie, "ann", "a hash") == ""
    assert devices.device_id(cookie, "eve", None) == ""
    for bad in ("", ".", "..", "é.1.é", cookie.replace(".", ".9", 1), cookie[:-1]):
        assert devices.device_id(bad, "eve", "a hash") == ""
    later = time.time() + devices.DEVICE_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    assert devices.device_id(cookie, "eve", "a hash") == ""


def test_hashing_is_bounded_and_clients_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end, order = threading.Event(), []

    def slow(password: str) -> str:
        assert may_end.wait(60)
        order.append(password)
        return password

    monkeypatch.setattr(password_queue, "hash_password", slow)

    async def work() -> None:
        queue = PasswordQueue(Usage(), PER_ADDRESS)

        def start(client: str, password: str) -> asyncio.Task[str]:
            return asyncio.create_task(queue.hash(client, password))

        crowd = [start("crowd", f"crowd{number}") for number in range(PER_ADDRESS)]
        await asyncio.sleep(0)
        with pytest.raises(ApiError) as refused:
            await queue.hash("crowd", "one more")
        assert refused.value.status == 429
        others = [start("ann", "ann")] + [start(f"client{number}", "other") for number in range(MAX_OTHERS - 1)]
        await asyncio.sleep(0)
        others.append(start("ben", "ben"))  # the queue is full, and the crowd has most
        with pytest.raises(ApiError) as dropped:
            await crowd.pop()
        assert (dropped.value.status, dropped.value.body.kind) == (503, "unavailable")
        crowd.pop(3).cancel()  # one that gives up delays no other
        may_end.set()
        await asyncio.gather(*crowd, *others)
        assert await queue.hash("crowd", "later") == "later"

    run(work())
    assert order[:2] == ["crowd0", "ann"]
    assert "ben" in order
    assert not {"crowd3", f"crowd{PER_ADDRESS - 1}"} & set(order)


def test_five_addresses_cannot_lock_an_account(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    each, may_end = 9, threading.Event()  # five times nine is more than the queue holds
    verify = auth.verify_password

    def slow(stored: str, password: str) -> bool:
        assert may_end.wait(60)
        return verify(stored, password)

    async def attempt(http: httpx.AsyncClient, name: str, password: str, address: str) -> int:
        body, headers = {"name": name, "password": password}, {"X-Forwarded-For": address}
        return (await http.post("/api/sessions", json=body, headers=headers)).status_code

    async def work() -> None:
        limits = httpx.Limits(max_connections=None)
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE, limits=limits) as http:
            await _add(served, "eve")
            monkeypatch.setattr(password_queue, "verify_password", slow)
            crowd = {
                asyncio.create_task(attempt(http, f"name{number}", "guess", f"198.51.100.{number % 5}"))
                for number in range(each + MAX_OTHERS + 1)
            }
            await asyncio.wait(crowd, return_when=asyncio.FIRST_COMPLETED)  # one is too many: the queue is full
            eve = asyncio.create_task(attempt(http, "eve", PASSWORD, "192.0.2.1"))
            while sum(one.done() for one in crowd) < 2 and not eve.done():
                waiting = [one for one in (*crowd, eve) if not one.done()]
                await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            may_end.set()
            assert await eve == 201
            assert sorted([await one for one in crowd])[-3:] == [401, 503, 503]

    rates = structs.replace(settings.rates, clients_per_address=each)
    with serving(structs.replace(settings, rates=rates)) as served:
        run(work())


def test_a_known_device_does_not_wait_for_strangers_of_many_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    may_end = threading.Event()

    def slow(stored: str, password: str) -> bool:
        assert password == "known" or may_end.wait(60)
        return True

    monkeypatch.setattr(password_queue, "verify_password", slow)

    async def work() -> None:
        queue = PasswordQueue(Usage(), PER_ADDRESS)
        addresses = [f"192.0.2.{number}" for number in range(PER_ADDRESS + MAX_OTHERS)]
        strangers = [asyncio.create_task(queue.verify(address, "stored", "guess")) for address in addresses]
        await asyncio.sleep(0)
        with pytest.raises(ApiError):  # the queue is full
            await queue.verify("another", "stored", "guess")
        async with asyncio.timeout(PATIENCE):
            assert await queue.verify_device("device", "stored", "known")
        assert not any(stranger.done() for stranger in strangers)
        may_end.set()
        assert all(await asyncio.gather(*strangers))

    run(work())


def test_a_class_signs_in_at_the_same_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names, arrived = [f"pupil{number}" for number in range(30)], []
    all_wait, verify, verify_password = threading.Event(), PasswordQueue.verify, auth.verify_password

    async def counted(queue: PasswordQueue, client: str, stored: str | None, password: str) -> bool:
        arrived.append(client)
        if len(arrived) == len(names):
            all_wait.set()
        return await verify(queue, client, stored, password)

    def slow(stored: str, password: str) -> bool:
        assert all_wait.wait(60)
        return verify_password(stored, password)

    monkeypatch.setattr(PasswordQueue, "verify", counted)
    monkeypatch.setattr(password_queue, "verify_password", slow)

    async def work() -> None:
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as http:
            bodies = [{"name": name, "password": PASSWORD} for name in names]
            answers = await asyncio.gather(*(http.post("/api/sessions", json=body) for body in bodies))
        assert [answer.status_code for answer in answers] == [201] * len(names)

    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db")) as served:
        run(_add(served, *names))
        run(work())


def test_other_requests_are_answered_while_passwords_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def slow(*_: object) -> bool:
        begun.set()
        return not may_end.wait(60)

    monkeypatch.setattr(password_queue, "verify_password", slow)

    async def work() -> None:
        async with httpx.AsyncClient(base_url=served.url, timeout=PATIENCE) as http, served.client("ben") as ben:
            body = {"name": "ann", "password": "guess"}
            tries = [asyncio.create_task(http.post("/api/sessions", json=body)) for _ in range(PER_ADDRESS + 4)]
            await asyncio.to_thread(begun.wait, 60)
            assert (await ben.me()).name == "ben"
            assert await ben.tables() == []
            while sum(one.done() for one in tries) < 4:  # those that are too many
                await asyncio.wait([one for one in tries if not one.done()], return_when=asyncio.FIRST_COMPLETED)
            may_end.set()
            statuses = sorted([(await one).status_code for one in tries])
            assert statuses == [401] * PER_ADDRESS + [429] * 4

    rates = Rates(clients_per_address=PER_ADDRESS)
    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", rates=rates)) as served:
        run(work())
