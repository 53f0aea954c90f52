"""Memory layout of the general kernel: offsets of addresses, settings, tables and counters.

One block of words holds addresses and settings (``WORDS``), one the byte tables (``TABLES``), one the counters
(``OUT``).
"""

from typing import Final

import numpy as np

from pitboss.atoms.fit import fit, same
from pitboss.cards import DECK_SIZE
from pitboss.simulate.blackjack.general.sides import PLACES, WAYS
from pitboss.strategy.hand_classes import (
    DEALER_LOW,
    GIVEN_UP,
    LARGEST,
    MOST_DOUBLES,
    ORIGINAL,
    PARTLY_PAID,
    doubled_bits,
)

U = np.uint64

#: Maximum number of boxes, of hands on all of them, and the bytes of a hand: its cards, then its marks.
BOXES: Final = 9
HANDS: Final = 64
HAND_BYTES: Final = 32
#: Maximum number of spots of a box: each has a bit behind the two bits of a hand's need of the dealer.
SPOTS: Final = 3
fit("what the hands of a box need of the dealer", 4 << SPOTS - 1, 256)
#: Maximum number of side wagers; each streak needs one more column for the number of settled wagers.
WAGERS: Final = 12
#: Sizes of the index of a dealer's class and of a player's.
DEALER_CLASSES: Final = 16
HAND_CLASSES: Final = 512
fit("the class of the dealer's hand", DEALER_LOW, DEALER_CLASSES)
#: The largest class of a hand.
_LAST_CLASS: Final = max(doubled_bits(times) for times in range(MOST_DOUBLES + 1)) | ORIGINAL | 31
fit("the class of a hand", _LAST_CLASS, HAND_CLASSES)
fit("the classes of a hand without its doubles", max(PARTLY_PAID, GIVEN_UP), 32)
#: Cells of a class by the dealer's final hand: its total, and its number of cards, the last for so many or more.
FINAL_TOTALS, FINAL_CARDS = 32, 16
#: The bits of a hand's state: its total, whether it is soft, and for two cards whether they are a pair.
TOTAL_BITS, SOFT_BIT, PAIR_BIT = 5, 5, 6
fit("the total of a hand", 21 + 10, 1 << TOTAL_BITS)
same("the totals of final hands", FINAL_TOTALS, 1 << TOTAL_BITS)

#: The words of a shoe, or of a side of it.
SHOE_WORDS: Final = ("first", "filled", "last", "cut_at", "since", "cards", "card_count", "cut")
#: The block of addresses and settings, in order.
WORDS: Final = (
    # addresses
    *("tables", "pay", "immediate", "out", "none", "hands", "boxes_at", "nets", "rejects", "scratch"),
    *("log", "results"),
    # the shoe: addresses of its first card, the end of the shuffled cards, its last card, and the start of the round
    *SHOE_WORDS,
    *("state", "step", "given"),
    # the round
    *("hand_count", "dealer_count", "third", "misdealt", "rounds"),
    # a piece stops for a round that is dealt again: the start of that round, and where and after how many to resume
    *("stopped", "resume", "before"),
    # settings, by the names in the program
    *("every_round", "continuous", "cut_first_shuffles", "behind", "share", "burns", "misdeal"),
    *("hole", "reader", "paid_now", "always_second", "always_draws"),
    *("split_hands", "resplit_aces", "busts_and_one", "doubled_plays", "redoubles", "hand_limit"),
    *("boxes", "spots", "wagers", "paid_on_split"),
    *("blackjack_pays", "suited_pays", "even_pays"),
    *("insured_1", "insured_2", "insured_3", "insurance_pays_1", "insurance_pays_2", "insurance_pays_3"),
    *("insures", "insures_blackjack", "takes_even", "consolidates", "whole", "whole_pays"),
    # a player's count: addresses of the tags and the bins, the settings, and the running state
    *("tags", "bins", "count_start", "count_scale", "count_way", "insures_by_count", "insure_at"),
    *("seen", "running", "hidden", "bin"),
    # a chart that depends on the count: addresses of the counts and of the charts, and the tag of the hole card
    *("steps", "step_count", "charts", "down"),
    # other players: the player's own boxes, the address of the charts by box (0 on own ones), and the one in play
    *("own_first", "own_end", "others", "playing"),
    # a double shoe: the words of the inactive side, the active side, and the red side
    *("double", "other", "side", "red_side"),
    # side wagers that read the dealer's cards: addresses of their classes by deal, and by final hand of the dealer
    *("deals", "finals"),
    # wagers over rounds or settled after them: addresses of prizes, streaks and top awards, and settings
    *("late", "prizes", "streaks", "streak_count", "columns", "tops", "top_class", "progressive"),
)
W: Final = {name: U(8 * place) for place, name in enumerate(WORDS)}

SIZES: Final = {
    "after": 64 * 64,
    "two": 64 * 64,
    "class": WAYS * 64 * 64,
    "first": 10 * 128,
    "split": 10 * 64,
    "later": 10 * 64,
    "ace": 10 * 64,
    "later_split": 10 * 64,
    "later_ace": 10 * 64,
    "doubled": 10 * 64,
    "column": 64,
    "finished": 32 * 32,
    "dealer": 32,
    "draws": 64,
    "need": HAND_CLASSES,
    "waiting": 256,
    "again": 256,
    "third": PLACES * 64,
    "no_third": PLACES,
    "aces": PLACES * PLACES,
    "fate": 256,
    #: Three cards of 21 that may have a bonus: the place of their form in the next table, by the first two ranks; then
    #: their classes, by form, by how the suits of the others differ from the first, and by that suit.
    "form_of_21": 16 * 16,
    "three_of_21": 3 * 4 * 4,
}
#: The offset of every byte table.
TABLES: Final = {name: U(sum(list(SIZES.values())[:place])) for place, name in enumerate(SIZES)}
TABLE_BYTES: Final = sum(SIZES.values())
#: The tables of a chart, which are contiguous, and their offsets from the first of them.
CHART: Final = ("first", "split", "later", "ace", "later_split", "later_ace", "doubled")
CHART_BYTES: Final = sum(SIZES[name] for name in CHART)
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
    #: The products of the results of streaks over ``BATCH`` rounds, with the index of ``products``.
    "batched": (1 + WAGERS) * (1 + WAGERS),
}
#: The offset of every counter in the output in bytes, and its number of words.
OUT: Final = {name: U(8 * sum(list(_COUNTERS.values())[:place])) for place, name in enumerate(_COUNTERS)}
OUT_WORDS: Final = sum(_COUNTERS.values())
COUNTERS: Final = _COUNTERS

#: The words of a box: the net result of its main game, the class of its side wagers, the state of its two cards,
#: whether its hand is closed before the play, and whether it is insured; then, over rounds, the wins of its streak, its
#: open streak wagers, and their fates in this round.
BOX_BYTES: Final = 64
BOX: Final = {
    name: U(8 * place)
    for place, name in enumerate(("net", "class", "two", "closed", "insured", "wins", "open", "streak"))
}
#: The bit from which results of the main game also hold the numbers of won and lost hands.
MARKS: Final = 40
fit("the results before the marks", BOXES * LARGEST, 1 << (MARKS - 1))
#: Upper bound of the numbers of won and of lost hands in the marks: four bits each.
MOST_MARKS: Final = 16
#: Rounds in a batch: far more than a streak lasts, so batches are nearly independent.
BATCH: Final = 256
#: The fates of a streak.
HELD, WON, LOST = 0, 1, 2
#: A streak in memory: the wins it needs, its payment and stake in units, and its column.
STREAK_BYTES: Final = 32
#: A top award in memory: the round, its winners, and the sums of the round; and the capacity.
TOP_WORDS: Final = 2 + 1 + WAGERS
TOPS: Final = 4096
#: The marks of a hand behind its cards: its ending of two bytes, its box, whether its cards are cleared, their number.
#: Of a hand that is played step by step also its state, the hand after it on its box, and its kind.
MARK: Final = {
    "state": U(24),
    "next": U(25),
    "ending": U(26),
    "box": U(28),
    "kind": U(29),
    "cleared": U(30),
    "count": U(31),
}
#: The offset of the word with the marks, which bounds the number of cards: aces to 21 and one card more.
MARKS_AT: Final = 24
fit("the cards of a hand", 21 + 1, MARKS_AT + 1)
same("the first mark of a hand", int(MARK["state"]), MARKS_AT)
same("the box in the word of the marks", int(MARK["box"]), MARKS_AT + 4)
fit("the marks of a hand", int(max(MARK.values())), HAND_BYTES)
#: The ending of a hand whose wagers are settled.
SETTLED: Final = HAND_CLASSES - 1
fit("the class of a hand beside that of a settled one", _LAST_CLASS, SETTLED)
fit("the ending of a hand", SETTLED, 1 << 16)
#: The placeholder card after the shoe ran out; the round will be dealt again.
NO_CARD: Final = 60
fit("a card beside the one that stands for none", DECK_SIZE - 1, NO_CARD)
fit("the card that stands for none", NO_CARD, 64)
NO_CARDS: Final = 4096
#: The number of cards of a round that a counter reads in any case; there is room for so many behind a shoe.
USUAL_CARDS: Final = 8
# Marks in the log besides cards.
LOG_SHUFFLE: Final = 254
LOG_EMPTY: Final = 253
#: The cards that follow come from that side of a double shoe.
LOG_SIDES: Final = (250, 251)
fit("a card in the log", NO_CARD, min(LOG_SIDES))
