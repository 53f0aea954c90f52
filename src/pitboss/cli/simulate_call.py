"""What a call of ``pitboss simulate`` asks for, whichever game it is about."""

from itertools import combinations
from math import inf
from pathlib import Path

from msgspec import Struct

from pitboss.cli.call import Refused, check_picture, check_target


class Call(Struct, frozen=True):
    """The options of the command that all games share; wagers as they were typed, for games name them differently."""

    rulebook: str
    options: dict[str, str]
    wagers: tuple[str, ...]
    rounds: int
    seed: int = 1
    limits: str = ""
    #: 0 for one for each processor.
    workers: int = 0
    #: The address of a Dask scheduler, ``local`` or ``local:4``; empty for this process.
    cluster: str = ""
    until: float = 0
    checkpoint: Path | None = None
    as_json: bool = False
    out: Path | None = None
    plot: Path | None = None


def check(call: Call) -> None:
    """Refuses what no game can be played with, before anything is."""
    if call.workers < 0:
        raise Refused(f"{call.workers} workers: at least one is needed")
    if call.workers and call.cluster:
        raise Refused("--workers are of this process and --cluster has its own: only one of them can play")
    if not 0 <= call.until < inf:
        raise Refused(f"'{call.until}' is no standard error: a number above 0, like 0.0001")
    _check_files(call)


def _check_files(call: Call) -> None:
    """Refuses files that could not be written, or would be written over each other, before anything is played."""
    check_picture(call.plot)
    check_target(call.out)
    check_target(call.checkpoint)
    given = {"--out": call.out, "--plot": call.plot, "--checkpoint": call.checkpoint}
    for (one, path), (two, other) in combinations(given.items(), 2):
        if path is not None and other is not None and path.resolve() == other.resolve():
            raise Refused(f"{path}: {one} and {two} are the same file")
