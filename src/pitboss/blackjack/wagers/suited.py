"""Suited: whether the first two cards are of one suit, king and queen paying more."""

from collections.abc import Sequence

from pitboss.atoms.match import same_suit
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays

_QUEEN, _KING = 11, 12


def grade(cards: Sequence[int]) -> str:
    """``king_queen``, ``suited`` or nothing."""
    if not same_suit(cards[0], cards[1]):
        return ""
    return "king_queen" if {cards[0] >> 2, cards[1] >> 2} == {_QUEEN, _KING} else "suited"


@plays("suited")
class Suited(SideWager):
    """Settled after the second card."""

    cards_that_count = 2

    def line(self, cards: Sequence[int]) -> str:
        """As they are graded."""
        return grade(cards)

    def look(self, dealing: Dealing, wager: Wager, moment: int) -> None:
        """Two cards decide."""
        if moment == Moment.SECOND_CARDS:
            self.pay_line(dealing, wager, self.line(dealing.state.dealt[wager.box]))
