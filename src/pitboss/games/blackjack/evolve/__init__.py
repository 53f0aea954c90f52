"""Apply events to the state: the only place where the state changes."""

from pitboss.games.blackjack import events
from pitboss.games.blackjack.events import Event
from pitboss.games.blackjack.evolve import round, shoe, table, wagers  # noqa: F401 # each registers its changes
from pitboss.games.blackjack.evolve.base import CHANGES, no_change
from pitboss.games.blackjack.state import State

__all__ = ["CHANGES", "apply", "evolve"]

for _kind in vars(events).values():
    if isinstance(_kind, type) and issubclass(_kind, Event):
        CHANGES.setdefault(_kind, no_change)


def evolve(state: State, event: Event) -> State:
    """Returns the state after an event; the given state does not change."""
    after = state.copy()
    apply(after, event)
    return after


def apply(state: State, event: Event) -> None:
    """Applies an event to the state in place."""
    CHANGES[type(event)](state, event)
