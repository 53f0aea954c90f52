"""Sevens: the first card, the first two, the first three of a box."""

from collections.abc import Sequence

from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Wager
from pitboss.blackjack.wagers.base import Moment, SideWager, plays

SEVEN = 6


def grade(cards: Sequence[int]) -> str:
    """The line of the pay table that the first cards of a box reach; empty where the first is no seven."""
    run = 0
    while run < min(len(cards), 3) and cards[run] >> 2 == SEVEN:
        run += 1
    if run == 0:
        return ""
    if run == 1:
        return "one"
    suited = len({card & 3 for card in cards[:run]}) == 1
    return ("two_suited" if suited else "two") if run == 2 else ("three_suited" if suited else "three")


@plays("sevens")
class Sevens(SideWager):
    """Details: ``at_first_card`` (a first card that is no seven loses at once), ``paid_on_split`` (two sevens are
    paid as they are split, and a third does not count), ``suited_waits`` (three suited are paid when the box is
    finished)."""

    cards_that_count = 3

    def line(self, cards: Sequence[int]) -> str:
        """As they are graded."""
        return grade(cards)

    def look(self, dealing: Dealing, wager: Wager, moment: int) -> None:
        """Settles as soon as the rulebook has a result."""
        cards = dealing.state.dealt.get(wager.box, [])
        line = self.line(cards)
        details = self.terms.details
        if self._decided(cards, line, moment):
            if line == "three_suited" and details["suited_waits"] and moment != Moment.BOX_DONE:
                return
            self.pay_line(dealing, wager, line)

    def _decided(self, cards: Sequence[int], line: str, moment: int) -> bool:
        details = self.terms.details
        if moment == Moment.CARD:
            if details["at_first_card"] and len(cards) <= 2:
                return not line or (line == "one" and len(cards) == 2)
            return len(cards) >= 3
        if moment == Moment.SECOND_CARDS:
            return line in ("", "one")
        if moment == Moment.SPLIT:
            return bool(details["paid_on_split"])
        return moment in (Moment.STAND, Moment.BOX_DONE, Moment.SETTLED)
