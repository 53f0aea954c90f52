"""Remedies for failures of the prize button and the card reader."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import BUTTON_WAGER, Report, any_time, in_a_round, refuse, remedy
from pitboss.games.blackjack.irregularities.voids import void_round
from pitboss.games.blackjack.pending_irregularities import GO_ON_WITHOUT_READER, clauses_of_remedy
from pitboss.games.blackjack.prizes import prize_wagers
from pitboss.games.blackjack.state import State, ace_or_ten
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _button_works(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if state.button_failed:
        return refuse(rules, report, "the button is out of order already")
    return any_time(rules, state, report)


@remedy("button_out_of_order", _button_works, needs="prize_button", by_dealer=True)
def button_out_of_order(context: RoundContext, report: Report) -> None:
    """Returns wagers that are not in play yet and pays a fixed amount on those that had won."""
    state, rules = context.state, context.rules
    clauses = report.clauses
    context.emit(ev.EquipmentFailed(clauses, "button"))
    for bet in list(state.bets):
        if bet.kind in rules.sides and rules.sides[bet.kind].play == BUTTON_WAGER:
            context.emit(ev.BetsTakenBack(clauses, bet.player, bet.box, bet.kind))
    for box in list(state.presses):
        for wager in prize_wagers(context, box):
            context.settle(wager, rules.sides[wager.kind].details["failure_pays"] * 100, "failure", clauses)
        context.emit(ev.BoxPrizeDone(clauses, box))


def _button_failed(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    return None if state.button_failed else refuse(rules, report, "the button is not out of order")


@remedy("button_works_again", _button_failed)
def button_works_again(context: RoundContext, report: Report) -> None:
    """Offers the wager again."""
    context.emit(ev.EquipmentFailed(report.clauses, "button", working=True))


def _reader_works(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    if state.reader_failed:
        clauses = (*report.clauses, *clauses_of_remedy(rules, GO_ON_WITHOUT_READER))
        text = f"{report.kind}: the card reader is out of order already"
        return Refusal("irregularity", text, tuple(dict.fromkeys(clauses)), rules.rulebook)
    return any_time(rules, state, report)


@remedy(GO_ON_WITHOUT_READER, _reader_works, needs="card_reader", by_dealer=True)
def go_on_without_reader(context: RoundContext, report: Report) -> None:
    """Continues without the card reader."""
    context.emit(ev.EquipmentFailed(report.clauses, "reader"))


def _misused(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    early = _reader_works(rules, state, report) or in_a_round(rules, state, report)
    if early is not None:
        return early
    if state.hole < 0:
        return refuse(rules, report, "there is no hole card to read")
    if ace_or_ten(state.dealer[0][0]):
        return refuse(rules, report, "with an ace or a ten up the use of the reader is correct")
    return None


@remedy("dead_hands_if_shown", _misused, needs="card_reader", facts=("shown", "not_shown"))
def dead_hands_if_shown(context: RoundContext, report: Report) -> None:
    """Voids the round if a player could have seen the card; otherwise play continues."""
    shown = context.terms.card_reader_shows
    clauses = report.clauses_for("shown" if shown else "not_shown")
    context.emit(ev.IrregularityNoted(clauses, report.kind))
    if shown:
        void_round(context, report.kind, clauses, settled_too=False)
