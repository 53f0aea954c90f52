"""One command being carried out: the rules, the state, chance, and the events so far."""

from collections.abc import Iterator
from typing import Final

from pitboss.atoms.hand import add_card
from pitboss.blackjack import events as ev
from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, Chance, UnknownOutcome
from pitboss.blackjack.evolve import CHANGES
from pitboss.blackjack.state import Hand, Stage, State, Wager
from pitboss.law.cite import Clauses, together
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CutCardFirst, EmptyShoe, LimitBreach, ShoeKind
from pitboss.money import Odds

NO_CLAUSES: Final[Clauses] = ()
_STAKES = ("main", "double")


class CutCardCameFirst(Exception):
    """The cutting card came before the first card of the round, and the cards are shuffled at once."""


class ShoeRanOut(Exception):
    """The shoe is empty and the round is a misdeal."""


class Dealing:
    """What the steps of a round share. Every change of the state goes through ``emit``."""

    __slots__ = ("chance", "cite", "events", "rules", "state", "terms")

    def __init__(self, rules: BlackjackRules, state: State, chance: Chance) -> None:
        self.rules = rules
        self.terms = rules.terms
        #: The clauses of rules by name: ``cite["turn"]``, ``cite["draw", "totals_announced"]``.
        self.cite = rules.clauses
        self.state = state
        self.chance = chance
        self.events: list[ev.Event] = []

    def emit(self, event: ev.Event) -> None:
        """It has happened."""
        CHANGES[type(event)](self.state, event)
        self.events.append(event)

    # --- cards ---------------------------------------------------------------------------------------------------

    def draw(self, at: int, *, first: bool = False) -> int:
        """The next card, for a box or for the dealer (0); what stands in its way is dealt with."""
        state = self.state
        if state.exposed >= 0:
            return state.exposed
        if state.returned:
            return state.returned[0]
        if state.shoes[state.side].burns_due:
            self._burn()
        return self._next_card(at, first)

    def _next_card(self, at: int, first: bool) -> int:
        state = self.state
        while True:
            item = self.chance.draw(state.side)
            if item >= 0:
                if state.awaited and self._not_used(item):
                    continue
                return item
            if item == CUTTING_CARD:
                self._cutting_card(at, first)
            elif item == SHOE_EMPTY:
                self._shoe_empty()

    def _not_used(self, card: int) -> bool:
        """Whether an irregularity that waited takes this card out of play."""
        state = self.state
        if "drawn_unexposed" in state.awaited:
            self.emit(ev.IrregularityMet(self.rules.irregularities["drawn_unexposed"].clauses, "drawn_unexposed"))
        for kind, reason in (("face_up_card", "face_up"), ("burnt_in_error", "in_error")):
            if kind in state.awaited:
                clauses = self.rules.irregularities[kind].clauses
                self.emit(ev.IrregularityMet(clauses, kind))
                self.emit(ev.CardBurned(clauses, card, reason, state.side))
                return True
        return False

    def _cutting_card(self, at: int, first: bool) -> None:
        state, terms = self.state, self.terms
        if terms.shoe is ShoeKind.CONTINUOUS:
            return  # which has no use for one
        self.emit(ev.CuttingCardReached(self.cite["cut_card_first" if first else "cut_card_during"], state.side, at))
        if 0 < state.rounds_left <= terms.final_rounds:
            self.emit(ev.ProcedureDone(self.cite["final_rounds"], "cutting_card_discarded"))
            return
        if first and terms.cut_card_first is CutCardFirst.SHUFFLE_AT_ONCE:
            if "missed_shuffle" not in state.awaited:
                raise CutCardCameFirst
            clauses = self.rules.irregularities["missed_shuffle"].clauses
            self.emit(ev.IrregularityMet(clauses, "missed_shuffle"))
            self.emit(ev.ShuffleDue(clauses, "missed_shuffle"))

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
        """Burns what is due before the next card."""
        state, shoe = self.state, self.state.shoe
        while shoe.burns_due > 0:
            if "no_burn" in state.awaited:
                clauses = self.rules.irregularities["no_burn"].clauses
                self.emit(ev.IrregularityMet(clauses, "no_burn"))
                self.emit(ev.BurnsDue(clauses, state.side, shoe.burns_due - 1))
                continue
            name = "burn_new_dealer" if shoe.drawn else "burn_new_shoe"
            card = self._next_card(0, state.stage == Stage.OPENING)
            self.emit(ev.CardBurned(self.cite[name], card, "burn", state.side))

    def deal_to(self, hand: Hand, clauses: Clauses, *, announced: bool, card: int = -1) -> None:
        """A card to a player's hand."""
        if card < 0:
            card = self.draw(hand.box)
        total, soft = add_card(hand.total, hand.soft, card)
        self.emit(ev.CardDealt(clauses, hand.box, hand.number, card, total, soft, announced))

    # --- wagers --------------------------------------------------------------------------------------------------

    def open_wagers(self, kind: str, box: int = 0) -> Iterator[Wager]:
        """The open wagers of a kind, on a box or on all."""
        for wager in self.state.wagers:
            if wager.result is None and wager.kind == kind and (not box or wager.box == box):
                yield wager

    def stakes_on(self, hand: Hand, spot: int = 0) -> list[Wager]:
        """The open main and double wagers on a hand, of one spot or of all."""
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
        """Pays, collects or returns a wager."""
        self.emit(ev.WagerSettled(clauses, wager.number, wager.player, wager.box, wager.kind, net, outcome))

    def pay(self, wager: Wager, odds: Odds, outcome: str, clauses: Clauses) -> None:
        """Pays a wager at odds, as far as the float can."""
        net, more = payable(self, wager, odds)
        self.settle(wager, net, outcome, together(clauses, more) if more else clauses)

    def void(self, wager: Wager, reason: str, clauses: Clauses) -> None:
        """Returns a wager whatever became of it."""
        self.emit(ev.WagerVoided(clauses, wager.number, wager.player, wager.box, wager.kind, reason))

    def clear(self, hand: Hand, clauses: Clauses) -> None:
        """The cards of a hand go to the rack."""
        if not hand.cleared:
            self.emit(ev.HandCleared(clauses, hand.box, hand.number))

    def close(self, hand: Hand, why: str, clauses: Clauses = NO_CLAUSES) -> None:
        """Nothing more is decided for the hand."""
        self.emit(ev.HandClosed(clauses, hand.box, hand.number, why))

    def stage(self, stage: int) -> None:
        """The round goes on to that step."""
        self.emit(ev.StageCame(NO_CLAUSES, stage))


def payable(dealing: Dealing, wager: Wager, odds: Odds) -> tuple[int, Clauses]:
    """What a win pays where the float has no chip for every amount, and the clause that says so."""
    terms = dealing.terms
    exact = odds.on(wager.amount)
    unit = terms.float_unit
    if terms.limit_breach is LimitBreach.REFUSED or unit is None or exact % unit == 0:
        return exact, NO_CLAUSES
    minimum = dealing.state.minimum
    if terms.multiples_notice and wager.kind in _STAKES and wager.amount % minimum:
        lower = odds.on(wager.amount - wager.amount % minimum)
        return -(-lower // unit) * unit, dealing.cite["multiples"]
    return -(-exact // unit) * unit, dealing.cite["multiples"]
