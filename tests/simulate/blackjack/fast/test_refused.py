"""Rules that the tables cannot hold are refused by name and clause before anything runs."""

from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds
from pitboss.simulate.blackjack.fast.runs import FastKernel
from pitboss.simulate.blackjack.fast.table_layout import BLACKJACK, DEALER_BLACKJACK, EVEN_MONEY, SURRENDERED
from pitboss.simulate.blackjack.fast.table_pays import ALONE
from pitboss.simulate.blackjack.fast.tables import compile_tables
from pitboss.strategy.chart import built_in
from pitboss.strategy.hand_classes import NotSimulable

NZ, MBS, TRIBAL, CANBERRA = "nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack"


def rules_of(book: str, options: dict[str, str]) -> BlackjackRules:
    rules: Any = resolve(load_rulebook(book), options, Limits(100, 100_000))
    assert not isinstance(rules, Refusal), rules
    found: BlackjackRules = rules
    return found


@pytest.mark.parametrize(
    ("book", "options", "what", "clause"),
    [
        (NZ, {"blackjack_plus": "true"}, "a number of cards that ends a hand", "19.7"),
        (TRIBAL, {"five_card_21": "true"}, "a pay for 21 by the number of its cards", "(o)(3)"),
        (TRIBAL, {"multiple_action": "true"}, "several dealer hands", "(q)(1)"),
        (TRIBAL, {"double_shoe": "true"}, "a double shoe", "(f)(4)(i)"),
        (CANBERRA, {"triple_play": "true"}, "several dealer hands", "22.2"),
    ],
)
def test_a_game_is_refused(book: str, options: dict[str, str], what: str, clause: str) -> None:
    rules = rules_of(book, options)
    with pytest.raises(NotSimulable) as refused:
        compile_tables(rules, built_in("basic", rules), 1000)
    assert refused.value.what == what
    assert clause in refused.value.clauses
    assert book in str(refused.value)


@pytest.mark.parametrize(
    ("book", "options", "wager", "clause"),
    [
        (NZ, {"madness_21": "true"}, "madness_21", "15A.1"),
        (TRIBAL, {"progressive": "true"}, "progressive", "(r)(1)"),
        (TRIBAL, {"streak": "true"}, "streak_2", "(t)(1)"),
        (TRIBAL, {"bonus": "true", "bonus_awards_1": "18*1", "bonus_awards_5": "90*1"}, "bonus", "(s)(1)"),
    ],
)
def test_a_wager_is_refused(book: str, options: dict[str, str], wager: str, clause: str) -> None:
    rules = rules_of(book, options)
    with pytest.raises(NotSimulable) as refused:
        compile_tables(rules, built_in("basic", rules), 1000, {wager: 100})
    assert wager in refused.value.what
    assert clause in refused.value.clauses


def test_insurance_and_boxes_that_are_not_there_are_refused() -> None:
    rules = rules_of(NZ, {})
    chart = built_in("basic", rules)
    with pytest.raises(NotSimulable, match="insurance"):
        compile_tables(rules, replace(chart, insure=True), 1000)
    with pytest.raises(NotSimulable, match="8 boxes at a table of 7"):
        compile_tables(rules, chart, 1000, boxes=8)
    with pytest.raises(NotSimulable, match="'nothing'"):
        compile_tables(rules, chart, 1000, {"nothing": 100})


def test_a_wager_that_the_table_refuses_is_reported_with_its_clause() -> None:
    rules = rules_of(NZ, {})
    with pytest.raises(ValueError, match=r"refuses the wager: .*nz-blackjack"):
        compile_tables(rules, built_in("basic", rules), 1)
    with pytest.raises(ValueError, match=r"refuses the wager: .*perfect_pairs"):
        compile_tables(rules, built_in("basic", rules), 1000, {"perfect_pairs": 100})


def test_payments_are_the_engines() -> None:
    rules = rules_of(NZ, {})
    chart = replace(built_in("basic", rules), even_money=True)
    pays = compile_tables(rules, chart, 1000).pays[ALONE]
    assert (pays[BLACKJACK, 0], pays[BLACKJACK, DEALER_BLACKJACK], pays[EVEN_MONEY, 0]) == (1500, 0, 1000)
    short = replace(rules, terms=replace(rules.terms, blackjack_odds=Odds(6, 5)), memo={})
    assert compile_tables(short, chart, 1000).pays[ALONE, BLACKJACK, 0] == 1200
    surrender = rules_of(MBS, {})
    assert compile_tables(surrender, built_in("basic", surrender), 1000).pays[ALONE, SURRENDERED, 0] == -500


def test_every_wager_has_an_ante_unless_it_waives_it() -> None:
    rules = rules_of(NZ, {"antes_up": "true", "ante_amount": "0.10", "ante_waiver": "50"})
    chart = built_in("basic", rules)
    assert compile_tables(rules, chart, 1000).ante == 10
    assert compile_tables(rules, chart, 5000).ante == 0


def test_a_shuffle_before_every_round() -> None:
    rules = rules_of(NZ, {})
    tables = compile_tables(rules, built_in("basic", rules), 1000, every_round=True)
    counts = FastKernel(tables).run(1, 0, 5000)
    assert counts.boxes == counts.shoes == 5000
