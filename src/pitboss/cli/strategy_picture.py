"""Plots a chart."""

from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from pitboss.cli.strategy import COLOURS, TITLES, codes_of
from pitboss.strategy.chart import UPS, Chart
from pitboss.strategy.chart_text import rows_text


def draw(chart: Chart, head: str, foot: str, out: Path) -> None:
    """Plot hard totals on the left, soft totals and pairs on the right, and the legend; then doubled hands."""
    with mpl.rc_context({"svg.hashsalt": "chart", "svg.fonttype": "none"}):
        figure = Figure(figsize=(15 if chart.doubled else 10, 8.2), facecolor="white")
        wide = 10 / 15 if chart.doubled else 1.0
        figure.text(0.05, 0.965, head, fontsize=12, weight="bold", va="top")
        _section(figure.add_axes((0.05 * wide, 0.15, 0.42 * wide, 0.74)), chart, "hard")
        _section(figure.add_axes((0.54 * wide, 0.535, 0.42 * wide, 0.355)), chart, "soft")
        _section(figure.add_axes((0.54 * wide, 0.15, 0.42 * wide, 0.33)), chart, "pair")
        if chart.doubled:
            _section(figure.add_axes((0.68, 0.46, 0.28, 0.43)), chart, "doubled")
            _section(figure.add_axes((0.68, 0.15, 0.28, 0.25)), chart, "doubled-soft")
        used = codes_of(chart)
        handles = [
            Patch(color=COLOURS[code], label=f"{code}  {meaning}")
            for code, meaning in chart.codes.items()
            if code in used
        ]
        figure.legend(handles=handles, loc="lower left", bbox_to_anchor=(0.04, 0.045), ncols=4, frameon=False)
        figure.text(0.05, 0.03, foot, fontsize=9)
        stamp = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(out.suffix.lower())
        figure.savefig(out, dpi=150, metadata=stamp)


def _section(axes: Any, chart: Chart, section: str) -> None:
    labels, rows, written = chart.sections[section], chart.at(0).rows(section), rows_text(chart, section)
    for down, row in enumerate(rows):
        for across, code in enumerate(row):
            text = written[down][across]
            size = 9 if len(text) == 1 else 7
            axes.add_patch(Rectangle((across, down), 1, 1, facecolor=COLOURS[code], edgecolor="white"))
            axes.text(across + 0.5, down + 0.5, text, color="white", ha="center", va="center", fontsize=size)
    axes.set(xlim=(0, len(UPS)), ylim=(len(rows), 0), title=TITLES[section])
    axes.set_xticks([place + 0.5 for place in range(len(UPS))], UPS)
    axes.set_yticks([place + 0.5 for place in range(len(labels))], labels)
    axes.tick_params(length=0, labeltop=True, labelbottom=False)
    for spine in axes.spines.values():
        spine.set_visible(False)
