"""`pitboss simulate` for roulette: its output, and calls that it refuses before it plays."""

from functools import partial
from pathlib import Path

import polars
import pytest

from tests.cli import calls

WAGERS = ("-w", "straight 17=10", "-w", "split 20-17=5", "-w", "red=5")


simulate, told = partial(calls.call, "simulate", "nz-roulette"), partial(calls.told, "simulate", "nz-roulette")


def test_the_result_for_programs() -> None:
    result = told(*WAGERS, "--rounds", "1e6", "--seed", "3", "-o", "layout=2")
    assert {"rulebook": "nz-roulette", "rounds": 10**6, "seed": 3}.items() <= result.items()
    assert result["options"]["layout"] == "2"
    assert result["main"].keys() == {"expectation", "standard_error", "deviation"}
    assert result["stakes"] == {"straight 17": "10", "split 17-20": "5", "red": "5"}
    assert result["wagers"].keys() == result["stakes"].keys()
    assert set(result["distribution"]) == {"-20", "-10", "+70", "+430"}
    assert sum(result["numbers"].values()) == pytest.approx(1)
    assert len(result["numbers"]) == 37
    assert result["rounds_per_second"] > 0


def test_the_result_depends_on_the_seed_and_not_on_processes_or_parts(tmp_path: Path) -> None:
    kept = str(tmp_path / "run")
    told(*WAGERS, "--rounds", "2e7", "--checkpoint", kept)
    calls = (["--workers", "1"], ["--workers", "2"], ["--checkpoint", kept])
    one, two, on = (told(*WAGERS, "--rounds", "6e7", *more) for more in calls)
    for result in (one, two, on):
        del result["rounds_per_second"]
    assert one == two == on


def test_the_result_for_people() -> None:
    done = simulate(*WAGERS, "--rounds", "1000", "--until", "0.0001")
    assert done.exit_code == 0
    for word in ("expectation", "split 17-20", "a spin nets", "chi square", "correlation", "was not reached"):
        assert word in " ".join(done.stdout.split())


def test_files(tmp_path: Path) -> None:
    table, picture = tmp_path / "spins.parquet", tmp_path / "spins.png"
    done = simulate(*WAGERS, "--rounds", "1000", "--out", str(table), "--plot", str(picture))
    assert done.exit_code == 0, done.output
    assert {"wager", "result", "number", "covariance"} <= set(polars.read_parquet(table)["part"])
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "roulette needs a wager"),
        (("-w", "red"), "'red' is not a wager"),
        (("-w", "reds=5"), "'reds' is not a kind of wager"),
        (("-w", "red 17=5"), "'17' is not expected"),
        (("-w", "straight=5"), "expected where the straight lies"),
        (("-w", "red=five"), "not an amount of money"),
        (("-w", "red=5", "-w", "red=6"), "a wager on red is given twice"),
        (("-w", "split 17-20=5", "-w", "split 20-17=5"), "a wager on split 17-20 is given twice"),
        (("-w", "split 17-21=5"), "the layout has no split 17-21 (nz-roulette 3.1(b)"),
        (("-w", "neighbour 35-3-26=5"), "no areas for neighbour wagers (nz-roulette 3.2 and 2.2(b)"),
        (("-w", "straight 17=50", "-o", "maximum_straight=20"), "outside the limits (nz-roulette 1.0)"),
        (("-w", "red=5", "--limits", "10-100"), "allowed: red 10 to 100"),
        (("-w", "red=12", "--limits", "10-100 step 5"), "steps of 5 (nz-roulette 1.0)"),
        (("-w", "red=5", "--limits", "ten"), "not limits"),
        (("-w", "red=5", "-o", "layout=3"), "layout"),
        (("-w", "red=5", "--rounds", "0"), "not a number of rounds"),
        (("-w", "red=5", "--count", "hi-lo"), "apply to blackjack only"),
        (("-w", "red=5", "--boxes", "2"), "apply to blackjack only"),
    ],
)
def test_refusals_before_the_first_round(arguments: tuple[str, ...], says: str) -> None:
    done = simulate(*arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("pitboss simulate: ")
    assert says in done.stderr
    assert not done.stdout


def test_the_commands_of_the_page_run_as_they_stand() -> None:
    calls.run_page("docs/how-to/simulate-roulette.md", "simulate")
