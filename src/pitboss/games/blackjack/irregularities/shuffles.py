"""Remedies that wait for the end of the round: missed shuffles and damaged cards."""

from typing import Final

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import Report, any_time, remedy
from pitboss.games.blackjack.pending_irregularities import REPLACED_AFTER_THE_ROUND, SHUFFLE_ONE_ROUND_LATE
from pitboss.games.blackjack.state import Stage

_AFTER_THE_ROUND: Final = ("between_rounds",)


@remedy("shuffle_after_the_round", any_time, moments=_AFTER_THE_ROUND, needs="cutting_card", by_dealer=True)
def shuffle_after_the_round(context: RoundContext, report: Report) -> None:
    """Schedules a shuffle at the end of the current or next round."""
    clauses = report.clauses
    context.emit(ev.IrregularityNoted(clauses, report.kind))
    context.emit(ev.ShuffleDue(clauses, report.kind))


@remedy(SHUFFLE_ONE_ROUND_LATE, any_time, moments=_AFTER_THE_ROUND, needs="cutting_card")
def shuffle_one_round_late(context: RoundContext, report: Report) -> None:
    """Notes the irregularity as pending: the next due shuffle is missed and made after the round."""
    context.emit(ev.IrregularityNoted(report.clauses, report.kind, waits=True))


@remedy(REPLACED_AFTER_THE_ROUND, any_time, moments=("between_rounds", "noticed"), target="CARD", by_dealer=True)
def replaced_after_the_round(context: RoundContext, report: Report) -> None:
    """Plays on with the card and replaces it at the end of the round; with the moment ``noticed``, at once."""
    clauses = report.clauses
    waits = report.moment == "between_rounds" and context.state.stage != Stage.BETTING
    context.emit(ev.IrregularityNoted(clauses, report.kind, waits=waits, detail=report.target.text))
    if not waits:
        context.emit(ev.ProcedureDone(clauses, "card_replaced", report.target.text))
