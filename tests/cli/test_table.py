"""`pitboss table`: an operator at a terminal, with a server that runs."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from pitboss.client import SyncClient
from pitboss.server.logs import configure
from pitboss.server.settings import Settings
from tests.cli.calls import call
from tests.server.conftest import Served, serving


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder: Path = tmp_path_factory.mktemp("tables")
    configure(json=False, level="error")  # or what the server logs would be read as what the command says
    with serving(Settings(database=f"sqlite:///{folder / 'house.db'}")) as served:
        yield served
    structlog.reset_defaults()


def test_an_evening_from_opening_to_closing(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_SERVER", house.url)
    monkeypatch.setenv("PITBOSS_TOKEN", house.tokens["olga"])

    def said(*words: str) -> str:
        done = call("table", *words)
        assert (done.exit_code, done.stderr) == (0, ""), done.output
        return done.stdout

    assert said("list") == "No table is open: pitboss table open RULEBOOK opens one.\n"
    assert said("open", "nz-blackjack", "-o", "decks=6", "--limits", "10-500") == f"t1 is open: {house.url}/tables/t1\n"
    opened = json.loads(said("open", "nz-roulette", "--title", "Wheel 2", "--turn-seconds", "90", "--json"))
    assert (opened["id"], opened["title"], opened["spec"]["turn_seconds"]) == ("t2", "Wheel 2", 90)
    would = "Preview: nothing was applied.\n"
    assert said("say", "t1", "limit 20-500", "--preview") == would + said("say", "t1", "limit 20-500")
    assert [event["type"] for event in json.loads(said("say", "t1", "limit 10-500", "--json"))] == ["LimitsChanged"]
    assert said("close", "t1") == "t1 is closed.\n"
    assert [line.split()[:2] for line in said("list").splitlines()] == [["t2", "nz-roulette"]]
    assert [one["status"] for one in json.loads(said("list", "--closed", "--json"))] == ["closed", "open"]


@pytest.mark.parametrize(
    ("who", "words", "reason"),
    [
        ("olga", ("open", "nz-blackjack", "-o", "decks=9"), "9 is outside 4 to 8 (nz-blackjack 3.3(a))"),
        ("olga", ("open", "nz-blackjack", "-o", "decks"), "'decks' is not a valid option: expected name=value"),
        ("olga", ("say", "t9", "shuffle"), "there is no table 't9'"),
        ("ann", ("open", "nz-blackjack"), "an operator"),
        ("", ("close", "t1"), "set PITBOSS_TOKEN to a token"),
        ("olga", ("list", "--server", "http://127.0.0.1:1"), "no server answers at http://127.0.0.1:1: start one"),
        ("olga", ("list", "--server", "house"), "'house' is not a server URL"),
        ("olga", ("list", "--server", "http://"), "'http://' is not a server URL"),
        ("", ("list", "--token", "pit_…"), "the token is malformed: pitboss user token NAME prints one"),
    ],
)
def test_a_refusal_is_one_line(house: Served, who: str, words: tuple[str, ...], reason: str) -> None:
    server = () if "--server" in words else ("--server", house.url)
    done = call("table", *words, *server, *(("--token", house.tokens[who]) if who else ()))
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.output
    assert reason in done.stderr


def test_entry_with_which_a_tournament_cannot_finish_says_what_would_work(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PITBOSS_SERVER", house.url)
    monkeypatch.setenv("PITBOSS_TOKEN", house.tokens["olga"])
    settings = "it could be finished with advance=2 or 3, or with 4 to 7 or 22 to 49 players"
    opened = call("table", "open", "nz-tournament", "--json")
    cup = json.loads(opened.stdout)
    assert settings in cup["warnings"][0]["says"]
    entries = [call("table", "say", cup["id"], f"enter p{number}") for number in range(1, 9)]
    assert [bool(done.stderr) for done in entries] == [False] * 7 + [True], entries[0].output
    assert settings in entries[-1].stderr


def test_the_events_of_two_split_hands_say_which_hand(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_SERVER", house.url)
    monkeypatch.setenv("PITBOSS_TOKEN", house.tokens["olga"])
    with SyncClient(house.url, house.tokens["olga"]) as olga, SyncClient(house.url, house.tokens["ann"]) as ann:
        table = olga.open_table("nz-blackjack", cards_are_read=True, turn_seconds=3600, betting_seconds=3600).id
        for words in ("join 100", "bet 1 10"):
            ann.say(table, words)
        for words in ("deal", "card 8h", "card Ks", "card 8c"):
            olga.say(table, words)
        ann.say(table, "split 1")
        olga.say(table, "card Th")
        ann.say(table, "stand 1")
        olga.say(table, "card Tc")
        ann.say(table, "stand 1")
    lines = call("table", "say", table, "card 9d").stdout.splitlines()
    settled = [line for line in lines if line.startswith("ann loses 10 on box 1")]
    assert [line.partition("  [")[0] for line in settled] == [
        "ann loses 10 on box 1, hand 1",
        "ann loses 10 on box 1, hand 2",
    ]


def test_a_table_opened_with_two_side_wagers_is_warned_of(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PITBOSS_SERVER", house.url)
    monkeypatch.setenv("PITBOSS_TOKEN", house.tokens["olga"])
    asked = ("table", "open", "nz-blackjack", "-o", "super_sevens=true", "-o", "madness_21=true")
    done = call(*asked)
    assert done.exit_code == 0
    assert done.stderr.startswith("warning: more than one side wager at one table")
    assert "(nz-blackjack 3.2(c), 15B.1, 15C.2)" in done.stderr
    (warning,) = json.loads(call(*asked, "--json").stdout)["warnings"]
    assert warning["clauses"] == ["3.2(c)", "15B.1", "15C.2"]
    with SyncClient(house.url, house.tokens["olga"]) as olga:
        choices = {"super_sevens": "true", "any_pair": "scale_one"}
        assert [one.clauses for one in olga.check("nz-blackjack", choices).warnings] == [("3.2(c)", "15B.1", "15C.2")]
