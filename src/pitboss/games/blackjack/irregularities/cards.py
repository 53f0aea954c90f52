"""Remedies for misplaced cards: face up in the shoe, drawn or burnt in error, overdrawn, not burnt."""

from typing import Final

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import Report, any_time, before_settlement, refuse, remedy
from pitboss.games.blackjack.pending_irregularities import (
    BURN_LEFT_OUT,
    CARD_NOT_USED,
    DEALER_CARD_BURNED,
    OFFERED_TO_THE_PLAYERS,
    UP_CARD_RESTORED,
    USED_AS_NEXT_CARD,
    is_pending,
)
from pitboss.games.blackjack.state import Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

#: The moment of remedies that wait for a card.
_AT_THE_CARD: Final = ("before_card",)


def _once(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if is_pending(state, report.kind, report.entry.remedy):
        return refuse(rules, report, "it is reported already and still pending")
    return any_time(rules, state, report)


def _burn_due(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if not any(shoe.burns_due for shoe in state.shoes):
        return refuse(rules, report, "no card is to be burnt")
    return _once(rules, state, report)


def _dealer_to_come(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    return before_settlement(rules, state, report) or _once(rules, state, report)


@remedy(
    CARD_NOT_USED,
    any_time,  # may be reported once for each such card
    moments=_AT_THE_CARD,
    given={"reason": ()},
    by_dealer=True,
    says="Puts the next card on the rack; ``reason`` names why in the event, the kind where it is silent.",
)
@remedy(
    DEALER_CARD_BURNED,
    _dealer_to_come,
    moments=_AT_THE_CARD,
    by_dealer=True,
    says="Burns a card that was drawn for the dealer's complete hand.",
)
@remedy(
    BURN_LEFT_OUT,
    _burn_due,
    moments=_AT_THE_CARD,
    by_dealer=True,
    says="Leaves out a card that is to be burnt.",
)
@remedy(
    USED_AS_NEXT_CARD,
    _once,
    moments=_AT_THE_CARD,
    by_dealer=True,
    says="Uses a card that was drawn in error and not seen as the next card.",
)
def wait_for_it(context: RoundContext, report: Report) -> None:
    """Notes the irregularity as pending: the card goes to the rack, or is not burnt, when its time comes."""
    context.emit(ev.IrregularityNoted(report.clauses, report.kind, waits=True))


def _hand_in_turn(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    playing = state.stage == Stage.PLAY and state.offer is None and state.turn is not None
    if not playing and state.stage != Stage.OFFERS:
        return refuse(rules, report, "only after the initial deal, while a hand is to be decided")
    if state.exposed >= 0:
        return refuse(rules, report, "another exposed card is not used yet")
    return None


@remedy(OFFERED_TO_THE_PLAYERS, _hand_in_turn, by_dealer=True, draws=True)
def offered_to_the_players(context: RoundContext, report: Report) -> None:
    """Exposes the card; it is offered to the box in turn, then to the next boxes, and last used by the dealer."""
    clauses = report.clauses
    card = context.draw(context.state.turn_box)
    context.emit(ev.IrregularityNoted(clauses, report.kind))
    context.emit(ev.CardExposed(clauses, card))


@remedy(
    UP_CARD_RESTORED,
    _dealer_to_come,
    moments=_AT_THE_CARD,
    needs="several_dealer_hands",
    by_dealer=True,
    says="Returns the dealer's first card from the rack for the dealer's next hand.",
)
def up_card_restored(context: RoundContext, report: Report) -> None:
    """Notes the irregularity as pending: the first card returns from the rack for the dealer's next hand."""
    wait_for_it(context, report)
