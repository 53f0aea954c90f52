"""Side wagers of different rounds of one shoe: how they bear on one another, and what that does to their error."""

from math import sqrt

import numpy as np
import pytest

from pitboss.blackjack.wagers.base import side_plays
from pitboss.cards import DECK_SIZE
from pitboss.kernel.games import BlackjackGame, open_game
from pitboss.kernel.report import Estimate, report
from pitboss.kernel.run import Totals
from pitboss.kernel.same_shoe import covariance
from pitboss.kernel.strategy import basic_chart
from tests.analyse.rules import rules_of


def test_two_pairs_of_one_deck_counted_out() -> None:
    """Every two pairs of four different cards."""
    rules = rules_of("tribal-blackjack", "decks=1 additional_wager=over_under_13")
    play = side_plays(rules)["over_13"]
    pairs = [(one, two) for one in range(DECK_SIZE) for two in range(DECK_SIZE) if one != two]
    won = np.array([1.0 if play.line(pair) else -1.0 for pair in pairs])
    holds = np.zeros((len(pairs), DECK_SIZE))
    holds[np.arange(len(pairs))[:, np.newaxis], pairs] = 1
    apart = holds @ holds.T == 0
    together = (np.outer(won, won) * apart).sum() / apart.sum()
    assert covariance(rules, "over_13", 100) == pytest.approx(together - won.mean() ** 2, rel=1e-9)
    assert together < won.mean() ** 2


def test_what_more_than_two_cards_decide_is_left_alone() -> None:
    assert covariance(rules_of("nz-blackjack", "super_sevens=true"), "super_sevens", 100) == 0


def _told(game: BlackjackGame, name: str, rounds: int, seeds: int) -> list[Estimate]:
    player, nothing = game.player(), Totals((0,) * sum(game.counters.values()), game.counters)
    return [report(game.setting, nothing.plus(player.piece(seed, 0, rounds), 1)).wagers[name] for seed in range(seeds)]


def test_the_error_of_a_wager_on_high_cards_is_how_much_it_spreads() -> None:
    """On seven boxes, over several seeds: single rounds would tell a quarter more."""
    rules = rules_of("canberra-blackjack", "over_under_13=true")
    game = open_game(rules, basic_chart(rules), sides={"over_13": 1_000}, boxes=7)
    told = _told(game, "over_13", 2_000, 200)
    squares = np.mean([wager.standard_error**2 for wager in told])
    assert np.std([wager.expectation for wager in told]) == pytest.approx(sqrt(squares), rel=0.12)
    assert np.mean([wager.deviation / sqrt(2_000) for wager in told]) > 1.2 * sqrt(squares)


def test_rounds_of_fresh_cards_do_not_bear_on_one_another() -> None:
    rules = rules_of("canberra-blackjack", "over_under_13=true")
    game = open_game(rules, basic_chart(rules), sides={"over_13": 1_000}, shuffle_every_round=True)
    (wager,) = _told(game, "over_13", 2_000, 1)
    assert wager.standard_error == wager.deviation / sqrt(2_000)
