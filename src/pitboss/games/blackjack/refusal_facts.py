"""The facts of refused commands, over which ``forbids`` and ``refuses`` are written: turns, offers, hands, the cut.

Each is derived from the command and the state before it, apart from the code that refused the command.
"""

from typing import Final

from pitboss.atoms.hand import is_ace
from pitboss.atoms.match import same_points
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.bet_facts import BetFacts
from pitboss.games.blackjack.state import Hand, Stage
from pitboss.law.choices import EvenMoney
from pitboss.law.conditions import fact

#: The offer that a command answers.
_ANSWERS: Final[dict[type, str]] = {
    cmd.Insure: "insurance",
    cmd.TakeEvenMoney: "insurance",
    cmd.Pass: "insurance",
    cmd.Follow: "follow",
    cmd.Keep: "follow",
    cmd.AcceptCard: "exposed",
    cmd.RefuseCard: "exposed",
}


class RefusalFacts(BetFacts):
    """The facts of one refused command at a blackjack table."""

    # --- who asks, and when --------------------------------------------------------------------------------------

    @fact("the player is at the table")
    def at_table(self) -> bool:
        return self._player in self.state.money

    @fact("the table is closed")
    def closed(self) -> bool:
        return self.state.stage == Stage.CLOSED

    @fact("betting is open")
    def betting(self) -> bool:
        return self.state.stage == Stage.BETTING

    @fact("the table has no such box")
    def no_such_box(self) -> bool:
        box = int(getattr(self.subject, "box", 1))
        for_all = isinstance(self.subject, cmd.ChangeLimits) and not box
        return not for_all and not 1 <= box <= self.rules.terms.boxes

    @fact("the hand is not in turn")
    def out_of_turn(self) -> bool:
        turn = self.state.turn
        return self.state.stage != Stage.PLAY or turn is None or turn.box != self._box

    @fact("another player decides for the box")
    def not_decider(self) -> bool:
        return self.state.deciders.get(self._box) != self._player

    @fact("a question is open")
    def question(self) -> str:
        """What the table waits for before any decision: an offer, or a press of the prize button."""
        return self.offer() or ("prize" if self.state.presses else "")

    @fact("the player is not asked")
    def not_asked(self) -> bool:
        offer = self.state.offer
        wanted = _ANSWERS.get(type(self.subject), "")
        return offer is None or offer.kind != wanted or (self._player, self._box) not in offer.waiting

    @fact("")
    def playable(self) -> bool:
        """Whether it is a decision that only the hand, the cards and the amount can forbid."""
        blocked = self.out_of_turn() or self.not_decider() or bool(self.question()) or self.absent() or self.excluded()
        return self.decision() and self.at_table() and not blocked

    @fact("")
    def bettable(self) -> bool:
        """Whether it is a bet that only its amounts and the other wagers can forbid."""
        bet = isinstance(self.subject, cmd.PlaceBet) and self.betting()
        return (
            bet
            and self.at_table()
            and not (self.no_such_box() or self.wrong_spots() or self.excluded() or self.absent())
        )

    # --- decisions on a hand ---------------------------------------------------------------------------------------

    @property
    def _meant(self) -> list[Hand]:
        """The hand in turn if it is on the box, else all hands of the box."""
        turn = self.state.turn
        return [turn] if turn is not None and turn.box == self._box else self._hands

    @fact("the hand is not two cards")
    def not_two_cards(self) -> bool:
        return any(len(hand.cards) != 2 for hand in self._meant)

    @fact("an ace is among the cards")
    def has_ace(self) -> bool:
        return any(is_ace(card) for hand in self._meant for card in hand.cards)

    @fact("the cards are not two of the same value")
    def not_a_pair(self) -> bool:
        return not any(len(hand.cards) == 2 and self._match(*hand.cards) for hand in self._meant)

    @fact("the first two cards were a pair")
    def first_pair(self) -> bool:
        return any(len(hand.cards) > 2 and self._match(*hand.cards[:2]) for hand in self._meant)

    def _match(self, first: int, second: int) -> bool:
        """Returns whether two cards are of the same value, or of the same rank where the rules ask for that."""
        return same_points(first, second) and (first >> 2 == second >> 2 or not self.rules.terms.split_same_rank)

    @fact("the box has as many hands as may be")
    def hands_full(self) -> bool:
        return len(self._hands) >= self.rules.terms.split_hands

    @fact("the amount is above the wager")
    def above_stake(self) -> bool:
        amounts = getattr(self.subject, "amounts", ()) or ()
        return any(amount > self._stakes.get(spot, 0) for spot, amount in enumerate(amounts, 1))

    @fact("the amount is not the wager")
    def not_the_stake(self) -> bool:
        amounts = getattr(self.subject, "amounts", ())
        return bool(amounts) and {spot: each for spot, each in enumerate(amounts, 1) if each} != self._stakes

    @fact("the hand was decided before, or is split")
    def decided_before(self) -> bool:
        return self._box in self.state.decided or self.box_split()

    @fact("surrender is not offered")
    def no_surrender(self) -> bool:
        return not self.rules.terms.surrender

    @fact("all hands of the box are closed")
    def box_done(self) -> bool:
        return bool(self._hands) and all(hand.closed or hand.cleared for hand in self._hands)

    @fact("the hands of the box are surrendered")
    def box_surrendered(self) -> bool:
        return any(hand.surrendered for hand in self._hands)

    @fact("the cards of the box are collected")
    def box_cleared(self) -> bool:
        return any(hand.cleared for hand in self._hands)

    @fact("the box refused the exposed card")
    def refused_card(self) -> bool:
        return bool(self.state.refused)

    # --- insurance and even money ----------------------------------------------------------------------------------

    @fact("a spot without a wager is insured")
    def spot_without_wager(self) -> bool:
        spots = {each.spot for each in self._own if each.kind == "main" and each.open}
        return any(amount and spot not in spots for spot, amount in enumerate(getattr(self.subject, "amounts", ()), 1))

    @fact("a wager of the player on the box is open")
    def own_open(self) -> bool:
        return any(each.open for each in self._own)

    @fact("the player has an insurance, double, split or side wager on the box")
    def confirmed(self) -> bool:
        return any(each.kind != "main" or not each.original for each in self._own)

    @fact("a wager of the player on the box has lost")
    def own_lost(self) -> bool:
        return any(each.result is not None and each.result < 0 for each in self._own)

    @fact("the insurance is above half the wager")
    def above_half(self) -> bool:
        stakes = {each.spot: each.amount for each in self._own if each.kind == "main" and each.original and each.open}
        amounts = enumerate(getattr(self.subject, "amounts", ()), 1)
        return any(2 * amount > stakes.get(spot, 0) for spot, amount in amounts if amount)

    @fact("the insurance is above the whole wager")
    def far_above_half(self) -> bool:
        stakes = [each.amount for each in self._own if each.kind == "main" and each.original and each.open]
        return bool(stakes) and any(amount > max(stakes) for amount in getattr(self.subject, "amounts", ()))

    @fact("the dealer's first card lies on the table")
    def dealer_shows(self) -> bool:
        return bool(self._dealer)

    @fact("the player has no open wager on the box")
    def no_live_wager(self) -> bool:
        return not any(each.kind == "main" and each.open for each in self._own)

    @fact("the box is insured")
    def insured(self) -> bool:
        return any(each.kind == "insurance" for each in self._own)

    @fact("even money is not offered")
    def no_even_money(self) -> bool:
        return self.rules.terms.even_money is EvenMoney.NONE

    # --- the cut and the house -------------------------------------------------------------------------------------

    @fact("no cut is offered")
    def no_cut(self) -> bool:
        return not self.state.cut_offer

    @fact("another player is asked to cut")
    def not_cutter(self) -> bool:
        return bool(self.state.cut_offer) and self.state.cut_offer[0] != self._player

    @fact("the cut is too near an end")
    def cut_near_end(self) -> bool:
        depth = getattr(self.subject, "depth", None)
        cards = self.state.shoe.cards_in
        margin = min(self.rules.terms.cut_margin, cards // 4)
        return depth is not None and not margin <= depth <= cards - margin

    @fact("no main wager lies on the table")
    def nothing_to_deal(self) -> bool:
        return not any(bet.kind == "main" for bet in self.state.bets)

    @fact("the shoe has no such side")
    def wrong_side(self) -> bool:
        return bool(getattr(self.subject, "side", "")) != (len(self.state.shoes) > 1)

    @fact("no wager of the player lies on the table")
    def nothing_to_void(self) -> bool:
        who = getattr(self.subject, "who", "")
        return not any(each.player == who and each.open for each in (*self.state.wagers, *self.state.bets))

    @fact("the chips at the start do not reach the least wagers")
    def chips_too_few(self) -> bool:
        chips, terms = self.rules.options.get("chips"), self.rules.terms
        least = (terms.spots_needed if terms.spots > 1 else 1) * getattr(self.subject, "minimum", 0)
        return chips is not None and chips < least

    @fact("the ante is above an eighth of the minimum")
    def ante_too_high(self) -> bool:
        ante = self.rules.terms.ante
        return ante is not None and 8 * ante > getattr(self.subject, "minimum", 0)
