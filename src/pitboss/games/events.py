"""What the events of every game share: their names in the notation, and how they are stored."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

EventT = TypeVar("EventT")


def leaves(base: type[EventT]) -> tuple[type[EventT], ...]:
    """Returns the direct subclasses of an event base class."""
    return tuple(base.__subclasses__())


def inner_event(event: Any) -> Any:
    """Returns the event of the underlying game where an event only carries it from one of several tables."""
    carried = getattr(event, "event", None)
    return carried if isinstance(carried, Struct) else event


def event_name(event: Any) -> str:
    """Returns the name of an event in the notation: ``WagerPaid`` is ``wager_paid``."""
    return snake_case(type(inner_event(event)).__name__)


@cache
def snake_case(name: str) -> str:
    """Returns the name of a class in words joined by underscores."""
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).removeprefix("_")


class Codec:
    """Encodes and decodes the events of a game as JSON, each with its type as tag."""

    def __init__(self, kinds: Sequence[type]) -> None:
        union: Any = kinds[0]
        for kind in kinds[1:]:
            union |= kind
        self._decoder = msgspec.json.Decoder(tuple[union, ...])
        #: The types of event, and the encoder of events as JSON.
        self.kinds = tuple(kinds)
        self.encode: Callable[[Sequence[Any]], bytes] = msgspec.json.Encoder().encode

    def decode(self, data: bytes | str) -> tuple[Any, ...]:
        """Decodes stored events; raises msgspec.DecodeError for invalid data."""
        events: tuple[Any, ...] = self._decoder.decode(data)
        return events
