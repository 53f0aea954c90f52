"""Exact roulette against the engine, which spins every number once with a wager on every position."""

import json
from fractions import Fraction
from math import sqrt

import pytest

from pitboss.analyse.roulette import exact
from pitboss.analyse.wagers_table import WagerOutcome
from tests.cli.calls import call
from tests.games.roulette.tables import table_rules
from tests.games.roulette.test_edge import STAKE, won_by_position


def test_the_engine_wins_and_loses_the_same_on_every_position() -> None:
    tables = exact(table_rules(neighbour="true"))
    won = won_by_position()
    assert set(tables) == set(won)
    for name, table in tables.items():
        assert table.expectation == Fraction(won[name], 37 * STAKE)
        assert sum(outcome.probability for outcome in table.outcomes) == 1
        assert table.combinations == 37


def test_every_position_is_worth_the_same_and_deviates_by_its_numbers() -> None:
    tables = exact(table_rules())
    assert {table.expectation for table in tables.values()} == {Fraction(-1, 37)}
    assert tables["straight 17"].deviation == pytest.approx(36 / 37 * sqrt(36))
    assert tables["red"].deviation == pytest.approx(sqrt(1 - 1 / 37**2))


def test_outcomes_carry_their_clauses_and_pay() -> None:
    split = exact(table_rules())["split 17-20"]
    won, lost = split.outcomes
    assert won == WagerOutcome("won", 2, Fraction(2, 37), Fraction(17), ("3.1(b)(i)", "3.9"))
    assert lost == WagerOutcome("lost", 35, Fraction(35, 37), Fraction(-1), ("3.1(b)(ii)",))


def test_neighbours_only_where_the_cloth_has_them() -> None:
    assert not any(name.startswith("neighbour") for name in exact(table_rules()))
    assert sum(name.startswith("neighbour") for name in exact(table_rules(neighbour="true"))) == 12


# --- the command --------------------------------------------------------------------------------------------------


def edge(*arguments: str) -> str:
    done = call("edge", "nz-roulette", *arguments)
    assert (done.exit_code, done.stderr) == (0, ""), done.output
    return done.stdout


def test_the_command_prints_every_position_as_json() -> None:
    data = json.loads(edge("-o", "neighbour=true", "--json"))
    assert data["rulebook"] == "nz-roulette"
    assert data["options"]["neighbour"] == "true"
    assert len(data["wagers"]) == 169
    assert {wager["fraction"] for wager in data["wagers"].values()} == {"-1/37"}


def test_the_command_shows_every_position_once() -> None:
    shown = edge()
    assert "157 positions, 37 numbers" in shown
    words = shown.replace(",", " ").split()
    assert words.count("17-20") == words.count("32-33-35-36") == words.count("31-36") == 1
    assert "35:1" in words
