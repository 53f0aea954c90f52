"""Cash movements of roulette events, in cents. The audit compares this fold with the engine's state."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from pitboss.games.live.base import Movement
from pitboss.games.live.cash import Moves, brought, filled, joined, paid_otherwise, taken
from pitboss.games.live.events import ChipsBrought, PayoutCorrected, PurseFilled, PurseTaken
from pitboss.games.roulette import events as ev
from pitboss.law.cite import Clauses

WagerKey = tuple[str, str, str]


class TrackedWager(Struct, frozen=True):
    """A wager as the cash fold tracks it; an event replaces it."""

    amount: int
    result: int | None = None
    clauses: Clauses = ()


class RouletteCash:
    """Tracks open and settled wagers, so that the movements of a void spin can be reversed."""

    __slots__ = ("on_layout", "settled")

    def __init__(self) -> None:
        self.on_layout: dict[WagerKey, TrackedWager] = {}
        self.settled: dict[WagerKey, TrackedWager] = {}

    def copy(self) -> "RouletteCash":
        """Returns an independent copy."""
        other = RouletteCash()
        other.on_layout, other.settled = self.on_layout.copy(), self.settled.copy()
        return other

    def all_moves(self, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """Returns the events of a command that moved money, each with its movements."""
        return [(event, moved) for event in events if (moved := self.moves(event))]

    def moves(self, event: Any) -> Moves:
        """Returns the movements of an event."""
        mover = _MOVERS.get(type(event))
        return mover(self, None, event) if mover is not None else ()

    def _placed(self, state: Any, event: ev.WagerPlaced) -> Moves:
        self.on_layout[_key(event)] = TrackedWager(event.amount)
        return _movement(event, "wager", event.amount)

    def _withdrawn(self, state: Any, event: ev.WagerWithdrawn) -> Moves:
        del self.on_layout[_key(event)]
        return _movement(event, "back", event.amount)

    def _collected(self, state: Any, event: ev.WagerCollected) -> Moves:
        tracked = self.on_layout.pop(_key(event))
        self.settled[_key(event)] = TrackedWager(tracked.amount, event.net, event.clauses)
        return _movement(event, "lose", -event.net)

    def _paid(self, state: Any, event: ev.WagerPaid) -> Moves:
        tracked = self.on_layout[_key(event)]
        self.on_layout[_key(event)] = TrackedWager(tracked.amount, event.net, event.clauses)
        return _movement(event, "win", event.net)

    def _taken_up(self, state: Any, event: ev.WagerTakenUp) -> Moves:
        self.settled[_key(event)] = self.on_layout.pop(_key(event))
        return _movement(event, "back", event.amount)

    def _adjusted(self, state: Any, event: ev.WagerAdjusted) -> Moves:
        self._change_result(_key(event), event.more, event.clauses)
        return _movement(event, "win", event.more)

    def _corrected(self, state: Any, event: PayoutCorrected) -> Moves:
        self._change_result((event.player, event.wager, event.place), event.more, event.clauses)
        return paid_otherwise(self, state, event)

    def _change_result(self, where: WagerKey, more: int, clauses: Clauses) -> None:
        held = self.settled if where in self.settled else self.on_layout
        tracked = held[where]
        held[where] = TrackedWager(tracked.amount, (tracked.result or 0) + more, clauses)

    def _began(self, state: Any, event: ev.RoundBegan) -> Moves:
        self.settled.clear()
        return ()

    def _voided(self, state: Any, event: ev.SpinVoided) -> Moves:
        moved: list[Movement] = []
        for settled, wagers in ((True, self.settled), (False, self.on_layout)):
            for where, tracked in wagers.items():
                net = tracked.result or 0
                back = min(tracked.amount, tracked.amount + net) if settled else 0
                parts = (("wager", back), ("unlose", -net), ("unwin", net))
                reason = f"{where[1]} {where[2]}".rstrip()
                moved += [Movement(where[0], kind, cents, reason, event.clauses) for kind, cents in parts if cents > 0]
        void = {where: TrackedWager(tracked.amount) for where, tracked in (self.on_layout | self.settled).items()}
        self.on_layout, self.settled = void, {}
        return tuple(moved)


def _key(event: Any) -> WagerKey:
    return event.player, event.kind, event.place


def _movement(event: Any, kind: str, cents: int) -> Moves:
    reason = f"{event.kind} {event.place}".rstrip()
    return (Movement(event.player, kind, cents, reason, event.clauses),) if cents else ()


_MOVERS: Final[dict[type, Callable[[RouletteCash, Any, Any], Moves]]] = {
    ev.PlayerJoined: joined,
    PurseFilled: filled,
    ChipsBrought: brought,
    PurseTaken: taken,
    PayoutCorrected: RouletteCash._corrected,
    ev.WagerPlaced: RouletteCash._placed,
    ev.WagerWithdrawn: RouletteCash._withdrawn,
    ev.WagerCollected: RouletteCash._collected,
    ev.WagerPaid: RouletteCash._paid,
    ev.WagerTakenUp: RouletteCash._taken_up,
    ev.WagerAdjusted: RouletteCash._adjusted,
    ev.RoundBegan: RouletteCash._began,
    ev.SpinVoided: RouletteCash._voided,
}
