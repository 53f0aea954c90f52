"""Two boxes of one shoe, and two dealer's hands: their covariance over every order of the cards and by simulation."""

from fractions import Fraction
from math import sqrt

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import edge, edge_of
from pitboss.analyse.game import game_of
from pitboss.analyse.shoe import ShoeComposition
from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.run import run
from pitboss.strategy.chart import Chart, built_in, fit_chart
from tests.analyse.enumeration import EveryOrder, Play, by_the_cards, by_the_chart
from tests.analyse.rules import rules_of
from tests.analyse.test_tiny_shoes import _insuring_mimic, _shoe
from tests.cli.calls import call, told

_PLAYERS = "pq"


def _done(outcome: object) -> None:
    assert not isinstance(outcome, Refusal), outcome


class TwoBoxes:
    """Sums over all orders of the products of two boxes' results on their first wagers, by spot."""

    def __init__(self, rules: BlackjackRules, shoe: ShoeComposition, play: Play) -> None:
        self.same = self.other = self.split = Fraction(0)
        chance = EveryOrder(shoe)
        state, _ = open_state(rules, chance)
        chance.burns = state.shoe.burns_due
        for player in _PLAYERS:
            _done(act(rules, state, cmd.JoinTable(player=player, money=10**13), chance))
        stake, spots = game_of(rules).pays.stake, rules.terms.spots_needed if rules.terms.spots > 1 else 1
        more = True
        while more:
            for box, player in enumerate(_PLAYERS, 1):
                _done(act(rules, state, cmd.PlaceBet(player=player, box=box, amounts=(stake,) * spots), chance))
            _done(act(rules, state, cmd.Deal(), chance))
            while state.stage != Stage.BETTING:
                box = state.offer.waiting[0][1] if state.offer is not None else state.turn.box if state.turn else 1
                _done(act(rules, state, replace(play(state), box=box, player=_PLAYERS[box - 1]), chance))
            nets = [[Fraction(0)] * spots for _ in range(2)]
            for wager in state.wagers:
                if wager.kind in ("main", "double", "insurance"):
                    nets[wager.box - 1][max(wager.spot, 1) - 1] += Fraction(wager.result or 0, stake)
            self.same += chance.chance * sum(one * two for one, two in zip(*nets, strict=True)) / spots
            self.split += chance.chance * (len(state.hands[1]) > 1)
            more = chance.advance()


def _insuring(rules: BlackjackRules) -> Chart:
    return replace(built_in("basic", rules), insure=True)


TINY = [
    ("mbs-blackjack", "", "8*4 10*12", "basic"),
    ("mbs-blackjack", "", "A*1 9*3 10*15", "composition"),
    ("nz-blackjack", "", "A*2 9*3 10*9", "insuring mimic"),
    ("canberra-blackjack", "", "7*2 9*2 10*16", "composition"),
    ("tribal-blackjack", "max_split_hands=3 card_reader=true", "A*3 8*3 10*10", "basic"),
    ("tribal-blackjack", "max_split_hands=3 card_reader=true surrender=true", "A*2 8*2 10*8", "insuring"),
    ("tribal-blackjack", "max_split_hands=4", "6*2 8*3 10*12", "basic"),
    ("tribal-blackjack", "multiple_action=true", "A*2 9*2 10*12", "basic"),
    ("H17 SP2", "", "A*2 6*2 10*9", "composition"),
    ("ES SP2 ENHC", "", "A*2 6*2 10*8", "basic"),
]
STRATEGIES = {"basic": lambda rules: built_in("basic", rules), "insuring mimic": _insuring_mimic, "insuring": _insuring}


@pytest.mark.parametrize(("book", "options", "cards", "strategy"), TINY)
def test_two_boxes_over_every_order(book: str, options: str, cards: str, strategy: str) -> None:
    rules = laboratory_rules(book) if book.isupper() or " " in book else rules_of(book, options)
    shoe = _shoe(cards)
    found = edge_of(game_of(rules), shoe, STRATEGIES[strategy](rules) if strategy in STRATEGIES else strategy)
    play = by_the_cards(rules, shoe) if found.chart is None else by_the_chart(rules, found.chart)
    played = TwoBoxes(rules, shoe, play)
    assert found.two_boxes.source == "exact"
    assert found.two_boxes.covariance == pytest.approx(float(played.same) - found.expectation**2, abs=1e-12)


def test_boxes_that_bust_before_a_blackjack_have_a_bound() -> None:
    """A dealer's blackjack that takes busts and one more wager: a split box of busts loses no other."""
    rules, shoe = laboratory_rules("BB+1 ENHC SP2"), _shoe("A*1 6*1 8*3 10*9")
    mimic = built_in("mimic", rules)
    chart = fit_chart(replace(mimic, pair=("P" * 10,) * 10), rules)
    found = edge_of(game_of(rules), shoe, chart)
    played = TwoBoxes(rules, shoe, by_the_chart(rules, chart))
    assert found.two_boxes.source == "bounded"
    off = abs(found.two_boxes.covariance - (float(played.same) - found.expectation**2))
    assert 1e-9 < off <= found.two_boxes.bound < 0.05


@pytest.mark.soak
@pytest.mark.parametrize(
    ("book", "options"),
    [
        ("mbs-blackjack", ""),
        ("nz-blackjack", ""),
        ("canberra-blackjack", ""),
        ("tribal-blackjack", "max_split_hands=4 decks=1"),
        ("6D H17 DAS LS", ""),
        ("2D S17 ENHC RSA", ""),
    ],
)
def test_the_simulated_variance_of_three_boxes_agrees(book: str, options: str) -> None:
    rules = laboratory_rules(book) if " " in book else rules_of(book, options)
    found, boxes, rounds = edge(rules), 3, 100_000_000
    assert found.chart is not None
    game = open_game(rules, found.chart, boxes=boxes, shuffle_every_round=True)
    played = report(game.setting, run(game, rounds, seed=21))
    fourth = sum(share * float(net) ** 4 for net, share in played.distribution.items())
    variance = played.main.deviation**2
    # the mean of the boxes has at most the fourth moment of one
    error = sqrt((fourth - variance**2) / rounds)
    assert abs(variance - (found.deviation_of(boxes) / boxes) ** 2) < 4 * error


def test_moments_are_printed() -> None:
    main = told("edge", "canberra-blackjack", "-o", "triple_play=true")["main"]
    hands = main["two_dealer_hands"]
    # the mean of two hands: half of the variance of one and half of the covariance
    single = hands["covariance"] / hands["correlation"]
    assert main["deviation"] ** 2 == pytest.approx((single + hands["covariance"]) / 2, abs=1e-12)
    assert (hands["source"], "two_boxes" in main) == ("exact", False)
    suited = told("edge", "--rules", "SBJ2:1 NSP 1D", "--boxes", "2")["main"]
    assert "suits" in suited["two_boxes"]["why"]
    assert suited["deviation_of_boxes"]["deviation"] is None
    shown = " ".join(call("edge", "--rules", "NSP 1D", "--boxes", "5").stdout.split())
    assert "covariance of two boxes, one dealer hand 0.4" in shown
    assert "deviation of 5 boxes" in shown
