"""The initial deal in the general kernel, and the blackjacks and offers settled after it."""

from numba import njit

from pitboss.compiled.memory import Word, load8, load64, store8, store16, store64, unlikely
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.hands import add
from pitboss.simulate.blackjack.general.layout import (
    BOX,
    BOX_BYTES,
    HAND_BYTES,
    HANDS,
    MARK,
    MARKS_AT,
    OUT,
    SETTLED,
    TABLES,
    U,
    W,
)
from pitboss.simulate.blackjack.general.shoe import EIGHT, ONE, THREE, TWO, Z, draw, increment
from pitboss.simulate.blackjack.general.sides import UNDECIDED, WAYS
from pitboss.simulate.blackjack.general.true_count import insures_now, store_hole_tag

T_TWO, T_CLASS = TABLES["two"], TABLES["class"]
X_TABLES, X_OUT, X_HANDS, X_BOXES_AT, X_MISDEALT, X_HAND_COUNT, X_DEALER_COUNT, X_WAGERS = (
    W[name] for name in ("tables", "out", "hands", "boxes_at", "misdealt", "hand_count", "dealer_count", "wagers")
)
X_HOLE, X_PAID_NOW, X_BLACKJACK_PAYS, X_SUITED_PAYS, X_EVEN_PAYS, X_INSURES = (
    W[name]
    for name in (
        "hole",
        "paid_now",
        "blackjack_pays",
        "suited_pays",
        "even_pays",
        "insures",
    )
)
X_WHOLE, X_WHOLE_PAYS = W["whole"], W["whole_pays"]
X_INSURES_BLACKJACK, X_TAKES_EVEN, X_CONSOLIDATES, X_INSURES_BY_COUNT, X_CHARTS = (
    W[name] for name in ("insures_blackjack", "takes_even", "consolidates", "insures_by_count", "charts")
)
X_DEALS, X_OTHERS = W["deals"], W["others"]
O_BLACKJACKS, O_EVENS, O_INSURED = OUT["blackjacks"], OUT["evens"], OUT["insured"]
B_NET, B_CLASS, B_TWO, B_CLOSED, B_INSURED = (BOX[name] for name in ("net", "class", "two", "closed", "insured"))
H_ENDING, H_CLEARED, H_COUNT = MARK["ending"], MARK["cleared"], MARK["count"]
_BOX = U(BOX_BYTES)
_HAND = U(HAND_BYTES)
_DEALER_AT = U(HANDS * HAND_BYTES)
_MARKS = U(MARKS_AT)
_SETTLED = U(SETTLED)
_UNDECIDED = U(UNDECIDED)
_WAYS = U(WAYS)
_WAY = U(64 * 64)
_TOTAL = U(31)
_PAIR = U(64)
_S32 = U(32)
_21 = U(21)
_ACE = U(9)


@njit(forceinline=True)
def is_suited(hand: Word) -> bool:
    """Returns whether the first two cards of a hand have the same suit."""
    return bool(((load8(hand) ^ load8(hand + ONE)) & THREE) == Z)


@njit(forceinline=True)
def is_paid_now(x: Word, column: Word) -> bool:
    """Returns whether a blackjack is paid on completion of the deal, whatever the dealer gets."""
    return bool((fixed64(x + X_PAID_NOW) >> column) & ONE != Z)


@njit(forceinline=True)
def settle_blackjack(box: Word, hand: Word, net: Word, cleared: Word) -> None:
    """Settles the blackjack of a box before the play, and closes the box."""
    add(box + B_NET, net)
    store64(box + B_CLOSED, ONE)
    store16(hand + H_ENDING, _SETTLED)
    store8(hand + H_CLEARED, cleared)


@njit(forceinline=False)
def pay_blackjack(x: Word, box: Word, hand: Word) -> Word:
    """Pays a blackjack, which may depend on its suits, on completion of the deal."""
    settle_blackjack(box, hand, fixed64(x + (X_SUITED_PAYS if is_suited(hand) else X_BLACKJACK_PAYS)), ONE)
    return Z


@njit(forceinline=False)
def _blackjack(x: Word, box: Word, number: Word, column: Word, insures: bool) -> None:
    """Handles a box with a blackjack: pays it now, at even money or with its insurance, or leaves it open."""
    hand, out = fixed64(x + X_HANDS) + number * _HAND, fixed64(x + X_OUT)
    increment(out + O_BLACKJACKS)
    net, cleared = Z, ONE
    if is_paid_now(x, column):
        pay_blackjack(x, box, hand)
        return
    if column == _ACE and fixed64(x + X_TAKES_EVEN) != Z:
        net = fixed64(x + X_EVEN_PAYS)
        increment(out + O_EVENS)
    elif insures and fixed64(x + X_INSURES_BLACKJACK) != Z:
        increment(out + O_INSURED)
        if fixed64(x + X_CONSOLIDATES) == Z:
            # whole_pays is 0 if no spot is paid now
            store64(box + B_INSURED, TWO if fixed64(x + X_WHOLE) != Z else ONE)
            add(box + B_NET, fixed64(x + X_WHOLE_PAYS))
            return
        net, cleared = fixed64(x + X_EVEN_PAYS), Z
    else:
        return
    settle_blackjack(box, hand, net, cleared)


@njit(forceinline=True)
def deal(x: Word, k: Word, boxes: Word, plain: bool) -> Word:
    """Deals the initial cards; returns the dealer's first card and the address of the next."""
    t, hands, boxes_at = fixed64(x + X_TABLES), fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT)
    store64(x + X_HAND_COUNT, boxes)
    store64(x + X_DEALER_COUNT, Z)
    for number in range(boxes):
        store64(hands + number * _HAND + _MARKS, number << _S32)
    for number in range(boxes):
        card, k = draw(x, k)
        store8(hands + number * _HAND, card)
        store8(hands + number * _HAND + H_COUNT, ONE)
    up, k = draw(x, k)
    store8(hands + _DEALER_AT, up)
    store64(x + X_DEALER_COUNT, ONE)
    for number in range(boxes):
        card, k = draw(x, k)
        hand, box = hands + number * _HAND, boxes_at + number * _BOX
        store8(hand + ONE, card)
        store8(hand + H_COUNT, TWO)
        store64(box + B_TWO, fixed8(t + T_TWO + load8(hand) * _PAIR + card))
        store64(box + B_NET, Z)
        store64(box + B_CLOSED, Z)
        store64(box + B_INSURED, Z)
    if not plain and fixed64(x + X_WAGERS) != Z and load64(x + X_MISDEALT) == Z:
        for number in range(boxes):
            hand, box = hands + number * _HAND, boxes_at + number * _BOX
            way = _UNDECIDED - load64(box + B_CLASS)
            if unlikely(fixed64(x + X_DEALS) != Z):
                pair = load8(hand) * _PAIR + load8(hand + ONE)
                store64(box + B_CLASS, fixed8(fixed64(x + X_DEALS) + pair * _PAIR + up))
            elif way < _WAYS:
                store64(box + B_CLASS, fixed8(t + T_CLASS + way * _WAY + load8(hand) * _PAIR + load8(hand + ONE)))
    if fixed64(x + X_HOLE) != Z:
        card, k = draw(x, k)
        store8(hands + _DEALER_AT + ONE, card)
        store64(x + X_DEALER_COUNT, TWO)
        if not plain and unlikely(fixed64(x + X_CHARTS) != Z):
            store_hole_tag(x, card)
    return up, k


@njit(forceinline=False)
def _is_of_another(x: Word, number: Word) -> bool:
    """Returns whether another player, who never insures, plays the box."""
    return bool(load64(fixed64(x + X_OTHERS) + number * EIGHT) != Z)


@njit(forceinline=True)
def offers(x: Word, k: Word, column: Word, boxes: Word, plain: bool) -> None:
    """Settles blackjacks that are paid now, insurance and even money."""
    boxes_at, insures = fixed64(x + X_BOXES_AT), fixed64(x + X_INSURES) != Z and column == _ACE
    if not plain and unlikely(insures) and fixed64(x + X_INSURES_BY_COUNT) != Z:
        insures = insures_now(x, k)
    for number in range(boxes):
        box = boxes_at + number * _BOX
        if not plain and unlikely(fixed64(x + X_OTHERS) != Z) and _is_of_another(x, number):
            if (load64(box + B_TWO) & _TOTAL) == _21 and is_paid_now(x, column):
                pay_blackjack(x, box, fixed64(x + X_HANDS) + number * _HAND)
        elif unlikely((load64(box + B_TWO) & _TOTAL) == _21):
            _blackjack(x, box, number, column, insures)
        elif unlikely(insures):
            store64(box + B_INSURED, ONE)
            increment(fixed64(x + X_OUT) + O_INSURED)
