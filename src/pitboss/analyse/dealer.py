"""The dealer's hand, exactly: every unordered set of cards he can draw, with the number of orders that lead to it.

Draws that differ only in their order have the same chance, so they are one path of a trie, whose chances are products
along it. Ten up cards need some ten thousand nodes, where every order apart would be some fifty times as many steps.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.shoe import VALUES, card_of
from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card, is_ace_and_ten
from pitboss.kernel.classes import DEALER_BLACKJACK, DEALER_BUST, DEALER_LOW

#: How his hand ends: the classes of the simulator, but for hands that are not played out.
ENDS: Final = DEALER_LOW

Cards = tuple[int, ...]

#: The tries of ten up cards in arrays, as the compiled code takes them: inner nodes (where an up card's begin, parent,
#: value, how many of it came before, depth), then leaves by up card and end (where they begin, parent, value, how many
#: of it came before, number of orders).
Trie = tuple[NDArray[np.uint64 | np.uint32 | np.float64], ...]


class _Node(Struct):
    """A set of cards drawn: its parent lacks one card of the lowest value."""

    number: int
    parent: int
    value: int
    before: int
    depth: int


def end_of(cards: Sequence[int]) -> int | None:
    """How a dealer's hand of these values ends; None while he must draw."""
    total, soft = 0, False
    for value in cards:
        total, soft = add_card(total, soft, card_of(value))
    if len(cards) < 2 or must_draw(total):
        return None
    if len(cards) == 2 and is_ace_and_ten(card_of(cards[0]), card_of(cards[1])):
        return DEALER_BLACKJACK
    return total - 17 if total <= 22 else DEALER_BUST


def _drawn(up: int) -> dict[Cards, int]:
    """The finished sets of draws with the number of their orders."""
    finished: dict[Cards, int] = {}
    level: dict[Cards, int] = {(0,) * VALUES: 1}
    while level:
        following: dict[Cards, int] = {}
        for drawn, orders in level.items():
            for value in range(VALUES):
                more = (*drawn[:value], drawn[value] + 1, *drawn[value + 1 :])
                into = following if end_of([up, *_values(more)]) is None else finished
                into[more] = into.get(more, 0) + orders
        level = following
    return finished


def _values(drawn: Cards) -> Iterator[int]:
    for value, times in enumerate(drawn):
        yield from [value] * times


def _nodes(finished: dict[Cards, int]) -> dict[Cards, _Node]:
    """The trie over all finished sets, parents before children."""
    nodes: dict[Cards, _Node] = {(0,) * VALUES: _Node(0, 0, 0, 0, 0)}

    def add(drawn: Cards) -> _Node:
        if drawn not in nodes:
            value = next(value for value in range(VALUES) if drawn[value])
            parent = add((*drawn[:value], drawn[value] - 1, *drawn[value + 1 :]))
            nodes[drawn] = _Node(len(nodes), parent.number, value, drawn[value] - 1, parent.depth + 1)
        return nodes[drawn]

    for drawn in sorted(finished, key=sum):
        add(drawn)
    return nodes


@cache
def dealer_trie() -> Trie:
    """The dealer's draws against every up card."""
    begins, leaves_begin = [0], np.zeros((VALUES, ENDS + 1), np.uint64)
    inner: list[tuple[int, int, int, int]] = []
    leaves: list[tuple[int, int, int, int]] = []
    for up in range(VALUES):
        finished = _drawn(up)
        nodes = _nodes(finished)
        parents = {node.parent for node in nodes.values()}
        kept = [node for node in nodes.values() if node.number in parents]
        place = {node.number: number for number, node in enumerate(kept)}
        inner += [(place[node.parent], node.value, node.before, node.depth) for node in kept]
        begins.append(len(inner))
        ends = {drawn: end_of([up, *_values(drawn)]) for drawn in finished}
        for end in range(ENDS):
            leaves_begin[up, end] = len(leaves)
            found = [(nodes[drawn], orders) for drawn, orders in finished.items() if ends[drawn] == end]
            rows = [(place[node.parent], node.value, node.before, orders) for node, orders in found]
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
