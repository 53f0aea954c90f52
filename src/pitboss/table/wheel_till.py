"""What the events of a roulette table move, to the cent: a fold of its own beside the engine's, and its check."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.law.cite import Clauses
from pitboss.roulette import events as ev
from pitboss.table.live_base import Movement
from pitboss.table.live_events import PurseFilled, PurseTaken
from pitboss.table.till import Moves, all_moved, filled, joined, taken

Where = tuple[str, str, str]


class Laid(Struct):
    """A wager as the till remembers it."""

    amount: int
    result: int | None = None
    clauses: Clauses = ()


class WheelTill:
    """Remembers what lies on the layout and what the round has settled, so that a void spin can be undone."""

    __slots__ = ("lying", "settled")

    def __init__(self) -> None:
        self.lying: dict[Where, Laid] = {}
        self.settled: dict[Where, Laid] = {}

    def all_moves(self, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """The events of one command that moved something, each with what it moved."""
        return all_moved(_MOVERS, self, None, events)

    def _placed(self, state: Any, event: ev.WagerPlaced) -> Moves:
        self.lying[_where(event)] = Laid(event.amount)
        return _one(event, "wager", event.amount)

    def _withdrawn(self, state: Any, event: ev.WagerWithdrawn) -> Moves:
        del self.lying[_where(event)]
        return _one(event, "back", event.amount)

    def _collected(self, state: Any, event: ev.WagerCollected) -> Moves:
        laid = self.lying.pop(_where(event))
        laid.result, laid.clauses = event.net, event.clauses
        self.settled[_where(event)] = laid
        return _one(event, "lose", -event.net)

    def _paid(self, state: Any, event: ev.WagerPaid) -> Moves:
        laid = self.lying[_where(event)]
        laid.result, laid.clauses = event.net, event.clauses
        return _one(event, "win", event.net)

    def _taken_up(self, state: Any, event: ev.WagerTakenUp) -> Moves:
        self.settled[_where(event)] = self.lying.pop(_where(event))
        return _one(event, "back", event.amount)

    def _adjusted(self, state: Any, event: ev.WagerAdjusted) -> Moves:
        laid = self.settled.get(_where(event)) or self.lying[_where(event)]
        laid.result, laid.clauses = (laid.result or 0) + event.more, event.clauses
        return _one(event, "win", event.more)

    def _began(self, state: Any, event: ev.RoundBegan) -> Moves:
        self.settled.clear()
        return ()

    def _voided(self, state: Any, event: ev.SpinVoided) -> Moves:
        moved: list[Movement] = []
        for settled, wagers in ((True, self.settled), (False, self.lying)):
            for where, laid in wagers.items():
                net = laid.result or 0
                back = min(laid.amount, laid.amount + net) if settled else 0
                parts = (("wager", back), ("unlose", -net), ("unwin", net))
                why = f"{where[1]} {where[2]}".rstrip()
                moved += [Movement(where[0], kind, cents, why, event.clauses) for kind, cents in parts if cents > 0]
                laid.result = None
        self.lying |= self.settled
        self.settled = {}
        return tuple(moved)


def _where(event: Any) -> Where:
    return event.player, event.kind, event.place


def _one(event: Any, kind: str, cents: int) -> Moves:
    why = f"{event.kind} {event.place}".rstrip()
    return (Movement(event.player, kind, cents, why, event.clauses),) if cents else ()


_MOVERS: Final[dict[type, Callable[[WheelTill, Any, Any], Moves]]] = {
    ev.PlayerJoined: joined,
    PurseFilled: filled,
    PurseTaken: taken,
    ev.WagerPlaced: WheelTill._placed,
    ev.WagerWithdrawn: WheelTill._withdrawn,
    ev.WagerCollected: WheelTill._collected,
    ev.WagerPaid: WheelTill._paid,
    ev.WagerTakenUp: WheelTill._taken_up,
    ev.WagerAdjusted: WheelTill._adjusted,
    ev.RoundBegan: WheelTill._began,
    ev.SpinVoided: WheelTill._voided,
}
