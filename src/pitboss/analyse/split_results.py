"""The exact distribution of a split box against one dealer's hand: the joint distribution of its hands.

As in ``second_moment``, unseen cards are exchangeable: the probability that the hands of a box hold certain cards
depends on the set of all these cards alone. A hand is a list of the sets that it may end with, with the number of
orders for each label of its result. The sets of several hands together are unions of theirs, and the dealer's
probabilities are computed once beside each union.
"""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import reduce
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer import ENDS, dealer_trie
from pitboss.analyse.dealer_draws import SetTable, new_table, possible, table_rows
from pitboss.analyse.game import AnalysedGame
from pitboss.analyse.pays import KINDS
from pitboss.analyse.second_moment import ColumnPlay, FinishedHands, SecondMoment
from pitboss.analyse.splits import paths
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: The net result of some hands, and the number of hands that won less those that lost.
Label = tuple[int, int]

#: The most hands of a box whose sets are listed. Keys of sets have room for them.
_MOST_HANDS: Final = 4
#: How often sets of cards repeat in a product, at most: what cannot be few enough products is not begun.
_REPEATED: Final = 20
#: The number of unions that are added at a time.
_BLOCK: Final = 1 << 18
#: Probabilities below this part of their sum are rounding errors of results that cannot be.
_ROUNDING: Final = 1e-14


class HandSets(Struct, frozen=True):
    """Sets of cards of some hands: for each set, the number of orders by label and by the dealer's end."""

    keys: Ints
    rows: Floats
    labels: tuple[Label, ...]

    @property
    def arrays(self) -> tuple[Ints, Floats, Ints, Ints]:
        """Keys, rows, the labels of each set whose orders are not zero, and their number."""
        used = self.rows.reshape(len(self.keys), len(self.labels), ENDS).any(axis=2)
        uses = used.sum(axis=1)
        places = np.argsort(~used, axis=1, kind="stable")[:, : uses.max(initial=0)]
        return self.keys, self.rows, np.ascontiguousarray(places), uses

    def __mul__(self, other: "HandSets") -> "HandSets":
        """Returns the unions of one set of each."""
        labels, places = _sums(self.labels, other.labels)
        slots, keys, _, count = unions(self.keys, other.keys)
        rows = np.zeros((int(count[0]), len(labels) * ENDS))
        native.multiply_sets((slots, keys, rows, count), self.arrays, other.arrays, places)
        return HandSets(keys[: len(rows)], rows, labels)

    def __add__(self, other: "HandSets") -> "HandSets":
        """Returns the sets of both, which have the same labels."""
        table = new_table(len(self.keys) + len(other.keys), self.rows.shape[1])
        for each in (self, other):
            native.add_rows(table, each.keys, each.rows)
        return HandSets(*table_rows(table), self.labels)

    def of_label(self, place: int) -> "HandSets":
        """Returns the sets of one label alone."""
        rows = np.ascontiguousarray(self.rows[:, place * ENDS : (place + 1) * ENDS])
        chosen = rows.any(axis=1)
        return HandSets(self.keys[chosen], rows[chosen], self.labels[place : place + 1])

    def times(self, number: float) -> "HandSets":
        """Returns the sets with so many times as many orders."""
        return HandSets(self.keys, self.rows * number, self.labels)

    def within(self, left: Ints) -> "HandSets":
        """Returns the sets that these cards can make."""
        chosen = possible(left, self.keys) & self.rows.any(axis=1)
        return HandSets(self.keys[chosen], np.ascontiguousarray(self.rows[chosen]), self.labels)


class SplitResults(Struct, frozen=True):
    """The probabilities of the results of a split box of so many hands, by the dealer's end."""

    nets: Ints
    balances: Ints
    chances: Floats


class JointSplit:
    """The hands of a split pair against an up card, each played by its own cards."""

    def __init__(self, moment: SecondMoment, column: ColumnPlay, pair: int) -> None:
        game = moment.game
        self._most, self._left = game.most_hands(pair), moment.left(column.up)
        self._chance = moment.probability(column.up)
        self._trie = dealer_trie(column.up, hits_soft_17=game.rules.terms.dealer_hits_soft_17)
        self._lanes = native.new_dealer_lanes()
        reads = game.reads[column.up]
        added, original = (tables[reads].astype(np.int64) for tables in (moment.addeds, moment.originals))
        if game.takes_one_more(column.up):
            original[BUST::KINDS, DEALER_BLACKJACK] -= moment.unit
        hands = moment.split_hands(column, pair)
        used = _rows_used(game, hands)
        nets = np.unique([added[used], original[used]])
        labels = tuple((int(net), int(np.sign(net))) for net in nets)
        #: Hands whose second card is not of the pair, and hands with any second card: with an added wager, and with
        #: the original one.
        self._added, self._original = (self._sets(hands, nets, labels) for nets in (added, original))

    def _sets(self, hands: Sequence[FinishedHands], nets: Ints, labels: tuple[Label, ...]) -> tuple[HandSets, HandSets]:
        places = np.searchsorted([net for net, _ in labels], nets).clip(max=len(labels) - 1)
        marks = (places[:, np.newaxis, :] == np.arange(len(labels))[:, np.newaxis]).astype(np.float64)
        rows = marks.reshape(len(nets), len(labels) * ENDS)
        other, same = (HandSets(hand.keys, np.ascontiguousarray(hand.results(rows)), labels) for hand in hands)
        merged = HandSets(np.empty(0, np.int64), np.empty((0, rows.shape[1])), labels) + other
        return merged.within(self._left), (merged + same).within(self._left)

    def results(self, hands: int, most_products: int) -> SplitResults | None:
        """Returns the results of boxes that end with so many hands; None if that takes more products of two sets."""
        listed = len(self._added[1].keys) ** hands
        if hands > min(self._most, _MOST_HANDS) or (hands > 2 and listed > _REPEATED ** (hands - 2) * most_products):
            return None
        parts = []
        for last, firsts in _halves(self._most, hands):
            first = self._product(firsts, most_products)
            others = self._product([(1, last)], most_products, first=False)
            if first is None or others is None or len(first.keys) * len(others.keys) > most_products:
                return None
            parts.append((first, others))
        chances = sum(self._joint(first, others) for first, others in parts)
        labels, added = (np.array(each.labels) for each in parts[0])
        nets, balances = (labels[:, np.newaxis, place] + added[np.newaxis, :, place] for place in range(2))
        flat = np.asarray(chances).reshape(-1, ENDS)
        flat[np.abs(flat) < _ROUNDING * flat.sum()] = 0.0
        return SplitResults(nets.ravel(), balances.ravel(), flat)

    def of_label(self, place: int) -> "JointSplit":
        """Returns the boxes of which every hand has this result: 0 for the worst result of a hand, -1 for the best."""
        alone, place = copy(self), place % len(self._added[0].labels)
        other, any_second = (hand.of_label(place) for hand in self._added)
        alone._added = other, any_second
        other, any_second = (hand.of_label(place) for hand in self._original)
        alone._original = other, any_second
        return alone

    def _product(
        self, terms: Iterable[tuple[int, tuple[int, ...]]], most_products: int, *, first: bool = True
    ) -> HandSets | None:
        """Returns the sets of hands of these kinds together, times their orders; ``first`` has the original wager."""
        sums: HandSets | None = None
        for orders, kinds in terms:
            hands = [self._added[kind] for kind in kinds]
            if first:
                hands[0] = self._original[kinds[0]]
            if len(hands) > 1 and len(hands[0].keys) * len(hands[1].keys) > most_products:
                return None
            product = reduce(HandSets.__mul__, hands).times(orders).within(self._left)
            sums = product if sums is None else sums + product
        return sums

    def _joint(self, hands: HandSets, others: HandSets) -> Floats:
        """Returns the probabilities by both labels and the dealer's end."""
        table = unions(hands.keys, others.keys)
        keys, _ = table_rows(table)
        chances, ends = np.zeros(len(keys)), np.zeros((len(keys), ENDS))
        cards = self._left, np.zeros_like(self._left)
        native.set_ends(self._lanes, self._trie, cards, keys, (chances, ends))
        ends *= self._chance * chances[:, np.newaxis]
        sums = np.zeros((len(hands.labels), len(others.labels), ENDS))
        beside = ends, np.zeros(others.rows.shape[1]), np.zeros(len(others.keys), np.int64)
        native.joint_sums(table, hands.arrays, others.arrays, beside, sums)
        return sums


def unions(keys: Ints, others: Ints) -> SetTable:
    """Returns a table of the unions of every set with every other, without figures."""
    step = max(_BLOCK // max(len(others), 1), 1)
    table = new_table(2 * _BLOCK, 0)
    for start in range(0, len(keys), step):
        block = keys[start : start + step]
        count, needed = int(table[3][0]), len(block) * len(others)
        if count + needed > len(table[1]):
            table, old = new_table(2 * (count + needed), 0), table
            native.add_rows(table, *table_rows(old))
        native.add_unions(table, block, others)
    return table


def _sums(labels: Sequence[Label], others: Sequence[Label]) -> tuple[tuple[Label, ...], Ints]:
    """Returns the labels of two results together, and the place of each sum."""
    sums = [[(net + more, balance + signs) for more, signs in others] for net, balance in labels]
    found = tuple(sorted({label for row in sums for label in row}))
    return found, np.array([[found.index(label) for label in row] for row in sums])


def _rows_used(game: AnalysedGame, hands: Iterable[FinishedHands]) -> list[int]:
    """Returns the rows of a table of results that the hands end with, those of hands paid by their suits by form."""
    used = {int(row) for hand in hands for rows in (hand.rows, hand.bases) for row in np.unique(rows) if row >= 0}
    forms = dict(game.suited_kinds)
    for row in tuple(used):
        used.update(row - row % KINDS + form for form, _ in forms.get(row % KINDS, ()))
    return sorted(used)


def _halves(most: int, hands: int) -> Iterator[tuple[tuple[int, ...], list[tuple[int, tuple[int, ...]]]]]:
    """Iterates over the kinds of the last hands of a box, with the orders and the kinds of the first ones before them.

    Kind 0 has a second card that is not of the pair, kind 1 has any.
    """
    firsts: dict[tuple[int, ...], list[tuple[int, tuple[int, ...]]]] = {}
    for path, orders in paths(most):
        if path.hands == hands:
            kinds = (0,) * path.finished + (1,) * (hands - path.finished)
            place = (hands + 1) // 2
            firsts.setdefault(kinds[place:], []).append((orders, kinds[:place]))
    yield from firsts.items()
