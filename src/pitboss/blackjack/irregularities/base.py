"""What every remedy shares."""

from collections.abc import Callable

from msgspec import Struct

from pitboss.blackjack import commands as cmd
from pitboss.blackjack.dealing import Dealing
from pitboss.blackjack.state import Stage, State
from pitboss.law.cite import Clauses
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

Check = Callable[[BlackjackRules, State, cmd.ReportIrregularity], Refusal | None]
Do = Callable[[Dealing, cmd.ReportIrregularity], None]


class Remedy(Struct, frozen=True):
    """When an irregularity may be told, and what is done about it."""

    check: Check
    do: Do


REMEDIES: dict[str, Remedy] = {}


def remedy(name: str, check: Check) -> Callable[[Do], Do]:
    """Registers what is done under the name that the data cites."""

    def register(do: Do) -> Do:
        REMEDIES[name] = Remedy(check, do)
        return do

    return register


def clauses_of(rules: BlackjackRules, command: cmd.ReportIrregularity) -> Clauses:
    """The clauses that provide for it."""
    return rules.irregularities[command.kind].clauses


def refuse(rules: BlackjackRules, command: cmd.ReportIrregularity, message: str) -> Refusal:
    """Told outside its time, or of what the table does not have."""
    return Refusal("irregularity", f"{command.kind}: {message}", clauses_of(rules, command), rules.rulebook)


def any_time(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """May be told whenever the table is open."""
    return refuse(rules, command, "the table is closed") if state.stage == Stage.CLOSED else None


def in_a_round(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """May be told only while a round is played."""
    if state.stage in (Stage.BETTING, Stage.OPENING, Stage.CLOSED):
        clauses = tuple(dict.fromkeys(clauses_of(rules, command) + rules.cite("round_ended")))
        return Refusal("irregularity", f"{command.kind}: no round is being played", clauses, rules.rulebook)
    return None


def before_settlement(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> Refusal | None:
    """May be told only until the dealer's hand is finished and the wagers against it are settled."""
    late = in_a_round(rules, state, command)
    if late is None and state.stage > Stage.DEALER:
        return refuse(rules, command, "the wagers against the dealer's hand are settled")
    return late


def box_of(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> int | Refusal:
    """The box that it concerns, which must be in play."""
    late = in_a_round(rules, state, command)
    if late is not None:
        return late
    word = command.details[0] if command.details else ""
    if not word.isdigit() or int(word) not in state.callers:
        boxes = ", ".join(str(box) for box in state.callers)
        return refuse(rules, command, f"name a box in play: {boxes}")
    return int(word)


def box_to_mend(rules: BlackjackRules, state: State, command: cmd.ReportIrregularity) -> int | Refusal:
    """The box whose hands are put right or void, which must not be void already."""
    box = box_of(rules, state, command)
    if isinstance(box, Refusal) or not all(hand.cleared for hand in state.hands[box]):
        return box
    void = all(wager.result == 0 for wager in state.wagers if wager.box == box and wager.kind == "main")
    return refuse(rules, command, f"box {box} is void already") if void else box
