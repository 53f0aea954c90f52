"""The facts of the dealer's draw, of limits, of the streak's lammer and of the cut, for the conditions of clauses."""

from pitboss.games.blackjack.facts import BlackjackFacts
from pitboss.games.blackjack.state import Hand, points_of
from pitboss.law.conditions import fact


class DealerFacts(BlackjackFacts):
    """The facts of what the dealer does, in the state before it."""

    @fact("the dealer has {dealer_total}", neutral=True)
    def must_draw(self) -> bool:
        total, soft = points_of(self._dealer)
        return total <= 16 or (total == 17 and soft and self.rules.terms.dealer_hits_soft_17)

    @fact("")
    def dealer_cards(self) -> int:
        return len(self._dealer)

    @fact("the dealer's total decides an open wager")
    def contested(self) -> bool:
        """Whether a main wager or its double is open on a hand that the dealer's total can still beat or pay."""
        return any(
            wager.result is None
            and wager.kind in ("main", "double")
            and wager.spot == self.state.spot
            and self._is_undecided(hand)
            for wager in self.state.wagers
            for hand in self.state.hands.get(wager.box, ())
            if hand.number == wager.hand
        )

    def _is_undecided(self, hand: Hand) -> bool:
        ahead = self.rules.terms.two_card_21_beats_drawn_21 and hand.total == 21 and len(hand.cards) == 2
        return not (hand.bust or hand.blackjack or hand.surrendered or ahead)

    @fact("the limit is for one player on one box")
    def own_limit(self) -> bool:
        return bool(getattr(self.subject, "player", ""))

    @fact("")
    def shuffler(self) -> str:
        return str(self.rules.options.get("shuffler", "none"))

    @fact("")
    def wins(self) -> int:
        """The number of the streak's area to which the lammer moves; 0 as it is taken away."""
        return int(getattr(self.subject, "wins", 0))
