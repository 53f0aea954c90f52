"""Reported irregularities whose remedy waits: which of them a remedy meets."""

from typing import Final

from pitboss.games.blackjack.state import State
from pitboss.law.cite import Clauses, merge_clauses
from pitboss.law.resolve import BlackjackRules

#: The remedies that a stage or a draw carries out, by the name under which rulebooks give them.
CARD_NOT_USED: Final = "card_not_used"
USED_AS_NEXT_CARD: Final = "used_as_next_card"
DEALER_CARD_BURNED: Final = "dealer_card_burned"
BURN_LEFT_OUT: Final = "burn_left_out"
UP_CARD_RESTORED: Final = "up_card_restored"
SHUFFLE_ONE_ROUND_LATE: Final = "shuffle_one_round_late"
REPLACED_AFTER_THE_ROUND: Final = "replaced_after_the_round"
OFFERED_TO_THE_PLAYERS: Final = "offered_to_the_players"
GO_ON_WITHOUT_READER: Final = "go_on_without_reader"
#: Remedies of the dealer's hand: they expire with the round.
_THIS_ROUND: Final = frozenset((DEALER_CARD_BURNED, UP_CARD_RESTORED))


def pending_kind(rules: BlackjackRules, state: State, remedy: str) -> str:
    """Returns the kind of a pending irregularity with this remedy, the rulebook's first; empty if there is none."""
    if not state.pending_irregularities:
        return ""
    for kind, entry in rules.irregularities.items():
        if entry.remedy == remedy and is_pending(state, kind, remedy):
            return kind
    return ""


def is_pending(state: State, kind: str, remedy: str) -> bool:
    """Returns whether an irregularity of this kind waits."""
    waiting = state.pending_irregularities
    if remedy in _THIS_ROUND:
        return (kind, state.round) in waiting
    return any(noted == kind for noted, _ in waiting)


def clauses_of_remedy(rules: BlackjackRules, remedy: str) -> Clauses:
    """Returns the clauses of the rulebook's irregularities with this remedy; none where it has no such."""
    return merge_clauses(*(entry.clauses for entry in rules.irregularities.values() if entry.remedy == remedy))
