"""What a call of ``pitboss simulate`` asks for, whichever game it is about."""

from itertools import combinations
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
    workers: int = 1
    #: The address of a Dask scheduler, ``local`` or ``local:4``; empty for this process.
    cluster: str = ""
    until: float = 0
    checkpoint: Path | None = None
    as_json: bool = False
    out: Path | None = None
    plot: Path | None = None


def check_files(call: Call) -> None:
    """Refuses files that could not be written, or would be written over each other, before anything is played."""
    check_picture(call.plot)
    check_target(call.out)
    check_target(call.checkpoint)
    given = {"--out": call.out, "--plot": call.plot, "--checkpoint": call.checkpoint}
    for (one, path), (two, other) in combinations(given.items(), 2):
        if path is not None and other is not None and path.resolve() == other.resolve():
            raise Refused(f"{path}: {one} and {two} are the same file")
