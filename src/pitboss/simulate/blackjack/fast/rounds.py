"""The fast kernel: a round is a walk through lookup tables, without branches in the common case, four shoes at a time.

A round always takes three steps of the player and three of the dealer; finished states map to themselves. Splits,
longer hands, longer dealer's draws and new shoes are out of line (``slow_paths``, ``shoe_changes``). The kernel only
counts endings, results of split boxes and codes of side wagers; ``counters`` applies the payments. ``context`` defines
the memory block, ``shuffling`` the shuffle, ``tables`` the tables.

``forceinline=False`` is explicit, because Numba lets a function inherit the setting of the caller that is compiled
first, and inlined copies of rare code would cost the hot loop its registers.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, load8, load64, store8, unlikely
from pitboss.simulate.blackjack.fast.context import (
    BOXES,
    CARDS,
    DEALERS,
    DEALS,
    ENDS,
    FILLED,
    FINALS,
    HANDS,
    HOLE,
    PRODUCTS,
    SHOES,
    SIDES,
    STRIDE,
    SUITS,
    TABLE,
)
from pitboss.simulate.blackjack.fast.kernel_constants import (
    K_AHEAD,
    K_BOX_CODES,
    K_BOX_ENDS,
    K_CELLS,
    K_CODES,
    K_DEALER_ENDINGS,
    K_DEALT,
    K_DONE,
    K_ENDINGS,
    K_HANDS_OF_BOX,
    K_MORE,
    K_NIBBLE,
    K_ROW_OF_FIRST,
    K_ROW_OF_NEXT,
    K_SPLIT,
    K_STATES,
    K_WAITING,
    T_BEGIN,
    T_DEALER,
    T_FIRST,
    T_NEED,
    T_NEEDED,
    T_NEXT,
    T_NUMBER,
    T_PAIR,
    T_ROW,
    T_VALUE,
)
from pitboss.simulate.blackjack.fast.shuffling import shuffle_to
from pitboss.simulate.blackjack.fast.slow_paths import (
    add_count,
    card_value,
    count_wagers,
    draw_dealer,
    draw_on,
    final_code,
    long_draw,
    settle_split,
    slow_round,
    split_box,
    third_card,
)

U = np.uint64
_0, _1, _2, _3, _5, _6, _15, _63 = (U(number) for number in (0, 1, 2, 3, 5, 6, 15, 63))


@njit(forceinline=True)
def _side_wagers(table: Word, sides: Word, one: Word, two: Word, third: Word, state: Word, by: Word) -> Word:
    """Counts the code of a box's side wagers and returns it."""
    code = load8(table + T_PAIR + load8(table + T_NUMBER + one) * K_CELLS + load8(table + T_NUMBER + two))
    if unlikely(code >= K_WAITING):
        code = third_card(table, code, state, third)
    add_count(sides, code, by)
    return code


@njit(forceinline=True)
def _code_of_deal(context: Word, table: Word, one: Word, two: Word, up: Word) -> Word:
    """Returns the code of two cards of a box and the dealer's first card; the dealer's hand gives the final one."""
    pair = load8(table + T_NUMBER + one) * K_CELLS + load8(table + T_NUMBER + two)
    return load8(load64(context + DEALS) + pair * K_CELLS + load8(table + T_NUMBER + up))


@njit(forceinline=True)
def round_alone(
    context: Word, table: Word, ends: Word, sides: Word, stream: Word, start: Word, hole: Word, suits: Word, by: Word
) -> Word:
    """Plays a round of one box; returns the address after it."""
    first, second = load8(start), load8(start + _2)
    row = card_value(load8(start + _1), suits)
    if unlikely(hole != _0):
        row = load8(table + T_ROW + row * K_NIBBLE + card_value(load8(start + _3), suits))
    steps = table + T_NEXT + row * K_ROW_OF_NEXT
    place = start + _3 + hole
    third = load8(place)
    state0 = load8(
        table + T_FIRST + row * K_ROW_OF_FIRST + card_value(first, suits) * K_NIBBLE + card_value(second, suits)
    )
    state1 = load8(steps + card_value(third, suits) * K_STATES + state0)
    state2 = load8(steps + card_value(load8(place + _1), suits) * K_STATES + state1)
    state3 = load8(steps + card_value(load8(place + _2), suits) * K_STATES + state2)
    code = _0
    if suits == _1:
        code = _side_wagers(table, sides, first, second, third, state0, by)
    elif suits == _2:
        code = _code_of_deal(context, table, first, second, load8(start + _1))
    if unlikely((state3 & K_DONE) == _0):
        return slow_round(context, stream, start, code, by)
    place += _3 - (state0 >> _6) - (state1 >> _6) - (state2 >> _6)
    ending = state3 & _63
    dealer0 = load8(table + T_BEGIN + row * K_ENDINGS + ending)
    draws = table + T_DEALER
    if unlikely(hole != _0):
        dealer0 = load8(draws + card_value(load8(start + _3), suits) * K_ENDINGS + dealer0)
    dealer1 = load8(draws + card_value(load8(place), suits) * K_ENDINGS + dealer0)
    dealer2 = load8(draws + card_value(load8(place + _1), suits) * K_ENDINGS + dealer1)
    dealer3 = load8(draws + card_value(load8(place + _2), suits) * K_ENDINGS + dealer2)
    drawn = _3 - (dealer0 >> _5) - (dealer1 >> _5) - (dealer2 >> _5)
    place += drawn
    if unlikely((dealer3 & K_DEALT) == _0):
        return long_draw(context, stream, place, ending, dealer3, code, drawn + _1 + hole, by)
    cell = ending * K_DEALER_ENDINGS + (dealer3 & _15)
    add_count(ends, cell, by)
    if suits == _2:
        code = final_code(load64(context + FINALS), code, dealer3 & _15, drawn + _1 + hole)
        add_count(sides, code, by)
    if suits != _0:
        add_count(sides, K_CODES + code, load64(table + T_VALUE + (cell << _3)) * by)
    return place


@njit(forceinline=True)
def _play_boxes(
    context: Word, table: Word, sides: Word, stream: Word, start: Word, place: Word, row: Word, suits: Word, by: Word
) -> Word:
    """Plays the boxes in order.

    Returns the address after their cards, their combined need of the dealer, and the number of hands of each split box,
    four bits per box.
    """
    boxes, hands = load64(context + BOXES), load64(context + HANDS)
    filled = load64(context + FILLED) + (stream << _3)
    shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
    seconds, steps, needs = start + boxes + _1, table + T_NEXT + row * K_ROW_OF_NEXT, table + T_NEED + row * K_ENDINGS
    need = split = box = _0
    while box < boxes:
        if unlikely(place + K_AHEAD - shoe > load64(filled)) and load64(filled) < load64(context + CARDS):
            shuffle_to(context, stream, load64(filled) + K_MORE)
        first, second, third = load8(start + box), load8(seconds + box), load8(place)
        state0 = load8(
            table + T_FIRST + row * K_ROW_OF_FIRST + card_value(first, suits) * K_NIBBLE + card_value(second, suits)
        )
        state1 = load8(steps + card_value(third, suits) * K_STATES + state0)
        state2 = load8(steps + card_value(load8(place + _1), suits) * K_STATES + state1)
        state3 = load8(steps + card_value(load8(place + _2), suits) * K_STATES + state2)
        if suits == _1:
            store8(hands + K_BOX_CODES + box, _side_wagers(table, sides, first, second, third, state0, by))
        elif suits == _2:
            store8(hands + K_BOX_CODES + box, _code_of_deal(context, table, first, second, load8(start + boxes)))
        if unlikely((state3 & K_DONE) == _0):
            if state3 == K_SPLIT:
                of_box = hands + box * K_HANDS_OF_BOX
                count, place, joined = split_box(context, stream, place, row, first & _15, of_box)
                split |= count << (box << _2)
                need |= joined
            else:
                ending, place = draw_on(context, stream, place + _3, row, state3)
                store8(hands + K_BOX_ENDS + box, ending)
                need |= load8(needs + ending)
        else:
            place += _3 - (state0 >> _6) - (state1 >> _6) - (state2 >> _6)
            ending = state3 & _63
            store8(hands + K_BOX_ENDS + box, ending)
            need |= load8(needs + ending)
        box += _1
    return place, need, split


@njit(forceinline=True)
def _settle_boxes(context: Word, table: Word, ends: Word, split: Word, dealer: Word, by: Word) -> Word:
    """Counts the results of all boxes against the dealer's hand; returns the net result of the main game."""
    boxes, hands = load64(context + BOXES), load64(context + HANDS)
    main = box = _0
    while box < boxes:
        count = (split >> (box << _2)) & _15
        if unlikely(count != _0):
            main += settle_split(context, hands + box * K_HANDS_OF_BOX, count, dealer, by)
        else:
            cell = load8(hands + K_BOX_ENDS + box) * K_DEALER_ENDINGS + dealer
            add_count(ends, cell, by)
            main += load64(table + T_VALUE + (cell << _3))
        box += _1
    return main


@njit(forceinline=True)
def _final_codes(context: Word, sides: Word, dealer: Word, cards: Word, by: Word) -> None:
    """Stores and counts the final codes of all boxes after the dealer's hand."""
    codes, finals = load64(context + HANDS) + K_BOX_CODES, load64(context + FINALS)
    for box in range(_0, load64(context + BOXES)):
        code = final_code(finals, load8(codes + box), dealer, cards)
        store8(codes + box, code)
        add_count(sides, code, by)


@njit(forceinline=True)
def round_of_boxes(
    context: Word, table: Word, ends: Word, sides: Word, stream: Word, start: Word, hole: Word, suits: Word, by: Word
) -> Word:
    """Plays a round of several boxes; returns the address after it."""
    boxes = load64(context + BOXES)
    place = start + boxes + _1 + boxes
    under = card_value(load8(place), suits)
    row = card_value(load8(start + boxes), suits)
    if hole != _0:
        row = load8(table + T_ROW + row * K_NIBBLE + under)
    place, need, split = _play_boxes(context, table, sides, stream, start, place + hole, row, suits, by)
    dealer = load8(table + T_NEEDED + (row << _2) + need)
    if hole != _0:
        dealer = load8(table + T_DEALER + under * K_ENDINGS + dealer)
    first = place - _1 - hole  # the dealer's first cards, as if they came here
    dealer, place = draw_dealer(context, stream, place, dealer)
    add_count(load64(context + DEALERS), dealer, by)
    if suits == _2:
        _final_codes(context, sides, dealer, place - first, by)
    main = _settle_boxes(context, table, ends, split, dealer, by)
    if suits != _0:
        count_wagers(context, boxes, main, by)
    else:
        add_count(load64(context + PRODUCTS), _0, main * main * by)
    return place


@njit(forceinline=False)
def play_round(context: Word, stream: Word, start: Word, by: Word) -> Word:
    """Plays one round at this address and counts it ``by`` times; returns the address after it."""
    table, ends, sides = load64(context + TABLE), load64(context + ENDS), load64(context + SIDES)
    hole, suits = load64(context + HOLE), load64(context + SUITS)
    if load64(context + BOXES) == _1:
        return round_alone(context, table, ends, sides, stream, start, hole, suits, by)
    return round_of_boxes(context, table, ends, sides, stream, start, hole, suits, by)
