"""The conventional kernel: a round played step by step, compiled.

The order of a round is written here once more, and ``tests/agreement`` proves it equal to the engine's round for round.
What is judged (points, actions, settlements, classes of side wagers) comes from tables that the engine was asked for.
All arguments and results are words or addresses; negative amounts are in two's complement. ``forceinline=False`` is
said where it is meant: a function takes that setting over from the caller that is compiled first.
"""

# ruff: noqa: PLR0917, SIM110 - only integers cross between compiled functions, and generators are not compiled

from numba import njit

from pitboss.kernel.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.kernel.layout import BOX, BOX_BYTES, HAND_BYTES, HANDS, MARK, NO_CARD, OUT, SETTLED, TABLES, WAGERS, U, W
from pitboss.kernel.memory import Word, load8, load64, store8, store64, unlikely
from pitboss.kernel.program import BLACKJACK, BUST, DEALER_BLACKJACK, DEALER_CLASSES, DOUBLED, OPEN, ORIGINAL
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
from pitboss.kernel.sides import UNDECIDED

T_AFTER, T_TWO, T_CLASS, T_FIRST, T_SPLIT, T_LATER, T_COLUMN, T_FINISHED = (
    TABLES[name] for name in ("after", "two", "class", "first", "split", "later", "column", "finished")
)
T_DEALER, T_DRAWS, T_NEED, T_WAITING, T_THIRD, T_NO_THIRD = (
    TABLES[name] for name in ("dealer", "draws", "need", "waiting", "third", "no_third")
)
X_TABLES, X_PAY, X_AT_ONCE, X_OUT, X_HANDS, X_BOXES_AT, X_NETS, X_SCRATCH, X_RESULTS = (
    W[name] for name in ("tables", "pay", "at_once", "out", "hands", "boxes_at", "nets", "scratch", "results")
)
X_LAST, X_CUT_AT, X_EVERY_ROUND, X_CUT_FIRST, X_MISDEAL, X_MISDEALT, X_ROUNDS = (
    W[name] for name in ("last", "cut_at", "every_round", "cut_first_shuffles", "misdeal", "misdealt", "rounds")
)
X_HAND_COUNT, X_DEALER_COUNT, X_THIRD_CARD = (W[name] for name in ("hand_count", "dealer_count", "third"))
X_BOXES, X_SPOTS, X_WAGERS, X_HOLE, X_READER, X_PAID_AT_ONCE, X_PAID_IF_SAFE = (
    W[name] for name in ("boxes", "spots", "wagers", "hole", "reader", "paid_at_once", "paid_if_safe")
)
X_ALWAYS_SECOND, X_ALWAYS_DRAWS, X_SPLIT_HANDS, X_RESPLIT_ACES, X_HAND_LIMIT, X_PAID_ON_SPLIT = (
    W[name] for name in ("always_second", "always_draws", "split_hands", "resplit_aces", "hand_limit", "paid_on_split")
)
X_BLACKJACK_PAYS, X_EVEN_PAYS, X_SURRENDER_PAYS, X_INSURED, X_INSURANCE_PAYS = (
    W[name] for name in ("blackjack_pays", "even_pays", "surrender_pays", "insured_1", "insurance_pays_1")
)
X_INSURES, X_INSURES_BLACKJACK, X_TAKES_EVEN, X_CONSOLIDATES = (
    W[name] for name in ("insures", "insures_blackjack", "takes_even", "consolidates")
)
O_ROUNDS, O_BLACKJACKS, O_DOUBLES, O_SPLIT_BOXES, O_SPLITS, O_BUSTS, O_SURRENDERS, O_EVENS = (
    OUT[name] for name in ("rounds", "blackjacks", "doubles", "split_boxes", "splits", "busts", "surrenders", "evens")
)
O_INSURED, O_INSURANCE_WON, O_DEALER, O_SUMS, O_PRODUCTS, O_CLASSES, O_RESULTS = (
    OUT[name] for name in ("insured", "insurance_won", "dealer", "sums", "products", "classes", "results")
)
B_NET, B_CLASS, B_TWO, B_CLOSED, B_INSURED = (BOX[name] for name in ("net", "class", "two", "closed", "insured"))
H_BOX, H_ENDING, H_CLEARED, H_COUNT = (MARK[name] for name in ("box", "ending", "cleared", "count"))
_BOX, _HAND, _DEALER_AT, _MARKS = U(BOX_BYTES), U(HAND_BYTES), U(HANDS * HAND_BYTES), U(24)
_STAND, _HIT, _DOUBLE, _SPLIT, _SURRENDER = U(STAND), U(HIT), U(DOUBLE), U(SPLIT), U(SURRENDER)
_BLACKJACK, _BUST, _DOUBLED, _ORIGINAL, _OPEN = U(BLACKJACK), U(BUST), U(DOUBLED), U(ORIGINAL), U(OPEN)
_SETTLED, _UNDECIDED, _NO_CARD, _NO_THIRD = U(SETTLED), U(UNDECIDED), U(NO_CARD), U(255)
_TOTAL, _STATE, _PAIR, _ENDINGS, _DEALER_BJ = U(31), U(63), U(64), U(128), U(DEALER_BLACKJACK)
_S32, _21, _DEALER_ROW, _SPOT = U(32), U(21), U(DEALER_CLASSES * 8), U(128 * DEALER_CLASSES * 8)
_TEN, _ACE, _WAGER_ROW, _MIDDLE, _HIGHEST = U(8), U(9), U(8 * (1 + WAGERS)), U(128), U(255)
_SNAPSHOT, _MOST_CARDS, _KEPT, _WAITING, _RESULT = U(32), U(22), U(1024), U(768), U(16)


@njit(forceinline=True)
def _add(address: Word, amount: Word) -> None:
    store64(address, load64(address) + amount)


@njit(forceinline=True)
def _close(x: Word, box: Word, hand: Word, ending: Word) -> Word:
    """A hand is finished: what it needs of the dealer, nothing where it is settled at once."""
    net = load64(load64(x + X_AT_ONCE) + ending * EIGHT)
    if (ending & _TOTAL) == _BUST:
        increment(load64(x + X_OUT) + O_BUSTS)
    if net == _OPEN:
        store8(hand + H_ENDING, ending)
        return load8(load64(x + X_TABLES) + T_NEED + ending)
    _add(box + B_NET, net)
    store8(hand + H_ENDING, _SETTLED)
    store8(hand + H_CLEARED, ONE)
    return Z


@njit(forceinline=False)
def _play_on(x: Word, k: Word, hand: Word, column: Word, state: Word, action: Word) -> Word:
    """Draws, doubles or stands on two cards: how the hand ends, and the next card."""
    t = load64(x + X_TABLES)
    if action == _DOUBLE:
        card, k = draw(x, k)
        store8(hand + TWO, card)
        store8(hand + H_COUNT, THREE)
        state = load8(t + T_AFTER + state * _PAIR + card)
        increment(load64(x + X_OUT) + O_DOUBLES)
        return load8(t + T_FINISHED + THREE * _S32 + (state & _TOTAL)) | _DOUBLED, k
    count = TWO
    if action == _HIT:
        limit = load64(x + X_HAND_LIMIT)
        while True:
            card, k = draw(x, k)
            store8(hand + count, card)
            count += ONE
            store8(hand + H_COUNT, count)
            state = load8(t + T_AFTER + state * _PAIR + card)
            if load8(t + T_LATER + column * _PAIR + (state & _STATE)) == _STAND or count >= limit:
                break
    return load8(t + T_FINISHED + count * _S32 + (state & _TOTAL)), k


@njit(forceinline=False)
def _play_split(x: Word, k: Word, box: Word, number: Word, column: Word) -> Word:
    """Divides the pair of a box as often as the chart and the table say, and plays hand after hand."""
    t, hands, out = load64(x + X_TABLES), load64(x + X_HANDS), load64(x + X_OUT)
    most, again = load64(x + X_SPLIT_HANDS), load64(x + X_RESPLIT_ACES)
    waiting, formed, need, original = load64(x + X_SCRATCH) + _WAITING, ONE, Z, _ORIGINAL
    top, hand = waiting, hands + number * _HAND
    increment(out + O_SPLIT_BOXES)
    divide, first = True, True
    while True:
        if divide:
            # the second card begins a hand that is played next
            count = load64(x + X_HAND_COUNT)
            new = hands + count * _HAND
            store64(new + _MARKS, load8(hand + H_BOX) << _S32)
            store8(new, load8(hand + ONE))
            store8(new + H_COUNT, ONE)
            store8(hand + H_COUNT, ONE)
            store64(x + X_HAND_COUNT, count + ONE)
            store64(top, new)
            top += EIGHT
            formed += ONE
            increment(out + O_SPLITS)
        base = load8(hand)
        card, k = draw(x, k)
        store8(hand + ONE, card)
        store8(hand + H_COUNT, TWO)
        if first:
            store64(x + X_THIRD_CARD, card)
            first = False
        state = load8(t + T_TWO + base * _PAIR + card)
        divide = (state & _PAIR) != Z and formed < most and (base > THREE or again != Z)
        if divide:
            continue
        state &= _STATE
        action = _STAND if base <= THREE else load8(t + T_SPLIT + column * _PAIR + state)
        ending, k = _play_on(x, k, hand, column, state, action)
        need |= _close(x, box, hand, ending | original)
        original = Z
        if top == waiting:
            return need, k
        top -= EIGHT
        hand = load64(top)


@njit(forceinline=False)
def _play_box(x: Word, k: Word, box: Word, number: Word, column: Word) -> Word:
    """The decisions of a box: what its hands need of the dealer, and the next card."""
    t, hand, state = load64(x + X_TABLES), load64(x + X_HANDS) + number * _HAND, load64(box + B_TWO)
    action = load8(t + T_FIRST + column * _ENDINGS + state)
    if unlikely(action == _SPLIT):
        return _play_split(x, k, box, number, column)
    if unlikely(action == _SURRENDER):
        increment(load64(x + X_OUT) + O_SURRENDERS)
        _add(box + B_NET, load64(x + X_SURRENDER_PAYS))
        store8(hand + H_ENDING, _SETTLED)
        store8(hand + H_CLEARED, ONE)
        return Z, k
    ending, k = _play_on(x, k, hand, column, state & _STATE, action)
    return _close(x, box, hand, ending | _ORIGINAL), k


@njit(forceinline=False)
def _grade_third(x: Word, box: Word, number: Word, place: Word) -> None:
    """A side wager that waited for a third card has it, or will not get it; unless the round is to be dealt again."""
    t, hand = load64(x + X_TABLES), load64(x + X_HANDS) + number * _HAND
    third = load64(x + X_THIRD_CARD)
    if third == _NO_THIRD and load8(hand + H_COUNT) > TWO:
        third = load8(hand + TWO)
    elif third != _NO_THIRD and load64(x + X_PAID_ON_SPLIT) != Z:
        third = _NO_THIRD
    if third < _NO_CARD:
        store64(box + B_CLASS, load8(t + T_THIRD + place * _PAIR + third))
    elif third == _NO_THIRD and load64(x + X_MISDEALT) == Z:
        store64(box + B_CLASS, load8(t + T_NO_THIRD + place))


@njit(forceinline=False)
def _blackjack(x: Word, box: Word, number: Word, column: Word) -> None:
    """A box has a blackjack: paid at once, at even money or with its insurance, or it waits."""
    hand, out = load64(x + X_HANDS) + number * _HAND, load64(x + X_OUT)
    increment(out + O_BLACKJACKS)
    net, cleared = Z, ONE
    if load64(x + X_PAID_AT_ONCE) != Z or (load64(x + X_PAID_IF_SAFE) != Z and column < _TEN):
        net = load64(x + X_BLACKJACK_PAYS)
    elif column == _ACE and load64(x + X_TAKES_EVEN) != Z:
        net = load64(x + X_EVEN_PAYS)
        increment(out + O_EVENS)
    elif column == _ACE and load64(x + X_INSURES_BLACKJACK) != Z:
        increment(out + O_INSURED)
        if load64(x + X_CONSOLIDATES) == Z:
            store64(box + B_INSURED, ONE)
            return
        net, cleared = load64(x + X_EVEN_PAYS), Z
    else:
        return
    _add(box + B_NET, net)
    store64(box + B_CLOSED, ONE)
    store8(hand + H_ENDING, _SETTLED)
    store8(hand + H_CLEARED, cleared)


@njit(forceinline=False)
def _deal(x: Word, k: Word) -> Word:
    """The initial deal, with what is settled on its completion: the dealer's first card, and the next."""
    t, hands, boxes_at, boxes = load64(x + X_TABLES), load64(x + X_HANDS), load64(x + X_BOXES_AT), load64(x + X_BOXES)
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
        store64(box + B_TWO, load8(t + T_TWO + load8(hand) * _PAIR + card))
        store64(box + B_NET, Z)
        store64(box + B_CLOSED, Z)
        store64(box + B_INSURED, Z)
    if load64(x + X_WAGERS) != Z and load64(x + X_MISDEALT) == Z:
        for number in range(boxes):
            hand, box = hands + number * _HAND, boxes_at + number * _BOX
            if load64(box + B_CLASS) == _UNDECIDED:
                store64(box + B_CLASS, load8(t + T_CLASS + load8(hand) * _PAIR + load8(hand + ONE)))
    if load64(x + X_HOLE) != Z:
        card, k = draw(x, k)
        store8(hands + _DEALER_AT + ONE, card)
        store64(x + X_DEALER_COUNT, TWO)
    return up, k


@njit(forceinline=False)
def _offers(x: Word, column: Word) -> None:
    """Blackjacks that are paid, insurance and even money."""
    boxes_at, insures = load64(x + X_BOXES_AT), load64(x + X_INSURES) != Z and column == _ACE
    for number in range(load64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if unlikely((load64(box + B_TWO) & _TOTAL) == _21):
            _blackjack(x, box, number, column)
        elif unlikely(insures):
            store64(box + B_INSURED, ONE)
            increment(load64(x + X_OUT) + O_INSURED)


@njit(forceinline=False)
def _close_all(x: Word) -> Word:
    """The reader found a dealer's blackjack: every hand stays as it was dealt."""
    t, hands, boxes_at = load64(x + X_TABLES), load64(x + X_HANDS), load64(x + X_BOXES_AT)
    need = Z
    store64(x + X_THIRD_CARD, _NO_THIRD)
    for number in range(load64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if load64(box + B_CLOSED) == Z:
            total = load64(box + B_TWO) & _TOTAL
            ending = (_BLACKJACK if total == _21 else load8(t + T_FINISHED + TWO * _S32 + total)) | _ORIGINAL
            store8(hands + number * _HAND + H_ENDING, ending)
            need |= load8(t + T_NEED + ending)
            _finish_class(x, box, number)
    return need


@njit(forceinline=False)
def _finish_class(x: Word, box: Word, number: Word) -> None:
    """The box is done: whatever waited for a third card is decided."""
    place = load8(load64(x + X_TABLES) + T_WAITING + load64(box + B_CLASS))
    if unlikely(place != Z):
        _grade_third(x, box, number, place)


@njit(forceinline=False)
def _play_boxes(x: Word, k: Word, column: Word) -> Word:
    """Box after box: what their hands need of the dealer, and the next card."""
    hands, boxes_at, sided = load64(x + X_HANDS), load64(x + X_BOXES_AT), load64(x + X_WAGERS) != Z
    need = Z
    for number in range(load64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        store64(x + X_THIRD_CARD, _NO_THIRD)
        if unlikely((load64(box + B_TWO) & _TOTAL) == _21):
            if load64(box + B_CLOSED) == Z:
                need |= _close(x, box, hands + number * _HAND, _BLACKJACK | _ORIGINAL)
        else:
            more, k = _play_box(x, k, box, number, column)
            need |= more
        if sided:
            _finish_class(x, box, number)
    return need, k


@njit(forceinline=False)
def _settle_insurance(x: Word, spot: Word, won: bool) -> Word:
    """By the dealer's second card."""
    boxes_at, amount = load64(x + X_BOXES_AT), load64(x + X_INSURED + spot * EIGHT)
    for number in range(load64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if load64(box + B_INSURED) != Z:
            if won:
                _add(box + B_NET, load64(x + X_INSURANCE_PAYS + spot * EIGHT))
                if spot == Z:
                    increment(load64(x + X_OUT) + O_INSURANCE_WON)
            else:
                _add(box + B_NET, Z - amount)
    return Z


@njit(forceinline=False)
def _insured(x: Word, spot: Word) -> bool:
    """Whether insurance is open on a spot."""
    if load64(x + X_INSURED + spot * EIGHT) == Z:
        return False
    boxes_at = load64(x + X_BOXES_AT)
    for number in range(load64(x + X_BOXES)):
        if load64(boxes_at + number * _BOX + B_INSURED) != Z:
            return True
    return False


@njit(forceinline=False)
def _dealer_hand(x: Word, k: Word, spot: Word, up: Word, column: Word, need: Word) -> Word:
    """The dealer's hand on one spot, and what it settles: the next card."""
    t, hands, out = load64(x + X_TABLES), load64(x + X_HANDS), load64(x + X_OUT)
    insured = column == _ACE and _insured(x, spot)
    if load64(x + X_DEALER_COUNT) == TWO:
        second = load8(hands + _DEALER_AT + ONE)
    elif need != Z or insured or (spot == Z and load64(x + X_ALWAYS_SECOND) != Z):
        second, k = draw(x, k)
        store8(hands + _DEALER_AT + ONE, second)
        store64(x + X_DEALER_COUNT, TWO)
    else:
        return k
    state = load8(t + T_TWO + up * _PAIR + second) & _STATE
    if (state & _TOTAL) == _21:
        kind = _DEALER_BJ
    else:
        if (need & TWO) != Z or load64(x + X_ALWAYS_DRAWS) != Z:
            count = TWO
            while load8(t + T_DRAWS + (state & _TOTAL)) != Z:
                card, k = draw(x, k)
                store8(hands + _DEALER_AT + count, card)
                count += ONE
                store64(x + X_DEALER_COUNT, count)
                state = load8(t + T_AFTER + state * _PAIR + card)
        kind = load8(t + T_DEALER + (state & _TOTAL))
    if unlikely(insured):
        _settle_insurance(x, spot, kind == _DEALER_BJ)
    increment(out + O_DEALER + kind * EIGHT)
    if need != Z:
        pay, boxes_at = load64(x + X_PAY) + spot * _SPOT + kind * EIGHT, load64(x + X_BOXES_AT)
        for number in range(load64(x + X_HAND_COUNT)):
            hand = hands + number * _HAND
            ending = load8(hand + H_ENDING)
            if ending != _SETTLED:
                _add(boxes_at + load8(hand + H_BOX) * _BOX + B_NET, load64(pay + ending * _DEALER_ROW))
    return k


@njit(forceinline=False)
def _play_round(x: Word, k: Word) -> Word:
    """One round: the next card."""
    up, k = _deal(x, k)
    t = load64(x + X_TABLES)
    column = load8(t + T_COLUMN + up)
    _offers(x, column)
    found = False
    if load64(x + X_READER) != Z and column >= _TEN:
        hole = load8(load64(x + X_HANDS) + _DEALER_AT + ONE)
        found = (load8(t + T_TWO + up * _PAIR + hole) & _TOTAL) == _21
    if found:
        need = _close_all(x)
    else:
        need, k = _play_boxes(x, k, column)
    k = _dealer_hand(x, k, Z, up, column, need)
    for spot in range(ONE, load64(x + X_SPOTS)):
        if need != Z or (column == _ACE and _insured(x, spot)):
            store64(x + X_DEALER_COUNT, ONE)
            k = _dealer_hand(x, k, spot, up, column, need)
    return k


@njit(forceinline=False)
def _count_wagers(x: Word, main: Word) -> None:
    """Sums and products of what the main game and every side wager brought on all boxes."""
    out, nets, boxes_at = load64(x + X_OUT), load64(x + X_NETS), load64(x + X_BOXES_AT)
    wagers, sums = load64(x + X_WAGERS), load64(x + X_SCRATCH)
    store64(sums, main)
    for wager in range(wagers):
        store64(sums + (wager + ONE) * EIGHT, Z)
    for number in range(load64(x + X_BOXES)):
        kind = load64(boxes_at + number * _BOX + B_CLASS)
        increment(out + O_CLASSES + kind * EIGHT)
        for wager in range(wagers):
            _add(sums + (wager + ONE) * EIGHT, load64(nets + (kind * wagers + wager) * EIGHT))
    for one in range(wagers + ONE):
        amount = load64(sums + one * EIGHT)
        _add(out + O_SUMS + one * EIGHT, amount)
        for two in range(one, wagers + ONE):
            _add(out + O_PRODUCTS + one * _WAGER_ROW + two * EIGHT, amount * load64(sums + two * EIGHT))


@njit(forceinline=False)
def _count_round(x: Word) -> None:
    """What the round brought."""
    out, boxes_at, results = load64(x + X_OUT), load64(x + X_BOXES_AT), load64(x + X_RESULTS)
    main = Z
    for number in range(load64(x + X_BOXES)):
        net = load64(boxes_at + number * _BOX + B_NET)
        main += net
        bin_ = net + _MIDDLE
        increment(out + O_RESULTS + (bin_ if bin_ < _HIGHEST else _HIGHEST) * EIGHT)
        if unlikely(results != Z):
            store64(results, net)
            store64(results + EIGHT, load64(boxes_at + number * _BOX + B_CLASS))
            results += _RESULT
            store64(x + X_RESULTS, results)
    increment(out + O_ROUNDS)
    if load64(x + X_WAGERS) != Z:
        _count_wagers(x, main)
    else:
        _add(out + O_SUMS, main)
        _add(out + O_PRODUCTS, main * main)


@njit(forceinline=False)
def _copy_counters(x: Word, to: Word, back: bool) -> None:
    """Keeps the counters of a round in which the shoe may run out, or puts them back."""
    out = load64(x + X_OUT)
    for place in range(_SNAPSHOT):
        if back:
            store64(out + place * EIGHT, load64(to + place * EIGHT))
        else:
            store64(to + place * EIGHT, load64(out + place * EIGHT))


@njit(forceinline=False)
def _deal_again(x: Word, kept: Word) -> Word:
    """The shoe ran out, which is a misdeal: all is dealt again from a new one; side wagers that are decided stay so."""
    t, boxes_at, out = load64(x + X_TABLES), load64(x + X_BOXES_AT), load64(x + X_OUT)
    cards, empties, shoes = load64(out + O_CARDS), load64(out + O_EMPTIES), load64(out + O_SHOES)
    _copy_counters(x, kept, True)
    store64(out + O_CARDS, cards)
    store64(out + O_EMPTIES, empties)
    store64(out + O_SHOES, shoes)
    store64(x + X_MISDEALT, Z)
    for number in range(load64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if load8(t + T_WAITING + load64(box + B_CLASS)) != Z:
            store64(box + B_CLASS, _UNDECIDED)
    store64(x + X_HAND_COUNT, Z)
    store64(x + X_DEALER_COUNT, Z)
    return new_shoe(x)


@njit("void(uint64)", nogil=True, cache=True)
def play(x: Word) -> None:
    """Plays the rounds that the block at this address asks for."""
    boxes_at, boxes = load64(x + X_BOXES_AT), load64(x + X_BOXES)
    every, cut_first, misdeal = load64(x + X_EVERY_ROUND) != Z, load64(x + X_CUT_FIRST) != Z, load64(x + X_MISDEAL) != Z
    most = (boxes * load64(x + X_SPLIT_HANDS) + ONE) * _MOST_CARDS
    kept = load64(x + X_SCRATCH) + _KEPT
    k = new_shoe(x)
    for done in range(load64(x + X_ROUNDS)):
        cut = load64(x + X_CUT_AT)
        if unlikely(k > cut or (k == cut and cut_first) or (every and done != Z)):
            k = new_shoe(x)
        for number in range(boxes):
            store64(boxes_at + number * _BOX + B_CLASS, _UNDECIDED)
        risky = misdeal and load64(x + X_LAST) - k < most
        if unlikely(risky):
            _copy_counters(x, kept, False)
        k = _play_round(x, k)
        while unlikely(load64(x + X_MISDEALT) != Z):
            if not misdeal:
                return  # no card is left anywhere
            k = _deal_again(x, kept)
            k = _play_round(x, k)
        count_cards(x, k)
        _count_round(x)
