"""The states of hands in the tables of the fast kernel, and where in the flat array each table begins."""

from typing import Final

from pitboss.kernel.pairings import SideTable

# --- the player's states ---------------------------------------------------------------------------------------------

#: The pair is split: out of line.
SPLIT: Final = 0
#: Hands that take another card, by total and softness: 1 to 26; the same doubled take one card only.
LIVE: Final = {(total, False): total - 3 for total in range(4, 21)} | {
    (total, True): total + 6 for total in range(12, 21)
}
DOUBLED: Final = 26
#: The bit of a finished state; the rest of it is the ending.
DONE: Final = 64
#: Endings of a hand: its total up to 21, or one of these; with TWICE if it was doubled.
BUST, BLACKJACK, SURRENDERED, SPLIT_21, EVEN_MONEY = 22, 23, 24, 25, 26
TWICE: Final = 32
STATES: Final = 128

# --- the dealer's states ---------------------------------------------------------------------------------------------

#: The bit of a finished state; the rest of it is the ending: 0 to 4 for 17 to 21, or one of these.
DEALT: Final = 32
#: A bust is one with 23 or more; a dealer who has no use for further cards has his second only, or none.
DEALER_BUST, DEALER_BLACKJACK, DEALER_SECOND, DEALER_NONE, DEALER_22 = 5, 6, 7, 8, 9
DEALER_ENDINGS: Final = 16
ENDINGS: Final = 64

# --- where each table begins -----------------------------------------------------------------------------------------

#: Rows by the dealer's first card: its value, or that of a blackjack which the card reader has found.
ROWS, ACE_BLACKJACK, TEN_BLACKJACK = 13, 11, 12
VALUES: Final = 11
#: Cells for a value in an index made by shifts.
NIBBLE: Final = 16
MOST_HANDS: Final = 4

NEXT_AT: Final = 0
FIRST_AT: Final = NEXT_AT + ROWS * VALUES * STATES
DEALER_AT: Final = FIRST_AT + ROWS * NIBBLE * NIBBLE
BEGIN_AT: Final = DEALER_AT + VALUES * ENDINGS  # the dealer's state before his second card, by the ending of one hand
ROW_AT: Final = BEGIN_AT + ROWS * ENDINGS  # the row of a first card and a hole card
NEED_AT: Final = ROW_AT + VALUES * NIBBLE  # what an ending needs of the dealer, as bits that can be joined
NEEDED_AT: Final = NEED_AT + ROWS * ENDINGS  # the dealer's state by the needs of all hands together
AGAIN_AT: Final = NEEDED_AT + ROWS * 4  # whether a pair among so many hands is split again
SECOND_AT: Final = AGAIN_AT + (MOST_HANDS + 1) * VALUES * NIBBLE  # the state of a split hand after its second card
PAYS_AT: Final = SECOND_AT + VALUES * NIBBLE * NIBBLE  # results of split hands: the first of the box, then the others
SIDE_AT: Final = PAYS_AT + 2 * ENDINGS * DEALER_ENDINGS
VALUE_AT: Final = -(-(SIDE_AT + SideTable.size) // 64) * 64  # what the only hand of a box brings, a word each
SIZE: Final = VALUE_AT + ENDINGS * DEALER_ENDINGS * 8

#: Side wagers at once.
MOST_WAGERS: Final = 8
#: A result of nothing in the results of split hands.
NOTHING: Final = 128
