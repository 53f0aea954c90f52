"""Compiled part of the joint distribution of split hands: sums over the unions of two sets of cards.

Sets of cards are integers, and tables of them are those of ``compiled_moments``. A row of figures holds one figure for
each of the dealer's ends, for one label of a result after the other.
"""

from typing import Any

from pitboss.analyse.compiled_dealer import ENDS, fill_lane, store_lanes
from pitboss.analyse.compiled_moments import BITS, MASK, row_of
from pitboss.analyse.native_functions import DEALER_LANES
from pitboss.compiled.memory import no_allocation


@no_allocation()
def add_unions(table: Any, keys: Any, others: Any) -> None:
    """Adds the unions of every set with every other; the table has no figures."""
    for i in range(keys.size):
        for j in range(others.size):
            row_of(table, keys[i] + others[j])


@no_allocation()
def multiply_sets(table: Any, hands: Any, others: Any, labels: Any) -> None:
    """Adds the products of every set with every other; ``labels`` holds the label of two results together.

    Both lists have keys, figures, the labels whose figures are not zero, and their number.
    """
    keys, results, used, uses = hands
    other_keys, other_results, others_used, other_uses = others
    figures = table[2]
    for i in range(keys.size):
        for j in range(other_keys.size):
            row = row_of(table, keys[i] + other_keys[j])
            for at in range(uses[i]):
                one = used[i, at] * ENDS
                for other in range(other_uses[j]):
                    two = others_used[j, other] * ENDS
                    to = labels[used[i, at], others_used[j, other]] * ENDS
                    for end in range(ENDS):
                        figures[row, to + end] += results[i, one + end] * other_results[j, two + end]


@no_allocation()
def set_ends(lanes: Any, trie: Any, cards: Any, keys: Any, figures: Any) -> None:
    """Computes for each set the probability of its cards in one order, and those of the dealer's ends beside it.

    ``cards`` holds the cards beside the up card, and a buffer for those beside a set; ``figures`` are both results.
    """
    left, rest = cards
    chances, ends = figures
    filled, whole = 0, 0
    for v in range(10):
        whole += left[v]
    for place in range(keys.size):
        count, chance = whole, 1.0
        for v in range(10):
            taken = (keys[place] >> (BITS * v)) & MASK
            rest[v] = left[v] - taken
            for before in range(taken):
                chance *= max(left[v] - before, 0) / count if count > 0 else 0.0
                count -= 1
        chances[place] = chance
        if chance > 0.0:
            fill_lane(lanes, filled, rest, count, place)
            filled += 1
        if filled == DEALER_LANES or (filled and place + 1 == keys.size):
            store_lanes(lanes, trie, filled, ends)
            filled = 0


@no_allocation(fastmath={"reassoc", "contract"})
def joint_sums(table: Any, hands: Any, others: Any, beside: Any, sums: Any) -> None:
    """Adds up every set with every other by both labels and the dealer's end; the lists are as in ``multiply_sets``.

    ``beside`` holds the dealer's probabilities beside the sets of ``table``, and buffers for a row of others and for
    the place of each of them in ``table``: finding all places first lets the processor fetch several at a time.
    """
    keys, results, used, uses = hands
    other_keys, other_results, others_used, other_uses = others
    ends, part, rows = beside
    for i in range(keys.size):
        part[:] = 0.0
        for j in range(other_keys.size):
            rows[j] = row_of(table, keys[i] + other_keys[j])
        for j in range(other_keys.size):
            for other in range(other_uses[j]):
                two = others_used[j, other] * ENDS
                for end in range(ENDS):
                    part[two + end] += other_results[j, two + end] * ends[rows[j], end]
        for at in range(uses[i]):
            one = used[i, at]
            for two in range(sums.shape[1]):
                for end in range(ENDS):
                    sums[one, two, end] += results[i, one * ENDS + end] * part[two * ENDS + end]
