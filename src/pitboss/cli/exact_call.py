"""What the commands of the analyser share: a table of blackjack, cards, and a strategy."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.call import Refused, chart_in, table_rules

if TYPE_CHECKING:
    from pitboss.kernel.strategy import Chart
    from pitboss.law.resolve import TableRules

Gone = Annotated[str, typer.Option("--cards-gone", help="Cards that have left the shoe.", metavar='"Ah Kd ..."')]
Infinite = Annotated[bool, typer.Option("--infinite", help="As many decks as never change by a deal.")]


@contextmanager
def computing(what: str = "computing, and the first time compiling ...") -> Iterator[None]:
    """Says so on the error stream where somebody sees it: the first call on a machine takes a while."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status(what) if console.is_terminal else nullcontext():
        yield


def blackjack_rules(rulebook: str, options: list[str] | None, limits: str) -> "TableRules[Any]":
    """The rules of a table of blackjack; Refused where it is none."""
    from pitboss.law.terms import BlackjackTerms

    rules = table_rules(rulebook, options, limits)
    if not isinstance(rules.terms, BlackjackTerms):
        raise Refused(f"{rulebook} is no rulebook of blackjack")
    return rules


def cards_in(text: str) -> list[int]:
    """The cards of a text."""
    from pitboss.cards import parse_card

    return [parse_card(word) for word in text.replace(",", " ").split()]


def hands_in(*texts: str) -> tuple[list[int], ...]:
    """The cards of several texts, where suits do not matter: a rank alone is of the suit that is named least often."""
    from pitboss.cards import RANKS, SUITS, parse_card

    words = [text.replace(",", " ").split() for text in texts]
    often = Counter(chain.from_iterable(words))

    def card(word: str) -> int:
        if word in tuple(RANKS):
            word = min((word + suit for suit in SUITS), key=often.__getitem__)
            often[word] += 1
        return parse_card(word)

    return tuple([card(word) for word in named] for named in words)


def strategy_of(text: str, rules: "TableRules[Any]") -> "str | Chart":
    """``total``, ``composition``, a chart that is built in, or that of a file."""
    from pitboss.analyse.edge import COMPOSITION, TOTAL
    from pitboss.kernel.strategy import StrategyError, built_in

    if text in (TOTAL, COMPOSITION):
        return text
    path = Path(text)
    if path.is_file():
        return chart_in(path, rules)
    try:
        return built_in(text, rules)
    except StrategyError:
        words = f"{TOTAL}, {COMPOSITION}, basic and mimic"
        raise Refused(f"there is no strategy '{text}': there are {words}, or a file with a chart") from None
