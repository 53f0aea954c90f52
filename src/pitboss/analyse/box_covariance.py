"""The exact covariance of two boxes of one shoe that meet the same dealer's hand, each played by its own cards.

The result of a box is a sum over the sets of cards that its hands may hold (``second_moment``). The product of two
boxes' results is a sum over unions of two such sets, whose probability does not depend on the order of the cards.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer import ENDS
from pitboss.analyse.dealer_draws import CARD_KEYS, ONE_HAND, new_table, possible, table_rows
from pitboss.analyse.pays import KINDS
from pitboss.analyse.second_moment import PAID, WAITS, BoxPlay, ColumnPlay, SecondMoment
from pitboss.analyse.shoe import ACE, TEN
from pitboss.analyse.split_counts import SplitCounts
from pitboss.strategy.actions import SPLIT, SURRENDER, WHOLE_BOX
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Keys of sets, and the result by the dealer's end that each adds.
BoxSets = tuple[Ints, Floats]


def box_sets(moment: SecondMoment, column: ColumnPlay) -> BoxSets:
    """Returns the sets of one box against an up card, whatever its first cards are."""
    parts = [part for box in column.boxes for part in _sets_of(moment, column, box)]
    table = new_table(sum(len(keys) for keys, _ in parts), ENDS)
    for keys, rows in parts:
        native.add_rows(table, keys, np.ascontiguousarray(rows))
    return table_rows(table)


def _sets_of(moment: SecondMoment, column: ColumnPlay, box: BoxPlay) -> Iterator[BoxSets]:
    if box.action == SPLIT:
        yield from _split_sets(moment, column, box)
        return
    game, reads = moment.game, moment.game.reads[column.up]
    pays, suited, hand = game.pays, game.suits.blackjack, game.hands.of(*box.cards)
    key, orders = moment.keys[[hand]], 1.0 if box.cards[0] == box.cards[1] else 2.0
    insurance = moment.insurance * box.insured
    certain = {
        WAITS: pays.blackjack * (1.0 - suited) + pays.suited_blackjack * suited + insurance,
        PAID: np.full(ENDS, float(pays.even)),
        SURRENDER: pays.surrender + insurance,
    }
    if box.action in certain:
        nets = certain[box.action]
        if reads and box.action == SURRENDER:
            nets[DEALER_BLACKJACK] = pays.read + insurance[DEALER_BLACKJACK]
        yield key, orders * nets[np.newaxis]
        return
    start = np.zeros(len(moment.keys))
    start[hand] = orders
    actions = column.actions[WHOLE_BOX].copy()
    actions[hand] = box.action
    finished = moment.finish(start, actions, column.redoubles, column.kinds[WHOLE_BOX])
    results = moment.originals[reads] + insurance
    if reads:
        results[:, DEALER_BLACKJACK] += pays.read
    yield finished.keys, finished.results(results)


def _split_sets(moment: SecondMoment, column: ColumnPlay, box: BoxPlay) -> Iterator[BoxSets]:
    """Iterates over the sets of a split box; one that busts with all hands loses a unit more, as ``all_bust`` says."""
    pair, reads = box.cards[0], moment.game.reads[column.up]
    key, counts = int(CARD_KEYS[pair]), SplitCounts(moment.game.most_hands(pair))
    original, added = moment.originals[reads], moment.addeds[reads]
    if moment.game.takes_one_more(column.up):
        original = original.copy()
        original[BUST::KINDS, DEALER_BLACKJACK] -= moment.unit
    extra = (original - added) * (column.up in (ACE, TEN))
    for of_pair, hand in enumerate(moment.split_hands(column, pair)):
        for results, shifts in ((added, counts.one[of_pair]), (extra, counts.first[of_pair])):
            rows = hand.results(results)
            for shift, times in shifts.items():
                if times and rows.any():
                    yield hand.keys + key * (1 + shift), times * rows
    whole = moment.insurance * box.insured
    if reads:
        whole[DEALER_BLACKJACK] += moment.game.pays.read
    yield np.array([2 * key]), whole[np.newaxis]


def same_dealer(moment: SecondMoment, column: ColumnPlay) -> float:
    """Returns the mean product of two boxes' results against one dealer's hand with an up card, in squared units."""
    keys, rows = box_sets(moment, column)
    chosen = possible(moment.left(column.up), keys)
    keys, rows = keys[chosen], np.ascontiguousarray(rows[chosen])
    table = new_table(len(keys) * (len(keys) + 1) // 2, ENDS)
    native.add_squares(table, (keys, rows), ONE_HAND)
    return moment.weigh_one(column.up, *table_rows(table))


def extra_loss_bound(moment: SecondMoment, column: ColumnPlay, most: int) -> float:
    """Returns a bound of what ``same_dealer`` may be off where a dealer's blackjack takes busts and one more wager.

    A split box of which all hands bust loses no more than these, but ``box_sets`` counts one more unit. ``most`` is the
    largest absolute result of a box.
    """
    chance = 0.0
    for box in column.boxes:
        if box.action == SPLIT and moment.game.takes_one_more(column.up):
            busts = moment.all_bust(column, box.cards[0])
            chance += 1.0 if busts is None else busts.chance
    return moment.unit * chance * (2.0 * most + moment.unit)
