"""Where everything lies in the memory of the conventional kernel: names for its addresses, settings and counters.

One block of words holds addresses and settings (``WORDS``), one the byte tables (``TABLES``), one the counters
(``OUT``).
"""

from typing import Final

import numpy as np

from pitboss.kernel.sides import PLACES, WAYS

U = np.uint64

#: Boxes at most, hands at most on all of them, and the bytes of a hand: its cards, then marks.
BOXES: Final = 9
HANDS: Final = 64
HAND_BYTES: Final = 32
#: Side wagers at most, with a column more for every streak: how many of them were settled.
WAGERS: Final = 12
#: Room for the classes of the dealer's hand.
DEALER_CLASSES: Final = 16

#: What a shoe, or a side of it, has of its own.
SHOE_WORDS: Final = ("first", "filled", "last", "cut_at", "since", "cards", "card_count", "cut")
#: The block of addresses and settings, in order.
WORDS: Final = (
    # addresses
    *("tables", "pay", "at_once", "out", "none", "hands", "boxes_at", "nets", "rejects", "scratch"),
    *("log", "results"),
    # the shoe: addresses of its first card, the end of what is shuffled, its last card, and where the round began
    *SHOE_WORDS,
    *("state", "step", "given"),
    # the round
    *("hand_count", "dealer_count", "third", "misdealt", "rounds"),
    # a piece stops for a round that is dealt again: where that round began, and where and after how many it goes on
    *("stopped", "resume", "before"),
    # settings, by the names that the program gives them
    *("every_round", "continuous", "cut_first_shuffles", "behind", "share", "burns", "misdeal"),
    *("hole", "reader", "paid_at_once", "paid_if_safe", "always_second", "always_draws"),
    *("split_hands", "resplit_aces", "hand_limit", "boxes", "spots", "wagers", "paid_on_split"),
    *("blackjack_pays", "even_pays", "surrender_pays"),
    *("insured_1", "insured_2", "insured_3", "insurance_pays_1", "insurance_pays_2", "insurance_pays_3"),
    *("insures", "insures_blackjack", "takes_even", "consolidates", "whole", "whole_pays"),
    # a player's count of the cards: addresses of the tags and the bins, how it is taken, and how it stands
    *("tags", "bins", "count_start", "count_scale", "count_way", "insures_by_count", "insure_at"),
    *("seen", "running", "hidden", "bin"),
    # where the chart changes with the count: addresses of the counts and of the charts, and the tag of the hole card
    *("steps", "step_count", "charts", "down"),
    # a double shoe: the words of the side that is not dealt from, which side is, and which one is the red one
    *("double", "other", "side", "red_side"),
    # what lasts over rounds or is settled after them: addresses of prizes, streaks and top awards, and settings
    *("late", "prizes", "streaks", "streak_count", "columns", "tops", "top_class", "progressive"),
)
W: Final = {name: U(8 * place) for place, name in enumerate(WORDS)}

_SIZES: Final = {
    "after": 64 * 64,
    "two": 64 * 64,
    "class": WAYS * 64 * 64,
    "first": 10 * 128,
    "split": 10 * 64,
    "later": 10 * 64,
    "column": 64,
    "finished": 32 * 32,
    "dealer": 32,
    "draws": 32,
    "need": 128,
    "waiting": 256,
    "again": 256,
    "third": PLACES * 64,
    "no_third": PLACES,
    "aces": PLACES * PLACES,
    "fate": 256,
}
#: The offset of every byte table.
TABLES: Final = {name: U(sum(list(_SIZES.values())[:place])) for place, name in enumerate(_SIZES)}
TABLE_BYTES: Final = sum(_SIZES.values())
#: The tables of a chart, one behind the other; and where they lie from the first of them on.
CHART: Final = ("first", "split", "later")
CHART_BYTES: Final = sum(_SIZES[name] for name in CHART)
AT: Final = {name: TABLES[name] - TABLES["first"] for name in CHART}

_COUNTERS: Final = {
    **dict.fromkeys(("rounds", "cards", "shoes", "empties", "blackjacks", "doubles", "split_boxes", "splits"), 1),
    **dict.fromkeys(("busts", "surrenders", "evens", "insured", "insurance_won", "stuck"), 1),
    "tops": 1,
    "dealer": DEALER_CLASSES,
    "sums": 1 + WAGERS,
    "products": (1 + WAGERS) * (1 + WAGERS),
    "classes": 256,
    "results": 256,
    #: The products of what streaks brought in ``BATCH`` rounds together, in the places of ``products``.
    "batched": (1 + WAGERS) * (1 + WAGERS),
}
#: The offset of every counter in the output, in bytes, and how many words it has.
OUT: Final = {name: U(8 * sum(list(_COUNTERS.values())[:place])) for place, name in enumerate(_COUNTERS)}
OUT_WORDS: Final = sum(_COUNTERS.values())
COUNTERS: Final = _COUNTERS

#: The words of a box: the net result of its main game, the class of its side wagers, the state of its two cards,
#: whether its hand is closed before the play, and whether it is insured; then, over rounds, the wins of its streak and
#: which streak wagers are open, and what the round brought for them.
BOX_BYTES: Final = 64
BOX: Final = {
    name: U(8 * place)
    for place, name in enumerate(("net", "class", "two", "closed", "insured", "wins", "open", "streak"))
}
#: Where results of the main game also say how many of the hands have won and lost: behind so many bits.
MARKS: Final = 40
#: So many rounds are far more than a streak lasts: what one batch of them brings hangs together with no other.
BATCH: Final = 256
#: The fates of a streak.
HELD, WON, LOST = 0, 1, 2
#: A streak in memory: the wins that it needs, what it pays and costs in units, and its column.
STREAK_BYTES: Final = 32
#: A top award in memory: the round, its winners, and the sums of the round; and how many there is room for.
TOP_WORDS: Final = 2 + 1 + WAGERS
TOPS: Final = 4096
#: The marks of a hand behind its cards: its box, what it came to, whether its cards are gone, how many there are.
MARK: Final = {"box": U(28), "ending": U(29), "cleared": U(30), "count": U(31)}
#: The ending of a hand whose wagers are settled.
SETTLED: Final = 255
#: A card that stands for none: the shoe ran out, and the round will be dealt again.
NO_CARD: Final = 60
NO_CARDS: Final = 4096
# What the log holds besides cards.
LOG_SHUFFLE: Final = 254
LOG_EMPTY: Final = 253
#: From here on cards come from that side of a double shoe.
LOG_SIDES: Final = (250, 251)
