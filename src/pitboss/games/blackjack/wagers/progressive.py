"""Progressive: a side wager on aces as the first cards of a box; the meter pays the top award."""

from collections.abc import Sequence
from fractions import Fraction
from math import ceil

from pitboss.atoms.hand import is_ace
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers.base import Moment, Reads, SideWager, plays
from pitboss.law.cite import merge_clauses

TOP = "four_aces"


def grade(cards: Sequence[int]) -> str:
    """Returns the highest line for the cards of a box in the order dealt, also across a split."""
    aces = 0
    while aces < min(len(cards), 4) and is_ace(cards[aces]):
        aces += 1
    suits = [card & 3 for card in cards[:aces]]
    if aces == 4 and len({suit >> 1 for suit in suits}) == 1:
        return TOP
    if aces >= 3:
        return "three_suited" if len(set(suits[:3])) == 1 else "three_aces"
    if aces == 2:
        return "two_suited" if suits[0] == suits[1] else "two_aces"
    return ""


def meter_share(rate: Fraction, amount: int) -> int:
    """Returns what a wager adds to the meter: no less than the rate, so a fraction of a cent counts as a cent."""
    return ceil(rate * amount)


def _only_highest(line: str) -> tuple[str, ...]:
    """Returns the ground of a line that contains a lower one: only the highest is paid."""
    return ("highest",) if line and line != "two_aces" else ()


@plays("progressive")
class Progressive(SideWager):
    """Details: ``rate`` of the wagers that goes to the meter, ``reset`` of the meter after the top award."""

    reads = Reads(box=4)

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line for the first cards."""
        return grade(cards)

    def notify_group(self, context: RoundContext, wagers: list[Wager], moment: int) -> None:
        """Adds to the meter before the first card; pays after the main wagers are settled."""
        if moment == Moment.BEGIN:
            rate: Fraction = self.terms.details["rate"]
            added = sum(meter_share(rate, wager.amount) for wager in wagers)
            if context.rules.any_amount:  # a log of 0.1.0, which cut the share of all wagers together
                added = int(rate * sum(wager.amount for wager in wagers))
            context.emit(ev.Announced(self.terms.cite("registered"), "progressive"))
            context.emit(ev.MeterMoved(self.terms.cite("registered", "rate"), context.state.meter + added))
        elif moment == Moment.SETTLED:
            self._pay(context, wagers)

    def steps_attested(self, context: RoundContext, wager: Wager) -> bool:
        """Returns whether the award is verified and validated; False while it waits for an attestation."""
        line = self.line(context.state.dealt[wager.box])
        if not line:
            return True
        return context.steps_before_payment(wager, line, ("award_verified", self.terms.cite("verified")))

    def _pay(self, context: RoundContext, wagers: list[Wager]) -> None:
        state = context.state
        lines = [(wager, self.line(state.dealt[wager.box])) for wager in wagers]
        winners = [wager for wager, line in lines if line == TOP]
        for wager, line in lines:
            if not context.rules.attested_before_payment:  # otherwise the steps came before
                self.steps_attested(context, wager)
            if line != TOP:
                grounds = (*_only_highest(line), *(self.apart(context, wager, wins=True) if line else ()))
                self.pay_line(context, wager, line, *grounds)
        if winners:
            share, rest = divmod(state.meter, len(winners))
            for wager in winners:
                context.settle(
                    wager,
                    share - wager.amount,
                    TOP,
                    merge_clauses(self.terms.lines[TOP].clauses, self.terms.cite("highest", "meter")),
                )
            context.emit(ev.MeterMoved(self.terms.cite("reset"), self.terms.details["reset"] + rest))
