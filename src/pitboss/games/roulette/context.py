"""Context of one command: the rules, the state, the number source and the emitted events."""

from pitboss.games.roulette import events as ev
from pitboss.games.roulette.chance import Chance
from pitboss.games.roulette.evolve import apply
from pitboss.games.roulette.layout import Position, RouletteRules, layout_of
from pitboss.games.roulette.state import RouletteWager, State


class SpinContext:
    """Shared by the handlers of a command. Every state change goes through ``emit``."""

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
        """Apply the event to the state and append it."""
        apply(self.state, event)
        self.events.append(event)


def position_of(rules: RouletteRules, wager: RouletteWager) -> Position:
    """Returns the position of a wager."""
    return layout_of(rules).at(wager.kind, wager.place)


def is_winner(rules: RouletteRules, state: State, wager: RouletteWager) -> bool:
    """Returns whether the winning number is among the wager's numbers."""
    return state.number in position_of(rules, wager).numbers
