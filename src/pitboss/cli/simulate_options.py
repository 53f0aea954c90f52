"""Options of ``pitboss simulate`` that every game shares."""

from itertools import combinations
from math import inf
from pathlib import Path

from msgspec import Struct

from pitboss.cli.options import BadUsage, check_plot, check_target


class SimulateOptions(Struct, frozen=True):
    """Parsed options. ``wagers`` are unparsed, because each game names them differently."""

    rulebook: str
    shorthand: str
    options: dict[str, str]
    wagers: tuple[str, ...]
    rounds: int
    seed: int = 1
    limits: str = ""
    #: Number of threads; 0 for one per processor.
    workers: int = 0
    #: Address of a Dask scheduler, ``local`` or ``local:4``; empty to run in this process.
    cluster: str = ""
    until: float = 0
    checkpoint: Path | None = None
    as_json: bool = False
    out: Path | None = None
    plot: Path | None = None


def check(call: SimulateOptions) -> None:
    """Validate the options that do not depend on the game."""
    if call.workers < 0:
        raise BadUsage(f"--workers {call.workers}: the number of threads must not be negative")
    if call.workers and call.cluster:
        raise BadUsage("--workers and --cluster exclude each other: a cluster has its own workers")
    if not 0 <= call.until < inf:
        raise BadUsage(f"'{call.until}' is not a standard error: write a number above 0, like 0.0001")
    _check_files(call)


def _check_files(call: SimulateOptions) -> None:
    """Validate the output files before the run: writable, and all different."""
    check_plot(call.plot)
    check_target(call.out)
    check_target(call.checkpoint)
    given = {"--out": call.out, "--plot": call.plot, "--checkpoint": call.checkpoint}
    for (one, path), (two, other) in combinations(given.items(), 2):
        if path is not None and other is not None and path.resolve() == other.resolve():
            raise BadUsage(f"{path}: {one} and {two} are the same file")
