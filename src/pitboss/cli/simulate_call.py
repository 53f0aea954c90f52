"""What a call of ``pitboss simulate`` asks for, whichever game it is about."""

from pathlib import Path

from msgspec import Struct

from pitboss.cli.call import Refused, check_target


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
    """Refuses files that could not be written, before anything is played."""
    if call.plot is not None and call.plot.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise Refused(f"{call.plot}: a picture is drawn as .png, .svg or .pdf")
    for path in (call.out, call.plot, call.checkpoint):
        check_target(path)
