"""Pairs: whether the first two cards of a box are of one face."""

from collections.abc import Mapping, Sequence

from pitboss.atoms.match import pair_class
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays

_LINES = ("", "mixed", "coloured", "perfect")


def grade(cards: Sequence[int], lines: Mapping[str, object]) -> str:
    """The line that two cards reach: the class of the pair, or ``pair`` where the table has one line for all."""
    line = _LINES[pair_class(cards[0], cards[1])]
    return "pair" if line and "pair" in lines else line


@plays("pairs")
class Pairs(SideWager):
    """Settled on completion of the initial deal."""

    cards_that_count = 2

    def line(self, cards: Sequence[int]) -> str:
        """By the lines that the table has."""
        return grade(cards, self.terms.lines)

    def look(self, dealing: Dealing, wager: Wager, moment: int) -> None:
        """Two cards decide."""
        if moment == Moment.SECOND_CARDS:
            self.pay_line(dealing, wager, self.line(dealing.state.dealt[wager.box]))
