"""The dealer's hands in the general kernel, and the settlement of hands and insurance."""

# ruff: noqa: PLR0917, SIM110 - only integers cross between compiled functions, and generators are not compiled

from numba import njit

from pitboss.compiled.memory import Word, load8, load16, load64, store8, store64, unlikely
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.hands import add
from pitboss.simulate.blackjack.general.layout import (
    BOX,
    BOX_BYTES,
    DEALER_CLASSES,
    HAND_BYTES,
    HAND_CLASSES,
    HANDS,
    MARK,
    OUT,
    PAIR_BIT,
    SETTLED,
    TABLES,
    TOTAL_BITS,
    U,
    W,
)
from pitboss.simulate.blackjack.general.shoe import EIGHT, ONE, THREE, TWO, Z, draw, increment
from pitboss.strategy.hand_classes import DEALER_BLACKJACK, DEALER_LOW

T_AFTER, T_TWO, T_DEALER, T_DRAWS = (TABLES[name] for name in ("after", "two", "dealer", "draws"))
X_TABLES, X_PAY, X_OUT, X_HANDS, X_BOXES_AT, X_HAND_COUNT, X_DEALER_COUNT, X_BOXES = (
    W[name] for name in ("tables", "pay", "out", "hands", "boxes_at", "hand_count", "dealer_count", "boxes")
)
X_SPOTS, X_ALWAYS_SECOND, X_ALWAYS_DRAWS, X_INSURED, X_INSURANCE_PAYS, X_WHOLE = (
    W[name] for name in ("spots", "always_second", "always_draws", "insured_1", "insurance_pays_1", "whole")
)
O_INSURANCE_WON, O_DEALER = OUT["insurance_won"], OUT["dealer"]
B_NET, B_INSURED = BOX["net"], BOX["insured"]
H_BOX, H_ENDING = MARK["box"], MARK["ending"]
_BOX = U(BOX_BYTES)
_HAND = U(HAND_BYTES)
_DEALER_AT = U(HANDS * HAND_BYTES)
_SETTLED = U(SETTLED)
_TOTAL = U((1 << TOTAL_BITS) - 1)
_STATE = U((1 << PAIR_BIT) - 1)
_PAIR = U(1 << PAIR_BIT)
_DEALER_BJ = U(DEALER_BLACKJACK)
_DEALER_LOW = U(DEALER_LOW)
_21 = U(21)
_DEALER_ROW = U(DEALER_CLASSES * 8)
_SPOT = U(HAND_CLASSES * DEALER_CLASSES * 8)
_ACE = U(9)


@njit(forceinline=True)
def _insured_on(x: Word, box: Word, spot: Word) -> bool:
    """Returns whether the insurance of a box is open on a spot."""
    insured = load64(box + B_INSURED)
    return bool(insured == ONE or (insured == TWO and (fixed64(x + X_WHOLE) >> spot) & ONE == Z))


@njit(forceinline=False)
def _settle_insurance(x: Word, spot: Word, won: bool) -> Word:
    """Settles the insurance on a spot by the dealer's second card."""
    boxes_at, amount = fixed64(x + X_BOXES_AT), fixed64(x + X_INSURED + spot * EIGHT)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if _insured_on(x, box, spot):
            if won:
                add(box + B_NET, fixed64(x + X_INSURANCE_PAYS + spot * EIGHT))
                if spot == Z:
                    increment(fixed64(x + X_OUT) + O_INSURANCE_WON)
            else:
                add(box + B_NET, Z - amount)
    return Z


@njit(forceinline=False)
def _insured(x: Word, spot: Word) -> bool:
    """Returns whether any insurance is open on a spot."""
    if fixed64(x + X_INSURED + spot * EIGHT) == Z:
        return False
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(fixed64(x + X_BOXES)):
        if _insured_on(x, boxes_at + number * _BOX, spot):
            return True
    return False


@njit(forceinline=True)
def dealer_hand(x: Word, k: Word, spot: Word, up: Word, column: Word, need: Word) -> Word:
    """Plays the dealer's hand on one spot and settles against it; returns the next card."""
    t, hands, out = fixed64(x + X_TABLES), fixed64(x + X_HANDS), fixed64(x + X_OUT)
    insured = column == _ACE and _insured(x, spot)
    if load64(x + X_DEALER_COUNT) == TWO:
        second = load8(hands + _DEALER_AT + ONE)
    elif need != Z or insured or (spot == Z and fixed64(x + X_ALWAYS_SECOND) != Z):
        second, k = draw(x, k)
        store8(hands + _DEALER_AT + ONE, second)
        store64(x + X_DEALER_COUNT, TWO)
    else:
        return k
    state = fixed8(t + T_TWO + up * _PAIR + second) & _STATE
    kind = _DEALER_LOW  # unless the hand is played out
    if (state & _TOTAL) == _21:
        kind = _DEALER_BJ
    elif (need & TWO) != Z or fixed64(x + X_ALWAYS_DRAWS) != Z:
        count = TWO
        while fixed8(t + T_DRAWS + state) != Z:
            card, k = draw(x, k)
            store8(hands + _DEALER_AT + count, card)
            count += ONE
            store64(x + X_DEALER_COUNT, count)
            state = fixed8(t + T_AFTER + state * _PAIR + card)
        kind = fixed8(t + T_DEALER + (state & _TOTAL))
    if unlikely(insured):
        _settle_insurance(x, spot, kind == _DEALER_BJ)
    increment(out + O_DEALER + kind * EIGHT)
    if need != Z:
        pay, boxes_at = fixed64(x + X_PAY) + spot * _SPOT + kind * EIGHT, fixed64(x + X_BOXES_AT)
        for number in range(load64(x + X_HAND_COUNT)):
            hand = hands + number * _HAND
            ending = load16(hand + H_ENDING)
            if ending != _SETTLED:
                add(boxes_at + load8(hand + H_BOX) * _BOX + B_NET, fixed64(pay + ending * _DEALER_ROW))
    return k


@njit(forceinline=False)
def dealer_hands(x: Word, k: Word, up: Word, column: Word, need: Word) -> Word:
    """Plays the dealer's hand on the first spot, and on each other spot with an open wager."""
    for spot in range(fixed64(x + X_SPOTS)):
        needed = (need & THREE) | ((need >> (spot + TWO)) & ONE)
        if spot == Z or needed != Z or (column == _ACE and _insured(x, spot)):
            if spot != Z:
                store64(x + X_DEALER_COUNT, ONE)
            k = dealer_hand(x, k, spot, up, column, needed)
    return k
