"""Every position on the cloth: how many, which, and what is said to those that are none."""

from collections import Counter
from itertools import combinations

import pytest

from pitboss.games.roulette import Layout, layout_of, legal_positions
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette.layout import NUMBERS, Area
from tests.games.roulette.tables import Table, table_rules

PLAIN = table_rules()
FULL = table_rules(neighbour="true")
COUNTS = {"straight": 37, "split": 60, "street": 14, "corner": 23, "six_line": 11, "column": 3, "dozen": 3}
EVEN_CHANCES = ("low", "high", "even", "odd", "red", "black")


def counted(layout: Layout) -> dict[str, int]:
    return dict(Counter(position.kind for position in layout))


def test_how_many_of_each_kind() -> None:
    expected = COUNTS | dict.fromkeys(EVEN_CHANCES, 1)
    assert counted(layout_of(PLAIN)) == expected
    assert len(layout_of(PLAIN)) == 157
    assert counted(layout_of(FULL)) == expected | {"neighbour": 12}


def test_both_layouts_have_the_same_positions() -> None:
    assert list(layout_of(table_rules(layout="2"))) == list(layout_of(PLAIN))


def test_names_and_sets_are_unique() -> None:
    layout = list(layout_of(FULL))
    assert len({str(position) for position in layout}) == len(layout)
    assert len({(position.kind, position.numbers) for position in layout}) == len(layout)


def test_how_many_numbers_each_kind_holds() -> None:
    sizes = {"straight": 1, "split": 2, "street": 3, "neighbour": 3, "corner": 4, "six_line": 6}
    for position in layout_of(FULL):
        assert len(position.numbers) == sizes.get(position.kind, 18 if position.kind in EVEN_CHANCES else 12)
        assert set(position.numbers) <= set(NUMBERS)


def test_positions_that_hold_zero() -> None:
    assert [str(position) for position in layout_of(FULL) if 0 in position.numbers] == [
        "straight 0",
        "split 0-1",
        "split 0-2",
        "split 0-3",
        "street 0-1-2",
        "street 0-2-3",
        "corner 0-1-2-3",
    ]


def test_areas() -> None:
    areas = Counter(position.area for position in layout_of(FULL))
    assert areas == {Area.INSIDE: 145, Area.OUTSIDE: 12, Area.NEIGHBOURS: 12}


@pytest.mark.parametrize(("kind", "size"), [("straight", 1), ("split", 2), ("street", 3), ("corner", 4)])
def test_every_other_set_of_numbers_is_refused(kind: str, size: int) -> None:
    layout = layout_of(PLAIN)
    lawful = {frozenset(position.numbers) for position in layout if position.kind == kind}
    for numbers in combinations(NUMBERS, size):
        found = layout.find(kind, "-".join(map(str, numbers)))
        assert (found is not None) == (frozenset(numbers) in lawful)


@pytest.mark.parametrize(
    ("kind", "place", "means"),
    [
        ("split", "20-17", "split 17-20"),
        ("corner", "8-7-5-4", "corner 4-5-7-8"),
        ("street", "0-3-2", "street 0-2-3"),
        ("six_line", "1-2-3-4-5-6", "six_line 1-6"),
        ("six_line", "6-1", "six_line 1-6"),
        ("dozen", "13-24", "dozen 2"),
        ("neighbour", "26-3-35", "neighbour 35-3-26"),
    ],
)
def test_a_position_by_another_name(kind: str, place: str, means: str) -> None:
    assert str(layout_of(FULL).find(kind, place)) == means


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ("straight", "37"),
        ("straight", "00"),
        ("straight", "017"),
        ("split", "17-17"),
        ("split", "3-4"),
        ("street", "1-2-3-3"),
        ("six_line", "1-6-6"),
        ("six_line", "0-5"),
        ("column", "0"),
        ("dozen", "4"),
        ("dozen", "7-18"),
        ("red", "1"),
        ("neighbour", "26-0-32"),
        ("neighbour", "35-3"),
    ],
)
def test_no_such_position(kind: str, place: str) -> None:
    assert layout_of(FULL).find(kind, place) is None


@pytest.mark.parametrize(
    ("kind", "place", "clause", "allowed"),
    [
        ("corner", "3-4-6-7", "3.1(d)", {"corner 2-3-5-6", "corner 4-5-7-8"}),
        ("straight", "37", "3.1(a)", {"straight 36"}),
        ("street", "0-1-3", "3.1(c)", {"street 0-1-2", "street 0-2-3", "street 1-2-3"}),
        ("split", "1-2-3", "3.1(b)", {"street 1-2-3"}),
        ("column", "4", "3.1(f)", {"column 1", "column 2", "column 3"}),
        ("dozen", "7-18", "3.1(g)", {"dozen 1", "dozen 2"}),
        ("neighbour", "35-3-26", "2.2(b)", {"straight 35", "straight 3", "straight 26"}),
        ("courtesy_line", "", "Appendix 2", set()),
    ],
)
def test_a_refused_position_names_what_is_near(kind: str, place: str, clause: str, allowed: set[str]) -> None:
    refusal = Table(PLAIN).refused(cmd.PlaceWager(player="ann", kind=kind, place=place, amount=500))
    assert clause in refusal.clauses
    assert allowed <= set(refusal.allowed)


def test_legal_positions_iterate_count_and_answer() -> None:
    table = Table(FULL, 17)
    legal = legal_positions(FULL, table.state, "ann")
    assert len(legal) == 169
    assert list(legal) == list(layout_of(FULL))
    assert layout_of(FULL).at("split", "0-1") in legal
    assert "split 0-1" not in legal
    table.do(cmd.CallNoMoreBets())
    assert len(legal) == 0
    assert layout_of(FULL).at("split", "0-1") not in legal


def test_a_player_without_money_has_no_legal_position() -> None:
    table = Table(PLAIN)
    table.do(cmd.JoinTable(player="cid", money=99))
    assert len(legal_positions(PLAIN, table.state, "cid")) == 0
    assert len(legal_positions(PLAIN, table.state, "nobody")) == 0


def test_neighbours_are_positions_only_where_the_table_has_them() -> None:
    table = Table(PLAIN)
    position = layout_of(FULL).at("neighbour", "35-3-26")
    assert position not in legal_positions(PLAIN, table.state, "ann")
