"""Runs the soaks in slices and records each slice in bench/soaks.md as soon as it has ended.

    python -m tests.soak                                   all of them
    python -m tests.soak tests/simulate/blackjack/test_counting.py     those of some files or folders
    python -m tests.soak --size 20 --processes 1           smaller slices, in one process
    python -m tests.soak --list                            the slices and their sizes, without running them
    python -m tests.soak --missing                         those without a record of having passed

It exits with 1 where a test failed or a slice did not end.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from msgspec import Struct

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "bench" / "soaks.md"
HEAD = """# Soaks that were run

`make soak` runs the long tests in slices and adds a line for each; `make soak SOAKS=tests/simulate` runs some of them.
A slice is a file, or a part of one. The seconds are by the clock, and the commit has a + where files differed from it.

| date (UTC) | commit | slice | tests | passed | failed | skipped | seconds | processes | failures |
|---|---|---|---|---|---|---|---|---|---|
"""


class Slice(Struct, frozen=True):
    """Tests of one file that are run together."""

    name: str
    tests: tuple[str, ...]


class Outcome(Struct, frozen=True):
    """The outcome of a slice."""

    tests: int
    failed: tuple[str, ...]
    skipped: int

    @property
    def passed(self) -> int:
        """Tests that ran and did not fail."""
        return self.tests - len(self.failed) - self.skipped


def collect(places: Sequence[str]) -> list[str]:
    """The ids of the soaks in these places, in their order."""
    # one -q lists the ids, and a second one, which the usual options have, only counts them
    options = ["-o", "addopts=--import-mode=importlib --strict-markers", "-m", "soak", "--collect-only", "-q"]
    command = [sys.executable, "-m", "pytest", *options, *places]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    found = listed_ids(listed.stdout)
    if not found:
        raise SystemExit(f"no soak was collected:\n{listed.stdout}{listed.stderr}")
    return found


def listed_ids(listing: str) -> list[str]:
    """The ids in what pytest lists, each once: generated operations of an interface share one id, as in a report."""
    return list(dict.fromkeys(line for line in listing.splitlines() if "::" in line))


def slices(tests: Sequence[str], size: int, places: Sequence[str] = ()) -> Iterator[Slice]:
    """The tests file by file, at most so many in a slice. Those of a place that is an id are named by it: they are not
    the whole file."""
    ids = [place for place in places if "::" in place]
    files: dict[str, list[str]] = {}
    for test in tests:
        name = next((place for place in ids if test.startswith(place)), test.partition("::")[0])
        files.setdefault(name, []).append(test)
    for name, own in files.items():
        parts = -(-len(own) // size)
        for part in range(parts):
            label = f"{name} {part + 1}/{parts}" if parts > 1 else name
            yield Slice(label, tuple(own[part * size : (part + 1) * size]))


def outcome_of(report: Path) -> Outcome:
    """What a JUnit report says. A test that fails and whose teardown errs is one that failed."""
    failed: dict[str, None] = {}
    tests: dict[str, None] = {}
    skipped = 0
    for case in ElementTree.parse(report).iter("testcase"):
        name = f"{case.get('classname')}::{case.get('name')}"
        tests[name] = None
        if case.find("failure") is not None or case.find("error") is not None:
            failed[name] = None
        elif case.find("skipped") is not None:
            skipped += 1
    return Outcome(len(tests), tuple(failed), skipped)


def run(part: Slice, processes: int) -> Outcome:
    """Runs a slice; a test without an outcome counts as failed."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-n", str(processes), "-m", "soak", f"--junitxml={report}"]
        code = subprocess.run([*command, *part.tests], cwd=ROOT, check=False).returncode
        outcome = outcome_of(report) if report.exists() else Outcome(0, (), 0)
    lost = len(part.tests) - outcome.tests
    if lost > 0 or (code and not outcome.failed):
        missing = (f"{lost} without an outcome, pytest exited with {code}",) * max(1, lost)
        outcome = Outcome(max(outcome.tests, len(part.tests)), (*outcome.failed, *missing), outcome.skipped)
    return outcome


def passed(record: Path) -> set[str]:
    """The names of the slices, and of the whole files, that the record has as passed, at any commit."""
    rows = [line.split(" | ") for line in record.read_text().splitlines()] if record.exists() else []
    names = {cells[2] for cells in rows if len(cells) > 5 and cells[5] == "0"}
    return names | whole_files(names)


def whole_files(names: Iterable[str]) -> set[str]:
    """The files of which every slice of one size has passed, whatever that size was."""
    parts: dict[tuple[str, str], set[str]] = {}
    for name in names:
        file, _, part = name.partition(" ")
        number, _, count = part.partition("/")
        if count.isdigit():
            parts.setdefault((file, count), set()).add(number)
    return {file for (file, count), numbers in parts.items() if len(numbers) == int(count)}


def commit() -> str:
    """The commit that is run, with a + where files differ from it; the record itself does not count."""
    head = _git("rev-parse", "--short", "HEAD")
    changed = [line for line in _git("status", "--porcelain").splitlines() if not line.endswith("bench/soaks.md")]
    return head + ("+" if changed else "")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def row(part: Slice, outcome: Outcome, seconds: float, processes: int, *, at: str, head: str) -> str:
    """A line of the record."""
    failures = ", ".join(dict.fromkeys(outcome.failed)).replace("|", "\\|") or "none"
    counts = f"{outcome.tests} | {outcome.passed} | {len(outcome.failed)} | {outcome.skipped}"
    return f"| {at} | {head} | {part.name} | {counts} | {seconds:.0f} | {processes} | {failures} |\n"


def append(record: Path, line: str) -> None:
    """Adds a line to the record, which begins with its head."""
    if not record.exists():
        record.write_text(HEAD)
    with record.open("a") as file:
        file.write(line)


def main() -> None:
    """Runs the chosen slices one after the other."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("places", nargs="*", default=["tests"], help="files, folders or ids of tests")
    parser.add_argument("--size", type=int, default=100, help="the most tests of a slice")
    parser.add_argument("--processes", type=int, default=2, help="processes that run a slice")
    parser.add_argument("--list", action="store_true", help="show the slices instead of running them")
    parser.add_argument("--missing", action="store_true", help="leave out slices that are recorded as passed")
    chosen = parser.parse_args()
    bad = False
    done = passed(RECORD) if chosen.missing else set()
    for part in slices(collect(chosen.places), chosen.size, chosen.places):
        if done & {part.name, part.name.partition(" ")[0]}:
            continue
        if chosen.list:
            print(f"{len(part.tests):>5}  {part.name}")
            continue
        print(f"{part.name}: {len(part.tests)} tests", flush=True)
        head, at, started = commit(), datetime.now(UTC).strftime("%Y-%m-%d %H:%M"), time.monotonic()
        outcome = run(part, chosen.processes)
        append(RECORD, row(part, outcome, time.monotonic() - started, chosen.processes, at=at, head=head))
        bad = bad or bool(outcome.failed)
    sys.exit(bad)


if __name__ == "__main__":
    main()
