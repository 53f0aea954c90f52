"""The plan of a drill: the rules of its table, and the faults that its supervisor plants."""

from typing import Any, Final

from msgspec import Struct, field

from pitboss.drills import DrillFault
from pitboss.law import Refusal, load_rulebook
from pitboss.tables.live import Table, TableSpec, open_table

#: The kind of a fault that is a wrong payment; the other kinds are the irregularities of the rulebook.
PAYMENT: Final = "payment"
#: The first word of a report.
REPORT: Final = "irregularity"
#: The games of which there are drills.
GAMES: Final = ("blackjack", "roulette")
#: The most rounds and boxes of a drill, and faults a round.
MOST_ROUNDS, MOST_BOXES, MOST_FAULTS = 12, 7, 3
#: The limits of a drill without others.
LIMITS: Final = "10-500"


class DrillPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A drill: the rules, the size, the faults, and the seed of cards and moments. Only the supervisor knows it."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = LIMITS
    boxes: int = 3
    rounds: int = 3
    faults: tuple[DrillFault, ...] = ()
    seed: int = 0


def fault_kinds(rulebook: str) -> tuple[str, ...]:
    """Returns the kinds of fault that a drill of a rulebook may have; none for a rulebook of another game."""
    book = load_rulebook(rulebook)
    return (PAYMENT, *book.irregularities) if book.about.game in GAMES else ()


def open_drill_table(plan: DrillPlan) -> Table | Refusal:
    """Opens the floor table of a drill. Raises LawError or ValueError for rules that there are not."""
    spec = TableSpec(rulebook=plan.rulebook, choices=plan.choices, limits=plan.limits, cards_are_read=True, floor=True)
    return open_table(spec, bytes(32))  # its cards come from the plan's seed


def plan_refusal(plan: DrillPlan) -> Refusal | None:
    """Returns why there is no such drill; None where there is. Raises LawError or ValueError for unknown rules."""
    known = fault_kinds(plan.rulebook)
    if not known:
        return Refusal(
            "drill", f"drills are of {' and '.join(GAMES)}, and {plan.rulebook} has other rules", (), plan.rulebook
        )
    unknown = next((fault.kind for fault in plan.faults if fault.kind not in known), "")
    if unknown:
        return Refusal("drill", f"{plan.rulebook} has no fault '{unknown}'", (), plan.rulebook, known)
    if not (1 <= plan.rounds <= MOST_ROUNDS and 1 <= plan.boxes <= MOST_BOXES):
        text = f"a drill has 1 to {MOST_ROUNDS} rounds of 1 to {MOST_BOXES} boxes"
        return Refusal("drill", text, (), plan.rulebook)
    if len(plan.faults) > MOST_FAULTS * plan.rounds:
        return Refusal("drill", f"a drill has {MOST_FAULTS} faults a round at most", (), plan.rulebook)
    if any(not 1 <= fault.round <= plan.rounds for fault in plan.faults):
        return Refusal("drill", f"a fault is planted in a round from 1 to {plan.rounds}", (), plan.rulebook)
    table = open_drill_table(plan)
    if isinstance(table, Refusal):
        return table
    boxes: Any = table.law.options.get("boxes", MOST_BOXES)
    if plan.boxes > boxes:
        return Refusal("drill", f"the layout has {boxes} boxes", (), plan.rulebook)
    return None
