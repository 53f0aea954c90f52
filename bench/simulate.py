"""Benchmark of the simulator against C: ``limit.c`` in this folder plays the same game.

Both run alternately in short slices, and the best slice of each counts, in CPU time, so that other load hardly matters
and the ratios are repeatable. The benchmark measures what ``pitboss simulate`` does: the game that it opens, run in
pieces, with all counters. The game is that of ``limit``: eight decks, the cutting card at 312, no hole card, one box;
then with four side wagers (``-s 15``), then with seven boxes (``-b 7``); and the general kernel against the
corresponding one in C (``-m lazy``).

    python bench/simulate.py             a table
    python bench/simulate.py --json      JSON
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.law import load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.runs import FastKernel
from pitboss.simulate.blackjack.fast.tables import FastTables, compile_tables
from pitboss.simulate.blackjack.game import BlackjackGame, Kernel, open_game
from pitboss.simulate.run import run
from pitboss.strategy.chart import BASIC

SOURCE = Path(__file__).with_name("limit.c")
SIDES = {"perfect_pairs": 100, "super_sevens": 100, "over_13": 100, "under_13": 100}
#: The names under which the yardstick prints its side wagers.
_NAMES = {"pairs": "perfect_pairs", "sevens": "super_sevens", "over13": "over_13", "under13": "under_13"}
STAKE = 1000
ROUNDS_OF_A_SLICE = 400_000
ROUNDS_OF_A_RUN = 24_000_000


class Measured(Struct):
    """A measured figure and its bound."""

    what: str
    value: float
    bar: float
    unit: str
    detail: str = ""

    @property
    def met(self) -> bool:
        """Whether a ratio is at least, or a time at most, its bound."""
        return self.value >= self.bar if self.unit == "x" else self.value <= self.bar


def limit_rules() -> BlackjackRules:
    """Returns the rules of ``limit -R dbj=0``, derived from a rulebook that burns a card and has fewer side wagers."""
    options = {"decks": "8", "cutting_card_from_back": "104", "over_under_13": "true"}
    rules: Any = resolve(load_rulebook("canberra-blackjack"), options)
    other: Any = resolve(load_rulebook("nz-blackjack"), {"perfect_pairs": "scale_two", "super_sevens": "true"})
    sevens = other.sides["super_sevens"]
    details = sevens.details | {"paid_on_split": False}
    sides = rules.sides | {
        "perfect_pairs": other.sides["perfect_pairs"],
        "super_sevens": replace(sevens, details=details),
    }
    result: BlackjackRules = replace(rules, terms=replace(rules.terms, burn_new_shoe=False), sides=sides, memo={})
    return result


def limit_tables(*, sides: bool = False, boxes: int = 1) -> FastTables:
    """Returns the tables of that game."""
    return compile_tables(limit_rules(), BASIC, STAKE, SIDES if sides else {}, boxes=boxes)


def build_limit(folder: Path, effort: str = "-O3") -> Path | None:
    """Compiles ``limit.c`` with the system's compiler; returns None if there is none."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    program = folder / "limit"
    subprocess.run([compiler, effort, "-march=native", "-pthread", "-o", program, SOURCE], check=True)
    return program


def run_limit(program: Path, *more: str) -> str:
    """Runs the C program and returns its output."""
    return subprocess.run([program, *more], check=True, capture_output=True, text=True).stdout


def number(pattern: str, text: str) -> float:
    """Returns the first number after a word."""
    match = re.search(pattern + r" (\S+)", text)
    assert match is not None, text
    return float(match[1])


def compare_counts(program: Path, rounds: int, *, sides: bool, boxes: int) -> None:
    """Asserts that the kernel and the C program count the same for one seed: every result of every wager."""
    options = ("-g", "wy", "-R", "dbj=0", "-S", "5", "-r", "1", "-n", str(rounds))
    output = run_limit(program, *options, "-b", str(boxes), "-s", "15" if sides else "0")
    tables = limit_tables(sides=sides, boxes=boxes)
    counts = FastKernel(tables).run(5, 0, int(number("shoes", output)))
    line = next(line for line in output.splitlines() if line.startswith("hist"))
    halves = {int(result): int(times) for result, times in re.findall(r"(-?\d+):(\d+)", line)}
    assert counts.results(tables) == {result * STAKE // 2: times for result, times in halves.items()}
    for theirs, ours in _NAMES.items() if sides else ():
        results = counts.side_results(tables, ours)
        expectation = sum(net * times for net, times in results.items()) / counts.boxes  # of a wager of 100 cents
        assert f"{expectation:+.4f}" == f"{number(f'{theirs} EV', output.replace('%', '')):+.4f}"


def best_of(slices: int, measure: Callable[[], float]) -> float:
    """Returns the highest of several measurements."""
    return max(measure() for _ in range(slices))


def limit_game(*, sides: bool = False, boxes: int = 1, kernel: Kernel = "tables") -> BlackjackGame:
    """Returns the game as ``pitboss simulate`` opens it."""
    wagers = SIDES if sides else {}
    return open_game(limit_rules(), BASIC, stakes=(STAKE,), sides=wagers, boxes=boxes, kernel=kernel)


def speed(game: BlackjackGame, rounds: int, workers: int = 1) -> float:
    """Returns the rounds of a run per second of CPU time of all its threads."""
    started = process_time()
    run(game, rounds, 1, workers=workers)
    return rounds / (process_time() - started)


def against_limit(
    program: Path, slices: int, *, sides: bool = False, boxes: int = 1, kernel: Kernel = "tables"
) -> Measured:
    """Measures the rounds per second as a ratio to the C program, after checking that both count the same."""
    options = ["-b", str(boxes), "-s", "15" if sides else "0", "-n", str(ROUNDS_OF_A_SLICE // boxes), "-r", "5"]
    if kernel == "tables":
        compare_counts(program, ROUNDS_OF_A_SLICE // boxes, sides=sides, boxes=boxes)
    else:
        options += ["-m", "lazy"]
    try:
        run_limit(program, *options)
    except subprocess.CalledProcessError:
        options += ["-g", "wy"]  # the default generator needs AVX2
    game = limit_game(sides=sides, boxes=boxes, kernel=kernel)
    rounds = ROUNDS_OF_A_RUN // boxes
    ours = theirs = 0.0
    for _ in range(slices):
        theirs = max(theirs, number("rounds/cpu-s", run_limit(program, *options)))
        ours = max(ours, best_of(2, lambda: speed(game, rounds)))
    name = "one box" if boxes == 1 else f"{boxes} boxes"
    way = "" if kernel == "tables" else ", general kernel"
    return Measured(
        f"{name}{', four side wagers' if sides else ''}{way}, of C",
        ours / theirs,
        0.75 if boxes > 1 else 0.80,
        "x",
        f"{ours / 1e6:.1f} against {theirs / 1e6:.1f} million rounds a second",
    )


def two_workers(slices: int) -> Measured:
    """Measures the speed-up of two threads over one, in CPU time and by the clock.

    The clock is right on an idle machine; CPU time does not include waiting.
    """
    game = limit_game()
    best = {1: (0.0, 0.0), 2: (0.0, 0.0)}
    for _ in range(slices):
        for workers, (by_cpu, by_clock) in best.items():
            started = perf_counter()
            cpu = speed(game, ROUNDS_OF_A_RUN, workers) * workers
            best[workers] = max(by_cpu, cpu), max(by_clock, ROUNDS_OF_A_RUN / (perf_counter() - started))
    by_cpu, by_clock = (two / one for one, two in zip(best[1], best[2], strict=True))
    detail = f"{best[2][0] / 1e6:.1f} million rounds a second; by the clock {by_clock:.2f}"
    return Measured("two workers, of one", by_cpu, 1.8, "x", detail)


def new_rules(slices: int, *, kernel: Kernel = "tables") -> Measured:
    """Measures the time to prepare a new set of rules."""
    known = limit_rules()

    def measure_once() -> float:
        rules = replace(known, memo={})  # new: nothing derived from them is kept
        started = process_time()
        open_game(rules, BASIC, stakes=(STAKE,), sides=SIDES, kernel=kernel).player()
        return started - process_time()

    way = "" if kernel == "tables" else ", general kernel"
    return Measured(f"new rules, four side wagers{way}", -1000 * best_of(slices, measure_once), 50, "ms")


def cached_start(*options: str) -> Measured:
    """Measures the CPU time of the whole command with few rounds and a warm cache."""
    command = [sys.executable, "-m", "pitboss", "simulate", "canberra-blackjack", "--rounds", "1000", *options]

    def measure_once() -> float:
        before = getrusage(RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True)
        after = getrusage(RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    measure_once()
    return Measured("pitboss simulate from the cache", min(measure_once() for _ in range(4)), 1.0, "s")


def measure(slices: int) -> list[Measured]:
    """Runs all benchmarks; without a C compiler, those that need none."""
    figures: list[Measured] = []
    with tempfile.TemporaryDirectory() as folder:
        program = build_limit(Path(folder))
        if program is None:
            print("no C compiler: skipping the comparison with C", file=sys.stderr)
        else:
            figures += [
                against_limit(program, slices),
                against_limit(program, slices, sides=True),
                against_limit(program, slices, boxes=7),
                against_limit(program, slices, kernel="conventional"),
            ]
    rules = [new_rules(slices), new_rules(slices, kernel="conventional")]
    return [*figures, two_workers(2 * slices), *rules, cached_start()]


def main() -> None:
    """Prints the figures and exits with 1 if a bound is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--slices", type=int, default=20, help="slices of each, of which the best counts")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    figures = measure(chosen.slices)
    if chosen.json:
        print(
            json.dumps(
                [
                    {"what": figure.what, "value": figure.value, "bar": figure.bar, "unit": figure.unit}
                    for figure in figures
                ]
            )
        )
    else:
        for figure in figures:
            sign = "at least" if figure.unit == "x" else "at most"
            missed = "" if figure.met else "  MISSED"
            value = f"{figure.value:7.2f} {figure.unit:<2}"
            print(f"{figure.what:<36} {value}  {sign} {figure.bar:g}{missed}  {figure.detail}".rstrip())
    sys.exit(not all(figure.met for figure in figures))


if __name__ == "__main__":
    main()
