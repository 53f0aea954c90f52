"""What was forgotten or found about the cards, and is put right when the round has ended."""

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.base import any_time, clauses_of, refuse, remedy
from pitboss.blackjack.state import Stage, State
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind


def _with_a_cutting_card(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.shoe is ShoeKind.CONTINUOUS:
        return refuse(rules, command, "a continuous shuffler uses no cutting card")
    return any_time(rules, state, command)


@remedy("shuffle_after_the_round", _with_a_cutting_card)
def shuffle_after_the_round(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The cards are shuffled at the end of the round, or of the next one where none is played."""
    clauses = clauses_of(dealing.rules, command)
    dealing.emit(ev.IrregularityNoted(clauses, command.kind))
    dealing.emit(ev.ShuffleDue(clauses, command.kind))


@remedy("shuffle_one_round_late", _with_a_cutting_card)
def shuffle_one_round_late(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The next shuffle that is due is missed, and made good after the round."""
    dealing.emit(ev.IrregularityNoted(clauses_of(dealing.rules, command), command.kind, waits=True))


@remedy("replaced_after_the_round", any_time)
def replaced_after_the_round(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The card is played on with and replaced when the round has ended."""
    clauses = clauses_of(dealing.rules, command)
    playing = dealing.state.stage != Stage.BETTING
    dealing.emit(ev.IrregularityNoted(clauses, command.kind, waits=playing, detail=command.details[0]))
    if not playing:
        dealing.emit(ev.ProcedureDone(clauses, "card_replaced", command.details[0]))
