"""Follows the events of a blackjack table and gives the facts over which the conditions of clauses are written."""

from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.evolve import CHANGES
from pitboss.games.blackjack.facts import UNKNOWN_PURSE
from pitboss.games.blackjack.grammar import read_command
from pitboss.games.blackjack.refusal_facts import RefusalFacts
from pitboss.games.blackjack.remedy_facts import RemedyFacts
from pitboss.games.blackjack.state import State
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Act

_NOTING = frozenset((ev.IrregularityNoted, ev.IrregularityMet))
#: Events that name a player who need not have joined: limits of his own, an exclusion, a mark as absent.
_WITHOUT_A_PURSE = (ev.PlayerJoined, ev.LimitsChanged, ev.PlayerExcluded, ev.PlayerAbsent, ev.PlayerWarned)


class BlackjackFactTracker:
    """Follows the events of a blackjack table."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self.state = State()
        self._noted = ""

    def follows(self, event: object) -> bool:
        """Returns whether this is an event of blackjack."""
        return isinstance(event, ev.Event)

    def facts(self, event: ev.Event) -> RemedyFacts:
        """Returns the facts of the next event."""
        self._seat(event)
        facts = RemedyFacts(self.rules, self.state, event)
        facts.noted = self._noted
        return facts

    def refused(self, command: cmd.Command | Act) -> RefusalFacts:
        """Returns the facts of a refused command or line."""
        parsed = read_command(command) if isinstance(command, Act) else command
        return RefusalFacts(self.rules, self.state, parsed, refused=True)

    def apply(self, event: ev.Event) -> None:
        """Applies the event."""
        self._seat(event)
        kind = type(event)
        CHANGES[kind](self.state, event)
        if kind in _NOTING:
            assert isinstance(event, ev.IrregularityNoted | ev.IrregularityMet)
            self._noted = event.kind
        elif kind is ev.RoundEnded:
            self._noted = ""

    def _seat(self, event: ev.Event) -> None:
        """Adds a player whose joining is not among the events: a ``.pit`` file does not list it."""
        player = getattr(event, "player", "")
        if player and player not in self.state.money and not isinstance(event, _WITHOUT_A_PURSE):
            self.state.money[player] = UNKNOWN_PURSE
