"""Remedies for failures of the prize button and the card reader."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import any_time, clauses_for, clauses_of, in_a_round, refuse, remedy
from pitboss.games.blackjack.irregularities.voids import void_round
from pitboss.games.blackjack.prizes import prize_wagers
from pitboss.games.blackjack.state import State, ace_or_ten
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_BUTTON_WAGER = "prize_per_dollar"


def _button_works(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if not any(side.offered and side.play == _BUTTON_WAGER for side in rules.sides.values()):
        return refuse(rules, command, "there is no prize button at this table")
    if state.button_failed:
        return refuse(rules, command, "the button is out of order already")
    return any_time(rules, state, command)


@remedy("button_out_of_order", _button_works)
def button_out_of_order(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Returns wagers that are not in play yet and pays a fixed amount on those that had won."""
    state, rules = context.state, context.rules
    clauses = clauses_of(rules, command)
    context.emit(ev.EquipmentFailed(clauses, "button"))
    for bet in list(state.bets):
        if bet.kind in rules.sides and rules.sides[bet.kind].play == _BUTTON_WAGER:
            context.emit(ev.BetsTakenBack(clauses, bet.player, bet.box, bet.kind))
    for box in list(state.presses):
        for wager in prize_wagers(context, box):
            context.settle(wager, rules.sides[wager.kind].details["failure_pays"] * 100, "failure", clauses)
        context.emit(ev.BoxPrizeDone(clauses, box))


def _button_failed(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    return None if state.button_failed else refuse(rules, command, "the button is not out of order")


@remedy("button_works_again", _button_failed)
def button_works_again(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Offers the wager again."""
    context.emit(ev.EquipmentFailed(clauses_of(context.rules, command), "button", working=True))


def _reader_works(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if not rules.terms.card_reader:
        return refuse(rules, command, "there is no card reader at this table")
    if state.reader_failed:
        clauses = (*clauses_of(rules, command), *rules.irregularities["reader_failure"].clauses)
        text = f"{command.kind}: the card reader is out of order already"
        return Refusal("irregularity", text, tuple(dict.fromkeys(clauses)), rules.rulebook)
    return any_time(rules, state, command)


@remedy("go_on_without_reader", _reader_works)
def go_on_without_reader(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Continues without the card reader."""
    context.emit(ev.EquipmentFailed(clauses_of(context.rules, command), "reader"))


def _misused(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    early = _reader_works(rules, state, command) or in_a_round(rules, state, command)
    if early is not None:
        return early
    if state.hole < 0:
        return refuse(rules, command, "there is no hole card to read")
    if ace_or_ten(state.dealer[0][0]):
        return refuse(rules, command, "with an ace or a ten up the use of the reader is correct")
    return None


@remedy("dead_hands_if_shown", _misused)
def dead_hands_if_shown(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Voids the round if a player could have seen the card; otherwise play continues."""
    shown = context.terms.card_reader_shows
    clauses = clauses_for(context.rules, command.kind, "shown" if shown else "not_shown")
    context.emit(ev.IrregularityNoted(clauses, command.kind))
    if shown:
        void_round(context, command.kind, clauses, settled_too=False)
