"""Folds the events of a table, those of purses included, into its state."""

from collections.abc import Iterable
from typing import Any

from pitboss.games.blackjack import State, apply
from pitboss.games.live.events import LiveEvent, PurseFilled, PurseTaken


def fold(events: Iterable[Any]) -> State:
    """Folds the events of a table into its state."""
    state = State()
    for event in events:
        if isinstance(event, PurseFilled):
            state.money[event.player] += event.amount
        elif isinstance(event, PurseTaken):
            state.money[event.player] -= event.amount
        elif not isinstance(event, LiveEvent):
            apply(state, event)
    return state
