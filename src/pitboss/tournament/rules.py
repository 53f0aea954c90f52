"""The rules of a tournament: its conditions of entry, and the rules of the tables that it is played at."""

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.law.overlay import over_base
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import BlackjackRules, TableRules
from pitboss.law.tournament_terms import TournamentTerms


class TournamentRules(Struct, frozen=True, kw_only=True):
    """``law`` is what a tournament is held by, ``table`` what each of its tables plays by."""

    law: TableRules[TournamentTerms]
    table: BlackjackRules

    @property
    def terms(self) -> TournamentTerms:
        """One lawful choice of everything in the tournament."""
        return self.law.terms

    def cite(self, *names: str) -> Clauses:
        """The clauses on which these rules of the tournament rest."""
        return self.law.clauses[names]


def tournament_rules(law: TableRules[TournamentTerms]) -> TournamentRules | Refusal:
    """The rules of a tournament under a rulebook that names the game beneath it."""
    table = over_base(law)
    return table if isinstance(table, Refusal) else TournamentRules(law=law, table=table)
