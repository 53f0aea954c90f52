"""The exact second moment of a box's result: split hands against one dealer's hand, and any hands against several.

Unseen cards are exchangeable, so the probability that several hands take certain cards depends only on the set of all
these cards, not on their order. The result of a hand is a sum over the sets that it may end with; the product of two
hands' results is a sum over unions of two such sets; and what the dealer draws beside a union is summed over the
dealer's sets. Busts are not enumerated: a hand that draws has the result of a bust, and each set on which it stands
corrects that. The dealer's busts are treated in the same way.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.all_bust import AllBust, BustSets
from pitboss.analyse.dealer import ENDS
from pitboss.analyse.dealer_draws import (
    CARD_KEYS,
    ONE_HAND,
    TWO_HANDS,
    Ends,
    SetTable,
    new_table,
    one_hand,
    possible,
    table_rows,
    two_hands,
)
from pitboss.analyse.game import AnalysedGame
from pitboss.analyse.pays import ADDED, KINDS, ORIGINAL
from pitboss.analyse.shoe import ACE, TEN, VALUES, ShoeComposition
from pitboss.analyse.split_counts import Shifts, SplitCounts
from pitboss.strategy.actions import DOUBLE, SPLIT, SPLIT_ACE, SPLIT_HAND, STAND, SURRENDER, WHOLE_BOX
from pitboss.strategy.hand_classes import BUST, DEALER_22, DEALER_BLACKJACK, DEALER_BUST

if TYPE_CHECKING:
    from pitboss.analyse.column import Column

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

#: First actions beside those of ``strategy.actions``: a blackjack that waits, and one that is paid at once.
WAITS, PAID = 10, 11
_NO_BASE: Final = -1


class BoxPlay(Struct, frozen=True):
    """Two first cards, what is done with them, and whether they are insured."""

    cards: tuple[int, int]
    action: int
    insured: bool


class ColumnPlay(Struct, frozen=True):
    """The play against one up card, and the boxes."""

    up: int
    #: The actions on hands of an unsplit box, on split hands, and on split aces.
    actions: NDArray[np.int8]
    #: The redoubles by how often a hand was doubled, and the kinds of finished hands; the first row is that of hands
    #: that were not doubled, with one for split hands and one for split aces.
    redoubles: NDArray[np.bool_]
    kinds: tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]
    boxes: tuple[BoxPlay, ...]

    @classmethod
    def of(cls, column: "Column", boxes: tuple[BoxPlay, ...]) -> "ColumnPlay":
        """Returns the play that a column is set to."""
        split, redoubles, split_kinds = column.split_play(TEN)
        aces, _, ace_kinds = column.split_play(ACE)
        actions = np.array([column.actions, split, aces], np.int8)
        kinds = column.kinds.astype(np.int8), split_kinds.astype(np.int8), ace_kinds.astype(np.int8)
        return cls(column.up, actions, redoubles.copy(), kinds, boxes)


class FinishedHands(Struct, frozen=True):
    """The sets that a hand may end with: key, number of orders, row of the result, and the row that it replaces."""

    keys: Ints
    orders: Floats
    rows: Ints
    bases: Ints
    game: AnalysedGame

    def of_kinds(self, kinds: Sequence[int]) -> "FinishedHands":
        """Returns the sets with which hands end as these kinds, without what they replace."""
        chosen = np.isin(self.rows % KINDS, kinds)
        keys, orders, rows = self.keys[chosen], self.orders[chosen], self.rows[chosen]
        return FinishedHands(keys, orders, rows, np.full(len(rows), _NO_BASE), self.game)

    def results(self, table: Floats) -> Floats:
        """Returns the results of a table with a row for every kind of hand; the means of hands paid by their suits."""
        padded = np.concatenate([self.game.mean_over_suits(table), np.zeros((1, table.shape[1]))])
        change: Floats = padded[self.rows] - padded[self.bases]
        return self.orders[:, np.newaxis] * change


class SecondMoment:
    """Computes second moments for a game and a shoe, in the square of the pays' unit."""

    def __init__(self, game: AnalysedGame, shoe: ShoeComposition) -> None:
        pays, hands = game.pays, game.hands
        self.game, self._shoe, self.unit = game, shoe, pays.unit
        self.keys: Ints = hands.cards @ CARD_KEYS
        self._forward = hands.backward[::-1].copy()
        self._lanes, self._lane = native.new_lanes(len(TWO_HANDS[0])), native.new_lanes(1, lanes=1)
        tables = [pays.nets_if(read=read).astype(np.float64) for read in (False, True)]
        self._all_bust: dict[tuple[int, int], AllBust] = {}
        #: The results of the original wager and of an added one, where the hole card is not read and where it is.
        self.originals = [np.concatenate(list(nets[ORIGINAL])) for nets in tables]
        self.addeds = [np.concatenate(list(nets[ADDED])) for nets in tables]
        self.insurance = np.where(np.arange(ENDS) == DEALER_BLACKJACK, pays.insurance, -pays.insured).astype(float)
        #: Whether a dealer's 22 is settled unlike any other bust.
        blackjacks = pays.blackjack[np.newaxis], pays.suited_blackjack[np.newaxis]
        settled = np.concatenate([*self.originals, *self.addeds, *blackjacks])
        apart = bool((settled[:, DEALER_22] != settled[:, DEALER_BUST]).any())
        self._draws = {"apart": apart, "hits_soft_17": game.rules.terms.dealer_hits_soft_17}

    def probability(self, up: int) -> float:
        """Returns the probability of an up card."""
        return self._shoe[up] / sum(self._shoe)

    def split(self, column: ColumnPlay) -> float:
        """Returns the sum over the split boxes against an up card, with one dealer's hand."""
        boxes = [box for box in column.boxes if box.action == SPLIT]
        whole = sum(self.weigh_one(column.up, *self._split_box(column, box, ONE_HAND)) for box in boxes)
        return whole + sum(self._unlost_square(column, box) for box in boxes)

    def two_dealers(self, column: ColumnPlay) -> float:
        """Returns the sum over all boxes of the product of the results against two dealer's hands."""
        total, table = 0.0, new_table(len(self.keys), len(TWO_HANDS[0]))
        for box in column.boxes:
            if box.action == SPLIT:
                total += self.weigh_two(column.up, *self._split_box(column, box, TWO_HANDS))
            else:
                self._add_box(table, column, box)
        return total + self.weigh_two(column.up, *table_rows(table))

    # --- boxes that are not split --------------------------------------------------------------------------------

    def _add_box(self, table: SetTable, column: ColumnPlay, box: BoxPlay) -> None:
        """Adds the products of a box's results against two dealer's hands."""
        one, two = box.cards
        hand = self.game.hands.of(one, two)
        pays, orders = self.game.pays, 1.0 if one == two else 2.0
        insurance = self.insurance * box.insured
        suited = self.game.suits.blackjack
        certain: dict[int, list[tuple[Ints, float]]] = {
            WAITS: [(pays.blackjack, 1.0 - suited), (pays.suited_blackjack, suited)],
            PAID: [(np.full(ENDS, pays.even), 1.0)],
            SURRENDER: [(pays.surrender, 1.0)],
        }
        if box.action in certain:
            for results, share in certain[box.action]:
                nets = results + insurance * (box.action != PAID)
                _add(table, self.keys[[hand]], share * orders * _squares(nets[np.newaxis], TWO_HANDS))
            return
        start = np.zeros(len(self.keys))
        start[hand] = orders
        actions = column.actions[WHOLE_BOX].copy()
        actions[hand] = box.action
        finished = self.finish(start, actions, column.redoubles, column.kinds[WHOLE_BOX])
        original = self.originals[self.game.reads[column.up]]
        _add(table, finished.keys, finished.results(_squares(original + insurance, TWO_HANDS)))

    def finish(
        self, start: Floats, actions: NDArray[np.int8], redoubles: NDArray[np.bool_], kinds: NDArray[np.int8]
    ) -> FinishedHands:
        """Returns the sets with which hands end that start with two cards, in ``start`` orders each.

        A hand that draws a card has the result of a bust; the hand that the card makes replaces it.
        """
        orders = np.zeros(kinds.shape)
        orders[0] = start
        native.reach_orders(self.game.hands.after, self._forward, actions, redoubles, orders)
        parts = []
        for level, times in enumerate(orders):
            held = np.nonzero(times)[0]
            action = actions[held].astype(np.int64) if level == 0 else redoubles[level, held] * DOUBLE
            drawn = (level + (action == DOUBLE)) * KINDS + BUST
            rows = np.where(action == STAND, level * KINDS + kinds[level, held].astype(np.int64), drawn)
            bases = np.full(len(held), level * KINDS + BUST)
            if level == 0:
                bases[start[held] > 0] = _NO_BASE
            changed = rows != bases
            parts.append((held[changed], times[held][changed], rows[changed], bases[changed]))
        ended, times, rows, bases = (np.concatenate(column) for column in zip(*parts, strict=True))
        return FinishedHands(self.keys[ended], times, rows, bases, self.game)

    # --- split boxes ---------------------------------------------------------------------------------------------

    def split_hands(self, column: ColumnPlay, pair: int) -> tuple[FinishedHands, FinishedHands]:
        """Returns the ends of one hand of a split whose second card is not of the pair, and of one whose is."""
        hands = self.game.hands
        base, found = hands.of(pair), []
        for seconds in ([value for value in range(VALUES) if value != pair], [pair]):
            start = np.zeros(len(self.keys))
            start[hands.after[base, seconds]] = 1.0
            kind = SPLIT_ACE if pair == ACE else SPLIT_HAND
            found.append(self.finish(start, column.actions[kind], column.redoubles, column.kinds[kind]))
        return found[0], found[1]

    def _split_box(self, column: ColumnPlay, box: BoxPlay, ends: Ends) -> tuple[Ints, Floats]:
        """Returns the sets of all hands of a split box, and the products of the results by class of dealer's hands."""
        pair = box.cards[0]
        key, hands = int(CARD_KEYS[pair]), self.split_hands(column, pair)
        counts = SplitCounts(self.game.most_hands(pair))
        reads = self.game.reads[column.up]
        original, added = self.originals[reads], self.addeds[reads]
        if self.game.takes_one_more(column.up):
            original = original.copy()
            original[BUST::KINDS, DEALER_BLACKJACK] -= self.unit
        # the original wager differs only where the dealer has a blackjack
        extra = (original - added) * (column.up in (ACE, TEN))
        insurance = self.insurance * box.insured
        if reads:
            insurance = np.where(np.arange(ENDS) == DEALER_BLACKJACK, 0.0, insurance)
        squares, more = _squares(added, ends), _squares(original, ends) - _squares(added, ends)
        parts: list[tuple[Shifts, Ints, Floats]] = []
        for of_pair, hand in enumerate(hands):
            alone = hand.results(squares + _mixed(added, insurance, ends))
            parts.append((counts.one[of_pair], hand.keys + key, alone))
            if extra.any():
                first = hand.results(more + _mixed(extra, insurance, ends))
                parts.append((counts.first[of_pair], hand.keys + key, first))
        parts += _pairs(hands, counts, ends, (added, extra))
        const = _squares(insurance[np.newaxis], ends)
        if reads:
            const[0, DEALER_BLACKJACK] = (self.game.pays.read + self.insurance[DEALER_BLACKJACK] * box.insured) ** 2
        parts.append(({0: 1.0}, np.array([2 * key]), const))
        size = sum(len(shifts) * len(keys) for shifts, keys, _ in parts)
        table = new_table(size, len(ends[0]))
        for shifts, keys, rows in parts:
            for shift, times in shifts.items():
                if times:
                    _add(table, keys + shift * key, times * rows)
        return table_rows(table)

    def suited_pairs(self, column: ColumnPlay, pair: int) -> float:
        """Returns the mean number of ordered pairs of hands of a split that are both paid by their suits."""
        marks: Floats = np.zeros((len(self.addeds[False]), ENDS))
        kinds = dict(self.game.suited_kinds)
        for row in (row for kind, forms in kinds.items() for row in (kind, *(form for form, _ in forms))):
            marks[row::KINDS] = 1.0
        hands = [hand.of_kinds(list(kinds)) for hand in self.split_hands(column, pair)]
        counts, key, total = SplitCounts(self.game.most_hands(pair)), int(CARD_KEYS[pair]), 0.0
        for shifts, keys, rows in _pairs(hands, counts, ONE_HAND, (marks, 0.0 * marks)):
            for shift, times in shifts.items():
                total += self.weigh_one(column.up, keys + shift * key, times * rows)
        return total

    # --- boxes of which all hands bust ---------------------------------------------------------------------------

    def all_bust(self, column: ColumnPlay, pair: int) -> AllBust | None:
        """Returns how often all hands of a split bust before a dealer's blackjack that takes one more wager.

        The result is None if it takes no other wager, or if the box may have too many hands.
        """
        if not self.game.takes_one_more(column.up) or not self.game.counts_busts(pair):
            return None
        if (column.up, pair) not in self._all_bust:
            busts, lost = np.zeros((2, len(self.addeds[False]), 1))
            busts[BUST::KINDS] = 1.0
            lost[BUST::KINDS, 0] = self.addeds[False][BUST::KINDS, DEALER_BLACKJACK]
            other, same = (
                BustSets.merged(hand.keys, hand.results(busts)[:, 0], hand.results(lost)[:, 0])
                for hand in self.split_hands(column, pair)
            )
            left, hole = self.left(column.up), TEN if column.up == ACE else ACE
            self._all_bust[column.up, pair] = AllBust(other, same, self.game.most_hands(pair), left, hole)
        return self._all_bust[column.up, pair]

    def _unlost_square(self, column: ColumnPlay, box: BoxPlay) -> float:
        """Returns what the second moment gains by the unit that a box of busts does not lose.

        ``_split_box`` takes it as lost: the square of a result r becomes that of r + 1, and r is the loss of the busts,
        that unit and the insurance.
        """
        busts, insurance = self.all_bust(column, box.cards[0]), float(self.insurance[DEALER_BLACKJACK]) * box.insured
        if busts is None:
            return 0.0
        return self.unit * (2.0 * (busts.lost + insurance * busts.chance) - self.unit * busts.chance)

    # --- the dealer ----------------------------------------------------------------------------------------------

    def left(self, up: int) -> Ints:
        """Returns the cards beside an up card."""
        left = np.array(self._shoe, np.int64)
        left[up] -= 1
        return left

    def weigh_one(self, up: int, keys: Ints, rows: Floats) -> float:
        """Returns the expectation of figures by the end of one dealer's hand."""
        left = self.left(up)
        keys, rows = _possible(left, keys, rows)
        bust = rows[:, DEALER_BUST]
        certain = native.weigh_certain(self._lane, left, keys, np.ascontiguousarray(bust))
        figures = rows - bust[:, np.newaxis]
        return certain + native.weigh(self._lanes, one_hand(up, **self._draws), left, keys, figures)

    def weigh_two(self, up: int, keys: Ints, rows: Floats) -> float:
        """Returns the expectation of figures by the ends of two dealer's hands."""
        left, (first, second) = self.left(up), TWO_HANDS
        keys, rows = _possible(left, keys, rows)
        full = np.zeros((len(keys), ENDS, ENDS))
        full[:, first, second] = full[:, second, first] = rows
        bust = full[:, DEALER_BUST]
        both = bust[:, [DEALER_BUST]]
        certain = native.weigh_certain(self._lane, left, keys, np.ascontiguousarray(both[:, 0]))
        single = native.weigh(self._lanes, one_hand(up, **self._draws), left, keys, 2.0 * (bust - both))
        joint = rows - bust[:, first] - bust[:, second] + both
        return certain + single + native.weigh(self._lanes, two_hands(up, **self._draws), left, keys, joint)


def _pairs(
    hands: Sequence[FinishedHands], counts: SplitCounts, ends: Ends, results: tuple[Floats, Floats]
) -> Iterable[tuple[Shifts, Ints, Floats]]:
    """Iterates over the products of two hands of a split: their number, sets and sums.

    ``results`` are those of an added wager, and what the original one has beyond them.
    """
    added, extra = results
    lists = [(hand.keys, hand.results(added)) for hand in hands]
    firsts = [(hand.keys, hand.results(extra)) for hand in hands]
    for one, two in ((0, 0), (0, 1), (1, 1)):
        shifts = counts.two[one, two]
        if any(shifts.values()):
            table = new_table(len(lists[one][0]) * len(lists[two][0]), len(ends[0]))
            if one == two:
                native.add_squares(table, lists[one], ends)
            else:
                native.add_products(table, lists[one], lists[two], ends)
            yield shifts, *table_rows(table)
    if not extra.any():
        return
    for one, two in ((0, 0), (0, 1), (1, 0), (1, 1)):
        shifts = counts.first_and_other[one, two]
        if any(shifts.values()):
            table = new_table(len(firsts[one][0]) * len(lists[two][0]), len(ends[0]))
            native.add_products(table, firsts[one], lists[two], ends)
            yield shifts, *table_rows(table)


def _possible(left: Ints, keys: Ints, rows: Floats) -> tuple[Ints, Floats]:
    """Returns the sets that the cards left can make, and their figures."""
    chosen = possible(left, keys)
    return (keys, rows) if chosen.all() else (keys[chosen], rows[chosen])


def _squares(nets: Floats, ends: Ends) -> Floats:
    """Returns the products of each row's results at the two ends of every class."""
    first, second = ends
    return nets[:, first] * nets[:, second]


def _mixed(nets: Floats, other: Floats, ends: Ends) -> Floats:
    """Returns the products of each row's results with another result, in both orders."""
    first, second = ends
    return nets[:, first] * other[second] + other[first] * nets[:, second]


def _add(table: SetTable, keys: Ints, rows: Floats) -> None:
    native.add_rows(table, keys, np.ascontiguousarray(rows))
