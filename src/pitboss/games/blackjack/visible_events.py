"""Events of a blackjack table as players may see them: hole cards and burnt cards stay hidden."""

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.cards import card_name
from pitboss.games.blackjack import events as ev
from pitboss.games.live.views import Shown
from pitboss.games.live.visible_events import plain_event
from pitboss.games.wording import in_words


def visible_blackjack_event(event: ev.Event) -> Shown | None:
    """Returns the event without a face-down card, and whether the house decided it for a player."""
    visible = plain_event(event)
    if visible is None:
        return None
    fields = dict(visible.fields)
    text = visible.text
    if is_hidden(event):
        del fields["card"]
        if isinstance(event, ev.CardBurned):
            text = f"a card is burnt unseen ({in_words(event.reason)})"
    elif fields.get("card", -1) >= 0:
        fields["card"] = card_name(fields["card"])
    return replace(visible, text=text, fields=fields, by_house=_decided_by_house(event))


def is_hidden(event: ev.Event) -> bool:
    """Whether the card of the event is face down."""
    return isinstance(event, ev.HoleDealt) or (isinstance(event, ev.CardBurned) and event.reason != "face_up")


def without_hidden(events: Sequence[ev.Event]) -> list[ev.Event]:
    """Returns the events whose cards all players have seen."""
    return [event for event in events if not is_hidden(event)]


def _decided_by_house(event: ev.Event) -> bool:
    """Whether the house decided for a player who was absent or out of time."""
    if isinstance(event, ev.HandClosed):
        return event.why in ("absent", "timeout")
    return isinstance(event, ev.PlayerAbsent | ev.HandTimedOut)
