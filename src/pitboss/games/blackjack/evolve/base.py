"""Registry of state changes by event type."""

from collections.abc import Callable
from typing import Any, TypeVar

from pitboss.games.blackjack.state import State

T = TypeVar("T")
Change = Callable[[State, Any], None]

#: The state change of each event type.
CHANGES: dict[type, Change] = {}


def no_change(state: State, event: Any) -> None:
    """The handler of events that do not change the state."""


def register_change(kind: type) -> Callable[[Change], Change]:
    """Registers the decorated function as the handler of an event type."""

    def register(change: Change) -> Change:
        CHANGES[kind] = change
        return change

    return register


def without(items: list[T], item: T) -> list[T]:
    """Returns a list without the first of these items: copies of a state share what is not changed in place."""
    place = items.index(item)
    return [*items[:place], *items[place + 1 :]]
