"""Every test has a time-out: a lost answer fails one test by name and does not hang the run."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import TIMEOUT

WAITS = """
import threading

def test_that_never_ends():
    threading.Event().wait()

def test_after_it():
    pass
"""


def test_every_test_has_the_usual_timeout(request: pytest.FixtureRequest) -> None:
    marker = request.node.get_closest_marker("timeout")
    assert marker.args == (TIMEOUT,)


@pytest.mark.timeout(TIMEOUT + 1)
def test_a_test_may_have_a_timeout_of_its_own(request: pytest.FixtureRequest) -> None:
    assert [marker.args for marker in request.node.iter_markers("timeout")] == [(TIMEOUT + 1,)]


def test_a_test_that_waits_for_ever_fails_and_the_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "test_waits.py").write_text(WAITS)
    command = [sys.executable, "-m", "pytest", "-c", "/dev/null", "--rootdir", str(tmp_path), "--timeout", "1"]
    ended = subprocess.run([*command, str(tmp_path)], capture_output=True, text=True, check=False, timeout=240)
    assert "Timeout" in ended.stdout
    assert "1 failed, 1 passed" in ended.stdout
