"""Over or under thirteen: a side wager on the points of the first two cards, an ace as 1."""

from collections.abc import Sequence

from pitboss.atoms.hand import points
from pitboss.games.blackjack.commands import PlaceBet
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.grounds import value_of
from pitboss.games.blackjack.state import State, Wager
from pitboss.games.blackjack.wagers.base import Moment, Reads, SideWager, plays
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

THIRTEEN = 13


def grade(cards: Sequence[int]) -> str:
    """Returns ``over``, ``under``, or an empty string for thirteen."""
    total = points(cards[0]) + points(cards[1])
    if total == THIRTEEN:
        return ""
    return "over" if total > THIRTEEN else "under"


@plays("over_under")
class OverUnder(SideWager):
    """Details: ``not_beside`` is the other wager if a box takes only one of the two."""

    reads = Reads(box=2)

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """Refuses both wagers on one box where the rulebook allows only one."""
        beside = self.terms.details.get("not_beside")
        if beside and beside in dict(bet.sides):
            pair = " and ".join(sorted((self.terms.name, beside))).replace("_", " ")
            text = f"{pair} may not be on the same box"
            return Refusal("one_side_wager", text, self.terms.cite("one_only", "placed"), rules.rulebook)
        return None

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line that the cards reach, if this wager has it."""
        reached = grade(cards)
        return reached if reached in self.terms.lines else ""

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        """Settles after the second card."""
        if moment == Moment.SECOND_CARDS:
            cards = context.state.dealt[wager.box][:2]
            grounds = dict.fromkeys(name for card in cards for name in value_of(card))
            thirteen = ("thirteen",) if not grade(cards) else ("lost_side",) if not self.line(cards) else ()
            self.pay_line(context, wager, self.line(cards), *thirteen, *grounds)
