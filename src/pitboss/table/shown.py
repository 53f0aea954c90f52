"""Events as people may see them: in a sentence, with the clauses, and without what lies face down."""

from typing import Any

from pitboss.blackjack import events as ev
from pitboss.cards import card_name
from pitboss.table.live_events import LiveEvent, tell_live
from pitboss.table.shared_views import Shown
from pitboss.table.view import tell_seen
from pitboss.tournament.events import AtTable


def shown(event: Any, table: int = 0) -> Shown | None:
    """The event as anybody may see it; None for a step that nobody would tell of."""
    if isinstance(event, AtTable):
        return shown(event.event, event.table)
    if isinstance(event, ev.StageCame):
        return None
    text = tell_seen(event) if isinstance(event, ev.Event) else tell_live(event)
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name != "clauses"}
    if isinstance(event, ev.HoleDealt) or (isinstance(event, ev.CardBurned) and event.reason != "face_up"):
        del fields["card"]
    elif isinstance(event, ev.Event) and fields.get("card", -1) >= 0:
        fields["card"] = card_name(fields["card"])
    if table:
        fields["table"] = table
        text = f"table {table}: {text}" if text else ""
    return Shown(type(event).__name__, text, event.clauses, fields, by_house(event))


def by_house(event: Any) -> bool:
    """Whether the house decided it for somebody who was not there."""
    if isinstance(event, LiveEvent):
        return False
    return isinstance(event, ev.PlayerAbsent) or (isinstance(event, ev.HandClosed) and event.why == "absent")
