"""A game that the package does not have, registered by its public names, works in every room."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.games.live.visible_events import describe_visible
from pitboss.games.registry import find_game, register, unregister
from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.law import Refusal, add_rulebooks, load_rulebook, remove_rulebooks, rulebook_ids
from pitboss.notation import parse_pit, replay
from pitboss.server.settings import Settings
from pitboss.tables.live import (
    THE_HOUSE,
    Actor,
    Entry,
    Role,
    TableSpec,
    check_fairness,
    fairness_records,
    log_pit,
    open_table,
    restore,
    round_pit,
)
from tests.games.coin.game import COIN, CoinTable
from tests.server.conftest import PLENTY, serving

RULEBOOKS = Path(__file__).parent / "rulebooks"
SPEC = TableSpec(rulebook="coin-flip", limits="5-100")
ANN = Actor("ann", Role.PLAYER)
FILE = """\
title: Two flips
rulebook: coin-flip
limits: 5-100
players: ann=50
spins: 0 1
---
ann: bet heads 20
! ann: bet tails 20 @ 1
house: flip
? money ann 70
! house: flip @ 3
ann: bet heads 70
house: flip
? money ann 0
"""


@pytest.fixture(autouse=True)
def _coin() -> Iterator[None]:
    register(COIN)
    add_rulebooks(RULEBOOKS)
    yield
    remove_rulebooks(RULEBOOKS)
    unregister("coin")


def played(secret: bytes = bytes(32)) -> tuple[CoinTable, list[Entry]]:
    """A table after a buy-in, a contribution and two rounds, and its log."""
    table = open_table(SPEC, secret)
    assert isinstance(table, CoinTable)
    entries = [table.opening]
    lines = ("join 50", "contribute luck", "bet heads 10", "flip", "bet tails 10", "flip")
    for number, words in enumerate(lines):
        actor = THE_HOUSE if words == "flip" else ANN
        events = table.say(actor, words)
        assert not isinstance(events, Refusal), events
        entries.append(Entry(str(number), actor, words, events))
    return table, entries


def test_a_registered_game_is_found_and_its_name_is_taken_once() -> None:
    assert find_game("coin") is COIN
    assert "coin-flip" in rulebook_ids()
    assert load_rulebook("coin-flip").about.game == "coin"
    with pytest.raises(ValueError, match="there is a game 'coin' already"):
        register(COIN)


def test_a_file_of_the_game_is_replayed() -> None:
    outcome = replay(parse_pit(FILE))
    assert outcome.passed, outcome.failures
    assert outcome.game == "coin"
    assert [describe_visible(event) for event in outcome.steps[2].events] == ["the coin shows heads", "ann wins 20", ""]


def test_a_failed_expectation_of_the_game_is_reported() -> None:
    outcome = replay(parse_pit(FILE.replace("? money ann 70", "? money ann 71")))
    assert [(failure.line, failure.got) for failure in outcome.failures] == [(10, "70")]


def test_a_live_table_is_restored_and_its_log_replays() -> None:
    table, entries = played()
    again = restore(SPEC, bytes(32), entries)
    assert again.public_view() == table.public_view()
    assert again.say(ANN, "bet heads 500") == table.say(ANN, "bet heads 500")
    for text in (log_pit(SPEC, entries), round_pit(SPEC, entries, 1)):
        assert replay(parse_pit(text)).passed, text
    assert f"? money ann {table.purses()['ann'] // 100}" in log_pit(SPEC, entries)


def test_every_flip_can_be_checked() -> None:
    _, entries = played()
    records = fairness_records(SPEC, entries)
    assert [record.name for record in records] == ["flip 0", "flip 1"]
    assert [check_fairness(record) for record in records] == [(), ()]


def test_a_house_stores_the_game_and_the_audit_plays_it_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"

    async def play() -> dict[str, int]:
        house = await House.open(url)
        try:
            await house.create_user("ann", Role.PLAYER)
            await house.deposit("ann", 10_000, "start")
            info = await house.open_table(THE_HOUSE, SPEC)
            assert isinstance(info, TableInfo)
            for number, words in enumerate(("join 50", "bet heads 10", "flip", "bet tails 10", "flip", "leave")):
                actor = THE_HOUSE if words == "flip" else ANN
                done = await house.command(info.id, actor, str(number), None, words)
                assert isinstance(done, CommandDone), done
            rounds = await house.rounds(info.id)
            assert [await house.hides(info.id, each) for each in rounds] == [False, False]
            return {str(each.round): each.net["ann"] for each in rounds}
        finally:
            await house.close()

    net = asyncio.run(play())
    assert set(net) == {"1", "2"}
    assert set(map(abs, net.values())) == {1000}
    engine = connect(url)
    assert audit(engine).findings == []
    engine.dispose()


def test_a_server_serves_the_game(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)
    with serving(settings) as server, httpx.Client(base_url=server.url, timeout=60) as http:

        def ask(method: str, path: str, name: str, body: object = None) -> httpx.Response:
            token = {"Authorization": f"Bearer {server.tokens[name]}"}
            answer = http.request(method, path, headers=token, json=body)
            assert answer.is_success, answer.text
            return answer

        table = ask("POST", "/api/tables", "olga", {"rulebook": "coin-flip", "limits": "5-100"}).json()["id"]
        path = f"/api/tables/{table}"
        for number, (name, words) in enumerate((("ann", "join 50"), ("ann", "bet heads 10"), ("dan", "flip"))):
            events = ask("POST", f"{path}/commands", name, {"id": str(number), "words": words}).json()["events"]
        assert events[0]["text"] in ("the coin shows heads", "the coin shows tails")
        page = ask("GET", path, "ann").json()
        assert (page["table"]["game"], page["card"], page["view"]["round"]) == ("coin", {"odds": "1:1"}, 1)
        assert page["you"]["money"] in (4000, 6000)
        assert replay(parse_pit(ask("GET", f"{path}/rounds/1", "ann").text)).passed
        assert len(ask("GET", f"{path}/rounds/1/steps", "ann").json()) == 3
        assert ask("GET", f"{path}/rounds/1/pictures", "ann").json() == []
        schemas = http.get("/openapi.json").json()["components"]["schemas"]
        assert {"CoinView", "CoinCard"} <= schemas.keys()
