"""The score of a policy: exact, and its regrets sum to the loss."""

import pytest

from pitboss.analyse.edge import COMPOSITION, edge
from pitboss.analyse.hand import hand
from pitboss.analyse.score import score
from pitboss.analyse.strategy import best_chart
from pitboss.cards import parse_card
from pitboss.law import Limits, load_rulebook, resolve
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import SECTIONS, UPS, StrategyError


def rules_of(book: str = "mbs-blackjack") -> BlackjackRules:
    rules = resolve(load_rulebook(book), {"decks": "6"}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


def test_the_best_chart_loses_only_what_cards_know_better_than_totals() -> None:
    rules = rules_of()
    found = score(best_chart(rules), rules)
    assert found.expectation == edge(rules).expectation
    assert found.best == edge(rules, strategy=COMPOSITION).expectation
    assert 0 <= found.regret < 0.0005
    assert min(one.regret for one in found.hands) > -1e-9


def test_a_policy_as_a_function_is_charged_for_its_one_mistake() -> None:
    """Standing on a pair of eights against a seven costs what the analyser of hands says."""
    rules = rules_of()
    best = best_chart(rules)

    def policy(section: str, label: str, up: str) -> str:
        if (section, label, up) == ("pair", "8", "7"):
            return "S"
        return best.rows(section)[SECTIONS[section].index(label)][UPS.index(up)]

    found, whole = score(policy, rules), score(best, rules)
    worst = found.hands[0]
    assert (worst.cards, worst.up, worst.action, worst.best) == (("8", "8"), "7", "stand", "split")
    eights = [parse_card("8h"), parse_card("8c")]
    assert worst.regret == pytest.approx(hand(rules, eights, parse_card("7s")).costs["stand"], abs=1e-9)
    assert sum(one.share for one in found.hands) == pytest.approx(found.regret, abs=1e-12)
    assert found.regret - whole.regret == pytest.approx(worst.share, abs=1e-12)
    assert "8 8" in found._repr_html_()


def test_a_forbidden_move_is_refused_with_its_clause() -> None:
    with pytest.raises(StrategyError, match="is not allowed"):
        score(lambda section, label, up: "P", rules_of())
