"""The score of a policy: exact, and its regrets sum to the loss."""

from collections.abc import Callable
from typing import Any

import pytest

from pitboss.analyse.edge import COMPOSITION, edge
from pitboss.analyse.hand import hand
from pitboss.analyse.score import score
from pitboss.analyse.strategy import best_chart
from pitboss.cards import parse_card
from pitboss.law import Limits, load_rulebook, resolve
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import open_game
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


@pytest.mark.parametrize("code", ["X", None, "hit", 5])
def test_what_is_no_code_is_refused_with_the_cell_and_the_codes(code: Any) -> None:
    with pytest.raises(StrategyError, match=rf"hard 4 against 2: {code!r} is not a code: write S \(stand\), H \(hit\)"):
        score(lambda section, label, up: code, rules_of())


def test_a_hand_says_what_costs() -> None:
    rules = rules_of()
    found = score(best_chart(rules), rules)
    later = next(one for one in found.hands if one.action == one.best and one.regret > 1e-6)
    assert later.mistake == f"{later.action}, then later decisions"
    first = next(one for one in found.hands if one.action != one.best)
    assert first.mistake == f"{first.action} instead of {first.best}"


def test_what_is_no_policy_or_no_rules_is_refused_in_words() -> None:
    wrong: Any = "mine.txt"
    with pytest.raises(TypeError, match=r"'mine\.txt' is not a policy: write a Chart"):
        score(wrong, rules_of())
    refused: Any = resolve(load_rulebook("mbs-blackjack"), {"decks": "16"}, Limits(1_000, 100_000))
    wheel: Any = resolve(load_rulebook("nz-roulette"), {}, Limits(1_000, 100_000))
    chart, cards, up = best_chart(rules_of()), [parse_card("8h"), parse_card("8c")], parse_card("7s")
    calls: list[Callable[[Any], object]] = [
        edge,
        lambda rules: score(chart, rules),
        lambda rules: hand(rules, cards, up),
        lambda rules: open_game(rules, chart),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"the table was refused: option decks: 16 is outside 1 to 8 \(mbs"):
            call(refused)
        with pytest.raises(TypeError, match="the rules of nz-roulette have RouletteTerms"):
            call(wheel)
