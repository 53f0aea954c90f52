"""The facts of refused bets: the player, the amounts, the limits, the other wagers on the box, and side wagers.

Each is derived from the command and the state before it, apart from the code that refused the command.
"""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.facts import UNKNOWN_PURSE
from pitboss.games.blackjack.remedy_facts import RemedyFacts
from pitboss.games.blackjack.state import Hand, Wager
from pitboss.law.choices import WagerNeeds
from pitboss.law.conditions import fact
from pitboss.law.resolve import SideTerms
from pitboss.money import Odds


class BetFacts(RemedyFacts):
    """The facts of the amounts that a refused command asks for."""

    # --- who asks ----------------------------------------------------------------------------------------

    @property
    def _player(self) -> str:
        return str(getattr(self.subject, "player", ""))

    @property
    def _hand(self) -> Hand | None:
        """The hand in turn if it is on the box, else the first hand of the box."""
        turn, hands = self.state.turn, self._hands
        return turn if turn is not None and turn.box == self._box else hands[0] if hands else None

    @property
    def _own(self) -> list[Wager]:
        """The player's wagers of the round on the box."""
        return [each for each in self.state.wagers if each.player == self._player and each.box == self._box]

    # --- money -----------------------------------------------------------------------------------------------------

    @property
    def _mains(self) -> tuple[int, ...]:
        return tuple(amount for amount in getattr(self.subject, "amounts", ()) if amount)

    @property
    def _stakes(self) -> dict[int, int]:
        """The player's main stakes on the hand, by spot."""
        hand = self._hand
        found: dict[int, int] = {}
        for wager in self._own:
            if hand is not None and wager.kind == "main" and wager.open and wager.hand == hand.number:
                found[wager.spot] = found.get(wager.spot, 0) + wager.amount
        return found

    @property
    def _added(self) -> list[int]:
        """The amounts that the command adds to the wagers of the player."""
        if isinstance(self.subject, cmd.PlaceBet):
            return [*self._mains, *(amount for _, amount in self.subject.sides)]
        if isinstance(self.subject, cmd.Follow):
            return [self.subject.amount] if self.subject.amount is not None else list(self._followed.values())
        if isinstance(self.subject, cmd.DoubleDown | cmd.Insure):
            return list(self._mains or self._stakes.values())
        return list(self._stakes.values()) if isinstance(self.subject, cmd.SplitPair) else []

    @property
    def _followed(self) -> dict[int, int]:
        """The stakes of a back bettor on the hand that was doubled or split."""
        offer = self.state.offer
        if offer is None:
            return {}
        return {each.spot: each.amount for each in self._own if each.kind == "main" and each.hand == offer.hand}

    @fact("the amount is above the own wager on the hand, or below the minimum")
    def follow_out_of_bounds(self) -> bool:
        amount = getattr(self.subject, "amount", None)
        stakes = self._followed.values()
        return amount is not None and (amount < self.state.minimum or any(amount > stake for stake in stakes))

    @fact("the amount is not the own wager on the hand")
    def follow_unequal(self) -> bool:
        amount = getattr(self.subject, "amount", None)
        return amount is not None and any(amount != stake for stake in self._followed.values())

    @fact("the player has too little money")
    def short_of_money(self) -> bool:
        held = self.state.money.get(self._player, 0)
        if held >= UNKNOWN_PURSE // 2:  # the record does not state the purse
            return True
        if isinstance(self.subject, cmd.PlaceBet):
            held += sum(bet.amount for bet in self.state.bets if bet.player == self._player and bet.box == self._box)
        return self._player not in self.state.money or sum(self._added) > held

    @fact("the amount cannot be laid in chips")
    def not_in_chips(self) -> bool:
        unit = self.rules.terms.chip_unit
        return unit is not None and any(amount % unit for amount in self._added)

    @fact("the payment would come to a fraction of a cent, or cannot be made in chips")
    def unpayable(self) -> bool:
        terms = self.rules.terms
        odds: list[Odds] = [terms.insurance_odds] if isinstance(self.subject, cmd.Insure) else []
        if isinstance(self.subject, cmd.PlaceBet):
            odds = [terms.blackjack_odds, terms.even_odds]
            odds += terms.bonus_21.values()
            odds += [terms.suited_blackjack_odds] if terms.suited_blackjack_odds is not None else []
        halved = terms.surrender and any(amount % 2 for amount in self._mains)
        lines = [
            (line.odds, amount)
            for name, amount in getattr(self.subject, "sides", ())
            if name in self.rules.sides
            for line in self.rules.sides[name].lines.values()
            if line.odds
        ]
        pairs = [*((each, amount) for each in odds for amount in self._mains), *lines]
        return halved or any(not each.is_whole(amount) for each, amount in pairs)

    @fact("the payment cannot be made in chips")
    def no_chips_to_pay(self) -> bool:
        unit = self.rules.terms.insurance_unit
        return unit is not None and any(self.rules.terms.insurance_odds.on(amount) % unit for amount in self._mains)

    # --- main wagers -----------------------------------------------------------------------------------------------

    @fact("the amount is outside the limits")
    def outside_limits(self) -> bool:
        holder, own = self.state.own_maximum.get(self._box, ("", 0))
        most = own if holder == self._player else self.state.maximum
        return any(not self.state.minimum <= amount <= most for amount in self._mains)

    @fact("the bet has a main wager")
    def main_wagered(self) -> bool:
        return bool(self._mains)

    @fact("the amount is not the minimum")
    def not_the_minimum(self) -> bool:
        return any(amount != self.state.minimum for amount in self._mains)

    @fact("the amount is below the minimum")
    def under_minimum(self) -> bool:
        return any(amount < self.state.minimum for amount in self._mains)

    @fact("the amount is not a multiple of the increment")
    def off_step(self) -> bool:
        step = self.rules.limits.step or self.rules.terms.increment
        return step is not None and any(amount % step for amount in self._mains)

    @property
    def _beside(self) -> list[Wager]:
        """The main wagers of other players on the box, before the deal."""
        return [
            bet for bet in self.state.bets if bet.kind == "main" and bet.box == self._box and bet.player != self._player
        ]

    @fact("as many players as may already wager on the box")
    def box_full(self) -> bool:
        return len({bet.player for bet in self._beside}) >= self.rules.terms.players_per_box

    @fact("the player already wagers on as many boxes as may be")
    def boxes_full(self) -> bool:
        boxes = {
            bet.box
            for bet in self.state.bets
            if bet.kind == "main" and bet.player == self._player and bet.box != self._box
        }
        return len(boxes) >= self.rules.terms.boxes_per_player

    @fact("the wagers on the box together exceed a maximum")
    def box_over_maximum(self) -> bool:
        terms = self.rules.terms
        limits = (terms.box_maximum, self.state.maximum if terms.table_maximum_per_box else None)
        beside = sum(bet.amount for bet in self._beside)
        total = beside + sum(self._mains)
        own = terms.player_box_maximum
        over = any(most is not None and total > most for most in limits)
        return over or (own is not None and sum(self._mains) > own)

    @fact("another player has a maximum of his own on the box")
    def box_reserved(self) -> bool:
        holder = self.state.own_maximum.get(self._box, ("", 0))[0]
        return bool(holder) and holder != self._player

    @fact("the wagers are not on the spots that must be taken")
    def wrong_spots(self) -> bool:
        terms, amounts = self.rules.terms, tuple(getattr(self.subject, "amounts", ()))
        placed = len(self._mains)
        ordered = all(amounts[:placed])
        return len(amounts) > terms.spots or (placed > 0 and (placed < terms.spots_needed or not ordered))

    @fact("the wagers on the spots are too few or too many")
    def wrong_number_of_spots(self) -> bool:
        placed = len(self._mains)
        return len(self.subject.amounts) > self.rules.terms.spots or placed < self.rules.terms.spots_needed

    # --- side wagers -----------------------------------------------------------------------------------------------

    @fact("")
    def sides(self) -> tuple[str, ...]:
        """The side wagers that the bet names."""
        return tuple(name for name, _ in getattr(self.subject, "sides", ()))

    @property
    def _sides(self) -> list[tuple[SideTerms, int]]:
        named = getattr(self.subject, "sides", ())
        return [(self.rules.sides[name], amount) for name, amount in named if name in self.rules.sides]

    @fact("a side wager is not offered")
    def side_not_offered(self) -> bool:
        known = {"ante"} if self.rules.terms.ante is not None else set()
        return any(not terms.offered for terms, _ in self._sides) or any(
            name not in self.rules.sides and name not in known for name in self.sides()
        )

    @fact("the amount of a side wager is not the one displayed")
    def wrong_side_amount(self) -> bool:
        def wrong(terms: SideTerms, amount: int) -> bool:
            if terms.posted is not None:
                return not terms.posted[0] <= amount <= terms.posted[1]
            stakes = terms.details.get("stakes")
            wanted = [terms.amount] if terms.amount is not None else list(stakes or ())
            return amount <= 0 or (bool(wanted) and amount not in wanted)

        return any(wrong(terms, amount) for terms, amount in self._sides)

    @fact("the main wager that the side wager needs is not there")
    def side_without_main(self) -> bool:
        mains = [bet for bet in self.state.bets if bet.kind == "main"]
        on_box = any(bet.box == self._box and bet.player != self._player for bet in mains)
        elsewhere = any(bet.box != self._box and bet.player == self._player for bet in mains)
        alone = {
            WagerNeeds.ANY_MAIN_ON_BOX: on_box,
            WagerNeeds.ANY_MAIN_ON_BOX_AND_OWN_ANYWHERE: on_box and elsewhere,
        }
        return not self._mains and any(not alone.get(WagerNeeds(terms.needs), False) for terms, _ in self._sides)

    @fact("a side wager is above the main wager")
    def side_above_main(self) -> bool:
        least = min(self._mains, default=0)
        return bool(least) and any(amount > least for terms, amount in self._sides if "capped_by_main" in terms.details)

    @fact("a side wager is above its posted maximum")
    def side_above_maximum(self) -> bool:
        return any(amount > terms.details.get("maximum", amount) for terms, amount in self._sides)

    @property
    def _ante(self) -> int:
        """The ante due with this bet."""
        terms = self.rules.terms
        waived = terms.ante_waiver is not None and sum(self._mains) >= terms.ante_waiver
        return terms.ante if terms.ante is not None and self._mains and not waived else 0

    @fact("the ante is not the one due")
    def wrong_ante(self) -> bool:
        return bool(dict(getattr(self.subject, "sides", ())).get("ante", 0) != self._ante)

    @fact("an ante is due")
    def ante_due(self) -> bool:
        return self._ante > 0

    @fact("a streak wager on the box is pending")
    def streak_pending(self) -> bool:
        return any(each.kind.startswith("streak") and each.open and each.box == self._box for each in self.state.wagers)

    @fact("the prize button is out of order")
    def button_failed(self) -> bool:
        return self.state.button_failed
