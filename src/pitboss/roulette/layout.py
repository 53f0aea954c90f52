"""Every position on the cloth, by the kind of wager that may lie there."""

import re
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import combinations

from msgspec import Struct

from pitboss.atoms import wheel
from pitboss.law.resolve import TableRules
from pitboss.law.roulette_terms import RouletteTerms

RouletteRules = TableRules[RouletteTerms]

NUMBERS = range(wheel.HIGHEST + 1)
#: Shown by one of the layouts, and no place for a wager.
COURTESY_LINE = "courtesy_line"
#: The kinds of which there is one position only, so that it needs no further name.
SINGLE = ("low", "high", "even", "odd", "red", "black")

_PLACE = re.compile(r"\d{1,3}(-\d{1,3})*", re.ASCII)


class Area(StrEnum):
    """The parts of the cloth: whoever may touch a paid wager depends on the part in which it lies."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    NEIGHBOURS = "neighbours"


class Position(Struct, frozen=True):
    """A place for a wager: ``split`` at ``17-20``. The place is empty where a kind has one position only."""

    kind: str
    place: str
    numbers: tuple[int, ...]

    @property
    def mask(self) -> int:
        """Its numbers as a set of bits."""
        return mask_of(self.numbers)

    @property
    def area(self) -> Area:
        """The part of the cloth in which it lies."""
        if self.kind == "neighbour":
            return Area.NEIGHBOURS
        return Area.OUTSIDE if self.kind in ("column", "dozen", *SINGLE) else Area.INSIDE

    def __str__(self) -> str:
        return f"{self.kind} {self.place}" if self.place else self.kind


def mask_of(numbers: Iterable[int]) -> int:
    """Numbers as a set of bits."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def is_place(text: str) -> bool:
    """Whether this is written like a place, lawful or not: numbers with dashes between them."""
    return _PLACE.fullmatch(text) is not None


def listed(place: str) -> tuple[int, ...]:
    """The numbers that a place names; none for a number with a leading zero, which the wheel does not have."""
    words = place.split("-") if place else []
    return tuple(int(word) for word in words) if all(word == str(int(word)) for word in words) else ()


# --- the positions of each kind -----------------------------------------------------------------------------------


def _named(kind: str, sets: Iterable[tuple[int, ...]]) -> Iterator[Position]:
    """Positions that are named by their numbers."""
    for numbers in sets:
        yield Position(kind, "-".join(map(str, numbers)), numbers)


def _counted(kind: str, group: Callable[[int], int]) -> Iterator[Position]:
    """The three columns or dozens, named 1 to 3."""
    for name in (1, 2, 3):
        yield Position(kind, str(name), tuple(number for number in NUMBERS if group(number) == name))


def _row(row: int) -> tuple[int, ...]:
    return tuple(number for number in NUMBERS if wheel.row_of(number) == row)


def _streets() -> Iterator[tuple[int, ...]]:
    yield from ((0, 1, 2), (0, 2, 3))
    yield from (_row(row) for row in range(1, 13))


def _corners() -> Iterator[tuple[int, ...]]:
    yield (0, 1, 2, 3)
    for number in range(1, wheel.HIGHEST - 3):
        if wheel.adjoin(number, number + 1):
            yield (number, number + 1, number + 3, number + 4)


def _six_lines() -> Iterator[Position]:
    for row in range(1, 12):
        numbers = _row(row) + _row(row + 1)
        yield Position("six_line", f"{numbers[0]}-{numbers[-1]}", numbers)


def _even_chances(reds: int) -> Iterator[Position]:
    tests: dict[str, Callable[[int], bool]] = {
        "low": wheel.is_low,
        "high": wheel.is_high,
        "even": wheel.is_even,
        "odd": wheel.is_odd,
        "red": lambda number: wheel.colour_of(number, reds) == wheel.RED,
        "black": lambda number: wheel.colour_of(number, reds) == wheel.BLACK,
    }
    for kind, test in tests.items():
        yield Position(kind, "", tuple(number for number in NUMBERS if test(number)))


def _positions(terms: RouletteTerms) -> Iterator[Position]:
    """All of them; both layouts have the same."""
    yield from _named("straight", ((number,) for number in NUMBERS))
    yield from _named("split", (pair for pair in combinations(NUMBERS, 2) if wheel.adjoin(*pair)))
    yield from _named("street", _streets())
    yield from _named("corner", _corners())
    yield from _six_lines()
    yield from _counted("column", wheel.column_of)
    yield from _counted("dozen", wheel.dozen_of)
    yield from _even_chances(mask_of(terms.red_numbers))
    if terms.neighbour:
        yield from _named("neighbour", terms.neighbour_groups)


# --- the cloth ----------------------------------------------------------------------------------------------------


class Layout:
    """The positions of one table: iterates, counts, answers ``in``, and finds what a player means."""

    def __init__(self, terms: RouletteTerms) -> None:
        self._reds = mask_of(terms.red_numbers)
        self._positions = tuple(_positions(terms))
        self._by_name = {(position.kind, position.place): position for position in self._positions}
        self._by_numbers: dict[tuple[str, frozenset[int]], Position] = {}
        for position in self._positions:
            self._by_numbers[position.kind, frozenset(position.numbers)] = position
            if position.kind in ("six_line", "dozen"):  # may be named by the first and the last of its numbers
                self._by_numbers[position.kind, frozenset((position.numbers[0], position.numbers[-1]))] = position

    def __iter__(self) -> Iterator[Position]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and self._by_name.get((position.kind, position.place)) == position

    def find(self, kind: str, place: str) -> Position | None:
        """The position meant, in whatever order its numbers are given; None where the cloth has none such."""
        named = self._by_name.get((kind, place))
        numbers = listed(place)
        if named is not None or len(set(numbers)) < len(numbers):
            return named
        return self._by_numbers.get((kind, frozenset(numbers)))

    def at(self, kind: str, place: str) -> Position:
        """A position that is known to be there."""
        return self._by_name[kind, place]

    def near(self, kind: str, place: str, most: int = 4) -> tuple[Position, ...]:
        """What might have been meant: the same numbers as another kind of wager, else those that share the most."""
        counted = kind in ("column", "dozen") and "-" not in place  # what is asked for is no number of the wheel
        asked = set(() if counted else listed(place))
        same = tuple(position for position in self._positions if asked and set(position.numbers) == asked)
        if same:
            return same
        of_kind = [position for position in self._positions if position.kind == kind]
        among = of_kind or [position for position in self._positions if position.kind == "straight"]

        def distance(position: Position) -> tuple[int, int]:
            middle = abs(sum(asked) * len(position.numbers) - sum(position.numbers) * len(asked))
            return -len(asked.intersection(position.numbers)), middle

        return tuple(sorted(among, key=distance)[:most])

    def colour(self, number: int) -> str:
        """The colour of a number in words."""
        return ("green", "red", "black")[wheel.colour_of(number, self._reds)]


def layout_of(rules: RouletteRules) -> Layout:
    """The layout of a table, built once."""
    layout = rules.memo.get("layout")
    if layout is None:
        layout = rules.memo["layout"] = Layout(rules.terms)
    assert isinstance(layout, Layout)
    return layout
