"""How an event changes the state: the only place where a state changes."""

from copy import deepcopy

from pitboss.blackjack.events import Event
from pitboss.blackjack.evolve import round, shoe, table, wagers  # noqa: F401 # each registers its changes
from pitboss.blackjack.evolve.base import CHANGES
from pitboss.blackjack.state import State

__all__ = ["CHANGES", "apply", "evolve"]


def evolve(state: State, event: Event) -> State:
    """The state after the event; the one given stays as it was."""
    after = deepcopy(state)
    apply(after, event)
    return after


def apply(state: State, event: Event) -> None:
    """The same in place, for whoever owns the state."""
    change = CHANGES.get(type(event))
    if change is not None:
        change(state, event)
