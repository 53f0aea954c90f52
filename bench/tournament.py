"""How many simulated tournaments a second one core plays, in compiled code and on the director and engine.

28 players, two of a table go on. The ways to play run in alternation, and the best run of each counts, in CPU time.
Both are what ``pitboss tournament simulate`` does, with the tallies; the first batch, which compiles, is left out.

    python bench/tournament.py           a table
    python bench/tournament.py --json    JSON
"""

import argparse
import json
import platform
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from msgspec import Struct, to_builtins

from pitboss.cli.tournament_simulation import SimulationPlan, play_chunk
from pitboss.law import Limits

#: The least number of tournaments a second and core in compiled code.
BAR = 1_000
BUILT_IN = ("flat", "proportional", "catch-up", "all-in")
FUNCTION = "def tenth(table, player):\n    return table.play.money[player] // 10\n"


class Measured(Struct):
    """Tournaments and rounds a second of one way to play."""

    what: str
    tournaments: float
    rounds: float


def plans(folder: Path) -> dict[str, tuple[SimulationPlan, int]]:
    """Returns what is measured, with the number of tournaments of a run."""
    (folder / "own.py").write_text(FUNCTION, encoding="utf-8")

    def plan(*styles: str, engine: bool = False) -> SimulationPlan:
        return SimulationPlan(28, styles, {"advance": "2"}, Limits(10_00, 500_00), 1, engine=engine)

    return {
        "compiled, four styles": (plan(*BUILT_IN), 1_000),
        "compiled, an amount and styles with a chart": (plan("25", *(f"{style}@basic" for style in BUILT_IN)), 1_000),
        "engine, four styles": (plan(*BUILT_IN, engine=True), 20),
        "engine, a Python function": (plan("flat", f"{folder}/own.py:tenth", engine=True), 20),
    }


def measure(runs: int) -> list[Measured]:
    """Returns the best of several runs of each."""
    with TemporaryDirectory() as folder:
        found = plans(Path(folder))
        best = dict.fromkeys(found, (0.0, 0.0))
        for run in range(runs):
            for what, (plan, tournaments) in found.items():
                play_chunk(plan, 0, 1)
                start = process_time()
                tally = play_chunk(plan, 1 + run * tournaments, tournaments)
                took = process_time() - start
                best[what] = max(best[what], (tournaments / took, tally.rounds / took))
    return [Measured(what, *rates) for what, rates in best.items()]


def main() -> int:
    """Measures and prints; 1 if the bar is not met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--runs", type=int, default=3)
    arguments = parser.parse_args()
    found = measure(arguments.runs)
    if arguments.json:
        print(json.dumps({"python": platform.python_version(), "bar": BAR, "measured": to_builtins(found)}))
    else:
        print(f"Python {platform.python_version()}, {platform.machine()}; bar: {BAR:,} tournaments a second")
        print(f"{'':46}{'tournaments/s':>14}{'rounds/s':>12}")
        for row in found:
            print(f"{row.what:46}{row.tournaments:14,.1f}{row.rounds:12,.0f}")
    return 0 if found[0].tournaments >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
