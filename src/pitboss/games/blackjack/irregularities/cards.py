"""Remedies for misplaced cards: face up in the shoe, drawn or burnt in error, overdrawn, not burnt."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import any_time, before_settlement, clauses_of, refuse, remedy
from pitboss.games.blackjack.state import Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _once(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if command.kind in state.pending_irregularities:
        return refuse(rules, command, "it is reported already and still pending")
    return any_time(rules, state, command)


def _burn_due(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if not any(shoe.burns_due for shoe in state.shoes):
        return refuse(rules, command, "no card is to be burnt")
    return _once(rules, state, command)


def _dealer_to_come(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    return before_settlement(rules, state, command) or _once(rules, state, command)


@remedy("card_not_used", any_time)  # may be reported once for each such card
@remedy("dealer_card_burned", _dealer_to_come)
@remedy("burn_left_out", _burn_due)
def wait_for_it(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Notes the irregularity as pending: the card goes to the rack, or is not burnt, when its time comes."""
    context.emit(ev.IrregularityNoted(clauses_of(context.rules, command), command.kind, waits=True))


@remedy("used_as_next_card", _once)
def used_as_next_card(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Notes the irregularity as pending: the unexposed card is used as the next card."""
    wait_for_it(context, command)


def _hand_in_turn(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    playing = state.stage == Stage.PLAY and state.offer is None and state.turn is not None
    if not playing and state.stage != Stage.OFFERS:
        return refuse(rules, command, "only after the initial deal, while a hand is to be decided")
    if state.exposed >= 0:
        return refuse(rules, command, "another exposed card is not used yet")
    return None


@remedy("offered_to_the_players", _hand_in_turn)
def offered_to_the_players(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Exposes the card; it is offered to the box in turn, then to the next boxes, and last used by the dealer."""
    clauses = clauses_of(context.rules, command)
    card = context.draw(context.state.turn_box)
    context.emit(ev.IrregularityNoted(clauses, command.kind))
    context.emit(ev.CardExposed(clauses, card))


def _several_hands(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.spots == 1:
        return refuse(rules, command, "the dealer plays one hand only")
    return _dealer_to_come(rules, state, command)


@remedy("up_card_restored", _several_hands)
def up_card_restored(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Notes the irregularity as pending: the first card returns from the rack for the dealer's next hand."""
    wait_for_it(context, command)
