"""The classes into which the general kernel sorts finished hands, and the exception for rules that no kernel plays."""

from typing import Final

from pitboss.atoms.fit import fit
from pitboss.law.cite import Clauses, clause_list

# The class of a finished hand is its total from 4 to 20, or one of these.
SUITED_BLACKJACK: Final = 3
#: Three cards of 21 in a table by total: their ranks and suits decide the class.
THREE_CARD_21: Final = 255
DRAWN_21: Final = 21
BUST: Final = 22
TWO_CARD_21: Final = 23
BLACKJACK: Final = 24
FIVE_CARD_21: Final = 25
FIVE_UNDER: Final = 26
#: A blackjack that was paid with its insurance on some spots and is open on others.
PARTLY_PAID: Final = 27
#: A hand that is surrendered after a split or a double.
GIVEN_UP: Final = 28
#: The classes of hands with a bonus on 21, one for each odds.
BONUS_CLASSES: Final = (0, 1, 2, 29, 30)
DOUBLED: Final = 32
ORIGINAL: Final = 64
#: The second bit of how often a hand was doubled, with the third behind it; ``DOUBLED`` is the first.
REDOUBLED: Final = 128
#: The most doubles of a hand that its class can hold.
MOST_DOUBLES: Final = 5
#: The marker of a hand that stays open when it is finished.
OPEN: Final = 2**62
# The class of the dealer's hand is 0 to 4 for 17 to 21, then one of these.
DEALER_22: Final = 5
DEALER_BUST: Final = 6
DEALER_BLACKJACK: Final = 7
DEALER_LOW: Final = 8
#: Upper bound of a round's result in units, so that sums of squares stay exact.
LARGEST: Final = 2**21

fit("the class of a hand", max(PARTLY_PAID, GIVEN_UP, *BONUS_CLASSES), DOUBLED)
fit("the class of a doubled hand", DOUBLED | max(BONUS_CLASSES), ORIGINAL)
fit("the class of an original hand", ORIGINAL | DOUBLED | max(BONUS_CLASSES), REDOUBLED)


def doubled_bits(times: int) -> int:
    """Returns the bits of a hand's class that say how often it was doubled."""
    fit("the doubles of a hand", times, MOST_DOUBLES + 1)
    return DOUBLED * (times & 1) | REDOUBLED * (times >> 1)


class NotSimulable(ValueError):
    """Raised for a rule that the simulator does not play; cites its clauses."""

    def __init__(self, what: str, clauses: Clauses = (), rulebook: str = "") -> None:
        law = f" ({rulebook} {clause_list(clauses)})" if clauses else ""
        super().__init__(f"not simulated: {what}{law}")
        self.what = what
        self.clauses = clauses
