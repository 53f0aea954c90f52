"""Every example runs as it is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: str(path.name))
def test_an_example_runs(example: Path) -> None:
    done = subprocess.run([sys.executable, str(example)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_a_drill_tells_what_a_mistake_costs() -> None:
    drill = [sys.executable, str(ROOT / "examples/drill.py"), "mbs-blackjack", "3", "7"]
    done = subprocess.run(drill, input="s\nh\nh\n" * 9, capture_output=True, text=True, check=True)
    assert "to stand costs 20.53% of the wager" in done.stdout  # 13 against a seven, by six decks
    assert re.search(r"\d decisions, [1-9] mistakes?, which cost ", done.stdout)
