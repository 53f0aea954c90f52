"""The exact value of a pair that is split and split again, where every hand is played by its own cards.

Unseen cards are exchangeable. So the value of one hand depends on its sisters' cards only through the number of cards
of the pair that are gone, and through which sisters' second cards are not of the pair. The latter follows by inclusion
and exclusion: if the value is f with the sister's card unknown, and f' with a card of the pair there, which has
probability p, then the sum over the cases with another card is f - p f'.
"""

from collections import Counter
from functools import cache

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray


class SplitPath(Struct, frozen=True):
    """One course of a split: the number of further cards of the pair, of hands finished first, and of all hands."""

    pairs: int
    finished: int
    hands: int


@cache
def paths(most: int) -> tuple[tuple[SplitPath, int], ...]:
    """Returns every course in which a pair becomes at most ``most`` hands, with the number of orders that lead to it.

    Hands get cards in turn. A hand that gets a card of the pair is split while that is allowed; a hand that gets
    another card is finished. At the maximum number of hands, the others take any card.
    """
    orders: Counter[SplitPath] = Counter()

    def walk(pairs: int, finished: int, waiting: int) -> None:
        hands = finished + waiting
        if not waiting or hands == most:
            orders[SplitPath(pairs, finished, hands)] += 1
            return
        walk(pairs, finished + 1, waiting - 1)
        walk(pairs + 1, finished, waiting + 1)

    walk(0, 0, 2)
    return tuple(orders.items())


def most_gone(most: int) -> int:
    """Returns for how many further cards of the pair gone the value of a hand is needed."""
    return 1 + max(path.pairs + path.finished - (path.hands == path.finished) for path, _ in paths(most))


class SplitValue(Struct, frozen=True):
    """The expectation of a split, and the probability of each way.

    A way is the number of hands whose second card is not of the pair, and of hands with any second card.
    """

    expectation: float
    ways: dict[tuple[int, int], float]


def split_worth(values: NDArray[np.float64], most: int, pair_cards: int, cards: int) -> SplitValue:
    """Returns the value of a split from the values of one hand (``compiled.split_values``) and the cards left."""

    def chance(gone: int) -> float:
        return max(pair_cards - gone, 0) / (cards - gone) if cards > gone else 0.0

    def others(column: int, gone: int, sisters: int) -> float:
        """Returns a hand's value summed over the cases in which ``sisters`` sisters have another second card."""
        if not sisters:
            return 1.0 if column < 0 else float(values[gone, column])
        without = others(column, gone, sisters - 1)
        p = chance(gone)
        return without - p * others(column, gone + 1, sisters - 1) if p else without

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
            # the first hand to be finished carries the original wager
            worth += finished * others(0, gone, finished - 1) + others(2, gone, finished - 1)
        else:
            worth += others(3, gone, 0)
        expectation += weight * worth
        way = finished, path.hands - finished
        ways[way] = ways.get(way, 0.0) + weight * others(-1, gone, finished)
    return SplitValue(expectation, ways)


def pairs_of_rank(values: NDArray[np.float64], of_value: int, of_rank: int) -> None:
    """Changes the values of one hand where only cards of the same rank are a pair.

    So many cards of the pair's value and of its rank are left. The values if the second card is not of the pair then
    include those of another rank, which play alike.
    """
    for gone, row in enumerate(values):
        share = max(of_rank - gone, 0) / (of_value - gone) if of_value > gone else 0.0
        row[0::2] = row[1::2] - share * (row[1::2] - row[0::2])
