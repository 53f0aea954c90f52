"""The best chart at every count: against published figures, and the expected cards at a count."""

from fractions import Fraction

import pytest

from pitboss.analyse import by_count
from pitboss.analyse.by_count import best_by_count
from pitboss.analyse.shoe import INFINITE_DECKS, card_of
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import SECTIONS, UPS, check_chart
from pitboss.strategy.chart_text import print_chart, read_chart, rows_text
from pitboss.strategy.count_systems import SYSTEMS, WAYS, CountError


def rules_of(book: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(book), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


#: The eighteen changes of hi-lo with the largest gain, for many decks, as published by Schlesinger: from which count on
#: the second move is made.
PUBLISHED = {
    ("hard", "16", "10"): ("H", 0, "S"),
    ("hard", "15", "10"): ("H", 4, "S"),
    ("pair", "10", "5"): ("S", 5, "P"),
    ("pair", "10", "6"): ("S", 4, "P"),
    ("hard", "10", "10"): ("H", 4, "D"),
    ("hard", "12", "3"): ("H", 2, "S"),
    ("hard", "12", "2"): ("H", 3, "S"),
    ("hard", "11", "A"): ("H", 1, "D"),
    ("hard", "9", "2"): ("H", 1, "D"),
    ("hard", "10", "A"): ("H", 4, "D"),
    ("hard", "9", "7"): ("H", 3, "D"),
    ("hard", "16", "9"): ("H", 5, "S"),
    ("hard", "13", "2"): ("H", -1, "S"),
    ("hard", "12", "4"): ("H", 0, "S"),
    ("hard", "12", "5"): ("H", -2, "S"),
    ("hard", "12", "6"): ("H", -1, "S"),
    ("hard", "13", "3"): ("H", -2, "S"),
}


def test_the_published_changes_of_hi_lo_are_found() -> None:
    rules = rules_of("tribal-blackjack", decks="6")
    chart = best_by_count(rules, SYSTEMS["hi-lo"])
    check_chart(chart, rules)
    assert read_chart(print_chart(chart), chart.name) == chart
    assert chart.insure_at == 3  # the eighteenth
    off = []
    for (section, label, up), (before, index, after) in PUBLISHED.items():
        cell = rows_text(chart, section)[SECTIONS[section].index(label)][UPS.index(up)]
        assert (cell[0], cell[-1]) == (before, after)
        off.append(abs(int(cell[1:-1]) - index))
    assert max(off) <= 1
    assert sum(off) <= 3


@pytest.mark.parametrize("name", [name for name, system in SYSTEMS.items() if not system.imbalance])
@pytest.mark.parametrize("true", [Fraction(-3, 2), Fraction(0), Fraction(5, 2)])
def test_the_cards_of_a_count_have_that_count(name: str, true: Fraction) -> None:
    system = SYSTEMS[name]
    shoe = by_count._shoe_at(rules_of("mbs-blackjack"), system, true)
    running = -sum(Fraction(system.tags[card_of(value)] * count, system.scale) for value, count in enumerate(shoe))
    found = running / Fraction(sum(shoe), 52)
    assert float(found) == pytest.approx(float(true), abs=1e-9)
    if not true:
        assert shoe == tuple(4 * INFINITE_DECKS * (4 if value == 9 else 1) for value in range(10))


def test_a_count_is_read_as_the_middle_of_what_is_read_as_it() -> None:
    ways = {way: number for way, number in WAYS.items() if way != "running"}
    read = {way: [float(by_count.middle_of(count, number)) for count in (-2, 0, 2)] for way, number in ways.items()}
    assert read == {"floor": [-1.5, 0.5, 2.5], "trunc": [-2.5, 0.0, 2.5], "round": [-2.0, 0.0, 2.0]}


def test_counts_that_do_not_determine_the_cards_are_refused() -> None:
    rules = rules_of("mbs-blackjack")
    with pytest.raises(CountError, match="ko does not determine the remaining cards"):
        best_by_count(rules, SYSTEMS["ko"], "floor")
    with pytest.raises(CountError, match="hi-lo does not determine the remaining cards"):
        best_by_count(rules, SYSTEMS["hi-lo"], "running")


def test_a_strategy_by_count_reports_its_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(by_count, "MOST", 2)
    heard = []
    rules = rules_of("mbs-blackjack")
    chart = best_by_count(rules, SYSTEMS["hi-lo"], watch=lambda done, of: heard.append((done, of)))
    assert heard == [(done, 5) for done in range(1, 6)]
    assert (chart.insure, chart.insure_at) == (False, None)
    assert all(-2 < step <= 2 for step, _ in chart.by_count)
