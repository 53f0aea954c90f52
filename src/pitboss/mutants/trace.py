"""Which cases execute which lines of the games."""

import sys
from collections.abc import Iterable
from types import FrameType
from typing import Any

from pitboss.mutants.case_index import IndexedCase, fails
from pitboss.mutants.code import PACKAGE, LiveFunctions


class LineIndex:
    """The cases that execute each line, as numbers of the case index."""

    def __init__(self) -> None:
        self.cases: dict[tuple[str, int], set[int]] = {}

    def touching(self, file: str, lines: tuple[int, int]) -> set[int]:
        """Returns the cases that execute any of the lines."""
        return set().union(*(self.cases.get((file, line), ()) for line in range(lines[0], lines[1] + 1)))


def trace_lines(cases: Iterable[IndexedCase], files: Iterable[str]) -> LineIndex:
    """Replays the cases under a tracer and returns the lines that each executes."""
    index = LineIndex()
    names = {str(PACKAGE / file): file for file in files}
    live = LiveFunctions(())
    for case in cases:
        executed: set[tuple[str, int]] = set()
        live.clear_caches()  # a cached result would hide the lines that computed it
        _replay_traced(case, names, executed)
        for place in executed:
            index.cases.setdefault(place, set()).add(case.number)
    return index


def _replay_traced(case: IndexedCase, names: dict[str, str], executed: set[tuple[str, int]]) -> None:
    def line(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            executed.add((names[frame.f_code.co_filename], frame.f_lineno))
        return line

    def call(frame: FrameType, _event: str, _argument: Any) -> Any:
        return line if frame.f_code.co_filename in names else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        fails(case)
    finally:
        sys.settrace(before)
