"""Every example runs as it is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


#: Examples that a test below runs.
TRAINED = ("policy_gradient.py", "q_learning.py")


@pytest.mark.parametrize(
    "example",
    [path for path in sorted((ROOT / "examples").glob("*.py")) if path.name not in TRAINED],
    ids=lambda path: str(path.name),
)
def test_an_example_runs(example: Path) -> None:
    assert run(example.name)


def run(example: str, *arguments: str) -> str:
    command = [sys.executable, str(ROOT / "examples" / example), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_q_learning_comes_near_the_best_play(tmp_path: Path) -> None:
    told = run("q_learning.py", "3e5", "--plot", str(tmp_path / "learned.png"))
    regrets = [float(found) for found in re.findall(r"([0-9.]+)% below the best play", told)]
    assert len(regrets) == 3
    assert regrets[-1] < regrets[0]
    assert regrets[-1] < 1.5
    assert (tmp_path / "learned.png").stat().st_size > 1_000


def test_policy_gradients_learn_to_bet_with_the_count(tmp_path: Path) -> None:
    told = run("policy_gradient.py", "5e5", "--plot", str(tmp_path / "learned.png"))
    bets = {int(count): float(bet) for count, bet in re.findall(r"true count (.\d): mean bet ([0-9.]+)", told)}
    assert bets[4] > 2 * bets[-4]
    assert (tmp_path / "learned.png").stat().st_size > 1_000


def test_a_drill_prints_the_cost_of_a_mistake() -> None:
    drill = [sys.executable, str(ROOT / "examples/drill.py"), "mbs-blackjack", "3", "7"]
    done = subprocess.run(drill, input="s\nh\nh\n" * 9, capture_output=True, text=True, check=True)
    assert "to stand costs 20.53% of the wager" in done.stdout  # 13 against a seven, by six decks
    assert re.search(r"\d decisions, [1-9] mistakes?, which cost ", done.stdout)
