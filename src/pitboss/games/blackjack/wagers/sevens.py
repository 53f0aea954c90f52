"""Sevens: a side wager on sevens as the first one, two or three cards of a box."""

from collections.abc import Sequence

from pitboss.atoms.match import same_suit
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.state import Wager
from pitboss.games.blackjack.wagers.base import Moment, Reads, SideWager, plays
from pitboss.law.cite import merge_clauses

SEVEN = 6


def grade(cards: Sequence[int]) -> str:
    """Returns the line for the first cards of a box; empty if the first is not a seven."""
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
    """Details: ``at_first_card`` (a first card other than a seven loses immediately), ``paid_on_split`` (two sevens
    are paid when they are split, and a third does not count), ``suited_waits`` (three suited are paid when the box is
    finished)."""

    reads = Reads(box=3)

    def line(self, cards: Sequence[int]) -> str:
        """Returns the line for the first cards."""
        return grade(cards)

    def reopens(self, initial: Sequence[int]) -> bool:
        """Returns whether the initial cards are two sevens, which the third card decides."""
        return grade(initial) in ("two", "two_suited")

    def notify(self, context: RoundContext, wager: Wager, moment: int) -> None:
        """Settles as soon as the cards decide the wager."""
        cards = context.state.dealt.get(wager.box, [])
        line = self.line(cards)
        details = self.terms.details
        if self._decided(cards, line, moment):
            if line == "three_suited" and details["suited_waits"] and moment != Moment.BOX_DONE:
                return
            if moment == Moment.SPLIT:
                pays = self.terms.lines[line]
                assert pays.odds is not None
                cite = self.terms.cite
                context.pay(wager, pays.odds, line, merge_clauses(cite("split"), pays.clauses, cite("won", "settled")))
                return
            self.pay_line(context, wager, line, *self.grounds(context, wager, line, moment))

    def grounds(self, context: RoundContext, wager: Wager, line: str, moment: int) -> tuple[str, ...]:
        """Returns the grounds of the moment: paid on a split, without a third card, or with one that is not a seven."""
        hands = context.state.hands[wager.box]
        split = ("split",) if len(hands) > 1 else ()
        if line in ("three", "three_suited"):
            first, second = context.state.dealt[wager.box][:2]
            unsuited = () if same_suit(first, second) else ("third_after_unsuited",)
            return (*unsuited, *split, "highest")
        if line not in ("two", "two_suited"):
            return ()
        split = (*split, "highest")
        if moment != Moment.CARD:
            return (*split, "no_third_card")
        return (*split, "third_card_bust" if any(hand.bust for hand in hands) else "third_card")

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
