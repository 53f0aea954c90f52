"""Rules that no document has: engine, both kernels and analyser agree on them, and they cost what they should."""

from random import Random

import pytest

from pitboss.analyse.edge import edge, edge_of
from pitboss.analyse.game import game_of
from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.law.laboratory import laboratory_rules
from pitboss.law.refusal import Refusal
from pitboss.simulate.blackjack.fast.runs import FastKernel
from pitboss.simulate.blackjack.program import build
from pitboss.strategy.chart import built_in, fit_chart
from tests.agreement.both import THEMES, compare, random_chart, with_cards
from tests.analyse.enumeration import Enumerated, by_the_cards, by_the_chart
from tests.analyse.test_tiny_shoes import _shoe
from tests.simulate.blackjack.fast.playing import Game, any_chart, compare_shoe, compiled, shoe_of

#: Rules and the few cards of a shoe from which no round of it needs more. Each plays its rule.
TINY = [
    ("H17 SP2", "A*3 6*3 10*6"),
    ("H17 SP2 ENHC", "A*3 6*3 9*2 10*5"),
    ("H17 SP2 BB+1", "A*2 6*3 8*2 10*4"),
    ("D9 SP2", "4*3 5*3 10*7"),
    ("D10 SP2", "4*2 5*3 6*2 10*6"),
    ("D11 SP2", "5*3 6*3 10*7"),
    ("DH SP2", "A*2 4*2 6*2 10*7"),
    ("LS SP2", "7*3 8*3 10*7"),
    ("LS10 SP2", "A*2 7*2 9*3 10*6"),
    ("LSNA SP2", "A*2 7*2 9*3 10*6"),
    ("ES SP2", "A*2 6*2 8*3 10*6"),
    ("ES10 SP2", "A*2 6*2 8*3 10*6"),
    ("ESA SP2 ENHC", "A*3 6*2 8*3 10*5"),
    ("6:5 SP2", "A*3 9*3 10*6"),
    ("5CC SP2", "A*2 2*3 3*2 10*6"),
    ("PUSH22 SP2", "6*4 8*2 10*6"),
]


@pytest.mark.parametrize("strategy", ["basic", "composition"])
@pytest.mark.parametrize(("words", "cards"), TINY)
def test_the_engine_and_the_analyser_agree_on_tiny_shoes(words: str, cards: str, strategy: str) -> None:
    rules, shoe = laboratory_rules(words), _shoe(cards)
    found = edge_of(game_of(rules), shoe, strategy if strategy != "basic" else built_in("basic", rules))
    play = by_the_cards(rules, shoe) if found.chart is None else by_the_chart(rules, found.chart)
    played = Enumerated(rules, shoe, play)
    assert found.expectation == pytest.approx(float(played.expectation), abs=1e-14)
    assert found.deviation == pytest.approx(played.deviation, abs=1e-12)


#: Rules for random charts, shoes and numbers of boxes.
RULES = (
    "6D H17 DAS LS",
    "1D H17 NDAS D10",
    "2D H17 ENHC RSA",
    "4D D9 ES10",
    "6D H17 DH BB+1",
    "2D D11 LSNA 6:5",
    "8D H17 CSM",
)


@pytest.mark.parametrize("words", RULES)
def test_the_general_kernel_settles_every_wager_as_the_engine_does(words: str) -> None:
    dice = Random(words)
    rules = laboratory_rules(words)
    for seed in range(6):
        chart = fit_chart(random_chart(dice), rules) if seed else built_in("basic", rules)
        program = build(rules, chart, boxes=dice.choice((1, 1, 3)))
        if not program.words["continuous"]:
            program = with_cards(program, dice.choice(THEMES), dice)
        compare(program, 300, seed)


@pytest.mark.parametrize("words", RULES)
def test_the_fast_kernel_plays_every_round_as_the_engine_does(words: str) -> None:
    dice = Random(words)
    rules = laboratory_rules(words)
    for _ in range(4):
        chart, boxes = any_chart(dice, rules), dice.choice((1, 1, 3))
        tables = compiled(rules, chart, 1_000, {}, boxes)
        assert tables is not None
        game = Game(rules, chart, 1_000, {}, boxes, tables)
        kernel = FastKernel(tables)
        assert sum(compare_shoe(game, kernel, shoe_of(tables, dice)) for _ in range(3))


def expectation(words: str) -> float:
    return edge(laboratory_rules(words)).expectation


def test_a_peek_is_worth_what_losing_the_original_wager_only_is() -> None:
    assert expectation("2D H17") == pytest.approx(expectation("2D H17 OBO"), abs=1e-12)


def test_rules_rank_as_players_know_them() -> None:
    """Each costs the player more than the one before it."""
    for ranked in (
        ("6D S17", "6D H17"),
        ("6D", "6D DH", "6D D9", "6D D10", "6D D11"),
        ("6D ES", "6D ES10", "6D LS", "6D LS10", "6D NS"),
        ("6D OBO", "6D BB+1", "6D ENHC"),
        ("1D", "6D", "12D"),
        ("6D RSA", "6D", "6D SP2", "6D NSP"),
        ("6D 3:2", "6D 6:5", "6D 1:1"),
    ):
        figures = [expectation(words) for words in ranked]
        assert figures == sorted(figures, reverse=True), ranked


def test_a_soft_17_that_is_hit_costs_a_fifth_of_a_per_cent_with_six_decks() -> None:
    """As published: about 0.2 %."""
    assert expectation("6D S17") - expectation("6D H17") == pytest.approx(0.0021, abs=0.0002)


class Cards:
    """A source of chance that deals given cards."""

    def __init__(self, names: str) -> None:
        from pitboss.cards import parse_card

        self.cards = [parse_card(name) for name in names.split()]

    def draw(self, side: int) -> int:
        return self.cards.pop(0)

    def shuffle(self, side: int, cards: object) -> None:
        """Does nothing: the order is given."""

    def restock(self, side: int, cards: object) -> None:
        """Does nothing: the order is given."""

    def prize(self, kind: str, stake: int) -> int:
        raise NotImplementedError


def refused(words: str, cards: str, command: cmd.PlayerCommand) -> str:
    """Returns the message of a decision on the first two cards, or an empty text if it is allowed."""
    rules, chance = laboratory_rules(words), Cards("2c " + cards)
    state, _ = open_state(rules, chance)
    for order in (
        cmd.JoinTable(player="ann", money=100_000),
        cmd.PlaceBet(player="ann", box=1, amounts=(1_000,)),
        cmd.Deal(),
    ):
        assert not isinstance(act(rules, state, order, chance), Refusal)
    outcome = act(rules, state, command, chance)
    return outcome.message if isinstance(outcome, Refusal) else ""


@pytest.mark.parametrize(
    ("words", "cards", "message"),
    [
        ("D9", "3c 6h 5d 9s", "only a hard 9, 10 or 11 may be doubled"),
        ("D9", "4c 6h 5d 9s", ""),
        ("D9", "Ac 6h 9d 9s", "only a hard 9, 10 or 11 may be doubled"),
        ("D10", "4c 6h 5d 9s", "only a hard 10 or 11 may be doubled"),
        ("D11", "5c 6h 6d 9s", ""),
        ("DH", "Ac 6h 6d 9s", "only a hard hand may be doubled"),
        ("DH", "Tc 6h 6d 9s", ""),
    ],
)
def test_doubles_are_refused_by_the_first_two_cards(words: str, cards: str, message: str) -> None:
    assert refused(words, cards + " 2d 2h 2s 2c 3d 3h 3s", cmd.DoubleDown(player="ann", box=1)) == message


@pytest.mark.parametrize(
    ("words", "cards", "message"),
    [
        ("LS10", "Tc 9h 6d 9s", "the dealer shows neither an ace nor a ten"),
        ("LS10", "Tc Kh 6d 9s", ""),
        ("LSNA", "Tc 9h 6d 9s", ""),
        ("ESA", "Tc Kh 6d 9s", "the dealer shows a ten"),
    ],
)
def test_surrender_is_refused_by_the_up_card(words: str, cards: str, message: str) -> None:
    assert refused(words, cards + " 2d 2h 2s 2c 3d 3h 3s", cmd.Surrender(player="ann", box=1)) == message
