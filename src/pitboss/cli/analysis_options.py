"""Options and parsers shared by the analysis commands."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import BadUsage, chart_in, table_rules

if TYPE_CHECKING:
    from pitboss.law.resolve import TableRules
    from pitboss.strategy.chart import Chart

Gone = Annotated[str, typer.Option("--cards-gone", help="Cards already dealt from the shoe.", metavar='"Ah Kd ..."')]
Infinite = Annotated[bool, typer.Option("--infinite", help="Analyse an infinite number of decks.")]


@contextmanager
def computing(what: str = "computing, and the first time compiling ...") -> Iterator[None]:
    """Show a status line on an interactive terminal: the first call compiles for a while."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status(what) if console.is_terminal else nullcontext():
        yield


def blackjack_rules(rulebook: str, options: list[str] | None, limits: str, shorthand: str = "") -> "TableRules[Any]":
    """Returns the rules of a blackjack table. Raises BadUsage for another game."""
    from pitboss.law.terms import BlackjackTerms

    rules = table_rules(rulebook, options, limits, shorthand)
    if not isinstance(rules.terms, BlackjackTerms):
        raise BadUsage(f"{rulebook} is not a blackjack rulebook")
    return rules


def parse_cards(text: str) -> list[int]:
    """Parse cards separated by spaces or commas."""
    from pitboss.cards import parse_card

    return [parse_card(word) for word in text.replace(",", " ").split()]


def parse_hands(*texts: str) -> tuple[list[int], ...]:
    """Parse several texts of cards. A rank without a suit gets the least used suit."""
    from pitboss.cards import RANKS, SUITS, parse_card

    words = [text.replace(",", " ").split() for text in texts]
    often = Counter(chain.from_iterable(words))

    def card(word: str) -> int:
        if word in tuple(RANKS):
            word = min((word + suit for suit in SUITS), key=often.__getitem__)
            often[word] += 1
        return parse_card(word)

    return tuple([card(word) for word in named] for named in words)


def parse_strategy(text: str, rules: "TableRules[Any]") -> "str | Chart":
    """Parse ``total``, ``composition``, the name of a built-in chart, or the path of a chart file."""
    from pitboss.analyse.edge import COMPOSITION, TOTAL
    from pitboss.strategy.chart import StrategyError, built_in

    if text in (TOTAL, COMPOSITION):
        return text
    path = Path(text)
    if path.is_file():
        return chart_in(path, rules)
    try:
        return built_in(text, rules)
    except StrategyError:
        names = f"{TOTAL}, {COMPOSITION}, basic, mimic"
        raise BadUsage(f"there is no strategy '{text}': expected {names} or a chart file") from None
