"""What a flood of one kind does to play: p99 of commands under each flood as a ratio to the quiet in the same run.

    python bench/floods.py                        every kind, by one client and by many
    python bench/floods.py --kinds sign-in play   some kinds
    python bench/floods.py --seconds 10

The players are those of ``bench/server.py`` at a few tables. A process of its own, at low priority, floods the server
as fast as it answers, over ``CONNECTIONS`` connections: of one client, and of one client a table. Each flood is
compared with the quiet before and after it.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import statistics
import tempfile
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import uvloop
from server import APART, Seat, Tally, prepare, processor_seconds, server
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

CONNECTIONS = 50
RANKS = "A23456789TJQK"
KINDS = ("requests", "archive", "analyser", "sign-in", "play")


# --- the flood, in a process of its own ------------------------------------------------------------------------------


class Flood:
    """Requests of one kind, over many connections, as fast as they are answered."""

    def __init__(
        self, kind: str, url: str, clients: list[tuple[str, str, str]], answers: "multiprocessing.Queue"
    ) -> None:
        self.kind, self.url, self.clients, self.answers = kind, url, clients, answers
        self.parts = urlsplit(url)
        self.number = count()
        self.statuses: dict[str, int] = {}

    async def run(self) -> None:
        """Floods until the process is terminated; reports what was answered each second."""
        send = self.play if self.kind == "play" else self.request
        clients = (self.clients[connection % len(self.clients)] for connection in range(CONNECTIONS))
        await asyncio.gather(self.report(), *(self.forever(send, *client) for client in clients))

    async def report(self) -> None:
        while True:
            await asyncio.sleep(1)
            self.answers.put(dict(self.statuses))

    async def forever(
        self, send: Callable[[str, str, str], Awaitable[None]], table: str, name: str, token: str
    ) -> None:
        address = f"10.99.{hash(name) % 250}.{len(name)}"
        while True:
            try:
                await send(table, token, address)
            except (OSError, WebSocketException, asyncio.IncompleteReadError):
                self.add("disconnected")
                await asyncio.sleep(0.05)

    def add(self, status: str) -> None:
        self.statuses[status] = self.statuses.get(status, 0) + 1

    async def request(self, table: str, token: str, address: str) -> None:
        """Sends requests over one connection until it is closed."""
        reader, writer = await asyncio.open_connection(self.parts.hostname, self.parts.port)
        try:
            while True:
                method, path, body = self.what(table)
                data = json.dumps(body).encode() if body is not None else b""
                head = f"{method} {path} HTTP/1.1\r\nHost: {self.parts.netloc}\r\nX-Forwarded-For: {address}\r\n"
                if self.kind != "sign-in":
                    head += f"Authorization: Bearer {token}\r\n"
                head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
                writer.write(head.encode() + data)
                answer = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
                length = next(line for line in answer.split("\r\n") if line.lower().startswith("content-length"))
                await reader.readexactly(int(length.split(":")[1]))
                self.add(answer.split(" ", 2)[1])
        finally:
            writer.close()

    def what(self, table: str) -> tuple[str, str, object]:
        number = next(self.number)
        if self.kind == "requests":
            return "GET", f"/api/tables/{table}", None
        if self.kind == "archive":
            path = ("rounds?limit=200", f"rounds/{number % 20 + 1}/steps", "fairness", f"rounds/{number % 20 + 1}")
            return "GET", f"/api/tables/{table}/{path[number % 4]}", None
        if self.kind == "analyser":
            gone = [f"{RANKS[digit]}s" for digit in {number // 13**place % 13 for place in range(3)}]
            body = {"rulebook": "nz-blackjack", "cards": ["Th", "6d"], "up": "9c", "gone": gone}
            return "POST", "/api/analysis/hand", body
        return "POST", "/api/sessions", {"name": f"nobody{number % 1000}", "password": "a wrong password"}

    async def play(self, table: str, token: str, address: str) -> None:
        """Sends commands over one socket without waiting for their answers."""
        url = f"ws{self.url.removeprefix('http')}/api/socket"
        headers = {"X-Forwarded-For": address}
        async with connect(url, max_size=None, compression=None, additional_headers=headers) as line:
            await line.send(json.dumps({"type": "hello", "token": token, "id": "h"}))

            async def listen() -> None:
                async for text in line:
                    self.add(json.loads(text)["type"])

            listening = asyncio.create_task(listen())
            try:
                while True:
                    message = {"type": "command", "id": f"f{next(self.number)}", "table": table, "words": "bet 7 10"}
                    await line.send(json.dumps(message))
                    await asyncio.sleep(0.001)
            finally:
                listening.cancel()


def flood(kind: str, url: str, clients: list[tuple[str, str, str]], answers: "multiprocessing.Queue") -> None:
    os.nice(5)
    uvloop.run(Flood(kind, url, clients, answers).run())


# --- the measurement -------------------------------------------------------------------------------------------------


async def stretch(tally: Tally, seconds: float) -> list[float]:
    """Returns the answer times of a stretch, in milliseconds."""
    tally.times.clear()
    tally.counting = True
    await asyncio.sleep(seconds)
    tally.counting = False
    return sorted(took * 1000 for took in tally.times)


def share(times: list[float], part: float) -> float:
    return times[int(part * (len(times) - 1))]


async def measure(url: str, pid: int, places: dict[str, list[tuple[str, str]]], given: argparse.Namespace) -> None:
    tally, ready, opening = Tally(), asyncio.Event(), asyncio.Semaphore(20)
    tasks = []
    for table, players in places.items():
        begins = random.uniform(0, APART)
        for number, (name, token) in enumerate(players[: given.seats]):
            seat = Seat(url, token, table, name, number + 1, begins, tally)
            tasks.append(asyncio.create_task(seat.play(opening, ready)))
    while tally.seated < len(tasks):
        await asyncio.sleep(0.1)
    ready.set()
    await asyncio.sleep(APART + 8)
    others = [(table, *players[-1]) for table, players in places.items()]  # the last of each table does not play
    quiet = await stretch(tally, given.seconds)
    for kind in given.kinds:
        for clients in (1, len(others)):
            answers: multiprocessing.Queue = multiprocessing.get_context("spawn").Queue()
            process = multiprocessing.get_context("spawn").Process(
                target=flood, args=(kind, url, others[:clients], answers), daemon=True
            )
            process.start()
            await asyncio.sleep(4)
            began = processor_seconds(pid)
            times = await stretch(tally, given.seconds)
            used = (processor_seconds(pid) - began) / given.seconds
            process.terminate()
            process.join()
            statuses: dict[str, int] = {}
            while not answers.empty():
                statuses = answers.get()
            await asyncio.sleep(3)
            after = await stretch(tally, given.seconds)
            beside = sorted([*quiet, *after])
            tell(f"{kind}, {clients} clients", times, beside, used, statuses)
            quiet = after
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    if tally.errors:
        print("errors of the players:", dict(tally.errors.most_common(5)))


def tell(name: str, times: list[float], quiet: list[float], used: float, statuses: dict[str, int]) -> None:
    rows = " ".join(f"p{part * 100:g} {share(quiet, part):.1f}>{share(times, part):.1f} ms" for part in (0.5, 0.99))
    ratio = share(times, 0.99) / share(quiet, 0.99)
    print(
        f"{name}: p99 x{ratio:.2f} ({rows}, {len(times)} commands, mean {statistics.fmean(times):.1f}), "
        f"server {used:.0%}, load {os.getloadavg()[0]:.1f}, answers {statuses}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{Path(folder)}/house.db"
        places = asyncio.run(prepare(database, given.tables, given.seats + 1))
        with server(database) as (url, pid):
            uvloop.run(measure(url, pid, places, given))


if __name__ == "__main__":
    main()
