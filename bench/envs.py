"""How many steps a second environments make on one core, beside others in the same run, where those are installed.

The others are Gymnasium's own Blackjack-v1, its JAX version and EnvPool's: two actions, no shoe, no splits.
Random legal actions; the time of sampling and of resets is included. The environments run in alternation, and each
figure is that of the best run. CPU time of all threads, on one core.

    python bench/envs.py              a table
    python bench/envs.py --json       for programs
    pip install envpool jax flax pygame numpy gymnasium     in an environment of their own, for the others
"""

import argparse
import importlib.util
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import gymnasium
import numpy as np
from msgspec import Struct, to_builtins

from pitboss.envs import BLACKJACK
from pitboss.envs.vector import BlackjackVectorEnv

OTHER = "Blackjack-v1"
#: Tables of a compiled vector environment.
VECTOR = 4096
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


def measure_vector(env: Any, steps: int) -> tuple[float, float]:
    """The same of a vector environment, over all its tables."""
    env.reset(seed=1)
    rounds, start = 0, process_time()
    for _ in range(steps):
        _, _, over, _, _ = env.step(env.sample_actions())
        rounds += int(over.sum())
    took = process_time() - start
    return steps * env.num_envs / took, rounds / took


def envpool_step() -> Callable[[], int]:
    """Returns a step of EnvPool's vector of tables, which returns how many rounds are over."""
    import envpool  # noqa: PLC0415 # only where it is installed

    env = envpool.make(OTHER, env_type="gymnasium", num_envs=VECTOR, num_threads=1, seed=1)
    env.reset()
    random = np.random.default_rng(1)
    return lambda: int(env.step(random.integers(0, 2, VECTOR, np.int32))[2].sum())


def jax_step() -> Callable[[], int]:
    """Returns a compiled step of a vector of Gymnasium's JAX version, with new rounds for those that are over."""
    import jax  # noqa: PLC0415 # only where it is installed
    from gymnasium.envs.tabular.blackjack import BlackjackFunctional  # noqa: PLC0415 # needs jax

    env = BlackjackFunctional()

    def one(state: Any, key: Any) -> tuple[Any, Any, Any, Any]:
        chosen, dealt, anew = jax.random.split(key, 3)
        action = jax.random.randint(chosen, (), 0, 2)
        after = env.transition(state, action, dealt)
        reward, over = env.reward(state, action, after, dealt), env.terminal(after, dealt)
        kept = jax.tree.map(lambda new, old: jax.numpy.where(over, new, old), env.initial(anew), after)
        return kept, env.observation(kept, dealt), reward, over

    step = jax.jit(jax.vmap(one))
    key = jax.random.PRNGKey(1)
    state = jax.vmap(env.initial)(jax.random.split(key, VECTOR))

    def stepped() -> int:
        nonlocal state, key
        key, used = jax.random.split(key)
        state, seen, rewards, over = step(state, jax.random.split(used, VECTOR))
        np.asarray(seen), np.asarray(rewards)
        return int(over.sum())

    stepped()
    return stepped


def others() -> Iterator[tuple[str, Callable[[], int]]]:
    """Yields the vectors of other projects that are installed."""
    if importlib.util.find_spec("envpool"):
        yield f"EnvPool's {OTHER}, {VECTOR:,}", envpool_step()
    if importlib.util.find_spec("jax") and importlib.util.find_spec("flax"):
        yield f"Gymnasium's JAX version, {VECTOR:,}", jax_step()


def measure_step(step: Callable[[], int], steps: int) -> tuple[float, float]:
    """Steps and rounds a second of another project's vector."""
    start = process_time()
    rounds = sum(step() for _ in range(steps))
    took = process_time() - start
    return steps * VECTOR / took, rounds / took


def measure_all(steps: int, runs: int) -> list[Measured]:
    """The best of several runs of each environment, in alternation."""
    envs = {OTHER: gymnasium.make(OTHER).unwrapped}
    envs |= {name: gymnasium.make(BLACKJACK, **table).unwrapped for name, table in TABLES.items()}
    vectors = {
        f"{name}, {VECTOR:,} compiled": BlackjackVectorEnv(**table, num_envs=VECTOR) for name, table in TABLES.items()
    }
    foreign = dict(others())
    best = dict.fromkeys([*envs, *foreign, *vectors], (0.0, 0.0))
    for _ in range(runs):
        for name, env in envs.items():
            best[name] = max(best[name], measure(env, steps))
        for name, step in foreign.items():
            best[name] = max(best[name], measure_step(step, max(1, steps // 100)))
        for name, env in vectors.items():
            best[name] = max(best[name], measure_vector(env, max(1, steps // 100)))
    return [Measured(name, round(a), round(b), a / best[OTHER][0]) for name, (a, b) in best.items()]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--steps", type=int, default=10_000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    found = measure_all(arguments.steps, arguments.runs)
    if arguments.json:
        print(json.dumps({"python": platform.python_version(), "environments": to_builtins(found)}))
        return
    print(f"Python {platform.python_version()}, Gymnasium {gymnasium.__version__}, {platform.machine()}")
    print(f"{'environment':44}{'steps/s':>12}{'rounds/s':>12}{'share':>9}")
    for row in found:
        print(f"{row.name:44}{row.steps:12,}{row.rounds:12,}{row.share:9.2f}")


if __name__ == "__main__":
    sys.exit(main())
