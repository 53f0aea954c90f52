"""A chart as text: ``print_chart`` writes it, ``read_chart`` reads it.

A cell is a move, ``H``; or, for somebody who counts, several of them, each from a count on: ``H0S`` hits, and stands
from 0 on.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from pitboss.kernel.strategy import CODES, SECTIONS, UPS, Chart, StrategyError

#: No count in a chart is beyond this.
MOST_INDEX: Final = 99
_CELL: Final = re.compile(r"(\D)((?:[+-]?\d+[^\d+-])*)", re.ASCII)
_STEP: Final = re.compile(r"([+-]?\d+)(\D)", re.ASCII)
_FROM: Final = re.compile(r"from ([+-]?\d+)", re.ASCII)
#: A move, and others from counts on.
Cell = tuple[str, dict[int, str]]


def print_chart(chart: Chart) -> str:
    """The chart as text that ``read_chart`` reads."""
    insures = "yes" if chart.insure else "no"
    lines = [
        *(f"# {code}  {meaning}" for code, meaning in CODES.items()),
        f"insure: {insures if chart.insure_at is None else f'from {chart.insure_at}'}",
        f"even money: {'yes' if chart.even_money else 'no'}",
    ]
    for section, labels in SECTIONS.items():
        cells = zip(labels, rows_text(chart, section), strict=True)
        rows = [(section, *UPS), *((label, *row) for label, row in cells)]
        width = max(4, *(len(word) for row in rows for word in row))
        lines += ["", *(" ".join(f"{word:<{width}}" for word in row).rstrip() for row in rows)]
    return "\n".join(lines) + "\n"


def rows_text(chart: Chart, section: str) -> list[list[str]]:
    """The cells of a section as they are written."""
    return [[_cell_text(chart, section, row, up) for up in range(len(UPS))] for row in range(len(SECTIONS[section]))]


def _cell_text(chart: Chart, section: str, row: int, column: int) -> str:
    """A move, and behind each count at which it changes the next."""
    text = last = chart.rows(section)[row][column]
    for step, other in chart.by_count:
        code = other.rows(section)[row][column]
        if code != last:
            text, last = f"{text}{step}{code}", code
    return text


class _Reading:
    """A chart as far as it has been read."""

    def __init__(self) -> None:
        self.answers: dict[str, bool] = {}
        self.insure_at: int | None = None
        self.rows: dict[str, dict[str, list[Cell]]] = {}
        self.section = ""

    def line(self, text: str) -> None:
        """Takes one line in; StrategyError where it is none of a chart."""
        name, colon, answer = (part.strip() for part in text.partition(":"))
        if colon:
            self._answer(name, answer)
            return
        label, *cells = text.split()
        if label in SECTIONS:
            self._section(label, cells)
        else:
            self._row(label, cells)

    def _answer(self, name: str, answer: str) -> None:
        if name not in ("insure", "even money"):
            raise StrategyError(f"'{name}' is no setting: there are insure and even money")
        if name in self.answers:
            raise StrategyError(f"{name} stands twice")
        found = _FROM.fullmatch(answer) if name == "insure" else None
        if found is not None:
            self.insure_at, answer = _index(found[1]), "yes"
        if answer not in ("yes", "no"):
            known = "yes, no or from a count like 'from 3'" if name == "insure" else "yes or no"
            raise StrategyError(f"{name} is {known}, not '{answer}'")
        self.answers[name] = answer == "yes"

    def _section(self, label: str, cells: Sequence[str]) -> None:
        if tuple(cells) != UPS:
            raise StrategyError(f"the columns of {label} are {' '.join(UPS)}")
        if label in self.rows:
            raise StrategyError(f"{label} stands twice")
        self.section, self.rows[label] = label, {}

    def _row(self, label: str, cells: Sequence[str]) -> None:
        if not self.section:
            raise StrategyError(f"'{label}' stands before any of {', '.join(SECTIONS)}")
        where = f"{self.section} {label}"
        if label not in SECTIONS[self.section]:
            raise StrategyError(f"there is no row {where}: there are {', '.join(SECTIONS[self.section])}")
        if label in self.rows[self.section]:
            raise StrategyError(f"{where} stands twice")
        read = [self._cell(f"{where} against {up}", cell) for cell, up in zip(cells, UPS, strict=False)]
        if len(cells) < len(UPS):
            raise StrategyError(f"{where} against {UPS[len(cells)]}: nothing is said")
        if len(cells) > len(UPS):
            raise StrategyError(f"{where}: {len(cells)} moves, and there are {len(UPS)} columns")
        self.rows[self.section][label] = read

    def _cell(self, where: str, text: str) -> Cell:
        known = [code for code in CODES if code != "P" or self.section == "pair"]
        found = _CELL.fullmatch(text)
        steps = _STEP.findall(found[2]) if found else []
        code = found[1] if found else text
        for one in (code, *(other for _, other in steps)):
            if one not in known:
                raise StrategyError(f"{where}: '{one}' is no move here: there are {', '.join(known)}")
        counts = [_index(step) for step, _ in steps]
        if any(one >= two for one, two in pairwise(counts)):
            raise StrategyError(f"{where}: the counts of '{text}' do not rise")
        return code, dict(zip(counts, (other for _, other in steps), strict=True))

    def chart(self, name: str) -> Chart:
        """The whole; StrategyError for a hole in it."""
        for section, labels in SECTIONS.items():
            if section not in self.rows:
                raise StrategyError(f"{section}: nothing is said")
            for label in labels:
                if label not in self.rows[section]:
                    raise StrategyError(f"{section} {label}: nothing is said")
        cells = [cell for rows in self.rows.values() for row in rows.values() for cell in row]
        charts = [(step, self._at(name, step)) for step in sorted({step for _, steps in cells for step in steps})]
        return replace(self._at(name, -MOST_INDEX - 1), insure_at=self.insure_at, by_count=tuple(charts))

    def _at(self, name: str, count: int) -> Chart:
        """The chart of a count."""
        hard, soft, pair = (
            tuple("".join(_move(cell, count) for cell in self.rows[section][label]) for label in labels)
            for section, labels in SECTIONS.items()
        )
        return Chart(name, hard, soft, pair, self.answers.get("insure", False), self.answers.get("even money", False))


def _move(cell: Cell, count: int) -> str:
    code, steps = cell
    return next((other for step, other in reversed(steps.items()) if count >= step), code)


def _index(text: str) -> int:
    """A count that stands in a chart."""
    count = int(text)
    if abs(count) > MOST_INDEX:
        raise StrategyError(f"a count of {text}: those of a chart lie between {-MOST_INDEX} and {MOST_INDEX}")
    return count


def read_chart(text: str, name: str = "chart") -> Chart:
    """The chart of a text; StrategyError names the line and the cell that are wrong."""
    reading = _Reading()
    for number, line in enumerate(text.splitlines(), 1):
        told = line.partition("#")[0].strip()
        if not told:
            continue
        try:
            reading.line(told)
        except StrategyError as error:
            raise StrategyError(f"{name}, line {number}: {error}") from None
    try:
        return reading.chart(name)
    except StrategyError as error:
        raise StrategyError(f"{name}: {error}") from None
