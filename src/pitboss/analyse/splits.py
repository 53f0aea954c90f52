"""A pair that is split and split again, exactly, where every hand is played by its own cards.

Cards that nobody has seen are alike, whoever gets them. So one hand's value depends on its sisters' cards only through
how many cards of the pair are known to be gone, and which sisters' second cards are known to be none of the pair; the
latter follows from the former by inclusion and exclusion: what is worth f with the sister's card unknown, and f' with
a card of the pair as that card, of which the chance is p, is worth f - p f' over the cases in which it is another one.
"""

from collections import Counter
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


class Path(Struct, frozen=True):
    """How a split can go: for each way, how many cards of the pair came, hands finished first, and hands in all."""

    pairs: int
    finished: int
    hands: int


@cache
def paths(most: int) -> tuple[tuple[Path, int], ...]:
    """Every way in which a pair becomes at most so many hands, and how many orders lead to it.

    Hands are dealt to in turn: one that gets a card of the pair is split while that is allowed, one that gets another
    is finished in this respect. Where no more hands may be formed, the others take whatever comes.
    """
    found: Counter[Path] = Counter()

    def walk(pairs: int, finished: int, waiting: int) -> None:
        hands = finished + waiting
        if not waiting or hands == most:
            found[Path(pairs, finished, hands)] += 1
            return
        walk(pairs, finished + 1, waiting - 1)
        walk(pairs + 1, finished, waiting + 1)

    walk(0, 0, 2)
    return tuple(found.items())


def most_gone(most: int) -> int:
    """For how many cards of the pair gone beside the first two a hand's value is needed."""
    return 1 + max(path.pairs + path.finished - (path.hands == path.finished) for path, _ in paths(most))


class Split(Struct, frozen=True):
    """What splitting brings, and how likely it is that so many hands have a second card that is known to be none of
    the pair, and so many whatever came."""

    expectation: float
    ways: dict[tuple[int, int], float]


def split_worth(found: NDArray[np.float64], most: int, pair_cards: int, cards: int) -> Split:
    """The whole of it, from the values of one hand (``compiled.split_values``) and the cards that are left."""

    def chance(gone: int) -> float:
        return max(pair_cards - gone, 0) / (cards - gone) if cards > gone else 0.0

    def others(column: int, gone: int, sisters: int) -> float:
        """A hand's value over the cases in which so many sisters have a second card that is none of the pair."""
        if not sisters:
            return 1.0 if column < 0 else float(found[gone, column])
        less = others(column, gone, sisters - 1)
        p = chance(gone)
        return less - p * others(column, gone + 1, sisters - 1) if p else less

    expectation = 0.0
    ways: dict[tuple[int, int], float] = {}
    for path, orders in paths(most):
        weight = float(orders)
        for gone in range(path.pairs):
            weight *= chance(gone)
        if not weight:
            continue
        gone, finished = path.pairs, path.finished
        worth = (path.hands - finished) * others(1, gone, finished)
        if finished:
            # the first hand to be finished is the one with the first wager
            worth += finished * others(0, gone, finished - 1) + others(2, gone, finished - 1)
        else:
            worth += others(3, gone, 0)
        expectation += weight * worth
        way = finished, path.hands - finished
        ways[way] = ways.get(way, 0.0) + weight * others(-1, gone, finished)
    return Split(expectation, ways)
