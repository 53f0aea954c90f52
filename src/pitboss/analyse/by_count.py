"""The best chart for somebody who counts the cards: at each count, what is best with the cards that it lets expect.

A true count says how far the unseen cards are from a fresh shoe: of each value so many more or fewer are left as its
tag says, in proportion. That is the middle of all that may be left, and the chart of a count is the best one for it, by
total, with so many cards that those of the hand do not matter.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from pitboss.analyse.edge import TOTAL, edge_of
from pitboss.analyse.game import game_of
from pitboss.analyse.shoe import Counts, card_of, shoe_of
from pitboss.kernel.count_settings import FLOOR, RUNNING, TRUNCATE
from pitboss.kernel.count_systems import WAYS, CountError, CountSystem
from pitboss.kernel.strategy import Chart
from pitboss.law.resolve import BlackjackRules

#: How far from nothing the counts go that a chart tells apart: beyond them one seldom plays.
MOST: Final = 10


def best_by_count(
    rules: BlackjackRules, system: CountSystem, way: str = "", *, watch: Callable[[int, int], None] | None = None
) -> Chart:
    """The best chart by total at every count; CountError where the count does not say what is left, NotAnalysable.

    ``way`` is how a count is read, by default the system's own. ``watch`` hears how many counts are done, and of how
    many.
    """
    read = WAYS[way or system.way]
    if read == RUNNING or system.imbalance:
        raise CountError(f"{system.name} does not say which cards are left: that takes a true count of a balanced one")
    game = game_of(rules)
    shoes = {count: shoe for count in range(-MOST, MOST + 1) if (shoe := _shoe_at(rules, system, _true(count, read)))}
    charts: dict[int, Chart] = {}
    for count, shoe in shoes.items():
        chart = edge_of(game, shoe, TOTAL).chart
        assert chart is not None
        charts[count] = chart
        if watch is not None:
            watch(len(charts), len(shoes))
    return _together(f"best by {system.name}", charts)


def _true(count: int, read: int) -> Fraction:
    """The middle of the true counts that are read as this one."""
    half = Fraction(1, 2)
    if read == FLOOR:
        return count + half
    return count + half * ((count > 0) - (count < 0)) if read == TRUNCATE else Fraction(count)


def _shoe_at(rules: BlackjackRules, system: CountSystem, true: Fraction) -> Counts:
    """The cards that are to be expected at a true count; none where it would take more than all cards of a value."""
    whole = shoe_of(rules, infinite=True)
    squares = Fraction(sum(tag**2 for tag in system.tags), system.scale)
    shares = [1 - system.tags[card_of(value)] * true / squares for value in range(len(whole))]
    return tuple(int(count * share) for count, share in zip(whole, shares, strict=True)) if min(shares) > 0 else ()


def _together(name: str, charts: dict[int, Chart]) -> Chart:
    """One chart that changes with the count where it does."""
    lowest, *counts = charts
    insure_at = next((count for count, chart in charts.items() if chart.insure), None)
    base = replace(charts[lowest], name=name, insure=insure_at is not None)
    steps: list[tuple[int, Chart]] = []
    for count in counts:
        chart = replace(charts[count], name=name, insure=base.insure, even_money=base.even_money)
        if chart != (steps[-1][1] if steps else base):
            steps.append((count, chart))
    return replace(base, insure_at=insure_at, by_count=tuple(steps))
