"""The general kernel: compiled play of a round, step by step.

This module repeats the order of a round, and ``tests/agreement`` checks it against the engine round for round. Points,
actions, settlements and classes of side wagers come from tables that were queried from the engine. All arguments and
results are words or addresses; negative amounts are in two's complement. ``forceinline=False`` is explicit, because
Numba lets a function inherit the setting of the caller that is compiled first.
"""

from numba import njit

from pitboss.compiled.memory import Word, entry, load8, load64, store16, store64, unlikely
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.counting import copy_counters, count_round
from pitboss.simulate.blackjack.general.dealer_hand import dealer_hand, dealer_hands
from pitboss.simulate.blackjack.general.double_shoe import begin_double_round
from pitboss.simulate.blackjack.general.hands import close, finish_class, play_box
from pitboss.simulate.blackjack.general.initial_deal import deal, is_suited, offers
from pitboss.simulate.blackjack.general.late_settlement import close_streaks
from pitboss.simulate.blackjack.general.layout import BOX, BOX_BYTES, HAND_BYTES, HANDS, MARK, OUT, TABLES, U, W
from pitboss.simulate.blackjack.general.shoe import (
    EIGHT,
    O_CARDS,
    O_EMPTIES,
    O_SHOES,
    ONE,
    TWO,
    Z,
    count_cards,
    new_shoe,
)
from pitboss.simulate.blackjack.general.sides import UNDECIDED
from pitboss.simulate.blackjack.general.true_count import begin_count, count_bin, count_bin_of_main
from pitboss.strategy.hand_classes import BLACKJACK, ORIGINAL, PARTLY_PAID, SUITED_BLACKJACK

T_TWO, T_COLUMN, T_FINISHED, T_NEED, T_WAITING, T_AGAIN = (
    TABLES[name] for name in ("two", "column", "finished", "need", "waiting", "again")
)
X_TABLES, X_OUT, X_HANDS, X_BOXES_AT, X_SCRATCH, X_LAST, X_SINCE, X_CUT_AT = (
    W[name] for name in ("tables", "out", "hands", "boxes_at", "scratch", "last", "since", "cut_at")
)
X_EVERY_ROUND, X_CUT_FIRST, X_MISDEAL, X_MISDEALT, X_ROUNDS, X_HAND_COUNT, X_DEALER_COUNT, X_THIRD_CARD = (
    W[name]
    for name in (
        "every_round",
        "cut_first_shuffles",
        "misdeal",
        "misdealt",
        "rounds",
        "hand_count",
        "dealer_count",
        "third",
    )
)
X_BOXES, X_SPOTS, X_WAGERS, X_READER, X_SPLIT_HANDS, X_PROGRESSIVE, X_STREAKS, X_DOUBLE = (
    W[name] for name in ("boxes", "spots", "wagers", "reader", "split_hands", "progressive", "streaks", "double")
)
X_TAGS, X_STOPPED, X_RESUME, X_BEFORE = (W[name] for name in ("tags", "stopped", "resume", "before"))
X_OTHERS, X_PLAYING = W["others"], W["playing"]
O_ROUNDS, O_STUCK = OUT["rounds"], OUT["stuck"]
B_CLASS, B_TWO, B_CLOSED, B_INSURED = (BOX[name] for name in ("class", "two", "closed", "insured"))
H_ENDING = MARK["ending"]
_BOX = U(BOX_BYTES)
_HAND = U(HAND_BYTES)
_DEALER_AT = U(HANDS * HAND_BYTES)
_BLACKJACK = U(BLACKJACK)
_SUITED = U(SUITED_BLACKJACK)
_PARTLY_PAID = U(PARTLY_PAID)
_ORIGINAL = U(ORIGINAL)
_UNDECIDED = U(UNDECIDED)
_NO_THIRD = U(255)
_TOTAL = U(31)
_PAIR = U(64)
_S32 = U(32)
_21 = U(21)
_MOST_CARDS = U(22)
#: Where counters are saved in the scratch memory: before a round, and before the box of another player.
_SAVED, _SAVED_OF_OTHERS = U(1024), U(1536)


@njit(forceinline=True)
def blackjack_ending(box: Word, hand: Word) -> Word:
    """Returns the ending of a blackjack that is open on all spots or on some."""
    ending = _SUITED if is_suited(hand) else _BLACKJACK
    if load64(box + B_INSURED) == TWO:
        ending = _PARTLY_PAID
    # one return: LLVM folds this function with two to _PARTLY_PAID where it is inlined for one box, and CPython 3.14
    # compiles a returned conditional expression to two
    return ending


@njit(forceinline=False)
def close_all(x: Word) -> Word:
    """Closes every hand as it was dealt, after the card reader found a dealer's blackjack."""
    t, hands, boxes_at = fixed64(x + X_TABLES), fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT)
    need = Z
    store64(x + X_THIRD_CARD, _NO_THIRD)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if load64(box + B_CLOSED) == Z:
            total = load64(box + B_TWO) & _TOTAL
            hand = hands + number * _HAND
            ending = blackjack_ending(box, hand) if total == _21 else fixed8(t + T_FINISHED + TWO * _S32 + total)
            ending |= _ORIGINAL
            store16(hand + H_ENDING, ending)
            need |= fixed8(t + T_NEED + ending)
            finish_class(x, box, number, Z, Z)
    return need


@njit(forceinline=False)
def _restore_counters(x: Word, saved: Word) -> None:
    """Restores the counters from a copy, except those of cards and shoes and whether no card is left."""
    out = fixed64(x + X_OUT)
    cards, empties, shoes = load64(out + O_CARDS), load64(out + O_EMPTIES), load64(out + O_SHOES)
    stuck = load64(out + O_STUCK)
    copy_counters(x, saved, True)
    store64(out + O_CARDS, cards)
    store64(out + O_EMPTIES, empties)
    store64(out + O_SHOES, shoes)
    store64(out + O_STUCK, stuck)


@njit(forceinline=False)
def _begin_box(x: Word, number: Word) -> Word:
    """Sets the chart of the box's player if that is another one; the counters are then saved. Returns its address."""
    other = load64(fixed64(x + X_OTHERS) + number * EIGHT)
    store64(x + X_PLAYING, other)
    if other != Z:
        copy_counters(x, fixed64(x + X_SCRATCH) + _SAVED_OF_OTHERS, False)
    return other


@njit(forceinline=True)
def _play_boxes(x: Word, k: Word, column: Word, boxes: Word, plain: bool) -> Word:
    """Plays the boxes in order; returns what their hands need of the dealer, and the next card."""
    hands, boxes_at, sided = fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT), not plain and fixed64(x + X_WAGERS) != Z
    need = Z
    for number in range(boxes):
        box, start = boxes_at + number * _BOX, k
        other = Z
        if not plain and unlikely(fixed64(x + X_OTHERS) != Z):
            other = _begin_box(x, number)
        if sided:
            store64(x + X_THIRD_CARD, _NO_THIRD)
        if unlikely((load64(box + B_TWO) & _TOTAL) == _21):
            if load64(box + B_CLOSED) == Z:
                hand = hands + number * _HAND
                need |= close(x, box, hand, blackjack_ending(box, hand) | _ORIGINAL)
        else:
            more, k = play_box(x, k, box, number, column, plain)
            need |= more
        if sided:
            finish_class(x, box, number, start, k)
        if not plain and unlikely(other != Z):
            _restore_counters(x, fixed64(x + X_SCRATCH) + _SAVED_OF_OTHERS)
    return need, k


@njit(forceinline=True)
def _play_round(x: Word, k: Word, boxes: Word, plain: bool, counting: bool) -> Word:
    """Plays one round; returns the next card."""
    up, k = deal(x, k, boxes, plain)
    t = fixed64(x + X_TABLES)
    column = fixed8(t + T_COLUMN + up)
    offers(x, k, column, boxes, plain and not counting)
    found = False
    if (fixed64(x + X_READER) >> column) & ONE != Z:
        hole = load8(fixed64(x + X_HANDS) + _DEALER_AT + ONE)
        found = (fixed8(t + T_TWO + up * _PAIR + hole) & _TOTAL) == _21
    if found:
        need = close_all(x)
    else:
        need, k = _play_boxes(x, k, column, boxes, plain)
    if not plain and unlikely(fixed64(x + X_SPOTS) > ONE):
        return dealer_hands(x, k, up, column, need)
    return dealer_hand(x, k, Z, up, column, need)


@njit(forceinline=False)
def _redeal(x: Word, saved: Word) -> Word:
    """Deals a round again from a new shoe after a misdeal; decided side wagers stay decided."""
    t, boxes_at = fixed64(x + X_TABLES), fixed64(x + X_BOXES_AT)
    _restore_counters(x, saved)
    store64(x + X_MISDEALT, Z)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        kind = load64(box + B_CLASS)
        if fixed8(t + T_WAITING + kind) != Z or fixed64(x + X_PROGRESSIVE) != Z:
            store64(box + B_CLASS, _UNDECIDED - fixed8(t + T_AGAIN + kind))
    store64(x + X_HAND_COUNT, Z)
    store64(x + X_DEALER_COUNT, Z)
    return new_shoe(x, load64(x + X_SINCE))


@njit(forceinline=False)
def _redeal_until_complete(x: Word, saved: Word) -> Word:
    """Deals again until a round does not exhaust its shoe."""
    k = Z
    while load64(x + X_MISDEALT) != Z or k == Z:
        k = _redeal(x, saved)
        k = _play_round(x, k, fixed64(x + X_BOXES), False, False)
    return k


@njit(forceinline=False)
def _stop_for_engine(x: Word, saved: Word, begun: Word, done: Word) -> None:
    """Stops at a round that exhausts its shoe: the engine plays it, because settled wagers stay settled."""
    _restore_counters(x, saved)
    store64(x + X_MISDEALT, Z)
    store64(x + X_STOPPED, begun)
    store64(x + X_BEFORE, done)


@njit(forceinline=True)
def _finish_counters(x: Word, k: Word, plain: bool) -> None:
    """Completes the counters after the last round."""
    if not plain and fixed64(x + X_STREAKS) != Z:
        close_streaks(x)
    count_cards(x, k)
    store64(fixed64(x + X_OUT) + O_ROUNDS, fixed64(x + X_ROUNDS))


@njit(forceinline=True)
def _reset_classes(x: Word) -> None:
    """Marks the side wagers of all boxes as undecided."""
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(fixed64(x + X_BOXES)):
        store64(boxes_at + number * _BOX + B_CLASS, _UNDECIDED)


@njit(forceinline=True)
def _play_rounds(x: Word, boxes: Word, plain: bool, counting: bool) -> None:
    """Plays all rounds.

    ``plain`` if one box plays the main game against one dealer's hand by one chart; ``counting`` if that player counts.
    """
    every, cut_first, misdeal = (
        fixed64(x + X_EVERY_ROUND) != Z,
        fixed64(x + X_CUT_FIRST) != Z,
        fixed64(x + X_MISDEAL) != Z,
    )
    most = (boxes * fixed64(x + X_SPLIT_HANDS) + fixed64(x + X_SPOTS)) * _MOST_CARDS
    saved = fixed64(x + X_SCRATCH) + _SAVED
    sided, counts = not plain and fixed64(x + X_WAGERS) != Z, not plain and fixed64(x + X_TAGS) != Z
    double = not plain and fixed64(x + X_DOUBLE) != Z
    k, before = load64(x + X_RESUME), load64(x + X_BEFORE)
    if k == Z:
        k = new_shoe(x, load64(x + X_SINCE))
    for done in range(before, fixed64(x + X_ROUNDS)):
        cut = load64(x + X_CUT_AT)
        if unlikely(double):
            k = begin_double_round(x, k, done)
        elif unlikely(k > cut or (k == cut and cut_first) or (every and done != Z)):
            k = new_shoe(x, k)
        if sided:
            _reset_classes(x)
        if counting or unlikely(counts):
            begin_count(x, k)
        risky = misdeal and load64(x + X_LAST) - k < most
        if unlikely(risky):
            copy_counters(x, saved, False)
        begun = k
        k = _play_round(x, k, boxes, plain, counting)
        if unlikely(load64(x + X_MISDEALT) != Z):
            if not misdeal:
                return  # no card is left
            if not plain and fixed64(x + X_SPOTS) > ONE:
                _stop_for_engine(x, saved, begun, done)
                return
            k = _redeal_until_complete(x, saved)
        count_round(x, done, boxes, plain)
        if counting:
            count_bin_of_main(x)
        elif unlikely(counts):
            count_bin(x)
    _finish_counters(x, k, plain)


@entry
def play(x: Word) -> None:
    """Plays the rounds of the memory block at this address."""
    _play_rounds(x, fixed64(x + X_BOXES), False, False)


@entry
def play_plain(x: Word) -> None:
    """The same, specialised for one box without side wagers, several dealer's hands, a double shoe or a count."""
    _play_rounds(x, ONE, True, False)


@entry
def play_counting(x: Word) -> None:
    """The same with a count that decides no more than the bin of each round, and insurance."""
    _play_rounds(x, ONE, True, True)
