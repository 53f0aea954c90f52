"""Rules of a tournament: its conditions, and the rules of its tables."""

from typing import Any

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.layers import overlay_rules, resolve_over_base
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, TableRules, surrounding_rules
from pitboss.law.tournament_terms import TournamentTerms


class TournamentRules(Struct, frozen=True, kw_only=True):
    """``law`` governs the tournament, ``table`` the blackjack at its tables."""

    law: TableRules[TournamentTerms]
    table: BlackjackRules

    @property
    def terms(self) -> TournamentTerms:
        """The tournament's terms."""
        return self.law.terms

    def least(self, minimum: int) -> int:
        """Returns the chips that a player needs for a hand at this minimum."""
        return minimum * self.table.terms.spots_needed

    def cite(self, *names: str) -> Clauses:
        """Returns the clauses of these tournament rules."""
        return self.law.clauses[names]


def tournament_rules(law: TableRules[Any]) -> TournamentRules | Refusal:
    """Returns the rules of a tournament, from its own rulebook or one over a blackjack rulebook."""
    conditions = surrounding_rules(law)
    if conditions is not None:
        return TournamentRules(law=conditions, table=overlay_rules(law, conditions))
    table = resolve_over_base(law)
    return table if isinstance(table, Refusal) else TournamentRules(law=law, table=table)
