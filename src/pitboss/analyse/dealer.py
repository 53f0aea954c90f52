"""The dealer's hand: every unordered set of draws, with the number of orders that lead to it.

Draws that differ only in order have the same probability, so they share one path of a trie, whose probabilities are
products along it. Ten up cards need about ten thousand nodes; separate orders would take about fifty times as many
steps.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from pitboss.analyse.native_functions import DEPTH, NODES
from pitboss.analyse.shoe import VALUES, card_of
from pitboss.atoms.dealer import must_draw
from pitboss.atoms.fit import fit
from pitboss.atoms.hand import add_card, is_ace_and_ten
from pitboss.compiled.array_functions import Packed
from pitboss.strategy.hand_classes import DEALER_BLACKJACK, DEALER_BUST, DEALER_LOW

#: The number of ends of the dealer's hand: the classes of the simulator except unfinished hands.
ENDS: Final = DEALER_LOW

DrawnCards = tuple[int, ...]
#: The bits of the number of cards of a value in a set of draws.
_BITS: Final = 5
_DIGIT: Final = (1 << _BITS) - 1
fit("the dealer's cards of one value", DEPTH, _DIGIT + 1)


class FinishedDraw(NamedTuple):
    """A finished set of draws: the number of its orders, and the end of the dealer's hand."""

    orders: int
    end: int


class _Node(Struct):
    """A set of drawn cards; its parent lacks one card of the highest value.

    So the inner nodes are the few sets of low cards (2,050 against the ten up cards; without the lowest value 7,361).
    """

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
    return _end(total)


@cache
def finished_draws(up: int, *, hits_soft_17: bool) -> dict[DrawnCards, FinishedDraw]:
    """Returns the finished sets of draws; the points of a set do not depend on the order of its cards."""
    found = _finished(up, hits_soft_17=hits_soft_17)
    return {tuple(drawn >> _BITS * value & _DIGIT for value in range(VALUES)): draw for drawn, draw in found.items()}


class KnownCard(NamedTuple):
    """A card that is known before the play, by its value: the dealer's second card, or the first one drawn after it.

    It is not among the cards of the shoe.
    """

    value: int
    drawn: bool = False


@cache
def _finished(up: int, *, hits_soft_17: bool, known: KnownCard | None = None) -> dict[int, FinishedDraw]:
    """Returns the finished sets of draws, fewer cards first: a digit of ``_BITS`` bits for the cards of each value.

    A known card is not in the sets. A dealer who draws nothing more is left with any one card, which changes nothing.
    """
    start, first = add_card(0, False, card_of(up)), True
    third = known.value if known is not None and known.drawn else None
    if known is not None and not known.drawn:
        end = end_of((up, known.value), hits_soft_17=hits_soft_17)
        if end is not None:
            return {1 << _BITS * value: FinishedDraw(1, end) for value in range(VALUES)}
        start, first = add_card(*start, card_of(known.value)), False
    finished: dict[int, FinishedDraw] = {}
    level: dict[int, tuple[int, int, bool]] = {0: (1, *start)}
    while level:
        following: dict[int, tuple[int, int, bool]] = {}
        for drawn, (orders, total, soft) in level.items():
            for value, (points, is_soft, draws) in enumerate(_after(total, soft, hits_soft_17)):
                more = drawn + (1 << _BITS * value)
                after = points, is_soft, draws
                if draws and first and third is not None:
                    after = _after(points, is_soft, hits_soft_17)[third]
                if after[2]:
                    earlier = following[more][0] if more in following else 0
                    following[more] = orders + earlier, *after[:2]
                else:
                    earlier = finished[more].orders if more in finished else 0
                    blackjack = first and is_ace_and_ten(card_of(up), card_of(value))
                    finished[more] = FinishedDraw(orders + earlier, DEALER_BLACKJACK if blackjack else _end(after[0]))
        level, first = following, False
    return finished


@cache
def _after(total: int, soft: bool, hits_soft_17: bool) -> tuple[tuple[int, bool, bool], ...]:
    """Returns the points after a card of each value, whether they are soft, and whether the dealer draws to them."""
    points = (add_card(total, soft, card_of(value)) for value in range(VALUES))
    return tuple((total, soft, must_draw(total, soft, hits_soft_17)) for total, soft in points)


def _end(total: int) -> int:
    """Returns the end of a finished hand that is not a blackjack."""
    return total - 17 if total <= 22 else DEALER_BUST


def _nodes(finished: Iterable[int]) -> dict[int, _Node]:
    """Returns the trie over all finished sets, parents before children."""
    nodes: dict[int, _Node] = {0: _Node(0, 0, 0, 0, 0)}

    def add(drawn: int) -> _Node:
        node = nodes.get(drawn)
        if node is None:
            value = (drawn.bit_length() - 1) // _BITS  # the highest value
            parent = add(drawn - (1 << _BITS * value))
            before = (drawn >> _BITS * value) - 1
            node = nodes[drawn] = _Node(len(nodes), parent.number, value, before, parent.depth + 1)
        return node

    for drawn in finished:
        add(drawn)
    return nodes


@cache
def dealer_trie(up: int, *, hits_soft_17: bool, known: KnownCard | None = None) -> Packed:
    """Returns the trie of the dealer's draws against an up card as arrays for the compiled code.

    Inner nodes: parent, value, number of that value before. Then leaves in groups of one end and one number of cards:
    start index, end and number of cards but one by group; parent, value, number of that value before and number of
    orders by leaf.
    """
    finished = _finished(up, hits_soft_17=hits_soft_17, known=known)
    nodes = _nodes(finished)
    parents = {node.parent for node in nodes.values()}
    inner = [node for node in nodes.values() if node.number in parents]
    place = {node.number: number for number, node in enumerate(inner)}
    fit("the dealer's sets of draws against one up card", len(inner), NODES + 1)
    fit("the dealer's draws", max(node.depth for node in nodes.values()), DEPTH + 1)
    leaves: list[tuple[int, int, int, int, int, int]] = []
    for drawn, draw in finished.items():
        node = nodes[drawn]
        leaves.append((draw.end, node.depth - 1, place[node.parent], node.value, node.before, draw.orders))
    leaves.sort()
    ends, depths, of, last, had, orders = (np.array(column) for column in zip(*leaves, strict=True))
    begin = np.flatnonzero(np.diff(ends * DEPTH + depths, prepend=-1))
    parent, value, before = zip(*((place[node.parent], node.value, node.before) for node in inner), strict=True)
    return Packed(
        (
            np.array(parent, np.uint64),
            np.array(value, np.uint64),
            np.array(before, np.float64),
            np.append(begin, len(ends)).astype(np.uint64),
            ends[begin].astype(np.uint64),
            depths[begin].astype(np.uint64),
            of.astype(np.uint64),
            last.astype(np.uint64),
            had.astype(np.float64),
            orders.astype(np.float64),
        )
    )
