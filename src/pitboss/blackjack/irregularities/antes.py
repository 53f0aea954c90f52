"""A wager without its ante, and insurance that was not offered."""

from pitboss.blackjack import commands as cmd
from pitboss.blackjack import events as ev
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.irregularities.base import box_of, clauses_of, refuse, remedy
from pitboss.blackjack.irregularities.voids import leave_to_others
from pitboss.blackjack.state import Stage, State
from pitboss.law.cite import together
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules


def _ante_table(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    if rules.terms.ante is None:
        clauses = together(clauses_of(rules, command), rules.cite("ante_due"))
        return Refusal("irregularity", f"{command.kind}: no ante is due at this table", clauses, rules.rulebook)
    box = box_of(rules, state, command)
    if isinstance(box, Refusal):
        return box
    due = {wager.player for wager in state.wagers if wager.box == box and wager.kind == "ante"}
    if not due or (len(command.details) > 1 and command.details[1] not in due):
        clauses = together(clauses_of(rules, command), rules.cite("ante_due"))
        return Refusal("irregularity", f"{command.kind}: no such ante was due on box {box}", clauses, rules.rulebook)
    return None


@remedy("void_without_ante", _ante_table)
def void_without_ante(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """All wagers in the area are void, or one bettor's; nothing is kept, for the ante was not there."""
    state = dealing.state
    clauses = clauses_of(dealing.rules, command)
    box = int(command.details[0])
    who = command.details[1] if len(command.details) > 1 else ""
    dealing.emit(ev.IrregularityNoted(clauses, command.kind, detail=" ".join(command.details)))
    for wager in list(state.wagers):
        if wager.box == box and who in ("", wager.player):
            side = dealing.rules.sides.get(wager.kind)
            ground = side.cite("void") if side else ()
            if wager.kind == "insurance":
                ground = dealing.cite["insurance_of_void_hand"]
            dealing.void(wager, command.kind, together(clauses, ground))
    leave_to_others(dealing, box, clauses)


def _insurance_missed(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    box = box_of(rules, state, command)
    if isinstance(box, Refusal):
        return box
    if state.stage != Stage.PLAY or state.offer is not None:
        return refuse(rules, command, "only while hands are played, before the dealer's second card")
    if not state.shows_ace:
        clauses = together(clauses_of(rules, command), rules.cite("insurance"))
        return Refusal("irregularity", f"{command.kind}: the dealer does not show an ace", clauses, rules.rulebook)
    if not _not_insured(state, box):
        return refuse(rules, command, f"nobody on box {box} could still insure")
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
def offered_late(dealing: Dealing, command: cmd.ReportIrregularity) -> None:
    """The offer is open again for the box, until the dealer's second card."""
    clauses = clauses_of(dealing.rules, command)
    box = int(command.details[0])
    asked = tuple((player, box) for player in _not_insured(dealing.state, box))
    dealing.emit(ev.Announced(clauses, "insurance", box))
    dealing.emit(ev.OfferOpened(clauses, "insurance", asked))
