"""The shoe of the general kernel: shuffled incrementally with wyrand, without bias.

Cards are bytes from ``first`` to ``last``; those before ``filled`` are shuffled, and ``k`` is the address of the next
card.
"""

from numba import njit

from pitboss.compiled.memory import Word, high_product, load8, load32, load64, store8, store64, unlikely
from pitboss.simulate.blackjack.general.constant_loads import fixed64
from pitboss.simulate.blackjack.general.layout import (
    HAND_BYTES,
    HANDS,
    LOG_EMPTY,
    LOG_SHUFFLE,
    MARK,
    NO_CARDS,
    OUT,
    U,
    W,
)
from pitboss.simulate.blackjack.general.true_count import new_count, recount_discards

Z, ONE, TWO, THREE, FOUR, EIGHT = U(0), U(1), U(2), U(3), U(4), U(8)
HALF, LOW_HALF = U(32), U(0xFFFFFFFF)
_STEP, _FLIP = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)
X_OUT, X_CARDS, X_NONE, X_HANDS, X_REJECTS, X_SCRATCH = (
    W[name] for name in ("out", "cards", "none", "hands", "rejects", "scratch")
)
X_LOG, X_FIRST, X_FILLED, X_LAST, X_CUT_AT, X_SINCE = (
    W[name] for name in ("log", "first", "filled", "last", "cut_at", "since")
)
X_STATE, X_CARD_COUNT, X_STEP, X_GIVEN, X_MISDEALT, X_MISDEAL = (
    W[name] for name in ("state", "card_count", "step", "given", "misdealt", "misdeal")
)
X_HAND_COUNT, X_DEALER_COUNT, X_CUT, X_EVERY_ROUND, X_CONTINUOUS, X_BEHIND, X_SHARE, X_BURNS = (
    W[name] for name in ("hand_count", "dealer_count", "cut", "every_round", "continuous", "behind", "share", "burns")
)
O_CARDS, O_SHOES, O_EMPTIES, O_STUCK = OUT["cards"], OUT["shoes"], OUT["empties"], OUT["stuck"]
_CLEARED, _COUNT = MARK["cleared"], MARK["count"]
_HAND, _DEALER, _NO_CARDS = U(HAND_BYTES), U(HANDS * HAND_BYTES), U(NO_CARDS)
_SHUFFLE, _EMPTY, _KINDS = U(LOG_SHUFFLE), U(LOG_EMPTY), U(64)


@njit(forceinline=True)
def next_word(state: Word) -> Word:
    """Wyrand: returns the next state and a uniformly distributed word."""
    state += _STEP
    flipped = state ^ _FLIP
    return state, high_product(state, flipped) ^ (state * flipped)


@njit(forceinline=True)
def increment(address: Word) -> None:
    """Increments the word at the address."""
    store64(address, load64(address) + ONE)


@njit(forceinline=True)
def _swap(one: Word, other: Word) -> None:
    card = load8(other)
    store8(other, load8(one))
    store8(one, card)


@njit(forceinline=False)
def _shuffle_more(x: Word) -> None:
    """Shuffles a few more cards (Fisher-Yates), four per generator word while at least four are left."""
    state, place, last, rejects = load64(x + X_STATE), load64(x + X_FILLED), load64(x + X_LAST), fixed64(x + X_REJECTS)
    to = place + fixed64(x + X_STEP)
    to = min(to, last)
    while to - place >= FOUR:
        left = last - place
        while True:
            state, word = next_word(state)
            one = (word & LOW_HALF) * left
            two = (one & LOW_HALF) * (left - ONE)
            three = (word >> HALF) * (left - TWO)
            four = (three & LOW_HALF) * (left - THREE)
            low = load32(rejects + (left << TWO))
            if not unlikely(((two & LOW_HALF) < low) | ((four & LOW_HALF) < load32(rejects + ((left - TWO) << TWO)))):
                break
        _swap(place, place + (one >> HALF))
        _swap(place + ONE, place + ONE + (two >> HALF))
        _swap(place + TWO, place + TWO + (three >> HALF))
        _swap(place + THREE, place + THREE + (four >> HALF))
        place += FOUR
    while place < to:
        left = last - place
        while True:
            state, word = next_word(state)
            if not word * left < (Z - left) % left:
                break
        _swap(place, place + high_product(word, left))
        place += ONE
    store64(x + X_STATE, state)
    store64(x + X_FILLED, place)


@njit(forceinline=False)
def count_cards(x: Word, k: Word) -> None:
    """Counts the cards drawn since the last call, and appends them to the log."""
    since, log = load64(x + X_SINCE), load64(x + X_LOG)
    out = fixed64(x + X_OUT)
    store64(out + O_CARDS, load64(out + O_CARDS) + (k - since))
    if log != Z:
        for place in range(since, k):
            store8(log, load8(place))
            log += ONE
        store64(x + X_LOG, log)
    store64(x + X_SINCE, k)


@njit(forceinline=False)
def write_mark(x: Word, mark: Word) -> None:
    """Appends a mark to the log if there is one."""
    log = load64(x + X_LOG)
    if log != Z:
        store8(log, mark)
        store64(x + X_LOG, log + ONE)


@njit(forceinline=False)
def new_shoe(x: Word, k: Word) -> Word:
    """Starts a new shoe after the cards up to ``k`` were dealt; returns the address of the first card to deal."""
    count_cards(x, k)
    first, out = load64(x + X_FIRST), fixed64(x + X_OUT)
    last = first + load64(x + X_CARD_COUNT)
    if load64(x + X_LAST) != last:
        # the shoe holds only discards
        cards = load64(x + X_CARDS)
        for place in range(last - first):
            store8(first + place, load8(cards + place))
    store64(x + X_LAST, last)
    store64(x + X_FILLED, last if fixed64(x + X_GIVEN) != Z else first)
    store64(x + X_CUT_AT, first + load64(x + X_CUT))
    store64(x + X_SINCE, first)
    again = fixed64(x + X_CONTINUOUS) != Z and load64(out + O_SHOES) != Z
    increment(out + O_SHOES)
    if again:
        return first
    write_mark(x, _SHUFFLE)
    k = first
    if fixed64(x + X_BURNS) != Z:
        _, k = draw(x, first)
    new_count(x, first, k)
    return k


@njit(forceinline=False)
def _collect_discards(x: Word) -> Word:
    """Fills the shoe with the cards that are not on the table; returns their number."""
    counts, first, cards, hands = (
        fixed64(x + X_SCRATCH),
        load64(x + X_FIRST),
        load64(x + X_CARDS),
        fixed64(x + X_HANDS),
    )
    for kind in range(_KINDS):
        store64(counts + kind * EIGHT, Z)
    for place in range(load64(x + X_CARD_COUNT)):
        increment(counts + load8(cards + place) * EIGHT)
    for number in range(load64(x + X_HAND_COUNT)):
        hand = hands + number * _HAND
        if load8(hand + _CLEARED) == Z:
            for place in range(load8(hand + _COUNT)):
                at = counts + load8(hand + place) * EIGHT
                store64(at, load64(at) - ONE)
    for place in range(load64(x + X_DEALER_COUNT)):
        at = counts + load8(hands + _DEALER + place) * EIGHT
        store64(at, load64(at) - ONE)
    end = first
    for kind in range(_KINDS):
        for _ in range(load64(counts + kind * EIGHT)):
            store8(end, kind)
            end += ONE
    return end - first


@njit(forceinline=False)
def _refill_empty(x: Word, k: Word) -> Word:
    """Handles an empty shoe: shuffles the discards, or after a misdeal returns placeholder cards."""
    first = load64(x + X_FIRST)
    count_cards(x, k)
    write_mark(x, _EMPTY)
    increment(fixed64(x + X_OUT) + O_EMPTIES)
    size = Z if fixed64(x + X_MISDEAL) != Z else _collect_discards(x)
    if size == Z:
        if fixed64(x + X_MISDEAL) == Z:
            store64(fixed64(x + X_OUT) + O_STUCK, ONE)
        none = fixed64(x + X_NONE)
        store64(x + X_MISDEALT, ONE)
        store64(x + X_FILLED, none + _NO_CARDS)
        return none
    share = fixed64(x + X_SHARE)
    behind = size // share if share != Z else fixed64(x + X_BEHIND)
    behind = min(behind, size // TWO)
    if behind == Z and size > ONE:
        behind = ONE
    store64(x + X_LAST, first + size)
    store64(x + X_FILLED, first)
    store64(x + X_CUT_AT, first + (size if fixed64(x + X_EVERY_ROUND) != Z else size - behind))
    store64(x + X_SINCE, first)
    recount_discards(x, size)
    _shuffle_more(x)
    return first


@njit(forceinline=False)
def _extend(x: Word, k: Word) -> Word:
    if load64(x + X_FILLED) < load64(x + X_LAST):
        _shuffle_more(x)
        return k
    return _refill_empty(x, k)


@njit(forceinline=True)
def draw(x: Word, k: Word) -> Word:
    """Returns the next card and the address of the one after it."""
    if unlikely(k == load64(x + X_FILLED)):
        k = _extend(x, k)
    return load8(k), k + ONE
