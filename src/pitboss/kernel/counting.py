"""What the conventional kernel counts after a round: results, sums and products of the wagers, classes."""

from numba import njit

from pitboss.kernel.fixed import fixed64
from pitboss.kernel.hands import add
from pitboss.kernel.lasting import add_streaks, batch_streaks, note_top, settle_late
from pitboss.kernel.layout import BOX, BOX_BYTES, OUT, WAGERS, U, W
from pitboss.kernel.memory import Word, load64, store64, unlikely
from pitboss.kernel.shoe import EIGHT, ONE, Z, increment

X_OUT, X_BOXES_AT, X_NETS, X_SCRATCH, X_RESULTS, X_BOXES, X_WAGERS = (
    W[name] for name in ("out", "boxes_at", "nets", "scratch", "results", "boxes", "wagers")
)
X_LATE, X_STREAKS, X_COLUMNS, X_TOPS = (W[name] for name in ("late", "streaks", "columns", "tops"))
O_SUMS, O_PRODUCTS, O_CLASSES, O_RESULTS = (OUT[name] for name in ("sums", "products", "classes", "results"))
B_NET, B_CLASS, B_STREAK = (BOX[name] for name in ("net", "class", "streak"))
_BOX = U(BOX_BYTES)
_WAGER_ROW = U(8 * (1 + WAGERS))
_MIDDLE = U(128)
_HIGHEST = U(255)
_SNAPSHOT = U(32)
_RESULT = U(24)


@njit(forceinline=False)
def _count_wagers(x: Word, main: Word, done: Word) -> None:
    """Sums and products of what the main game and every side wager brought on all boxes."""
    out, nets, boxes_at = fixed64(x + X_OUT), fixed64(x + X_NETS), fixed64(x + X_BOXES_AT)
    wagers, sums = fixed64(x + X_WAGERS), fixed64(x + X_SCRATCH)
    store64(sums, main)
    for wager in range(wagers):
        store64(sums + (wager + ONE) * EIGHT, Z)
    for number in range(fixed64(x + X_BOXES)):
        kind = load64(boxes_at + number * _BOX + B_CLASS)
        increment(out + O_CLASSES + kind * EIGHT)
        for wager in range(wagers):
            add(sums + (wager + ONE) * EIGHT, load64(nets + (kind * wagers + wager) * EIGHT))
    if unlikely(fixed64(x + X_STREAKS) != Z):
        add_streaks(x, sums)
        batch_streaks(x, done, sums)
    columns = fixed64(x + X_COLUMNS)
    for one in range(columns):
        amount = load64(sums + one * EIGHT)
        add(out + O_SUMS + one * EIGHT, amount)
        for two in range(one, columns):
            add(out + O_PRODUCTS + one * _WAGER_ROW + two * EIGHT, amount * load64(sums + two * EIGHT))
    if unlikely(fixed64(x + X_TOPS) != Z):
        note_top(x, done, sums)


@njit(forceinline=True)
def count_round(x: Word, done: Word, boxes: Word, plain: bool) -> None:
    """What the round of that number brought; ``plain`` where no side wager lies."""
    if not plain and unlikely(fixed64(x + X_LATE) != Z):
        settle_late(x)
    out, boxes_at, results = fixed64(x + X_OUT), fixed64(x + X_BOXES_AT), load64(x + X_RESULTS)
    main = Z
    for number in range(boxes):
        net = load64(boxes_at + number * _BOX + B_NET)
        main += net
        bin_ = net + _MIDDLE
        increment(out + O_RESULTS + (bin_ if bin_ < _HIGHEST else _HIGHEST) * EIGHT)
        if unlikely(results != Z):
            store64(results, net)
            store64(results + EIGHT, load64(boxes_at + number * _BOX + B_CLASS))
            store64(results + EIGHT + EIGHT, load64(boxes_at + number * _BOX + B_STREAK))
            results += _RESULT
            store64(x + X_RESULTS, results)
    if not plain and fixed64(x + X_WAGERS) != Z:
        _count_wagers(x, main, done)
    elif not plain or unlikely(main + _MIDDLE >= _HIGHEST):
        # of one box alone the sums of all other results follow from how often each came
        add(out + O_SUMS, main)
        add(out + O_PRODUCTS, main * main)


@njit(forceinline=False)
def copy_counters(x: Word, to: Word, back: bool) -> None:
    """Keeps the counters of a round in which the shoe may run out, or puts them back."""
    out = fixed64(x + X_OUT)
    for place in range(_SNAPSHOT):
        if back:
            store64(out + place * EIGHT, load64(to + place * EIGHT))
        else:
            store64(to + place * EIGHT, load64(out + place * EIGHT))
