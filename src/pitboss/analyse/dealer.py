"""The dealer's hand: every unordered set of draws, with the number of orders that lead to it.

Draws that differ only in order have the same probability, so they share one path of a trie, whose probabilities are
products along it. Ten up cards need about ten thousand nodes; separate orders would take about fifty times as many
steps.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.compiled import DEPTH, NODES
from pitboss.analyse.shoe import VALUES, card_of
from pitboss.atoms.dealer import must_draw
from pitboss.atoms.fit import fit
from pitboss.atoms.hand import add_card, is_ace_and_ten
from pitboss.strategy.hand_classes import DEALER_BLACKJACK, DEALER_BUST, DEALER_LOW

#: The number of ends of the dealer's hand: the classes of the simulator except unfinished hands.
ENDS: Final = DEALER_LOW

DrawnCards = tuple[int, ...]

#: The tries of ten up cards as arrays for the compiled code: inner nodes (start index by up card, parent, value, number
#: of that value before, depth), then leaves (start index by up card and end, parent, value, number of that value
#: before, number of orders).
Trie = tuple[NDArray[np.uint64 | np.uint32 | np.float64], ...]


class _Node(Struct):
    """A set of drawn cards; its parent lacks one card of the lowest value."""

    number: int
    parent: int
    value: int
    before: int
    depth: int


def end_of(cards: Sequence[int], *, hits_soft_17: bool) -> int | None:
    """Returns the end of a dealer's hand of these values, or None while the dealer must draw."""
    total, soft = 0, False
    for value in cards:
        total, soft = add_card(total, soft, card_of(value))
    if len(cards) < 2 or must_draw(total, soft, hits_soft_17):
        return None
    if len(cards) == 2 and is_ace_and_ten(card_of(cards[0]), card_of(cards[1])):
        return DEALER_BLACKJACK
    return total - 17 if total <= 22 else DEALER_BUST


@cache
def finished_draws(up: int, *, hits_soft_17: bool) -> dict[DrawnCards, int]:
    """Returns the finished sets of draws with the number of their orders."""
    finished: dict[DrawnCards, int] = {}
    level: dict[DrawnCards, int] = {(0,) * VALUES: 1}
    while level:
        following: dict[DrawnCards, int] = {}
        for drawn, orders in level.items():
            for value in range(VALUES):
                more = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
                into = following if end_of([up, *values_of(more)], hits_soft_17=hits_soft_17) is None else finished
                into[more] = into.get(more, 0) + orders
        level = following
    return finished


def values_of(drawn: DrawnCards) -> Iterator[int]:
    """Iterates over the values of a set of draws."""
    for value, times in enumerate(drawn):
        yield from [value] * times


def _nodes(finished: dict[DrawnCards, int]) -> dict[DrawnCards, _Node]:
    """Returns the trie over all finished sets, parents before children."""
    nodes: dict[DrawnCards, _Node] = {(0,) * VALUES: _Node(0, 0, 0, 0, 0)}

    def add(drawn: DrawnCards) -> _Node:
        if drawn not in nodes:
            value = next(value for value in range(VALUES) if drawn[value])
            parent = add((*drawn[:value], drawn[value] - 1, *drawn[value + 1 :]))
            nodes[drawn] = _Node(len(nodes), parent.number, value, drawn[value] - 1, parent.depth + 1)
        return nodes[drawn]

    for drawn in sorted(finished, key=sum):
        add(drawn)
    return nodes


@cache
def dealer_trie(*, hits_soft_17: bool) -> Trie:
    """Returns the trie of the dealer's draws against every up card."""
    begins, leaves_begin = [0], np.zeros((VALUES, ENDS + 1), np.uint64)
    inner: list[tuple[int, int, int, int]] = []
    leaves: list[tuple[int, int, int, int]] = []
    for up in range(VALUES):
        finished = finished_draws(up, hits_soft_17=hits_soft_17)
        nodes = _nodes(finished)
        parents = {node.parent for node in nodes.values()}
        retained = [node for node in nodes.values() if node.number in parents]
        place = {node.number: number for number, node in enumerate(retained)}
        fit("the dealer's sets of draws against one up card", len(retained), NODES + 1)
        fit("the dealer's draws", max(node.depth for node in retained), DEPTH)
        inner += [(place[node.parent], node.value, node.before, node.depth) for node in retained]
        begins.append(len(inner))
        ends = {drawn: end_of([up, *values_of(drawn)], hits_soft_17=hits_soft_17) for drawn in finished}
        for end in range(ENDS):
            leaves_begin[up, end] = len(leaves)
            ending = [(nodes[drawn], orders) for drawn, orders in finished.items() if ends[drawn] == end]
            rows = [(place[node.parent], node.value, node.before, orders) for node, orders in ending]
            leaves += sorted(rows)
        leaves_begin[up, ENDS] = len(leaves)
    parent, value, before, depth = zip(*inner, strict=True)
    of, last, had, orders_of = zip(*leaves, strict=True)
    return (
        np.array(begins, np.uint64),
        np.array(parent, np.uint32),
        np.array(value, np.uint32),
        np.array(before, np.float64),
        np.array(depth, np.uint32),
        leaves_begin,
        np.array(of, np.uint32),
        np.array(last, np.uint32),
        np.array(had, np.float64),
        np.array(orders_of, np.float64),
    )
