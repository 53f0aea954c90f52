"""The distribution of a round on full shoes; ``test_tiny_shoes`` compares it with every order of the cards."""

from math import sqrt

import pytest
from msgspec.structs import replace

from pitboss.analyse import wagers
from pitboss.analyse.dealer_draws import CARD_KEYS, table_rows
from pitboss.analyse.edge import Edge, edge
from pitboss.analyse.report import sheet
from pitboss.analyse.report_returns import assumptions
from pitboss.analyse.split_results import unions
from pitboss.law.laboratory import laboratory_rules
from tests.analyse.rules import rules_of


def _moments(found: Edge) -> tuple[float, float]:
    mean = sum(net * chance for net, chance in found.distribution.items())
    square = sum(net**2 * chance for net, chance in found.distribution.items())
    return mean, sqrt(square - mean**2)


def test_an_exact_distribution_has_the_exact_expectation_and_deviation() -> None:
    """Both are computed by other code: by the values of hands, and by pairs of hands."""
    found = edge(rules_of("tribal-blackjack", ""))
    assert found.splits > 0.02
    assert (found.distribution_source, found.distribution_bound) == ("exact", 0.0)
    assert _moments(found) == pytest.approx((found.expectation, found.deviation), abs=1e-13)
    assert sum(found.distribution.values()) == pytest.approx(1, abs=1e-13)
    assert sum(found.outcomes.values()) == pytest.approx(1, abs=1e-13)


def test_what_is_not_listed_bounds_the_error() -> None:
    found = edge(laboratory_rules("1D SP3 DH NDAS"))
    rough = replace(found, products=0)
    assert rough.distribution_bound == pytest.approx(rough.splits, abs=1e-12)
    nets = rough.distribution.keys() | found.distribution.keys()
    off = sum(abs(rough.distribution.get(net, 0.0) - found.distribution.get(net, 0.0)) for net in nets) / 2
    assert 1e-8 < off < rough.distribution_bound + found.distribution_bound
    assert found.distribution_bound < rough.distribution_bound / 10
    assert found.thorough().products > found.products


def test_every_union_is_listed_once() -> None:
    keys, others = CARD_KEYS[:3] * 2, CARD_KEYS[1:] * 2
    listed, _ = table_rows(unions(keys, others))
    assert sorted(listed.tolist()) == sorted({int(one + two) for one in keys for two in others})


@pytest.mark.parametrize("words", ["1D H17 SP2", "2D S17 LS SP2"])
def test_the_greatest_and_the_least_result_are_exact_beside_a_convention(words: str) -> None:
    listed = edge(laboratory_rules(words))
    assumed = replace(listed, products=0)
    assert (listed.distribution_source, assumed.distribution_source) == ("exact", "conventional")
    for net in (max(listed.distribution), min(listed.distribution)):
        assert assumed.source_of(net) == "exact"
        assert assumed.distribution[net] == pytest.approx(listed.distribution[net], rel=1e-12)
    assert assumed.source_of(2.0) == "conventional"
    assert sum(assumed.distribution.values()) == pytest.approx(1, abs=1e-13)


@pytest.mark.parametrize(("words", "most"), [("2D SP21 SP3", 1e-4), ("2D D9 SP5 BB+1", 0.01)])
def test_a_conventional_deviation_has_a_bound(words: str, most: float) -> None:
    rules = laboratory_rules(words)
    found = edge(rules)
    assert found.deviation_source == "conventional"
    assert 0.0 < found.deviation_bound < most
    assert (found.expectation_bound > 0.0) == (found.expectation_source == "conventional")
    assert f"off by at most {found.deviation_bound:.6f}" in " ".join(assumptions(sheet(rules)))
    exact = edge(laboratory_rules("2D D9 SP2"))
    assert (exact.deviation_bound, exact.expectation_bound) == (0.0, 0.0)


def test_streaks_on_a_conventional_distribution_have_a_bound() -> None:
    rules = rules_of("tribal-blackjack", "streak=true max_split_hands=4 decks=8")
    table = wagers.exact(rules)["streak_2"]
    assert (table.source, edge(rules).distribution_source) == ("conventional", "conventional")
    assert any("the probability to win is off by at most 0.00" in note for note in table.notes)
