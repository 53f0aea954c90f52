"""Side wagers settled after the round in the general kernel: by the dealer's hand, prizes, streaks, and the meter.

A prize is drawn at the end of the round. A streak stays open from round to round: the results of the main game carry
the numbers of won and lost hands in the bits from ``MARKS`` on. Streaks of several boxes meet the same dealer's hands
over rounds, so products of single rounds do not show their spread; products of batches of rounds are counted too. A
meter win is only recorded here, with the sums of its round: the amount is known when the pieces of work are merged in
order.
"""

from numba import njit

from pitboss.compiled.memory import Word, high_product, load8, load64, store64
from pitboss.simulate.blackjack.general.constant_loads import fixed8, fixed64
from pitboss.simulate.blackjack.general.layout import (
    BATCH,
    BOX,
    BOX_BYTES,
    FINAL_CARDS,
    FINAL_TOTALS,
    HAND_BYTES,
    HANDS,
    LOST,
    MARKS,
    OUT,
    PAIR_BIT,
    STREAK_BYTES,
    TABLES,
    TOP_WORDS,
    TOPS,
    TOTAL_BITS,
    WAGERS,
    WON,
    U,
    W,
)
from pitboss.simulate.blackjack.general.shoe import EIGHT, ONE, TWO, Z, increment, next_word
from pitboss.simulate.blackjack.general.sides import PRIZES

X_TABLES, X_OUT, X_BOXES_AT, X_BOXES, X_STATE, X_WAGERS = (
    W[name] for name in ("tables", "out", "boxes_at", "boxes", "state", "wagers")
)
X_SCRATCH = W["scratch"]
X_PRIZES, X_STREAKS, X_STREAK_COUNT, X_COLUMNS, X_TOPS, X_TOP_CLASS = (
    W[name] for name in ("prizes", "streaks", "streak_count", "columns", "tops", "top_class")
)
X_FINALS, X_HANDS, X_DEALER_COUNT = W["finals"], W["hands"], W["dealer_count"]
T_WAITING, T_FATE, T_TWO, T_AFTER = (TABLES[name] for name in ("waiting", "fate", "two", "after"))
O_TOPS, O_SUMS, O_PRODUCTS, O_BATCHED = (OUT[name] for name in ("tops", "sums", "products", "batched"))
B_NET, B_CLASS, B_WINS, B_OPEN, B_STREAK = (BOX[name] for name in ("net", "class", "wins", "open", "streak"))
_BOX, _STREAK, _TOP, _ROOM = U(BOX_BYTES), U(STREAK_BYTES), U(8 * TOP_WORDS), U(TOPS)
_NEEDS, _PAYS, _COSTS, _COLUMN = U(0), U(8), U(16), U(24)
_MARKS, _HALF_MARK, _FATES = U(MARKS), U(1 << (MARKS - 1)), U(255)
_WON, _LOST, _PRIZE_PLACES, _ROW = U(WON), U(LOST), U(PRIZES), U(8 * (1 + WAGERS))
_SIXTEEN = U(16)
_DEALER_AT, _PAIR, _TOTAL = U(HANDS * HAND_BYTES), U(1 << PAIR_BIT), U((1 << TOTAL_BITS) - 1)
_FINAL_CARDS, _FINALS_OF_CLASS = U(FINAL_CARDS), U(FINAL_TOTALS * FINAL_CARDS)
_BATCH, _BATCH_AT = U(BATCH), U(1536)


@njit(forceinline=False)
def _draw_prize(x: Word, place: Word) -> Word:
    """The class to which one ticket of all leads."""
    row = fixed64(fixed64(x + X_PRIZES) + place * EIGHT)
    tickets = fixed64(row)
    state = load64(x + X_STATE)
    while True:
        state, word = next_word(state)
        if not word * tickets < (Z - tickets) % tickets:
            break
    store64(x + X_STATE, state)
    drawn = high_product(word, tickets)
    row += EIGHT
    while drawn >= fixed64(row):
        row += _SIXTEEN
    return fixed64(row + EIGHT)


@njit(forceinline=False)
def _advance(x: Word, box: Word) -> None:
    """Updates the streak of a box after a round: its open wagers win, lose, or stay open."""
    marked = load64(box + B_NET)
    marks = (marked + _HALF_MARK) >> _MARKS
    store64(box + B_NET, marked - (marks << _MARKS))
    streaks, count = fixed64(x + X_STREAKS), fixed64(x + X_STREAK_COUNT)
    fate = fixed8(fixed64(x + X_TABLES) + T_FATE + (marks & _FATES))
    pending, wins, settled = load64(box + B_OPEN), load64(box + B_WINS), Z
    if pending == Z:
        # all streak wagers are placed again when none is open
        pending = (ONE << count) - ONE
    if fate == _WON:
        wins += ONE
    for number in range(count):
        if (pending >> number) & ONE != Z:
            if fate == _LOST:
                settled |= _LOST << (TWO * number)
                pending ^= ONE << number
            elif fate == _WON and wins >= fixed64(streaks + number * _STREAK + _NEEDS):
                settled |= _WON << (TWO * number)
                pending ^= ONE << number
    store64(box + B_WINS, wins if pending != Z else Z)
    store64(box + B_OPEN, pending)
    store64(box + B_STREAK, settled)


@njit(forceinline=False)
def _grade_final_hand(x: Word) -> None:
    """Grades the side wagers of all boxes by the dealer's final hand: its total and its number of cards."""
    t, boxes_at, finals = fixed64(x + X_TABLES), fixed64(x + X_BOXES_AT), fixed64(x + X_FINALS)
    dealer, count = fixed64(x + X_HANDS) + _DEALER_AT, load64(x + X_DEALER_COUNT)
    state = fixed8(t + T_TWO + load8(dealer) * _PAIR + load8(dealer + ONE)) & (_PAIR - ONE)
    for place in range(TWO, count):
        state = fixed8(t + T_AFTER + state * _PAIR + load8(dealer + place))
    cell = (state & _TOTAL) * _FINAL_CARDS + (count if count < _FINAL_CARDS else _FINAL_CARDS - ONE)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        store64(box + B_CLASS, fixed8(finals + load64(box + B_CLASS) * _FINALS_OF_CLASS + cell))


@njit(forceinline=False)
def settle_late(x: Word) -> None:
    """The round is over: prizes are drawn, streaks go on."""
    boxes_at, prizes, streaks = fixed64(x + X_BOXES_AT), fixed64(x + X_PRIZES), fixed64(x + X_STREAKS)
    if fixed64(x + X_FINALS) != Z:
        _grade_final_hand(x)
    for number in range(fixed64(x + X_BOXES)):
        box = boxes_at + number * _BOX
        if prizes != Z:
            place = fixed8(fixed64(x + X_TABLES) + T_WAITING + load64(box + B_CLASS))
            if place >= _PRIZE_PLACES:
                store64(box + B_CLASS, _draw_prize(x, place - _PRIZE_PLACES))
        if streaks != Z:
            _advance(x, box)


@njit(forceinline=False)
def add_streaks(x: Word, sums: Word) -> None:
    """Adds the results of settled streaks to the sums of a round, and their numbers to the columns behind them."""
    boxes_at, streaks, counted = fixed64(x + X_BOXES_AT), fixed64(x + X_STREAKS), fixed64(x + X_WAGERS) + ONE
    for number in range(fixed64(x + X_STREAK_COUNT)):
        streak, result, settled = streaks + number * _STREAK, Z, Z
        for box in range(fixed64(x + X_BOXES)):
            fate = (load64(boxes_at + box * _BOX + B_STREAK) >> (TWO * number)) & U(3)
            if fate == _WON:
                result += fixed64(streak + _PAYS)
            elif fate == _LOST:
                result -= fixed64(streak + _COSTS)
            if fate != Z:
                settled += ONE
        store64(sums + fixed64(streak + _COLUMN) * EIGHT, result)
        store64(sums + (counted + number) * EIGHT, settled)


@njit(forceinline=False)
def batch_streaks(x: Word, done: Word, sums: Word) -> None:
    """Adds the streaks of this round to its batch, and closes the batch after its last round."""
    batch, streaks, counted = fixed64(x + X_SCRATCH) + _BATCH_AT, fixed64(x + X_STREAKS), fixed64(x + X_WAGERS) + ONE
    for number in range(fixed64(x + X_STREAK_COUNT)):
        for column in (fixed64(streaks + number * _STREAK + _COLUMN), counted + number):
            at = batch + column * EIGHT
            store64(at, load64(at) + load64(sums + column * EIGHT))
    if (done + ONE) % _BATCH == Z:
        _close_batch(x, batch)


@njit(forceinline=False)
def _close_batch(x: Word, batch: Word) -> None:
    """Adds the products of a batch and clears it."""
    out, columns = fixed64(x + X_OUT), fixed64(x + X_COLUMNS)
    for one in range(columns):
        amount = load64(batch + one * EIGHT)
        for two in range(one, columns):
            at = out + O_BATCHED + one * _ROW + two * EIGHT
            store64(at, load64(at) + amount * load64(batch + two * EIGHT))
        store64(batch + one * EIGHT, Z)


@njit(forceinline=False)
def close_streaks(x: Word) -> None:
    """Closes the table: open streak wagers are returned and count as settled with a result of 0."""
    boxes_at, out, counted = fixed64(x + X_BOXES_AT), fixed64(x + X_OUT), fixed64(x + X_WAGERS) + ONE
    count, batch = fixed64(x + X_STREAK_COUNT), fixed64(x + X_SCRATCH) + _BATCH_AT
    for one in range(count):
        for two in range(one, count):
            at = out + O_PRODUCTS + (counted + one) * _ROW + (counted + two) * EIGHT
            store64(at, load64(at) + _open(x, boxes_at, one) * _open(x, boxes_at, two))
        for at in (out + O_SUMS + (counted + one) * EIGHT, batch + (counted + one) * EIGHT):
            store64(at, load64(at) + _open(x, boxes_at, one))
    _close_batch(x, batch)


@njit(forceinline=False)
def _open(x: Word, boxes_at: Word, number: Word) -> Word:
    """Returns the number of boxes with that streak open."""
    open_boxes = Z
    for box in range(fixed64(x + X_BOXES)):
        open_boxes += (load64(boxes_at + box * _BOX + B_OPEN) >> number) & ONE
    return open_boxes


@njit(forceinline=False)
def record_top(x: Word, done: Word, sums: Word) -> None:
    """Records the number of boxes that won the meter, and the sums of the round without it."""
    boxes_at, out, top = fixed64(x + X_BOXES_AT), fixed64(x + X_OUT), fixed64(x + X_TOP_CLASS)
    winners = Z
    for number in range(fixed64(x + X_BOXES)):
        if load64(boxes_at + number * _BOX + B_CLASS) == top:
            winners += ONE
    if winners == Z:
        return
    recorded = load64(out + O_TOPS)
    increment(out + O_TOPS)
    if recorded >= _ROOM:
        return
    row = fixed64(x + X_TOPS) + recorded * _TOP
    store64(row, done)
    store64(row + EIGHT, winners)
    for column in range(fixed64(x + X_COLUMNS)):
        store64(row + (TWO + column) * EIGHT, load64(sums + column * EIGHT))
