"""A value that overflows its field in a kernel's memory fails by name; the other kernel is no fallback."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.atoms.fit import LayoutError, fit, same
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast import tables, transitions
from pitboss.simulate.blackjack.game import FastGame, GeneralGame, open_game
from pitboss.simulate.blackjack.general import layout
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel
from pitboss.simulate.blackjack.program import build
from pitboss.simulate.roulette.layout import MOST_COMPARTMENTS, rejected_below
from pitboss.strategy.chart import basic_chart
from pitboss.strategy.hand_classes import NotSimulable
from tests.agreement.both import any_program


def rules_of(book: str = "nz-blackjack", **options: str) -> BlackjackRules:
    rules: Any = resolve(load_rulebook(book), options, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal), rules
    found: BlackjackRules = rules
    return found


def test_a_value_that_does_not_fit_is_named() -> None:
    assert fit("the field", 31, 32) == 31
    with pytest.raises(LayoutError, match="the field: 32 does not fit, there is room for 0 to 31"):
        fit("the field", 32, 32)
    with pytest.raises(LayoutError, match="the size: 3 where the compiled code takes 4"):
        same("the size", 3, 4)


def test_a_dealer_who_draws_on_17_has_more_states_than_the_fast_kernel_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Such a state would have the bit of a finished hand. The other kernel does not play the game either."""
    monkeypatch.setattr(transitions, "must_draw", lambda total, soft, hits_soft_17: total < 18)
    rules = rules_of()
    with pytest.raises(LayoutError, match="the number of the dealer's states while drawing: 19 does not fit"):
        open_game(rules, basic_chart(rules))


def test_a_table_that_is_larger_than_its_place_is_named() -> None:
    rules = rules_of()
    program = build(rules, basic_chart(rules))
    longer = program.tables | {"draws": program.tables["draws"].repeat(2)}
    with pytest.raises(LayoutError, match="the table 'draws': 128 does not fit"):
        GeneralKernel(replace(program, tables=longer))


def test_boxes_and_hands_beyond_the_memory_are_named() -> None:
    rules = rules_of()
    many = replace(rules, terms=replace(rules.terms, boxes=12), memo={})
    with pytest.raises(LayoutError, match="the boxes of a round: 12 does not fit"):
        tables.compile_tables(many, basic_chart(many), 1_000, boxes=12)
    with pytest.raises(LayoutError, match="the boxes of a table: 12 does not fit"):
        build(many, basic_chart(many), boxes=12)
    split = replace(rules, terms=replace(rules.terms, split_hands=layout.HANDS + 1), memo={})
    with pytest.raises(LayoutError, match="the hands of all boxes: 65 does not fit"):
        build(split, basic_chart(split))


def test_a_wheel_beyond_its_tallies_is_named() -> None:
    assert rejected_below(37) < 37**6
    with pytest.raises(LayoutError, match="the compartments of the wheel"):
        rejected_below(MOST_COMPARTMENTS + 1)


def test_only_a_refusal_leaves_a_game_to_the_conventional_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rules_of()
    chart = basic_chart(rules)
    assert isinstance(open_game(rules, chart), FastGame)
    assert isinstance(open_game(rules, replace(chart, insure=True)), GeneralGame)
    with pytest.raises(NotSimulable, match="insurance"):
        open_game(rules, replace(chart, insure=True), kernel="tables")

    def broken(*_: object, **__: object) -> None:
        raise ValueError("a defect")

    monkeypatch.setattr(tables, "compile_tables", broken)
    with pytest.raises(ValueError, match="a defect"):
        open_game(rules, chart)
    assert open_game(rules, chart, kernel="conventional").kernel == "conventional"


@pytest.mark.parametrize("book", ["nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack"])
def test_every_game_that_a_kernel_plays_is_opened(book: str) -> None:
    """The choice of the kernel refuses nothing that the general kernel would have played."""
    dice, opened = Random(7), 0
    while opened < 25:
        program = any_program(book, dice)
        if program is not None:
            every = bool(program.words["every_round"])
            game = open_game(
                program.rules,
                program.chart,
                stakes=program.stakes,
                sides=dict(program.sides),
                boxes=program.boxes,
                shuffle_every_round=every,
            )
            assert game.setting.stakes == program.stakes
            opened += 1
