"""Options shared by the commands, their parsers, and the exit with an error message."""

from collections.abc import Iterable, Mapping
from os.path import realpath
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.law import Limits
    from pitboss.law.resolve import TableRules
    from pitboss.strategy.chart import Chart

Book = Annotated[str, typer.Argument(help="The rulebook of the table.", metavar="RULEBOOK")]
BookOrRules = Annotated[str, typer.Argument(help="The rulebook of the table, unless --rules.", metavar="[RULEBOOK]")]
Shorthand = Annotated[
    str,
    typer.Option(
        "--rules", help="Rules that are not law, in the trade's abbreviations: '6D H17 DAS LS 6:5'.", metavar="WORDS"
    ),
]
Option = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the rulebook; repeatable.", metavar="NAME=VALUE"),
]
Posted = Annotated[str, typer.Option("--limits", help="The posted limits, such as 10-1000.  [default: 10-1000]")]
Seed = Annotated[int, typer.Option(help="Random seed; the same seed deals the same cards.", min=0, max=2**64 - 1)]
Database = Annotated[
    str,
    typer.Option(
        help="Database of the house, as for pitboss serve.  [default: the file in your data folder]",
        metavar="URL",
        envvar="PITBOSS_DATABASE",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


class BadUsage(ValueError):
    """A command line that cannot be executed."""


def error_exit(command: str, error: object, code: int = 2) -> typer.Exit:
    """Print the error on the error stream and return the exit to raise."""
    typer.echo(f"pitboss {command}: {error}", err=True)
    return typer.Exit(code)


def pairs(texts: Iterable[str], what: str, example: str) -> dict[str, str]:
    """Parse name=value pairs; a name may not have two values."""
    found: dict[str, str] = {}
    for pair in (word for text in texts for word in text.split()):
        name, equals, value = pair.partition("=")
        if not name or not equals or not value:
            raise BadUsage(f"'{pair}' is not a valid {what}: expected name=value, such as {example}")
        if found.get(name, value) != value:
            raise BadUsage(f"{what} {name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def choices(texts: list[str] | None, example: str = "decks=6") -> dict[str, str]:
    """Parse the operator's options."""
    return pairs(texts or (), "option", example)


def number_of_rounds(text: str, *, least: int = 1) -> int:
    """Parse a number of rounds, such as 1e7."""
    try:
        number = float(text.replace("_", ""))
    except ValueError:
        number = -1
    if not least <= number <= 1e15 or number != int(number):
        raise BadUsage(
            f"'{text}' is not a number of rounds: write a whole number from {least} to 1e15, like 10000000 or 1e7"
        )
    return int(number)


def posted_limits(text: str) -> "Limits":
    """Parse the posted limits, by default 10-1000."""
    from pitboss.games.header import parse_limits
    from pitboss.law import Limits
    from pitboss.pit import PitError

    try:
        return parse_limits(0, text) if text else Limits(1_000, 100_000)
    except PitError as error:
        raise BadUsage(error.message) from None


def table_rules(rulebook: str, options: list[str] | None, limits: str, shorthand: str = "") -> "TableRules[Any]":
    """Returns the rules of the table. Raises BadUsage if the options are invalid or the law forbids them."""
    return resolved(rulebook, choices(options), posted_limits(limits), shorthand)


def resolved(rulebook: str, options: Mapping[str, str], limits: "Limits", shorthand: str = "") -> "TableRules[Any]":
    """Returns the rules of a table with these options and limits, or those of a shorthand.

    Raises BadUsage if the law forbids them or they cannot be parsed.
    """
    from pitboss.law import LawError, Refusal, load_rulebook, resolve

    check_book(rulebook, shorthand)
    if shorthand:
        from pitboss.law.laboratory import laboratory_rules

        if options:
            raise BadUsage("--option belongs to a rulebook: with --rules write everything in its words")
        try:
            return laboratory_rules(shorthand, limits)
        except ValueError as error:
            raise BadUsage(f"--rules: {error}") from None
    try:
        rules = resolve(load_rulebook(rulebook), options, limits)
    except (LawError, ValueError) as error:
        raise BadUsage(f"{error}{_shorthand_hint(rulebook)}") from None
    if isinstance(rules, Refusal):
        raise BadUsage(str(rules))
    return rules


def _shorthand_hint(rulebook: str) -> str:
    """Returns how to ask for what is not the name of a rulebook, but rules in shorthand."""
    from pitboss.law.laboratory import laboratory_rules
    from pitboss.law.load import rulebook_ids

    if rulebook in rulebook_ids():
        return ""
    try:
        laboratory_rules(rulebook)
    except ValueError:
        return ""
    return f"; for these rules write --rules '{rulebook}'"


def check_book(rulebook: str, shorthand: str) -> None:
    """Raises BadUsage unless a table is named either by its rulebook or by shorthand rules."""
    if rulebook and shorthand:
        raise BadUsage(f"{rulebook} and --rules name two tables: write one of them")
    if not rulebook and not shorthand:
        raise BadUsage("no table is named: write a rulebook such as nz-blackjack, or --rules '6D H17 DAS LS'")


def game_of(rulebook: str, shorthand: str = "") -> str:
    """Returns the game of a rulebook or of shorthand rules. Raises BadUsage if there is no such rulebook."""
    from pitboss.law import LawError, load_rulebook

    check_book(rulebook, shorthand)
    if shorthand:
        from pitboss.law.laboratory import GAME

        return GAME
    try:
        return load_rulebook(rulebook).about.game
    except (LawError, ValueError) as error:
        raise BadUsage(str(error)) from None


def chart_in(path: Path, rules: "TableRules[Any]") -> "Chart":
    """Read the chart of a file. Raises BadUsage if it is invalid, or not for these rules."""
    from pitboss.strategy.chart import check_chart
    from pitboss.strategy.chart_text import read_chart

    try:
        chart = read_chart(path.read_text(encoding="utf-8"), path.name)
        check_chart(chart, rules)
    except UnicodeDecodeError:
        raise BadUsage(f"{path} is not a text file") from None
    except OSError as error:
        raise BadUsage(f"{path}: {error.strerror}") from None
    except ValueError as error:
        raise BadUsage(str(error)) from None
    return chart


def options_of(rules: "TableRules[Any]") -> dict[str, str]:
    """Returns the options of a table by name, as text; of shorthand rules also what they leave open, as ``assumed``."""
    from pitboss.law import load_rulebook
    from pitboss.law.laboratory import LABORATORY, assumed_words
    from pitboss.law.options import value_text

    if rules.rulebook == LABORATORY:
        written = {name: str(value) for name, value in rules.options.items()}
        return written | {"assumed": " ".join(assumed_words(written["rules"]))}
    known = load_rulebook(rules.rulebook).options
    return {name: value_text(known[name], value) for name, value in rules.options.items()}


def check_target(path: Path | None) -> None:
    """Validate that a file can be written, before anything is computed. The file stays unchanged."""
    if path is None:
        return
    real = Path(realpath(path))  # create and remove the link's target, not the link
    try:
        if real.is_dir():
            raise BadUsage(f"{path} is a folder")
        if not real.parent.is_dir():
            raise BadUsage(f"{path}: there is no such folder")
        exists = real.exists()
        if exists and not real.is_file():
            return  # opening and closing a pipe would end it for its reader
        real.open("ab").close()
        if not exists:
            real.unlink()
    except OSError as error:
        raise BadUsage(f"{path} cannot be written: {error.strerror}") from None


def check_plot(path: Path | None) -> None:
    """Validate the path of a plot."""
    if path is not None and path.suffix.lower() not in (".png", ".svg", ".pdf"):
        raise BadUsage(f"{path}: a plot is a .png, .svg or .pdf file")
    check_target(path)
