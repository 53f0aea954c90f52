"""How an event changes the state: the only place where a state changes."""

from copy import deepcopy

from pitboss.blackjack import events
from pitboss.blackjack.events import Event
from pitboss.blackjack.evolve import round, shoe, table, wagers  # noqa: F401 # each registers its changes
from pitboss.blackjack.evolve.base import CHANGES, nothing
from pitboss.blackjack.state import State

__all__ = ["CHANGES", "apply", "evolve"]

for _kind in vars(events).values():
    if isinstance(_kind, type) and issubclass(_kind, Event):
        CHANGES.setdefault(_kind, nothing)


def evolve(state: State, event: Event) -> State:
    """The state after the event; the one given stays as it was."""
    after = deepcopy(state)
    apply(after, event)
    return after


def apply(state: State, event: Event) -> None:
    """The same in place, for whoever owns the state."""
    CHANGES[type(event)](state, event)
