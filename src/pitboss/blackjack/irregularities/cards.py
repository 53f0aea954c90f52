"""Cards in the wrong place: face up in the shoe, drawn or burnt in error, drawn to a finished hand, not burnt."""

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.base import any_time, before_settlement, clauses_of, refuse, remedy
from pitboss.blackjack.state import Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _once(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if command.kind in state.awaited:
        return refuse(rules, command, "told already, and its occasion has not come")
    return any_time(rules, state, command)


def _burn_due(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if not any(shoe.burns_due for shoe in state.shoes):
        return refuse(rules, command, "no card is to be burnt")
    return _once(rules, state, command)


def _dealer_to_come(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    return before_settlement(rules, state, command) or _once(rules, state, command)


@remedy("card_not_used", _once)
@remedy("dealer_card_burned", _dealer_to_come)
@remedy("burn_left_out", _burn_due)
def wait_for_it(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """Its occasion is still to come; the card concerned then goes to the rack, or is not burnt."""
    dealing.emit(ev.IrregularityNoted(clauses_of(dealing.rules, command), command.kind, waits=True))


@remedy("used_as_next_card", _once)
def used_as_next_card(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """Nobody has seen it, so it is simply the next card."""
    wait_for_it(dealing, command)


def _somebody_to_ask(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    playing = state.stage == Stage.PLAY and state.offer is None and state.turn is not None
    if not playing and state.stage != Stage.OFFERS:
        return refuse(rules, command, "only after the initial deal, while a hand is to be decided")
    if state.exposed >= 0:
        return refuse(rules, command, "one such card lies there already")
    return None


@remedy("offered_to_the_players", _somebody_to_ask)
def offered_to_the_players(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """It lies face up; the box in turn is asked first, then the next ones, and in the end the dealer gets it."""
    clauses = clauses_of(dealing.rules, command)
    card = dealing.draw(dealing.state.turn_box)
    dealing.emit(ev.IrregularityNoted(clauses, command.kind))
    dealing.emit(ev.CardExposed(clauses, card))


def _several_hands(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.spots == 1:
        return refuse(rules, command, "the dealer plays one hand only")
    return _dealer_to_come(rules, state, command)


@remedy("up_card_restored", _several_hands)
def up_card_restored(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """It is found in the rack and laid back for the dealer's next hand."""
    wait_for_it(dealing, command)
