"""The fast kernel and the C program count the same: one game, one seed, two programs that share no code."""

import shutil
from pathlib import Path

import pytest

from bench.simulate import build_limit, compare_counts

#: Building the yardstick takes the compiler more than a minute.
pytestmark = [pytest.mark.soak, pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    built = build_limit(tmp_path_factory.mktemp("limit"), "-O1")
    assert built is not None
    return built


@pytest.mark.parametrize(("boxes", "sides"), [(1, False), (1, True), (7, False), (7, True)])
def test_histograms_are_equal(program: Path, boxes: int, *, sides: bool) -> None:
    compare_counts(program, 300_000, sides=sides, boxes=boxes)
