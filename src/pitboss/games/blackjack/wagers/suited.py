"""Suited: a side wager on two first cards of one suit; king and queen pay more."""

from collections.abc import Sequence

from pitboss.atoms.match import same_suit
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers.base import Moment, SideWager, plays

_QUEEN, _KING = 11, 12


def grade(cards: Sequence[int]) -> str:
    """Returns ``king_queen``, ``suited``, or an empty string."""
    if not same_suit(cards[0], cards[1]):
        return ""
    return "king_queen" if {cards[0] >> 2, cards[1] >> 2} == {_QUEEN, _KING} else "suited"


@plays("suited")
class Suited(SideWager):
    """Pays by the suits of the first two cards."""

    cards_that_count = 2

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line for the first two cards."""
        return grade(cards)

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        """Settles after the second card."""
        if moment == Moment.SECOND_CARDS:
            self.pay_line(context, wager, self.line(context.state.dealt[wager.box]))
