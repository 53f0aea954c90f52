"""Stored events of earlier releases."""

from typing import Any


def as_first_stored(events: Any) -> Any:
    """Returns decoded events as the releases wrote them that stored no means.

    They closed a blackjack as "21" and named the check of the cards at the closing like that at the opening.
    """
    if isinstance(events, list):
        return [as_first_stored(event) for event in events]
    if not isinstance(events, dict):
        return events
    former = {name: as_first_stored(value) for name, value in events.items()}
    match events:
        case {"type": "HandClosed", "why": "blackjack"}:
            return {**former, "why": "21"}
        case {"type": "ProcedureDone", "name": "cards_checked"}:
            return {**former, "name": "cards_inspected"}
    return former
