"""The table of changes, and how one is registered."""

from collections.abc import Callable
from typing import Any

from pitboss.blackjack.state import State

Change = Callable[[State, Any], None]

#: What each kind of event changes.
CHANGES: dict[type, Change] = {}


def nothing(state: State, event: Any) -> None:
    """Some events are only told."""


def on(kind: type) -> Callable[[Change], Change]:
    """Registers what an event of that kind changes."""

    def register(change: Change) -> Change:
        CHANGES[kind] = change
        return change

    return register
