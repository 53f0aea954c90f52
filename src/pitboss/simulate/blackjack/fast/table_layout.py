"""States of hands in the fast kernel, and the offset of each table in the flat array."""

from typing import Final

from pitboss.atoms.fit import fit, same
from pitboss.simulate.blackjack.fast.side_codes import SideTable

# --- the player's states ---------------------------------------------------------------------------------------------

#: The pair is split: a slow path plays it.
SPLIT: Final = 0
#: Hands that take another card, by total and softness: 1 to 26; doubled hands take one card only.
LIVE: Final = {(total, False): total - 3 for total in range(4, 21)} | {
    (total, True): total + 6 for total in range(12, 21)
}
DOUBLED: Final = 26
#: The bit of a finished state; the other bits are the ending.
DONE: Final = 64
#: Endings of a hand: its total up to 21, or one of these; plus TWICE if it was doubled.
BUST, BLACKJACK, SURRENDERED, SPLIT_21, EVEN_MONEY = 22, 23, 24, 25, 26
TWICE: Final = 32
STATES: Final = 128

fit("a hand that takes a card, doubled", DOUBLED + max(LIVE.values()), DONE)
fit("the hand that is split beside those that take a card", SPLIT, min(LIVE.values()))
fit("doubled hands behind the others", max(LIVE.values()), DOUBLED + 1)
fit("the ending of a hand", EVEN_MONEY, TWICE)
fit("the ending of a doubled hand", TWICE | BUST, DONE)
same("the states of a hand", STATES, 2 * DONE)

# --- the dealer's states ---------------------------------------------------------------------------------------------

#: The bit of a finished state; the other bits are the ending: 0 to 4 for 17 to 21, or one of these.
DEALT: Final = 32
#: A bust is 23 or more; a dealer who needs no further cards has only a second card, or none.
DEALER_BUST, DEALER_BLACKJACK, DEALER_SECOND, DEALER_NONE, DEALER_22 = 5, 6, 7, 8, 9
DEALER_ENDINGS: Final = 16
ENDINGS: Final = 64

fit("the ending of the dealer's hand", DEALER_22, DEALER_ENDINGS)
fit("the endings of the dealer's hand beside the bit of a finished state", DEALER_ENDINGS, DEALT + 1)
same("the states of the dealer's hand", ENDINGS, 2 * DEALT)
same("the endings of a hand", ENDINGS, DONE)

# --- offsets of the tables -------------------------------------------------------------------------------------------

#: Rows by the dealer's first card: its value, or a row for a blackjack that the card reader found.
ROWS, ACE_BLACKJACK, TEN_BLACKJACK = 13, 11, 12
VALUES: Final = 11
#: Cells per value in an index made by shifts.
NIBBLE: Final = 16
MOST_HANDS: Final = 4
MOST_BOXES: Final = 9

fit("the row of a dealer's blackjack", max(ACE_BLACKJACK, TEN_BLACKJACK), ROWS)
fit("the value of a card", VALUES - 1, NIBBLE)

NEXT_AT: Final = 0
FIRST_AT: Final = NEXT_AT + ROWS * VALUES * STATES
DEALER_AT: Final = FIRST_AT + ROWS * NIBBLE * NIBBLE
BEGIN_AT: Final = DEALER_AT + VALUES * ENDINGS  # the dealer's state before the second card, by the ending of one hand
ROW_AT: Final = BEGIN_AT + ROWS * ENDINGS  # the row of a first card and a hole card
NEED_AT: Final = ROW_AT + VALUES * NIBBLE  # the need of an ending, as bits that can be combined
NEEDED_AT: Final = NEED_AT + ROWS * ENDINGS  # the dealer's state by the combined needs of all hands
AGAIN_AT: Final = NEEDED_AT + ROWS * 4  # whether a pair among so many hands is split again
SECOND_AT: Final = AGAIN_AT + (MOST_HANDS + 1) * VALUES * NIBBLE  # the state of a split hand after its second card
PAYS_AT: Final = SECOND_AT + VALUES * NIBBLE * NIBBLE  # results of split hands: the first of the box, then the others
SIDE_AT: Final = PAYS_AT + 2 * ENDINGS * DEALER_ENDINGS
VALUE_AT: Final = -(-(SIDE_AT + SideTable.size) // 64) * 64  # the result of the only hand of a box, one word each
SIZE: Final = VALUE_AT + ENDINGS * DEALER_ENDINGS * 8

#: The maximum number of side wagers.
MOST_WAGERS: Final = 8
#: The encoding of a zero result of split hands.
NOTHING: Final = 128
