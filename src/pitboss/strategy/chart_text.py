"""Text format of charts: ``print_chart`` writes it, ``read_chart`` parses it.

A cell is a move such as ``H``. A chart for a counting player may list several moves, each from a count on: ``H0S``
hits, and stands from 0 on.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from pitboss.strategy.chart import CODES, DOUBLED_CODES, DOUBLED_SECTIONS, SECTIONS, UPS, Chart, StrategyError

#: Upper bound of the absolute value of a count in a chart.
MOST_INDEX: Final = 99
_CELL: Final = re.compile(r"(\D)((?:[+-]?\d+[^\d+-])*)", re.ASCII)
_ROWS: Final = {**SECTIONS, **DOUBLED_SECTIONS}
_STEP: Final = re.compile(r"([+-]?\d+)(\D)", re.ASCII)
_FROM: Final = re.compile(r"from ([+-]?\d+)", re.ASCII)
#: A move, and the moves that replace it from given counts on.
Cell = tuple[str, dict[int, str]]


def print_chart(chart: Chart) -> str:
    """Returns the chart in the format that ``read_chart`` parses."""
    insures = "yes" if chart.insure else "no"
    lines = [
        *(f"# {code}  {meaning}" for code, meaning in chart.codes.items()),
        f"insure: {insures if chart.insure_at is None else f'from {chart.insure_at}'}",
        f"even money: {'yes' if chart.even_money else 'no'}",
    ]
    for section, labels in chart.sections.items():
        cells = zip(labels, rows_text(chart, section), strict=True)
        rows = [(section, *UPS), *((label, *row) for label, row in cells)]
        width = max(4, *(len(word) for row in rows[1:] for word in row))
        lines += ["", *(" ".join(f"{word:<{width}}" for word in row).rstrip() for row in rows)]
    return "\n".join(lines) + "\n"


def rows_text(chart: Chart, section: str) -> list[list[str]]:
    """Returns the cells of a section as text."""
    return [
        [_cell_text(chart, section, row, up) for up in range(len(UPS))] for row in range(len(chart.sections[section]))
    ]


def _cell_text(chart: Chart, section: str, row: int, column: int) -> str:
    """Returns the first move, then each count at which the move changes, followed by the new move."""
    text = last = chart.rows(section)[row][column]
    for step, other in chart.by_count:
        code = other.rows(section)[row][column]
        if code != last:
            text, last = f"{text}{step}{code}", code
    return text


class _ChartParser:
    """Parser of a chart's text, fed line by line."""

    def __init__(self) -> None:
        self.answers: dict[str, bool] = {}
        self.insure_at: int | None = None
        self.rows: dict[str, dict[str, list[Cell]]] = {}
        self.section = ""

    def parse_line(self, text: str) -> None:
        """Parses one line; raises StrategyError if it is malformed."""
        name, colon, answer = (part.strip() for part in text.partition(":"))
        if colon:
            self._answer(name, answer)
            return
        label, *cells = text.split()
        if label in _ROWS:
            self._section(label, cells)
        else:
            self._row(label, cells)

    def _answer(self, name: str, answer: str) -> None:
        if name not in ("insure", "even money"):
            raise StrategyError(f"'{name}' is not a setting: write insure or even money")
        if name in self.answers:
            raise StrategyError(f"{name} is given twice")
        match = _FROM.fullmatch(answer) if name == "insure" else None
        if match is not None:
            self.insure_at, answer = _index(match[1]), "yes"
        if answer not in ("yes", "no"):
            allowed = "yes, no or a count like 'from 3'" if name == "insure" else "yes or no"
            raise StrategyError(f"{name} is {allowed}, not '{answer}'")
        self.answers[name] = answer == "yes"

    def _section(self, label: str, cells: Sequence[str]) -> None:
        if tuple(cells) != UPS:
            raise StrategyError(f"the columns of {label} are {' '.join(UPS)}")
        if label in self.rows:
            raise StrategyError(f"{label} is given twice")
        self.section, self.rows[label] = label, {}

    def _row(self, label: str, cells: Sequence[str]) -> None:
        if not self.section:
            raise StrategyError(f"the row '{label}' comes before any section: {', '.join(SECTIONS)}")
        where = f"{self.section} {label}"
        if label not in _ROWS[self.section]:
            raise StrategyError(f"unknown row {where}: the rows are {', '.join(_ROWS[self.section])}")
        if label in self.rows[self.section]:
            raise StrategyError(f"{where} is given twice")
        read = [self._cell(f"{where} against {up}", cell) for cell, up in zip(cells, UPS, strict=False)]
        if len(cells) < len(UPS):
            raise StrategyError(f"{where} against {UPS[len(cells)]}: the cell is missing")
        if len(cells) > len(UPS):
            raise StrategyError(f"{where}: {len(cells)} moves for {len(UPS)} columns")
        self.rows[self.section][label] = read

    def _cell(self, where: str, text: str) -> Cell:
        codes = DOUBLED_CODES if self.section in DOUBLED_SECTIONS else CODES
        known = [code for code in codes if code != "P" or self.section == "pair"]
        match = _CELL.fullmatch(text)
        steps = _STEP.findall(match[2]) if match else []
        code = match[1] if match else text
        for move in (code, *(other for _, other in steps)):
            if move not in known:
                raise StrategyError(f"{where}: '{move}' is not a move here: write {', '.join(known)}")
        counts = [_index(step) for step, _ in steps]
        if any(low >= high for low, high in pairwise(counts)):
            raise StrategyError(f"{where}: the counts of '{text}' are not ascending")
        return code, dict(zip(counts, (other for _, other in steps), strict=True))

    def chart(self, name: str) -> Chart:
        """Returns the parsed chart; raises StrategyError if a cell is missing."""
        doubled = any(section in self.rows for section in DOUBLED_SECTIONS)
        for section, labels in (_ROWS if doubled else SECTIONS).items():
            if section not in self.rows:
                raise StrategyError(f"{section}: the section is missing")
            for label in labels:
                if label not in self.rows[section]:
                    raise StrategyError(f"{section} {label}: the row is missing")
        cells = [cell for rows in self.rows.values() for row in rows.values() for cell in row]
        charts = [(step, self._at(name, step)) for step in sorted({step for _, steps in cells for step in steps})]
        return replace(self._at(name, -MOST_INDEX - 1), insure_at=self.insure_at, by_count=tuple(charts))

    def _at(self, name: str, count: int) -> Chart:
        """Returns the chart that applies at a count."""
        hard, soft, pair, *more = (
            tuple("".join(_move(cell, count) for cell in self.rows[section][label]) for label in labels)
            for section, labels in _ROWS.items()
            if section in self.rows
        )
        insure, even_money = (self.answers.get(name, False) for name in ("insure", "even money"))
        return Chart(name, hard, soft, pair, insure, even_money, doubled=tuple(row for rows in more for row in rows))


def _move(cell: Cell, count: int) -> str:
    code, steps = cell
    return next((other for step, other in reversed(steps.items()) if count >= step), code)


def _index(text: str) -> int:
    """Parses a count and validates its range."""
    count = int(text)
    if abs(count) > MOST_INDEX:
        raise StrategyError(f"the count {text} is out of range: write {-MOST_INDEX} to {MOST_INDEX}")
    return count


def read_chart(text: str, name: str = "chart") -> Chart:
    """Parses a chart; raises StrategyError with the line and the cell of an error."""
    parser = _ChartParser()
    for number, line in enumerate(text.splitlines(), 1):
        content = line.partition("#")[0].strip()
        if not content:
            continue
        try:
            parser.parse_line(content)
        except StrategyError as error:
            raise StrategyError(f"{name}, line {number}: {error}") from None
    try:
        return parser.chart(name)
    except StrategyError as error:
        raise StrategyError(f"{name}: {error}") from None
