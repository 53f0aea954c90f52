"""The hands of a box in the general kernel: drawing, doubling, splitting, and immediate settlements."""

# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

from numba import njit

from pitboss.compiled.memory import Word, load8, load64, store8, store16, store64, unlikely
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.layout import (
    AT,
    BOX,
    HAND_BYTES,
    MARK,
    MARKS_AT,
    NO_CARD,
    OUT,
    SETTLED,
    TABLES,
    U,
    W,
)
from pitboss.simulate.blackjack.general.shoe import EIGHT, FOUR, ONE, THREE, TWO, Z, draw, increment
from pitboss.simulate.blackjack.general.sides import ACES, PRIZES
from pitboss.simulate.blackjack.general.true_count import chart_by_count
from pitboss.strategy.actions import DOUBLE, DOUBLE_OR_SURRENDER, HIT, SPLIT, STAND, SURRENDER
from pitboss.strategy.hand_classes import BUST, DOUBLED, GIVEN_UP, OPEN, ORIGINAL, REDOUBLED, THREE_CARD_21

T_AFTER, T_TWO, T_FIRST, T_FINISHED, T_NEED, T_WAITING = (
    TABLES[name] for name in ("after", "two", "first", "finished", "need", "waiting")
)
C_FIRST, C_SPLIT, C_LATER, C_DOUBLED = (AT[name] for name in ("first", "split", "later", "doubled"))
C_ACE, C_LATER_SPLIT, C_LATER_ACE = (AT[name] for name in ("ace", "later_split", "later_ace"))
T_THIRD, T_NO_THIRD, T_ACES = (TABLES[name] for name in ("third", "no_third", "aces"))
T_FORM_OF_21, T_THREE_OF_21 = TABLES["form_of_21"], TABLES["three_of_21"]
X_TABLES, X_IMMEDIATE, X_OUT, X_HANDS, X_SCRATCH, X_MISDEALT, X_HAND_COUNT, X_THIRD_CARD = (
    W[name] for name in ("tables", "immediate", "out", "hands", "scratch", "misdealt", "hand_count", "third")
)
X_SPLIT_HANDS, X_RESPLIT_ACES, X_HAND_LIMIT, X_PAID_ON_SPLIT, X_CHARTS = (
    W[name] for name in ("split_hands", "resplit_aces", "hand_limit", "paid_on_split", "charts")
)
X_DOUBLED_PLAYS, X_REDOUBLES, X_BUSTS_AND_ONE = W["doubled_plays"], W["redoubles"], W["busts_and_one"]
O_DOUBLES, O_SPLIT_BOXES, O_SPLITS, O_BUSTS, O_SURRENDERS = (
    OUT[name] for name in ("doubles", "split_boxes", "splits", "busts", "surrenders")
)
B_NET, B_CLASS, B_TWO = (BOX[name] for name in ("net", "class", "two"))
H_BOX, H_ENDING, H_CLEARED, H_COUNT = (MARK[name] for name in ("box", "ending", "cleared", "count"))
_HAND = U(HAND_BYTES)
_MARKS = U(MARKS_AT)
_STAND = U(STAND)
_HIT = U(HIT)
_DOUBLE = U(DOUBLE)
_SPLIT = U(SPLIT)
_SURRENDER = U(SURRENDER)
_BUST = U(BUST)
_THREE_CARD_21 = U(THREE_CARD_21)
_RANKS = U(16)
_DOUBLED = U(DOUBLED)
_REDOUBLED = U(REDOUBLED)
_GIVEN_UP = U(GIVEN_UP)
_EITHER = U(DOUBLE_OR_SURRENDER)
_ORIGINAL = U(ORIGINAL)
_OPEN = U(OPEN)
_SETTLED = U(SETTLED)
_NO_CARD = U(NO_CARD)
_NO_THIRD = U(255)
_TOTAL = U(31)
_STATE = U(63)
_PAIR = U(64)
_STATES = U(128)
_S32 = U(32)
_WAITING = U(768)
_ACES, _PRIZES, _FIVE = U(ACES), U(PRIZES), U(5)


@njit(forceinline=True)
def add(address: Word, amount: Word) -> None:
    """Adds the amount to the word at the address."""
    store64(address, load64(address) + amount)


@njit(forceinline=True)
def _chart(x: Word, k: Word, plain: bool) -> Word:
    """Returns the address of the chart for a decision with the card at ``k`` next."""
    if not plain and unlikely(fixed64(x + X_CHARTS) != Z):
        return chart_by_count(x, k)
    return fixed64(x + X_TABLES) + T_FIRST


@njit(forceinline=True)
def close(x: Word, box: Word, hand: Word, ending: Word) -> Word:
    """Closes a finished hand; returns what it needs of the dealer, 0 if it is settled now."""
    net = fixed64(fixed64(x + X_IMMEDIATE) + ending * EIGHT)
    if (ending & _TOTAL) == _BUST:
        increment(fixed64(x + X_OUT) + O_BUSTS)
    if net == _OPEN:
        store16(hand + H_ENDING, ending)
        return fixed8(fixed64(x + X_TABLES) + T_NEED + ending)
    add(box + B_NET, net)
    store16(hand + H_ENDING, _SETTLED)
    store8(hand + H_CLEARED, ONE)
    return Z


@njit(forceinline=False)
def _three_of_21(x: Word, hand: Word) -> Word:
    """Returns the ending of three cards of 21: the first two ranks say which form it is, and the suits which bonus."""
    t = fixed64(x + X_TABLES)
    one, two, three = load8(hand), load8(hand + ONE), load8(hand + TWO)
    form = fixed8(t + T_FORM_OF_21 + (one >> TWO) * _RANKS + (two >> TWO))
    differ = ((one ^ two) | (one ^ three)) & THREE
    return fixed8(t + T_THREE_OF_21 + form + differ * FOUR + (one & THREE))


@njit(forceinline=True)
def finished_class(x: Word, hand: Word, count: Word, state: Word) -> Word:
    """Returns the ending of a hand of so many cards."""
    ending = fixed8(fixed64(x + X_TABLES) + T_FINISHED + count * _S32 + (state & _TOTAL))
    if unlikely(ending == _THREE_CARD_21):
        ending = _three_of_21(x, hand)
    return ending


@njit(forceinline=False)
def _play_doubled(x: Word, k: Word, hand: Word, column: Word, state: Word, plain: bool) -> Word:
    """Plays a doubled hand that may be surrendered or doubled again; returns its ending and the next card."""
    t, count, doubles = fixed64(x + X_TABLES), load8(hand + H_COUNT), ONE
    while True:
        kind = finished_class(x, hand, count, state)
        action = fixed8(_chart(x, k, plain) + C_DOUBLED + column * _PAIR + (state & _STATE))
        if action == _STAND or count >= fixed64(x + X_HAND_LIMIT):
            break
        if action == _SURRENDER or doubles > fixed64(x + X_REDOUBLES):
            if action != _DOUBLE:
                increment(fixed64(x + X_OUT) + O_SURRENDERS)
                kind = _GIVEN_UP
            break
        card, k = draw(x, k)
        store8(hand + count, card)
        count += ONE
        store8(hand + H_COUNT, count)
        state = fixed8(t + T_AFTER + state * _PAIR + card)
        add(fixed64(x + X_OUT) + O_DOUBLES, ONE << doubles)  # counted in wagers before the first double
        doubles += ONE
    return kind | (doubles & ONE) * _DOUBLED | (doubles >> ONE) * _REDOUBLED, k


@njit(forceinline=True)
def _play_on(x: Word, k: Word, hand: Word, column: Word, state: Word, action: Word, later: Word, plain: bool) -> Word:
    """Draws, doubles or stands on two cards; returns the ending of the hand and the next card.

    ``later`` is the offset of the chart's table for more than two cards.
    """
    t, count = fixed64(x + X_TABLES), TWO
    if action == _HIT:
        limit = fixed64(x + X_HAND_LIMIT)
        while True:
            card, k = draw(x, k)
            store8(hand + count, card)
            count += ONE
            store8(hand + H_COUNT, count)
            state = fixed8(t + T_AFTER + state * _PAIR + card)
            action = fixed8(_chart(x, k, plain) + later + column * _PAIR + (state & _STATE))
            if count >= limit:
                action = _STAND
            if action != _HIT:
                break
    if action == _DOUBLE:
        card, k = draw(x, k)
        store8(hand + count, card)
        count += ONE
        store8(hand + H_COUNT, count)
        state = fixed8(t + T_AFTER + state * _PAIR + card)
        increment(fixed64(x + X_OUT) + O_DOUBLES)
        if unlikely(fixed64(x + X_DOUBLED_PLAYS) != Z):
            return _play_doubled(x, k, hand, column, state, plain)
        return finished_class(x, hand, count, state) | _DOUBLED, k
    return finished_class(x, hand, count, state), k


@njit(forceinline=True)
def divide(x: Word, hand: Word) -> Word:
    """Moves the second card of a pair to a new hand; returns its address."""
    count = load64(x + X_HAND_COUNT)
    new = fixed64(x + X_HANDS) + count * _HAND
    store64(new + _MARKS, load8(hand + H_BOX) << _S32)
    store8(new, load8(hand + ONE))
    store8(new + H_COUNT, ONE)
    store8(hand + H_COUNT, ONE)
    store64(x + X_HAND_COUNT, count + ONE)
    increment(fixed64(x + X_OUT) + O_SPLITS)
    return new


@njit(forceinline=False)
def _play_split(x: Word, k: Word, box: Word, number: Word, column: Word, plain: bool) -> Word:
    """Splits the pair of a box as often as the chart and the table allow, and plays the hands in order."""
    t, most, again = fixed64(x + X_TABLES), fixed64(x + X_SPLIT_HANDS), fixed64(x + X_RESPLIT_ACES)
    waiting, formed, need, original = fixed64(x + X_SCRATCH) + _WAITING, ONE, Z, _ORIGINAL
    top, hand = waiting, fixed64(x + X_HANDS) + number * _HAND
    increment(fixed64(x + X_OUT) + O_SPLIT_BOXES)
    divides, first = True, True
    while True:
        if divides:
            store64(top, divide(x, hand))  # played next
            top += EIGHT
            formed += ONE
        base = load8(hand)
        card, k = draw(x, k)
        store8(hand + ONE, card)
        store8(hand + H_COUNT, TWO)
        if first:
            store64(x + X_THIRD_CARD, card)
            first = False
        state = fixed8(t + T_TWO + base * _PAIR + card)
        chart = _chart(x, k, plain)
        divides = (state & _PAIR) != Z and formed < most and (base > THREE or again != Z)
        # a chart that does not depend on the count repeats its answer for the pair
        if divides and fixed8(chart + C_FIRST + column * _STATES + state) == _SPLIT:
            continue
        divides = False
        state &= _STATE
        two, later = (C_ACE, C_LATER_ACE) if base <= THREE else (C_SPLIT, C_LATER_SPLIT)
        action = fixed8(chart + two + column * _PAIR + state)
        if unlikely(action == _SURRENDER):
            increment(fixed64(x + X_OUT) + O_SURRENDERS)
            ending = _GIVEN_UP
        else:
            ending, k = _play_on(x, k, hand, column, state, action, later, plain)
        need |= close(x, box, hand, ending | original)
        # where a dealer's blackjack takes busted wagers and one more, a bust passes that on to the next hand
        if (ending & _TOTAL) != _BUST or fixed64(x + X_BUSTS_AND_ONE) == Z:
            original = Z
        if top == waiting:
            return need, k
        top -= EIGHT
        hand = load64(top)


@njit(forceinline=True)
def play_box(x: Word, k: Word, box: Word, number: Word, column: Word, plain: bool) -> Word:
    """Plays the decisions of a box; returns what its hands need of the dealer, and the next card."""
    hand, state = fixed64(x + X_HANDS) + number * _HAND, load64(box + B_TWO)
    action = fixed8(_chart(x, k, plain) + C_FIRST + column * _STATES + state)
    if unlikely(action == _SPLIT):
        return _play_split(x, k, box, number, column, plain)
    if unlikely(action == _SURRENDER):
        increment(fixed64(x + X_OUT) + O_SURRENDERS)
        ending = _GIVEN_UP
    else:
        ending, k = _play_on(x, k, hand, column, state & _STATE, action, C_LATER, plain)
    return close(x, box, hand, ending | _ORIGINAL), k


@njit(forceinline=True)
def _ace_at(place: Word, k: Word) -> Word:
    """Returns the suit of an ace at that address; 4 for another card or none."""
    return load8(place) if place < k and load8(place) <= THREE else FOUR


@njit(forceinline=False)
def _grade_aces(x: Word, box: Word, place: Word, start: Word, k: Word) -> None:
    """Grades two aces by the next cards of the box, which are adjacent in the shoe."""
    if load64(x + X_MISDEALT) == Z:
        suits = _ace_at(start, k) * _FIVE + _ace_at(start + ONE, k)
        store64(box + B_CLASS, fixed8(fixed64(x + X_TABLES) + T_ACES + place * _S32 + suits))


@njit(forceinline=False)
def _grade_third(x: Word, box: Word, number: Word, place: Word) -> None:
    """Grades a side wager that waits for a third card, unless the round is to be dealt again."""
    t, hand = fixed64(x + X_TABLES), fixed64(x + X_HANDS) + number * _HAND
    third = load64(x + X_THIRD_CARD)
    if third == _NO_THIRD and load8(hand + H_COUNT) > TWO:
        third = load8(hand + TWO)
    elif third != _NO_THIRD and fixed64(x + X_PAID_ON_SPLIT) != Z:
        third = _NO_THIRD
    if third < _NO_CARD:
        store64(box + B_CLASS, fixed8(t + T_THIRD + place * _PAIR + third))
    elif third == _NO_THIRD and load64(x + X_MISDEALT) == Z:
        store64(box + B_CLASS, fixed8(t + T_NO_THIRD + place))


@njit(forceinline=True)
def finish_class(x: Word, box: Word, number: Word, start: Word, k: Word) -> None:
    """Grades the side wagers of a finished box that waited for its cards from ``start`` to ``k``."""
    place = fixed8(fixed64(x + X_TABLES) + T_WAITING + load64(box + B_CLASS))
    if unlikely(place != Z):
        if place < _ACES:
            _grade_third(x, box, number, place)
        elif place < _PRIZES:
            _grade_aces(x, box, place - _ACES, start, k)
