"""Positions of the layout, by kind of wager."""

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
#: Marked on one of the layouts; wagers are not accepted there.
COURTESY_LINE = "courtesy_line"
#: Kinds with a single position, whose place is empty.
SINGLE = ("low", "high", "even", "odd", "red", "black")

_PLACE = re.compile(r"\d{1,3}(-\d{1,3})*", re.ASCII)


class Area(StrEnum):
    """Areas of the layout. The area of a paid wager determines when its owner may take it up."""

    INSIDE = "inside"
    OUTSIDE = "outside"
    NEIGHBOURS = "neighbours"


class Position(Struct, frozen=True):
    """A position such as ``split`` at ``17-20``. ``place`` is empty for a kind with a single position."""

    kind: str
    place: str
    numbers: tuple[int, ...]

    @property
    def mask(self) -> int:
        """The numbers as a bit mask."""
        return mask_of(self.numbers)

    @property
    def area(self) -> Area:
        """The area of the layout."""
        if self.kind == "neighbour":
            return Area.NEIGHBOURS
        return Area.OUTSIDE if self.kind in ("column", "dozen", *SINGLE) else Area.INSIDE

    def __str__(self) -> str:
        return f"{self.kind} {self.place}" if self.place else self.kind


def mask_of(numbers: Iterable[int]) -> int:
    """Returns the numbers as a bit mask."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def is_place(text: str) -> bool:
    """Returns whether the text has the syntax of a place: numbers separated by dashes."""
    return _PLACE.fullmatch(text) is not None


def listed(place: str) -> tuple[int, ...]:
    """Parse the numbers of a place. Returns none if a number has a leading zero."""
    words = place.split("-") if place else []
    return tuple(int(word) for word in words) if all(word == str(int(word)) for word in words) else ()


# --- the positions of each kind -----------------------------------------------------------------------------------


def _named(kind: str, sets: Iterable[tuple[int, ...]]) -> Iterator[Position]:
    """Yield positions named by their numbers."""
    for numbers in sets:
        yield Position(kind, "-".join(map(str, numbers)), numbers)


def _counted(kind: str, group: Callable[[int], int]) -> Iterator[Position]:
    """Yield the three columns or dozens, named 1 to 3."""
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
    """Yield all positions; both layouts have the same ones."""
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
    """The positions of a table: iterable, sized, with ``in`` and a lookup by name or numbers."""

    def __init__(self, terms: RouletteTerms) -> None:
        self._reds = mask_of(terms.red_numbers)
        self._positions = tuple(_positions(terms))
        self._by_name = {(position.kind, position.place): position for position in self._positions}
        self._by_numbers: dict[tuple[str, frozenset[int]], Position] = {}
        for position in self._positions:
            self._by_numbers[position.kind, frozenset(position.numbers)] = position
            if position.kind in ("six_line", "dozen"):  # alias: the first and the last number
                self._by_numbers[position.kind, frozenset((position.numbers[0], position.numbers[-1]))] = position

    def __iter__(self) -> Iterator[Position]:
        return iter(self._positions)

    def __len__(self) -> int:
        return len(self._positions)

    def __contains__(self, position: object) -> bool:
        return isinstance(position, Position) and self._by_name.get((position.kind, position.place)) == position

    def find(self, kind: str, place: str) -> Position | None:
        """Look up a position; the order of its numbers is free. Returns None if there is none."""
        named = self._by_name.get((kind, place))
        numbers = listed(place)
        if named is not None or len(set(numbers)) < len(numbers):
            return named
        return self._by_numbers.get((kind, frozenset(numbers)))

    def at(self, kind: str, place: str) -> Position:
        """Returns the position of that exact name. Raises KeyError if there is none."""
        return self._by_name[kind, place]

    def near(self, kind: str, place: str, most: int = 4) -> tuple[Position, ...]:
        """Returns suggestions: positions with the same numbers, else those of the kind that share most of them."""
        counted = kind in ("column", "dozen") and "-" not in place  # the place counts columns, not numbers
        numbers = set(() if counted else listed(place))
        same = tuple(position for position in self._positions if numbers and set(position.numbers) == numbers)
        if same:
            return same
        of_kind = [position for position in self._positions if position.kind == kind]
        among = of_kind or [position for position in self._positions if position.kind == "straight"]

        def distance(position: Position) -> tuple[int, int]:
            middle = abs(sum(numbers) * len(position.numbers) - sum(position.numbers) * len(numbers))
            return -len(numbers.intersection(position.numbers)), middle

        return tuple(sorted(among, key=distance)[:most])

    def colour(self, number: int) -> str:
        """Returns the name of a number's colour."""
        return ("green", "red", "black")[wheel.colour_of(number, self._reds)]


def layout_of(rules: RouletteRules) -> Layout:
    """Returns the layout of a table, cached on its rules."""
    layout = rules.memo.get("layout")
    if layout is None:
        layout = rules.memo["layout"] = Layout(rules.terms)
    assert isinstance(layout, Layout)
    return layout


def round_results(rules: RouletteRules, kind: str, place: str, stake: int) -> tuple[int, ...] | None:
    """Returns the result of a wager in cents at each number of the wheel; None for a position that is not on it."""
    position = layout_of(rules).find(kind, place)
    if position is None:
        return None
    odds = rules.terms.odds(kind)
    return tuple(wheel.net_of(position.mask, number, stake, odds.pays, odds.to) for number in rules.terms.wheel)
