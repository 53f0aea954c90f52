"""The sets of cards that one or two dealer's hands draw without a bust, as depth-first lists for the compiled code."""

from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse.dealer import ENDS, finished_draws
from pitboss.analyse.shoe import VALUES
from pitboss.strategy.hand_classes import DEALER_22, DEALER_BUST

#: Bits for the number of cards of one value in the key of a set (as in ``compiled_moments``).
BITS: Final = 6
#: The key of one card of each value.
CARD_KEYS: Final = np.array([1 << BITS * value for value in range(VALUES)], np.int64)
#: An upper bound of the number of classes: a key and a class are packed into one integer.
_CLASSES: Final = 64

Ints = NDArray[np.int64]
Ends = tuple[Ints, Ints]
Draws = tuple[NDArray[Any], ...]
#: Slots, keys, rows of figures and row count, as ``compiled_moments`` uses them.
SetTable = tuple[Ints, Ints, NDArray[np.float64], Ints]

#: The two ends of each class of the dealer's hands: one hand, whose end counts twice, and two hands in either order.
ONE_HAND: Final[Ends] = np.arange(ENDS), np.arange(ENDS)
TWO_HANDS: Final[Ends] = np.triu_indices(ENDS)[0].astype(np.int64), np.triu_indices(ENDS)[1].astype(np.int64)


def _finished(up: int, *, apart: bool, hits_soft_17: bool) -> tuple[Ints, NDArray[np.float64], Ints]:
    """Returns the keys, orders and ends of the sets that do not bust; 22 is among them if it is settled ``apart``."""
    rows = []
    for drawn, (orders, end) in finished_draws(up, hits_soft_17=hits_soft_17).items():
        if end != DEALER_BUST and (apart or end != DEALER_22):
            rows.append((int(np.array(drawn) @ CARD_KEYS), float(orders), end))
    keys, orders_of, ends = zip(*rows, strict=True)
    return np.array(keys, np.int64), np.array(orders_of), np.array(ends, np.int64)


@cache
def one_hand(up: int, *, apart: bool, hits_soft_17: bool) -> Draws:
    """Returns the draws of one dealer's hand; the class of an entry is its end."""
    return depth_first(*_finished(up, apart=apart, hits_soft_17=hits_soft_17))


@cache
def two_hands(up: int, *, apart: bool, hits_soft_17: bool) -> Draws:
    """Returns the draws of two dealer's hands to one up card; the class of an entry is its place in ``TWO_HANDS``."""
    keys, orders, ends = _finished(up, apart=apart, hits_soft_17=hits_soft_17)
    place = np.zeros((ENDS, ENDS), np.int64)
    place[TWO_HANDS] = np.arange(len(TWO_HANDS[0]))
    place = np.maximum(place, place.T)
    one, two = np.triu_indices(len(keys))
    entries = (keys[one] + keys[two]) * _CLASSES + place[ends[one], ends[two]]
    both = orders[one] * orders[two] * np.where(one == two, 1.0, 2.0)
    order = np.argsort(entries)
    sorted_entries = entries[order]
    begin = np.nonzero(np.diff(sorted_entries, prepend=-1))[0]
    packed = sorted_entries[begin]
    return depth_first(packed // _CLASSES, np.add.reduceat(both[order], begin), packed % _CLASSES)


def depth_first(keys: Ints, orders: NDArray[np.float64], classes: Ints) -> Draws:
    """Returns the sets with all their prefixes in depth-first order, and the entries of each.

    A prefix lacks one card of the lowest value. As the highest value has the highest bits, ascending keys are in
    depth-first order.
    """
    assert int(classes.max()) < _CLASSES
    assert int(keys.max()) < 2**63 // _CLASSES
    order = np.argsort(keys)
    prefixes = [np.unique(keys)]
    while prefixes[-1].any():
        longer = prefixes[-1][prefixes[-1] > 0]
        prefixes.append(np.unique(longer - CARD_KEYS[lowest_value(longer)]))
    sets = np.unique(np.concatenate(prefixes))
    value = lowest_value(sets)
    counts = (sets[:, np.newaxis] >> BITS * np.arange(VALUES)) & (2**BITS - 1)
    return (
        counts.sum(axis=1),
        value,
        counts[np.arange(len(sets)), value] - 1.0,
        np.searchsorted(keys[order], np.append(sets, sets[-1] + 1)),
        classes[order],
        orders[order],
    )


def lowest_value(keys: Ints) -> Ints:
    """Returns the lowest value in each set, 0 for the empty set."""
    lowest: Ints = np.log2(np.maximum(keys & -keys, 1)).astype(np.int64) // BITS
    return lowest


def possible(left: Ints, keys: Ints) -> NDArray[np.bool_]:
    """Returns for each set whether the cards left can make it."""
    counts = (keys[:, np.newaxis] >> BITS * np.arange(VALUES)) & (2**BITS - 1)
    chosen: NDArray[np.bool_] = np.all(counts <= left, axis=1)
    return chosen


# --- tables of sets ----------------------------------------------------------------------------------------------


def new_table(size: int, width: int) -> SetTable:
    """Returns an empty table for at most ``size`` sets with ``width`` figures each."""
    slots = np.full(1 << (2 * size).bit_length(), -1, np.int64)
    return slots, np.empty(size, np.int64), np.empty((size, width)), np.zeros(1, np.int64)


def table_rows(table: SetTable) -> tuple[Ints, NDArray[np.float64]]:
    """Returns the sets of a table and their figures."""
    _, keys, rows, (count,) = table
    return keys[:count], rows[:count]
