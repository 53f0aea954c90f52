"""Drawings of tables: shapes on a cloth, written as SVG. ``pitboss.envs.raster`` turns the same shapes into pixels."""

from collections.abc import Sequence
from html import escape
from typing import Final

from msgspec import Struct, field

from pitboss.cards import Card

CLOTH, WHITE, BLACK, RED, GOLD = "#14603a", "#ffffff", "#1a1a1a", "#c0392b", "#f2c14e"
_BACK, _EDGE = "#5b7f95", "#8a8a8a"
#: Width and height of a card.
CARD_WIDE, CARD_HIGH = 44, 62
_INKS: Final = (BLACK, BLACK, RED, RED)


class Box(Struct, frozen=True):
    """A rectangle."""

    x: float
    y: float
    wide: float
    high: float
    fill: str
    edge: str = ""
    thick: int = 1


class Disc(Struct, frozen=True):
    """A circle."""

    x: float
    y: float
    radius: float
    fill: str
    edge: str = ""


class Polygon(Struct, frozen=True):
    """A filled polygon."""

    corners: tuple[tuple[float, float], ...]
    fill: str


class Label(Struct, frozen=True):
    """A line of text, by the middle of its height; ``centred`` also by the middle of its width."""

    x: float
    y: float
    text: str
    size: int
    fill: str
    centred: bool = True


Shape = Box | Disc | Polygon | Label


class Drawing(Struct):
    """Shapes on a cloth of a size in pixels, later ones above earlier ones."""

    wide: int
    high: int
    shapes: list[Shape] = field(default_factory=list)

    def card(self, x: float, y: float, card: int, *, in_turn: bool = False) -> None:
        """Adds a card with its left upper corner there; the hand in turn has a golden edge."""
        edge, ink = (GOLD, 3) if in_turn else (_EDGE, 1), _INKS[card & 3]
        self.shapes.append(Box(x, y, CARD_WIDE, CARD_HIGH, WHITE, *edge))
        rank = "10" if Card(card).rank == "T" else Card(card).rank
        self.shapes.append(Label(x + 11, y + 12, rank, 15, ink))
        self.shapes += suit_shapes(card & 3, x + 11, y + 27, 5, ink)
        self.shapes += suit_shapes(card & 3, x + 28, y + 44, 11, ink)

    def back(self, x: float, y: float) -> None:
        """Adds a face-down card."""
        self.shapes.append(Box(x, y, CARD_WIDE, CARD_HIGH, _BACK, _EDGE))

    def chip(self, x: float, y: float, text: str) -> None:
        """Adds a chip with its value."""
        self.shapes += (Disc(x, y, 11, GOLD, BLACK), Label(x, y, text, 9 if len(text) < 4 else 7, BLACK))

    def text(self, x: float, y: float, text: str, *, size: int = 13, fill: str = WHITE, centred: bool = True) -> None:
        """Adds a line of text."""
        self.shapes.append(Label(x, y, text, size, fill, centred))

    def svg(self, label: str) -> str:
        """Returns the drawing as SVG with that label for screen readers."""
        parts = [Box(0, 0, self.wide, self.high, CLOTH), *self.shapes]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.wide}" height="{self.high}" role="img" '
            f'viewBox="0 0 {self.wide} {self.high}" aria-label="{escape(label)}">{"".join(map(_element, parts))}</svg>'
        )


def suit_shapes(suit: int, x: float, y: float, size: float, ink: str) -> list[Shape]:
    """Returns the sign of a suit (spades, clubs, hearts, diamonds) around a point, ``size`` high to either side."""
    half = size / 2
    if suit == 3:
        return [Polygon(((x, y - size), (x + size * 0.75, y), (x, y + size), (x - size * 0.75, y)), ink)]
    if suit == 2:
        tip = Polygon(((x - size * 0.92, y - size * 0.1), (x + size * 0.92, y - size * 0.1), (x, y + size)), ink)
        return [Disc(x - half, y - half * 0.8, half, ink), Disc(x + half, y - half * 0.8, half, ink), tip]
    stem = Polygon(((x, y), (x + size * 0.4, y + size), (x - size * 0.4, y + size)), ink)
    discs: list[Shape] = [Disc(x - half, y + half * 0.4, half, ink), Disc(x + half, y + half * 0.4, half, ink), stem]
    if suit == 1:
        return [*discs, Disc(x, y - half, half, ink)]
    return [*discs, Polygon(((x - size * 0.92, y), (x + size * 0.92, y), (x, y - size)), ink)]


def fan(count: int, width: float, step: float) -> Sequence[float]:
    """Returns the left edges of so many overlapping cards that they fit into a width."""
    gap = min(step, (width - CARD_WIDE) / max(count - 1, 1))
    return [gap * number for number in range(count)]


def _element(shape: Shape) -> str:
    match shape:
        case Box():
            edge = f' stroke="{shape.edge}" stroke-width="{shape.thick}"' if shape.edge else ""
            place = f'x="{shape.x:g}" y="{shape.y:g}" width="{shape.wide:g}" height="{shape.high:g}"'
            return f'<rect {place} fill="{shape.fill}"{edge}/>'
        case Disc():
            edge = f' stroke="{shape.edge}"' if shape.edge else ""
            return f'<circle cx="{shape.x:g}" cy="{shape.y:g}" r="{shape.radius:g}" fill="{shape.fill}"{edge}/>'
        case Polygon():
            corners = " ".join(f"{x:g},{y:g}" for x, y in shape.corners)
            return f'<polygon points="{corners}" fill="{shape.fill}"/>'
        case Label():
            style = f'font-family="sans-serif" font-size="{shape.size}" dominant-baseline="central"'
            anchor = ' text-anchor="middle"' if shape.centred else ""
            return (
                f'<text x="{shape.x:g}" y="{shape.y:g}" {style}{anchor} fill="{shape.fill}">{escape(shape.text)}</text>'
            )
