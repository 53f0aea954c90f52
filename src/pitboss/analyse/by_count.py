"""The best chart for a card counter: at each count, the best play for the expected remaining cards.

A true count estimates how far the unseen cards differ from a fresh shoe: the share of each value changes in proportion
to its tag. The chart of a count is the best chart by total for that expected composition, with so many cards that those
of the hand do not matter.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Final

from msgspec.structs import replace

from pitboss.analyse.edge import TOTAL, edge_of
from pitboss.analyse.game import game_of
from pitboss.analyse.shoe import ShoeComposition, card_of, shoe_of
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart
from pitboss.strategy.count_settings import FLOOR, RUNNING, TRUNCATE
from pitboss.strategy.count_systems import WAYS, CountError, CountSystem

#: The largest absolute count that a chart distinguishes; counts beyond it are rare.
MOST: Final = 10


def best_by_count(
    rules: BlackjackRules, system: CountSystem, way: str = "", *, watch: Callable[[int, int], None] | None = None
) -> Chart:
    """Returns the best chart by total at every count.

    ``way`` is the conversion of a count, by default that of the system. ``watch`` is a progress callback that gets the
    number of counts done and the number of all. Raises CountError if the count does not determine the remaining cards,
    and NotAnalysable.
    """
    conversion = WAYS[check_balanced(system, way)]
    game = game_of(rules)
    shoes = {
        count: shoe
        for count in range(-MOST, MOST + 1)
        if (shoe := _shoe_at(rules, system, middle_of(count, conversion)))
    }
    charts: dict[int, Chart] = {}
    for count, shoe in shoes.items():
        chart = edge_of(game, shoe, TOTAL).chart
        assert chart is not None
        charts[count] = chart
        if watch is not None:
            watch(len(charts), len(shoes))
    return _merge(f"best by {system.name}", charts)


def check_balanced(system: CountSystem, way: str) -> str:
    """Returns the conversion of a true count; raises CountError for a count that does not determine the cards left."""
    used = way or system.way
    if WAYS[used] == RUNNING or system.imbalance:
        raise CountError(f"{system.name} does not determine the remaining cards: use a true count of a balanced system")
    return used


def middle_of(count: int, conversion: int) -> Fraction:
    """Returns the midpoint of the true counts that convert to this count."""
    half = Fraction(1, 2)
    if conversion == FLOOR:
        return count + half
    return count + half * ((count > 0) - (count < 0)) if conversion == TRUNCATE else Fraction(count)


def _shoe_at(rules: BlackjackRules, system: CountSystem, true: Fraction) -> ShoeComposition:
    """Returns the expected cards at a true count; empty if a value would have a negative number of cards."""
    whole = shoe_of(rules, infinite=True)
    squares = Fraction(sum(tag**2 for tag in system.tags), system.scale)
    shares = [1 - system.tags[card_of(value)] * true / squares for value in range(len(whole))]
    return tuple(int(count * share) for count, share in zip(whole, shares, strict=True)) if min(shares) > 0 else ()


def _merge(name: str, charts: dict[int, Chart]) -> Chart:
    """Merges the charts into one that lists the counts at which it changes."""
    lowest, *counts = charts
    insure_at = next((count for count, chart in charts.items() if chart.insure), None)
    base = replace(charts[lowest], name=name, insure=insure_at is not None)
    steps: list[tuple[int, Chart]] = []
    for count in counts:
        chart = replace(charts[count], name=name, insure=base.insure, even_money=base.even_money)
        if chart != (steps[-1][1] if steps else base):
            steps.append((count, chart))
    return replace(base, insure_at=insure_at, by_count=tuple(steps))
