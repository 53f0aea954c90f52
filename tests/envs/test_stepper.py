"""Compiled tables that step together equal the engine, step for step on the same cards and actions."""

from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.envs import BlackjackEnv, IllegalAction
from pitboss.simulate.blackjack.stepper.tables import SteppedTables
from pitboss.strategy.hand_classes import NotSimulable
from tests.envs.agreement import compare, random_table

BOOKS = ("nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack")


@pytest.mark.parametrize("book", BOOKS)
def test_a_hundred_thousand_rounds_equal_those_of_the_engine(book: str) -> None:
    assert compare({"rulebook": book}, tables=100, steps=2_400, seed=3, bet_sizes=(1, 3), count="hi-lo") >= 100_000


@pytest.mark.parametrize("shorthand", ["6D H17 DAS LS", "2D S17 RSA"])
def test_steps_of_shorthand_rules_equal_those_of_the_engine(shorthand: str) -> None:
    assert compare({"rules": shorthand}, tables=4, steps=250, seed=1, bet_sizes=(1, 2), count="hi-lo") > 300


@pytest.mark.parametrize("book", BOOKS)
def test_steps_of_random_lawful_tables_equal_those_of_the_engine(book: str) -> None:
    assert compare_random(book, seeds=range(6), tables=2, steps=100) > 0


@pytest.mark.parametrize(("book", "shoe"), [("nz-blackjack", "continuous"), ("tribal-blackjack", "double")])
def test_a_random_table_counts_only_a_shoe_that_is_dealt_down(book: str, shoe: str) -> None:
    tables = [random_table(book, Random(f"{book} {seed}")) for seed in range(60)]
    envs = [BlackjackEnv(**each["choices"], count=each["count"]) for each in tables if each]
    assert any(env.rules.terms.shoe.value == shoe for env in envs)


@pytest.mark.soak
@pytest.mark.parametrize("book", BOOKS)
def test_steps_of_many_random_lawful_tables_equal_those_of_the_engine(book: str) -> None:
    assert compare_random(book, seeds=range(6, 150), tables=4, steps=400) > 0


def compare_random(book: str, *, seeds: range, tables: int, steps: int) -> int:
    """Compares random tables of a rulebook, but for those that are not lawful or not simulated; returns the rounds."""
    rounds = 0
    for seed in seeds:
        table = random_table(book, Random(f"{book} {seed}"))
        if table is None:
            continue
        try:
            rounds += compare(**table, tables=tables, steps=steps, seed=seed)
        except (NotSimulable, IllegalAction):
            continue
    return rounds


def test_illegal_action_changes_nothing_and_is_marked() -> None:
    env = BlackjackEnv("nz-blackjack")
    tables = SteppedTables(env.rules, 3, [1_000])
    tables.reset(1)
    before = tables.values.copy()
    assert tables.step(np.array([1, -1, 99])) == 3
    assert tables.illegal.all()
    assert (tables.values == before).all()
    assert tables.step(np.zeros(3, np.int64)) == 0
    assert not tables.illegal.any()


def test_same_seed_and_actions_give_the_same_steps() -> None:
    def played() -> list[Any]:
        tables = SteppedTables(BlackjackEnv("mbs-blackjack").rules, 5, [1_000])
        tables.reset(7)
        actions, steps = np.zeros(5, np.int64), []
        for _ in range(100):
            tables.sample(actions)
            tables.step(actions)
            steps.append((tables.values.tolist(), tables.nets.tolist()))
        return steps

    assert played() == played()
