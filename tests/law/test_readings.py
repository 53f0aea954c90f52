"""Readings that promise something: the program does it, or the test of the promise fails."""

import re
from contextlib import suppress
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.amounts import rounds_payments
from pitboss.law import Limits, Refusal, TableRules, load_rulebook, resolve, rulebook_ids
from pitboss.money import Odds
from pitboss.tables import Table

SIDE_WAGERS = ("super_sevens=true", "madness_21=true", "perfect_pairs=scale_one", "any_pair=scale_one")


def rules_of(book: str, *choices: str) -> TableRules[Any]:
    """The rules of a lawful table with these choices."""
    rules = resolve(load_rulebook(book), dict(choice.split("=") for choice in choices), Limits(10_00, 500_00))
    assert not isinstance(rules, Refusal), rules
    return rules


def opened(book: str, *choices: str) -> Table:
    """A table with these choices, at which ann has money."""
    table = Table.open(book, dict(choice.split("=") for choice in choices), Limits(10_00, 500_00), seed=1)
    assert not isinstance(table, Refusal), table
    table.join("ann", 1000_00)
    return table


def reading_of(book: str, clause: str) -> str:
    """The words of a clause's reading."""
    found = next(one for one in load_rulebook(book).clauses if one.id == clause)
    return found.reading_text


# --- nz-blackjack 3.2(c), 15B.1, 15C.2: two side wagers share a table, with a warning


@pytest.mark.parametrize("clause", ["3.2(c)", "15B.1", "15C.2"])
def test_the_reading_promises_a_warning(clause: str) -> None:
    assert "warning" in reading_of("nz-blackjack", clause)


@pytest.mark.parametrize("pair", [pair for pair in combinations(SIDE_WAGERS, 2) if pair != SIDE_WAGERS[2:]])
def test_two_side_wagers_at_one_table_are_warned_of(pair: tuple[str, str]) -> None:
    (warning,) = rules_of("nz-blackjack", *pair).warnings
    assert warning.clauses == ("3.2(c)", "15B.1", "15C.2")
    assert "more than one side wager at one table" in str(warning)


@pytest.mark.parametrize("choice", SIDE_WAGERS)
def test_a_single_side_wager_is_not_warned_of(choice: str) -> None:
    assert rules_of("nz-blackjack", choice).warnings == ()


# --- nz-blackjack 5.2, 5.4, mbs-blackjack 3.10, tribal-blackjack (h)(1), nz-tournament 4.3: no payment is cut

#: The rulebook, the clause with the promise, the choices, an amount that is refused, and those that would do.
NOT_WHOLE = [
    ("nz-blackjack", "5.4#1", ("chip_unit=0.01",), 10_01, "10 or 10.02 would do"),
    ("nz-blackjack", "5.2", (), 10_25, "10 or 10.50 would do"),
    ("nz-blackjack", "9.3(b)", ("chip_unit=5",), 12_50, "10 or 15 would do"),
    ("mbs-blackjack", "3.10#1", (), 10_01, "10 or 10.02 would do"),
    ("tribal-blackjack", "(h)(1)#2", ("surrender=true", "chip_unit=0.01"), 10_01, "10 or 10.02 would do"),
]


@pytest.mark.parametrize(("book", "clause", "choices", "amount", "would_do"), NOT_WHOLE)
def test_an_amount_that_cannot_be_paid_exactly_is_refused_beforehand(
    book: str, clause: str, choices: tuple[str, ...], amount: int, would_do: str
) -> None:
    assert re.search("multiples of chip_unit|fraction of a cent", reading_of(book, clause))
    table = opened(book, *choices)
    refusal = table.do(cmd.PlaceBet(player="ann", box=1, amounts=(amount,)))
    assert isinstance(refusal, Refusal)
    assert would_do in refusal.message


@settings(max_examples=60, deadline=None)
@given(
    book=st.sampled_from(["nz-blackjack", "mbs-blackjack", "tribal-blackjack"]),
    odds=st.sampled_from(["3:2", "6:5", "7:5", "1.125:1"]),
    amount=st.integers(10_00, 20_00),
)
def test_every_payment_on_a_wager_that_is_taken_is_exact(book: str, odds: str, amount: int) -> None:
    choices = {
        "nz-blackjack": ("chip_unit=0.01", "blackjack_plus=true", f"blackjack_plus_odds={odds}"),
        "tribal-blackjack": ("chip_unit=0.01", "surrender=true"),
    }.get(book, ())
    table = opened(book, *choices)
    terms = table.rules.terms
    taken = not isinstance(table.do(cmd.PlaceBet(player="ann", box=1, amounts=(amount,))), Refusal)
    pays, halves = terms.blackjack_odds, terms.surrender
    exact = amount * pays.pays % pays.to == 0 and not (halves and amount % 2)
    assert taken == exact


def test_a_fraction_is_rounded_up_only_where_the_document_says_so() -> None:
    assert rounds_payments(rules_of("canberra-blackjack"))
    others = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack")
    assert [rounds_payments(rules_of(book)) for book in others] == [False] * 3
    assert Odds(3, 2).rounded_up(5, 1) == 8
    assert Odds(3, 2).rounded_up(5_00, 5_00) == 10_00


# --- tribal-blackjack (k)(5): two decks from a shoe follow the general rule


def test_two_decks_from_a_shoe_may_form_four_hands() -> None:
    assert "two decks from a shoe follow the general rule" in reading_of("tribal-blackjack", "(k)(5)#2")
    assert rules_of("tribal-blackjack", "decks=2", "max_split_hands=4").terms.split_hands == 4


# --- nz-blackjack 15.3, 15A.3, 15B.4, 15C.5: one amount, unless the sign shows a range

SIGNS = [
    ("15.3", "super_sevens", "super_sevens=true"),
    ("15A.3", "madness_21", "madness_21=true"),
    ("15B.4", "perfect_pairs", "perfect_pairs=scale_one"),
    ("15C.5", "any_pair", "any_pair=scale_one"),
]


@pytest.mark.parametrize(("clause", "name", "offers"), SIGNS)
@pytest.mark.parametrize(("sign", "taken"), [("5", [5_00]), ("5-50", [5_00, 20_00, 50_00])])
def test_a_side_wager_is_of_the_amounts_that_the_sign_shows(
    clause: str, name: str, offers: str, sign: str, taken: list[int]
) -> None:
    assert "unless the operator's sign itself shows a range" in reading_of("nz-blackjack", clause)
    table = opened("nz-blackjack", offers, f"{name}_amount={sign}")
    asked = (4_50, 5_00, 20_00, 50_00, 50_50)
    found = {
        amount: table.do(cmd.PlaceBet(player="ann", box=1, amounts=(10_00,), sides=((name, amount),)))
        for amount in asked
    }
    assert [amount for amount, done in found.items() if not isinstance(done, Refusal)] == taken
    assert all(clause in done.clauses for done in found.values() if isinstance(done, Refusal))


@pytest.mark.parametrize("sign", ["50-5", "5-", "-5", "5-50-500", "0-5", "some"])
def test_a_range_that_is_none_is_refused(sign: str) -> None:
    with suppress(ValueError):
        choices = {"super_sevens": "true", "super_sevens_amount": sign}
        assert isinstance(resolve(load_rulebook("nz-blackjack"), choices), Refusal)


# --- every reading that names an option names one that there is


@pytest.mark.parametrize("book", rulebook_ids())
def test_options_that_readings_name_exist(book: str) -> None:
    named = {
        word
        for clause in load_rulebook(book).clauses
        for word in re.findall(r"[a-z0-9]+(?:_[a-z0-9]+)+", clause.reading_text)
    }
    assert named <= set(load_rulebook(book).options)
