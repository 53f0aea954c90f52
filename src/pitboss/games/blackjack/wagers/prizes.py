"""Side wagers on a blackjack with an award by the prize button."""

from collections.abc import Sequence
from typing import ClassVar

from pitboss.atoms.hand import is_ace_and_ten
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.commands import PlaceBet
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import State, Wager
from pitboss.games.blackjack.wagers.base import Moment, SideWager, plays
from pitboss.law.errors import LawError
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, SideTerms
from pitboss.money import amount_text


class PrizeWager(SideWager):
    """Wins with a blackjack on the first two cards."""

    def wins_prize(self, wager: Wager, cards: Sequence[int]) -> bool:
        """Returns whether the two cards are a blackjack."""
        return len(cards) == 2 and is_ace_and_ten(cards[0], cards[1])

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        """Collects losing wagers on completion of the initial deal."""
        if moment == Moment.SECOND_CARDS and not self.wins_prize(wager, context.state.dealt[wager.box]):
            self.pay_line(context, wager, "")


@plays("prize_per_dollar")
class PrizePerDollar(PrizeWager):
    """The display shows the prize per dollar; the stake is returned."""

    prizes_at: ClassVar[int | None] = Moment.PRIZES

    def __init__(self, terms: SideTerms) -> None:
        super().__init__(terms)
        tickets = sum(count for _, count in terms.details["tickets"])
        if tickets != terms.details.get("ticket_count", tickets):
            raise LawError(f"{terms.name}: {tickets} tickets, and ticket_count is {terms.details['ticket_count']}")

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """Refuses the wager while the button is out of order."""
        if state.button_failed:
            text = f"{self.terms.name} is not offered until the equipment is repaired"
            return Refusal("button_failed", text, self.terms.cite("failure"), rules.rulebook)
        return None

    def check_prize(self, prize: int) -> None:
        """Raises UnknownOutcome for a prize that is not in the prize table of the law."""
        if prize not in {dollars * 100 for dollars, _ in self.terms.details["tickets"]}:
            raise UnknownOutcome(f"the display cannot show {amount_text(prize)}: the prize table does not have it")

    def pay_prize(self, context: RoundContext, wager: Wager, prize: int) -> bool:
        """Pays the prize for each dollar."""
        context.settle(wager, prize * wager.amount // 100, "prize", self.terms.cite("prize"))
        return True


@plays("prize_for_one")
class PrizeForOne(PrizeWager):
    """The display shows the award, which replaces the stake; details: the allowed ``stakes``."""

    prizes_at: ClassVar[int | None] = Moment.LAST_PRIZES

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        """Holds the winner's cards until the award is paid."""
        super().notify(context, wager, moment)
        if moment == Moment.SECOND_CARDS and wager.result is None:
            context.emit(ev.ProcedureDone(self.terms.cite("held"), "cards_held", str(wager.box)))

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """Refuses any other amount than the allowed stakes."""
        stakes = self.terms.details["stakes"]
        if amount not in stakes:
            text = f"a wager on {self.terms.name} is {' or '.join(amount_text(stake) for stake in stakes)}"
            return Refusal("side_amount", text, self.terms.cite("amount"), rules.rulebook)
        return None

    def pay_prize(self, context: RoundContext, wager: Wager, prize: int) -> bool:
        """Pays the award after it is verified, and announced or confirmed."""
        large = prize >= self.terms.details["confirmed_from"]
        names = ("verified", "confirmed" if large else "announced")
        steps = [(f"award_{name}", self.terms.cite(name)) for name in names]
        if not context.steps_before_payment(wager, amount_text(prize), *steps):
            return False
        stake = f"award_{wager.amount // 100}"
        clauses = self.terms.cite("prize", stake, *self.apart(context, wager, wins=True))
        context.settle(wager, prize - wager.amount, "prize", clauses)
        return True
