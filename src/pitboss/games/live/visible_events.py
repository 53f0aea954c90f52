"""Events as players may see them: a sentence, the clauses, and the fields without hidden cards."""

from collections.abc import Container
from typing import Any

from pitboss.games.describe import tell
from pitboss.games.grammar import parse_act
from pitboss.games.live.base import READING_ROLES, Actor, Entry, Role
from pitboss.games.live.events import CorrectionProposed, EntryCorrected
from pitboss.games.live.views import Shown
from pitboss.games.registry import game_of_event


def visible_event(event: Any) -> Shown | None:
    """Returns the event with hidden cards removed; None for an internal step without a sentence."""
    game = game_of_event(type(event))
    return plain_event(event) if game is None or game.visible is None else game.visible(event)


def plain_event(event: Any) -> Shown | None:
    """Returns an event that hides nothing, with all its fields."""
    text = tell(event)
    if not text:
        return None
    # the words of a corrected entry may name a card that is face down
    hidden = ("clauses", "words") if isinstance(event, EntryCorrected | CorrectionProposed) else ("clauses",)
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name not in hidden}
    return Shown(type(event).__name__, text, event.clauses, fields)


def describe_visible(event: Any) -> str:
    """Returns the sentence of an event without hidden cards; empty for an internal step."""
    visible = visible_event(event)
    return visible.text if visible is not None else ""


def visible_words(entry: Entry, actor: Actor, hidden_verbs: Container[str]) -> str:
    """Returns the words of an entry that the actor may see.

    Only the house sees the words of the house. Words that name a card, which may be face down, are hidden from all.
    """
    if entry.actor.role is Role.PLAYER:
        return entry.words
    line = parse_act(entry.actor, entry.words)
    hidden = isinstance(line, str) or line.verb in hidden_verbs
    return entry.words if actor.role in READING_ROLES and not hidden else ""
