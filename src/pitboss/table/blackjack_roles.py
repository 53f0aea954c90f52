"""Which words of a table of blackjack are whose."""

from typing import Final

from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules
from pitboss.notation.pit import Act
from pitboss.notation.words import PLAYER_VERBS
from pitboss.table.live_base import Actor, Role, RolePlan

_OPERATOR: Final = frozenset(("shuffle", "new_cards", "closing", "limit", "void", "exclude"))
_DEALER: Final = frozenset(("deal", "close", "cut", "dealer", "absent", "press", "irregularity", "card", "prize"))
ROLES: Final = RolePlan(PLAYER_VERBS | {"join", "contribute", "ready"}, _DEALER, _DEALER | _OPERATOR)
#: What a dealer puts right at once; any other irregularity is for whoever runs the table to decide.
DEALERS_OWN: Final = frozenset(
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


def not_the_dealers(rules: BlackjackRules, actor: Actor, line: Act, decides: str) -> Refusal | None:
    """Why a dealer may not tell of this irregularity."""
    kind = line.words[0] if line.verb == "irregularity" and line.words else ""
    if not kind or actor.role is not Role.DEALER or kind in DEALERS_OWN:
        return None
    rule = rules.irregularities.get(kind)
    text = f"{kind} is for the {decides} to decide"
    return Refusal("role", text, rule.clauses if rule is not None else (), rules.rulebook)
