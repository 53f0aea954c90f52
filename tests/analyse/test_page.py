"""What the page about exact figures shows is what comes out."""

import subprocess
import sys
from pathlib import Path

from tests.docs.test_examples import blocks

PAGE = (Path(__file__).parents[2] / "docs/how-to/exact-edge.md").read_text(encoding="utf-8")


def test_the_hand_is_told_as_printed() -> None:
    (shown,) = blocks(PAGE, "console")
    first, output = shown.split("\n", 1)
    assert first == '$ pitboss hand nz-blackjack "8h 8c" Ks'
    command = [sys.executable, "-m", "pitboss", "hand", "nz-blackjack", "8h 8c", "Ks"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told == output


def test_the_first_program_runs() -> None:
    program, *_ = blocks(PAGE, "python")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("-0.54239%\nH\n", "")
