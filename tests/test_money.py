"""Amounts and odds: read, written, and paid to the cent."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.money import EVEN, Odds, amount_text, net_text, parse_amount, parse_odds


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("0", 0),
        ("10", 1000),
        ("12.5", 1250),
        ("12.50", 1250),
        ("0.01", 1),
        ("007", 700),
        ("999999999999.99", 10**14 - 1),
    ],
)
def test_an_amount_is_read_in_cents(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-1",
        "+1",
        "1.234",
        "1.",
        ".5",
        "1,000",
        "$5",
        "1e3",
        "nan",
        "inf",
        "0x10",
        "1 0",
        "5\n",
        "1" * 13,
        "ten",
    ],
)
def test_invalid_amounts(text: str) -> None:
    with pytest.raises(ValueError, match="is not an amount of money: write dollars with at most two decimals"):
        parse_amount(text)


@given(st.integers(0, 10**14 - 1))
def test_an_amount_is_read_as_it_is_written(cents: int) -> None:
    assert parse_amount(amount_text(cents)) == cents
    assert amount_text(-cents) == ("-" if cents else "") + amount_text(cents)


@pytest.mark.parametrize(("cents", "text"), [(0, "0"), (1500, "+15"), (-1000, "-10"), (-5, "-0.05"), (750, "+7.50")])
def test_a_result_has_its_sign(cents: int, text: str) -> None:
    assert net_text(cents) == text


@pytest.mark.parametrize(
    ("text", "odds"),
    [("3:2", Odds(3, 2)), ("6:5", Odds(6, 5)), ("1:1", EVEN), ("2.5:1", Odds(5, 2)), ("5000:1", Odds(5000))],
)
def test_odds_are_read(text: str, odds: Odds) -> None:
    assert parse_odds(text) == odds


@pytest.mark.parametrize("text", ["", "3", "3:", ":2", "3:0", "0:1", "-3:2", "3:-2", "3/2", "3:2:1", "a:b", "3 : 2"])
def test_invalid_odds(text: str) -> None:
    with pytest.raises(ValueError, match="is not a ratio of odds"):
        parse_odds(text)


@given(stake=st.integers(0, 10**9), pays=st.integers(1, 10_000), to=st.integers(1, 1000))
def test_winnings_are_exact_and_cut_off_to_whole_cents(stake: int, pays: int, to: int) -> None:
    exact = Fraction(stake * pays, to)
    assert Odds(pays, to).on(stake) <= exact < Odds(pays, to).on(stake) + 1


@given(pays=st.integers(1, 10_000), to=st.integers(1, 1000))
def test_odds_are_read_as_they_are_written(pays: int, to: int) -> None:
    assert parse_odds(str(Odds(pays, to))) == Odds(pays, to)


def test_three_to_two_on_what_people_wager() -> None:
    assert [Odds(3, 2).on(stake) for stake in (1000, 500, 1, 3)] == [1500, 750, 1, 4]
    assert Odds(6, 5).on(1000) == 1200
    assert EVEN.on(1234) == 1234
