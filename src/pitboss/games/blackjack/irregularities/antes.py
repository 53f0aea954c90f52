"""Remedies for a wager without its ante and for insurance that was not offered."""

from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import Report, box_of, refuse, remedy
from pitboss.games.blackjack.irregularities.voids import leave_to_others
from pitboss.games.blackjack.state import Stage, State
from pitboss.law.cite import merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _ante_was_due(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    box = box_of(rules, state, report)
    if isinstance(box, Refusal):
        return box
    due = {wager.player for wager in state.wagers if wager.box == box and wager.kind == "ante"}
    if not due or (report.target.player and report.target.player not in due):
        waived = not due and rules.terms.ante_waiver is not None
        clauses = merge_clauses(report.clauses, rules.cite("ante_waiver") if waived else ())
        return Refusal("irregularity", f"{report.kind}: no such ante was due on box {box}", clauses, rules.rulebook)
    return None


@remedy("void_without_ante", _ante_was_due, target="BOX [PLAYER]", needs="ante")
def void_without_ante(context: RoundContext, report: Report) -> None:
    """Voids all wagers on the box, or those of one bettor, because the ante was not placed."""
    state = context.state
    clauses = report.clauses
    box, who = report.target.box, report.target.player
    context.emit(ev.IrregularityNoted(clauses, report.kind, detail=report.target.text))
    for wager in list(state.wagers):
        if wager.box == box and who in ("", wager.player):
            side = context.rules.sides.get(wager.kind)
            ground = side.cite("void", "void_main") if side else ()
            if wager.kind == "insurance":
                ground = context.cite["insurance_of_void_hand"]
            context.void(wager, report.kind, ground or clauses)
    leave_to_others(context, box, clauses)


def _insurance_missed(rules: BlackjackRules, state: State, report: Report) -> Refusal | None:
    box = box_of(rules, state, report)
    if isinstance(box, Refusal):
        return box
    if state.stage != Stage.PLAY or state.offer is not None:
        return refuse(rules, report, "only while hands are played, before the dealer's second card")
    if not state.shows_ace:
        clauses = merge_clauses(report.clauses, rules.cite("insurance"))
        return Refusal("irregularity", f"{report.kind}: the dealer does not show an ace", clauses, rules.rulebook)
    if not _not_insured(state, box):
        return refuse(rules, report, f"no bettor on box {box} can still insure")
    return None


def _not_insured(state: State, box: int) -> list[str]:
    insured = {wager.player for wager in state.wagers if wager.kind == "insurance" and wager.box == box}
    return list(
        dict.fromkeys(
            wager.player
            for wager in state.wagers
            if wager.kind == "main" and wager.box == box and wager.result is None and wager.player not in insured
        )
    )


@remedy("offered_late", _insurance_missed, target="BOX", by_dealer=True)
def offered_late(context: RoundContext, report: Report) -> None:
    """Reopens the insurance offer for the box, until the dealer's second card."""
    clauses = report.clauses
    box = report.target.box
    waiting = tuple((player, box) for player in _not_insured(context.state, box))
    context.emit(ev.Announced(clauses, "insurance", box))
    context.emit(ev.OfferOpened(clauses, "insurance", waiting))
