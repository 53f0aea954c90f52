"""Shared parts of the cash folds of every game: buy-ins, cash-outs, and the movements of a batch of events."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pitboss.games.live.base import Movement
from pitboss.games.live.events import PurseFilled, PurseTaken

Moves = tuple[Movement, ...]


def all_moved(
    movers: Mapping[type, Callable[..., Moves]], till: Any, state: Any, events: Sequence[Any]
) -> list[tuple[Any, Moves]]:
    """Returns the events that moved money, each with its movements, by the handler of its type."""
    found = []
    for event in events:
        mover = movers.get(type(event))
        if mover is not None:
            moved = mover(till, state, event)
            if moved:
                found.append((event, moved))
    return found


def joined(till: Any, state: Any, event: Any) -> Moves:
    """Handles a first buy-in."""
    return (Movement(event.player, "join", event.money, "", event.clauses),) if event.money else ()


def filled(till: Any, state: Any, event: PurseFilled) -> Moves:
    """Handles a further buy-in."""
    return (Movement(event.player, "join", event.amount, "", event.clauses),)


def taken(till: Any, state: Any, event: PurseTaken) -> Moves:
    """Handles a cash-out."""
    return (Movement(event.player, "leave", event.amount, "", event.clauses),) if event.amount else ()
