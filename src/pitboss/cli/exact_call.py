"""What the commands of the analyser share: reading a table, cards and a strategy, and refusing in one way."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from pitboss.kernel.strategy import Chart
    from pitboss.law.resolve import TableRules

Option = Annotated[
    list[str] | None, typer.Option("--option", "-o", help="What the operator chooses.", metavar="NAME=VALUE")
]
Posted = Annotated[str, typer.Option("--limits", help="The posted limits, such as 10-1000.  [default: 10-1000]")]
Gone = Annotated[str, typer.Option("--cards-gone", help="Cards that have left the shoe.", metavar='"Ah Kd ..."')]
Infinite = Annotated[bool, typer.Option("--infinite", help="As many decks as never change by a deal.")]
AsJson = Annotated[bool, typer.Option("--json", help="Tell the result as JSON.")]


class Refused(ValueError):
    """A call that cannot be carried out."""


def leave(command: str, error: Exception) -> typer.Exit:
    """The end of such a call, with the reason on the error stream."""
    typer.echo(f"pitboss {command}: {error}", err=True)
    return typer.Exit(2)


@contextmanager
def computing() -> Iterator[None]:
    """Says so on the error stream where somebody sees it: the first call on a machine takes a while."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("computing, and the first time compiling ...") if console.is_terminal else nullcontext():
        yield


def table_rules(rulebook: str, options: list[str] | None, limits: str) -> "TableRules[Any]":
    """The rules of the table; Refused where the law or the words do not allow it."""
    from pitboss.law import LawError, Limits, Refusal, load_rulebook, resolve
    from pitboss.notation.header import parse_limits
    from pitboss.notation.pit import PitError

    try:
        posted = parse_limits(0, limits) if limits else Limits(1_000, 100_000)
        rules = resolve(load_rulebook(rulebook), _choices(options or []), posted)
    except PitError as error:
        raise Refused(error.message) from None
    except LawError as error:
        raise Refused(str(error)) from None
    if isinstance(rules, Refusal):
        raise Refused(str(rules))
    return rules


def blackjack_rules(rulebook: str, options: list[str] | None, limits: str) -> "TableRules[Any]":
    """The same of a table of blackjack."""
    from pitboss.law.terms import BlackjackTerms

    rules = table_rules(rulebook, options, limits)
    if not isinstance(rules.terms, BlackjackTerms):
        raise Refused(f"{rulebook} is no rulebook of blackjack")
    return rules


def _choices(options: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in (word for text in options for word in text.split()):
        name, equals, value = pair.partition("=")
        if not name or not equals or not value:
            raise Refused(f"'{pair}' is no option: expected name=value, such as decks=6")
        if found.get(name, value) != value:
            raise Refused(f"option {name} is given twice, as {found[name]} and as {value}")
        found[name] = value
    return found


def options_of(rules: "TableRules[Any]") -> dict[str, str]:
    """Everything that the operator has chosen, as it is written."""
    from pitboss.law import load_rulebook
    from pitboss.law.options import value_text

    known = load_rulebook(rules.rulebook).options
    return {name: value_text(known[name], value) for name, value in rules.options.items()}


def cards_in(text: str) -> list[int]:
    """The cards of a text."""
    from pitboss.cards import parse_card

    return [parse_card(word) for word in text.replace(",", " ").split()]


def strategy_of(text: str, rules: "TableRules[Any]") -> "str | Chart":
    """``total``, ``composition``, a chart that is built in, or that of a file."""
    from pitboss.analyse.edge import COMPOSITION, TOTAL
    from pitboss.kernel.strategy import StrategyError, built_in, check_chart, read_chart

    if text in (TOTAL, COMPOSITION):
        return text
    path = Path(text)
    if not path.is_file():
        try:
            return built_in(text, rules)
        except StrategyError:
            words = f"{TOTAL}, {COMPOSITION}, basic and mimic"
            raise Refused(f"there is no strategy '{text}': there are {words}, or a file with a chart") from None
    try:
        chart = read_chart(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path}: {error}") from None
    check_chart(chart, rules)
    return chart
