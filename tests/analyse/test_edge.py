"""The exact main game: published figures, best decisions, inequalities, and refusals."""

from random import Random

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import Edge, FirstHand, edge
from pitboss.analyse.hand import hand
from pitboss.analyse.shoe import ImpossibleCards, NotAnalysable, shoe_of
from pitboss.analyse.splits import most_gone, paths
from pitboss.analyse.strategy import best_chart
from pitboss.cards import DECK_SIZE, parse_card
from pitboss.strategy.chart import BASIC, Chart, basic_chart, check_chart, fit_chart
from pitboss.strategy.chart_text import print_chart, read_chart
from tests.analyse.rules import rules_of

#: The game for which figures are published: the hole card is looked at, four hands, aces once, doubles after splits.
LOOKED_AT = "card_reader=true max_split_hands=4 resplit_aces=false split_two_card_21_beats_drawn_21=false"
TABLES = [
    ("nz-blackjack", ""),
    ("nz-blackjack", "decks=4 blackjack_plus=true"),
    ("mbs-blackjack", "decks=1"),
    ("mbs-blackjack", ""),
    ("canberra-blackjack", ""),
    ("canberra-blackjack", "triple_play=true"),
    ("tribal-blackjack", "decks=1"),
    ("tribal-blackjack", "decks=2 surrender=true card_reader=true five_card_21=true max_split_hands=4"),
    ("tribal-blackjack", "multiple_action=true"),
]


@pytest.mark.parametrize(
    ("decks", "composition", "by_the_chart_of_eight_decks"),
    [(1, 0.18193, 0.11192), (6, -0.40287, -0.40592), (8, -0.43058, -0.43248)],
)
def test_published_figures(decks: int, composition: float, by_the_chart_of_eight_decks: float) -> None:
    rules = rules_of("tribal-blackjack", f"decks={decks} {LOOKED_AT}")
    eight = basic_chart(rules_of("tribal-blackjack", f"decks=8 {LOOKED_AT}"))
    assert 100 * edge(rules, strategy="composition").expectation == pytest.approx(composition, abs=5e-6)
    assert 100 * edge(rules, strategy=eight).expectation == pytest.approx(by_the_chart_of_eight_decks, abs=5e-6)


def test_published_figures_without_a_hole_card() -> None:
    """A dealer's blackjack takes doubled and split wagers whole."""
    rules = rules_of("canberra-blackjack", "decks=8")
    assert 100 * edge(rules, strategy="composition").expectation == pytest.approx(-0.54239, abs=5e-6)
    assert 100 * edge(rules, strategy=fit_chart(BASIC, rules)).expectation == pytest.approx(-0.60650, abs=5e-6)


def test_infinitely_many_decks_are_the_limit() -> None:
    many, more = (
        edge(rules_of("tribal-blackjack", f"decks={decks} {LOOKED_AT}"), strategy="composition").expectation
        for decks in (50, 100)
    )
    limit = edge(rules_of("tribal-blackjack", LOOKED_AT), strategy="composition", infinite=True)
    assert limit.expectation == pytest.approx(2 * more - many, abs=1e-6)
    assert limit.expectation < more < many
    assert limit.expectation == pytest.approx(
        edge(rules_of("tribal-blackjack", LOOKED_AT), infinite=True).expectation, abs=1e-6
    )


@pytest.mark.parametrize(("rulebook", "options"), TABLES)
def test_best_strategies_are_ordered_and_round_trip(rulebook: str, options: str) -> None:
    rules = rules_of(rulebook, options)
    total, composition = edge(rules), edge(rules, strategy="composition")
    assert composition.expectation >= total.expectation - 1e-12
    assert total.expectation >= edge(rules, strategy=basic_chart(rules)).expectation - 1e-12
    chart = best_chart(rules)
    check_chart(chart, rules)
    assert edge(rules, strategy=chart).expectation == pytest.approx(total.expectation, abs=1e-14)
    assert read_chart(print_chart(chart), chart.name) == chart
    for found in (total, composition):
        assert sum(up.probability for up in found.by_up.values()) == pytest.approx(1)
        assert sum(one.probability for one in found.hands) == pytest.approx(1)
        assert sum(one.probability * one.expectation for one in found.hands) == pytest.approx(found.expectation)
        assert sum(found.outcomes.values()) == pytest.approx(1)
        if rules.terms.spots == 1:
            assert sum(found.distribution.values()) == pytest.approx(1)
            mean = sum(net * chance for net, chance in found.distribution.items())
            # only split boxes rest on a convention
            assert mean == pytest.approx(found.expectation, abs=0.003 * found.splits)


def test_no_other_cell_is_better() -> None:
    rules, dice = rules_of("tribal-blackjack", "decks=1 surrender=true"), Random(5)
    chart = best_chart(rules)
    best = edge(rules, strategy=chart).expectation
    changed = 0
    while changed < 8:
        other = fit_chart(_changed(chart, dice), rules)
        if other.hard + other.soft != chart.hard + chart.soft:
            # what only split hands come to does not count, for totals are decided by the hands dealt
            assert edge(rules, strategy=other).expectation <= best + 2e-7
            changed += 1


def _changed(chart: Chart, dice: Random) -> Chart:
    section = dice.choice(("hard", "soft"))
    rows = [list(row) for row in chart.rows(section)]
    rows[dice.randrange(len(rows) - 1)][dice.randrange(10)] = dice.choice("SHDERQ")
    cells = tuple("".join(row) for row in rows)
    return replace(chart, name="other", **{section: cells})


def test_how_splits_go() -> None:
    assert {(path.pairs, path.finished, path.hands): orders for path, orders in paths(4)} == {
        (0, 2, 2): 1,
        (1, 3, 3): 2,
        (2, 0, 4): 1,
        (2, 1, 4): 2,
        (2, 2, 4): 2,
    }
    assert [most_gone(most) for most in (2, 3, 4)] == [1, 3, 5]


# --- hands -------------------------------------------------------------------------------------------------------


def cards(text: str) -> list[int]:
    return [parse_card(word) for word in text.split()]


@pytest.mark.parametrize(("rulebook", "options"), TABLES)
def test_a_hand_is_worth_what_the_round_says(rulebook: str, options: str) -> None:
    rules = rules_of(rulebook, options)
    first = {(one.cards, one.up): one for one in edge(rules, strategy="composition").hands}
    for (one, two), up in ((("8", "8"), "10"), (("6", "10"), "10"), (("2", "9"), "6"), (("A", "7"), "3")):
        names = [f"{name.replace('10', 'T')}{suit}" for name, suit in ((one, "h"), (two, "c"), (up, "s"))]
        answer = hand(rules, cards(" ".join(names[:2])), parse_card(names[2]))
        first_hand = first[(one, two), up]
        worth = answer.actions[answer.best]
        if rules.terms.card_reader and up == "10":
            beaten = shoe_of(rules)[0] / (sum(shoe_of(rules)) - 3)
            worth = worth * (1 - beaten) - beaten
        assert answer.best == first_hand.action
        assert worth == pytest.approx(first_hand.expectation, abs=1e-14)
        assert min(answer.costs.values()) == answer.costs[answer.best] == 0


def test_cards_that_are_gone_matter() -> None:
    rules = rules_of("mbs-blackjack", "decks=1")
    fresh = hand(rules, cards("Th 6c"), parse_card("Ts"))
    low = hand(rules, cards("Th 6c"), parse_card("Ts"), cards("2h 3h 4h 5h 2c 3c 4c 5c"))
    assert fresh.actions["hit"] > low.actions["hit"]
    insured = hand(rules, cards("9h 9c"), parse_card("As"), cards("2h 3h 4h 5h 2c 3c 4c 5c 6h 7h 6d 7d"))
    assert insured.insurance is not None
    assert insured.insurance > 0
    assert edge(rules, strategy="composition", gone=cards("2h 3h 4h 5h")).expectation > edge(rules).expectation


def test_even_money_or_waiting() -> None:
    answer = hand(rules_of("canberra-blackjack"), cards("Ah Kc"), parse_card("As"))
    tens, left = 95, 6 * DECK_SIZE - 3
    assert answer.actions["wait"] == pytest.approx(1.5 * (1 - tens / left))
    assert (answer.actions["even money"], answer.best) == (1, "wait")


def test_wins_that_the_float_cannot_pay_are_rounded_as_at_the_table() -> None:
    """A blackjack on 10 pays 20 if the smallest chip is 10; it pays 15 if it is 2.50."""
    plain = edge(rules_of("canberra-blackjack"))
    assert edge(rules_of("canberra-blackjack", "float_unit=2.50")).expectation == plain.expectation
    assert plain.chart is not None
    rounded = edge(rules_of("canberra-blackjack", "float_unit=10"), strategy=plain.chart)
    won = sum(one.probability for one in _blackjacks(plain) if one.up not in ("A", "10"))
    won += sum(one.expectation / 1.5 * one.probability for one in _blackjacks(plain) if one.up in ("A", "10"))
    assert rounded.expectation - plain.expectation == pytest.approx(won / 2, abs=1e-12)


def _blackjacks(found: Edge) -> list[FirstHand]:
    return [one for one in found.hands if one.cards == ("A", "10")]


def test_a_double_that_the_float_rounds_up_far() -> None:
    """Each of two wagers of 10 wins 25: five units on one hand, and the probabilities still sum to one."""
    found = edge(rules_of("canberra-blackjack", "float_unit=25"))
    assert max(found.distribution) >= 5
    assert sum(found.distribution.values()) == pytest.approx(1)
    mean = sum(net * chance for net, chance in found.distribution.items())
    assert mean == pytest.approx(found.expectation, abs=1e-3)


# --- refusals ----------------------------------------------------------------------------------------------------


def test_cards_that_are_not_there() -> None:
    rules = rules_of("mbs-blackjack", "decks=1")
    with pytest.raises(ImpossibleCards, match="2 times Ah: 1 deck holds one"):
        edge(rules, gone=cards("Ah Ah"))
    with pytest.raises(ImpossibleCards, match="2 times Ah: 1 deck holds one"):
        hand(rules, cards("Ah 5c"), parse_card("Ah"))
    with pytest.raises(ImpossibleCards, match="infinite"):
        edge(rules, gone=cards("Ah"), infinite=True)
    with pytest.raises(ImpossibleCards, match="over 21"):
        hand(rules, cards("Th Tc 2s"), parse_card("5h"))
    with pytest.raises(ImpossibleCards, match="there is no decision on a hand of 21"):
        hand(rules, cards("Th 9c 2s"), parse_card("5h"))
    with pytest.raises(ImpossibleCards, match="two cards or more"):
        hand(rules, cards("Th"), parse_card("5h"))


def test_too_few_cards() -> None:
    rules = rules_of("mbs-blackjack", "decks=1")
    gone = [card for card in range(DECK_SIZE) if card % 4]
    with pytest.raises(NotAnalysable, match=r"may need \d+ cards, where 13 are left"):
        edge(rules, gone=gone)


def test_a_double_shoe_is_named_with_its_clause() -> None:
    with pytest.raises(NotAnalysable, match=r"a double shoe.*tribal-blackjack \(f\)\(4\)"):
        edge(rules_of("tribal-blackjack", "double_shoe=true"))


def test_an_unknown_strategy() -> None:
    with pytest.raises(ValueError, match="'best' is not a strategy: write total, composition"):
        edge(rules_of("mbs-blackjack"), strategy="best")
