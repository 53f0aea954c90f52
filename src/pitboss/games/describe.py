"""Sentences for events, each with the clauses it rests on."""

from collections.abc import Iterator, Sequence
from typing import Any

from pitboss.games.live.events import LIVE_SENTENCES
from pitboss.games.registry import game_of_event
from pitboss.law import Refusal
from pitboss.law.cite import clause_list


def tell_step(text: str, events: Sequence[Any]) -> Iterator[str]:
    """Yields a line of play, then one indented line for each event that has a sentence."""
    yield text
    for event in events:
        words = tell(event)
        if words:
            law = f"  [{clause_list(event.clauses)}]" if event.clauses else ""
            yield f"    {words}{law}"


def tell_refused(text: str, refusal: Refusal) -> Iterator[str]:
    """Yields a line that was refused, then the refusal with the clauses that forbid it."""
    law = f"  [{clause_list(refusal.clauses)}]" if refusal.clauses else ""
    yield f"! {text}"
    yield f"    refused: {refusal.message}{law}"


def tell(event: Any) -> str:
    """Returns the sentence of an event; empty for internal steps.

    An event without a sentence of its own is described by its type and its fields.
    """
    kind = type(event)
    game = game_of_event(kind)
    sentences = game.sentences if game is not None else LIVE_SENTENCES
    sentence = sentences.get(kind)
    return sentence(event) if sentence is not None else _generic_sentence(event)


def _generic_sentence(event: Any) -> str:
    fields = {name: getattr(event, name) for name in event.__struct_fields__ if name != "clauses"}
    words = "".join(f" {char.lower()}" if char.isupper() else char for char in type(event).__name__).strip()
    details = ", ".join(f"{name} {value}" for name, value in fields.items() if value not in ("", 0, (), -1))
    return f"{words}: {details}" if details else words
