"""The kernel and the yardstick in C count the same: one game, one seed, two programs that share no line."""

import re
import shutil
from pathlib import Path

import pytest

from bench.simulate import build_limit, limit_tables, number, run_limit
from pitboss.kernel.counts import Flight

#: Building the yardstick takes the compiler more than a minute.
pytestmark = [pytest.mark.soak, pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")]

#: The names under which the yardstick prints its side wagers.
NAMES = {"pairs": "perfect_pairs", "sevens": "super_sevens", "over13": "over_13", "under13": "under_13"}


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build_limit(tmp_path_factory.mktemp("limit"))
    assert built is not None
    return built


@pytest.mark.parametrize(("boxes", "sides"), [(1, False), (1, True), (7, False), (7, True)])
def test_histograms_are_equal(program: Path, boxes: int, *, sides: bool) -> None:
    options = ("-g", "wy", "-R", "dbj=0", "-S", "5", "-r", "1", "-n", "300000")
    told = run_limit(program, *options, "-b", str(boxes), "-s", "15" if sides else "0")
    tables = limit_tables(sides=sides, boxes=boxes)
    counts = Flight(tables).run(5, 0, int(number("shoes", told)))
    line = next(line for line in told.splitlines() if line.startswith("hist"))
    histogram = {int(halves): int(times) for halves, times in re.findall(r"(-?\d+):(\d+)", line)}
    assert counts.results(tables) == {halves * tables.stake // 2: times for halves, times in histogram.items()}
    for theirs, ours in NAMES.items() if sides else ():
        results = counts.side_results(tables, ours)
        expectation = sum(net * times for net, times in results.items()) / counts.boxes  # of a wager of 100 cents
        assert f"{expectation:+.4f}" == f"{number(f'{theirs} EV', told.replace('%', '')):+.4f}"
