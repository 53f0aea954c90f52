"""Events of a tournament as players may see them; those of its tables hide what blackjack hides."""

from msgspec.structs import replace

from pitboss.games.live.views import Shown
from pitboss.games.live.visible_events import plain_event, visible_event
from pitboss.games.tournament import events as ev


def visible_tournament_event(event: ev.Event) -> Shown | None:
    """Returns the event; an event of a table names its table."""
    if not isinstance(event, ev.AtTable):
        return plain_event(event)
    visible = visible_event(event.event)
    if visible is None:
        return None
    text = f"table {event.table}: {visible.text}"
    return replace(visible, text=text, fields={**visible.fields, "table": event.table})
