"""Compiled part of the second moment: sums over sets of cards that several hands hold together.

A set of cards is one integer with six bits for the number of cards of each value, so the union of two hands is the sum
of their numbers. A set table is a tuple of slots (hash to row, -1 if empty), keys, rows of figures and the row count.
"""

from typing import Any

import numpy as np

from pitboss.analyse.native_functions import LANES, SET_DEPTH
from pitboss.compiled.memory import no_allocation

BITS = 6
MASK = 63


@no_allocation()
def row_of(table: Any, key: int) -> Any:
    """Returns the row of a key, a new row of zeros for a new key."""
    slots, keys, rows, count = table
    mask = np.uint64(slots.size - 1)
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64((mixed ^ (mixed >> np.uint64(32))) & mask)
    while slots[slot] >= 0:
        if keys[slots[slot]] == key:
            return slots[slot]
        slot = (slot + 1) & np.int64(mask)
    row = count[0]
    slots[slot] = row
    keys[row] = key
    rows[row, :] = 0.0
    count[0] += 1
    return row


@no_allocation()
def add_rows(table: Any, keys: Any, rows: Any) -> None:
    """Adds rows of figures to those of their keys."""
    figures = table[2]
    for i in range(keys.size):
        row = row_of(table, keys[i])
        for at in range(rows.shape[1]):
            figures[row, at] += rows[i, at]


@no_allocation()
def add_squares(table: Any, hands: Any, ends: Any) -> None:
    """Adds the products of every ordered pair from one list of hands; ``hands`` holds their keys and results."""
    keys, results = hands
    first, second = ends
    figures = table[2]
    for i in range(keys.size):
        for j in range(i + 1):
            row = row_of(table, keys[i] + keys[j])
            for at in range(first.size):
                product = results[i, first[at]] * results[j, second[at]]
                if j < i:
                    product += results[j, first[at]] * results[i, second[at]]
                figures[row, at] += product


@no_allocation()
def add_products(table: Any, hands: Any, others: Any, ends: Any) -> None:
    """Adds the products of the pairs from two lists of hands, in both orders."""
    keys, results = hands
    other_keys, other_results = others
    first, second = ends
    figures = table[2]
    for i in range(keys.size):
        for j in range(other_keys.size):
            row = row_of(table, keys[i] + other_keys[j])
            for at in range(first.size):
                one, two = first[at], second[at]
                figures[row, at] += results[i, one] * other_results[j, two] + other_results[j, one] * results[i, two]


@no_allocation()
def reach_orders(after: Any, forward: Any, actions: Any, redoubles: Any, orders: Any) -> None:
    """Extends the number of orders in which hands are reached from the hands in ``orders[0]`` by draws and doubles.

    ``orders`` and ``redoubles`` have a row for every number of doubles.
    """
    for place in range(forward.size):
        hand = forward[place]
        for level in range(orders.shape[0]):
            if orders[level, hand] == 0.0:
                continue
            draws = actions[hand] > 0 if level == 0 else redoubles[level, hand]
            if draws:
                to = level + 1 if level > 0 or actions[hand] == 2 else 0
                for v in range(10):
                    if after[hand, v] >= 0:
                        orders[to, after[hand, v]] += orders[level, hand]


@no_allocation()
def _load(key: int, left: Any, lane: int, cards: Any, inverse: Any) -> float:
    """Writes the cards that a set leaves to a lane; returns the probability of the set in one order."""
    count, chance = 0, 1.0
    for v in range(10):
        count += left[v]
    for v in range(10):
        taken = (key >> (BITS * v)) & MASK
        for before in range(taken):
            chance *= max(left[v] - before, 0) / count if count > 0 else 0.0
            count -= 1
        cards[v, lane] = max(left[v] - taken, 0)
    for depth in range(SET_DEPTH):
        inverse[depth, lane] = 1.0 / (count - depth) if count > depth else 0.0
    return chance


@no_allocation(fastmath={"reassoc"})
def weigh(scratch: Any, draws: Any, left: Any, keys: Any, figures: Any) -> float:
    """Returns the sum over the sets of their probability times the mean figure of the class that the dealer draws to.

    ``draws`` holds the dealer's sets in depth-first order: depth, value, number of that value before, and for each set
    the range of its entries; then the class and the number of orders of each entry. ``left`` are the cards beside the
    up card, ``figures`` has a row for every key and a column for every class. ``scratch`` is of
    ``native_functions.new_lanes``.
    """
    depths, values, befores, begin, classes, orders = draws
    cards, inverse, chance, weight, sums, figure = scratch
    total = 0.0
    for start in range(0, keys.size, LANES):
        for lane in range(LANES):
            sums[lane] = weight[lane] = 0.0
            if start + lane < keys.size:
                weight[lane] = _load(keys[start + lane], left, lane, cards, inverse)
                for at in range(figures.shape[1]):
                    figure[at, lane] = figures[start + lane, at]
        chance[0, :] = 1.0
        for i in range(1, depths.size):
            depth, value, before = depths[i], values[i], befores[i]
            for lane in range(LANES):
                chance[depth, lane] = chance[depth - 1, lane] * (cards[value, lane] - before) * inverse[depth - 1, lane]
            for entry in range(begin[i], begin[i + 1]):
                at, times = classes[entry], orders[entry]
                for lane in range(LANES):
                    sums[lane] += chance[depth, lane] * times * figure[at, lane]
        for lane in range(LANES):
            total += sums[lane] * weight[lane]
    return total


@no_allocation()
def weigh_certain(scratch: Any, left: Any, keys: Any, figures: Any) -> float:
    """Returns the sum over the sets of their probability times a figure that does not depend on the dealer's hand."""
    cards, inverse, total = scratch[0], scratch[1], 0.0
    for i in range(keys.size):
        total += _load(keys[i], left, 0, cards, inverse) * figures[i]
    return total
