"""Progressive: aces among the first cards of a box, the top award from a meter that the wagers fill."""

from collections.abc import Sequence
from fractions import Fraction

from pitboss.atoms.hand import is_ace
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays
from pitboss.law.cite import together

TOP = "four_aces"


def grade(cards: Sequence[int]) -> str:
    """The highest line that the cards of a box reach, counted in the order dealt, also across a split."""
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


@plays("progressive")
class Progressive(SideWager):
    """Details: ``rate`` of the wagers that moves the meter, ``reset`` after the top award."""

    cards_that_count = 4

    def line(self, cards: Sequence[int]) -> str:
        """As they are graded."""
        return grade(cards)

    def look_group(self, dealing: Dealing, wagers: list[Wager], moment: int) -> None:
        """Registered before the first card, paid when the main wagers are settled."""
        if moment == Moment.BEGIN:
            rate: Fraction = self.terms.details["rate"]
            added = int(rate * sum(wager.amount for wager in wagers))
            dealing.emit(ev.Announced(self.terms.cite("registered"), "progressive"))
            dealing.emit(ev.MeterMoved(self.terms.cite("registered", "rate"), dealing.state.meter + added))
        elif moment == Moment.SETTLED:
            self._pay(dealing, wagers)

    def _pay(self, dealing: Dealing, wagers: list[Wager]) -> None:
        state = dealing.state
        lines = [(wager, self.line(state.dealt[wager.box])) for wager in wagers]
        winners = [wager for wager, line in lines if line == TOP]
        for wager, line in lines:
            if line:
                dealing.emit(ev.ProcedureDone(self.terms.cite("verified"), "award_verified", line))
            if line != TOP:
                self.pay_line(dealing, wager, line)
        if winners:
            share, rest = divmod(state.meter, len(winners))
            for wager in winners:
                dealing.settle(
                    wager, share - wager.amount, TOP, together(self.terms.lines[TOP].clauses, self.terms.cite("shared"))
                )
            dealing.emit(ev.MeterMoved(self.terms.cite("reset"), self.terms.details["reset"] + rest))
