"""HTML and SVG for notebooks: cards, tables of figures, bars. Plain text in and out, without scripts or files."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pitboss.cards import Card

_SIGNS: Final = "♠♣♥♦"
_INKS: Final = ("#1a1a1a", "#1a1a1a", "#c0392b", "#c0392b")
_CELL: Final = "padding:2px 8px;text-align:left;border:none"
#: Width, height and distance of cards, and of the bars of a chart.
_WIDE, _HIGH, _STEP = 44, 62, 48
_BAR, _TALL, _FOOT = 26, 90, 16


def escape(text: str) -> str:
    """Returns the text with the characters that HTML reserves escaped."""
    from html import escape as escape_html  # noqa: PLC0415 # only notebooks need it, and its tables take 8 ms to load

    return escape_html(text)


def cards_svg(cards: Sequence[int], *, hidden: int = 0) -> str:
    """Returns some cards side by side as SVG, and so many backs after them."""
    count = len(cards) + hidden
    parts = [_face(number, Card(card)) for number, card in enumerate(cards)]
    parts += [_card_at(number, "#5b7f95", "") for number in range(len(cards), count)]
    label = escape(" ".join([*(Card(card).symbol for card in cards), *["face down"] * hidden]))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{max(count, 1) * _STEP}" height="{_HIGH + 4}" role="img" '
        f'aria-label="{label}">{"".join(parts)}</svg>'
    )


def _face(number: int, card: Card) -> str:
    ink, rank = _INKS[card & 3], "10" if card.rank == "T" else card.rank
    x = number * _STEP + 2
    text = f'text-anchor="middle" fill="{ink}" font-family="sans-serif"'
    faces = (
        f'<text x="{x + 13}" y="21" font-size="16" {text}>{rank}</text>'
        f'<text x="{x + _WIDE / 2}" y="50" font-size="26" {text}>{_SIGNS[card & 3]}</text>'
    )
    return _card_at(number, "#ffffff", faces)


def _card_at(number: int, fill: str, inside: str) -> str:
    place = f'x="{number * _STEP + 2}" y="2" width="{_WIDE}" height="{_HIGH}" rx="5"'
    return f'<rect {place} fill="{fill}" stroke="#8a8a8a"/>{inside}'


def rows_html(title: str, rows: Iterable[Sequence[str]], head: Sequence[str] = ()) -> str:
    """Returns a table with a caption. Cells are text and are escaped; one that begins with ``<svg`` is a picture."""
    top = "".join(f'<th style="{_CELL}">{escape(name)}</th>' for name in head)
    body = "".join("<tr>" + "".join(_cell(text) for text in row) + "</tr>" for row in rows)
    caption = f'<caption style="text-align:left;font-weight:bold">{escape(title)}</caption>' if title else ""
    return f"<table>{caption}{f'<tr>{top}</tr>' if top else ''}{body}</table>"


def _cell(text: str) -> str:
    return f'<td style="{_CELL}">{text if text.startswith("<svg ") else escape(text)}</td>'


def grid_html(title: str, head: Sequence[str], rows: Iterable[tuple[str, str]], colours: Mapping[str, str]) -> str:
    """Returns a grid of one-letter codes on their colours: each row is its label and a code for every column."""
    style = "padding:2px 7px;text-align:center;border:1px solid #ddd"
    top = "".join(f'<th style="{style}">{escape(name)}</th>' for name in ("", *head))
    lines = []
    for label, codes in rows:
        cells = "".join(
            f'<td style="{style};background:{colours.get(code, "#ffffff")};color:#111">{escape(code)}</td>'
            for code in codes
        )
        lines.append(f'<tr><th style="{style}">{escape(label)}</th>{cells}</tr>')
    return f"<table><caption>{escape(title)}</caption><tr>{top}</tr>{''.join(lines)}</table>"


def bars_svg(values: Mapping[str, float], label: str) -> str:
    """Returns a bar for each of these shares as SVG."""
    most = max(values.values(), default=0.0) or 1.0
    parts = []
    for number, (name, value) in enumerate(values.items()):
        high, x = value / most * _TALL, number * _BAR
        parts.append(
            f'<rect x="{x + 2}" y="{_TALL - high:.1f}" width="{_BAR - 4}" height="{high:.1f}" fill="#4c78a8">'
            f"<title>{escape(name)}: {value:.4%}</title></rect>"
            f'<text x="{x + _BAR / 2}" y="{_TALL + 12}" font-size="9" text-anchor="middle">{escape(name)}</text>'
        )
    size = f'width="{max(len(values), 1) * _BAR}" height="{_TALL + _FOOT}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'
    )
