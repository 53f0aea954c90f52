"""A page that shows a history: a row for each client, a bar for each operation, and the anomalies in red."""

from html import escape
from pathlib import Path

from tests.house.histories.checker import Anomaly
from tests.house.histories.record import History, Operation

_STYLE = """
body { font: 14px system-ui, sans-serif; margin: 1.5rem; color: #222; background: #fff; }
.lane { position: relative; height: 2.2rem; border-top: 1px solid #ccc; }
.lane > b { position: absolute; left: 0; top: .5rem; }
.bar { position: absolute; top: .35rem; height: 1.4rem; min-width: 3px; border-radius: 3px; overflow: hidden;
  white-space: nowrap; font-size: 11px; padding: 0 2px; box-sizing: border-box; }
.done { background: #9fd4a8; } .refused { background: #d9d9d9; } .stale { background: #f1dca0; }
.unknown { background: repeating-linear-gradient(45deg, #ddd, #ddd 4px, #fff 4px, #fff 8px); }
.wrong { outline: 3px solid #c00; z-index: 1; }
.fault { position: absolute; top: 0; bottom: 0; border-left: 2px dashed #c60; font-size: 11px; color: #840; }
ol li { color: #a00; } table { border-collapse: collapse; } td, th { padding: 2px 8px; border: 1px solid #ccc; }
"""
#: Percent of the width that the names take.
_NAMES = 8.0


def write_timeline(path: Path, history: History, anomalies: list[Anomaly]) -> Path:
    """Writes the page; returns its path."""
    path.write_text(timeline(history, anomalies), encoding="utf-8")
    return path


def timeline(history: History, anomalies: list[Anomaly]) -> str:
    """Returns the page."""
    operations = sorted(history.operations, key=lambda each: each.invoked)
    times = [time for each in operations for time in (each.invoked, each.completed or each.invoked)]
    start, end = min(times, default=0.0), max(times, default=1.0)
    scale = (100 - _NAMES) / max(end - start, 1e-9)
    wrong = {name for anomaly in anomalies for name in anomaly.operations}

    def left(time: float) -> float:
        return _NAMES + (time - start) * scale

    lanes = []
    for client in dict.fromkeys(each.client for each in operations):
        mine = (each for each in operations if each.client == client)
        bars = "".join(_bar(each, left, end, wrong=each.id in wrong) for each in mine)
        lanes.append(f'<div class="lane"><b>{escape(client)}</b>{bars}</div>')
    faults = "".join(
        f'<span class="fault" style="left:{left(fault.at):.2f}%">{escape(fault.what)}</span>'
        for fault in history.faults
    )
    found = "".join(
        f"<li>{escape(each.kind)}: {escape(each.text)} {escape(', '.join(each.operations))}</li>" for each in anomalies
    )
    rows = "".join(_row(each) for each in operations)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>History of {escape(history.table)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>History of table {escape(history.table)}</h1>"
        f"<p>{len(operations)} operations, {len(history.entries)} updates seen, {len(anomalies)} anomalies.</p>"
        f'<ol>{found}</ol><div style="position:relative">{"".join(lanes)}{faults}</div>'
        "<h2>Operations</h2><table><tr><th>invoked<th>ended<th>client<th>id<th>words<th>seen<th>outcome<th>version"
        f"<th>processes<th>message</tr>{rows}</table></body></html>"
    )


def _bar(operation: Operation, left: object, end: float, *, wrong: bool) -> str:
    assert callable(left)
    first, last = left(operation.invoked), left(end if operation.completed is None else operation.completed)
    title = f"{operation.id}: {operation.words} → {operation.outcome} {operation.version or ''} {operation.message}"
    kind = f"bar {operation.outcome}{' wrong' if wrong else ''}"
    style = f"left:{first:.2f}%;width:{last - first:.2f}%"
    return f'<span class="{kind}" style="{style}" title="{escape(title)}">{escape(operation.words)}</span>'


def _row(operation: Operation) -> str:
    ended = "" if operation.completed is None else f"{operation.completed:.3f}"
    cells = (
        f"{operation.invoked:.3f}", ended, operation.client, operation.id, operation.words, operation.seen,
        operation.outcome, operation.version, " ".join(operation.processes), operation.message,
    )  # fmt: skip
    return "<tr>" + "".join(f"<td>{escape('' if cell is None else str(cell))}" for cell in cells) + "</tr>"
