"""The fast kernel: rounds as walks through tables, without a branch on the usual way, four shoes in flight.

Three steps of the player and three of the dealer are always taken; finished states stay as they are. Splits, longer
hands, longer draws of the dealer and new shoes go out of line. Nothing is added up but counts: of endings, of results
of split boxes, and of side wagers. What they are worth is said outside (``counts``). Of the context's words and of the
shuffle ``shuffling`` tells, of the tables ``tables``.

``forceinline=False`` is said where it is meant: a function takes that setting over from the caller that is compiled
first, and copies of what is seldom needed cost the hot loop its registers.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

from typing import Final

import numpy as np
from numba import njit

from pitboss.kernel import pairings
from pitboss.kernel import table_layout as tables
from pitboss.kernel.context import (
    BOXES,
    BURNT,
    CARDS,
    DEALERS,
    ENDS,
    FILLED,
    HANDS,
    HOLE,
    LAST,
    MOST_OUT,
    NETS,
    NEXT,
    OUT,
    PRODUCTS,
    RATIO,
    SHOES,
    SIDES,
    SPLIT_ENDS,
    SPLITS,
    STRIDE,
    SUITS,
    TABLE,
    TOTALS,
    WAGERS,
)
from pitboss.kernel.memory import Word, load8, load64, store8, store64, unlikely
from pitboss.kernel.shuffling import lay_shoe, shuffle_to, value_at

U = np.uint64

_0, _1, _2, _3, _4, _5, _6, _8, _15, _63 = (U(number) for number in (0, 1, 2, 3, 4, 5, 6, 8, 15, 63))
_BACK = U(2**64 - 1)

# the tables, by the address at which each begins in the flat one, and the sizes of their parts
_NEXT, _FIRST, _DEALER, _BEGIN = U(tables.NEXT_AT), U(tables.FIRST_AT), U(tables.DEALER_AT), U(tables.BEGIN_AT)
_ROW, _NEED, _NEEDED = U(tables.ROW_AT), U(tables.NEED_AT), U(tables.NEEDED_AT)
_AGAIN, _SECOND, _PAYS = U(tables.AGAIN_AT), U(tables.SECOND_AT), U(tables.PAYS_AT)
_NUMBER, _PAIR = U(tables.SIDE_AT + pairings.NUMBER_AT), U(tables.SIDE_AT + pairings.PAIR_AT)
_THIRD = U(tables.SIDE_AT + pairings.THIRD_AT)
_VALUE, _CODES = U(tables.VALUE_AT), U(pairings.CODES)
_ROW_OF_NEXT, _STATES, _ROW_OF_FIRST = U(tables.VALUES * tables.STATES), U(tables.STATES), U(tables.NIBBLE**2)
_VALUES, _NIBBLE, _ENDINGS = U(tables.VALUES), U(tables.NIBBLE), U(tables.ENDINGS)
_DEALER_ENDINGS, _PAYS_OF_OTHERS = U(tables.DEALER_ENDINGS), U(tables.ENDINGS * tables.DEALER_ENDINGS)
_DONE, _DEALT, _SPLIT, _NOTHING = U(tables.DONE), U(tables.DEALT), U(tables.SPLIT), U(tables.NOTHING)
_WAITING, _CELLS, _NO_THIRD = U(pairings.WAITING), U(pairings.CARD_CELLS), U(pairings.NO_THIRD)
_THIRD_OF_SPLIT = U(pairings.PAIRS_OF_SEVENS * pairings.CARD_CELLS)

#: Bytes for the endings of the hands of a box, and where the endings of all boxes begin behind those of nine.
_HANDS_OF_BOX, _BOX_ENDS = U(8), U(9 * 8)
#: Behind those the codes of their side wagers, and behind these what each wager brought on all of them.
_BOX_CODES, _BROUGHT = U(9 * 8 + 16), U(9 * 8 + 32)
_ROW_OF_PRODUCTS = U(8 * (1 + tables.MOST_WAGERS))
#: Cards that the steps of a box read ahead of its own.
_AHEAD: Final = U(8)
_MORE: Final = U(64)


@njit(forceinline=True)
def _count(at: Word, place: Word, by: Word) -> None:
    address = at + (place << _3)
    store64(address, load64(address) + by)


@njit(forceinline=True)
def _value(card: Word, suits: Word) -> Word:
    """The value of a card, which without side wagers is all that it carries."""
    return card & _15 if suits != _0 else card


# --- out of line -------------------------------------------------------------------------------------------------


@njit(forceinline=False)
def _third_card(table: Word, code: Word, state: Word, card: Word) -> Word:
    """The code of two sevens that wait for the next card of the box, if it gets one."""
    cell = _THIRD + (code - _WAITING) * _CELLS
    if (state & _DONE) != _0:
        return load8(table + cell + _NO_THIRD)
    if state == _SPLIT:
        cell += _THIRD_OF_SPLIT
    return load8(table + cell + load8(table + _NUMBER + card))


@njit(forceinline=False)
def _draw_on(context: Word, stream: Word, place: Word, row: Word, state: Word) -> tuple[Word, Word]:
    """Cards until the hand is finished: its ending, and the place of the next card."""
    steps = load64(context + TABLE) + _NEXT + row * _ROW_OF_NEXT
    while (state & _DONE) == _0:
        state = load8(steps + value_at(context, stream, place) * _STATES + state)
        place += _1
    return state & _63, place


@njit(forceinline=False)
def _split_box(
    context: Word, stream: Word, place: Word, row: Word, value: Word, hands: Word
) -> tuple[Word, Word, Word]:
    """Plays the hands of a split pair: how many, the place of the next card, and what they need of the dealer."""
    table = load64(context + TABLE)
    count = _2
    hand = _0
    need = _0
    while hand < count:
        card = value_at(context, stream, place)
        place += _1
        if card == value and load8(table + _AGAIN + (count * _VALUES + row) * _NIBBLE + value) != _0:
            count += _1
            continue
        state = load8(table + _SECOND + (row * _NIBBLE + value) * _NIBBLE + card)
        ending, place = _draw_on(context, stream, place, row, state)
        store8(hands + hand, ending)
        need |= load8(table + _NEED + row * _ENDINGS + ending)
        hand += _1
    return count, place, need


@njit(forceinline=False)
def _settle_split(context: Word, hands: Word, count: Word, dealer: Word, by: Word) -> Word:
    """Counts the hands of a split box; what they win or lose together, in units of all results."""
    pays = load64(context + TABLE) + _PAYS
    split_ends = load64(context + SPLIT_ENDS)
    result = _NOTHING
    hand = _0
    while hand < count:
        cell = load8(hands + hand) * _DEALER_ENDINGS + dealer
        _count(split_ends, cell, by)
        result += load8(pays + cell) - _NOTHING
        pays = load64(context + TABLE) + _PAYS + _PAYS_OF_OTHERS
        hand += _1
    _count(load64(context + SPLITS), result, by)
    return (result - _NOTHING) * load64(context + RATIO)


@njit(forceinline=False)
def _draw_dealer(context: Word, stream: Word, place: Word, state: Word) -> tuple[Word, Word]:
    """The dealer's cards until his hand is finished: its ending, and the place of the next card."""
    steps = load64(context + TABLE) + _DEALER
    while (state & _DEALT) == _0:
        state = load8(steps + value_at(context, stream, place) * _ENDINGS + state)
        place += _1
    return state & _15, place


@njit(forceinline=False)
def _slow_round(context: Word, stream: Word, start: Word, code: Word, by: Word) -> Word:
    """A round with a split or a long hand, from its first card; the place behind it."""
    table = load64(context + TABLE)
    hole = load64(context + HOLE)
    one = load8(start) & _15
    row = load8(start + _1) & _15
    two = load8(start + _2) & _15
    if hole != _0:
        row = load8(table + _ROW + row * _NIBBLE + (load8(start + _3) & _15))
    place = start + _3 + hole
    state = load8(table + _FIRST + row * _ROW_OF_FIRST + one * _NIBBLE + two)
    hands = load64(context + HANDS)
    count = _1
    if state == _SPLIT:
        count, place, need = _split_box(context, stream, place, row, one, hands)
        dealer = load8(table + _NEEDED + (row << _2) + need)
        ending = _0
    else:
        ending, place = _draw_on(context, stream, place, row, state)
        dealer = load8(table + _BEGIN + row * _ENDINGS + ending)
    if hole != _0:
        dealer = load8(table + _DEALER + (load8(start + _3) & _15) * _ENDINGS + dealer)
    dealer, place = _draw_dealer(context, stream, place, dealer)
    if count == _1:
        cell = ending * _DEALER_ENDINGS + dealer
        _count(load64(context + ENDS), cell, by)
        brought = load64(table + _VALUE + (cell << _3))
    else:
        brought = _settle_split(context, hands, count, dealer, by)
        _count(load64(context + DEALERS), dealer, by)
    _count(load64(context + SIDES), _CODES + code, brought * by)
    return place


@njit(forceinline=False)
def _long_draw(context: Word, stream: Word, place: Word, ending: Word, state: Word, code: Word, by: Word) -> Word:
    """The rest of a long hand of the dealer; the place behind it."""
    dealer, place = _draw_dealer(context, stream, place, state)
    cell = ending * _DEALER_ENDINGS + dealer
    _count(load64(context + ENDS), cell, by)
    _count(load64(context + SIDES), _CODES + code, load64(load64(context + TABLE) + _VALUE + (cell << _3)) * by)
    return place


@njit(forceinline=False)
def _count_wagers(context: Word, boxes: Word, main: Word, by: Word) -> None:
    """Products of what the main game and every side wager brought on all boxes of a round."""
    wagers, nets, products = load64(context + WAGERS), load64(context + NETS), load64(context + PRODUCTS)
    codes = load64(context + HANDS) + _BOX_CODES
    brought = load64(context + HANDS) + _BROUGHT
    store64(brought, main)
    for wager in range(_0, wagers):
        total = _0
        for box in range(_0, boxes):
            total += load64(nets + ((load8(codes + box) * wagers + wager) << _3))
        store64(brought + ((wager + _1) << _3), total)
    for one in range(_0, wagers + _1):
        amount = load64(brought + (one << _3)) * by
        for two in range(one, wagers + _1):
            _count(products + one * _ROW_OF_PRODUCTS, two, amount * load64(brought + (two << _3)))


# --- a round -----------------------------------------------------------------------------------------------------


@njit(forceinline=True)
def _side_wagers(table: Word, sides: Word, one: Word, two: Word, third: Word, state: Word, by: Word) -> Word:
    """Counts the code of a box's side wagers, and tells it."""
    code = load8(table + _PAIR + load8(table + _NUMBER + one) * _CELLS + load8(table + _NUMBER + two))
    if unlikely(code >= _WAITING):
        code = _third_card(table, code, state, third)
    _count(sides, code, by)
    return code


@njit(forceinline=True)
def round_alone(
    context: Word, table: Word, ends: Word, sides: Word, stream: Word, start: Word, hole: Word, suits: Word, by: Word
) -> Word:
    """A round of one box; the place behind it."""
    first, second = load8(start), load8(start + _2)
    row = _value(load8(start + _1), suits)
    if unlikely(hole != _0):
        row = load8(table + _ROW + row * _NIBBLE + _value(load8(start + _3), suits))
    steps = table + _NEXT + row * _ROW_OF_NEXT
    place = start + _3 + hole
    third = load8(place)
    state0 = load8(table + _FIRST + row * _ROW_OF_FIRST + _value(first, suits) * _NIBBLE + _value(second, suits))
    state1 = load8(steps + _value(third, suits) * _STATES + state0)
    state2 = load8(steps + _value(load8(place + _1), suits) * _STATES + state1)
    state3 = load8(steps + _value(load8(place + _2), suits) * _STATES + state2)
    code = _0
    if suits != _0:
        code = _side_wagers(table, sides, first, second, third, state0, by)
    if unlikely((state3 & _DONE) == _0):
        return _slow_round(context, stream, start, code, by)
    place += _3 - (state0 >> _6) - (state1 >> _6) - (state2 >> _6)
    ending = state3 & _63
    dealer0 = load8(table + _BEGIN + row * _ENDINGS + ending)
    draws = table + _DEALER
    if unlikely(hole != _0):
        dealer0 = load8(draws + _value(load8(start + _3), suits) * _ENDINGS + dealer0)
    dealer1 = load8(draws + _value(load8(place), suits) * _ENDINGS + dealer0)
    dealer2 = load8(draws + _value(load8(place + _1), suits) * _ENDINGS + dealer1)
    dealer3 = load8(draws + _value(load8(place + _2), suits) * _ENDINGS + dealer2)
    place += _3 - (dealer0 >> _5) - (dealer1 >> _5) - (dealer2 >> _5)
    if unlikely((dealer3 & _DEALT) == _0):
        return _long_draw(context, stream, place, ending, dealer3, code, by)
    cell = ending * _DEALER_ENDINGS + (dealer3 & _15)
    _count(ends, cell, by)
    if suits != _0:
        _count(sides, _CODES + code, load64(table + _VALUE + (cell << _3)) * by)
    return place


@njit(forceinline=True)
def _play_boxes(
    context: Word, table: Word, sides: Word, stream: Word, start: Word, place: Word, row: Word, suits: Word, by: Word
) -> Word:
    """Box after box: the place behind their cards, what they need of the dealer, and the number of hands of each split
    box, four bits a box."""
    boxes, hands = load64(context + BOXES), load64(context + HANDS)
    filled = load64(context + FILLED) + (stream << _3)
    shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
    seconds, steps, needs = start + boxes + _1, table + _NEXT + row * _ROW_OF_NEXT, table + _NEED + row * _ENDINGS
    need = split = box = _0
    while box < boxes:
        if unlikely(place + _AHEAD - shoe > load64(filled)) and load64(filled) < load64(context + CARDS):
            shuffle_to(context, stream, load64(filled) + _MORE)
        first, second, third = load8(start + box), load8(seconds + box), load8(place)
        state0 = load8(table + _FIRST + row * _ROW_OF_FIRST + _value(first, suits) * _NIBBLE + _value(second, suits))
        state1 = load8(steps + _value(third, suits) * _STATES + state0)
        state2 = load8(steps + _value(load8(place + _1), suits) * _STATES + state1)
        state3 = load8(steps + _value(load8(place + _2), suits) * _STATES + state2)
        if suits != _0:
            store8(hands + _BOX_CODES + box, _side_wagers(table, sides, first, second, third, state0, by))
        if unlikely((state3 & _DONE) == _0):
            if state3 == _SPLIT:
                of_box = hands + box * _HANDS_OF_BOX
                count, place, joined = _split_box(context, stream, place, row, first & _15, of_box)
                split |= count << (box << _2)
                need |= joined
            else:
                ending, place = _draw_on(context, stream, place + _3, row, state3)
                store8(hands + _BOX_ENDS + box, ending)
                need |= load8(needs + ending)
        else:
            place += _3 - (state0 >> _6) - (state1 >> _6) - (state2 >> _6)
            ending = state3 & _63
            store8(hands + _BOX_ENDS + box, ending)
            need |= load8(needs + ending)
        box += _1
    return place, need, split


@njit(forceinline=True)
def _settle_boxes(context: Word, table: Word, ends: Word, split: Word, dealer: Word, by: Word) -> Word:
    """Counts what every box came to against the dealer's hand; what the main game brings on all of them."""
    boxes, hands = load64(context + BOXES), load64(context + HANDS)
    main = box = _0
    while box < boxes:
        count = (split >> (box << _2)) & _15
        if unlikely(count != _0):
            main += _settle_split(context, hands + box * _HANDS_OF_BOX, count, dealer, by)
        else:
            cell = load8(hands + _BOX_ENDS + box) * _DEALER_ENDINGS + dealer
            _count(ends, cell, by)
            main += load64(table + _VALUE + (cell << _3))
        box += _1
    return main


@njit(forceinline=True)
def round_of_boxes(
    context: Word, table: Word, ends: Word, sides: Word, stream: Word, start: Word, hole: Word, suits: Word, by: Word
) -> Word:
    """A round of several boxes; the place behind it."""
    boxes = load64(context + BOXES)
    place = start + boxes + _1 + boxes
    under = _value(load8(place), suits)
    row = _value(load8(start + boxes), suits)
    if hole != _0:
        row = load8(table + _ROW + row * _NIBBLE + under)
    place, need, split = _play_boxes(context, table, sides, stream, start, place + hole, row, suits, by)
    dealer = load8(table + _NEEDED + (row << _2) + need)
    if hole != _0:
        dealer = load8(table + _DEALER + under * _ENDINGS + dealer)
    dealer, place = _draw_dealer(context, stream, place, dealer)
    _count(load64(context + DEALERS), dealer, by)
    main = _settle_boxes(context, table, ends, split, dealer, by)
    if suits != _0:
        _count_wagers(context, boxes, main, by)
    else:
        _count(load64(context + PRODUCTS), _0, main * main * by)
    return place


# --- shoes -------------------------------------------------------------------------------------------------------


@njit(forceinline=False)
def play_round(context: Word, stream: Word, start: Word, by: Word) -> Word:
    """One round at this place, counted so many times; the place behind it."""
    table, ends, sides = load64(context + TABLE), load64(context + ENDS), load64(context + SIDES)
    hole, suits = load64(context + HOLE), load64(context + SUITS)
    if load64(context + BOXES) == _1:
        return round_alone(context, table, ends, sides, stream, start, hole, suits, by)
    return round_of_boxes(context, table, ends, sides, stream, start, hole, suits, by)


@njit(forceinline=False)
def _take_back(context: Word, stream: Word, shoe: Word, behind: Word, number: Word) -> Word:
    """A round that ran out of cards is not counted, but noted; the place at which it began."""
    start = shoe + load64(context + BURNT)
    while True:
        after = play_round(context, stream, start, _0)
        if after == behind:
            break
        start = after
    play_round(context, stream, start, _BACK)
    totals = load64(context + TOTALS)
    noted = load64(totals + _8 + _8)
    if noted < U(MOST_OUT):
        store64(load64(context + OUT) + (noted << _4), number)
        store64(load64(context + OUT) + (noted << _4) + _8, start - shoe)
    store64(totals + _8 + _8, noted + _1)
    return start


@njit(forceinline=False)
def next_shoe(context: Word, stream: Word, behind: Word) -> Word:
    """Ends the stream's shoe, if it had one, and lays its next: the place of its first card, or 0 for no more."""
    at = load64(context + NEXT) + (stream << _3)
    number = load64(at)
    if behind != _0:
        shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
        if unlikely(behind - shoe > load64(context + CARDS)):
            behind = _take_back(context, stream, shoe, behind, number - _1)
        totals = load64(context + TOTALS)
        store64(totals, load64(totals) + behind - shoe - load64(context + BURNT))
        store64(totals + _8, load64(totals + _8) + _1)
    if number >= load64(load64(context + LAST) + (stream << _3)):
        return _0
    store64(at, number + _1)
    return lay_shoe(context, stream, number) + load64(context + BURNT)
