"""Compiled code is kept, found again without the compiler, and never taken where it is damaged."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.kernel.native import Native, cache_folder

RUN = """
import sys
from pitboss.kernel.roulette import compartments
print(compartments(5, 37, 0, 12).tolist(), "numba" in sys.modules)
"""


def spun(caches: Path) -> tuple[str, bool]:
    """Numbers of a process of its own, and whether it had to import the compiler."""
    done = subprocess.run(
        [sys.executable, "-c", RUN],
        env=os.environ | {"XDG_CACHE_HOME": str(caches)},
        capture_output=True,
        text=True,
        check=True,
    )
    numbers, _, compiler = done.stdout.strip().rpartition(" ")
    return numbers, compiler == "True"


def test_a_second_start_needs_no_compiler_and_a_damaged_cache_is_not_used(tmp_path: Path) -> None:
    first, compiled = spun(tmp_path)
    assert compiled
    assert spun(tmp_path) == (first, False)
    (kept,) = tmp_path.glob("pitboss/kernel-*/*/roulette_wheel.spin")
    whole = kept.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1])):
        kept.write_bytes(damaged)
        assert spun(tmp_path) == (first, True)
        assert kept.read_bytes() == whole
    kept.unlink()
    kept.mkdir()  # nothing can be written there
    assert spun(tmp_path) == (first, True)


def test_the_cache_is_the_users_and_named_by_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder().parent == tmp_path / "pitboss"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder().parent == tmp_path / "home/.cache/pitboss"


def test_a_function_that_is_not_there_is_an_error_of_python() -> None:
    with pytest.raises(AttributeError, match="no_such"):
        Native("roulette_wheel", "no_such")(1)
