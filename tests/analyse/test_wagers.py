"""Exact side wagers: against the engine on small shoes, published figures, and the law's own sums."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import sqrt

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.analyse.shoe import ImpossibleCards, NotAnalysable
from pitboss.analyse.strategy import best_chart
from pitboss.analyse.wagers import WagerTable, exact
from pitboss.analyse.wagers_table import stake_of, table_data
from pitboss.cards import full_shoe, parse_card
from pitboss.games.blackjack.wagers import progressive, sevens
from pitboss.law import Limits
from pitboss.strategy.chart import MIMIC, basic_chart, choose, fit_chart
from tests.analyse.tables import all_but, every_deal, rules_of


def chances(table: WagerTable) -> dict[str, Fraction]:
    return {outcome.name: outcome.probability for outcome in table.outcomes}


# --- the engine's own enumeration ---------------------------------------------------------------------------------

SEVENS = "7s 7s 7s 7h 7h Ts Ts Ts Ts Ts As"
ACES = "As As As Ac Ah Ts Ts Ts Ts Ts Ts Ts"
SMALL = [
    ("nz-blackjack", {"super_sevens": "true", "decks": "8"}, "super_sevens", SEVENS),
    ("canberra-blackjack", {"super_sevens": "true", "decks": "8"}, "super_sevens", SEVENS),
    ("tribal-blackjack", {"additional_wager": "sevens", "decks": "8"}, "sevens", SEVENS),
    ("tribal-blackjack", {"additional_wager": "sevens", "decks": "8", "card_reader": "true"}, "sevens", SEVENS),
    ("tribal-blackjack", {"progressive": "true", "decks": "8"}, "progressive", ACES),
    (
        "tribal-blackjack",
        {"progressive": "true", "decks": "8", "card_reader": "true", "max_split_hands": "4"},
        "progressive",
        ACES,
    ),
    ("tribal-blackjack", {"additional_wager": "suited", "decks": "8"}, "suited", "Ks Qs Ks Kh Qh 2s 2h 9d 9s"),
    ("tribal-blackjack", {"additional_wager": "over_under_13", "decks": "8"}, "over_13", "As 2s 3h Td 9s 9h 5d 8c"),
    ("canberra-blackjack", {"over_under_13": "true", "decks": "8"}, "under_13", "As 2s 3h Td 9s 9h 5d 8c"),
    ("nz-blackjack", {"perfect_pairs": "scale_two", "decks": "8"}, "perfect_pairs", "As As Ac Ah Ad Kd Kd Qd Th"),
    ("nz-blackjack", {"any_pair": "scale_one", "decks": "8"}, "any_pair", "As As Ac Ah Ad Kd Kd Qd Th"),
    ("mbs-blackjack", {"decks": "8"}, "pair", "As As Ac Ah Ad Kd Kd Qd Th"),
]


@pytest.mark.parametrize(("rulebook", "choices", "name", "kept"), SMALL)
@pytest.mark.parametrize("strategy", ["basic", "mimic"])
def test_every_deal_of_a_small_shoe(
    rulebook: str, choices: dict[str, str], name: str, kept: str, strategy: str
) -> None:
    rules = rules_of(rulebook, **choices)
    chart = basic_chart(rules) if strategy == "basic" else fit_chart(MIMIC, rules)
    table = exact(rules, strategy=chart, gone=all_but(8, kept))[name]
    played = every_deal(rules, partial(choose, chart), (name, rules.sides[name].amount or 100), kept)
    assert chances(table) == played
    assert sum(played.values()) == 1


def test_play_makes_a_difference_to_what_depends_on_it() -> None:
    rules = rules_of("nz-blackjack", super_sevens="true")  # where two sevens are paid as they are split
    basic = exact(rules, strategy=basic_chart(rules))["super_sevens"]
    mimic = exact(rules, strategy=fit_chart(MIMIC, rules))["super_sevens"]
    assert basic.strategy == "basic"
    assert mimic.strategy == "mimic"
    assert mimic.expectation > basic.expectation
    best = {name: exact(rules, strategy=name)["super_sevens"] for name in ("total", "composition")}
    assert best["total"].expectation == best["composition"].expectation == basic.expectation


@pytest.mark.parametrize(("grade", "cards"), [(sevens.grade, "7s 7c 7h 5s As"), (progressive.grade, "As Ac Ah Ad Ks")])
def test_a_card_that_leaves_the_line_as_it_is_ends_the_matter(
    grade: Callable[[Sequence[int]], str], cards: str
) -> None:
    deck = [parse_card(name) for name in cards.split()]
    for dealt in product(deck, repeat=4):
        for length in (2, 3):
            if grade(dealt[: length + 1]) == grade(dealt[:length]):
                assert grade(dealt) == grade(dealt[:length])


# --- published figures --------------------------------------------------------------------------------------------

PUBLISHED = [
    ("tribal-blackjack", {"additional_wager": "over_under_13", "decks": "8"}, "over_13", "-6.543"),
    ("tribal-blackjack", {"additional_wager": "over_under_13", "decks": "6"}, "over_13", "-6.55"),
    ("tribal-blackjack", {"additional_wager": "over_under_13", "decks": "6"}, "under_13", "-10.07"),
    ("nz-blackjack", {"perfect_pairs": "scale_one"}, "perfect_pairs", "-3.37"),
    ("nz-blackjack", {"perfect_pairs": "scale_two"}, "perfect_pairs", "-4.10"),
    ("nz-blackjack", {"any_pair": "scale_one", "decks": "6"}, "any_pair", "-11.25"),
    ("mbs-blackjack", {}, "pair", "-10.36"),
    ("canberra-blackjack", {"super_sevens": "true"}, "super_sevens", "-11.40"),
    ("tribal-blackjack", {"additional_wager": "suited", "suited_column": "2"}, "suited", "-6.67"),
    ("tribal-blackjack", {"decks": "1"}, "insurance", "-5.88"),
    ("tribal-blackjack", {"decks": "6"}, "insurance", "-7.40"),
    ("nz-blackjack", {}, "insurance", "-7.47"),
]


@pytest.mark.parametrize(("rulebook", "choices", "name", "per_cent"), PUBLISHED)
def test_published_figures(rulebook: str, choices: dict[str, str], name: str, per_cent: str) -> None:
    places = len(per_cent.partition(".")[2])
    found = exact(rules_of(rulebook, **choices))[name].expectation * 100
    assert f"{float(found):.{places}f}" == per_cent


# --- the law's own sums -------------------------------------------------------------------------------------------


def test_the_prizes_of_the_law_with_their_tickets() -> None:
    rules = rules_of("nz-blackjack", madness_21="true")
    table = exact(rules)["madness_21"]
    tickets = rules.sides["madness_21"].details["tickets"]
    blackjack = Fraction(2 * 32 * 128, 416 * 415)
    mean = Fraction(sum(prize * count for prize, count in tickets), sum(count for _, count in tickets))
    assert table.expectation == blackjack * mean - (1 - blackjack)
    assert table.combinations == 416 * 415 // 2 * 3750
    assert len(table.outcomes) == len(tickets) + 1


def test_the_awards_of_the_bonus_by_its_stakes() -> None:
    rules = rules_of("tribal-blackjack", bonus="true", bonus_awards_1="10*2,25*3", bonus_awards_5="95")
    tables = exact(rules)
    blackjack = Fraction(2 * 24 * 96, 312 * 311)
    assert tables["bonus"].expectation == blackjack * Fraction(2 * 10 + 3 * 25, 5) - 1
    assert tables["bonus at 5"].expectation == blackjack * Fraction(95, 5) - 1


def test_the_progressive_pays_its_share_and_resets_for_any_winner() -> None:
    rules = rules_of("tribal-blackjack", progressive="true", progressive_rate="0.80", progressive_reset="500")
    table = exact(rules)["progressive"]
    by_name = {outcome.name: outcome for outcome in table.outcomes}
    top = by_name.pop("four_aces")
    fixed = sum(outcome.probability * (outcome.pay + 1) for outcome in by_name.values())
    assert table.expectation == fixed + top.probability * 500 + Fraction(80, 100) - 1


def test_the_meter_gets_no_less_than_its_rate_of_a_wager() -> None:
    tables = [
        exact(rules_of("tribal-blackjack", progressive="true", progressive_rate=rate))["progressive"]
        for rate in ("0.705", "0.71")
    ]
    assert tables[0].expectation == tables[1].expectation


def test_the_award_of_a_meter_spreads_by_how_long_it_waits() -> None:
    """The award won with the n-th wager since the last is the reset and n shares: the sum over every n."""
    table = exact(rules_of("tribal-blackjack", progressive="true", decks="8", progressive_rate="0.80"))["progressive"]
    top = next(outcome for outcome in table.outcomes if outcome.name == "four_aces")
    chance, others = float(top.probability), [outcome for outcome in table.outcomes if outcome is not top]
    waits = np.arange(1, 40 / chance)
    nets = 1_000 + 0.80 * waits - 1
    came = chance * np.exp((waits - 1) * np.log1p(-chance))
    assert came.sum() == pytest.approx(1, abs=1e-12)
    squares = chance * (came @ nets**2) + sum(float(other.probability * other.pay**2) for other in others)
    assert table.deviation == pytest.approx(sqrt(squares - float(table.expectation) ** 2), rel=1e-9)
    assert float(top.pay) == pytest.approx(came @ nets, rel=1e-9)


def test_a_box_is_played_by_the_best_chart_for_the_cards_that_are_left() -> None:
    """A player who stands on two sevens gets no third card for the wager: where small cards are gone, against an
    eight.
    """
    rules = rules_of("nz-blackjack", super_sevens="true", decks="6")
    small = [card for card in full_shoe(6) if card >> 2 in (1, 2, 3, 5)]
    whole, left = best_chart(rules), best_chart(rules, gone=small)
    assert (whole.for_pair(24, 28), left.for_pair(24, 28)) == ("H", "S")
    found, by_left, by_whole = (
        exact(rules, strategy=strategy, gone=small)["super_sevens"].expectation for strategy in (None, left, whole)
    )
    assert found == by_left != by_whole


@pytest.mark.parametrize(("least", "stake"), [(100, 100), (500, 500), (250, 10_000)])
def test_a_wager_of_any_amount_is_reckoned_in_whole_dollars(least: int, stake: int) -> None:
    """The stake is the posted minimum, or a hundred if that has cents."""
    assert stake_of(replace(rules_of("mbs-blackjack"), limits=Limits(least, 100_000))) == stake


def test_the_ante_is_a_fee() -> None:
    rules = rules_of("nz-blackjack", antes_up="true", ante_amount="1")
    assert exact(rules)["ante"].expectation == -1
    assert "ante" not in exact(rules_of("nz-blackjack"))


# --- tables -------------------------------------------------------------------------------------------------------

EVERYTHING = [
    ("nz-blackjack", {"super_sevens": "true", "madness_21": "true", "perfect_pairs": "scale_three"}),
    ("nz-blackjack", {"any_pair": "scale_two", "blackjack_plus": "true"}),
    ("mbs-blackjack", {}),
    ("canberra-blackjack", {"over_under_13": "true"}),
    ("canberra-blackjack", {"super_sevens": "true"}),
    ("tribal-blackjack", {"additional_wager": "suited", "decks": "1"}),
    ("tribal-blackjack", {"progressive": "true", "streak": "true", "automated_shuffler": "true", "decks": "8"}),
    ("tribal-blackjack", {"additional_wager": "over_under_13", "multiple_action": "true"}),
    ("tribal-blackjack", {"additional_wager": "sevens", "multiple_action": "true"}),
]


@pytest.mark.parametrize(("rulebook", "choices"), EVERYTHING)
def test_chances_make_a_whole_and_combinations_are_theirs(rulebook: str, choices: dict[str, str]) -> None:
    rules = rules_of(rulebook, **choices)
    tables = exact(rules)
    offered = {name for name, terms in rules.sides.items() if terms.offered}
    assert {table.name for table in tables.values()} >= offered | {"insurance"}
    for table in tables.values():
        assert sum(outcome.probability for outcome in table.outcomes) == 1
        if table.name.startswith("streak"):  # over several rounds, whose results have no combinations of cards
            assert table.notes
            continue
        assert table.source == "exact"
        for outcome in table.outcomes:
            assert outcome.combinations > 0
            assert outcome.clauses
            assert outcome.probability == Fraction(outcome.combinations, table.combinations)
        data = table_data(table)
        assert Fraction(data["fraction"]) == table.expectation
        assert data["expectation"] == pytest.approx(sum(line["contribution"] for line in data["outcomes"]), abs=1e-12)


def test_cards_that_are_gone_change_the_chances() -> None:
    rules = rules_of("canberra-blackjack", super_sevens="true", decks="6")
    no_sevens = [card for card in full_shoe(6) if card >> 2 == 6]
    assert exact(rules, gone=no_sevens)["super_sevens"].expectation == -1
    tens = [card for card in full_shoe(6) if card >= 36]
    assert exact(rules, gone=tens)["insurance"].expectation == -1
    assert "insurance" not in exact(rules, gone=[card for card in full_shoe(6) if card < 4])


def test_an_infinite_shoe_is_the_limit_of_many_decks() -> None:
    many = rules_of("tribal-blackjack", additional_wager="over_under_13", decks="999")
    limit = exact(many, infinite=True)["over_13"]
    assert limit.outcomes[0].probability * 169 == sum(
        1 for one, two in product(range(13), repeat=2) if min(one + 1, 10) + min(two + 1, 10) > 13
    )
    assert float(limit.expectation) == pytest.approx(float(exact(many)["over_13"].expectation), abs=1e-5)


def test_box_limits_do_not_change_the_figure_of_a_wager() -> None:
    free = exact(rules_of("nz-blackjack", super_sevens="true"))["super_sevens"]
    for option in ("box_maximum", "player_box_maximum"):
        assert exact(rules_of("nz-blackjack", super_sevens="true", **{option: "50"}))["super_sevens"] == free


def test_rounds_that_are_too_few_for_the_rarest_outcome() -> None:
    table = exact(rules_of("tribal-blackjack", progressive="true", decks="2"))["progressive"]
    assert table.too_few(10**7).startswith("four_aces comes once in 2,")
    assert table.too_few(10**8) == ""


def test_impossible_cards_are_refused() -> None:
    rules = rules_of("nz-blackjack", super_sevens="true", decks="6")
    with pytest.raises(ImpossibleCards, match="7 times Ah: 6 decks hold 6"):
        exact(rules, gone=[parse_card("Ah")] * 7)
    with pytest.raises(ImpossibleCards, match="3 cards are too few for a deal that decides super_sevens"):
        exact(rules, gone=all_but(6, "7s 7h 7d"))


def test_a_double_shoe_is_refused_on_its_clause() -> None:
    rules = rules_of("tribal-blackjack", double_shoe="true", additional_wager="sevens")
    with pytest.raises(NotAnalysable, match=r"double shoe.*\(f\)\(4\)"):
        exact(rules)


def test_a_wager_of_an_unknown_kind_is_refused_by_name() -> None:
    rules = rules_of("mbs-blackjack")
    strange = replace(rules, sides={"pair": replace(rules.sides["pair"], play="tarot")}, memo={})
    with pytest.raises(NotAnalysable, match=r"the wager on pair: .*unknown play 'tarot'.* \(mbs-blackjack 3\.5"):
        exact(strange)
