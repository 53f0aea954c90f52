"""`pitboss edge`, `strategy` and `hand`: output and refusals."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.analyse import by_count
from pitboss.analyse.report import Agreement
from pitboss.cards import parse_card
from pitboss.cli.analysis_options import parse_composition, parse_hands
from pitboss.simulate.run import SimulatedGame, Totals, run
from pitboss.strategy.chart import MIMIC
from pitboss.strategy.chart_text import print_chart, read_chart
from tests.cli.calls import call, told

# --- edge --------------------------------------------------------------------------------------------------------


def test_the_edge_for_programs() -> None:
    found = told("edge", "canberra-blackjack", "-o", "decks=8 over_under_13=true")
    assert (found["rulebook"], found["strategy"]) == ("canberra-blackjack", "total")
    assert (found["options"]["decks"], found["options"]["over_under_13"]) == ("8", "true")
    assert found["main"]["expectation"] == pytest.approx(-0.0054466, abs=1e-7)
    assert found["main"]["deviation"] == pytest.approx(1.135, abs=0.002)
    assert found["wagers"]["over_13"]["expectation"] == pytest.approx(-0.06543, abs=1e-5)
    numerator, denominator = found["wagers"]["over_13"]["fraction"].split("/")
    assert int(numerator) / int(denominator) == pytest.approx(found["wagers"]["over_13"]["expectation"])


def test_rules_in_shorthand() -> None:
    found = told("edge", "--rules", "6D H17 DAS LS")
    assert (found["rulebook"], found["options"]["rules"]) == ("laboratory", "6D H17 DAS LS")
    simulated = told("simulate", "--rules", "6D H17 DAS LS", "--strategy", "best", "--shuffle", "every-round")
    main = simulated["main"]
    assert main["expectation"] == pytest.approx(found["main"]["expectation"], abs=4 * main["standard_error"])
    assert told("hand", "--rules", "6D H17 LS", "9 7", "A")["best"] == "surrender"


def test_the_edge_for_people() -> None:
    done = call("edge", "nz-blackjack", "-o", "antes_up=true", "-o", "ante_amount=1", "-o", "perfect_pairs=scale_one")
    assert done.exit_code == 0
    for word in ("-0.54109%", "-10.54109%", "deviation", "up card", "perfect_pairs", "insurance", "-31/415"):
        assert word in done.stdout


def test_cards_that_are_gone_and_infinite_decks() -> None:
    gone = told("edge", "mbs-blackjack", "-o", "decks=1", "--cards-gone", "5s 5c 5h 5d", "--strategy", "composition")
    assert gone["cards"]["5"] == 0
    assert gone["main"]["expectation"] > told("edge", "mbs-blackjack", "-o", "decks=1")["main"]["expectation"] + 0.02
    infinite = told("edge", "mbs-blackjack", "--infinite")
    assert infinite["cards"] == "infinite"
    assert infinite["main"]["expectation"] < told("edge", "mbs-blackjack")["main"]["expectation"]


def test_a_chart_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mimic.txt"
    file.write_text(print_chart(MIMIC), encoding="utf-8")
    by_file = told("edge", "mbs-blackjack", "--strategy", str(file))
    assert by_file["strategy"] == "mimic.txt"
    built_in = told("edge", "mbs-blackjack", "--strategy", "mimic")
    assert by_file["main"]["expectation"] == built_in["main"]["expectation"] < -0.05


def test_verified_by_the_simulator() -> None:
    found = told("edge", "mbs-blackjack", "--verify", "--rounds", "2e5", "--seed", "3")
    check = found["verify"]
    assert check["agrees"]
    assert (check["rounds"], check["seed"]) == (200_000, 3)
    apart = check["main"]["expectation"] - found["main"]["expectation"]
    assert check["main"]["z"] == pytest.approx(apart / check["main"]["standard_error"])
    assert set(check["wagers"]) == set(found["wagers"])
    assert check["verified"]
    assert all(abs(wager["z"]) <= 4 for wager in check["wagers"].values())
    done = call("edge", "mbs-blackjack", "--verify", "--rounds", "2e5")
    assert "They agree." in done.stdout


def test_the_wager_that_was_reckoned_with_is_the_one_that_is_simulated(tmp_path: Path) -> None:
    """Half of the least wager cannot be insured with chips of 25, and half of the one reckoned with can."""
    chart = tmp_path / "insures.txt"
    chart.write_text(print_chart(replace(MIMIC, insure=True)))
    arguments = ("nz-blackjack", "-o", "chip_unit=25", "--limits", "15-900", "--strategy", str(chart))
    check = told("edge", *arguments, "--verify", "--rounds", "6e6")["verify"]
    assert check["agrees"]


@pytest.mark.parametrize(
    ("options", "wagers"),
    [
        ("additional_wager=over_under_13", {"over_13", "under_13"}),
        ("bonus=true bonus_awards_1=18*1 bonus_awards_5=90*1", {"bonus", "bonus at 5"}),
    ],
)
def test_mutually_exclusive_wagers_are_verified_separately(options: str, wagers: set[str]) -> None:
    check = told("edge", "tribal-blackjack", "-o", options, "--verify", "--rounds", "1e5")["verify"]
    assert set(check["wagers"]) == wagers | {"insurance"}
    assert check["left_out"] == {}
    assert check["verified"]


def test_insurance_and_the_ante_are_verified_too() -> None:
    options = "antes_up=true ante_amount=1"
    found = told("edge", "nz-blackjack", "-o", options, "--verify", "--rounds", "1e6")
    check = found["verify"]
    assert check["verified"]
    assert check["rounds"] == 10**6
    assert check["wagers"]["ante"]["expectation"] == -1
    insurance = check["wagers"]["insurance"]
    assert insurance["expectation"] == pytest.approx(found["wagers"]["insurance"]["expectation"], abs=0.02)
    assert 0 < insurance["standard_error"] < 0.006


def test_a_wager_that_was_not_simulated_is_said_and_fails_the_verification() -> None:
    arguments = ("edge", "tribal-blackjack", "-o", "progressive=true", "--verify", "--rounds", "1e4")
    done = call(*arguments)
    assert done.exit_code == 1
    assert "NOT verified: progressive: four_aces comes once in" in done.stdout
    assert "not verified: progressive." in done.stdout
    assert "They agree." not in done.stdout
    data = json.loads(call(*arguments, "--json").stdout)["verify"]
    assert (data["agrees"], data["verified"], set(data["left_out"])) == (True, False, {"progressive"})


def test_a_disagreement_is_printed_and_has_its_own_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Agreement("main", 0.0, 0.05, 0.01, 1000)
    assert wrong.z == 5
    monkeypatch.setattr("pitboss.cli.agreement.cards_agreement", lambda *_: (wrong,))
    done = call("edge", "mbs-blackjack", "--verify")
    assert done.exit_code == 1
    assert "They do NOT agree" in done.stdout


@pytest.mark.parametrize("arguments", [("edge", "--verify", "--json"), ("report", "--format", "json")])
def test_an_interrupted_comparison_prints_partial_results_and_exits_130(
    arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(game: SimulatedGame, rounds: int, seed: int, **_: object) -> Totals:
        def press(totals: Totals) -> None:
            raise KeyboardInterrupt

        return run(game, rounds, seed, watch=press)

    monkeypatch.setattr("pitboss.cli.agreement.run", stopped)
    done = call(*arguments, "mbs-blackjack", "--rounds", "1e7")
    assert done.exit_code == 130
    data = json.loads(done.stdout)
    rounds = data["verify"]["rounds"] if "verify" in data else data["agreement"][0]["rounds"]
    assert 0 < rounds < 10**7


def test_roulette() -> None:
    found = told("edge", "nz-roulette")
    assert found["wagers"]["straight 17"]["fraction"] == "-1/37"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("nz-blackjack -o decks=3", "option decks: 3 is outside 4 to 8 (nz-blackjack 3.3(a))"),
        ("nz-blackjack -o deck=8", "nz-blackjack has no option 'deck'"),
        ("nz-blackjack -o decks", "'decks' is not a valid option: expected name=value"),
        ("nz-blackjack -o decks=6 -o decks=8", "option decks is given twice, as 6 and as 8"),
        ("nz-blackjack --limits 10", "limits"),
        ("nz-blackjack --cards-gone Xx", "'Xx' is not a card"),
        ("mbs-blackjack -o decks=1 --cards-gone Ah,Ah", "2 times Ah: 1 deck holds one"),
        ("nz-blackjack --infinite --cards-gone Ah", "an infinite shoe has no cards gone"),
        ("nz-blackjack --strategy best", "there is no strategy 'best': expected total, composition, basic, mimic"),
        ("nz-blackjack --verify --strategy composition", "the simulator plays by charts"),
        ("nz-blackjack --verify --infinite", "the simulator shuffles whole shoes"),
        ("nz-blackjack --verify --rounds 5", "'5' is not a number of rounds"),
        ("nz-blackjack --rounds many", "'many' is not a number of rounds"),
        ("tribal-blackjack -o double_shoe=true", "not analysed: a double shoe"),
        ("nz-tournament", "the game gives no exact figures"),
        ("nz-roulette --verify", "apply to blackjack only"),
        ("no-blackjack", "there is no rulebook 'no-blackjack'"),
        ("6D", "; for these rules write --rules '6D'"),
    ],
)
def test_refused_edges(arguments: str, why: str) -> None:
    done = call("edge", *arguments.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss edge: ")
    assert why in done.stderr


def test_a_chart_that_the_table_forbids_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    rows = print_chart(MIMIC).splitlines()
    file.write_text("\n".join(row.replace("16   H", "16   R") for row in rows), encoding="utf-8")
    done = call("edge", "nz-blackjack", "--strategy", str(file))
    assert done.exit_code == 2
    assert "surrender is not offered" in done.stderr


# --- strategy ----------------------------------------------------------------------------------------------------


def test_the_chart_for_programs_and_people() -> None:
    found = told("strategy", "mbs-blackjack")
    assert found["pair"]["8"]["9"] == "P"
    assert found["hard"]["16"]["9"] == "R"
    assert found["expectation"] == told("edge", "mbs-blackjack")["main"]["expectation"]
    done = call("strategy", "mbs-blackjack")
    assert "surrender, else hit" in done.stdout
    assert "Insurance is not taken" in done.stdout


def test_charts_in_files(tmp_path: Path) -> None:
    text, picture, drawing = (tmp_path / name for name in ("best.txt", "best.png", "best.svg"))
    for file in (text, picture, drawing):
        assert call("strategy", "nz-blackjack", "--out", str(file)).exit_code == 0
    chart = read_chart(text.read_text(encoding="utf-8"))
    assert chart.pair[7][8] == "P"
    assert told("edge", "nz-blackjack", "--strategy", str(text))["main"]["expectation"] == pytest.approx(
        told("edge", "nz-blackjack")["main"]["expectation"], abs=1e-14
    )
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert drawing.read_text(encoding="utf-8").count(">S<") > 50


def test_a_chart_for_who_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_count, "MOST", 1)  # few counts are as good here
    text, picture = tmp_path / "counted.txt", tmp_path / "counted.png"
    found = told("strategy", "mbs-blackjack", "--count", "hi-lo", "--out", str(text))
    assert (found["hard"]["16"]["10"], found["hard"]["12"]["4"], found["expectation"]) == ("R0Q", "H0S", None)
    chart = read_chart(text.read_text(encoding="utf-8"))
    assert [step for step, _ in chart.by_count] == [0, 1]
    done = call("strategy", "mbs-blackjack", "--count", "hi-lo", "--true", "round", "--out", str(picture))
    assert "best by total at each count of hi-lo (round)" in done.stdout
    assert "A number is the count from which the following move applies" in done.stdout
    assert picture.read_bytes().startswith(b"\x89PNG")
    refused = call("edge", "mbs-blackjack", "--strategy", str(text))
    assert (refused.exit_code, "counted.txt depends on the count" in refused.stderr) == (2, True)


def test_the_chart_of_a_shoe_without_some_card_may_be_played_by(tmp_path: Path) -> None:
    chart, gone = str(tmp_path / "best.txt"), ("--cards-gone", " ".join(f"2{suit}" for suit in "schd" * 8))
    done = call("strategy", "nz-blackjack", *gone, "--out", chart)
    assert "The dealer cannot show 2: none is left" in done.stdout
    played, best = (told("edge", "nz-blackjack", *gone, *more)["main"] for more in (("--strategy", chart), ()))
    assert played["expectation"] == pytest.approx(best["expectation"], abs=1e-14)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("nz-blackjack --out chart.gif", "a chart is written as .png, .svg, .pdf or .txt"),
        ("nz-blackjack --out /nowhere/at/all.txt", "there is no such folder"),
        ("nz-roulette", "nz-roulette is not a blackjack rulebook"),
        ("nz-blackjack --true floor", "--true needs --count"),
        ("nz-blackjack --count hi-lo --infinite", "--count cannot be combined with --infinite"),
        ("nz-blackjack --count ko", "ko does not determine the remaining cards"),
        ("nz-blackjack --count hi-low", "there is no count 'hi-low'"),
        ("nz-blackjack --count hi-lo --true ceil", "'ceil' is not a count conversion"),
    ],
)
def test_refused_charts(arguments: str, why: str) -> None:
    done = call("strategy", *arguments.split())
    assert (done.exit_code, done.stdout) == (2, "")
    assert why in done.stderr


# --- hand --------------------------------------------------------------------------------------------------------


def test_a_hand() -> None:
    found = told("hand", "nz-blackjack", "8h 8c", "Ks")
    assert found["best"] == "split"
    assert list(found["actions"]) == ["split", "hit", "stand", "double"]
    assert found["costs"]["hit"] == pytest.approx(found["actions"]["split"] - found["actions"]["hit"])
    done = call("hand", "nz-blackjack", "8h 8c", "Ks")
    for word in ("hard 16", "split", "-53.4801%", "best", "3.7598%", "blackjack in 7.75% of cases"):
        assert word in done.stdout


def test_a_hand_without_suits_is_of_any() -> None:
    named = told("hand", "mbs-blackjack", "8s 8c", "Ks", "-o", "decks=1", "--cards-gone", "8h 8d")
    assert told("hand", "mbs-blackjack", "8 8", "K", "-o", "decks=1", "--cards-gone", "8h 8") == named


def test_a_hand_against_an_ace() -> None:
    done = call("hand", "canberra-blackjack", "Ah Kc", "As", "--cards-gone", "2c 3d")
    assert done.exit_code == 0
    assert "even money" in done.stdout
    assert "Insurance: " in done.stdout


def test_a_hand_of_a_split_box() -> None:
    """Against an ace only the first wager is lost to a blackjack: what is best hangs on whose hand it is."""
    first = told("hand", "nz-blackjack", "8h 3d", "As", "--hands", "2", "--cards-gone", "8c")
    second = told("hand", "nz-blackjack", "8h 3d", "As", "--hands", "2", "--added", "--cards-gone", "8c")
    assert (first["best"], second["best"]) == ("hit", "double")
    assert first["insurance"] is None


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("nz-blackjack", "8h 3d", "Ks", "--added"), "--added applies to a split hand"),
        (("nz-blackjack", "Th Tc 5d", "Ks"), "over 21"),
        (("mbs-blackjack", "Th Th", "Ks", "-o", "decks=1"), "2 times Th: 1 deck holds one"),
        (("mbs-blackjack", "Th 9h", "Ks", "-o", "decks=1", "--cards-gone", "Ks"), "2 times Ks: 1 deck holds one"),
        (("nz-blackjack", "Th", "Ks"), "write two cards or more"),
        (("nz-blackjack", "Ah Kh", "Ks"), "there is no decision on a hand of 21"),
        (("nz-blackjack", "8h 8c", "Ks Qs"), "'Ks Qs' is not a single card"),
        (("nz-blackjack", "8h 8x", "Ks"), "'8x' is not a card"),
        (("nz-roulette", "8h 8c", "Ks"), "is not a blackjack rulebook"),
    ],
)
def test_refused_hands(arguments: tuple[str, ...], why: str) -> None:
    done = call("hand", *arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith("pitboss hand: ")
    assert why in done.stderr


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("10h 6d", "Th 6d"),
        ("ah,kd", "Ah Kd"),
        ("8h8c", "8h 8c"),
        ("T6", "Ts 6s"),
        ("10,10", "Ts Tc"),
        ("AA", "As Ac"),
        ("8-8", "8s 8c"),
        ("8/8", "8s 8c"),
        ("A + 7", "As 7s"),
        ("X 6", "Ts 6s"),
        ("ace ten", "As Ts"),
        ("King", "Ks"),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, names: str) -> None:
    assert parse_hands(text) == ([parse_card(name) for name in names.split()],)


def test_a_composition_counts_tens_by_either_name() -> None:
    assert parse_composition("a=4 10=16") == parse_composition("A=4 T=16")
