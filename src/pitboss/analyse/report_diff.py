"""Comparison of two JSON reports, value by value."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

#: The keys that every report has.
_REQUIRED: Final = ("rulebook", "rules", "wagers", "stamp")


class BadReport(ValueError):
    """Raised for a file that is not a JSON report."""


class ReportDifference(Struct, frozen=True):
    """A value that differs, by its path in the reports; an absent value is None, and ``only`` names the side it is on.

    ``change`` is right minus left for two numbers.
    """

    path: str
    left: Any
    right: Any
    only: str = ""
    change: float | None = None


def read_report(path: Path) -> dict[str, Any]:
    """Reads a report that ``pitboss report --format json`` wrote; raises BadReport."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadReport(f"{path}: {error.strerror}") from None
    except ValueError:
        raise BadReport(f"{path} is not JSON: write a report with --format json") from None
    if not isinstance(data, dict) or any(key not in data for key in _REQUIRED):
        raise BadReport(f"{path} is not a report: write one with 'pitboss report … --format json'")
    return data


def report_differences(left: dict[str, Any], right: dict[str, Any]) -> tuple[ReportDifference, ...]:
    """Returns all values that differ, in the order of the reports."""
    ours, theirs = dict(_flatten(left)), dict(_flatten(right))
    return tuple(_differences(ours, theirs))


def _differences(ours: dict[str, Any], theirs: dict[str, Any]) -> Iterator[ReportDifference]:
    for path in dict.fromkeys((*ours, *theirs)):
        if path not in theirs:
            yield ReportDifference(path, ours[path], None, only="left")
        elif path not in ours:
            yield ReportDifference(path, None, theirs[path], only="right")
        elif ours[path] != theirs[path]:
            left, right = ours[path], theirs[path]
            change = right - left if _is_number(left) and _is_number(right) else None
            yield ReportDifference(path, left, right, change=change)


def _flatten(data: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Iterates over all single values with their paths; rows of a list are found by their name where they have one."""
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _flatten(value, f"{path} / {key}" if path else key)
    elif isinstance(data, list) and data:
        names = [row.get("name") if isinstance(row, dict) else None for row in data]
        named = all(names) and len(set(names)) == len(names)
        for number, row in enumerate(data, 1):
            yield from _flatten(row, f"{path} / {names[number - 1] if named else number}")
    else:
        yield path, data


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
