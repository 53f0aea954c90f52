"""Compiled code is cached, loaded without the compiler, and rejected if it is damaged."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from pitboss.analyse.dealer_draws import new_table, table_rows
from pitboss.compiled.native import PREBUILT_VARIABLE, Native, cache_folder

RUN = """
import sys
from pitboss.simulate.roulette.game import compartments
print(compartments(5, 37, 0, 12).tolist(), "numba" in sys.modules)
"""

#: Both threads have seen that nothing is loaded before either of them loads.
TOGETHER = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Lock
from pitboss.compiled.native import Native
from pitboss.simulate.roulette.game import compartments

class Door:
    def __init__(self):
        self.lock, self.both = Lock(), Barrier(2)
    def __enter__(self):
        self.both.wait()
        self.lock.acquire()
    def __exit__(self, *fault):
        self.lock.release()

Native._loading = Door()
with ThreadPoolExecutor(2) as threads:
    for found in threads.map(lambda seed: compartments(seed, 37, 0, 12).tolist(), (5, 5)):
        print(found)
"""


def spun(caches: Path, first: str = "", code: str = RUN, **environment: str) -> tuple[str, bool]:
    """Runs a separate process; returns its numbers, and whether it imported the compiler."""
    done = subprocess.run(
        [sys.executable, "-c", first + code],
        env=os.environ | {"XDG_CACHE_HOME": str(caches), PREBUILT_VARIABLE: "no"} | environment,
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
    (kept,) = tmp_path.glob("pitboss/kernel-*/*/simulate.roulette.wheel.spin")
    whole = kept.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], whole[:-1] + bytes([whole[-1] ^ 1])):
        kept.write_bytes(damaged)
        assert spun(tmp_path) == (first, True)
        assert kept.read_bytes() == whole
    kept.unlink()
    kept.mkdir()  # nothing can be written there
    assert spun(tmp_path) == (first, True)


def test_code_that_was_compiled_at_the_install_needs_no_compiler(tmp_path: Path) -> None:
    numbers, compiled = spun(tmp_path / "install")
    assert compiled
    prebuilt = tmp_path / "install" / "pitboss" / cache_folder().name
    first = f"import pitboss.compiled.native as native; from pathlib import Path\nfolder = Path({str(prebuilt)!r})\n"
    first += "native.prebuilt_folder = lambda: folder\n"
    assert spun(tmp_path / "empty", first, PITBOSS_PREBUILT="yes") == (numbers, False)
    assert spun(tmp_path / "empty", first) == (numbers, True)


HAND = """
import sys
from pitboss.analyse.hand import hand
from pitboss.cards import parse_card
from pitboss.law.laboratory import laboratory_rules
cards = [parse_card(card) for card in ("9s", "7h", "Ad")]
answer = hand(laboratory_rules("6D H17 LS"), cards[:2], cards[2])
print(answer.actions, "numba" in sys.modules)
"""


def test_the_analyser_needs_no_compiler_once_its_code_is_cached(tmp_path: Path) -> None:
    first, compiled = spun(tmp_path, code=HAND)
    assert compiled
    assert spun(tmp_path, code=HAND) == (first, False)
    (kept,) = tmp_path.glob("pitboss/kernel-*/*/analyse.compiled.play_values-*")
    kept.write_bytes(kept.read_bytes()[:-1])
    assert spun(tmp_path, code=HAND) == (first, True)


def test_code_in_a_wheel_is_used_where_the_processor_has_its_features(tmp_path: Path) -> None:
    numbers, _ = spun(tmp_path / "build")
    (objects,) = tmp_path.glob("build/pitboss/kernel-*/*")
    first = f"import pitboss.compiled.native as native; from pathlib import Path\nfolder = Path({str(objects)!r})\n"
    first += "native.prebuilt_folder, native.portable_folder = lambda: folder / 'none', lambda: folder\n"
    for can in (True, False):
        runs = f"native._runs_portable = lambda: {can}\n"
        assert spun(tmp_path / str(can), first + runs, PITBOSS_PREBUILT="yes") == (numbers, not can)


def test_arrays_of_any_layout_are_passed() -> None:
    from pitboss.analyse import native_functions as native

    rows, keys = np.arange(12.0).reshape(2, 6), np.array([5, 9, 5])
    for figures in (rows.T[:3, :], np.ascontiguousarray(rows.T[:3, :])):
        table = new_table(3, 2)
        native.add_rows(table, keys, figures)
        found, sums = table_rows(table)
        assert dict(zip(found.tolist(), sums.tolist(), strict=True)) == {5: [2.0, 14.0], 9: [1.0, 7.0]}


def test_the_cache_is_the_users_and_named_by_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder().parent == tmp_path / "pitboss"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert cache_folder().parent == tmp_path / "home/.cache/pitboss"


def test_a_function_that_is_not_there_is_an_error_of_python() -> None:
    with pytest.raises(AttributeError, match="no_such"):
        Native("simulate.roulette.wheel", "no_such")(1)


def test_threads_that_call_it_first_at_the_same_time_load_it_once() -> None:
    done = subprocess.run([sys.executable, "-c", TOGETHER], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    first, second = done.stdout.splitlines()
    assert first == second
