"""Options and parsers shared by the analysis commands."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from pitboss.cli.options import BadUsage, chart_in, table_rules

if TYPE_CHECKING:
    from pitboss.law.resolve import TableRules
    from pitboss.strategy.chart import Chart

Gone = Annotated[str, typer.Option("--cards-gone", help="Cards already dealt from the shoe.", metavar='"Ah Kd ..."')]
Infinite = Annotated[bool, typer.Option("--infinite", help="Analyse an infinite number of decks.")]
Thorough = Annotated[
    bool,
    typer.Option("--thorough", help="List the cards of split boxes for the distribution: half a minute and more."),
]

#: The largest number of cards of a composition.
_MOST_CARDS: Final = 10_000
#: A card: a rank, with a suit or without; and several of them in one word.
_CARD: Final = re.compile(r"(10|[A2-9TJQK])([SCHD]?)", re.IGNORECASE | re.ASCII)
#: What is between two cards, and the names of ranks.
_BETWEEN: Final = re.compile(r"[\s,;/+-]+")
_RANK_NAMES: Final = {
    "ace": "A",
    "aces": "A",
    "ten": "T",
    "tens": "T",
    "x": "T",
    "jack": "J",
    "queen": "Q",
    "king": "K",
}
_CARDS: Final = re.compile(f"(?:{_CARD.pattern})+", re.IGNORECASE | re.ASCII)


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
    """Parse cards. A rank without a suit gets the least used suit."""
    return parse_hands(text)[0]


def _card_words(text: str) -> list[str]:
    """Returns the cards of a text as words such as ``Th`` or ``T``.

    Also understood are ``10h 6``, ``ah,kd``, ``T6``, ``8-8``, ``8/8``, ``X`` for a ten, and names such as ``ace``.
    """
    words = list[str]()
    for written in filter(None, _BETWEEN.split(text)):
        word = _RANK_NAMES.get(written.lower(), written)
        if _CARDS.fullmatch(word):
            words += (rank.upper().replace("10", "T") + suit.lower() for rank, suit in _CARD.findall(word))
        else:
            words.append(word)  # which is refused as a card
    return words


def parse_hands(*texts: str) -> tuple[list[int], ...]:
    """Parse several texts of cards. A rank without a suit gets the least used suit."""
    from pitboss.cards import RANKS, SUITS, parse_card

    words = [_card_words(text) for text in texts]
    often = Counter(chain.from_iterable(words))

    def card(word: str) -> int:
        if word in tuple(RANKS):
            word = min((word + suit for suit in SUITS), key=often.__getitem__)
            often[word] += 1
        return parse_card(word)

    return tuple([card(word) for word in named] for named in words)


def parse_composition(text: str) -> tuple[int, ...]:
    """Parse the number of cards of each value, ``A=4 2=4 … T=16``. A value that is left out has no cards."""
    from pitboss.strategy.count_systems import RANKS

    counts = dict.fromkeys(RANKS, 0)
    words = text.replace(",", " ").split()
    for word in words:
        value, equals, number = word.upper().partition("=")
        value = "T" if value == "10" else value
        if not equals or value not in counts or not number.isdecimal() or len(number) > len(str(_MOST_CARDS)):
            raise BadUsage(f"'{word}' is not a number of cards of a value: write {' '.join(RANKS)} like A=4 or T=16")
        counts[value] += int(number)
    if len({word.partition("=")[0] for word in words}) < len(words):
        raise BadUsage(f"'{text}' has a value twice")
    if sum(counts.values()) > _MOST_CARDS:
        raise BadUsage(f"{sum(counts.values()):,} cards: a composition has at most {_MOST_CARDS:,}")
    return tuple(counts.values())


def parse_strategy(text: str, rules: "TableRules[Any]") -> "str | Chart":
    """Parse ``total``, ``composition``, the name of a built-in chart, or the path of a chart file."""
    from pitboss.analyse.edge import COMPOSITION, TOTAL
    from pitboss.law.findings import suggestion
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
        hint = suggestion(text, names.split(", "))
        raise BadUsage(f"there is no strategy '{text}': expected {names} or a chart file{hint}") from None
