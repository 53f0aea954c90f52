"""The best chart by total for a table."""

from collections.abc import Sequence

from pitboss.analyse.edge import TOTAL, edge
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart


def best_chart(rules: BlackjackRules, *, gone: Sequence[int] = (), infinite: bool = False) -> Chart:
    """Returns the chart that ``edge`` plays with ``total``."""
    chart = edge(rules, strategy=TOTAL, gone=gone, infinite=infinite).chart
    assert chart is not None
    return chart
