"""A run with two real servers on one database, and clients that record everything while servers and network fail."""

import asyncio
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from pitboss.client import Client, ClientError, ConnectionLost
from pitboss.client.socket import Socket
from pitboss.client.wire import CommandMessage, DoneMessage, ErrorMessage, TableMessage, WatchMessage
from pitboss.house.house import House, TableInfo
from pitboss.tables.live import THE_HOUSE, Role, TableSpec
from tests.house.histories.proxy import FaultProxy, through, unix_socket_of
from tests.house.histories.record import Fault, History, Operation, SeenEntry, SeenState
from tests.server.conftest import make_users
from tests.server.processes import Process

PEOPLE: Final = {"ann": Role.PLAYER, "ben": Role.PLAYER, "cat": Role.PLAYER, "dan": Role.DEALER}
SPEC: Final = TableSpec(rulebook="nz-roulette", limits="5-500", betting_seconds=3600, cards_are_read=True)
#: Seconds after which a client asks again, perhaps elsewhere.
PATIENCE: Final = 1.5
#: Seconds for the whole recovery.
RECOVERY: Final = 120.0
_RETRIED: Final = frozenset(("unavailable", "too_many", "internal"))


class RecordingClient:
    """A person who plays at random servers and records it."""

    def __init__(self, name: str, token: str, ports: list[int], history: History, dice: random.Random) -> None:
        self.name = name
        self._token = token
        self._ports = ports
        self._history = history
        self._dice = dice
        self._socket: Socket | None = None
        self._port = 0
        self._connection = 0
        self._count = 0
        self.version = 0

    def _on_table(self, connection: int, message: TableMessage | ErrorMessage) -> None:
        if not isinstance(message, TableMessage):
            return
        now, records = time.monotonic(), self._history
        self.version = max(self.version, message.version)
        records.states.append(SeenState(self.name, connection, now, message.version))
        for update in message.updates:
            events = tuple(event.text for event in update.events)
            entry = SeenEntry(self.name, connection, now, update.version, update.actor, update.words, events)
            records.entries.append(entry)

    async def _connect(self) -> Socket:
        if self._socket is None:
            self._connection += 1
            self._port = self._dice.choice(self._ports)
            # a connection that was given up may still deliver messages
            socket = Socket(partial(self._on_table, self._connection), lambda: None)
            await socket.open(f"ws://127.0.0.1:{self._port}/api/socket", self._token)
            await socket.request(WatchMessage(self._history.table, self.version, socket.new_id()))
            self._socket = socket
        return self._socket

    async def disconnect(self) -> None:
        """Drops the connection, whatever is under way."""
        socket, self._socket = self._socket, None
        if socket is not None and socket._connection is not None:
            socket._connection.transport.abort()

    async def command(self, words: str, seen: int | None, deadline: float) -> None:
        """Gives a command until it is answered or the time is over."""
        self._count += 1
        operation = Operation(
            self.name, self._history.table, f"{self.name}-{self._count}", words, seen, time.monotonic()
        )
        self._history.operations.append(operation)
        message = CommandMessage(operation.id, operation.table, words, seen)
        while operation.completed is None and time.monotonic() < deadline:
            try:
                async with asyncio.timeout(PATIENCE):
                    socket = await self._connect()
                    operation.processes.append(str(self._port))
                    answer = await socket.request(message)
                assert isinstance(answer, DoneMessage)
                operation.outcome, operation.version = "done", answer.version
            except ClientError as error:
                if error.kind in _RETRIED:
                    await asyncio.sleep(0.1)
                    continue
                operation.outcome = "stale" if error.kind == "stale" else "refused"
                operation.kind, operation.message = error.kind, str(error)
            except (ConnectionLost, TimeoutError, OSError):
                await self.disconnect()
                await asyncio.sleep(0.05)
                continue
            operation.completed = time.monotonic()

    def choose(self) -> str:
        """Returns some command; the table refuses many."""
        if self.name == "dan":
            return f"number {self._dice.randrange(37)}"
        if self._dice.random() < 0.15:
            return self._dice.choice(("leave", f"join {self._dice.randrange(50, 300)}"))
        spot = self._dice.choice(("red", "black", "odd", "straight 17", "straight 4"))
        return f"bet {spot} {5 * self._dice.randrange(1, 12)}"

    async def play(self, stop: asyncio.Event) -> None:
        """Plays until the end."""
        while not stop.is_set():
            seen = self._dice.choice((None, None, self.version))
            await self.command(self.choose(), seen, time.monotonic() + 12)
            await asyncio.sleep(self._dice.uniform(0.02, 0.15))


class Cluster:
    """Two servers on one database, with a proxy in front of each, and before PostgreSQL."""

    def __init__(self, url: str, dice: random.Random, history: History) -> None:
        self._url = url
        self._dice = dice
        self._history = history
        self.servers: list[Process] = []
        self.proxies: list[FaultProxy] = []
        self.database_proxies: list[FaultProxy] = []

    async def start(self) -> None:
        """Starts everything."""
        for _ in range(2):
            url = self._url
            if url.startswith("postgresql"):
                proxy = FaultProxy(unix_socket_of(url), self._dice)
                await proxy.start()
                self.database_proxies.append(proxy)
                url = through(url, proxy.port)
            server = Process(url)
            await asyncio.to_thread(server.start)
            self.servers.append(server)
            front = FaultProxy(server.port, self._dice)
            await front.start()
            self.proxies.append(front)

    async def stop(self) -> None:
        """Ends everything."""
        for server in self.servers:
            if server.process is not None:
                server.process.send_signal(signal.SIGCONT)
                server.kill()
        for proxy in (*self.proxies, *self.database_proxies):
            await proxy.stop()

    def note(self, what: str) -> None:
        """Records a fault."""
        self._history.faults.append(Fault(time.monotonic(), what))

    async def kill(self, place: int) -> None:
        """Kills a server and starts it again."""
        self.note(f"kill {place}")
        await asyncio.to_thread(self.servers[place].kill)
        await asyncio.to_thread(self.servers[place].start)
        self.note(f"restarted {place}")

    async def pause(self, place: int) -> None:
        """Stops a server for a while with SIGSTOP."""
        process = self.servers[place].process
        assert process is not None
        self.note(f"pause {place}")
        os.kill(process.pid, signal.SIGSTOP)
        await asyncio.sleep(self._dice.uniform(0.3, 2.0))
        os.kill(process.pid, signal.SIGCONT)
        self.note(f"resumed {place}")

    async def partition(self, place: int) -> None:
        """Cuts the clients off from a server, or a server from its database."""
        pool = self.database_proxies if self.database_proxies and self._dice.random() < 0.6 else self.proxies
        self.note(f"partition {place} {'from the database' if pool is self.database_proxies else 'from the clients'}")
        pool[place].hold()
        await asyncio.sleep(self._dice.uniform(0.3, 2.0))
        if self._dice.random() < 0.5:
            pool[place].cut()
        pool[place].release()
        self.note(f"healed {place}")

    async def cut_in_messages(self, place: int) -> None:
        """Cuts connections in the middle of messages for a while."""
        proxy = self._dice.choice([*self.proxies[place : place + 1], *self.database_proxies[place : place + 1]])
        self.note(f"cutting {place}")
        proxy.cut_odds = 0.1
        await asyncio.sleep(self._dice.uniform(0.3, 1.5))
        proxy.cut_odds = 0.0


async def record_run(url: str, seed: int, faults: int) -> History:
    """Plays while so many faults happen, one after the other; returns what the clients recorded."""
    dice = random.Random(seed)
    tokens = await make_users(url, PEOPLE)
    house = await House.open(url)
    info = await house.open_table(THE_HOUSE, SPEC)
    assert isinstance(info, TableInfo), info
    before = await house.wallets()
    await house.close()
    history = History(info.id, SPEC, {name: str(role) for name, role in PEOPLE.items()})
    cluster = Cluster(url, dice, history)
    try:
        await cluster.start()
        await _play(cluster, tokens, history, dice, faults)
        await _last_reads(cluster, tokens, history, before)
    finally:
        await cluster.stop()
    await _read_log(url, history)
    return history


async def _read_log(url: str, history: History) -> None:
    """Adds the entries whose words no client was sent: it was disconnected, and resumed from a later version."""
    known = {entry.version: bool(entry.words) for entry in history.entries}
    known |= {entry.version: True for entry in history.entries if entry.words}
    house, after = await House.open(url), 0
    while found := await house.entries(history.table, after):
        for posted in found:
            after, entry = posted.version, posted.entry
            if not known.get(after):
                events = next((seen.events for seen in history.entries if seen.version == after), ())
                history.entries.append(SeenEntry("log", 0, 0.0, after, entry.actor.name, entry.words, events))
    await house.close()


async def _play(cluster: Cluster, tokens: dict[str, str], history: History, dice: random.Random, faults: int) -> None:
    ports = [proxy.port for proxy in cluster.proxies]
    clients = [RecordingClient(name, tokens[name], ports, history, dice) for name in PEOPLE]
    stop = asyncio.Event()
    plays = [asyncio.create_task(client.play(stop)) for client in clients]
    ways: list[Callable[[int], Awaitable[None]]] = [
        cluster.kill, cluster.pause, cluster.partition, cluster.cut_in_messages,
    ]  # fmt: skip
    order = [ways[number % len(ways)] for number in range(faults)]
    dice.shuffle(order)
    for way in order:
        count = _answered(history)
        async with asyncio.timeout(RECOVERY):  # something is answered between two faults
            while _answered(history) < count + 15:
                await asyncio.sleep(0.02)
        await way(dice.randrange(2))
    count = _answered(history)
    async with asyncio.timeout(RECOVERY):
        while _answered(history) < count + 20:
            await asyncio.sleep(0.02)
    stop.set()
    async with asyncio.timeout(RECOVERY):
        await asyncio.gather(*plays)
    for client in clients:
        await client.disconnect()


def _answered(history: History) -> int:
    return sum(operation.completed is not None for operation in history.operations)


async def _last_reads(cluster: Cluster, tokens: dict[str, str], history: History, before: dict[str, int]) -> None:
    """Reads the wallets and the table once more, when nothing fails: of a server that has heard of everything."""
    last = max((each.version or 0 for each in history.operations), default=0)
    async with Client(cluster.servers[0].url, tokens["ann"]) as ann:
        seat = await ann.watch(history.table)
        await seat.until(lambda now: now.version >= last, RECOVERY)
        history.last = seat.view
    for name, role in PEOPLE.items():
        if role is Role.PLAYER:
            async with Client(cluster.servers[1].url, tokens[name]) as client:
                history.wallets[name] = before[name], (await client.me()).wallet
