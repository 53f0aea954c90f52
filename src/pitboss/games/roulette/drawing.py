"""A roulette table as a drawing: the layout with its chips, the winning number and the latest numbers."""

from typing import Final

from pitboss.atoms import wheel
from pitboss.drawing import BLACK, CLOTH, GOLD, RED, WHITE, Drawing
from pitboss.drawing import Box as Rectangle
from pitboss.games.roulette.layout import Position, RouletteRules, layout_of
from pitboss.games.roulette.state import State
from pitboss.money import amount_text

#: Size of a cell, and the left upper corner of the numbers.
_CELL, _LEFT, _TOP = 40, 50, 40
_WIDE, _HIGH = _LEFT + 13 * _CELL + 10, _TOP + 5 * _CELL + 10
_INKS: Final = {"red": RED, "black": BLACK, "green": "#0d7a3f"}
#: The even chances in the order of the cloth, two cells each.
_EVEN: Final = ("low", "even", "red", "black", "odd", "high")


def draw_table(rules: RouletteRules, state: State) -> Drawing:
    """Returns the drawing of the table; its size depends on the rules alone."""
    layout, groups = layout_of(rules), rules.terms.neighbour_groups if rules.terms.neighbour else ()
    drawing = Drawing(_WIDE, _HIGH + (_CELL if groups else 0))
    shown = state.display or ([state.number] if state.number >= 0 else [])
    drawing.text(_LEFT, 18, "last numbers " + (" ".join(map(str, shown)) or "none"), centred=False)
    for number in range(wheel.HIGHEST + 1):
        x, y = _number_at(number)
        high = 3 * _CELL if number == 0 else _CELL
        edge = (GOLD, 3) if number == state.dolly else (WHITE, 1)
        fill = _INKS[layout.colour(number)]
        drawing.shapes.append(Rectangle(x - _CELL / 2, y - high / 2, _CELL, high, fill, *edge))
        drawing.text(x, y, str(number))
    outside = [position for position in layout if position.kind in ("column", "dozen", *_EVEN, "neighbour")]
    for position in outside:
        _draw_area(drawing, position, groups)
    for wager in (*state.wagers, *state.settled):
        drawing.chip(*_place(layout.at(wager.kind, wager.place), groups), amount_text(wager.amount))
    return drawing


def _number_at(number: int) -> tuple[float, float]:
    if number == 0:
        return _LEFT - _CELL / 2, _TOP + 1.5 * _CELL
    row, column = (number - 1) // 3, (number - 1) % 3
    return _LEFT + (row + 0.5) * _CELL, _TOP + (2.5 - column) * _CELL


def _draw_area(drawing: Drawing, position: Position, groups: tuple[tuple[int, ...], ...]) -> None:
    x, y = _place(position, groups)
    wide = {"column": 1, "dozen": 4, "neighbour": 1}.get(position.kind, 2) * _CELL
    drawing.shapes.append(Rectangle(x - wide / 2, y - _CELL / 2, wide, _CELL, CLOTH, WHITE))
    names = {"column": "2:1", "dozen": f"dozen {position.place}", "neighbour": position.place}
    name = names.get(position.kind, position.kind)
    drawing.text(x, y, name, size=8 if position.kind == "neighbour" else 13)


def _place(position: Position, groups: tuple[tuple[int, ...], ...]) -> tuple[float, float]:
    """Returns the middle of an area of the layout, or the point where a chip on some numbers is."""
    match position.kind:
        case "column":
            return _LEFT + 12.5 * _CELL, _number_at(position.numbers[0])[1]
        case "dozen":
            return _LEFT + (4 * int(position.place) - 2) * _CELL, _TOP + 3.5 * _CELL
        case "neighbour":
            return _LEFT + (groups.index(position.numbers) + 0.5) * _CELL, _TOP + 5.5 * _CELL
        case kind if kind in _EVEN:
            return _LEFT + (2 * _EVEN.index(kind) + 1) * _CELL, _TOP + 4.5 * _CELL
    points = [_number_at(number) for number in position.numbers if number] or [_number_at(0)]
    x, y = sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)
    if 0 in position.numbers and len(position.numbers) > 1:
        x = _LEFT
    on_zero = 0 in position.numbers
    if (
        position.kind == "six_line"
        or (position.kind == "street" and not on_zero)
        or (position.kind == "corner" and on_zero)
    ):
        y = _TOP + 3 * _CELL  # on the line below the numbers
    return x, y
