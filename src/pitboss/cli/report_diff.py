"""``pitboss report diff``: compare two JSON reports."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from pitboss.cli.options import BadUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.analyse.report_diff import ReportDifference


def compare_reports(files: "Sequence[str]", *, as_json: bool) -> None:
    """Print the values that differ; exit 1 if there are any. Raises BadUsage or BadReport."""
    from pitboss.analyse.report_diff import read_report, report_differences

    if len(files) != 2:
        raise BadUsage(f"diff compares two JSON reports, not {len(files)}: write 'pitboss report diff A.json B.json'")
    left, right = (read_report(Path(file)) for file in files)
    found = report_differences(left, right)
    if as_json:
        from msgspec import to_builtins

        typer.echo(json.dumps({"files": list(files), "differences": to_builtins(found)}, ensure_ascii=False, indent=2))
    else:
        _show(files, found)
    if found:
        raise typer.Exit(1)


def _show(files: "Sequence[str]", found: "Sequence[ReportDifference]") -> None:
    from pitboss.cli.rules_screen import new_console, table

    console = new_console()
    if not found:
        console.print("the reports have the same values")
        return
    console.print(f"{len(found)} values differ")
    rows = [
        (
            one.path,
            "absent" if one.only == "right" else _text(one.left),
            "absent" if one.only == "left" else _text(one.right),
            "" if one.change is None else f"{one.change:+.6g}",
        )
        for one in found
    ]
    console.print(table(("value", files[0], files[1], "change"), rows, whole=0))


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
