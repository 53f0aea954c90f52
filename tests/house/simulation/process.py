"""Simulated server processes: the real house and the real WebSocket endpoint, on the simulated loop and disk."""

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import copy_context
from functools import lru_cache
from types import SimpleNamespace
from typing import Any
from unittest import mock

import msgspec
from sqlalchemy import event
from sqlalchemy.engine import Engine
from starlette.websockets import WebSocket

from pitboss.house import database
from pitboss.house.house import House
from pitboss.house.keys import KeyRing
from pitboss.house.retention import Retention
from pitboss.server.context import ServerContext
from pitboss.server.metrics import Metrics
from pitboss.server.settings import Rates, Settings
from pitboss.server.socket import socket as socket_endpoint
from pitboss.tables import live
from pitboss.tables.live import TableSpec
from tests.house.simulation.disk import VFS_NAME, SimulatedDisk, rewrite
from tests.house.simulation.loop import PROCESS, Host, SimulatedLoop, SimulatedQueue, SimulatedThread
from tests.house.simulation.sqlite_driver import DriverConnection

#: Simulated time starts here, in Unix seconds.
EPOCH = 1_800_000_000
#: The key of the simulated house, and an archive and a snapshot every two entries: a simulated evening is short.
KEY = "pitboss-key-1:" + 43 * "A"
RETENTION = Retention(keep=1, archive=2, snapshot=2)
_NO_LIMITS = Rates(requests=1e9, requests_burst=10**9, messages=1e9, messages_burst=10**9, clients_per_address=10**9)
_metrics = Metrics()  # nobody reads them here, and they take long to create


class SimulatedProcess(Host):
    """A server process: a house with its broadcasts, and the connections of its clients."""

    def __init__(self, name: str, url: str, *, archives: bool = False) -> None:
        super().__init__(name)
        self._archives = archives
        self.connections: list[DriverConnection] = []
        self.house: House | None = None
        self.ready = False
        self._settings = Settings(database=url, practice=True, rates=_NO_LIMITS)
        self._app = SimpleNamespace(state=SimpleNamespace(context=None))
        self._context = copy_context()
        self._context.run(PROCESS.set, self)
        self.tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Any) -> asyncio.Task[Any]:
        """Starts a task of this process."""
        task = asyncio.get_running_loop().create_task(work, context=self._context.copy())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def start(self) -> None:
        """Opens the house and starts the broadcasts, as ``server.app.opened`` does."""
        keys, retention = (KeyRing(KEY), RETENTION) if self._archives else (None, None)
        self.house = await House.open(self._settings.database, keys=keys, retention=retention)
        context = self._app.state.context = ServerContext(self._settings, self.house, _metrics)
        await context.broadcasts.start()
        self.ready = True

    def connect(self, address: str, receive: Callable[[], Any], send: Callable[[Any], Any]) -> asyncio.Task[Any]:
        """Serves a WebSocket connection."""
        scope = {"type": "websocket", "app": self._app, "client": (address, 1), "headers": []}
        return self.spawn(socket_endpoint(WebSocket(scope, receive, send)))

    def abandon_connections(self, disk: SimulatedDisk) -> None:
        """Closes the files of the process, which was killed, without another change of them."""
        disk.abandoning = True
        try:
            for connection in self.connections:
                connection.abandon()
            self.connections.clear()
        finally:
            disk.abandoning = False
        if self.house is not None:
            lock = self.house.writer.appender.write_lock
            if lock._handle is not None:
                lock._release()


@lru_cache(maxsize=1)
def _shared_engine() -> Engine:
    return database.connect("sqlite:///simulated.db")


def _cached_rules() -> Callable[[TableSpec], Any]:
    """Returns the resolver of a table's rules with a cache: it takes longer than the restoring of a short log."""
    found: dict[bytes, Any] = {}

    def rules(spec: TableSpec) -> Any:
        key = msgspec.json.encode(spec)
        if key not in found:
            found[key] = _resolve_rules(spec)
        return found[key]

    return rules


_resolve_rules = live._rules
_rules = _cached_rules()


def connect_engine(url: str, keys: KeyRing | None = None, *, opened: list[DriverConnection] | None = None) -> Engine:
    """Returns the house's own engine, whose connections are on the simulated disk; ``opened`` collects them."""
    engine = database.connect(url, keys)

    @event.listens_for(engine, "do_connect")
    def _open(*_: object) -> DriverConnection:
        connection = DriverConnection(str(engine.url.database), VFS_NAME)
        process = PROCESS.get()
        if isinstance(process, SimulatedProcess):
            process.connections.append(connection)
        elif opened is not None:
            opened.append(connection)
        return connection

    if opened is not None:  # the checker only looks
        engine.pool.dispatch.first_connect.clear()
    shared = _shared_engine()  # compiled statements are cached by dialect: compiling them took most of a short run
    engine.dialect, engine._compiled_cache = shared.dialect, shared._compiled_cache
    return engine


class SimulatedClock:
    """Stands in for the module ``time``: simulated time, by the clock of the process that asks."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self.perf_counter = loop.time
        self.monotonic = loop.time

    def time(self) -> float:
        """Returns the Unix time as the process sees it."""
        process = PROCESS.get()
        return EPOCH + self._loop.now + (0.0 if process is None else process.clock_offset)

    def time_ns(self) -> int:
        """Returns the Unix time in nanoseconds."""
        return int(self.time() * 1e9)

    def __getattr__(self, name: str) -> Any:
        return getattr(time, name)


class SeededSecrets:
    """Stands in for the module ``secrets``."""

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def token_bytes(self, size: int) -> bytes:
        """Returns bytes of the seed."""
        return self._dice.randbytes(size)

    def token_hex(self, size: int) -> str:
        """Returns hex digits of the seed."""
        return self._dice.randbytes(size).hex()


@contextmanager
def simulated(loop: SimulatedLoop, dice: random.Random, *, poll_seconds: float = 0.02) -> Iterator[None]:
    """Replaces threads, clocks, randomness and the disk of the house by simulated ones."""
    clock, secrets = SimulatedClock(loop), SeededSecrets(dice)
    replaced: dict[str, Any] = {
        "pitboss.house.house.connect": connect_engine,
        "pitboss.house.house.migrate": lambda engine: None,  # the template is migrated; alembic takes most of a start
        "pitboss.house.house.secrets": secrets,
        "pitboss.house.wal.rewrite": rewrite,
        "pitboss.house.keys.secrets": secrets,
        "pitboss.house.archiver.perf_counter": loop.time,
        "pitboss.house.archiver._SECONDS": poll_seconds,
        "pitboss.tables.live._rules": _rules,
        "pitboss.house.table_directory.secrets": secrets,
        "pitboss.house.log.writer.Thread": SimulatedThread,
        "pitboss.house.log.writer.SimpleQueue": SimulatedQueue,
        "pitboss.house.log.writer.perf_counter": loop.time,
        "pitboss.house.log.chain.time": clock,
        "pitboss.house.log.sqlite_notifications._SECONDS": poll_seconds,
        "pitboss.server.auth.time": clock,
        "pitboss.server.context.time": clock,
        "pitboss.server.broadcast.random": dice,
    }
    patches = [mock.patch(target, value) for target, value in replaced.items()]
    for patch in patches:
        patch.start()
    try:
        yield
    finally:
        for patch in patches:
            patch.stop()
