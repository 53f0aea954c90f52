"""The context of one command: rules, state, source of chance, and the events emitted so far."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from pitboss.atoms.hand import add_card
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, Chance, UnknownOutcome
from pitboss.games.blackjack.evolve import CHANGES
from pitboss.games.blackjack.frequent import FrequentClauses, frequent_clauses
from pitboss.games.blackjack.pending_irregularities import (
    BURN_LEFT_OUT,
    CARD_NOT_USED,
    SHUFFLE_ONE_ROUND_LATE,
    USED_AS_NEXT_CARD,
    pending_kind,
)
from pitboss.games.blackjack.state import Hand, Stage, State, Wager
from pitboss.law.choices import CutCardFirst, EmptyShoe, LimitBreach, ShoeKind
from pitboss.law.cite import Citations, Clauses, merge_clauses
from pitboss.law.resolve import BlackjackRules
from pitboss.law.terms import BlackjackTerms
from pitboss.money import Odds

NO_CLAUSES: Final[Clauses] = ()
_STAKES = ("main", "double")
#: Bound once: CPython 3.11 looks up the members of an enum slowly.
_REFUSED: Final = LimitBreach.REFUSED


class CutCardCameFirst(Exception):
    """The cutting card came before the first card of the round; the cards are shuffled immediately."""


class ShoeRanOut(Exception):
    """The shoe is empty; the round is a misdeal."""


class RoundContext(Struct):
    """The interface that handlers and stages use. Every state change goes through ``emit``."""

    rules: BlackjackRules
    terms: BlackjackTerms
    #: Lookup of clauses by rule names: ``cite["turn"]``, ``cite["draw", "totals_announced"]``.
    cite: Citations
    #: The same of events that nearly every round has: ``frequent.up_card``.
    frequent: FrequentClauses
    state: State
    chance: Chance
    events: list[ev.Event] = []
    #: The box of the card that is being drawn; 0 for the dealer, -1 for a burn.
    drawn_for: int = 0

    @classmethod
    def of(cls, rules: BlackjackRules, state: State, chance: Chance) -> "RoundContext":
        """Returns a new context under these rules."""
        return cls(rules, rules.terms, rules.clauses, frequent_clauses(rules.clauses, rules.terms), state, chance)

    def emit(self, event: ev.Event) -> None:
        """Applies an event to the state and appends it to the events of the command."""
        CHANGES[type(event)](self.state, event)
        self.events.append(event)

    # --- cards ---------------------------------------------------------------------------------------------------

    def draw(self, at: int, *, first: bool = False) -> int:
        """Returns the next card for a box or the dealer (0). Handles burns, the cutting card and an empty shoe."""
        state = self.state
        if state.exposed >= 0:
            return state.exposed
        if state.returned:
            return state.returned[0]
        if state.shoes[state.side].burns_due:
            self._burn()
        self.drawn_for = at
        item = self.chance.draw(state.side)
        return item if item >= 0 and not state.pending_irregularities else self._next_card(item, at, first)

    def _next_card(self, item: int, at: int, first: bool) -> int:
        """Returns this item of the shoe, or the first one after it that is a card in play."""
        while item < 0 or (self.state.pending_irregularities and self._not_used(item)):
            if item == CUTTING_CARD:
                self._cutting_card(at, first)
            elif item == SHOE_EMPTY:
                self._shoe_empty()
            item = self.chance.draw(self.state.side)
        return item

    def _not_used(self, card: int) -> bool:
        """Returns whether a pending irregularity takes this card out of play; if so, the card is burnt."""
        self.meet(USED_AS_NEXT_CARD)
        kind = self.meet(CARD_NOT_USED)
        if not kind:
            return False
        entry = self.rules.irregularities[kind]
        self.emit(ev.CardBurned(entry.clauses, card, entry.given.get("reason", kind), self.state.side))
        return True

    def meet(self, remedy: str) -> str:
        """Emits that a pending irregularity with this remedy takes effect; returns its kind, empty if none waits."""
        kind = pending_kind(self.rules, self.state, remedy)
        if kind:
            self.emit(ev.IrregularityMet(self.rules.irregularities[kind].clauses, kind))
        return kind

    def _cutting_card(self, at: int, first: bool) -> None:
        state, terms = self.state, self.terms
        if terms.shoe is ShoeKind.CONTINUOUS:
            return  # a continuous shuffler has no cutting card
        final = 0 < state.rounds_left <= terms.final_rounds
        ground = "final_rounds" if final else "cut_card_first" if first else "cut_card_during"
        self.emit(ev.CuttingCardReached(self.cite[ground], state.side, at))
        if final:
            self.emit(ev.ProcedureDone(self.cite["final_rounds"], "cutting_card_discarded"))
            return
        if first and terms.cut_card_first is CutCardFirst.SHUFFLE_AT_ONCE:
            kind = self.meet(SHUFFLE_ONE_ROUND_LATE)
            if not kind:
                raise CutCardCameFirst
            self.emit(ev.ShuffleDue(self.rules.irregularities[kind].clauses, kind))

    def _shoe_empty(self) -> None:
        state = self.state
        if self.terms.empty_shoe is EmptyShoe.MISDEAL:
            raise ShoeRanOut
        cards = list(state.shoe.rack)
        if not cards:
            raise UnknownOutcome("neither the shoe nor the discard rack holds a card")
        self.emit(ev.Shuffled(self.cite["empty_shoe"], state.side, "empty", discards=True))
        self.emit(ev.Announced(self.cite["empty_shoe"], "shuffle"))
        self.chance.shuffle(state.side, cards)

    def _burn(self) -> None:
        """Burns the cards that are due before the next card."""
        state, shoe = self.state, self.state.shoe
        self.drawn_for = -1
        while shoe.burns_due > 0:
            kind = self.meet(BURN_LEFT_OUT)
            if kind:
                self.emit(ev.BurnsDue(self.rules.irregularities[kind].clauses, state.side, shoe.burns_due - 1))
                continue
            name = "burn_new_dealer" if shoe.drawn else "burn_new_shoe"
            card = self._next_card(self.chance.draw(state.side), 0, state.stage == Stage.OPENING)
            self.emit(ev.CardBurned(self.cite[name], card, "burn", state.side))

    def deal_to(self, hand: Hand, clauses: Clauses, *, announced: bool, card: int = -1) -> None:
        """Deals a card to a player's hand: the given card, or the next one."""
        if card < 0:
            card = self.draw(hand.box)
        total, soft = add_card(hand.total, hand.soft, card)
        self.emit(ev.CardDealt(clauses, hand.box, hand.number, card, total, soft, announced))

    # --- wagers --------------------------------------------------------------------------------------------------

    def open_wagers(self, kind: str, box: int = 0) -> Iterator[Wager]:
        """Yields the open wagers of a kind, on a box or on all boxes."""
        for wager in self.state.wagers:
            if wager.result is None and wager.kind == kind and (not box or wager.box == box):
                yield wager

    def stakes_on(self, hand: Hand, spot: int = 0) -> list[Wager]:
        """Returns the open main and double wagers on a hand, of one spot or of all."""
        number = hand.number
        return [
            wager
            for wager in self.state.wagers
            if wager.hand == number
            and wager.result is None
            and wager.kind in _STAKES
            and (not spot or wager.spot == spot)
        ]

    def settle(self, wager: Wager, net: int, outcome: str, clauses: Clauses) -> None:
        """Settles a wager with a net result: pays, collects or returns it."""
        place, spot = self._place_of(wager), wager.spot
        self.emit(
            ev.WagerSettled(clauses, wager.number, wager.player, wager.box, wager.kind, net, outcome, place, spot)
        )

    def pay(self, wager: Wager, odds: Odds, outcome: str, clauses: Clauses) -> None:
        """Pays a wager at odds, rounded to the chips of the float where the rulebook says so."""
        net, more = payable(self, wager, odds)
        self.settle(wager, net, outcome, merge_clauses(clauses, more) if more else clauses)

    def steps_before_payment(self, wager: Wager, detail: str, *steps: tuple[str, Clauses]) -> bool:
        """Emits the steps that come before the payment of a wager, by name and clauses, in order.

        Returns False while the payment waits for a person to attest one of them.
        """
        state = self.state
        if state.held is not None:
            return False
        attested = [name for name, number in state.attested if number == wager.number]
        passed = max((place for place, (name, _) in enumerate(steps, 1) if name in attested), default=0)
        for name, clauses in steps[passed:]:
            if not self.rules.attested_before_payment.isdisjoint(clauses):
                self.emit(ev.PaymentHeld(clauses, wager.number, wager.box, wager.kind, name, detail))
                return False
            self.emit(ev.ProcedureDone(clauses, name, detail))
        return True

    def void(self, wager: Wager, reason: str, clauses: Clauses) -> None:
        """Voids a wager: its stake goes back, also if it was settled before."""
        place, spot = self._place_of(wager), wager.spot
        self.emit(ev.WagerVoided(clauses, wager.number, wager.player, wager.box, wager.kind, reason, place, spot))

    def _place_of(self, wager: Wager) -> int:
        """Returns the place of the hand of a main wager or a double on a box that was split; 0 elsewhere."""
        return self.state.place_of(wager.box, wager.hand) if wager.kind in _STAKES else 0

    def clear(self, hand: Hand, clauses: Clauses) -> None:
        """Moves the cards of a hand to the discard rack."""
        if not hand.cleared:
            self.emit(ev.HandCleared(clauses, hand.box, hand.number))

    def close(self, hand: Hand, reason: str, clauses: Clauses = NO_CLAUSES) -> None:
        """Closes a hand: it needs no further decision."""
        self.emit(ev.HandClosed(clauses, hand.box, hand.number, reason, self.state.place_of(hand.box, hand.number)))

    def stage(self, stage: int) -> None:
        """Advances the round to a stage."""
        self.emit(ev.StageCame(NO_CLAUSES, stage))


def payable(context: RoundContext, wager: Wager, odds: Odds) -> tuple[int, Clauses]:
    """Returns the payment of a win in the chips of the float, and the clauses of the rounding."""
    terms = context.terms
    unit = terms.float_unit
    if unit is None or terms.limit_breach is _REFUSED:
        return odds.on(wager.amount), NO_CLAUSES
    rounded = odds.rounded_up(wager.amount, unit)
    if odds.is_whole(wager.amount) and rounded == odds.on(wager.amount):
        return rounded, NO_CLAUSES
    over = wager.amount % context.state.minimum
    if terms.multiples_notice and wager.kind in _STAKES and over:
        return odds.rounded_up(wager.amount - over, unit), context.cite["multiples_notice"]
    return rounded, context.cite["float_unit"]
