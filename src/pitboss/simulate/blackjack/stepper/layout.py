"""Memory layout of the stepper: the record of a table between two steps, and the settings of each bet size.

A table is stepped on the memory block of its bet size (``general.memory_image``). What changes is loaded into that
block before a step and stored after it, so all tables share the constants and stay small.
"""

from typing import Final

from pitboss.atoms.fit import fit, same
from pitboss.simulate.blackjack.general.layout import BOX, HAND_BYTES, U
from pitboss.strategy.decision_masks import BITS

#: The words of a table that have the same name in the kernel's block.
SHARED: Final = (
    *("first", "filled", "last", "cut_at", "since", "state"),
    *("hand_count", "dealer_count", "third", "seen", "running", "hidden", "log"),
)
#: The words of a table. ``next_card`` is an address; ``up`` and ``hole`` are the dealer's cards; ``box`` and ``hand``
#: are in turn, ``shown_box`` and ``shown_hand`` were in turn at the last decision; ``formed`` counts the hands of the
#: box, ``original`` marks the hand with the original wager, and ``need`` is what the hands need of the dealer.
OWN: Final = (
    *("next_card", "up", "hole", "column", "phase", "legal", "bet", "box", "hand", "shown_box", "shown_hand"),
    *("formed", "original", "need"),
)
RECORD: Final = {name: U(8 * place) for place, name in enumerate((*SHARED, *OWN))}
RECORD_WORDS: Final = len(RECORD)
#: The words of a box that last from one step to the next.
BOX_WORDS: Final = ("net", "class", "two", "closed", "insured")
for _place, _name in enumerate(BOX_WORDS):
    same(f"the place of {_name} among the words of a box", int(BOX[_name]), 8 * _place)
HAND_WORDS: Final = HAND_BYTES // 8

#: The phases of a round.
BET, OFFER, PLAY, SETTLED = range(4)

#: The settings of a bet size: the kernel's block, cents of a unit, of the ante and of the wager that rewards are
#: divided by, and the legal decisions when the dealer shows an ace.
BET_WORDS: Final = ("block", "unit", "ante", "wager", "offer_hand", "offer_blackjack", "offer_later")
BET_SETTING: Final = {name: U(8 * place) for place, name in enumerate(BET_WORDS)}
#: The settings of all tables: the addresses of the bet sizes, the masks, the points of cards, the nets of side wagers
#: by class and the tags, and then numbers.
TABLE_WORDS: Final = ("bets_at", "masks", "points", "side_nets", "tags", "scale", "true_count", "bets", "boxes")
TABLE_SETTING: Final = {name: U(8 * place) for place, name in enumerate(TABLE_WORDS)}
#: The parts of an observation before the count.
PARTS: Final = 6
fit("a decision in a word", max(BITS.values()), 1 << 63)
