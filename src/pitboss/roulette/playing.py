"""One command being carried out: the rules, the state, chance, and the events so far."""

from pitboss.roulette import events as ev
from pitboss.roulette.chance import Chance
from pitboss.roulette.evolve import apply
from pitboss.roulette.layout import Position, RouletteRules, layout_of
from pitboss.roulette.state import State, Wager


class Playing:
    """What the steps of a round share. Every change of the state goes through ``emit``."""

    __slots__ = ("chance", "cite", "events", "layout", "rules", "state")

    def __init__(self, rules: RouletteRules, state: State, chance: Chance) -> None:
        self.rules = rules
        #: The clauses of rules by name: ``cite["bell"]``, ``cite["no_more_bets", "bell"]``.
        self.cite = rules.clauses
        self.layout = layout_of(rules)
        self.state = state
        self.chance = chance
        self.events: list[ev.Event] = []

    def emit(self, event: ev.Event) -> None:
        """It has happened."""
        apply(self.state, event)
        self.events.append(event)


def position_of(rules: RouletteRules, wager: Wager) -> Position:
    """Where a wager lies."""
    return layout_of(rules).at(wager.kind, wager.place)


def is_winner(rules: RouletteRules, state: State, wager: Wager) -> bool:
    """Whether the number wins for a wager."""
    return state.number in position_of(rules, wager).numbers
