"""Shared parts of the cash folds of every game: buy-ins and cash-outs."""

from typing import Any

from pitboss.games.live.base import Movement, is_anonymous
from pitboss.games.live.events import ChipsBrought, PurseFilled, PurseTaken

Moves = tuple[Movement, ...]


def joined(till: Any, state: Any, event: Any) -> Moves:
    """Handles a first buy-in."""
    return (Movement(event.player, _in(event.player), event.money, "", event.clauses),) if event.money else ()


def filled(till: Any, state: Any, event: PurseFilled) -> Moves:
    """Handles a further buy-in."""
    return (Movement(event.player, _in(event.player), event.amount, "", event.clauses),)


def brought(till: Any, state: Any, event: ChipsBrought) -> Moves:
    """Handles chips that an anonymous player brings to the table."""
    return (Movement(event.player, "chips", event.amount, "", event.clauses),)


def taken(till: Any, state: Any, event: PurseTaken) -> Moves:
    """Handles a cash-out."""
    kind = "redeem" if is_anonymous(event.player) else "leave"
    return (Movement(event.player, kind, event.amount, "", event.clauses),) if event.amount else ()


def _in(player: str) -> str:
    """The kind of a buy-in: cash of an anonymous player, money of a wallet otherwise."""
    return "cash" if is_anonymous(player) else "join"
