"""The conventional kernel: a round played step by step, compiled.

The order of a round is written here once more, and ``tests/agreement`` proves it equal to the engine's round for round.
What is judged (points, actions, settlements, classes of side wagers) comes from tables that the engine was asked for.
All arguments and results are words or addresses; negative amounts are in two's complement. ``forceinline=False`` is
said where it is meant: a function takes that setting over from the caller that is compiled first.
"""

# ruff: noqa: PLR0917, SIM110 - only integers cross between compiled functions, and generators are not compiled

from numba import njit

from pitboss.kernel.classes import BLACKJACK, DEALER_BLACKJACK, DEALER_LOW, ORIGINAL, PARTLY_PAID
from pitboss.kernel.counting import copy_counters, count_round
from pitboss.kernel.double_shoe import begin_double
from pitboss.kernel.fixed import fixed8, fixed64
from pitboss.kernel.hands import add, close, finish_class, play_box
from pitboss.kernel.lasting import close_streaks
from pitboss.kernel.layout import BOX, BOX_BYTES, DEALER_CLASSES, HAND_BYTES, HANDS, MARK, OUT, SETTLED, TABLES, U, W
from pitboss.kernel.memory import Word, entry, load8, load64, store8, store64, unlikely
from pitboss.kernel.shoe import (
    EIGHT,
    O_CARDS,
    O_EMPTIES,
    O_SHOES,
    ONE,
    THREE,
    TWO,
    Z,
    count_cards,
    draw,
    increment,
    new_shoe,
)
from pitboss.kernel.sides import UNDECIDED, WAYS
from pitboss.kernel.true_count import begin_count, count_bin, insures_now

T_AFTER, T_TWO, T_CLASS, T_COLUMN, T_FINISHED, T_DEALER, T_DRAWS, T_NEED = (
    TABLES[name] for name in ("after", "two", "class", "column", "finished", "dealer", "draws", "need")
)
T_WAITING, T_AGAIN = TABLES["waiting"], TABLES["again"]
X_TABLES, X_PAY, X_OUT, X_HANDS, X_BOXES_AT, X_SCRATCH, X_LAST, X_SINCE = (
    W[name] for name in ("tables", "pay", "out", "hands", "boxes_at", "scratch", "last", "since")
)
X_CUT_AT, X_EVERY_ROUND, X_CUT_FIRST, X_MISDEAL, X_MISDEALT, X_ROUNDS, X_HAND_COUNT, X_DEALER_COUNT = (
    W[name]
    for name in (
        "cut_at",
        "every_round",
        "cut_first_shuffles",
        "misdeal",
        "misdealt",
        "rounds",
        "hand_count",
        "dealer_count",
    )
)
X_THIRD_CARD, X_BOXES, X_SPOTS, X_WAGERS, X_HOLE, X_READER, X_PAID_AT_ONCE, X_PAID_IF_SAFE = (
    W[name] for name in ("third", "boxes", "spots", "wagers", "hole", "reader", "paid_at_once", "paid_if_safe")
)
(
    X_ALWAYS_SECOND,
    X_ALWAYS_DRAWS,
    X_SPLIT_HANDS,
    X_BLACKJACK_PAYS,
    X_EVEN_PAYS,
    X_INSURED,
    X_INSURANCE_PAYS,
    X_INSURES,
) = (
    W[name]
    for name in (
        "always_second",
        "always_draws",
        "split_hands",
        "blackjack_pays",
        "even_pays",
        "insured_1",
        "insurance_pays_1",
        "insures",
    )
)
X_PROGRESSIVE, X_STREAKS, X_WHOLE, X_WHOLE_PAYS, X_DOUBLE = (
    W[name] for name in ("progressive", "streaks", "whole", "whole_pays", "double")
)
X_STOPPED, X_RESUME, X_BEFORE = W["stopped"], W["resume"], W["before"]
X_INSURES_BLACKJACK, X_TAKES_EVEN, X_CONSOLIDATES, X_TAGS, X_INSURES_BY_COUNT = (
    W[name] for name in ("insures_blackjack", "takes_even", "consolidates", "tags", "insures_by_count")
)
O_ROUNDS, O_BLACKJACKS, O_EVENS, O_INSURED, O_INSURANCE_WON, O_DEALER = (
    OUT[name] for name in ("rounds", "blackjacks", "evens", "insured", "insurance_won", "dealer")
)
B_NET, B_CLASS, B_TWO, B_CLOSED, B_INSURED = (BOX[name] for name in ("net", "class", "two", "closed", "insured"))
H_BOX, H_ENDING, H_CLEARED, H_COUNT = (MARK[name] for name in ("box", "ending", "cleared", "count"))
_BOX = U(BOX_BYTES)
_HAND = U(HAND_BYTES)
_DEALER_AT = U(HANDS * HAND_BYTES)
_MARKS = U(24)
_BLACKJACK, _PARTLY_PAID = U(BLACKJACK), U(PARTLY_PAID)
_ORIGINAL = U(ORIGINAL)
_SETTLED = U(SETTLED)
_UNDECIDED, _WAYS, _WAY = U(UNDECIDED), U(WAYS), U(64 * 64)
_NO_THIRD = U(255)
_TOTAL = U(31)
_STATE = U(63)
_PAIR = U(64)
_DEALER_BJ = U(DEALER_BLACKJACK)
_DEALER_LOW = U(DEALER_LOW)
_S32 = U(32)
_21 = U(21)
_DEALER_ROW = U(DEALER_CLASSES * 8)
_SPOT = U(128 * DEALER_CLASSES * 8)
_TEN = U(8)
_ACE = U(9)
_MOST_CARDS = U(22)
_KEPT = U(1024)


@njit(forceinline=False)
def _blackjack(x: Word, box: Word, number: Word, column: Word, insures: bool) -> None:
    """A box has a blackjack: paid at once, at even money or with its insurance, or it waits."""
    hand, out = fixed64(x + X_HANDS) + number * _HAND, fixed64(x + X_OUT)
    increment(out + O_BLACKJACKS)
    net, cleared = Z, ONE
    if fixed64(x + X_PAID_AT_ONCE) != Z or (fixed64(x + X_PAID_IF_SAFE) != Z and column < _TEN):
        net = fixed64(x + X_BLACKJACK_PAYS)
    elif column == _ACE and fixed64(x + X_TAKES_EVEN) != Z:
        net = fixed64(x + X_EVEN_PAYS)
        increment(out + O_EVENS)
    elif insures and fixed64(x + X_INSURES_BLACKJACK) != Z:
        increment(out + O_INSURED)
        if fixed64(x + X_CONSOLIDATES) == Z:
            # what is paid at once on some of the spots is none where it is paid on none
            store64(box + B_INSURED, TWO if fixed64(x + X_WHOLE) != Z else ONE)
            add(box + B_NET, fixed64(x + X_WHOLE_PAYS))
            return
        net, cleared = fixed64(x + X_EVEN_PAYS), Z
    else:
        return
    add(box + B_NET, net)
    store64(box + B_CLOSED, ONE)
    store8(hand + H_ENDING, _SETTLED)
    store8(hand + H_CLEARED, cleared)


@njit(forceinline=True)
def _deal(x: Word, k: Word, boxes: Word, plain: bool) -> Word:
    """The initial deal, with what is settled on its completion: the dealer's first card, and the next."""
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
            if way < _WAYS:
                store64(box + B_CLASS, fixed8(t + T_CLASS + way * _WAY + load8(hand) * _PAIR + load8(hand + ONE)))
    if fixed64(x + X_HOLE) != Z:
        card, k = draw(x, k)
        store8(hands + _DEALER_AT + ONE, card)
        store64(x + X_DEALER_COUNT, TWO)
    return up, k


@njit(forceinline=True)
def _offers(x: Word, k: Word, column: Word, boxes: Word, plain: bool) -> None:
    """Blackjacks that are paid, insurance and even money."""
    boxes_at, insures = fixed64(x + X_BOXES_AT), fixed64(x + X_INSURES) != Z and column == _ACE
    if not plain and unlikely(insures) and fixed64(x + X_INSURES_BY_COUNT) != Z:
        insures = insures_now(x, k)
    for number in range(boxes):
        box = boxes_at + number * _BOX
        if unlikely((load64(box + B_TWO) & _TOTAL) == _21):
            _blackjack(x, box, number, column, insures)
        elif unlikely(insures):
            store64(box + B_INSURED, ONE)
            increment(fixed64(x + X_OUT) + O_INSURED)


@njit(forceinline=True)
def _blackjack_ending(box: Word) -> Word:
    """Of a blackjack that waits, on all spots or on some."""
    return _PARTLY_PAID if load64(box + B_INSURED) == TWO else _BLACKJACK


@njit(forceinline=False)
def _close_all(x: Word) -> Word:
    """The reader found a dealer's blackjack: every hand stays as it was dealt."""
    t, hands, boxes_at = fixed64(x + X_TABLES), fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT)
    need = Z
    store64(x + X_THIRD_CARD, _NO_THIRD)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if load64(box + B_CLOSED) == Z:
            total = load64(box + B_TWO) & _TOTAL
            ending = _blackjack_ending(box) if total == _21 else fixed8(t + T_FINISHED + TWO * _S32 + total)
            ending |= _ORIGINAL
            store8(hands + number * _HAND + H_ENDING, ending)
            need |= fixed8(t + T_NEED + ending)
            finish_class(x, box, number, Z, Z)
    return need


@njit(forceinline=True)
def _play_boxes(x: Word, k: Word, column: Word, boxes: Word, plain: bool) -> Word:
    """Box after box: what their hands need of the dealer, and the next card."""
    hands, boxes_at, sided = fixed64(x + X_HANDS), fixed64(x + X_BOXES_AT), not plain and fixed64(x + X_WAGERS) != Z
    need = Z
    for number in range(boxes):
        box, start = boxes_at + number * _BOX, k
        if sided:
            store64(x + X_THIRD_CARD, _NO_THIRD)
        if unlikely((load64(box + B_TWO) & _TOTAL) == _21):
            if load64(box + B_CLOSED) == Z:
                need |= close(x, box, hands + number * _HAND, _blackjack_ending(box) | _ORIGINAL)
        else:
            more, k = play_box(x, k, box, number, column)
            need |= more
        if sided:
            finish_class(x, box, number, start, k)
    return need, k


@njit(forceinline=True)
def _insured_on(x: Word, box: Word, spot: Word) -> bool:
    """Whether the insurance of a box is open on a spot."""
    insured = load64(box + B_INSURED)
    return bool(insured == ONE or (insured == TWO and (fixed64(x + X_WHOLE) >> spot) & ONE == Z))


@njit(forceinline=False)
def _settle_insurance(x: Word, spot: Word, won: bool) -> Word:
    """By the dealer's second card."""
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
    """Whether insurance is open on a spot."""
    if fixed64(x + X_INSURED + spot * EIGHT) == Z:
        return False
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(fixed64(x + X_BOXES)):
        if _insured_on(x, boxes_at + number * _BOX, spot):
            return True
    return False


@njit(forceinline=True)
def _dealer_hand(x: Word, k: Word, spot: Word, up: Word, column: Word, need: Word) -> Word:
    """The dealer's hand on one spot, and what it settles: the next card."""
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
    kind = _DEALER_LOW  # unless it is played out
    if (state & _TOTAL) == _21:
        kind = _DEALER_BJ
    elif (need & TWO) != Z or fixed64(x + X_ALWAYS_DRAWS) != Z:
        count = TWO
        while fixed8(t + T_DRAWS + (state & _TOTAL)) != Z:
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
            ending = load8(hand + H_ENDING)
            if ending != _SETTLED:
                add(boxes_at + load8(hand + H_BOX) * _BOX + B_NET, fixed64(pay + ending * _DEALER_ROW))
    return k


@njit(forceinline=True)
def _play_round(x: Word, k: Word, boxes: Word, plain: bool) -> Word:
    """One round: the next card."""
    up, k = _deal(x, k, boxes, plain)
    t = fixed64(x + X_TABLES)
    column = fixed8(t + T_COLUMN + up)
    _offers(x, k, column, boxes, plain)
    found = False
    if fixed64(x + X_READER) != Z and column >= _TEN:
        hole = load8(fixed64(x + X_HANDS) + _DEALER_AT + ONE)
        found = (fixed8(t + T_TWO + up * _PAIR + hole) & _TOTAL) == _21
    if found:
        need = _close_all(x)
    else:
        need, k = _play_boxes(x, k, column, boxes, plain)
    if not plain and unlikely(fixed64(x + X_SPOTS) > ONE):
        return _dealer_hands(x, k, up, column, need)
    return _dealer_hand(x, k, Z, up, column, need)


@njit(forceinline=False)
def _dealer_hands(x: Word, k: Word, up: Word, column: Word, need: Word) -> Word:
    """The dealer's hand on the first spot, and on the others as far as something is open there."""
    for spot in range(fixed64(x + X_SPOTS)):
        needed = (need & THREE) | ((need >> (spot + TWO)) & ONE)
        if spot == Z or needed != Z or (column == _ACE and _insured(x, spot)):
            if spot != Z:
                store64(x + X_DEALER_COUNT, ONE)
            k = _dealer_hand(x, k, spot, up, column, needed)
    return k


@njit(forceinline=False)
def _forget(x: Word, kept: Word) -> None:
    """The counters of a round that is dealt again, but for the cards."""
    out = fixed64(x + X_OUT)
    cards, empties, shoes = load64(out + O_CARDS), load64(out + O_EMPTIES), load64(out + O_SHOES)
    copy_counters(x, kept, True)
    store64(out + O_CARDS, cards)
    store64(out + O_EMPTIES, empties)
    store64(out + O_SHOES, shoes)
    store64(x + X_MISDEALT, Z)


@njit(forceinline=False)
def _deal_again(x: Word, kept: Word) -> Word:
    """The shoe ran out, which is a misdeal: all is dealt again from a new one; side wagers that are decided stay so."""
    t, boxes_at = fixed64(x + X_TABLES), fixed64(x + X_BOXES_AT)
    _forget(x, kept)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        kind = load64(box + B_CLASS)
        if fixed8(t + T_WAITING + kind) != Z or fixed64(x + X_PROGRESSIVE) != Z:
            store64(box + B_CLASS, _UNDECIDED - fixed8(t + T_AGAIN + kind))
    store64(x + X_HAND_COUNT, Z)
    store64(x + X_DEALER_COUNT, Z)
    return new_shoe(x, load64(x + X_SINCE))


@njit(forceinline=False)
def _play_again(x: Word, kept: Word) -> Word:
    """Deals until a round does not outlast its shoe."""
    k = Z
    while load64(x + X_MISDEALT) != Z or k == Z:
        k = _deal_again(x, kept)
        k = _play_round(x, k, fixed64(x + X_BOXES), False)
    return k


@njit(forceinline=True)
def _undecide(x: Word) -> None:
    """No side wager is decided yet."""
    boxes_at = fixed64(x + X_BOXES_AT)
    for number in range(fixed64(x + X_BOXES)):
        store64(boxes_at + number * _BOX + B_CLASS, _UNDECIDED)


@njit(forceinline=True)
def _play_rounds(x: Word, boxes: Word, plain: bool) -> None:
    """All rounds; ``plain`` where one box plays the main game against one dealer hand, and nobody counts."""
    every, cut_first, misdeal = (
        fixed64(x + X_EVERY_ROUND) != Z,
        fixed64(x + X_CUT_FIRST) != Z,
        fixed64(x + X_MISDEAL) != Z,
    )
    most = (boxes * fixed64(x + X_SPLIT_HANDS) + fixed64(x + X_SPOTS)) * _MOST_CARDS
    kept = fixed64(x + X_SCRATCH) + _KEPT
    sided, counts = not plain and fixed64(x + X_WAGERS) != Z, not plain and fixed64(x + X_TAGS) != Z
    double = not plain and fixed64(x + X_DOUBLE) != Z
    k, before = load64(x + X_RESUME), load64(x + X_BEFORE)
    if k == Z:
        k = new_shoe(x, load64(x + X_SINCE))
    for done in range(before, fixed64(x + X_ROUNDS)):
        cut = load64(x + X_CUT_AT)
        if unlikely(double):
            k = begin_double(x, k, done)
        elif unlikely(k > cut or (k == cut and cut_first) or (every and done != Z)):
            k = new_shoe(x, k)
        if sided:
            _undecide(x)
        if unlikely(counts):
            begin_count(x, k)
        risky = misdeal and load64(x + X_LAST) - k < most
        if unlikely(risky):
            copy_counters(x, kept, False)
        begun = k
        k = _play_round(x, k, boxes, plain)
        if unlikely(load64(x + X_MISDEALT) != Z):
            if not misdeal:
                return  # no card is left anywhere
            if not plain and fixed64(x + X_SPOTS) > ONE:
                _forget(x, kept)
                store64(x + X_STOPPED, begun)
                store64(x + X_BEFORE, done)
                return  # the engine knows what stays settled
            k = _play_again(x, kept)
        count_round(x, done, boxes, plain)
        if unlikely(counts):
            count_bin(x)
    if not plain and fixed64(x + X_STREAKS) != Z:
        close_streaks(x)
    count_cards(x, k)
    store64(fixed64(x + X_OUT) + O_ROUNDS, fixed64(x + X_ROUNDS))


@entry
def play(x: Word) -> None:
    """Plays the rounds that the block at this address asks for."""
    _play_rounds(x, fixed64(x + X_BOXES), False)


@entry
def play_plain(x: Word) -> None:
    """The same, compiled for one box without side wagers, several dealer hands, two sides of a shoe or a count."""
    _play_rounds(x, ONE, True)
