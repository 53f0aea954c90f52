"""What the events of a blackjack table move, to the cent: a fold of its own beside the engine's, and its check."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from pitboss.blackjack import State
from pitboss.blackjack import events as ev
from pitboss.table.live_base import Movement
from pitboss.table.live_events import PurseFilled, PurseTaken
from pitboss.table.shared_views import Settlement

Moves = tuple[Movement, ...]


class Till:
    """Remembers what lies on the boxes before the deal and how each wager of the round was settled."""

    __slots__ = ("_bets", "results")

    def __init__(self) -> None:
        self._bets: dict[tuple[str, int, str], int] = {}
        #: How the wagers of the round were settled, by their numbers.
        self.results: dict[int, Settlement] = {}

    def moves(self, state: State, event: Any) -> Moves:
        """What an event moved; the state is the one after it."""
        mover = _MOVERS.get(type(event))
        return mover(self, state, event) if mover is not None else ()

    def all_moves(self, state: State, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """The events of one command that moved something, each with what it moved."""
        return all_moved(_MOVERS, self, state, events)

    def _placed(self, state: State, event: ev.BetPlaced) -> Moves:
        where = (event.player, event.box, event.kind)
        self._bets[where] = self._bets.get(where, 0) + event.amount
        return (Movement(event.player, "wager", event.amount, f"{event.kind} {event.box}", event.clauses),)

    def _taken_back(self, state: State, event: ev.BetsTakenBack) -> Moves:
        found = [
            where for where in self._bets if where[:2] == (event.player, event.box) and event.kind in ("", where[2])
        ]
        return tuple(
            Movement(event.player, "back", self._bets.pop(where), f"{where[2]} {event.box}", event.clauses)
            for where in found
        )

    def _began(self, state: State, event: ev.RoundBegan) -> Moves:
        self._bets.clear()
        self.results.clear()
        return ()

    def _added(self, state: State, event: ev.WagerAdded) -> Moves:
        return (Movement(event.player, "wager", event.amount, f"{event.kind} {event.box}", event.clauses),)

    def _settled(self, state: State, event: ev.WagerSettled) -> Moves:
        self.results[event.number] = Settlement(event.net, event.outcome, event.clauses)
        amount, net = state.wagers[event.number].amount, event.net
        player, clauses, why = event.player, event.clauses, f"{event.kind} {event.box}"
        moves = []
        if amount + min(net, 0) > 0:
            moves.append(Movement(player, "back", amount + min(net, 0), why, clauses))
        if net:
            moves.append(Movement(player, "win" if net > 0 else "lose", abs(net), why, clauses))
        return tuple(moves)

    def _voided(self, state: State, event: ev.WagerVoided) -> Moves:
        before = self.results.get(event.number)
        self.results[event.number] = Settlement(0, event.reason, event.clauses)
        if before is None:
            return _some(event, ("back", state.wagers[event.number].amount))
        net = before.net
        return _some(event, ("unlose", -net), ("back", -net), ("unwin", net))

    def _reopened(self, state: State, event: ev.WagerReopened) -> Moves:
        wager = state.wagers[event.number]
        net = self.results.pop(event.number).net
        named = ev.WagerVoided(event.clauses, event.number, wager.player, wager.box, wager.kind, "reopened")
        return _some(named, ("wager", min(wager.amount, wager.amount + net)), ("unlose", -net), ("unwin", net))


def _some(event: ev.WagerSettled | ev.WagerVoided, *parts: tuple[str, int]) -> Moves:
    why = f"{event.kind} {event.box}"
    return tuple([Movement(event.player, kind, cents, why, event.clauses) for kind, cents in parts if cents > 0])


def all_moved(
    movers: Mapping[type, Callable[..., Moves]], till: Any, state: Any, events: Sequence[Any]
) -> list[tuple[Any, Moves]]:
    """The events that moved something, each with what it moved, by what a till does on each kind."""
    found = []
    for event in events:
        mover = movers.get(type(event))
        if mover is not None:
            moved = mover(till, state, event)
            if moved:
                found.append((event, moved))
    return found


def joined(till: Any, state: Any, event: Any) -> Moves:
    """Somebody comes with money."""
    return (Movement(event.player, "join", event.money, "", event.clauses),) if event.money else ()


def filled(till: Any, state: Any, event: PurseFilled) -> Moves:
    """Somebody brings more."""
    return (Movement(event.player, "join", event.amount, "", event.clauses),)


def taken(till: Any, state: Any, event: PurseTaken) -> Moves:
    """Somebody goes with all of it."""
    return (Movement(event.player, "leave", event.amount, "", event.clauses),) if event.amount else ()


_MOVERS: Final[dict[type, Callable[[Till, State, Any], Moves]]] = {
    ev.PlayerJoined: joined,
    PurseFilled: filled,
    PurseTaken: taken,
    ev.BetPlaced: Till._placed,
    ev.BetsTakenBack: Till._taken_back,
    ev.RoundBegan: Till._began,
    ev.WagerAdded: Till._added,
    ev.WagerSettled: Till._settled,
    ev.WagerVoided: Till._voided,
    ev.WagerReopened: Till._reopened,
}
