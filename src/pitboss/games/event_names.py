"""Names of events in the notation: ``WagerPaid`` is ``wager_paid``."""

from typing import Any

from msgspec import Struct


def inner_event(event: Any) -> Any:
    """Returns the event of the underlying game where an event only carries it from one of several tables."""
    carried = getattr(event, "event", None)
    return carried if isinstance(carried, Struct) else event


def event_name(event: Any) -> str:
    """Returns the name of an event in the notation: ``WagerPaid`` is ``wager_paid``."""
    return snake_case(type(inner_event(event)).__name__)


def snake_case(name: str) -> str:
    """Returns the name of a class in words joined by underscores."""
    return "".join(f"_{char.lower()}" if char.isupper() else char for char in name).removeprefix("_")
