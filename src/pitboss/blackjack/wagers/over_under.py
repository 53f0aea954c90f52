"""Over or under thirteen: the points of the first two cards, an ace as 1."""

from collections.abc import Sequence

from pitboss.atoms.hand import points
from pitboss.blackjack.commands import PlaceBet
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import State, Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

THIRTEEN = 13


def grade(cards: Sequence[int]) -> str:
    """``over``, ``under``, or empty for thirteen."""
    total = points(cards[0]) + points(cards[1])
    if total == THIRTEEN:
        return ""
    return "over" if total > THIRTEEN else "under"


@plays("over_under")
class OverUnder(SideWager):
    """Details: ``not_beside`` names the other wager where a box takes only one of the two."""

    cards_that_count = 2

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """One of the two on a box where the rulebook says so."""
        beside = self.terms.details.get("not_beside")
        if beside and beside in dict(bet.sides):
            text = f"{self.terms.name} and {beside} do not lie on one box"
            return Refusal("one_side_wager", text, self.terms.cite("one_only", "placed"), rules.rulebook)
        return None

    def line(self, cards: Sequence[int]) -> str:
        """The one line of the wager, or none."""
        reached = grade(cards)
        return reached if reached in self.terms.lines else ""

    def look(self, dealing: Dealing, wager: Wager, moment: int) -> None:
        """Two cards decide."""
        if moment == Moment.SECOND_CARDS:
            self.pay_line(dealing, wager, self.line(dealing.state.dealt[wager.box]))
