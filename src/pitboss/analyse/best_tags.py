"""The balanced tags of a given level that correlate best with the effects of removal.

The correlation of balanced tags ``t`` with effects ``e`` is ``t·e / |t| |e|``. It is largest at a vertex of the convex
hull of the points ``(|t|², t·e)``: by the inequality of means, the best tags maximise ``t·e - θ |t|²`` for some ``θ``.
For one ``θ`` that is a sum over ranks, so dynamic programming over the sum of the tags finds the maximum. The next
``θ`` is where the lines of two neighbouring solutions cross, until no crossing has a better one.
"""

from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import Final, NamedTuple

from pitboss.analyse.removal import RemovalEffects
from pitboss.strategy.count_systems import RANKS, CountSystem, from_tags

#: The largest absolute tag that is searched for.
MOST_LEVEL: Final = 3
MAIN: Final = "main"
INSURANCE: Final = "insurance"
#: Values that differ by less than this share of the largest are equal up to rounding.
_EQUAL: Final = 1e-12


class _Tags(NamedTuple):
    """Tags by rank, their product with the effects, and the square of their size, over the cards of the shoe."""

    product: float
    square: int
    tags: tuple[int, ...]

    @property
    def score(self) -> float:
        return self.product / sqrt(self.square) if self.square else 0.0


def best_tags(found: RemovalEffects, level: int, *, target: str = MAIN) -> CountSystem:
    """Returns the count with whole tags up to ``level``, balanced over the shoe, that has the largest correlation.

    ``target`` is ``main`` (the betting correlation) or ``insurance``. Raises ValueError for a level or a target that
    there is not, if a rank is not in the shoe, or if no tags balance.
    """
    if not 1 <= level <= MOST_LEVEL:
        raise ValueError(f"a level of {level}: write a whole number of 1 to {MOST_LEVEL}")
    if target not in {MAIN, INSURANCE}:
        raise ValueError(f"'{target}' is not a target: write {MAIN} or {INSURANCE}")
    effects = [row.effect if target == MAIN else row.insurance for row in found.ranks]
    if len(effects) != len(RANKS) or None in effects:
        raise ValueError(f"tags for {target} need all ranks in the shoe, and their effects")
    worth, number = [float(effect or 0.0) for effect in effects], [row.cards for row in found.ranks]
    best = max(_hull(worth, number, level), key=lambda corner: corner.score)
    if not best.product > 0:
        raise ValueError(f"no tags up to {level} are balanced over this shoe")
    return from_tags(f"best of level {level} for {target}", dict(zip(RANKS, map(Fraction, best.tags), strict=True)))


def _hull(effects: list[float], number: list[int], level: int) -> list[_Tags]:
    """Returns the vertices of the upper hull, largest tags first."""
    largest = max(map(abs, effects))
    corners = [_maximise(effects, number, level, 0.0), _Tags(0.0, 0, (0,) * len(effects))]
    final: set[tuple[_Tags, _Tags]] = set()
    while open_pairs := [pair for pair in pairwise(corners) if pair not in final and pair[0].square > pair[1].square]:
        for left, right in open_pairs:
            theta = (left.product - right.product) / (left.square - right.square)
            middle = _maximise(effects, number, level, theta)
            value = left.product - theta * left.square
            if middle.product - theta * middle.square <= value + _EQUAL * largest * sum(number):
                final.add((left, right))
            else:
                corners.insert(corners.index(right), middle)
    return corners


def _maximise(effects: list[float], number: list[int], level: int, theta: float) -> _Tags:
    """Returns the balanced tags that maximise their product with the effects, less ``theta`` times their square."""
    best: dict[int, tuple[float, _Tags]] = {0: (0.0, _Tags(0.0, 0, ()))}
    for effect, count in zip(effects, number, strict=True):
        longer: dict[int, tuple[float, _Tags]] = {}
        for total, (value, (product, square, tags)) in best.items():
            for tag in range(-level, level + 1):
                after = total + count * tag
                gain = value + count * (effect * tag - theta * tag**2)
                if after not in longer or gain > longer[after][0]:
                    longer[after] = gain, _Tags(product + count * effect * tag, square + count * tag**2, (*tags, tag))
        best = longer
    return best[0][1]
