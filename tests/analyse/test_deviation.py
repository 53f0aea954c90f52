"""The deviation of a round, exact with split hands and with several dealer hands.

``test_tiny_shoes`` compares it with every order of the cards of small shoes; here are full shoes.
"""

from math import perm, prod, sqrt

import numpy as np
import pytest
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer import ENDS, dealer_trie, finished_draws
from pitboss.analyse.dealer_draws import TWO_HANDS, one_hand, two_hands
from pitboss.analyse.edge import edge, edge_of
from pitboss.analyse.game import build_game
from pitboss.analyse.shoe import NotAnalysable, shoe_of
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.run import run
from pitboss.strategy.hand_classes import DEALER_22, DEALER_BUST
from tests.analyse.rules import rules_of
from tests.cli.calls import call, told

#: A shoe of two decks.
TWO_DECKS = np.array([8] * 9 + [32], np.int64)


def chances_of_end(up: int, left: np.ndarray) -> np.ndarray:
    """The chances of one dealer's hand by the code of the expectation."""
    ends: NDArray[np.float64] = np.zeros((1, ENDS))
    behind = (up, left, int(left.sum()))
    native.dealer_ends(native.new_dealer_lanes(), dealer_trie(up, hits_soft_17=False), behind, ends)
    first: NDArray[np.float64] = ends[0]
    return first


@pytest.mark.parametrize("up", [0, 5, 8, 9])
def test_two_dealer_hands_are_drawn_one_after_the_other(up: int) -> None:
    left = TWO_DECKS.copy()
    left[up] -= 1
    both = np.zeros((ENDS, ENDS))
    for drawn, (orders, end) in finished_draws(up, hits_soft_17=False).items():
        ways = prod(perm(int(count), times) for count, times in zip(left, drawn, strict=True))
        both[end] += orders * ways / perm(int(left.sum()), sum(drawn)) * chances_of_end(up, left - np.array(drawn))
    draws, none = two_hands(up, apart=True, hits_soft_17=False), np.zeros(1, np.int64)
    for place, (one, two) in enumerate(zip(*TWO_HANDS, strict=True)):
        if DEALER_BUST in (one, two):
            continue
        figure = np.zeros((1, len(TWO_HANDS[0])))
        figure[0, place] = 1.0
        found = native.weigh(native.new_lanes(len(TWO_HANDS[0])), draws, left, none, figure)
        assert found == pytest.approx(both[one, two] + both[two, one] * (one != two), abs=1e-15)


@pytest.mark.parametrize("apart", [False, True])
def test_a_dealers_22_is_apart_only_where_it_is_settled_apart(apart: bool) -> None:
    left = TWO_DECKS.copy()
    left[4] -= 1
    ends = chances_of_end(4, left)
    expected = 1 - ends[DEALER_BUST] - (0 if apart else ends[DEALER_22])
    found = native.weigh(
        native.new_lanes(ENDS),
        one_hand(4, apart=apart, hits_soft_17=False),
        left,
        np.zeros(1, np.int64),
        np.ones((1, ENDS)),
    )
    assert found == pytest.approx(expected, abs=1e-15)


ONE_DEALER = [("tribal-blackjack", "max_split_hands=4"), ("nz-blackjack", ""), ("mbs-blackjack", "")]


@pytest.mark.parametrize(("rulebook", "options"), ONE_DEALER)
def test_hands_are_independent_in_an_infinite_shoe(rulebook: str, options: str) -> None:
    """There the distribution, which takes split hands as independent, is exact, and so has the same deviation."""
    found = edge(rules_of(rulebook, options), infinite=True)
    mean = sum(net * chance for net, chance in found.distribution.items())
    second = sum(net**2 * chance for net, chance in found.distribution.items())
    assert found.splits > 0.01
    assert found.deviation == pytest.approx(sqrt(second - mean**2), abs=1e-11)


def test_the_distribution_of_a_small_shoe_has_the_deviation_of_dependent_hands() -> None:
    """Exactly with two hands of a pair; with four within the bound of what the distribution does not list."""
    two, four = (edge(rules_of("tribal-blackjack", f"max_split_hands={most} decks=1")) for most in (2, 4))
    for found in (two, four):
        second = sum(net**2 * chance for net, chance in found.distribution.items())
        largest = max(net**2 for net in found.distribution)
        off = abs(found.deviation**2 - (second - found.expectation**2))
        assert off <= 1e-12 + found.distribution_bound * largest
    assert two.distribution_bound == 0 < four.distribution_bound


def test_triple_play_is_as_two_simulators_have_found_it() -> None:
    found = edge(rules_of("canberra-blackjack", "triple_play=true decks=6"))
    assert found.deviation == pytest.approx(0.93064, abs=0.00001)
    # 1e8 rounds have a standard error of 0.00005
    assert found.deviation == pytest.approx(0.93059, abs=0.0002)


def test_a_hole_card_read_against_several_dealer_hands_is_refused() -> None:
    """No document allows it, and nothing was checked against the engine."""
    rules = rules_of("tribal-blackjack", "multiple_action=true")
    asked = replace(rules, terms=replace(rules.terms, hole_card=True, card_reader=True), memo={})
    with pytest.raises(NotAnalysable, match="several dealer hands"):
        edge_of(build_game(asked), shoe_of(asked), "total")


MATRIX = [
    ("canberra-blackjack", "triple_play=true decks=6"),
    ("tribal-blackjack", "multiple_action=true multiple_action_wagers=3 decks=1 max_split_hands=4"),
    ("tribal-blackjack", "multiple_action=true decks=2"),
    ("tribal-blackjack", "max_split_hands=4 decks=1"),
    ("tribal-blackjack", "max_split_hands=4 decks=6"),
    ("nz-blackjack", "blackjack_plus=true"),
]


def agrees(rulebook: str, options: str, rounds: int) -> None:
    """The simulated variance is within four of its standard errors, which follow from the fourth moment."""
    rules = rules_of(rulebook, options)
    found = edge(rules)
    assert found.chart is not None
    game = open_game(rules, found.chart, shuffle_every_round=True)
    played = report(game.setting, run(game, rounds, seed=3))
    nets = np.array([float(net) for net in played.distribution])
    chances = np.array(list(played.distribution.values()))
    assert chances.sum() == pytest.approx(1)
    fourth = float(chances @ (nets - played.main.expectation) ** 4)
    variance = played.main.deviation**2
    error = sqrt((fourth - variance**2) / rounds)
    assert abs(variance - found.deviation**2) < 4 * error


@pytest.mark.parametrize(("rulebook", "options"), MATRIX)
def test_the_simulated_variance_agrees(rulebook: str, options: str) -> None:
    agrees(rulebook, options, 3_000_000)


@pytest.mark.soak
@pytest.mark.parametrize(("rulebook", "options"), MATRIX)
def test_the_simulated_variance_of_many_rounds_agrees(rulebook: str, options: str) -> None:
    agrees(rulebook, options, 200_000_000)


def test_the_sources_of_deviation_and_distribution_are_printed() -> None:
    arguments = ("canberra-blackjack", "-o", "triple_play=true")
    main = told("edge", *arguments)["main"]
    assert main["deviation_source"] == "exact"
    assert "0.93064, exact" in " ".join(call("edge", *arguments).stdout.split())
    main = told("edge", "mbs-blackjack", "-o", "decks=1", "--cards-gone", "2s 2c 2h 2d 3s")["main"]
    assert (main["deviation_source"], main["distribution_source"]) == ("exact", "conventional")
    assert any("independent" in convention for convention in main["distribution_conventions"])
    page = call("report", "mbs-blackjack", "--rounds", "0").stdout
    assert "The deviation is exact; the distribution of results is conventional" in page
