"""The rules of a tournament: its conditions of entry, and the rules of the tables that it is played at."""

from typing import Any

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.overlay import lay_over, over_base
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, TableRules, held_around
from pitboss.law.tournament_terms import TournamentTerms


class TournamentRules(Struct, frozen=True, kw_only=True):
    """``law`` is what a tournament is held by, ``table`` what each of its tables plays by."""

    law: TableRules[TournamentTerms]
    table: BlackjackRules

    @property
    def terms(self) -> TournamentTerms:
        """One lawful choice of everything in the tournament."""
        return self.law.terms

    def least(self, minimum: int) -> int:
        """The least that a player needs for a hand where so much is the minimum of a wager."""
        return minimum * self.table.terms.spots_needed

    def cite(self, *names: str) -> Clauses:
        """The clauses on which these rules of the tournament rest."""
        return self.law.clauses[names]


def tournament_rules(law: TableRules[Any]) -> TournamentRules | Refusal:
    """The rules of a tournament, of a rulebook that names the game beneath it or of one that holds it at its own."""
    conditions = held_around(law)
    if conditions is not None:
        return TournamentRules(law=conditions, table=lay_over(law, conditions))
    table = over_base(law)
    return table if isinstance(table, Refusal) else TournamentRules(law=law, table=table)
