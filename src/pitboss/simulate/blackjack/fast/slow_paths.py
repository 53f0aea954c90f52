"""Slow paths of the fast kernel: splits, long hands, long dealer's draws, and products of side wagers.

``forceinline=False`` is explicit, because inlined copies would cost the hot loop of ``rounds`` its registers.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, load8, load64, store8, store64
from pitboss.simulate.blackjack.fast.context import (
    DEALERS,
    ENDS,
    FINALS,
    HANDS,
    HOLE,
    NETS,
    PRODUCTS,
    RATIO,
    SIDES,
    SPLIT_ENDS,
    SPLITS,
    TABLE,
    WAGERS,
)
from pitboss.simulate.blackjack.fast.kernel_constants import (
    K_BOX_CODES,
    K_CELLS,
    K_CODES,
    K_DEALER_ENDINGS,
    K_DEALT,
    K_DONE,
    K_ENDINGS,
    K_FINALS_OF_CODE,
    K_MOST_DEALER_CARDS,
    K_NIBBLE,
    K_NO_THIRD,
    K_NOTHING,
    K_PAYS_OF_OTHERS,
    K_RESULTS,
    K_ROW_OF_FIRST,
    K_ROW_OF_NEXT,
    K_ROW_OF_PRODUCTS,
    K_SPLIT,
    K_STATES,
    K_THIRD_OF_SPLIT,
    K_VALUES,
    K_WAITING,
    T_AGAIN,
    T_BEGIN,
    T_DEALER,
    T_FIRST,
    T_NEED,
    T_NEEDED,
    T_NEXT,
    T_NUMBER,
    T_PAYS,
    T_ROW,
    T_SECOND,
    T_THIRD,
    T_VALUE,
)
from pitboss.simulate.blackjack.fast.shuffling import value_at

U = np.uint64
_0, _1, _2, _3, _4, _15, _63 = (U(number) for number in (0, 1, 2, 3, 4, 15, 63))


@njit(forceinline=True)
def add_count(at: Word, place: Word, by: Word) -> None:
    address = at + (place << _3)
    store64(address, load64(address) + by)


@njit(forceinline=True)
def card_value(card: Word, suits: Word) -> Word:
    """Returns the value of a card; without side wagers a card is its value."""
    return card & _15 if suits != _0 else card


@njit(forceinline=False)
def third_card(table: Word, code: Word, state: Word, card: Word) -> Word:
    """Returns the code of two sevens that wait for the next card of the box, if it gets one."""
    cell = T_THIRD + (code - K_WAITING) * K_CELLS
    if (state & K_DONE) != _0:
        return load8(table + cell + K_NO_THIRD)
    if state == K_SPLIT:
        cell += K_THIRD_OF_SPLIT
    return load8(table + cell + load8(table + T_NUMBER + card))


@njit(forceinline=True)
def final_code(finals: Word, code: Word, dealer: Word, cards: Word) -> Word:
    """Returns the code of side wagers that read the dealer's final hand: its ending and its number of cards."""
    count = cards if cards < K_MOST_DEALER_CARDS else K_MOST_DEALER_CARDS
    return load8(finals + code * K_FINALS_OF_CODE + (dealer << _4) + count)


@njit(forceinline=False)
def count_code(context: Word, code: Word, dealer: Word, cards: Word, result: Word, by: Word) -> None:
    """Counts the result of the main game by the code of the side wagers; and the code, where the dealer decides it."""
    sides, finals = load64(context + SIDES), load64(context + FINALS)
    if finals != _0:
        code = final_code(finals, code, dealer, cards)
        add_count(sides, code, by)
    add_count(sides, K_CODES + code, result * by)


@njit(forceinline=False)
def draw_on(context: Word, stream: Word, place: Word, row: Word, state: Word) -> tuple[Word, Word]:
    """Draws until the hand is finished; returns its ending and the address of the next card."""
    steps = load64(context + TABLE) + T_NEXT + row * K_ROW_OF_NEXT
    while (state & K_DONE) == _0:
        state = load8(steps + value_at(context, stream, place) * K_STATES + state)
        place += _1
    return state & _63, place


@njit(forceinline=False)
def split_box(context: Word, stream: Word, place: Word, row: Word, value: Word, hands: Word) -> tuple[Word, Word, Word]:
    """Plays the hands of a split pair; returns their number, the address of the next card, and the need of the
    dealer.
    """
    table = load64(context + TABLE)
    count = _2
    hand = _0
    need = _0
    while hand < count:
        card = value_at(context, stream, place)
        place += _1
        if card == value and load8(table + T_AGAIN + (count * K_VALUES + row) * K_NIBBLE + value) != _0:
            count += _1
            continue
        state = load8(table + T_SECOND + (row * K_NIBBLE + value) * K_NIBBLE + card)
        ending, place = draw_on(context, stream, place, row, state)
        store8(hands + hand, ending)
        need |= load8(table + T_NEED + row * K_ENDINGS + ending)
        hand += _1
    return count, place, need


@njit(forceinline=False)
def settle_split(context: Word, hands: Word, count: Word, dealer: Word, by: Word) -> Word:
    """Counts the hands of a split box; returns their net result in units of the main game."""
    pays = load64(context + TABLE) + T_PAYS
    split_ends = load64(context + SPLIT_ENDS)
    result = K_NOTHING
    hand = _0
    while hand < count:
        cell = load8(hands + hand) * K_DEALER_ENDINGS + dealer
        add_count(split_ends, cell, by)
        result += load8(pays + cell) - K_NOTHING
        pays = load64(context + TABLE) + T_PAYS + K_PAYS_OF_OTHERS
        hand += _1
    add_count(load64(context + SPLITS), result, by)
    return (result - K_NOTHING) * load64(context + RATIO)


@njit(forceinline=False)
def draw_dealer(context: Word, stream: Word, place: Word, state: Word) -> tuple[Word, Word]:
    """Draws until the dealer's hand is finished; returns its ending and the address of the next card."""
    steps = load64(context + TABLE) + T_DEALER
    while (state & K_DEALT) == _0:
        state = load8(steps + value_at(context, stream, place) * K_ENDINGS + state)
        place += _1
    return state & _15, place


@njit(forceinline=False)
def slow_round(context: Word, stream: Word, start: Word, code: Word, by: Word) -> Word:
    """Plays a round with a split or a long hand from its first card; returns the address after it."""
    table = load64(context + TABLE)
    hole = load64(context + HOLE)
    one = load8(start) & _15
    row = load8(start + _1) & _15
    two = load8(start + _2) & _15
    if hole != _0:
        row = load8(table + T_ROW + row * K_NIBBLE + (load8(start + _3) & _15))
    place = start + _3 + hole
    state = load8(table + T_FIRST + row * K_ROW_OF_FIRST + one * K_NIBBLE + two)
    hands = load64(context + HANDS)
    count = _1
    if state == K_SPLIT:
        count, place, need = split_box(context, stream, place, row, one, hands)
        dealer = load8(table + T_NEEDED + (row << _2) + need)
        ending = _0
    else:
        ending, place = draw_on(context, stream, place, row, state)
        dealer = load8(table + T_BEGIN + row * K_ENDINGS + ending)
    first = place - _1 - hole  # the dealer's first cards, as if they came here
    if hole != _0:
        dealer = load8(table + T_DEALER + (load8(start + _3) & _15) * K_ENDINGS + dealer)
    dealer, place = draw_dealer(context, stream, place, dealer)
    if count == _1:
        cell = ending * K_DEALER_ENDINGS + dealer
        add_count(load64(context + ENDS), cell, by)
        result = load64(table + T_VALUE + (cell << _3))
    else:
        result = settle_split(context, hands, count, dealer, by)
        add_count(load64(context + DEALERS), dealer, by)
    count_code(context, code, dealer, place - first, result, by)
    return place


@njit(forceinline=False)
def long_draw(
    context: Word, stream: Word, place: Word, ending: Word, state: Word, code: Word, drawn: Word, by: Word
) -> Word:
    """Finishes a long dealer's hand of ``drawn`` cards before this address; returns the address after it."""
    first = place - drawn
    dealer, place = draw_dealer(context, stream, place, state)
    cell = ending * K_DEALER_ENDINGS + dealer
    add_count(load64(context + ENDS), cell, by)
    result = load64(load64(context + TABLE) + T_VALUE + (cell << _3))
    count_code(context, code, dealer, place - first, result, by)
    return place


@njit(forceinline=False)
def count_wagers(context: Word, boxes: Word, main: Word, by: Word) -> None:
    """Adds the products of the results of the main game and every side wager on all boxes of a round."""
    wagers, nets, products = load64(context + WAGERS), load64(context + NETS), load64(context + PRODUCTS)
    codes = load64(context + HANDS) + K_BOX_CODES
    result = load64(context + HANDS) + K_RESULTS
    store64(result, main)
    for wager in range(_0, wagers):
        total = _0
        for box in range(_0, boxes):
            total += load64(nets + ((load8(codes + box) * wagers + wager) << _3))
        store64(result + ((wager + _1) << _3), total)
    for one in range(_0, wagers + _1):
        amount = load64(result + (one << _3)) * by
        for two in range(one, wagers + _1):
            add_count(products + one * K_ROW_OF_PRODUCTS, two, amount * load64(result + (two << _3)))
