"""Hidden information never leaves the server early: every message is scanned for it."""

import asyncio
import json
import sqlite3
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from pitboss.client import Client, ClientError
from pitboss.games.live.fairness import seed_of
from tests.server.conftest import PATIENCE, Served, run

WATCHERS = ("", "sam", "ann", "ben", "dan", "olga")
PATHS = ("", "/updates", "/rounds", "/rounds/1", "/rounds/1/steps", "/rounds/1/pictures", "/fairness")


class Ears:
    """Everything that was sent to any client, over sockets and over HTTP."""

    def __init__(self, served: Served, table: str) -> None:
        self.served = served
        self.table = table
        self.heard: list[str] = []
        self.versions = dict.fromkeys(WATCHERS, -1)
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        ready = []
        for name in WATCHERS:
            event = asyncio.Event()
            ready.append(event.wait())
            self.tasks.append(asyncio.create_task(self._listen(name, event)))
        await asyncio.gather(*ready)

    async def _listen(self, name: str, ready: asyncio.Event) -> None:
        token = self.served.tokens.get(name, "")
        async with connect(f"ws{self.served.url.removeprefix('http')}/api/socket", max_size=None) as line:
            await line.send(f'{{"type":"hello","token":"{token}"}}')
            await line.send(f'{{"type":"watch","table":"{self.table}","after":0}}')
            async for text in line:
                self.heard.append(str(text))
                self.versions[name] = max(self.versions[name], json.loads(text).get("version", -1))
                ready.set()

    async def fetch(self) -> None:
        """Asks over HTTP for all that can be asked of the table."""
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            for name in WATCHERS:
                headers = {"Authorization": f"Bearer {self.served.tokens[name]}"} if name else {}
                for path in PATHS:
                    answer = await http.get(f"{self.served.url}/api/tables/{self.table}{path}", headers=headers)
                    self.heard.append(answer.text)

    async def all(self) -> str:
        async with self.served.client() as client:
            version = (await client.table(self.table)).view["version"]
        while min(self.versions.values()) < version:
            await asyncio.sleep(0.01)
        await self.fetch()
        return "\n".join(self.heard)

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def seated(served: Served, **spec: Any) -> str:
    async with served.client("olga") as olga:
        info = await olga.open_table(limits="10-1000", turn_seconds=3600, betting_seconds=3600, **spec)
    return info.id


async def say(served: Served, name: str, table: str, *lines: str) -> None:
    async with served.client(name) as client:
        for words in lines:
            await client.say(table, words)


def test_the_hole_card_is_not_sent_before_it_is_turned(served: Served) -> None:
    async def work() -> None:
        table = await seated(served, rulebook="tribal-blackjack", cards_are_read=True)
        ears = Ears(served, table)
        await ears.open()
        await say(served, "ann", table, "join 500", "bet 1 50")
        async with served.client("dan") as dan:
            await dan.say(table, "deal")
            for card in ("2d", "Kh", "9s", "7h", "3c"):  # the first is burnt unseen, and the last lies face down
                await dan.say(table, f"card {card}")
            seen = await dan.table(table)
            assert seen.view["dealer"][0]["hidden"] == 1, seen.view
            before = await ears.all()
            assert "9s" in before
            assert "3c" not in before
            assert "2d" not in before
            await say(served, "ann", table, "stand 1")
            await dan.say(table, "card 5d")
        after = await ears.all()
        await ears.close()
        assert "3c" in after
        assert "2d" not in after  # the shoe that it was burnt from is still in use
        assert "a card is burnt unseen" in after
        async with served.client("ann") as ann:
            with pytest.raises(ClientError) as kept_back:
                await ann.round_pit(table, 1)
            assert (kept_back.value.status, kept_back.value.kind) == (409, "hidden_until_discarded")
            assert [one.hidden for one in await ann.rounds(table)] == [True]
            assert await ann.round_steps(table, 1)
        async with served.client("olga") as olga:
            await olga.say(table, "shuffle")
            assert "2d" in await olga.round_pit(table, 1)
            assert [one.hidden for one in await olga.rounds(table)] == [False]

    run(work())


async def _play(client: Client, table: str, commands: int) -> None:
    for _ in range(commands):
        page = await client.table(table)
        may = {action["verb"]: action["words"] for action in page.you["actions"] if action["refusal"] is None}
        words = next((may[verb] for verb in ("decline", "pass", "stand", "hit") if verb in may), "bet 1 10")
        await client.say(table, words)


def test_no_seed_is_sent_before_it_is_revealed(served: Served) -> None:
    async def work() -> None:
        table = await seated(served, rulebook="nz-blackjack")
        path = served.database.removeprefix("sqlite:///")
        connection = sqlite3.connect(path)
        (secret,) = connection.execute("SELECT secret FROM streams WHERE name = ?", (table,)).fetchone()
        connection.close()
        ears = Ears(served, table)
        await ears.open()
        await say(served, "ann", table, "join 500", "contribute horseshoe")
        async with served.client("ann") as ann, served.client("dan") as dan:
            for _ in range(4):
                await ann.say(table, "bet 1 10")
                await dan.say(table, "deal")
                while (await ann.table(table)).view["phase"] != "betting":
                    await _play(ann, table, 1)
        heard = await ears.all()
        await ears.close()
        assert "horseshoe" in heard
        assert secret.hex() not in heard
        for number in range(8):
            assert seed_of(secret, f"shoe {number}").hex() not in heard

    run(work())
