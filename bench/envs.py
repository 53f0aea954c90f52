"""How many steps a second an environment makes on one core, beside Gymnasium's own Blackjack-v1 in the same run.

Random legal actions; the time of sampling and of resets is included. The environments run in alternation, and each
figure is that of the best run. CPU time.

    python bench/envs.py              a table
    python bench/envs.py --json       for programs
"""

import argparse
import json
import platform
import sys
from time import process_time
from typing import Any

import gymnasium
from msgspec import Struct, to_builtins

from pitboss.envs import BLACKJACK

OTHER = "Blackjack-v1"
TABLES: dict[str, dict[str, Any]] = {
    **{f"{place}-blackjack": {"rulebook": f"{place}-blackjack"} for place in ("nz", "mbs", "tribal", "canberra")},
    "6D H17 DAS LS": {"rules": "6D H17 DAS LS"},
    "nz-blackjack, flat, hi-lo": {"rulebook": "nz-blackjack", "observation": "flat", "count": "hi-lo"},
}


class Measured(Struct):
    """Steps and rounds a second of one environment, and its share of the speed of Gymnasium's own."""

    name: str
    steps: int
    rounds: int
    share: float = 1.0


def measure(env: Any, steps: int) -> tuple[float, float]:
    """Steps and rounds a second of CPU time, of random legal actions."""
    sample = env.action_space.sample
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    rounds, start = 0, process_time()
    for _ in range(steps):
        _, _, over, _, info = env.step(sample(info.get("action_mask")))
        if over:
            rounds += 1
            _, info = env.reset()
    took = process_time() - start
    return steps / took, rounds / took


def measure_all(steps: int, runs: int) -> list[Measured]:
    """The best of several runs of each environment, in alternation."""
    envs = {OTHER: gymnasium.make(OTHER).unwrapped}
    envs |= {name: gymnasium.make(BLACKJACK, **table).unwrapped for name, table in TABLES.items()}
    best = dict.fromkeys(envs, (0.0, 0.0))
    for _ in range(runs):
        for name, env in envs.items():
            best[name] = max(best[name], measure(env, steps))
    return [Measured(name, round(a), round(b), a / best[OTHER][0]) for name, (a, b) in best.items()]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    found = measure_all(arguments.steps, arguments.runs)
    if arguments.json:
        print(json.dumps({"python": platform.python_version(), "environments": to_builtins(found)}))
        return
    print(f"Python {platform.python_version()}, Gymnasium {gymnasium.__version__}, {platform.machine()}")
    print(f"{'environment':28}{'steps/s':>10}{'rounds/s':>10}{'share':>8}")
    for row in found:
        print(f"{row.name:28}{row.steps:10,}{row.rounds:10,}{row.share:8.2f}")


if __name__ == "__main__":
    sys.exit(main())
