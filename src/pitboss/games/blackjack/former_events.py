"""Stored events of earlier releases."""

from typing import Any

#: Events that say since 0.2.0 to which hand and spot they belong.
_WITH_PLACES = ("HandClosed", "WagerSettled", "WagerVoided")


def as_first_stored(events: Any) -> Any:
    """Returns decoded events as the releases wrote them that stored no means.

    They closed a blackjack as "21", named the check of the cards at the closing like that at the opening, and did not
    say which hand of a split box was closed, nor of which a wager was settled.
    """
    if isinstance(events, list):
        return [as_first_stored(event) for event in events]
    if not isinstance(events, dict):
        return events
    former = {name: as_first_stored(value) for name, value in events.items()}
    if events.get("type") in _WITH_PLACES:
        former = {name: value for name, value in former.items() if name not in ("place", "spot")}
    match events:
        case {"type": "HandClosed", "why": "blackjack"}:
            return {**former, "why": "21"}
        case {"type": "ProcedureDone", "name": "cards_checked"}:
            return {**former, "name": "cards_inspected"}
    return former
