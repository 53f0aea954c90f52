"""What a call of ``pitboss simulate`` asks for, whichever game it is about, and how it is read and refused."""

from pathlib import Path

import typer
from msgspec import Struct


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


def fail(text: str) -> typer.Exit:
    """The end of a call that cannot be carried out, with the reason on the error stream."""
    typer.echo(f"pitboss simulate: {text}", err=True)
    return typer.Exit(2)


def pairs(texts: list[str] | tuple[str, ...], what: str, example: str) -> dict[str, str]:
    """Names and values, each at most once."""
    found: dict[str, str] = {}
    for pair in (word for text in texts for word in text.split()):
        name, equals, value = pair.partition("=")
        if not name or not equals or not value:
            raise fail(f"'{pair}' is no {what}: expected name=value, such as {example}")
        if found.get(name, value) != value:
            raise fail(f"{what} {name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def number_of_rounds(text: str) -> int:
    """A number of rounds, also as 1e6."""
    try:
        number = float(text.replace("_", ""))
    except ValueError:
        number = -1
    if not 1 <= number <= 1e15 or number != int(number):
        raise fail(f"'{text}' is no number of rounds: a whole number of 1 or more, like 1000000 or 1e6")
    return int(number)


def check_files(call: Call) -> None:
    """Refuses files that could not be written, before anything is played."""
    if call.plot is not None and call.plot.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise fail(f"{call.plot}: a picture is drawn as .png, .svg or .pdf")
    for path in (call.out, call.plot, call.checkpoint):
        if path is None:
            continue
        if not path.absolute().parent.is_dir():
            raise fail(f"{path}: there is no such folder")
        if path.is_dir():
            raise fail(f"{path} is a folder")
