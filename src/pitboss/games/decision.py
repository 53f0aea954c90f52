"""The result of a command on a copy of the state."""

from typing import Generic, TypeVar

from msgspec import Struct

EventT = TypeVar("EventT")
StateT = TypeVar("StateT")


class Decision(Struct, Generic[EventT, StateT], frozen=True):
    """The events of a command, and the state after them."""

    events: tuple[EventT, ...]
    state: StateT
