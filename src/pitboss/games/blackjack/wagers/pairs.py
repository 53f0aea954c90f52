"""Pairs: a side wager on a pair as the first two cards of a box."""

from collections.abc import Mapping, Sequence

from pitboss.atoms.match import pair_class, same_points
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers.base import Moment, Reads, SideWager, plays

_LINES = ("", "mixed", "coloured", "perfect")


def grade(cards: Sequence[int], lines: Mapping[str, object]) -> str:
    """Returns the line for two cards: the class of the pair, or ``pair`` if the table has one line for all."""
    line = _LINES[pair_class(cards[0], cards[1])]
    return "pair" if line and "pair" in lines else line


@plays("pairs")
class Pairs(SideWager):
    """Pays by the class of the pair, on completion of the initial deal."""

    reads = Reads(box=2)

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line for the first two cards."""
        return grade(cards, self.terms.lines)

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        """Settles after the second card."""
        if moment == Moment.SECOND_CARDS:
            cards = context.state.dealt[wager.box]
            line = self.line(cards)
            alike = not line and same_points(cards[0], cards[1])
            self.pay_line(context, wager, line, *(("face_value",) if alike else ()))
