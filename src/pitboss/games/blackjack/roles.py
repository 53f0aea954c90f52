"""Permissions: which role may send which verb at a blackjack table."""

from typing import Final

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.grammar import PLAYER_VERBS
from pitboss.games.live.base import Actor, Role, RolePlan
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_OPERATOR: Final = frozenset(("shuffle", "new_cards", "closing", "limit", "void", "exclude"))
_DEALER: Final = frozenset(
    ("deal", "close", "cut", "dealer", "absent", "timeout", "press", "irregularity", "card", "prize")
)
ROLES: Final = RolePlan(
    PLAYER_VERBS | {"join", "contribute", "commit", "reveal", "ready"}, _DEALER, _DEALER | _OPERATOR
)
#: Irregularities that a dealer may report; all others need the permission of the operator or director.
DEALER_IRREGULARITIES: Final = frozenset(
    (
        "face_up_card",
        "drawn_unexposed",
        "drawn_exposed",
        "burnt_in_error",
        "dealer_overdrew",
        "upcard_collected",
        "no_burn",
        "no_cutting_card",
        "missed_insurance",
        "damaged_card",
        "button_failure",
        "reader_failure",
    )
)


def dealer_refusal(rules: BlackjackRules, actor: Actor, command: cmd.Command, decides: str) -> Refusal | None:
    """Returns the refusal of an irregularity that a dealer may not report; None if the dealer has permission."""
    if actor.role is not Role.DEALER or not isinstance(command, cmd.ReportIrregularity):
        return None
    if command.kind in DEALER_IRREGULARITIES:
        return None
    rule = rules.irregularities.get(command.kind)
    text = f"{command.kind} is for the {decides} to decide"
    return Refusal("role", text, rule.clauses if rule is not None else (), rules.rulebook)
