"""Permissions: which role may send which verb at a blackjack table."""

from typing import Final

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.grammar import PLAYER_VERBS
from pitboss.games.blackjack.irregularities import remedy_of
from pitboss.games.live.base import Actor, Role, RolePlan
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules

_OPERATOR: Final = frozenset(
    ("shuffle", "new_cards", "closing", "limit", "void", "exclude", "correct", "confirm_correction")
)
_DEALER: Final = frozenset(
    ("deal", "close", "cut", "dealer", "absent", "timeout", "press", "irregularity", "card", "prize", "undo")
)
ROLES: Final = RolePlan(
    PLAYER_VERBS | {"join", "contribute", "commit", "reveal", "ready"}, _DEALER, _DEALER | _OPERATOR
)


def dealer_refusal(rules: BlackjackRules, actor: Actor, command: cmd.Command, decides: str) -> Refusal | None:
    """Returns the refusal of an irregularity that a dealer may not report; None if the dealer has permission."""
    if actor.role is not Role.DEALER or not isinstance(command, cmd.ReportIrregularity):
        return None
    entry = rules.irregularities.get(command.kind)
    if entry is None:
        return None  # no such irregularity: the table refuses it
    if entry.role == "dealer" or (not entry.role and remedy_of(rules, command.kind).by_dealer):
        return None
    return Refusal("role", f"{command.kind} is for the {decides} to decide", entry.clauses, rules.rulebook)
