"""Suited: a side wager on two first cards of one suit; king and queen pay more."""

from collections.abc import Sequence

from pitboss.atoms.match import same_suit
from pitboss.games.blackjack.wagers.base import Reads, SideWager, plays

_QUEEN, _KING = 11, 12


def grade(cards: Sequence[int]) -> str:
    """Returns ``king_queen``, ``suited``, or an empty string."""
    if not same_suit(cards[0], cards[1]):
        return ""
    return "king_queen" if {cards[0] >> 2, cards[1] >> 2} == {_QUEEN, _KING} else "suited"


@plays("suited")
class Suited(SideWager):
    """Pays by the suits of the first two cards."""

    reads = Reads(box=2)

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line for the first two cards."""
        return grade(cards)
