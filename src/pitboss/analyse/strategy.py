"""The best chart by total for a table."""

from collections.abc import Sequence

from pitboss.analyse.edge import TOTAL, edge
from pitboss.kernel.strategy import Chart
from pitboss.law.resolve import BlackjackRules


def best_chart(rules: BlackjackRules, *, gone: Sequence[int] = (), infinite: bool = False) -> Chart:
    """What ``edge`` plays by totals."""
    chart = edge(rules, strategy=TOTAL, gone=gone, infinite=infinite).chart
    assert chart is not None
    return chart
