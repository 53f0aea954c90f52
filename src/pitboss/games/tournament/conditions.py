"""Follows the events of a tournament and gives the facts over which the conditions of clauses are written."""

from typing import Any

from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.evolve import apply
from pitboss.games.tournament.facts import TournamentFacts
from pitboss.games.tournament.grammar import read_command
from pitboss.games.tournament.refusal_facts import TournamentRefusalFacts
from pitboss.games.tournament.state import State
from pitboss.law import load_rulebook
from pitboss.law.resolve import TableRules
from pitboss.pit import Act


class TournamentFactTracker:
    """Follows the events of a tournament whose rulebook is one of tournaments."""

    def __init__(self, rules: TableRules[Any]) -> None:
        self.terms = rules.terms
        self.state = State()
        self._own = load_rulebook(rules.rulebook).about.game == "tournament"

    def follows(self, event: object) -> bool:
        """Returns whether this is an event of the tournament; one held under a blackjack rulebook is not checked."""
        return self._own and isinstance(event, ev.Event)

    def facts(self, event: ev.Event) -> TournamentFacts:
        """Returns the facts of the next event."""
        return TournamentFacts(self.terms, self.state, event)

    def refused(self, command: cmd.Command | Act) -> TournamentRefusalFacts | None:
        """Returns the facts of a refused command; None under a blackjack rulebook, whose facts are others."""
        if not self._own:
            return None
        parsed = read_command(command, self.state) if isinstance(command, Act) else command
        return TournamentRefusalFacts(self.terms, self.state, parsed)

    def apply(self, event: ev.Event) -> None:
        """Applies the event."""
        apply(self.state, event)
