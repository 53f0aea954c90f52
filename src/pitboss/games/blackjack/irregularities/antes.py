"""Remedies for a wager without its ante and for insurance that was not offered."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.context import RoundContext
from pitboss.games.blackjack.irregularities.base import box_of, clauses_of, refuse, remedy
from pitboss.games.blackjack.irregularities.voids import leave_to_others
from pitboss.games.blackjack.state import Stage, State
from pitboss.law.cite import merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _ante_table(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.ante is None:
        clauses = merge_clauses(clauses_of(rules, command), rules.cite("ante_due"))
        return Refusal("irregularity", f"{command.kind}: no ante is due at this table", clauses, rules.rulebook)
    box = box_of(rules, state, command)
    if isinstance(box, Refusal):
        return box
    due = {wager.player for wager in state.wagers if wager.box == box and wager.kind == "ante"}
    if not due or (len(command.details) > 1 and command.details[1] not in due):
        waived = not due and rules.terms.ante_waiver is not None
        clauses = merge_clauses(clauses_of(rules, command), rules.cite("ante_waiver") if waived else ())
        return Refusal("irregularity", f"{command.kind}: no such ante was due on box {box}", clauses, rules.rulebook)
    return None


@remedy("void_without_ante", _ante_table)
def void_without_ante(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Voids all wagers on the box, or those of one bettor, because the ante was not placed."""
    state = context.state
    clauses = clauses_of(context.rules, command)
    box = int(command.details[0])
    who = command.details[1] if len(command.details) > 1 else ""
    context.emit(ev.IrregularityNoted(clauses, command.kind, detail=" ".join(command.details)))
    for wager in list(state.wagers):
        if wager.box == box and who in ("", wager.player):
            side = context.rules.sides.get(wager.kind)
            ground = side.cite("void", "void_main") if side else ()
            if wager.kind == "insurance":
                ground = context.cite["insurance_of_void_hand"]
            context.void(wager, command.kind, ground or clauses)
    leave_to_others(context, box, clauses)


def _insurance_missed(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    box = box_of(rules, state, command)
    if isinstance(box, Refusal):
        return box
    if state.stage != Stage.PLAY or state.offer is not None:
        return refuse(rules, command, "only while hands are played, before the dealer's second card")
    if not state.shows_ace:
        clauses = merge_clauses(clauses_of(rules, command), rules.cite("insurance"))
        return Refusal("irregularity", f"{command.kind}: the dealer does not show an ace", clauses, rules.rulebook)
    if not _not_insured(state, box):
        return refuse(rules, command, f"no bettor on box {box} can still insure")
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


@remedy("offered_late", _insurance_missed)
def offered_late(context: RoundContext, command: cmd.ReportIrregularity) -> None:
    """Reopens the insurance offer for the box, until the dealer's second card."""
    clauses = clauses_of(context.rules, command)
    box = int(command.details[0])
    waiting = tuple((player, box) for player in _not_insured(context.state, box))
    context.emit(ev.Announced(clauses, "insurance", box))
    context.emit(ev.OfferOpened(clauses, "insurance", waiting))
