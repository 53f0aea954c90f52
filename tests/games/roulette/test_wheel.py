"""The wheel: its order, its colours, and how its numbers lie on the cloth."""

from itertools import pairwise

import pytest

from pitboss.atoms import wheel
from pitboss.games.roulette.layout import NUMBERS, mask_of
from tests.games.roulette.tables import table_rules

TERMS = table_rules().terms
REDS = mask_of(TERMS.red_numbers)


def test_every_number_has_one_compartment() -> None:
    assert sorted(TERMS.wheel) == list(NUMBERS) == list(range(37))


def test_red_and_black_take_turns_round_the_wheel() -> None:
    colours = [wheel.colour_of(number, REDS) for number in TERMS.wheel]
    assert colours[0] == wheel.GREEN
    assert all(one != other for one, other in pairwise(colours))
    assert (colours.count(wheel.RED), colours.count(wheel.BLACK), colours.count(wheel.GREEN)) == (18, 18, 1)


@pytest.mark.parametrize(("group", "size"), [(wheel.row_of, 3), (wheel.column_of, 12), (wheel.dozen_of, 12)])
def test_rows_columns_and_dozens_share_all_numbers_but_zero(group: object, size: int) -> None:
    assert callable(group)
    names = [group(number) for number in NUMBERS]
    assert names[0] == 0
    assert set(names[1:]) == set(range(1, 36 // size + 1))
    assert all(names.count(name) == size for name in set(names[1:]))


def test_zero_is_neither_low_nor_high_nor_even_nor_odd() -> None:
    tests = (wheel.is_low, wheel.is_high, wheel.is_even, wheel.is_odd)
    assert not any(test(0) for test in tests)
    assert [sum(test(number) for number in NUMBERS) for test in tests] == [18, 18, 18, 18]
    assert all(wheel.is_low(number) != wheel.is_high(number) for number in NUMBERS if number)
    assert all(wheel.is_even(number) != wheel.is_odd(number) for number in NUMBERS if number)


def test_adjoining_numbers() -> None:
    beside = {
        number: {other for other in NUMBERS if wheel.adjoin(min(number, other), max(number, other))}
        for number in NUMBERS
    }
    assert beside[0] == {1, 2, 3}
    assert beside[1] == {0, 2, 4}
    assert beside[17] == {14, 16, 18, 20}
    assert beside[18] == {15, 17, 21}
    assert beside[36] == {33, 35}


def test_a_mask_holds_its_numbers() -> None:
    mask = mask_of((0, 17, 36))
    assert [number for number in NUMBERS if wheel.holds(mask, number)] == [0, 17, 36]
    assert wheel.net_of(mask, 36, 500, 11, 1) == 5500
    assert wheel.net_of(mask, 35, 500, 11, 1) == -500


def test_default_neighbours_are_runs_of_three_after_zero() -> None:
    assert tuple(number for group in TERMS.neighbour_groups for number in group) == TERMS.wheel[1:]
