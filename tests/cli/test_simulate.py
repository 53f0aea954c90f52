"""`pitboss simulate`: its output, and calls that it refuses before it plays."""

import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from time import sleep

import polars
import pytest

from pitboss.cli.options import number_of_rounds
from pitboss.strategy.chart import BASIC
from pitboss.strategy.chart_text import print_chart
from tests.cli import calls

simulate, told = partial(calls.call, "simulate"), partial(calls.told, "simulate")


def test_the_result_for_programs() -> None:
    result = told("mbs-blackjack", "-w", "main=25", "-w", "pair=5", "--rounds", "2e4", "--seed", "3", "-o", "decks=6")
    assert {
        "rulebook": "mbs-blackjack",
        "options": {"decks": "6", "boxes": "7", "max_players_per_box": "1", "max_boxes_per_player": "1"},
        "rounds": 20_000,
        "seed": 3,
    }.items() <= result.items()
    assert set(result["main"]) >= {"expectation", "standard_error", "deviation"}
    assert set(result["wagers"]) == {"pair"}
    assert set(result["wagers"]["pair"]) >= {"expectation", "standard_error"}
    assert result["rounds_per_second"] > 0
    assert sum(result["distribution"].values()) == pytest.approx(1)
    assert sum(result["dealer"].values()) == pytest.approx(1)


def test_the_result_depends_on_the_seed_and_not_on_the_processes() -> None:
    one, two = (told("nz-blackjack", "--rounds", "300000", "--workers", workers) for workers in ("1", "2"))
    for result in (one, two):
        del result["rounds_per_second"]
    assert one == two


def test_it_says_which_kernel_played_and_why_it_ended() -> None:
    result = told("mbs-blackjack", "--rounds", "1e9", "--until", "0.002")
    assert (result["kernel"], result["stopped"]) == ("tables", "until")
    assert result["main"]["standard_error"] <= 0.002
    result = told("nz-blackjack", "-o", "blackjack_plus=true", "--rounds", "1000", "--until", "0.002")
    assert (result["kernel"], result["stopped"], result["rounds"]) == ("conventional", "rounds", 1000)
    missed = simulate("nz-blackjack", "--rounds", "1000", "--until", "0.002").stdout
    assert "0.002 was not reached" in " ".join(missed.split())


def test_covariance_and_correlation_of_two_wagers() -> None:
    wagers = ("-o", "over_under_13=true", "-w", "over_13=5", "-w", "under_13=5")
    result = told("canberra-blackjack", "--rounds", "2e5", *wagers)
    assert result["correlations"]["over_13"]["under_13"] < -0.8
    assert set(result["covariances"]["main"]) == {"over_13", "under_13"}
    for name in ("over_13", "under_13"):
        deviations = result["main"]["deviation"] * result["wagers"][name]["deviation"]
        covariance, correlation = (result[kind]["main"][name] for kind in ("covariances", "correlations"))
        assert covariance == pytest.approx(correlation * deviations)
        assert result["wagers"][name]["expectation_per_staked"] == result["wagers"][name]["expectation"]


def test_the_best_play_is_at_least_as_good_as_the_usual() -> None:
    """One deck: the exact analysis has another chart, with a higher expectation."""
    table = ("mbs-blackjack", "-o", "decks=1", "--shuffle", "every-round", "--rounds", "8e6")
    best, basic = (told(*table, "--strategy", name) for name in ("best", "basic"))
    assert best["strategy"] == "best"
    assert best["main"]["expectation"] > basic["main"]["expectation"]


@pytest.mark.timeout(600)
def test_a_run_is_stopped_from_the_keyboard_and_goes_on(tmp_path: Path) -> None:
    """After Ctrl-C a process prints partial results; the same command then ends as an undisturbed one."""
    kept = tmp_path / "run.json"
    arguments = ("nz-blackjack", "--seed", "4", "--json", "--checkpoint", str(kept))
    command = [sys.executable, "-m", "pitboss", "simulate", *arguments, "--rounds", "1e12"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        while not kept.exists():
            assert running.poll() is None
            sleep(0.1)
        running.send_signal(signal.SIGINT)
        stdout, stderr = running.communicate(timeout=240)
    assert (running.returncode, stderr) == (130, "")
    first = json.loads(stdout)
    assert (first["stopped"], first["rounds"] > 0) == ("interrupted", True)
    rounds = str(first["rounds"] + 10**6)
    on = told(*arguments[:-2], "--checkpoint", str(kept), "--rounds", rounds)
    whole = told(*arguments[:-2], "--rounds", rounds)
    for result in (on, whole):
        del result["rounds_per_second"]
    assert on == whole
    refused = simulate("nz-blackjack", "--seed", "5", "--checkpoint", str(kept))
    assert refused.exit_code == 2
    assert "is the checkpoint of another run: its seed differs (4 there, 5 here)" in refused.stderr


def test_a_cluster_of_this_machine(tmp_path: Path) -> None:
    arguments = ("canberra-blackjack", "--rounds", "3e6", "--json")
    command = [sys.executable, "-m", "pitboss", "simulate", *arguments, "--cluster", "local:2"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    there, here = json.loads(done.stdout), told(*arguments[:-1])
    for result in (there, here):
        del result["rounds_per_second"]
    assert there == here
    assert list(tmp_path.iterdir()) == []


def test_the_result_for_people() -> None:
    done = simulate("canberra-blackjack", "--rounds", "1000", "-o", "over_under_13=true", "-w", "over_13=5")
    assert done.exit_code == 0
    for word in ("expectation", "standard error", "over_13", "blackjack", "cards a round"):
        assert word in done.stdout


def test_files(tmp_path: Path) -> None:
    table, picture = tmp_path / "results.parquet", tmp_path / "results.png"
    done = simulate("mbs-blackjack", "--rounds", "1000", "--out", str(table), "--plot", str(picture))
    assert done.exit_code == 0
    rows = polars.read_parquet(table)
    assert set(rows.columns) == {"rulebook", "seed", "part", "name", "measure", "value"}
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_chart_from_a_file(tmp_path: Path) -> None:
    chart = tmp_path / "mine.txt"
    chart.write_text(print_chart(BASIC).replace("R", "H").replace("H  surrender", "R  surrender"), encoding="utf-8")
    assert told("mbs-blackjack", "--rounds", "1000", "--strategy", str(chart))["strategy"] == "mine.txt"
    done = simulate("nz-blackjack", "--rounds", "1000", "--strategy", str(chart))
    assert done.exit_code == 2
    assert "mine.txt: soft 13 against 5: 'D' (double, else hit) is not allowed" in done.stderr
    assert "11.1" in done.stderr
    chart.write_text(chart.read_text(encoding="utf-8").replace("\n9    H ", "\n9    H1D "), encoding="utf-8")
    assert told("mbs-blackjack", "--rounds", "1000", "--strategy", str(chart), "--count", "hi-lo")["count"]
    alone = simulate("mbs-blackjack", "--rounds", "1000", "--strategy", str(chart))
    assert (alone.exit_code, "mine.txt depends on the count" in alone.stderr) == (2, True)
    chart.write_text("hard 2 3 4\n", encoding="utf-8")
    assert "mine.txt, line 1: the columns of hard" in simulate("nz-blackjack", "--strategy", str(chart)).stderr


@pytest.mark.parametrize(("text", "rounds"), [("2", 2), ("1e15", 10**15), ("1_000", 1_000), ("2.5e1", 25)])
def test_a_number_of_rounds_is_typed_in_several_ways(text: str, rounds: int) -> None:
    assert number_of_rounds(text, least=2) == rounds


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nz-poker",), "there is no rulebook 'nz-poker'"),
        (("nz-tournament",), "the game is not simulated"),
        (("nz-blackjack", "--rounds", "0"), "'0' is not a number of rounds"),
        (("nz-blackjack", "--rounds", "1"), "'1' is not a number of rounds: write a whole number from 2 to 1e15"),
        (("nz-roulette", "--wager", "red=5", "--rounds", "1"), "'1' is not a number of rounds"),
        (("nz-blackjack", "--rounds", "1e16"), "'1e16' is not a number of rounds: write a whole number from 2 to 1e15"),
        (("nz-blackjack", "--rounds", "many"), "'many' is not a number of rounds"),
        (("canberra-blackjack", "-w", "main=10.01", "--plot", "x.png"), "these wagers have too many different results"),
        (("nz-blackjack", "-w", "main=10.01"), "10.01 cannot be laid in chips of 0.50 and more"),
        (("nz-blackjack", "--count", "hi-lo", "--insure-at", "9" * 23), "no count is beyond 100000000"),
        (
            ("tribal-blackjack", "-o", "streak=true", "-w", "streak_3=10", "--count", "hi-lo"),
            "not simulated: a count beside streak_3, which lasts for rounds or is paid from a meter "
            "(tribal-blackjack (t)(1)",
        ),
        (("nz-blackjack", "--rounds", "2.5"), "'2.5' is not a number of rounds"),
        (("nz-blackjack", "-w", "pair=5"), "there is no side wager 'pair' here; on offer: none"),
        (("nz-blackjack", "-w", "super_sevens=1"), "allowed: option super_sevens=true"),
        (("nz-blackjack", "-w", "main=ten"), "'ten' is not an amount of money"),
        (("nz-blackjack", "-w", "main"), "'main' is not a valid wager: expected name=value"),
        (("nz-blackjack", "-o", "decks=9"), "option decks: 9 is outside 4 to 8"),
        (("nz-blackjack", "--boxes", "0"), "0 boxes: the table has 1 to 7"),
        (("nz-blackjack", "--boxes", "8"), "8 boxes: the table has 1 to 7"),
        (("nz-blackjack", "--strategy", "worst"), "there is no strategy 'worst': write best, basic, mimic"),
        (("nz-blackjack", "--workers", "2", "--cluster", "local"), "--workers and --cluster exclude each other"),
        (("nz-blackjack", "--cluster", "local:x"), "'local:x' is not a cluster"),
        (("nz-blackjack", "--cluster", "tcp://127.0.0.1:9"), "no cluster answers at tcp://127.0.0.1:9"),
        (("nz-blackjack", "--until", "-1"), "'-1.0' is not a standard error"),
        (("nz-blackjack", "--until", "nan"), "'nan' is not a standard error"),
        (("nz-blackjack", "--checkpoint", "/nowhere/run.json"), "/nowhere/run.json: there is no such folder"),
        (("nz-blackjack", "--checkpoint", "/tmp"), "/tmp is a folder"),
        (("nz-blackjack", "--shuffle", "never"), "'never' is not a shuffle"),
        (("nz-blackjack", "--workers", "-1"), "--workers -1: the number of threads must not be negative"),
        (("nz-blackjack", "--limits", "10"), "'10' is not limits"),
        (("nz-blackjack", "--plot", "/nowhere/x.png"), "/nowhere/x.png: there is no such folder"),
    ],
)
def test_a_bad_call_is_refused_before_anything_runs(
    arguments: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pitboss.simulate.cluster._TIMEOUT", 1)
    done = simulate(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr


@pytest.mark.parametrize(
    ("table", "more"),
    [
        (("tribal-blackjack", "-o", "streak=true", "-o", "decks=8"), ()),
        (("nz-roulette", "-o", "neighbour=true"), ("--wager", "red=5")),
        (("mbs-blackjack",), ("--count", "hi-lo")),
    ],
)
def test_options_are_printed_as_by_the_exact_figures(table: tuple[str, ...], more: tuple[str, ...]) -> None:
    exact = calls.told("edge", *table)
    assert told(*table, *more, "--rounds", "1000")["options"] == exact["options"]
