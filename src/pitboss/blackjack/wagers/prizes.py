"""Wagers on a blackjack whose award the prize button picks."""

from collections.abc import Sequence
from typing import ClassVar

from pitboss.atoms.hand import is_ace_and_ten
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.blackjack.commands import PlaceBet
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import State, Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text


class PrizeWager(SideWager):
    """Wins with a blackjack on the first two cards."""

    def wins_prize(self, wager: Wager, cards: Sequence[int]) -> bool:
        """Whether the button is pressed for it."""
        return len(cards) == 2 and is_ace_and_ten(cards[0], cards[1])

    def look(self, dealing: Dealing, wager: Wager, moment: int) -> None:
        """Losers are collected on completion of the initial deal."""
        if moment == Moment.SECOND_CARDS and not self.wins_prize(wager, dealing.state.dealt[wager.box]):
            self.pay_line(dealing, wager, "")


@plays("prize_per_dollar")
class PrizePerDollar(PrizeWager):
    """The display shows a prize for each dollar, on top of the stake."""

    prizes_at: ClassVar[int | None] = Moment.PRIZES

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """Not while the button is out of order."""
        if state.button_failed:
            text = f"{self.terms.name} is not offered until the equipment is repaired"
            return Refusal("button_failed", text, self.terms.cite("failure"), rules.rulebook)
        return None

    def check_prize(self, prize: int) -> None:
        """A prize of the law's own table."""
        if prize not in {dollars * 100 for dollars, _ in self.terms.details["tickets"]}:
            raise UnknownOutcome(f"the display cannot show {amount_text(prize)}: the prize table does not have it")

    def pay_prize(self, dealing: Dealing, wager: Wager, prize: int) -> None:
        """So much for each dollar."""
        dealing.settle(wager, prize * wager.amount // 100, "prize", self.terms.cite("prize", "settled"))


@plays("prize_for_one")
class PrizeForOne(PrizeWager):
    """The display shows the award itself, in place of the stake; details: ``stakes`` that may be wagered."""

    prizes_at: ClassVar[int | None] = Moment.LAST_PRIZES

    def look(self, dealing: Dealing, wager: Wager, moment: int) -> None:
        """The winner's cards are put under his wager until it is paid."""
        super().look(dealing, wager, moment)
        if moment == Moment.SECOND_CARDS and wager.result is None:
            dealing.emit(ev.ProcedureDone(self.terms.cite("held"), "cards_held", str(wager.box)))

    def check(self, rules: BlackjackRules, state: State, bet: PlaceBet, amount: int) -> Refusal | None:
        """One of the stakes of the law."""
        stakes = self.terms.details["stakes"]
        if amount not in stakes:
            text = f"a wager on {self.terms.name} is {' or '.join(amount_text(stake) for stake in stakes)}"
            return Refusal("side_amount", text, self.terms.cite("amount"), rules.rulebook)
        return None

    def pay_prize(self, dealing: Dealing, wager: Wager, prize: int) -> None:
        """Verified, announced or confirmed, then paid."""
        dealing.emit(ev.ProcedureDone(self.terms.cite("verified"), "award_verified", amount_text(prize)))
        large = prize >= self.terms.details["confirmed_from"]
        step = "confirmed" if large else "announced"
        dealing.emit(ev.ProcedureDone(self.terms.cite(step), f"award_{step}", amount_text(prize)))
        dealing.settle(wager, prize - wager.amount, "prize", self.terms.cite("prize", "settled"))
