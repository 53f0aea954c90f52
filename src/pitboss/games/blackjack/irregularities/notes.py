"""The remedy that changes nothing: what happened is on record."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import Report, any_time, between_rounds, remedy
from pitboss.games.blackjack.state import State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _at_its_moment(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    return (between_rounds if report.moment == "between_rounds" else any_time)(rules, state, report)


@remedy("noted", _at_its_moment, moments=("noticed", "between_rounds"), by_dealer=True)
def noted(context: RoundContext, report: Report) -> None:
    """Records it; play goes on."""
    context.emit(ev.IrregularityNoted(report.clauses, report.kind))
