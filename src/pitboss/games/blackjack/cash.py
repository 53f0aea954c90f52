"""Fold of a blackjack table's events into money movements, independent of the engine's fold so that it checks it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.games.blackjack import State
from pitboss.games.blackjack import events as ev
from pitboss.games.blackjack.payouts import paid_wager
from pitboss.games.live.base import Movement
from pitboss.games.live.cash import Moves, brought, filled, joined, paid_otherwise, taken
from pitboss.games.live.events import ChipsBrought, PayoutCorrected, PurseFilled, PurseTaken
from pitboss.games.live.views import Settlement


class CashFold:
    """State of the fold: the bets before the deal, and the settlement of each wager of the round."""

    __slots__ = ("_bets", "results")

    def __init__(self) -> None:
        self._bets: dict[tuple[str, int, str], int] = {}
        #: The settlements of the round, indexed by wager number.
        self.results: dict[int, Settlement] = {}

    def copy(self) -> "CashFold":
        """Returns an independent copy."""
        other = CashFold.__new__(CashFold)
        other._bets, other.results = self._bets.copy(), self.results.copy()
        return other

    def moves(self, state: State, event: Any) -> Moves:
        """Returns the movements of an event; ``state`` is the state after it."""
        mover = _MOVERS.get(type(event))
        return mover(self, state, event) if mover is not None else ()

    def all_moves(self, state: State, events: Sequence[Any]) -> list[tuple[Any, Moves]]:
        """Returns the events of one command that moved money, each with its movements."""
        found = []
        for event in events:
            mover = _MOVERS.get(type(event))
            if mover is not None and (moved := mover(self, state, event)):
                found.append((event, moved))
        return found

    def _placed(self, state: State, event: ev.BetPlaced) -> Moves:
        key = (event.player, event.box, event.kind)
        self._bets[key] = self._bets.get(key, 0) + event.amount
        return (Movement(event.player, "wager", event.amount, f"{event.kind} {event.box}", event.clauses),)

    def _taken_back(self, state: State, event: ev.BetsTakenBack) -> Moves:
        keys = [key for key in self._bets if key[:2] == (event.player, event.box) and event.kind in ("", key[2])]
        return tuple(
            Movement(event.player, "back", self._bets.pop(key), f"{key[2]} {event.box}", event.clauses) for key in keys
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
        player, clauses, note = event.player, event.clauses, f"{event.kind} {event.box}"
        if net <= -amount:
            return (Movement(player, "lose", -net, note, clauses),) if net else ()
        back = Movement(player, "back", amount if net > 0 else amount + net, note, clauses)
        if not net:
            return (back,)
        return (back, Movement(player, "win" if net > 0 else "lose", abs(net), note, clauses))

    def _voided(self, state: State, event: ev.WagerVoided) -> Moves:
        before = self.results.get(event.number)
        self.results[event.number] = Settlement(0, event.reason, event.clauses)
        if before is None:
            return _movements(event, ("back", state.wagers[event.number].amount))
        net = before.net
        return _movements(event, ("unlose", -net), ("back", -net), ("unwin", net))

    def _reopened(self, state: State, event: ev.WagerReopened) -> Moves:
        wager = state.wagers[event.number]
        net = self.results.pop(event.number).net
        voided = ev.WagerVoided(event.clauses, event.number, wager.player, wager.box, wager.kind, "reopened")
        return _movements(voided, ("wager", min(wager.amount, wager.amount + net)), ("unlose", -net), ("unwin", net))

    def _corrected(self, state: State, event: PayoutCorrected) -> Moves:
        number = paid_wager(state, event).number
        before = self.results[number]
        self.results[number] = Settlement(event.becomes, before.outcome, before.clauses)
        return paid_otherwise(self, state, event)


def _movements(event: ev.WagerSettled | ev.WagerVoided, *parts: tuple[str, int]) -> Moves:
    """Returns one movement for each positive part."""
    note = f"{event.kind} {event.box}"
    return tuple([Movement(event.player, kind, cents, note, event.clauses) for kind, cents in parts if cents > 0])


_MOVERS: Final[dict[type, Callable[[CashFold, State, Any], Moves]]] = {
    ev.PlayerJoined: joined,
    PurseFilled: filled,
    ChipsBrought: brought,
    PurseTaken: taken,
    PayoutCorrected: CashFold._corrected,
    ev.BetPlaced: CashFold._placed,
    ev.BetsTakenBack: CashFold._taken_back,
    ev.RoundBegan: CashFold._began,
    ev.WagerAdded: CashFold._added,
    ev.WagerSettled: CashFold._settled,
    ev.WagerVoided: CashFold._voided,
    ev.WagerReopened: CashFold._reopened,
}
