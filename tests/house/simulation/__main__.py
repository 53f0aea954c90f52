"""Runs seeds of the simulated house, or replays one.

    python -m tests.house.simulation 17            one seed, with its trace
    python -m tests.house.simulation 0 300         the seeds 0 to 299; stops at the first violation
    python -m tests.house.simulation 0 300 restart     those of another family: power failures after a restart

The order of Python's sets depends on PYTHONHASHSEED, so the module starts itself again with a fixed one.
"""

import os
import sys
import time

HASH_SEED = "0"


def main(arguments: list[str]) -> int:
    """Runs the seeds of the command line; returns the exit code."""
    from tests.house.simulation.scenario import EVENINGS, FAMILIES, simulate

    verbose = "-v" in arguments
    family = next((name for name in arguments if name in FAMILIES), EVENINGS)
    arguments = [each for each in arguments if each.isdigit()]
    first = int(arguments[0])
    last = int(arguments[1]) if len(arguments) > 1 else first + 1
    began = time.process_time()
    for seed in range(first, last):
        outcome = simulate(seed, family)
        if len(arguments) == 1 or outcome.violation:
            print(*outcome.trace, sep="\n")
        if len(arguments) == 1 or outcome.violation or verbose:
            print(
                f"seed {seed}: digest {outcome.digest}, {outcome.commands} commands done, {outcome.refused} refused, "
                f"{outcome.unanswered} unanswered, {outcome.kills} kills, {outcome.steps} steps, "
                f"{outcome.checks} checks"
            )
        if outcome.violation:
            print(f"VIOLATION {outcome.violation}\nreplay: python -m tests.house.simulation {seed} {family}")
            return 1
    print(f"{last - first} seeds held, {time.process_time() - began:.1f} s of CPU")
    return 0


if __name__ == "__main__":
    if os.environ.get("PYTHONHASHSEED") != HASH_SEED:
        command = [sys.executable, "-m", "tests.house.simulation", *sys.argv[1:]]
        os.execve(sys.executable, command, os.environ | {"PYTHONHASHSEED": HASH_SEED})
    sys.exit(main(sys.argv[1:]))
