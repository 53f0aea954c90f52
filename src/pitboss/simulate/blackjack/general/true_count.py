"""A player's card count in the general kernel: the true count at the start of a round selects the bin of its result.

A player sees every card that has left the shoe, except burnt cards and an unturned hole card. When discards are
shuffled back, the cards on the table stay seen. Without a count this code is not called.
"""

import numpy as np
from numba import njit

from pitboss.atoms.fit import same
from pitboss.compiled.memory import Word, load8, load64, store64
from pitboss.simulate.blackjack.general.constant_loads import fixed64
from pitboss.simulate.blackjack.general.layout import BOX, BOX_BYTES, CHART_BYTES, USUAL_CARDS, U, W
from pitboss.strategy.count_settings import BINS, MIDDLE, ROUND, RUNNING, TRUNCATE, bin_size

X_TAGS, X_BINS, X_CARDS, X_FIRST, X_LAST, X_SCRATCH, X_BOXES_AT = (
    W[name] for name in ("tags", "bins", "cards", "first", "last", "scratch", "boxes_at")
)
X_SEEN, X_RUNNING, X_HIDDEN, X_BIN = (W[name] for name in ("seen", "running", "hidden", "bin"))
X_START, X_SCALE, X_WAY, X_INSURE_AT = (W[name] for name in ("count_start", "count_scale", "count_way", "insure_at"))
X_CARD_COUNT, X_HOLE, X_WAGERS, X_MISDEALT = (W[name] for name in ("card_count", "hole", "wagers", "misdealt"))
X_OWN_FIRST, X_OWN_END, X_PLAYING = (W[name] for name in ("own_first", "own_end", "playing"))
X_STEPS, X_STEP_COUNT, X_CHARTS, X_DOWN = (W[name] for name in ("steps", "step_count", "charts", "down"))
B_NET = BOX["net"]
_BOX = U(BOX_BYTES)
_CHART = U(CHART_BYTES)
_Z, _ONE, _EIGHT = U(0), U(1), U(8)
_USUAL = U(USUAL_CARDS)
#: The bytes of a bin without side wagers: rounds, sum, and sum of squares.
_BIN_OF_MAIN = U(8 * bin_size(0))
same("the words of a bin without side wagers", bin_size(0), 3)


@njit(forceinline=True)
def count_of(running: int, unseen: int, scale: int, way: int) -> int:
    """Returns the count of a round from the sum of the tags (in units of 1/``scale``) and the number of unseen
    cards.
    """
    if way == RUNNING:
        return running // scale
    parts, whole = 52 * running, scale * max(unseen, 1)
    if way == TRUNCATE and running < 0:
        return -(-parts // whole)
    if way == ROUND:
        return (2 * parts + whole) // (2 * whole)
    return parts // whole


@njit(forceinline=True)
def new_count(x: Word, first: Word, k: Word) -> None:
    """Resets the count for a new shoe, of which the cards from ``first`` up to ``k`` are burnt."""
    store64(x + X_SEEN, k)
    store64(x + X_HIDDEN, k - first)
    store64(x + X_RUNNING, fixed64(x + X_START))


@njit(forceinline=False)
def recount_discards(x: Word, size: Word) -> None:
    """Resets the count when the shoe is refilled with ``size`` discards: all other cards are seen."""
    tags = fixed64(x + X_TAGS)
    if tags == _Z:
        return
    first, cards, running = load64(x + X_FIRST), fixed64(x + X_CARDS), fixed64(x + X_START)
    for place in range(fixed64(x + X_CARD_COUNT)):
        running += fixed64(tags + load8(cards + place) * _EIGHT)
    for place in range(size):
        running -= fixed64(tags + load8(first + place) * _EIGHT)
    store64(x + X_SEEN, first)
    store64(x + X_HIDDEN, _Z)
    store64(x + X_RUNNING, running)


@njit(forceinline=True)
def _count(x: Word, running: Word, unseen: Word) -> Word:
    scale, way = fixed64(x + X_SCALE), fixed64(x + X_WAY)
    return count_of(np.int64(running), np.int64(unseen), np.int64(scale), np.int64(way))


@njit(forceinline=True)
def _tags_of(tags: Word, place: Word, k: Word) -> Word:
    """Returns the sum of the tags of the cards from ``place`` up to ``k``.

    Most rounds take at most ``USUAL_CARDS`` cards. So many are read in any case, also behind ``k``: a loop of as many
    steps as there are cards would be mispredicted in every other round.
    """
    running = _Z
    for step in range(_USUAL):
        tag = fixed64(tags + load8(place + step) * _EIGHT)
        running += tag if place + step < k else _Z
    for after in range(place + _USUAL, k):
        running += fixed64(tags + load8(after) * _EIGHT)
    return running


@njit(forceinline=True)
def begin_count(x: Word, k: Word) -> None:
    """Sets the bin of a round that begins with the card at ``k``: all cards before it have been seen."""
    running = load64(x + X_RUNNING) + _tags_of(fixed64(x + X_TAGS), load64(x + X_SEEN), k)
    store64(x + X_SEEN, k)
    store64(x + X_RUNNING, running)
    count = _count(x, running, load64(x + X_LAST) - k + load64(x + X_HIDDEN))
    store64(x + X_BIN, U(min(max(count + MIDDLE, 0), BINS - 1)))


@njit(forceinline=False)
def insures_now(x: Word, k: Word) -> Word:
    """Returns whether the count, with all open cards after the deal, is at least the insurance count."""
    if load64(x + X_MISDEALT) != _Z:
        return False
    tags, running, hole = fixed64(x + X_TAGS), load64(x + X_RUNNING), fixed64(x + X_HOLE)
    for place in range(load64(x + X_SEEN), k - hole):
        running += fixed64(tags + load8(place) * _EIGHT)
    count = _count(x, running, load64(x + X_LAST) - k + load64(x + X_HIDDEN) + hole)
    return count >= np.int64(fixed64(x + X_INSURE_AT))


@njit(forceinline=True)
def store_hole_tag(x: Word, card: Word) -> None:
    """Stores the tag of the hole card, which is unseen while boxes are played."""
    store64(x + X_DOWN, fixed64(fixed64(x + X_TAGS) + card * _EIGHT))


@njit(forceinline=False)
def chart_by_count(x: Word, k: Word) -> Word:
    """Returns the chart of the count with all open cards at a decision; the lowest chart in a misdeal.

    On the box of another player it returns that player's chart.
    """
    charts, level, other = fixed64(x + X_CHARTS), _Z, load64(x + X_PLAYING)
    if other != _Z:
        return other
    if load64(x + X_MISDEALT) != _Z:
        return charts
    tags, running = fixed64(x + X_TAGS), load64(x + X_RUNNING) - load64(x + X_DOWN)
    for place in range(load64(x + X_SEEN), k):
        running += fixed64(tags + load8(place) * _EIGHT)
    count = _count(x, running, load64(x + X_LAST) - k + load64(x + X_HIDDEN) + fixed64(x + X_HOLE))
    steps, most = fixed64(x + X_STEPS), fixed64(x + X_STEP_COUNT)
    while level < most and count >= np.int64(fixed64(steps + level * _EIGHT)):
        level += _ONE
    return charts + level * _CHART


@njit(forceinline=False)
def count_bin(x: Word) -> None:
    """Adds the result of the round, with squares and products, to the bin in which it began."""
    sums, boxes_at, wagers = fixed64(x + X_SCRATCH), fixed64(x + X_BOXES_AT), fixed64(x + X_WAGERS) + _ONE
    main = _Z
    for number in range(fixed64(x + X_OWN_FIRST), fixed64(x + X_OWN_END)):
        main += load64(boxes_at + number * _BOX + B_NET)
    store64(sums, main)  # the sums of the side wagers follow
    row = fixed64(x + X_BINS) + load64(x + X_BIN) * (_ONE + wagers + wagers * wagers) * _EIGHT
    store64(row, load64(row) + _ONE)
    for one in range(wagers):
        amount, at = load64(sums + one * _EIGHT), row + (_ONE + one) * _EIGHT
        store64(at, load64(at) + amount)
        for two in range(wagers):
            at = row + (_ONE + wagers + one * wagers + two) * _EIGHT
            store64(at, load64(at) + amount * load64(sums + two * _EIGHT))


@njit(forceinline=True)
def count_bin_of_main(x: Word) -> None:
    """The same for one box without side wagers."""
    main, row = load64(fixed64(x + X_BOXES_AT) + B_NET), fixed64(x + X_BINS) + load64(x + X_BIN) * _BIN_OF_MAIN
    store64(row, load64(row) + _ONE)
    store64(row + _EIGHT, load64(row + _EIGHT) + main)
    store64(row + _EIGHT + _EIGHT, load64(row + _EIGHT + _EIGHT) + main * main)
