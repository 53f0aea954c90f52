"""Side wagers in different rounds of one shoe: their covariance, and its effect on the standard error."""

from math import sqrt

import numpy as np
import pytest

from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.simulate.blackjack.game import BlackjackGame, open_game
from pitboss.simulate.blackjack.report import Estimate, report
from pitboss.simulate.blackjack.side_covariance import covariance
from pitboss.simulate.run import Totals
from pitboss.strategy.chart import basic_chart
from tests.analyse.rules import rules_of


def test_two_pairs_of_one_deck_counted_out() -> None:
    """Iterates over every two pairs of four different cards."""
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


def test_wagers_on_more_than_two_cards_are_left_alone() -> None:
    assert covariance(rules_of("nz-blackjack", "super_sevens=true"), "super_sevens", 100) == 0


def _estimates(game: BlackjackGame, name: str, rounds: int, seeds: int) -> list[Estimate]:
    player, nothing = game.player(), Totals((0,) * sum(game.counters.values()), game.counters)
    return [report(game.setting, nothing.plus(player.piece(seed, 0, rounds), 1)).wagers[name] for seed in range(seeds)]


def test_the_error_of_a_wager_on_high_cards_is_how_much_it_spreads() -> None:
    """On seven boxes, over several seeds: single rounds would give a quarter more."""
    rules = rules_of("canberra-blackjack", "over_under_13=true")
    game = open_game(rules, basic_chart(rules), sides={"over_13": 1_000}, boxes=7)
    estimates = _estimates(game, "over_13", 2_000, 200)
    squares = np.mean([wager.standard_error**2 for wager in estimates])
    assert np.std([wager.expectation for wager in estimates]) == pytest.approx(sqrt(squares), rel=0.12)
    assert np.mean([wager.deviation / sqrt(2_000) for wager in estimates]) > 1.2 * sqrt(squares)


def test_rounds_of_fresh_cards_do_not_bear_on_one_another() -> None:
    rules = rules_of("canberra-blackjack", "over_under_13=true")
    game = open_game(rules, basic_chart(rules), sides={"over_13": 1_000}, shuffle_every_round=True)
    (wager,) = _estimates(game, "over_13", 2_000, 1)
    assert wager.standard_error == wager.deviation / sqrt(2_000)
