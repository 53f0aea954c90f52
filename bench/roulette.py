"""How many spins a second roulette is simulated at, with ten wagers on the cloth, on one core.

Measured is a run as ``pitboss simulate`` makes it, from the pieces of work to the finished report. CPU time, the best
of several runs; beside it the engine for comparison.

    python bench/roulette.py             a table
    python bench/roulette.py --json      for programs
"""

import argparse
import json
import sys
from time import process_time
from typing import Any

from pitboss.games.roulette import act, open_state
from pitboss.games.roulette import commands as cmd
from pitboss.law import load_rulebook, resolve
from pitboss.simulate.roulette.game import WheelProgram, build_wheel
from pitboss.simulate.roulette.report import report_wheel
from pitboss.simulate.run import run

WAGERS = {
    ("straight", "17"): 1000,
    ("split", "17-20"): 500,
    ("street", "16-17-18"): 500,
    ("corner", "16-17-19-20"): 500,
    ("six_line", "13-18"): 500,
    ("column", "2"): 1000,
    ("dozen", "2"): 1000,
    ("red", ""): 2500,
    ("odd", ""): 2500,
    ("low", ""): 2500,
}
BAR = 50e6


def table() -> WheelProgram:
    """A table with ten wagers."""
    rules: Any = resolve(load_rulebook("nz-roulette"), {})
    return build_wheel(rules, WAGERS)


def simulated(program: WheelProgram, spins: int) -> float:
    """Spins a second of CPU time on one worker, the report included."""
    started = process_time()
    report_wheel(program, run(program, spins, 1))
    return spins / (process_time() - started)


class _Same:
    def spin(self, *, void: bool) -> int:
        """Always the same number: the engine does the same work on all."""
        return 17


def engine(program: WheelProgram, spins: int) -> float:
    """Spins a second of the engine with the same wagers."""
    rules, chance = program.rules, _Same()
    state, _ = open_state(rules)
    act(rules, state, cmd.JoinTable(player="ann", money=10**12), chance)
    started = process_time()
    for _ in range(spins):
        for position, stake in program.wagers:
            bet = cmd.PlaceWager(player="ann", kind=position.kind, place=position.place, amount=stake)
            act(rules, state, bet, chance)
        act(rules, state, cmd.SpinBall(), chance)
    return spins / (process_time() - started)


def main() -> int:
    """Prints the figures; 1 where the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--spins", type=lambda text: int(float(text)), default=200_000_000)
    given = parser.parse_args()
    program = table()
    run(program, 1000, 1)
    one = max(simulated(program, given.spins) for _ in range(5))
    slow = engine(program, 2_000)
    if given.json:
        print(json.dumps({"spins_per_second": one, "bar": BAR, "engine": slow}, indent=2))
    else:
        print(f"ten wagers on one core  {one / 1e6:8.1f} million spins a second (at least {BAR / 1e6:.0f})")
        print(f"of the engine           {one / slow:8.0f} x ({slow:,.0f} spins a second)")
    return 0 if one >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
