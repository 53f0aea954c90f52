"""The exact and the simulated main game, every round from shuffled cards: within four standard errors."""

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import edge
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.run import run
from pitboss.strategy.chart import Chart, built_in
from tests.analyse.rules import rules_of

MATRIX = [
    ("nz-blackjack", "", "total"),
    ("nz-blackjack", "decks=4", "mimic"),
    ("nz-blackjack", "blackjack_plus=true blackjack_plus_odds=6:5", "total"),
    ("mbs-blackjack", "", "total"),
    ("mbs-blackjack", "decks=1", "insuring"),
    ("canberra-blackjack", "", "total"),
    ("canberra-blackjack", "decks=8", "insuring"),
    ("canberra-blackjack", "triple_play=true", "total"),
    ("tribal-blackjack", "", "basic"),
    ("tribal-blackjack", "decks=2 surrender=true card_reader=true five_card_21=true max_split_hands=4", "total"),
    ("tribal-blackjack", "decks=1 max_split_hands=3 bust_collected_at_once=true", "insuring"),
    ("tribal-blackjack", "decks=4 automated_shuffler=true consolidated_net_payout=true", "total"),
    ("tribal-blackjack", "multiple_action=true multiple_action_wagers=3", "total"),
]


def _strategy(name: str, rules: BlackjackRules) -> str | Chart:
    if name == "insuring":
        return replace(built_in("basic", rules), insure=True, even_money=True)
    return name if name == "total" else built_in(name, rules)


def _compare(rulebook: str, options: str, strategy: str, rounds: int) -> None:
    rules = rules_of(rulebook, options)
    found = edge(rules, strategy=_strategy(strategy, rules))
    assert found.chart is not None
    game = open_game(rules, found.chart, shuffle_every_round=True)
    simulated = report(game.setting, run(game, rounds, seed=len(options) + 11))
    assert abs(simulated.main.expectation - found.expectation) < 4 * simulated.main.standard_error
    assert simulated.frequencies.get("box split", 0.0) == pytest.approx(found.splits, abs=5e-4)
    # a deviation's own error is near a third of a per mille of it in ten million rounds
    assert simulated.main.deviation == pytest.approx(found.deviation, rel=0.0015)


@pytest.mark.parametrize(("rulebook", "options", "strategy"), MATRIX)
def test_exact_and_simulated(rulebook: str, options: str, strategy: str) -> None:
    _compare(rulebook, options, strategy, 10_000_000)


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "options", "strategy"), MATRIX)
def test_exact_and_simulated_for_long(rulebook: str, options: str, strategy: str) -> None:
    _compare(rulebook, options, strategy, 200_000_000)
