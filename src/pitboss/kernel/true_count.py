"""The count of a player who watches the cards, in the conventional kernel: at the start of a round the running count
becomes a true count, and what the round brings is added to the bin of that count.

Seen is every card that has left the shoe, except burnt ones and a hole card that is not turned yet. When discards are
shuffled back, those that lie on the table stay seen. Nothing here costs anything where nobody counts.
"""

import numpy as np
from numba import njit

from pitboss.kernel.count_settings import BINS, MIDDLE, ROUND, RUNNING, TRUNCATE
from pitboss.kernel.fixed import fixed64
from pitboss.kernel.layout import BOX, BOX_BYTES, CHART_BYTES, U, W
from pitboss.kernel.memory import Word, load8, load64, store64

X_TAGS, X_BINS, X_CARDS, X_FIRST, X_LAST, X_SCRATCH, X_BOXES_AT = (
    W[name] for name in ("tags", "bins", "cards", "first", "last", "scratch", "boxes_at")
)
X_SEEN, X_RUNNING, X_HIDDEN, X_BIN = (W[name] for name in ("seen", "running", "hidden", "bin"))
X_START, X_SCALE, X_WAY, X_INSURE_AT = (W[name] for name in ("count_start", "count_scale", "count_way", "insure_at"))
X_CARD_COUNT, X_HOLE, X_BOXES, X_WAGERS, X_MISDEALT = (
    W[name] for name in ("card_count", "hole", "boxes", "wagers", "misdealt")
)
X_STEPS, X_STEP_COUNT, X_CHARTS, X_DOWN = (W[name] for name in ("steps", "step_count", "charts", "down"))
B_NET = BOX["net"]
_BOX = U(BOX_BYTES)
_CHART = U(CHART_BYTES)
_Z, _ONE, _EIGHT = U(0), U(1), U(8)


@njit(forceinline=False)
def count_of(running: int, unseen: int, scale: int, way: int) -> int:
    """The count by which a round is known, from the sum of the tags (in so many parts of one) and the unseen cards."""
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
    """All cards are shuffled; those from the first up to ``k`` are burnt."""
    store64(x + X_SEEN, k)
    store64(x + X_HIDDEN, k - first)
    store64(x + X_RUNNING, fixed64(x + X_START))


@njit(forceinline=False)
def count_again(x: Word, size: Word) -> None:
    """So many discards are the shoe now: seen is what is not among them."""
    tags = fixed64(x + X_TAGS)
    if tags == _Z:
        return
    first, cards, running = fixed64(x + X_FIRST), fixed64(x + X_CARDS), fixed64(x + X_START)
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


@njit(forceinline=False)
def begin_count(x: Word, k: Word) -> None:
    """A round begins with the card at ``k``: whatever left the shoe before it has been seen."""
    tags, running = fixed64(x + X_TAGS), load64(x + X_RUNNING)
    for place in range(load64(x + X_SEEN), k):
        running += fixed64(tags + load8(place) * _EIGHT)
    store64(x + X_SEEN, k)
    store64(x + X_RUNNING, running)
    count = _count(x, running, load64(x + X_LAST) - k + load64(x + X_HIDDEN))
    store64(x + X_BIN, U(min(max(count + MIDDLE, 0), BINS - 1)))


@njit(forceinline=False)
def insures_now(x: Word, k: Word) -> Word:
    """Whether the count, with all that lies open after the deal, is as high as insurance is taken at."""
    if load64(x + X_MISDEALT) != _Z:
        return False
    tags, running, hole = fixed64(x + X_TAGS), load64(x + X_RUNNING), fixed64(x + X_HOLE)
    for place in range(load64(x + X_SEEN), k - hole):
        running += fixed64(tags + load8(place) * _EIGHT)
    count = _count(x, running, load64(x + X_LAST) - k + load64(x + X_HIDDEN) + hole)
    return count >= np.int64(fixed64(x + X_INSURE_AT))


@njit(forceinline=True)
def lay_down(x: Word, card: Word) -> None:
    """The hole card, which nobody sees while boxes are played."""
    store64(x + X_DOWN, fixed64(fixed64(x + X_TAGS) + card * _EIGHT))


@njit(forceinline=False)
def chart_by_count(x: Word, k: Word) -> Word:
    """The chart of the count, with all that lies open when a box decides; that of the lowest counts in a misdeal."""
    charts, level = fixed64(x + X_CHARTS), _Z
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
    """What the round brought, with its squares and products, goes to the bin in which it began."""
    sums, boxes_at, wagers = fixed64(x + X_SCRATCH), fixed64(x + X_BOXES_AT), fixed64(x + X_WAGERS) + _ONE
    main = _Z
    for number in range(fixed64(x + X_BOXES)):
        main += load64(boxes_at + number * _BOX + B_NET)
    store64(sums, main)  # those of the side wagers lie behind it
    row = fixed64(x + X_BINS) + load64(x + X_BIN) * (_ONE + wagers + wagers * wagers) * _EIGHT
    store64(row, load64(row) + _ONE)
    for one in range(wagers):
        amount, at = load64(sums + one * _EIGHT), row + (_ONE + one) * _EIGHT
        store64(at, load64(at) + amount)
        for two in range(wagers):
            at = row + (_ONE + wagers + one * wagers + two) * _EIGHT
            store64(at, load64(at) + amount * load64(sums + two * _EIGHT))
