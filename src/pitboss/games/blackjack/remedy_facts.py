"""The facts of remedies: which irregularity of the round is put right, and why the house plays a hand."""

from pitboss.games.blackjack.dealer_facts import DealerFacts
from pitboss.law.conditions import fact


class RemedyFacts(DealerFacts):
    """The facts of one event, with what happened in the round before it."""

    #: The kind of the irregularity that was noted last in this round, or between rounds; empty if none was.
    noted: str = ""

    @fact("")
    def remedied(self) -> str:
        return self.noted

    @fact("the house plays the hand, whose player is absent or out of time")
    def undecided(self) -> bool:
        hand = self._hand
        decider = self.state.deciders.get(self._box, "")
        return decider in self.state.absent or (hand is not None and hand.timed_out)

    @fact("the prize button is out of order")
    def button_failed(self) -> bool:
        return self.state.button_failed
