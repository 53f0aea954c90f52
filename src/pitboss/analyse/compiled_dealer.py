"""Compiled part of the analyser: probabilities of the dealer's hand, beside several hands of the player at a time.

``LANES`` hands share one pass over the dealer's draws, so that the processor's vector instructions compute them side by
side. ``lanes`` are the buffers of that pass (``native_functions.new_dealer_lanes``): probabilities, products of
reciprocals, cards, the dealer's ends, and the rows of the output that the lanes are for. The other arrays are those of
``compiled``.
"""
# ruff: noqa: PLR0917 - compiled code knows no objects to hang arguments on

from typing import Any

import numpy as np

from pitboss.analyse.native_functions import DEALER_LANES, DEPTH
from pitboss.compiled.memory import no_allocation

#: The dealer's ends, as in ``analyse.dealer``.
ENDS = 8
DEALER_BUST = 6
BLACKJACK = 7

_LANES, _VALUES = np.uint64(DEALER_LANES), np.uint64(10)
_0, _1, _2, _3, _4, _5, _6, _7 = (np.uint64(lane) for lane in range(DEALER_LANES))


@no_allocation()
def cards_left(cards: Any, deck: Any, hand: int, left: Any) -> int:
    """Fills ``left`` with the cards left after the up card and a hand; returns their number, -1 if the shoe lacks
    them.
    """
    shoe, up = deck
    count, lacks = 0, False
    for v in range(_VALUES):
        rest = shoe[v] - cards[hand, v]
        left[v] = rest
        lacks |= rest < 0
        count += rest
    left[up] -= 1
    return -1 if lacks or left[up] < 0 else count - 1


@no_allocation()
def fill_lane(lanes: Any, lane: int, left: Any, count: int, row: int) -> None:
    """Sets the cards that are left in one lane, and the row of the output that it is for."""
    _, inverse, cards, _, rows = lanes
    rows[lane] = row
    for v in range(10):
        cards[v * DEALER_LANES + lane] = left[v]
    product = 1.0
    for depth in range(DEPTH):
        product *= count - depth  # stays zero once the cards are drawn
        inverse[depth * DEALER_LANES + lane] = 1.0 / product if product else 0.0


@no_allocation()
def _draw(lanes: Any, trie: Any) -> None:
    """Computes for every inner set of draws the number of ways to draw it in one order."""
    chance, cards = lanes[0], lanes[2]
    parent, value, before = trie[0], trie[1], trie[2]
    for lane in range(_LANES):
        chance[lane] = 1.0
    for i in range(_1, np.uint64(parent.size)):
        to, of, card, had = i * _LANES, parent[i] * _LANES, value[i] * _LANES, before[i]
        # all loads come before the stores: the compiler cannot know that the rows differ
        way0 = chance[of] * (cards[card] - had)
        way1 = chance[of + _1] * (cards[card + _1] - had)
        way2 = chance[of + _2] * (cards[card + _2] - had)
        way3 = chance[of + _3] * (cards[card + _3] - had)
        way4 = chance[of + _4] * (cards[card + _4] - had)
        way5 = chance[of + _5] * (cards[card + _5] - had)
        way6 = chance[of + _6] * (cards[card + _6] - had)
        way7 = chance[of + _7] * (cards[card + _7] - had)
        chance[to], chance[to + _1], chance[to + _2], chance[to + _3] = way0, way1, way2, way3
        chance[to + _4], chance[to + _5], chance[to + _6], chance[to + _7] = way4, way5, way6, way7


@no_allocation()
def ends_of_lanes(lanes: Any, trie: Any) -> None:
    """Computes the probability of each of the dealer's ends in every lane."""
    chance, inverse, cards, sums, _ = lanes
    begin, group_end, group_depth, parent, value, before, orders = trie[3:]
    _draw(lanes, trie)
    sums[:] = 0.0
    for group in range(np.uint64(group_end.size)):
        sum0 = sum1 = sum2 = sum3 = sum4 = sum5 = sum6 = sum7 = 0.0
        for i in range(begin[group], begin[group + _1]):
            of, card, had, times = parent[i] * _LANES, value[i] * _LANES, before[i], orders[i]
            sum0 += chance[of] * (cards[card] - had) * times
            sum1 += chance[of + _1] * (cards[card + _1] - had) * times
            sum2 += chance[of + _2] * (cards[card + _2] - had) * times
            sum3 += chance[of + _3] * (cards[card + _3] - had) * times
            sum4 += chance[of + _4] * (cards[card + _4] - had) * times
            sum5 += chance[of + _5] * (cards[card + _5] - had) * times
            sum6 += chance[of + _6] * (cards[card + _6] - had) * times
            sum7 += chance[of + _7] * (cards[card + _7] - had) * times
        to, by = group_end[group] * _LANES, group_depth[group] * _LANES
        sums[to] += sum0 * inverse[by]
        sums[to + _1] += sum1 * inverse[by + _1]
        sums[to + _2] += sum2 * inverse[by + _2]
        sums[to + _3] += sum3 * inverse[by + _3]
        sums[to + _4] += sum4 * inverse[by + _4]
        sums[to + _5] += sum5 * inverse[by + _5]
        sums[to + _6] += sum6 * inverse[by + _6]
        sums[to + _7] += sum7 * inverse[by + _7]


@no_allocation()
def store_lanes(lanes: Any, trie: Any, filled: int, ends: Any) -> None:
    """Computes the lanes that are filled and stores each in its row of ``ends``."""
    ends_of_lanes(lanes, trie)
    sums, rows = lanes[3], lanes[4]
    for lane in range(filled):
        for end in range(ENDS):
            ends[rows[lane], end] = sums[end * DEALER_LANES + lane]


@no_allocation()
def dealer_ends(lanes: Any, trie: Any, behind: Any, ends: Any) -> None:
    """Computes the probability of each end of the dealer's hand beside one hand; ``ends`` has one row."""
    _, left, count = behind
    fill_lane(lanes, 0, left, count, 0)
    store_lanes(lanes, trie, 1, ends)


@no_allocation()
def all_ends(scratch: Any, lanes: Any, trie: Any, hands: Any, deck: Any, ends: Any) -> None:
    """Computes the dealer's probabilities beside every hand of two or more cards; zeros if the shoe lacks the cards."""
    cards, _, size, _, _, _ = hands
    left, filled = scratch[0], 0
    ends[:, :] = 0.0
    for hand in range(size.size):
        count = cards_left(cards, deck, hand, left) if size[hand] >= 2 else -1
        if count >= 0:
            fill_lane(lanes, filled, left, count, hand)
            filled += 1
        if filled == DEALER_LANES or (filled and hand + 1 == size.size):
            store_lanes(lanes, trie, filled, ends)
            filled = 0
