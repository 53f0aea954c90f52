"""The counters of the general kernel after a round: results, sums and products of the wagers, classes."""

from numba import njit

from pitboss.compiled.memory import Word, load64, store64, unlikely
from pitboss.simulate.blackjack.general.constant_loads import fixed64
from pitboss.simulate.blackjack.general.hands import add
from pitboss.simulate.blackjack.general.late_settlement import add_streaks, batch_streaks, record_top, settle_late
from pitboss.simulate.blackjack.general.layout import BOX, BOX_BYTES, OUT, WAGERS, U, W
from pitboss.simulate.blackjack.general.shoe import EIGHT, ONE, Z, increment

X_OUT, X_BOXES_AT, X_NETS, X_SCRATCH, X_RESULTS, X_WAGERS = (
    W[name] for name in ("out", "boxes_at", "nets", "scratch", "results", "wagers")
)
X_OWN_FIRST, X_OWN_END = W["own_first"], W["own_end"]
X_LATE, X_STREAKS, X_COLUMNS, X_TOPS = (W[name] for name in ("late", "streaks", "columns", "tops"))
O_SUMS, O_PRODUCTS, O_CLASSES, O_RESULTS, O_SHOES = (
    OUT[name] for name in ("sums", "products", "classes", "results", "shoes")
)
B_NET, B_CLASS, B_STREAK = (BOX[name] for name in ("net", "class", "streak"))
_BOX = U(BOX_BYTES)
_WAGER_ROW = U(8 * (1 + WAGERS))
_MIDDLE = U(128)
_HIGHEST = U(255)
_SNAPSHOT = U(32)
_RESULT = U(32)


@njit(forceinline=False)
def _count_wagers(x: Word, main: Word, done: Word) -> None:
    """Adds the sums and products of the results of the main game and every side wager on all boxes."""
    out, nets, boxes_at = fixed64(x + X_OUT), fixed64(x + X_NETS), fixed64(x + X_BOXES_AT)
    wagers, sums = fixed64(x + X_WAGERS), fixed64(x + X_SCRATCH)
    store64(sums, main)
    for wager in range(wagers):
        store64(sums + (wager + ONE) * EIGHT, Z)
    for number in range(fixed64(x + X_OWN_FIRST), fixed64(x + X_OWN_END)):
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
        record_top(x, done, sums)


@njit(forceinline=True)
def count_round(x: Word, done: Word, boxes: Word, plain: bool) -> None:
    """Counts the round of that index on the player's own boxes; ``plain`` if there are no side wagers."""
    if not plain and unlikely(fixed64(x + X_LATE) != Z):
        settle_late(x)
    out, boxes_at, results = fixed64(x + X_OUT), fixed64(x + X_BOXES_AT), load64(x + X_RESULTS)
    main, first, end = Z, Z, boxes
    if not plain:
        first, end = fixed64(x + X_OWN_FIRST), fixed64(x + X_OWN_END)
    for number in range(first, end):
        net = load64(boxes_at + number * _BOX + B_NET)
        main += net
        bin_ = net + _MIDDLE
        increment(out + O_RESULTS + (bin_ if bin_ < _HIGHEST else _HIGHEST) * EIGHT)
        if unlikely(results != Z):
            store64(results, net)
            store64(results + EIGHT, load64(boxes_at + number * _BOX + B_CLASS))
            store64(results + EIGHT + EIGHT, load64(boxes_at + number * _BOX + B_STREAK))
            store64(results + EIGHT + EIGHT + EIGHT, load64(out + O_SHOES))
            results += _RESULT
            store64(x + X_RESULTS, results)
    if not plain and fixed64(x + X_WAGERS) != Z:
        _count_wagers(x, main, done)
    elif not plain or unlikely(main + _MIDDLE >= _HIGHEST):
        # for one box, the sums of all other results are computed from their frequencies
        add(out + O_SUMS, main)
        add(out + O_PRODUCTS, main * main)


@njit(forceinline=False)
def copy_counters(x: Word, to: Word, back: bool) -> None:
    """Saves the counters before a round that may exhaust the shoe, or restores them."""
    out = fixed64(x + X_OUT)
    for place in range(_SNAPSHOT):
        if back:
            store64(out + place * EIGHT, load64(to + place * EIGHT))
        else:
            store64(to + place * EIGHT, load64(out + place * EIGHT))
