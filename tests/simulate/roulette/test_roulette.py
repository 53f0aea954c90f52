"""Simulated roulette: every spin settles as on the engine, draws are fair, and results are reproducible."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.games.roulette import RouletteRules, layout_of
from pitboss.games.roulette import commands as cmd
from pitboss.law import Limits
from pitboss.simulate.roulette.game import WheelProgram, build_wheel, compartments
from pitboss.simulate.roulette.layout import MOST_SPINS, SPINS_A_WORD, first_state, rejected_below
from pitboss.simulate.roulette.report import report_wheel, wheel_json, wheel_rows
from pitboss.simulate.run import Totals, run
from tests.games.roulette.tables import Table, table_rules

TEN = {
    ("straight", "17"): 1000,
    ("split", "0-2"): 500,
    ("street", "0-2-3"): 700,
    ("corner", "1-2-4-5"): 1100,
    ("six_line", "13-18"): 900,
    ("column", "2"): 1250,
    ("dozen", "3"): 2000,
    ("red", ""): 500,
    ("even", ""): 1500,
    ("low", ""): 300,
}


def random_wagers(rules: RouletteRules, dice: Random) -> dict[tuple[str, str], int]:
    """Returns a lawful stake on some positions of the layout."""
    positions = dice.sample(list(layout_of(rules)), dice.choice((1, 2, 3, 5, 10)))
    return {(position.kind, position.place): dice.randint(100, 5_000) for position in positions}


def random_rules(dice: Random) -> RouletteRules:
    return table_rules(
        Limits(100, 100_000), layout=dice.choice("12"), neighbour=dice.choice(("true", "false")), number_display="true"
    )


def by_engine(program: WheelProgram, numbers: list[int]) -> list[list[int]]:
    """Yields the engine's settlement of every wager, spin by spin at one table."""
    table = Table(program.rules, *numbers, players=())
    table.do(cmd.JoinTable(player="ann", money=10**12))
    story = []
    for _ in numbers:
        for position, stake in program.wagers:
            table.do(cmd.PlaceWager(player="ann", kind=position.kind, place=position.place, amount=stake))
        table.do(cmd.SpinBall())
        table.log.clear()
        nets = []
        for position, _ in program.wagers:
            wager = table.state.result_of("ann", position.kind, position.place)
            assert wager is not None
            assert wager.result is not None
            nets.append(wager.result)
        story.append(nets)
    return story


def compare(program: WheelProgram, spins: int, seed: int) -> Counter[int]:
    """Compares the same spins on both, to the cent and in all counts; returns the frequency of each number."""
    wheel = program.player()
    numbers = wheel.record(spins, seed, 0).tolist()
    nets = dict(zip(program.compartments, program.nets.tolist(), strict=True))
    for number, engine in zip(numbers, by_engine(program, numbers), strict=True):
        assert engine == nets[number], f"on {number}: the engine says {engine}, the kernel {nets[number]}"
    counted = wheel.piece(seed, 0, spins)
    came = Counter(numbers)
    assert counted == [spins, *(came[number] for number in program.compartments)]
    return came


@pytest.mark.parametrize("seed", range(50))
def test_random_tables_settle_as_the_engine_settles(seed: int) -> None:
    dice = Random(seed)
    rules = random_rules(dice)
    compare(build_wheel(rules, random_wagers(rules, dice)), 2_000, seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 600))
def test_many_random_tables_settle_as_the_engine_settles(seed: int) -> None:
    dice = Random(seed)
    rules = random_rules(dice)
    # a settlement depends on nothing but the number, and 1,000 spins show each of them some 26 times
    compare(build_wheel(rules, random_wagers(rules, dice)), 1_000, seed)


def test_every_position_of_the_cloth_settles_as_the_engine_settles_on_every_number() -> None:
    rules = table_rules(neighbour="true")
    program = build_wheel(rules, {(position.kind, position.place): 500 for position in layout_of(rules)})
    assert len(program.wagers) == len(layout_of(rules))
    came = compare(program, 400, 3)
    assert set(came) == set(program.compartments)


# --- the draws ---------------------------------------------------------------------------------------------------


def digits(word: int, wheel: int) -> tuple[list[int], int]:
    """Returns the compartments of a generator word and the remainder, in Python integers."""
    whole, left = divmod(word * wheel**SPINS_A_WORD, 2**64)
    return [whole // wheel**place % wheel for place in reversed(range(SPINS_A_WORD))], left


def words(seed: int, index: int, count: int) -> list[int]:
    """The generator in Python integers: wyrand from the state of a piece."""
    state, found = first_state(seed, index), []
    for _ in range(count):
        state = (state + 0xA0761D6478BD642F) % 2**64
        product = state * (state ^ 0xE7037ED1A0B428DB)
        found.append((product >> 64) ^ (product % 2**64))
    return found


@pytest.mark.parametrize("wheel", [37, 38, 3])
def test_a_random_word_yields_digits_in_proportion_to_all_spins(wheel: int) -> None:
    places = compartments(first_state(5, 9), wheel, rejected_below(wheel), 600 * SPINS_A_WORD)
    expected = [place for word in words(5, 9, 600) for place in digits(word, wheel)[0]]
    assert places.tolist() == expected


def test_random_words_that_would_bias_the_result_are_redrawn() -> None:
    # exactly as many words are left as the wheel divides into equal parts
    for wheel in (37, 38):
        assert (2**64 - rejected_below(wheel)) % wheel**SPINS_A_WORD == 0
    often = 2**63  # a bound at which about half of all words are rejected shows that they are
    places = compartments(first_state(5, 9), 37, often, 100 * SPINS_A_WORD)
    kept = [found for found, left in (digits(word, 37) for word in words(5, 9, 400)) if left >= often]
    assert places.tolist() == [place for found in kept[:100] for place in found]
    assert len(kept) > 100


def test_the_words_of_pieces_are_disjoint() -> None:
    step = 0xA0761D6478BD642F
    stretch = (first_state(7, 1) - first_state(7, 0)) * pow(step, -1, 2**64) % 2**64
    assert stretch >= MOST_SPINS // SPINS_A_WORD * 2
    assert (first_state(7, 12_345) - first_state(7, 0) - 12_345 * stretch * step) % 2**64 == 0


def test_numbers_come_equally_often_and_do_not_depend_on_the_one_before() -> None:
    program = build_wheel(table_rules(), TEN)
    wheel, size = program.player(), len(program.compartments)
    numbers = wheel.record(6_000_000, 11, 0).astype(np.int64)
    pairs = np.bincount(numbers[1:] * size + numbers[:-1], minlength=size * size)
    for counts in (np.bincount(numbers, minlength=size), pairs):
        expected = counts.sum() / len(counts)
        chi_square = ((counts - expected) ** 2 / expected).sum()
        free = len(counts) - 1
        assert abs(chi_square - free) < 5 * (2 * free) ** 0.5


# --- runs and reports --------------------------------------------------------------------------------------------


def test_the_result_is_the_same_on_any_number_of_workers_and_in_parts() -> None:
    program = build_wheel(table_rules(), TEN)
    spins = 2 * MOST_SPINS + 12_345
    one, two = run(program, spins, 7), run(program, spins, 7, workers=2)
    assert one.words == two.words
    assert one.value("rounds") == spins == sum(one.of("compartments"))
    half = run(program, MOST_SPINS, 7)
    assert run(program, spins, 7, start=half).words == one.words
    assert run(program, spins, 8).words != one.words


def test_a_run_stops_at_the_standard_error_of_all_wagers_together() -> None:
    program = build_wheel(table_rules(), TEN)
    totals = run(program, 10**9, 1, until=0.0005)
    assert totals.stopped == "until"
    assert report_wheel(program, totals).main.standard_error <= 0.0005


def exact(program: WheelProgram) -> tuple[list[Fraction], list[list[Fraction]]]:
    """Returns expectations and products per unit over all compartments, each once."""
    size, stakes = len(program.compartments), [stake for _, stake in program.wagers]
    columns = [
        [Fraction(net, stake) for net in column] for column, stake in zip(program.nets.T.tolist(), stakes, strict=True)
    ]
    means = [sum(column, Fraction(0)) / size for column in columns]
    products = [[sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0)) / size for y in columns] for x in columns]
    return means, products


def test_reports_are_exact_where_every_number_came_equally_often() -> None:
    program = build_wheel(table_rules(), TEN)
    size = len(program.compartments)
    result = report_wheel(program, Totals((5 * size, *(5,) * size), program.counters, pieces=1, seconds=2.0))
    means, products = exact(program)
    names = list(result.wagers)
    for one, estimate in enumerate(result.wagers.values()):
        assert estimate.expectation == pytest.approx(float(means[one]))
        assert estimate.expectation == pytest.approx(-1 / 37)
        assert estimate.deviation == pytest.approx(float(products[one][one] - means[one] ** 2) ** 0.5)
    for one, two in combinations(range(len(names)), 2):
        covariance = float(products[one][two] - means[one] * means[two])
        assert result.covariances[names[one]][names[two]] == pytest.approx(covariance)
    assert result.main.expectation == pytest.approx(-1 / 37)
    assert result.chi_square == 0
    assert sum(result.distribution.values()) == pytest.approx(1)
    assert result.rounds_per_second == 5 * size / 2


def test_a_simulation_agrees_with_the_exact_value() -> None:
    program = build_wheel(table_rules(neighbour="true"), {**TEN, ("neighbour", "32-15-19"): 500})
    result = report_wheel(program, run(program, 100_000_000, 1))
    for estimate in (result.main, *result.wagers.values()):
        assert abs(estimate.expectation + 1 / 37) < 4 * estimate.standard_error
    assert result.correlations["red"]["even"] == pytest.approx(0, abs=0.1)
    assert abs(result.chi_square - 36) < 5 * 72**0.5


def test_reports_are_written_as_json_and_csv() -> None:
    program = build_wheel(table_rules(), {("red", ""): 500, ("black", ""): 500})
    result = report_wheel(program, run(program, 1000, 1))
    plain = wheel_json(program, result, options={}, seed=1)
    assert plain["main"].keys() >= {"expectation", "standard_error", "deviation"}
    assert plain["wagers"].keys() == {"red", "black"}
    assert plain["stakes"] == {"red": "5", "black": "5"}
    assert set(plain["distribution"]) == {"0", "-10"}
    assert sum(1 for row in wheel_rows(result) if row["part"] == "number") == 37


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wagers", "says"),
    [
        ({("straight", "17"): 50}, r"outside the limits \(nz-roulette 1.0\); allowed: straight 17 1 to 1000"),
        ({("straight", "17"): 200_000}, r"outside the limits"),
        ({("straight", "37"): 500}, r"the layout has no straight 37 \(nz-roulette 3.1"),
        ({("split", "17-19"): 500}, r"the layout has no split 17-19"),
        ({("neighbour", "32-15-19"): 500}, r"no areas for neighbour wagers \(nz-roulette 3.2 and 2.2\(b\)"),
        ({("split", "17-20"): 500, ("split", "20-17"): 500}, "given twice"),
        ({}, "needs a wager"),
    ],
)
def test_a_wager_that_the_table_refuses_is_refused_by_its_clause(wagers: dict[tuple[str, str], int], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        build_wheel(table_rules(Limits(100, 100_000)), wagers)


def test_games_are_distinguished() -> None:
    program = build_wheel(table_rules(), TEN)
    assert program.identity() == build_wheel(table_rules(), TEN).identity()
    assert program.identity() != replace(program, wagers=program.wagers[1:]).identity()
    assert program.identity() != build_wheel(table_rules(layout="2"), TEN).identity()
