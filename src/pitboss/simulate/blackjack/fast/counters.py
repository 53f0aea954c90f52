"""Converts the fast kernel's counts into the counters that both kernels share (``layout.COUNTERS``), exactly."""

import numpy as np
from numpy.typing import NDArray

from pitboss.simulate.blackjack.fast import table_layout as endings
from pitboss.simulate.blackjack.fast.runs import FastCounts
from pitboss.simulate.blackjack.fast.side_codes import CODES
from pitboss.simulate.blackjack.fast.table_layout import (
    BLACKJACK,
    BUST,
    DEALER_ENDINGS,
    ENDINGS,
    EVEN_MONEY,
    MOST_WAGERS,
    NOTHING,
    SURRENDERED,
    TWICE,
)
from pitboss.simulate.blackjack.fast.table_pays import ALONE
from pitboss.simulate.blackjack.fast.tables import FastTables
from pitboss.simulate.blackjack.general.layout import COUNTERS, OUT, OUT_WORDS, WAGERS
from pitboss.strategy.hand_classes import DEALER_22, DEALER_BLACKJACK, DEALER_BUST, DEALER_LOW

Array = NDArray[np.int64]
#: The class of the dealer's hand by ending; a dealer without a second card has no class.
_CLASS_OF_DEALER = {
    **{ending: ending for ending in range(5)},
    endings.DEALER_22: DEALER_22,
    endings.DEALER_BUST: DEALER_BUST,
    endings.DEALER_BLACKJACK: DEALER_BLACKJACK,
    endings.DEALER_SECOND: DEALER_LOW,
}
#: The bin of a zero result, and that of all results out of range.
MIDDLE, BEYOND = 128, 255


def counter(words: Array, name: str) -> Array:
    """Returns the view of a counter in the words."""
    start = int(OUT[name]) // 8
    return words[start : start + COUNTERS[name]]


def add_result(words: Array, units: int, times: int) -> None:
    """Adds ``times`` boxes with this result of the main game."""
    place = units + MIDDLE
    counter(words, "results")[place if 0 <= place < BEYOND else BEYOND] += times


def words_of(game: FastTables, counts: FastCounts) -> Array:
    """Returns all counters; raises ValueError if exhausted shoes are not finished."""
    words = np.zeros(OUT_WORDS, np.int64)
    for net, times in counts.results(game).items():
        add_result(words, net // game.measure, times)
    for net, times in counts.rest.main.items():  # their words are added below
        add_result(words, net // game.measure, -times)
    _count_hands(game, counts, words)
    _count_money(game, counts, words)
    return words + counts.rest.words


def _count_hands(game: FastTables, counts: FastCounts, words: Array) -> None:
    alone = counts.ends.astype(np.int64).reshape(ENDINGS, DEALER_ENDINGS)
    of_split = counts.split_ends.astype(np.int64).reshape(ENDINGS, DEALER_ENDINGS)
    hands = (alone + of_split).sum(axis=1)
    boxes, split_boxes = int(alone.sum()), int(counts.splits.sum())
    values = {
        "rounds": (boxes + split_boxes) // game.boxes,
        "cards": int(counts.totals[0]) + int(counts.totals[1]) * game.burnt,
        "shoes": int(counts.totals[1]),
        "blackjacks": hands[BLACKJACK] + hands[EVEN_MONEY],
        "doubles": hands[TWICE:].sum(),
        "split_boxes": split_boxes,
        "splits": of_split.sum() - split_boxes,
        "busts": hands[BUST] + hands[TWICE + BUST],
        "surrenders": hands[SURRENDERED],
        "evens": hands[EVEN_MONEY],
    }
    for name, value in values.items():
        counter(words, name)[0] = value
    dealers = counts.dealers.astype(np.int64) + (alone.sum(axis=0) if game.boxes == 1 else 0)
    for ending, kind in _CLASS_OF_DEALER.items():
        counter(words, "dealer")[kind] += dealers[ending]


def _count_money(game: FastTables, counts: FastCounts, words: Array) -> None:
    pays = game.pays[ALONE].ravel() // game.measure
    steps = (np.arange(2 * NOTHING) - NOTHING) * (game.unit // game.measure)
    ends, splits = counts.ends.astype(np.int64), counts.splits.astype(np.int64)
    codes, by_code = counts.sides[:CODES].astype(np.int64), counts.sides[CODES:].view(np.int64)
    nets = game.sides.nets // np.array(game.side_measures, np.int64)
    wagers = len(game.sides.names)
    sums, products = counter(words, "sums"), counter(words, "products").reshape(1 + WAGERS, 1 + WAGERS)
    sums[0] = ends @ pays + splits @ steps
    sums[1 : 1 + wagers] = codes @ nets
    if game.boxes > 1:
        size = 1 + wagers
        matrix = counts.products.view(np.int64).reshape(1 + MOST_WAGERS, 1 + MOST_WAGERS)
        products[:size, :size] = matrix[:size, :size]
        return
    products[0, 0] = ends @ pays**2 + splits @ steps**2
    products[0, 1 : 1 + wagers] = by_code @ nets
    for one in range(wagers):
        for two in range(one, wagers):
            products[1 + one, 1 + two] = codes @ (nets[:, one] * nets[:, two])
