"""The cost of rule differences: single prices are edges of mixtures, and settings without a price make no
difference.
"""

import json
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from pitboss.analyse.cost import PRICED_SETTINGS, cost, differences, with_rules
from pitboss.analyse.edge import edge
from pitboss.law.terms import BlackjackTerms
from tests.analyse.tables import rules_of
from tests.cli.calls import call

BOOKS = ("nz-blackjack", "mbs-blackjack", "canberra-blackjack", "tribal-blackjack")
PRICED = [name for group in PRICED_SETTINGS for name in group]


def test_priced_settings_are_settings_and_stand_once() -> None:
    assert set(PRICED) <= set(BlackjackTerms.__struct_fields__)
    assert len(set(PRICED)) == len(PRICED)


@pytest.mark.parametrize(("left", "right"), list(pairwise((*BOOKS, BOOKS[0]))))
def test_unpriced_wagers_make_no_difference(left: str, right: str) -> None:
    ours, theirs = rules_of(left), rules_of(right)
    rest = [name for name in BlackjackTerms.__struct_fields__ if name not in PRICED]
    changed = with_rules(ours, theirs, rest)
    assert changed.terms != ours.terms
    assert edge(changed).expectation == edge(ours).expectation


def test_one_difference_is_the_whole_difference() -> None:
    six, eight = rules_of("nz-blackjack", decks="6"), rules_of("nz-blackjack", decks="8")
    found = cost(eight, six)
    (decks,) = found.differences
    assert decks.names == ("decks",)
    assert (decks.left.value, decks.right.value) == ("8", "6")
    assert decks.left.clauses == ("3.3(a)",)
    assert decks.change == found.total == edge(six).expectation - edge(eight).expectation
    assert found.together == 0
    assert found.wagers["insurance"] == (-31 / 415, -23 / 311)


def test_the_same_table_has_no_differences() -> None:
    rules = rules_of("mbs-blackjack")
    found = cost(rules, rules)
    assert (found.differences, found.total, found.together) == ((), 0, 0)


def test_the_batch_in_play_counts_and_not_both() -> None:
    both = rules_of("tribal-blackjack", automated_shuffler="true", decks="8")
    found = cost(rules_of("tribal-blackjack", decks="6"), both)
    (decks,) = (one for one in found.differences if one.names == ("decks",))
    assert decks.change == pytest.approx(found.total, abs=1e-12)


def test_a_fee_is_a_cost() -> None:
    with_ante = rules_of("nz-blackjack", antes_up="true", ante_amount="1")
    assert cost(rules_of("nz-blackjack"), with_ante).total == pytest.approx(-0.1)


def test_every_difference_has_a_price_or_a_reason() -> None:
    left = rules_of("nz-blackjack")
    right = rules_of("nz-blackjack", blackjack_plus="true")
    found = cost(left, right)
    assert [one.names for one in found.differences] == list(differences(left, right))
    prices = {one.names[0]: one.change for one in found.differences}
    assert prices["dealer_22_stands_off"] is not None
    assert prices["dealer_22_stands_off"] < -0.05
    assert prices["hand_limit"] is not None
    assert prices["hand_limit"] > 0.01
    assert found.total == pytest.approx(sum(price or 0 for price in prices.values()) + found.together)


# --- the command --------------------------------------------------------------------------------------------------


diff = partial(call, "rules", "diff")


def test_the_command_prints_prices() -> None:
    done = diff("nz-blackjack", "nz-blackjack", "-o", "perfect_pairs=scale_one", "--right", "decks=6", "--cost")
    assert (done.exit_code, done.stderr) == (0, "")
    assert "decks" in done.stdout
    assert "perfect pairs" in done.stdout
    assert "total" in done.stdout


def test_the_command_prints_json() -> None:
    done = diff("nz-blackjack", "nz-blackjack", "--left", "decks=6", "--cost", "--json")
    data: dict[str, Any] = json.loads(done.stdout)
    assert data["rulebooks"] == ["nz-blackjack", "nz-blackjack"]
    assert [options["decks"] for options in data["options"]] == ["6", "8"]
    assert data["total"] == data["expectation"][1] - data["expectation"][0]
    assert [one["names"] for one in data["differences"]] == [["decks"]]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("nz-blackjack", "nz-roulette", "--cost"), "nz-roulette is not a blackjack rulebook"),
        (("nz-blackjack", "nz-blackjack", "--right", "decks=9", "--cost"), "decks: 9 is outside 4 to 8"),
        (("nz-blackjack", "nz-blackjack", "--right", "deck=6", "--cost"), "has no option 'deck'"),
        (("nz-blackjack", "nz-blackjack", "--right", "decks=6"), "apply only with --cost"),
        (("tribal-blackjack", "tribal-blackjack", "--right", "double_shoe=true", "--cost"), "double shoe"),
    ],
)
def test_a_table_that_cannot_be_priced_is_refused(arguments: tuple[str, ...], says: str) -> None:
    done = diff(*arguments)
    assert (done.exit_code, done.stdout) == (2, "")
    assert says in done.stderr
