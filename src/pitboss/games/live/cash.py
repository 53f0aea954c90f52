"""Shared parts of the cash folds of every game: buy-ins and cash-outs."""

from typing import Any

from pitboss.games.live.base import Movement
from pitboss.games.live.events import PurseFilled, PurseTaken

Moves = tuple[Movement, ...]


def joined(till: Any, state: Any, event: Any) -> Moves:
    """Handles a first buy-in."""
    return (Movement(event.player, "join", event.money, "", event.clauses),) if event.money else ()


def filled(till: Any, state: Any, event: PurseFilled) -> Moves:
    """Handles a further buy-in."""
    return (Movement(event.player, "join", event.amount, "", event.clauses),)


def taken(till: Any, state: Any, event: PurseTaken) -> Moves:
    """Handles a cash-out."""
    return (Movement(event.player, "leave", event.amount, "", event.clauses),) if event.amount else ()
