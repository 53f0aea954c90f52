"""The classes into which the general kernel sorts finished hands, and the exception for rules that no kernel plays."""

from typing import Final

from pitboss.atoms.fit import fit
from pitboss.law.cite import Clauses, clause_list

# The class of a finished hand is its total up to 20, or one of these.
DRAWN_21: Final = 21
BUST: Final = 22
TWO_CARD_21: Final = 23
BLACKJACK: Final = 24
FIVE_CARD_21: Final = 25
FIVE_UNDER: Final = 26
#: A blackjack that was paid with its insurance on some spots and is open on others.
PARTLY_PAID: Final = 27
DOUBLED: Final = 32
ORIGINAL: Final = 64
#: The marker of a hand that stays open when it is finished.
OPEN: Final = 2**62
# The class of the dealer's hand is 0 to 4 for 17 to 21, then one of these.
DEALER_22: Final = 5
DEALER_BUST: Final = 6
DEALER_BLACKJACK: Final = 7
DEALER_LOW: Final = 8
#: Upper bound of a round's result in units, so that sums of squares stay exact.
LARGEST: Final = 2**21

fit("the class of a hand", PARTLY_PAID, DOUBLED)
fit("the class of a doubled hand", DOUBLED | PARTLY_PAID, ORIGINAL)


class NotSimulable(ValueError):
    """Raised for a rule that the simulator does not play; cites its clauses."""

    def __init__(self, what: str, clauses: Clauses = (), rulebook: str = "") -> None:
        law = f" ({rulebook} {clause_list(clauses)})" if clauses else ""
        super().__init__(f"not simulated: {what}{law}")
        self.what = what
        self.clauses = clauses
