"""Punto banco from examples/games, found by its folder: replayed, played, priced, simulated and served."""

import asyncio
import json
import random
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from pitboss import Refusal, Table
from pitboss.cards import card_name
from pitboss.cli import build
from pitboss.games.registry import find_game
from pitboss.house.audit.database import audit
from pitboss.house.database import connect
from pitboss.house.house import CommandDone, House, TableInfo
from pitboss.law import LawError, load_rulebook, resolve
from pitboss.law.schema import file_schema
from pitboss.notation import parse_pit, replay
from pitboss.notation.check import check_rulebook
from pitboss.search_path import GAMES_VARIABLE
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
from tests.cli.calls import call as called
from tests.server.conftest import PLENTY, serving

GAMES = Path(__file__).parents[2] / "examples" / "games"
FOLDER = GAMES / "punto_banco"
SPEC = TableSpec(rulebook="punto-banco", limits="5-500")
ANN = Actor("ann", Role.PLAYER)


@pytest.fixture(autouse=True)
def _games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(GAMES_VARIABLE, str(GAMES))


def figures(**choices: str) -> dict[str, Any]:
    rules = resolve(load_rulebook("punto-banco"), choices)
    assert not isinstance(rules, Refusal), rules
    exact = find_game("punto_banco").exact
    assert exact is not None
    return dict(exact(rules))


def test_the_rulebook_has_no_findings_and_every_case_passes() -> None:
    found = check_rulebook(FOLDER / "rulebooks" / "punto-banco")
    assert found.findings == ()


@pytest.mark.parametrize(
    ("wager", "expected"),
    [("banker", "-1.0579"), ("player", "-1.2351"), ("tie", "-14.3596"), ("player_pair", "-10.3614")],
)
def test_exact_figures_at_eight_decks(wager: str, expected: str) -> None:
    assert f"{100 * float(figures()[wager].expectation):.4f}" == expected


def test_exact_figures_count_every_ordered_draw_of_six_cards() -> None:
    draws = 1
    for number in range(6):
        draws *= 416 - number
    assert {table.combinations for name, table in figures().items() if "pair" not in name} == {draws}


def test_exact_figures_of_other_tables() -> None:
    six, no_commission = figures(decks="6"), figures(commission="false")
    assert f"{100 * float(six['banker'].expectation):.4f}" == "-1.0558"
    assert f"{100 * float(no_commission['banker'].expectation):.4f}" == "-1.4581"
    assert f"{100 * float(figures(tie='9:1')['tie'].expectation):.4f}" == "-4.8440"
    assert "player_pair" not in figures(pairs="false")


def test_the_sampler_decides_every_coup_as_the_engine_does() -> None:
    rules = resolve(load_rulebook("punto-banco"), {})
    assert not isinstance(rules, Refusal), rules
    simulation = find_game("punto_banco").simulation
    assert simulation is not None
    sampler = simulation(rules, {"banker": 1000}).sample
    outcomes = import_module("punto_banco.simulation").OUTCOMES
    cards = sampler.cards(5, 0, 400)
    found = sampler.outcomes(cards)
    for dealt, outcome in zip(cards.tolist(), found.tolist(), strict=True):
        won, banker, pairs = outcomes[outcome]
        pit = (
            f"title: A coup\nrulebook: punto-banco\ncards: {' '.join(map(card_name, dealt))}\n---\n"
            f"ann: bet player_pair 10\nann: bet banker_pair 10\nhouse: deal\n? won {won}\n? total banker {banker}\n"
            f"? wager ann player_pair {'+110' if pairs & 1 else '-10'}\n"
            f"? wager ann banker_pair {'+110' if pairs & 2 else '-10'}\n"
        )
        outcome_of_engine = replay(parse_pit(pit))
        assert outcome_of_engine.passed, (pit, outcome_of_engine.failures)


def test_edge_verify_compares_every_wager_and_json_has_the_fractions() -> None:
    done = called("edge", "punto-banco", "--verify", "--rounds", "3e5", "--json")
    assert done.exit_code == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["verify"]["verified"]
    assert data["verify"]["wagers"].keys() == data["wagers"].keys() == figures().keys()
    assert Fraction(data["wagers"]["banker"]["fraction"]) == figures()["banker"].expectation


def test_simulate_gives_the_same_result_for_the_same_seed() -> None:
    arguments = ("simulate", "punto-banco", "-w", "banker=10", "-w", "tie=5", "--rounds", "3e5", "--json")
    one, two = (json.loads(called(*arguments, "--workers", str(workers)).stdout) for workers in (1, 2))
    assert one["outcomes"] == two["outcomes"]
    assert one["wagers"].keys() == {"banker", "tie", "all"}
    assert abs(one["wagers"]["banker"]["expectation"] + 0.010579) < 5 * one["wagers"]["banker"]["standard_error"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("simulate", "punto-banco"), "punto banco needs a wager"),
        (("simulate", "punto-banco", "-w", "bank=10"), "'bank' is not a wager of punto banco: there are player"),
        (("simulate", "punto-banco", "-w", "tie=0.10"), "a wager is between 1 and 100000, not 0.10 (punto-banco 3.1)"),
        (("simulate", "punto-banco", "-w", "tie=1", "--boxes", "2"), "apply to blackjack only"),
        (("edge", "punto-banco", "--infinite"), "apply to blackjack only"),
        (("play", "punto-banco", "--cards"), "cards cannot be entered"),
        (("play", "punto-banco", "-o", "decks=7"), "option decks: 7 is not among 6, 8"),
    ],
)
def test_bad_calls_are_refused_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    done = called(*arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_terminal_plays_and_its_file_replays(tmp_path: Path) -> None:
    file = tmp_path / "evening.pit"
    lines = (
        "bet banker 20",
        "bet player 20",
        "legal",
        "deal",
        "why",
        "bob: bet tie 10",
        "deal",
        f"save {file}",
        "quit",
    )
    typed = "".join(f"{line}\n" for line in lines)
    done = CliRunner().invoke(build(), ("play", "punto-banco", "--seed", "3"), input=typed, prog_name="pitboss")
    assert done.exit_code == 0
    assert "Refused: guest has a wager on banker already  (punto-banco 3.3)" in done.stdout
    assert "guest: bet player|banker|tie|player_pair|banker_pair AMOUNT" in done.stdout
    assert "[4.2]" in done.stdout
    assert replay(parse_pit(file.read_text())).passed


def test_a_program_opens_a_table_and_its_log_replays() -> None:
    table = Table.open("punto-banco", {"decks": 6}, seed=1)
    assert not isinstance(table, Refusal)
    table.join("ann", 100_000)
    for _ in range(70):  # beyond the cutting card of the first shoe
        bet = random.Random(table.version).choice(table.legal_actions())
        assert not isinstance(table.do(bet), Refusal)
        assert not isinstance(table.say(THE_HOUSE, "deal"), Refusal)
    assert table.state.shoe == 1
    assert replay(parse_pit(table.log_pit())).passed
    listed = Table.open("punto-banco", listed="cards: 9s 2s Ks 3s")
    assert not isinstance(listed, Refusal)
    listed.join("ann", 100_000)
    listed.say(ANN, "bet player 10")
    listed.say(THE_HOUSE, "deal")
    assert listed.purses() == {"ann": 101_000}
    assert isinstance(listed.say(ANN, "bet player 10"), tuple)
    assert isinstance(listed.say(THE_HOUSE, "deal"), Refusal)  # no further card is listed


def test_a_copy_has_the_same_cards_to_come_and_changes_nothing() -> None:
    table = Table.open("punto-banco", seed=2)
    assert not isinstance(table, Refusal)
    table.join("ann", 100_000)
    table.say(ANN, "bet banker 100")
    other = table.copy()
    first = other.say(THE_HOUSE, "deal")
    assert table.state.round == 0
    assert table.say(THE_HOUSE, "deal") == first


def test_a_live_table_is_restored_and_every_shoe_can_be_checked() -> None:
    table = open_table(SPEC, bytes(32))
    assert not isinstance(table, Refusal)
    entries = [table.opening]

    def say(actor: Actor, words: str) -> None:
        events = table.say(actor, words)
        assert not isinstance(events, Refusal), events
        entries.append(Entry(str(len(entries)), actor, words, events))

    for words in ("join 500", "contribute luck"):
        say(ANN, words)
    for number in range(90):
        say(ANN, ("bet tie 5", "bet player_pair 5")[number % 2])
        say(THE_HOUSE, "deal")
        if table.purses()["ann"] < 1000:
            say(ANN, "join 500")
    say(ANN, "bet tie 5")
    again = restore(SPEC, bytes(32), entries)
    assert again.public_view() == table.public_view()
    assert again.say(THE_HOUSE, "deal") == table.copy().say(THE_HOUSE, "deal")
    say(ANN, "leave")
    for text in (log_pit(SPEC, entries), round_pit(SPEC, entries, 7)):
        assert replay(parse_pit(text)).passed, text
    records = fairness_records(SPEC, entries)
    assert [record.name for record in records] == ["shoe 0", "shoe 1"]
    assert check_fairness(records[0]) == ()
    assert records[0].contributions == (("ann", "luck"),)


def test_a_house_stores_the_game_and_the_audit_plays_it_again(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"

    async def play() -> None:
        house = await House.open(url)
        try:
            await house.create_user("ann", Role.PLAYER)
            await house.deposit("ann", 100_000, "start")
            info = await house.open_table(THE_HOUSE, SPEC)
            assert isinstance(info, TableInfo)
            lines = ("join 500", "bet banker 100", "bet tie 5", "withdraw tie", "deal", "bet player 20", "leave")
            for number, words in enumerate(lines):
                actor = THE_HOUSE if words == "deal" else ANN
                done = await house.command(info.id, actor, str(number), None, words)
                assert isinstance(done, CommandDone), done
        finally:
            await house.close()

    asyncio.run(play())
    engine = connect(url)
    assert audit(engine).findings == []
    engine.dispose()


def test_a_server_serves_the_game_with_forms_of_its_commands(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db", rates=PLENTY)
    with serving(settings) as server, httpx.Client(base_url=server.url, timeout=60) as http:

        def ask(method: str, path: str, name: str, body: object = None) -> httpx.Response:
            token = {"Authorization": f"Bearer {server.tokens[name]}"}
            answer = http.request(method, path, headers=token, json=body)
            assert answer.is_success, answer.text
            return answer

        table = ask("POST", "/api/tables", "olga", {"rulebook": "punto-banco", "limits": "5-100"}).json()["id"]
        path = f"/api/tables/{table}"
        page = ask("GET", path, "ann").json()
        assert [place["words"] for place in page["card"]["places"]][:3] == ["bet player", "bet banker", "bet tie"]
        for number, (name, words) in enumerate((("ann", "join 50"), ("ann", "bet banker 10"), ("dan", "deal"))):
            events = ask("POST", f"{path}/commands", name, {"id": str(number), "words": words}).json()["events"]
        assert events[0]["type"] == "CardDealt"
        page = ask("GET", path, "ann").json()
        assert (page["view"]["phase"], page["view"]["round"], len(page["view"]["history"])) == ("settled", 1, 1)
        forms = {form["verb"]: form for form in page["you"]["forms"]}
        assert [field["kind"] for field in forms["bet"]["fields"]] == ["choice", "money"]
        assert forms["bet"]["refusal"] is None
        assert forms["withdraw"]["refusal"]["clauses"] == ["3.5"]
        assert {form["verb"] for form in ask("GET", path, "dan").json()["you"]["forms"]} == {"deal"}
        assert replay(parse_pit(ask("GET", f"{path}/rounds/1", "ann").text)).passed
        edge = http.post("/api/analysis/edge", json={"rulebook": "punto-banco"}).json()
        assert round(edge["wagers"]["tie"]["expectation"], 6) == -0.143596


@pytest.fixture
def outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(GAMES_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("broken_game", "import nothing_like_it", "ModuleNotFoundError: No module named 'nothing_like_it'"),
        ("empty_game", "", "expected GAME, a Game of pitboss.games.registry, not None"),
        ("bad-name", "", "name it in letters, digits and _"),
        ("json", "", "there is a Python module 'json' already"),
    ],
)
def test_an_invalid_game_folder_is_named(outside: Path, name: str, text: str, message: str) -> None:
    (outside / name).mkdir()
    (outside / name / "game.py").write_text(text)
    with pytest.raises(LawError, match=message) as raised:
        find_game("nowhere")
    assert str(outside / name) in str(raised.value)


def test_a_game_whose_folder_is_not_named_any_more_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "punto_banco" in file_schema("rules")["$defs"]["About"]["properties"]["game"]["enum"]
    monkeypatch.setenv(GAMES_VARIABLE, "")
    assert "punto_banco" not in file_schema("rules")["$defs"]["About"]["properties"]["game"]["enum"]
    with pytest.raises(KeyError):
        find_game("punto_banco")
    monkeypatch.setenv(GAMES_VARIABLE, str(FOLDER))
    assert find_game("punto_banco").name == "punto_banco"


def test_a_folder_that_does_not_exist_is_named() -> None:
    done = called("edge", "punto-banco", "--games", "nowhere")
    assert (done.exit_code, done.stderr) == (
        2,
        "pitboss edge: --games: there is no folder nowhere; try 'pitboss edge --help'\n",
    )
