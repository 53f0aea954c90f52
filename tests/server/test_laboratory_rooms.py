"""Practice rooms of rules in shorthand: played like any other room, never at a table of the house."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import House
from pitboss.law import Refusal
from pitboss.notation import parse_pit, replay
from pitboss.server.settings import Settings
from pitboss.tables.live import THE_HOUSE, TableSpec
from tests.server.conftest import PLENTY, serving

ROOM = {"rulebook": "laboratory", "choices": {"rules": "6D,H17,DAS,LS,6:5"}}


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("house") / "house.db"


@pytest.fixture(scope="module")
def http(database: Path) -> Iterator[httpx.Client]:
    settings = Settings(database=f"sqlite:///{database}", practice=True, rates=PLENTY)
    with serving(settings) as server, httpx.Client(base_url=server.url, timeout=300) as client:
        client.headers["authorization"] = f"Bearer {server.tokens['ann']}"
        client.tokens = server.tokens  # type: ignore[attr-defined]
        yield client


def test_a_room_of_shorthand_rules_is_played_and_its_round_replays(http: httpx.Client, database: Path) -> None:
    room = http.post("/api/rooms", json=ROOM)
    assert room.status_code == 201, room.text
    assert room.json()["title"] == "Laboratory rules (no law): 6D H17 DAS LS 6:5"
    assert room.json()["document"] == "Shorthand; no law, for practice only"
    path = f"/api/tables/{room.json()['id']}"
    for number, words in enumerate(("join 100", "bet 1 10", "ready")):
        said = http.post(f"{path}/commands", json={"id": str(number), "words": words})
        assert said.is_success, said.text
    page = http.get(path).json()
    assert page["card"]["title"].startswith("Laboratory rules (no law)")
    edge = http.post("/api/analysis/edge", json=ROOM)
    assert edge.json()["main"]["expectation"] == pytest.approx(-0.0191, abs=0.001)
    closed = http.delete(f"/api/rooms/{room.json()['id']}")
    assert closed.is_success, closed.text
    text = http.get(f"{path}/rounds/1").text
    assert "options: rules=6D,H17,DAS,LS,6:5" in text
    assert replay(parse_pit(text)).passed, text
    engine = connect(f"sqlite:///{database}")
    assert audit(engine).findings == []
    engine.dispose()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        (
            {"rules": "6D,H18"},
            "'H18' is not an abbreviation of a blackjack rule: did you mean H17 (the dealer hits soft 17)",
        ),
        ({"rules": "S17 H17"}, "S17 and H17 both say something about soft 17"),
        ({}, "laboratory rules have one option, rules"),
        ({"rules": "6D", "decks": "4"}, "laboratory rules have one option, rules"),
    ],
)
def test_bad_shorthand_is_refused(http: httpx.Client, choices: dict[str, str], message: str) -> None:
    refused = http.post("/api/rooms", json={"rulebook": "laboratory", "choices": choices})
    assert refused.status_code == 422
    assert message in refused.json()["error"]["message"]


def test_no_table_of_the_house_has_laboratory_rules(http: httpx.Client, tmp_path: Path) -> None:
    token = {"authorization": f"Bearer {http.tokens['olga']}"}  # type: ignore[attr-defined]
    refused = http.post("/api/tables", json=ROOM, headers=token)
    assert refused.status_code == 409
    assert "no law: they are played in practice rooms only" in refused.json()["error"]["message"]
    assert "laboratory" not in [book["id"] for book in http.get("/api/rulebooks").json()]

    async def opens() -> object:
        house = await House.open(f"sqlite:///{tmp_path}/house.db")
        try:
            return await house.open_table(THE_HOUSE, TableSpec(rulebook="laboratory", choices=ROOM["choices"]))  # type: ignore[arg-type]
        finally:
            await house.close()

    assert isinstance(asyncio.run(opens()), Refusal)


def test_the_form_of_a_room_explains_the_abbreviations(http: httpx.Client) -> None:
    form = http.get("/api/room-form").json()
    assert form["laboratory"]["id"] == "laboratory"
    assert dict(form["abbreviations"])["H17"] == "the dealer hits soft 17"
