"""`pitboss simulate`: what it tells, and what it refuses before anything is played."""

import json
from pathlib import Path
from typing import Any

import polars
import pytest
from typer.testing import CliRunner, Result

from pitboss.cli.simulate import command
from pitboss.kernel.strategy import BASIC, print_chart


def simulate(*arguments: str) -> Result:
    return CliRunner().invoke(command, arguments)


def told(*arguments: str) -> dict[str, Any]:
    done = simulate(*arguments, "--json")
    assert done.exit_code == 0, done.output
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_the_result_for_programs() -> None:
    result = told("mbs-blackjack", "-w", "main=25", "-w", "pair=5", "--rounds", "2e4", "--seed", "3", "-o", "decks=6")
    assert {
        "rulebook": "mbs-blackjack",
        "options": {"decks": "6"},
        "rounds": 20_000,
        "seed": 3,
    }.items() <= result.items()
    assert set(result["main"]) >= {"expectation", "standard_error", "deviation"}
    assert set(result["wagers"]) == {"pair"}
    assert set(result["wagers"]["pair"]) >= {"expectation", "standard_error"}
    assert result["rounds_per_second"] > 0
    assert sum(result["distribution"].values()) == pytest.approx(1)
    assert sum(result["dealer"].values()) == pytest.approx(1)


def test_the_same_seed_brings_the_same_result_whoever_plays() -> None:
    one, two = (told("nz-blackjack", "--rounds", "300000", "--workers", workers) for workers in ("1", "2"))
    for result in (one, two):
        del result["rounds_per_second"]
    assert one == two


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
    chart.write_text("hard 2 3 4\n", encoding="utf-8")
    assert "mine.txt, line 1: the columns of hard" in simulate("nz-blackjack", "--strategy", str(chart)).stderr


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("nz-poker",), "there is no rulebook 'nz-poker'"),
        (("nz-tournament",), "only blackjack and roulette are simulated"),
        (("nz-blackjack", "--rounds", "0"), "'0' is no number of rounds"),
        (("nz-blackjack", "--rounds", "many"), "'many' is no number of rounds"),
        (("nz-blackjack", "--rounds", "1.5"), "'1.5' is no number of rounds"),
        (("nz-blackjack", "-w", "pair=5"), "there is no side wager 'pair' here; on offer: none"),
        (("nz-blackjack", "-w", "super_sevens=1"), "super_sevens is not offered at this table"),
        (("nz-blackjack", "-w", "main=ten"), "'ten' is no amount of money"),
        (("nz-blackjack", "-w", "main"), "'main' is no wager: expected name=value"),
        (("nz-blackjack", "-o", "decks=9"), "option decks: 9 is outside 4 to 8"),
        (("nz-blackjack", "--boxes", "0"), "0 boxes: the table has 1 to 7"),
        (("nz-blackjack", "--boxes", "8"), "8 boxes: the table has 1 to 7"),
        (("nz-blackjack", "--strategy", "best"), "there is no strategy 'best'"),
        (("nz-blackjack", "--shuffle", "never"), "'never' is no way to shuffle"),
        (("nz-blackjack", "--workers", "-1"), "-1 workers: at least one is needed"),
        (("nz-blackjack", "--limits", "10"), "'10' is no limits"),
        (("nz-blackjack", "--plot", "/nowhere/x.png"), "/nowhere/x.png: there is no such folder"),
    ],
)
def test_a_bad_call_is_refused_before_anything_runs(arguments: tuple[str, ...], words: str) -> None:
    done = simulate(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert words in done.stderr
