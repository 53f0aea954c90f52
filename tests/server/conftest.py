"""Fixtures: a real server on a real socket, in a thread of the test process, and its users."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
import uvicorn
from argon2 import PasswordHasher
from msgspec import Struct

from pitboss.client import Client
from pitboss.house.house import House
from pitboss.law import Refusal
from pitboss.server import auth
from pitboss.server.auth import digest, new_token, now
from pitboss.server.run import listen, serve
from pitboss.server.settings import Rates, Settings
from pitboss.tables.live import Role

T = TypeVar("T")
#: Timeout of a response in seconds: an analysis compiles its kernels first, and the machine may be busy.
PATIENCE = 300
#: Rate limits that no test reaches.
PLENTY = Rates(
    requests=1e6,
    requests_burst=1_000_000,
    messages=1e6,
    messages_burst=1_000_000,
    sign_ins=1e6,
    sign_ins_burst=1_000_000,
    guests=1e6,
    clients_per_address=1_000_000,
)
#: The real hasher; slow by design.
HASHER = auth._HASHER


@pytest.fixture(autouse=True)
def _cheap_password_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses a cheap hash; one test checks the real cost."""
    monkeypatch.setattr(auth, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class Served(Struct, frozen=True):
    """A running server and the tokens of its users by name."""

    url: str
    database: str
    tokens: dict[str, str]

    def client(self, name: str = "") -> Client:
        """Returns a client authenticated as a user."""
        return Client(self.url, self.tokens[name] if name else "", timeout=PATIENCE)

    def metrics(self) -> str:
        """Returns the metrics."""
        headers = {"Authorization": f"Bearer {self.tokens['olga']}"}
        return httpx.get(f"{self.url}/metrics", headers=headers, timeout=PATIENCE).text


async def make_users(database: str, users: dict[str, Role], money: int = 10_000_000) -> dict[str, str]:
    """Creates users with money and a token each, as `pitboss user add` does."""
    house = await House.open(database)
    tokens = {}
    for name, role in users.items():
        assert not isinstance(await house.create_user(name, role), Refusal)
        tokens[name] = new_token()
        await house.add_token(digest(tokens[name]), name, now() + 3600, "test")
        if role is Role.PLAYER:
            await house.deposit(name, money, f"start:{name}", "start")
    await house.close()
    return tokens


PEOPLE = {
    "olga": Role.OPERATOR,
    "dan": Role.DEALER,
    "ann": Role.PLAYER,
    "ben": Role.PLAYER,
    "cat": Role.PLAYER,
    "sam": Role.SPECTATOR,
}


@contextmanager
def serving(settings: Settings, users: dict[str, Role] | None = None) -> Iterator[Served]:
    """Runs a server for the duration of the block and stops it like a signal."""
    tokens = asyncio.run(make_users(settings.database, PEOPLE if users is None else users))
    listening = listen("127.0.0.1", 0)
    port = listening.getsockname()[1]
    ready = threading.Event()
    found: list[uvicorn.Server] = []

    def started(server: uvicorn.Server) -> None:
        found.append(server)
        ready.set()

    def run() -> None:
        try:
            asyncio.run(serve(settings, listening, started))
        finally:
            ready.set()

    thread = threading.Thread(target=run)
    thread.start()
    ready.wait(60)
    assert found, "the server did not start"
    try:
        yield Served(f"http://127.0.0.1:{port}", settings.database, tokens)
    finally:
        found[0].should_exit = True
        thread.join(120)
        assert not thread.is_alive(), "the server did not stop"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A practice house, shared by the tests of a module."""
    database = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
    with serving(Settings(database=database, practice=True, rates=PLENTY)) as server:
        yield server


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Served]:
    """A new house without guests."""
    with serving(Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)) as server:
        yield server


def run(work: Coroutine[Any, Any, T], seconds: float = 240) -> T:
    """Runs a coroutine with a timeout."""
    return asyncio.run(asyncio.wait_for(work, seconds))


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server."""
    from tests.house.postgres import running

    with running() as address:
        yield address


@pytest.fixture
def postgres_url(postgres: str) -> str:
    """The address of an empty PostgreSQL database."""
    from tests.house.conftest import _new_database

    return _new_database(postgres)
