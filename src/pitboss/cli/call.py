"""What the commands share: options of one name and meaning, how a call is read, and how one ends that cannot be."""

from collections.abc import Iterable, Mapping
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.kernel.strategy import Chart
    from pitboss.law import Limits
    from pitboss.law.resolve import TableRules

Book = Annotated[str, typer.Argument(help="Whose rules the table plays by.", metavar="RULEBOOK")]
Option = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="What the operator chooses.", metavar="NAME=VALUE")
]
Posted = Annotated[str, typer.Option("--limits", help="The posted limits, such as 10-1000.  [default: 10-1000]")]
Seed = Annotated[int, typer.Option(help="The same seed brings the same cards.", min=0, max=2**64 - 1)]
Database = Annotated[
    str,
    typer.Option(
        help="As for pitboss serve.  [default: the file in your data folder]", metavar="URL", envvar="PITBOSS_DATABASE"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Tell the result as JSON.")]


class Refused(ValueError):
    """A call that cannot be carried out."""


def leave(command: str, why: object, code: int = 2) -> typer.Exit:
    """The end of such a call, with the reason on the error stream."""
    typer.echo(f"pitboss {command}: {why}", err=True)
    return typer.Exit(code)


def pairs(texts: Iterable[str], what: str, example: str) -> dict[str, str]:
    """Names and values, each name at most once."""
    found: dict[str, str] = {}
    for pair in (word for text in texts for word in text.split()):
        name, equals, value = pair.partition("=")
        if not name or not equals or not value:
            raise Refused(f"'{pair}' is no {what}: expected name=value, such as {example}")
        if found.get(name, value) != value:
            raise Refused(f"{what} {name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def choices(texts: list[str] | None, example: str = "decks=6") -> dict[str, str]:
    """What the operator chooses, by name."""
    return pairs(texts or (), "option", example)


def number_of_rounds(text: str, *, least: int = 1) -> int:
    """A number of rounds, also as 1e7."""
    try:
        number = float(text.replace("_", ""))
    except ValueError:
        number = -1
    if not least <= number <= 1e15 or number != int(number):
        raise Refused(f"'{text}' is no number of rounds: a whole number from {least} to 1e15, like 10000000 or 1e7")
    return int(number)


def posted_limits(text: str) -> "Limits":
    """The limits on the sign, those of a usual table where nothing is said."""
    from pitboss.law import Limits
    from pitboss.notation.header import parse_limits
    from pitboss.notation.pit import PitError

    try:
        return parse_limits(0, text) if text else Limits(1_000, 100_000)
    except PitError as error:
        raise Refused(error.message) from None


def table_rules(rulebook: str, options: list[str] | None, limits: str) -> "TableRules[Any]":
    """The rules of the table; Refused where the law or the words do not allow it."""
    return resolved(rulebook, choices(options), posted_limits(limits))


def resolved(rulebook: str, options: Mapping[str, str], limits: "Limits") -> "TableRules[Any]":
    """The rules of a table with these choices and limits; Refused where the law does not allow it."""
    from pitboss.law import LawError, Refusal, load_rulebook, resolve

    try:
        rules = resolve(load_rulebook(rulebook), options, limits)
    except (LawError, ValueError) as error:
        raise Refused(str(error)) from None
    if isinstance(rules, Refusal):
        raise Refused(str(rules))
    return rules


def game_of(rulebook: str) -> str:
    """The game of a rulebook; Refused where there is none of that name."""
    from pitboss.law import LawError, load_rulebook

    try:
        return load_rulebook(rulebook).about.game
    except (LawError, ValueError) as error:
        raise Refused(str(error)) from None


def chart_in(path: Path, rules: "TableRules[Any]") -> "Chart":
    """The chart of a file; Refused where it is none, or none for these rules."""
    from pitboss.kernel.chart_text import read_chart
    from pitboss.kernel.strategy import check_chart

    try:
        chart = read_chart(path.read_text(encoding="utf-8"), path.name)
        check_chart(chart, rules)
    except UnicodeDecodeError:
        raise Refused(f"{path} is no text") from None
    except OSError as error:
        raise Refused(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise Refused(str(error)) from None
    return chart


def options_of(rules: "TableRules[Any]") -> dict[str, str]:
    """Everything that the operator has chosen, as it is written."""
    from pitboss.law import load_rulebook
    from pitboss.law.options import value_text

    known = load_rulebook(rules.rulebook).options
    return {name: value_text(known[name], value) for name, value in rules.options.items()}


def check_target(path: Path | None) -> None:
    """Refuses a file that could not be written, before anything is computed; leaves it as it is."""
    if path is None:
        return
    real = Path(realpath(path))  # what a link leads to is what would be made, and unmade here
    try:
        if real.is_dir():
            raise Refused(f"{path} is a folder")
        if not real.parent.is_dir():
            raise Refused(f"{path}: there is no such folder")
        there = real.exists()
        if there and not real.is_file():
            return  # a pipe would be at its end for who reads it, once it was opened and closed
        real.open("ab").close()
        if not there:
            real.unlink()
    except OSError as error:
        raise Refused(f"{path} cannot be written: {error.strerror}") from None


def check_picture(path: Path | None) -> None:
    """Refuses a file into which no picture could be drawn."""
    if path is not None and path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise Refused(f"{path}: a picture is drawn as .png, .svg or .pdf")
    check_target(path)
