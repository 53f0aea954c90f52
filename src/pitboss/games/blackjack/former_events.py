"""Stored events of earlier releases."""

from typing import Any


def as_first_stored(events: Any) -> Any:
    """Returns decoded events as the releases wrote them that stored no means: they closed a blackjack as "21"."""
    if isinstance(events, list):
        return [as_first_stored(event) for event in events]
    if not isinstance(events, dict):
        return events
    former = {name: as_first_stored(value) for name, value in events.items()}
    closed = (events.get("type"), events.get("why")) == ("HandClosed", "blackjack")
    return {**former, "why": "21"} if closed else former
