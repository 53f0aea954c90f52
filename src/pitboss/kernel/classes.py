"""The classes into which the conventional kernel sorts finished hands, and the word for what no kernel plays."""

from typing import Final

from pitboss.law.cite import Clauses, clause_list

# The class of a finished hand: its total up to 20, or one of these.
DRAWN_21: Final = 21
BUST: Final = 22
TWO_CARD_21: Final = 23
BLACKJACK: Final = 24
FIVE_CARD_21: Final = 25
FIVE_UNDER: Final = 26
#: A blackjack that was paid with its insurance on some spots, and waits on others.
PARTLY_PAID: Final = 27
DOUBLED: Final = 32
ORIGINAL: Final = 64
#: Where a hand is not settled as it is finished.
OPEN: Final = 2**62
# The class of the dealer's hand: 17 to 21 as 0 to 4, then these.
DEALER_22: Final = 5
DEALER_BUST: Final = 6
DEALER_BLACKJACK: Final = 7
DEALER_LOW: Final = 8
#: Results of a round in units may not pass this, so that sums of squares stay exact.
LARGEST: Final = 2**21


class NotSimulable(ValueError):
    """What the simulator does not play, and the clauses that ask for it."""

    def __init__(self, what: str, clauses: Clauses = (), rulebook: str = "") -> None:
        law = f" ({rulebook} {clause_list(clauses)})" if clauses else ""
        super().__init__(f"not simulated: {what}{law}")
        self.what = what
        self.clauses = clauses
