"""A refused table cites only clauses that forbid its choices, and no clause forbids the choices of a lawful one."""

from itertools import combinations, product

import pytest

from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.law.conditions import parse_condition
from pitboss.law.header_facts import HeaderFacts, broken_bars, check_header
from pitboss.law.load import Rulebook
from pitboss.law.options import Option
from pitboss.law.resolve import Limits

BOOKS = ("nz-blackjack", "mbs-blackjack", "canberra-blackjack", "tribal-blackjack", "nz-roulette", "nz-tournament")
#: Choices of each type of option, lawful and not.
TEXTS = {
    "int": ("-1", "0", "1", "2", "2.5", "3", "4", "5", "6", "7", "8", "10", "16", "100", "1000"),
    "amount": ("-1", "0", "0.01", "5", "500"),
    "amount_range": ("-1", "0", "2", "5-50"),
    "odds": ("0:1", "-1:2", "3:2", "6:5"),
    "share": ("0", "0.1", "0.2", "0.7", "1", "2"),
    "length": ("rounds:0", "rounds:5", "shoes:2"),
    "awards": ("1*1", "18*1", "1001*1", "100*1", "50*1,150*1", "6000*1"),
    "odds_list": ("3,7,17,37", "2,7,17,37", "3,6,17,37", "3,7,16,37", "3,7,17,36", "2,7", "3,7,17,37,99"),
    "groups": ("0-1-2", "1-2-3", "1-2", "1-1-2", "1-2-3,3-2-1"),
    "amounts": ("100,50",),
    "bool": ("true", "false"),
}
LIMITS = (Limits(), Limits(1_000, 10_000))


def _texts(option: Option) -> tuple[str, ...]:
    return (*(str(value) for value in option.values), "other") if option.type == "choice" else TEXTS[option.type]


def _errors(book: Rulebook, choices: dict[str, str], limits: Limits) -> list[str]:
    try:
        refusal = resolve(book, choices, limits)
    except ValueError:
        return []  # not a value of the option at all
    if isinstance(refusal, Refusal):
        return [f"{choices}: {error}" for error in check_header(book, choices, limits, refusal.clauses)]
    return [f"{choices}: {clause} forbids a lawful table" for clause in broken_bars(book, choices, limits)]


@pytest.mark.parametrize("name", BOOKS)
def test_conditions_use_options_and_known_facts(name: str) -> None:
    book = load_rulebook(name)
    known = {*book.options, *HeaderFacts.words}
    used = {word for clause in book.clauses if clause.bars for word in parse_condition(clause.bars).names}
    assert used <= known


@pytest.mark.parametrize("name", BOOKS)
def test_a_table_is_refused_exactly_on_clauses_that_forbid_one_of_its_choices(name: str) -> None:
    book = load_rulebook(name)
    for option, limits in product(book.options, LIMITS):
        for text in _texts(book.options[option]):
            assert _errors(book, {option: text}, limits) == []


@pytest.mark.parametrize("name", BOOKS)
def test_a_table_is_refused_exactly_on_clauses_that_forbid_two_of_its_choices(name: str) -> None:
    book = load_rulebook(name)
    few = {
        option: _texts(data)[:6]
        for option, data in book.options.items()
        if data.type in ("bool", "choice", "awards", "odds_list")
        or option in ("decks", "boxes", "max_split_hands", "suited_column", "ante_amount", "chips", "max_players")
    }
    for first, second in combinations(few, 2):
        for texts in product(few[first], few[second]):
            assert _errors(book, dict(zip((first, second), texts, strict=True)), LIMITS[1]) == []


def test_limits_that_are_reversed_are_refused_on_the_clause_of_limits() -> None:
    for name in BOOKS:
        book, limits = load_rulebook(name), Limits(10_000, 1_000)
        refusal = resolve(book, {}, limits)
        assert isinstance(refusal, Refusal)
        assert check_header(book, {}, limits, refusal.clauses) == []


def test_a_wrong_ground_of_a_refused_table_is_found() -> None:
    book = load_rulebook("tribal-blackjack")
    errors = check_header(book, {"streak": "true", "bonus": "true"}, Limits(), ("(t)(12)", "(r)(9)", "(r)(1)"))
    assert [error.clause for error in errors] == ["(r)(9)", "(r)(1)"]
