"""Remedies that wait for the end of the round: missed shuffles and damaged cards."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import any_time, clauses_of, refuse, remedy
from pitboss.games.blackjack.state import Stage, State
from pitboss.law.choices import ShoeKind
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _with_a_cutting_card(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.shoe is ShoeKind.CONTINUOUS:
        return refuse(rules, command, "a continuous shuffler uses no cutting card")
    return any_time(rules, state, command)


@remedy("shuffle_after_the_round", _with_a_cutting_card)
def shuffle_after_the_round(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Schedules a shuffle at the end of the current or next round."""
    clauses = clauses_of(context.rules, command)
    context.emit(ev.IrregularityNoted(clauses, command.kind))
    context.emit(ev.ShuffleDue(clauses, command.kind))


@remedy("shuffle_one_round_late", _with_a_cutting_card)
def shuffle_one_round_late(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Notes the irregularity as pending: the next due shuffle is missed and made after the round."""
    context.emit(ev.IrregularityNoted(clauses_of(context.rules, command), command.kind, waits=True))


@remedy("replaced_after_the_round", any_time)
def replaced_after_the_round(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Plays on with the card and replaces it at the end of the round."""
    clauses = clauses_of(context.rules, command)
    playing = context.state.stage != Stage.BETTING
    context.emit(ev.IrregularityNoted(clauses, command.kind, waits=playing, detail=command.details[0]))
    if not playing:
        context.emit(ev.ProcedureDone(clauses, "card_replaced", command.details[0]))
