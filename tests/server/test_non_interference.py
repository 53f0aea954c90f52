"""Non-interference over HTTP and sockets: every byte that a server sends stays the same where only hidden cards differ.

Two houses with the same secrets play the same commands. Their shoes have the same cards in sight, but the hole card,
the burnt cards and all cards to come are exchanged at random in one of them. Everything that anybody can get must be
equal: status, headers, bodies and their sizes, messages, previews, refusals, rounds, the fairness page and metrics.
`tests/properties/test_non_interference.py` has half a million comparisons of views inside one process.
"""

import asyncio
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import httpx
import msgspec
import pytest
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from pitboss.games.blackjack import fair_shoe
from pitboss.games.blackjack.chance import CUTTING_CARD
from pitboss.games.blackjack.live import BlackjackTable
from pitboss.house import table_directory
from pitboss.server.settings import Settings
from tests.server.conftest import PATIENCE, PLENTY, Served, run, serving

VIEWERS: Final = ("", "sam", "ann", "ben", "cat", "dan", "olga")
LISTENERS: Final = ("", "ann", "dan")
PATHS: Final = ("", "/updates", "/rounds", "/rounds/1", "/rounds/1/steps", "/rounds/1/pictures", "/fairness", "/duties")
PREVIEWS: Final = ("hit 1", "double 1", "t1 hit 1", "deal", "irregularity void", "card 5h")
#: Events that deal a card. The card is absent where it is face down.
DRAWN: Final = ("CardDealt", "DealerDealt", "HoleDealt", "CardBurned", "DeterminantDrawn")
#: Times are not compared, and neither are the names of requests.
TIMES: Final = re.compile(r'"(time|left)":[\d.]+|"request":"[^"]*"')
KEPT_HEADERS: Final = ("content-type", "content-length", "cache-control", "etag", "location")
MEASURES: Final = re.compile(r"seconds|bytes|python_|process_|_created|requests|messages|connections|batch")

#: Everything is asked for twice, so a step takes many requests, and a soak many steps.
SECONDS_A_STEP: Final = 120
#: The money that a player brings to a table, in cents.
BROUGHT: Final = 50_000

Command = tuple[str, str]


class Shoes:
    """Stands in for the shuffle: the next shoe has the order that the test chose, or else any, which is kept."""

    def __init__(self) -> None:
        self.order: list[int] = []
        self.dice = Random(1)

    def __call__(self, seed: bytes, said: object, cards: Sequence[int], behind: int) -> list[int]:
        if not self.order:
            self.order = list(cards)
            self.dice.shuffle(self.order)
        order = list(self.order)
        assert sorted(order) == sorted(cards)
        if behind:
            order.insert(len(order) - behind, CUTTING_CARD)
        return order


class Game(Struct, frozen=True):
    """A table that is opened, and what is done before the first decision."""

    rulebook: str
    choices: dict[str, str]
    first: tuple[Command, ...]
    prefix: str = ""


#: Hole cards, burnt cards, side wagers with cards of their own, and a tournament with the offers of others.
GAMES: Final = (
    Game("tribal-blackjack", {}, (("ann", "join 500"), ("ben", "join 500"), ("ann", "bet 1 50"), ("ben", "bet 2 20"))),
    Game("nz-blackjack", {}, (("ann", "join 500"), ("ben", "join 500"), ("ann", "bet 1 50"), ("ben", "bet 2 20"))),
    Game("mbs-blackjack", {}, (("ann", "join 500"), ("ann", "bet 1 50"))),
    Game(
        "nz-tournament",
        {},
        (
            *((name, words) for name in ("ann", "ben", "cat", "eve") for words in ("join 500", "enter")),
            ("olga", "start confirmed"),
            *((name, "bet 10") for name in ("ann", "ben", "cat", "eve")),
        ),
        "t1 ",
    ),
)  # fmt: skip


class Side:
    """One of the two servers, at one table."""

    def __init__(self, served: Served, http: httpx.AsyncClient) -> None:
        self.served, self.http = served, http
        self.table = ""
        self.sockets: dict[str, ClientConnection] = {}
        self.heard: list[str] = []

    def headers(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.served.tokens[name]}"} if name else {}

    async def ask(self, name: str, method: str, path: str, body: Any = None) -> httpx.Response:
        url = f"{self.served.url}{path}"
        return await self.http.request(method, url, json=body, headers=self.headers(name))

    async def open(self, game: Game) -> None:
        spec: dict[str, Any] = {"rulebook": game.rulebook, "choices": game.choices, "limits": "10-1000"}
        spec |= {"turn_seconds": 3600, "betting_seconds": 3600}
        self.table = (await self.ask("olga", "POST", "/api/tables", spec)).raise_for_status().json()["id"]
        players = {name for name, _ in game.first} - {"olga"}
        for name in sorted(players):  # what they bring stays at the table
            deposit = {"id": f"{self.table}:{name}", "amount": BROUGHT}
            (await self.ask("olga", "POST", f"/api/users/{name}/deposits", deposit)).raise_for_status()
        for name in LISTENERS:
            socket = await connect(f"ws{self.served.url.removeprefix('http')}/api/socket", max_size=None)
            await socket.send(
                msgspec.json.encode({"type": "hello", "token": self.served.tokens.get(name, "")}).decode()
            )
            await socket.send(f'{{"type":"watch","table":"{self.table}"}}')
            self.sockets[name] = socket
            await self.hear(name, 0)

    async def hear(self, name: str, version: int) -> None:
        """Reads a socket up to the message with a version."""
        while True:
            text = str(await self.sockets[name].recv())
            message = msgspec.json.decode(text)
            if message["type"] == "table":
                self.heard.append(f"{name} {TIMES.sub('', text)}")
                if message["version"] >= version:
                    return

    async def do(self, name: str, words: str, number: int) -> httpx.Response:
        """Executes a command and waits until every client has the update."""
        body = {"id": f"c{number}", "words": words}
        answer = await self.ask(name, "POST", f"/api/tables/{self.table}/commands", body)
        if answer.is_success:
            for listener in LISTENERS:
                await self.hear(listener, answer.json()["version"])
        return answer

    async def read(self) -> list[str]:
        """Returns everything that any client can get now."""
        found, base = [*self.heard], f"/api/tables/{self.table}"
        for name in VIEWERS:
            for path in PATHS:
                found.append(said(await self.ask(name, "GET", f"{base}{path}"), f"{name} {path}"))
            for words in PREVIEWS if name else ():
                answer = await self.ask(name, "POST", f"{base}/preview", {"words": words})
                found.append(said(answer, f"{name} previews {words}"))
        metrics = (await self.ask("olga", "GET", "/metrics")).text.splitlines()
        return [*found, "\n".join(line for line in metrics if not MEASURES.search(line))]

    async def close(self) -> None:
        for socket in self.sockets.values():
            await socket.close()
        self.sockets, self.heard = {}, []


def said(answer: httpx.Response, what: str) -> str:
    """An answer as it is compared."""
    headers = {name: answer.headers.get(name) for name in KEPT_HEADERS if name != "content-length"}
    body = TIMES.sub("", answer.text)
    return f"{what}: {answer.status_code} {sorted(answer.headers)} {headers} {len(body)} {body}"


async def next_command(side: Side, game: Game) -> Command | None:
    """A decision of a player at the table, else the deal; None once the round is over."""
    for name in ("ann", "ben", "cat", "eve"):
        if name in side.served.tokens:
            you = (await side.ask(name, "GET", f"/api/tables/{side.table}")).json()["you"]
            may = {act["verb"]: act["words"] for act in you["actions"] if act["refusal"] is None}
            for verb in ("decline", "pass", "stand"):
                if verb in may:
                    return name, may[verb]
    return None


async def play_round(side: Side, game: Game) -> list[Command]:
    """Plays a round to its end; returns its commands."""
    script: list[Command] = [*game.first, ("olga", f"{game.prefix}deal")]
    for number, (name, words) in enumerate(script):
        (await side.do(name, words, number)).raise_for_status()
    while (command := await next_command(side, game)) is not None and len(script) < 40:
        (await side.do(*command, len(script))).raise_for_status()
        script.append(command)
    return script


async def drawn(side: Side) -> list[bool]:
    """Returns of each card that was drawn whether it is face down; a hole card that was turned is in sight."""
    hidden: list[bool] = []
    for update in (await side.ask("olga", "GET", f"/api/tables/{side.table}/updates?limit=500")).json():
        for event in update["events"]:
            if event["type"] in DRAWN:
                hidden.append("card" not in event["fields"])
            elif event["type"] == "HoleDisclosed":
                hidden[[place for place, is_down in enumerate(hidden) if is_down][-1]] = False
    return hidden


def with_other_hidden_cards(order: list[int], hidden: Sequence[bool], dice: Random) -> list[int]:
    """Returns the order with the cards that nobody has seen exchanged; a hole card keeps its points, which the dealer
    may have announced by the peek."""
    places = [place for place, is_down in enumerate(hidden) if is_down] + list(range(len(hidden), len(order)))
    changed, cards = list(order), [order[place] for place in places]
    dice.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        changed[place] = card
    for place, is_down in enumerate(hidden):
        if is_down and points(changed[place]) != points(order[place]):
            other = next(at for at in places[::-1] if points(changed[at]) == points(order[place]) and at > len(hidden))
            changed[place], changed[other] = changed[other], changed[place]
    return changed


def points(card: int) -> int:
    """The points of a card; an ace has 1."""
    return min(card // 4 + 1, 10)


@pytest.fixture(scope="module")
def sides(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Served, Shoes]]:
    """Two servers whose tables have the same secrets, and the shoes that they shuffle."""
    shoes, folder = Shoes(), tmp_path_factory.mktemp("twins")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fair_shoe, "shoe_order", shoes)
        patch.setattr(table_directory, "secrets", SimpleNamespace(token_bytes=lambda size: bytes(range(size))))
        with serving(house(folder / "one.db")) as one, serving(house(folder / "two.db")) as two:
            for side in (one, two):
                for name in ("eve",):
                    guest = httpx.post(f"{side.url}/api/guests", json={"name": name}, timeout=PATIENCE)
                    side.tokens[name] = guest.raise_for_status().json()["token"]
                # FastAPI builds its routes at the first request that looks at them, and two servers of one process that
                # build theirs at the same time get in each other's way: an unknown path looks at all of them
                assert httpx.get(f"{side.url}/api/nowhere", timeout=PATIENCE).status_code == 404
            yield one, two, shoes


def house(file: Path) -> Settings:
    # a busy machine may take longer to commit than a server lets its clients wait
    return Settings(database=f"sqlite:///{file}", practice=True, rates=PLENTY, stall_seconds=PATIENCE)


async def compare(one: Side, two: Side, game: Game, *, shoes: Shoes, dice: Random, steps: int) -> int:
    """Plays a round at one house, and parts of it at both with other hidden cards; returns the comparisons."""
    shoes.order, shoes.dice = [], dice
    order, compared, script = list[int](), 0, list[Command]()
    for step in range(steps):
        shoes.order = order
        await asyncio.gather(one.open(game), two.open(game))
        if not step:
            script, order = await play_round(one, game), shoes.order
            for number, command in enumerate(script):  # so that the metrics of both are equal
                (await two.do(*command, number)).raise_for_status()
            await one.close()
            await two.close()
            continue
        upto = dice.randrange(len(game.first) + 1, len(script) + 1)
        for number, command in enumerate(script[:upto]):
            (await one.do(*command, number)).raise_for_status()
        shoes.order = with_other_hidden_cards(order, await drawn(one), dice)
        assert shoes.order != order
        for number, command in enumerate(script[:upto]):
            (await two.do(*command, number)).raise_for_status()
        mine, other = await asyncio.gather(one.read(), two.read())
        for left, right in zip(mine, other, strict=True):
            assert left == right, f"{game.rulebook} after {script[:upto]}"
            compared += 1
        await one.close()
        await two.close()
    return compared


def run_games(sides: tuple[Served, Served, Shoes], games: Sequence[Game], seed: int, steps: int) -> int:
    async def work() -> int:
        first, second, shoes = sides
        async with httpx.AsyncClient(timeout=PATIENCE) as http:
            one, two = Side(first, http), Side(second, http)
            try:
                dice = Random(seed)
                return sum([await compare(one, two, game, shoes=shoes, dice=dice, steps=steps) for game in games])
            finally:
                await asyncio.gather(one.close(), two.close())

    return run(work(), SECONDS_A_STEP * steps)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rulebook)
def test_no_byte_that_a_server_sends_depends_on_hidden_cards(game: Game, sides: tuple[Served, Served, Shoes]) -> None:
    assert run_games(sides, [game], 1, 2) > 100


@pytest.mark.soak
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", range(2, 12))
def test_no_byte_depends_on_hidden_cards_in_many_rounds(seed: int, sides: tuple[Served, Served, Shoes]) -> None:
    assert run_games(sides, GAMES, seed, 25) > 10_000


def test_a_hidden_card_that_is_sent_is_found(
    sides: tuple[Served, Served, Shoes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def next_card(table: BlackjackTable) -> str:
        filling = table.fair.sides[0] if table.fair is not None else None
        return str(filling.order[filling.out : filling.out + 1]) if filling is not None and filling.order else ""

    monkeypatch.setattr(BlackjackTable, "awaited", property(next_card))
    with pytest.raises(AssertionError, match="tribal-blackjack after"):
        run_games(sides, GAMES[:1], 20, 2)
