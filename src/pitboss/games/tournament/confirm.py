"""Confirmation of legal commands with severe consequences: they are refused until the director confirms them."""

from typing import Final

from msgspec.structs import replace

from pitboss.games.live.base import Actor, Role
from pitboss.games.tournament import State, TournamentRules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.betting import disqualified_by, table_for
from pitboss.games.tournament.finish import unfinishable, with_ways
from pitboss.games.tournament.remedies import reason_without_wager
from pitboss.games.tournament.seating import held_as_playoff
from pitboss.games.wording import names
from pitboss.law.refusal import Refusal

#: The roles that wait for the director's decision.
_WAITING: Final = frozenset((Role.DEALER, Role.SUPERVISOR))
#: Commands that may need a confirmation.
CONFIRMED: Final = (cmd.PlayAtTable, cmd.StartSession, cmd.CancelTournament)


def to_confirm(rules: TournamentRules, state: State, actor: Actor, command: cmd.Command) -> Refusal | None:
    """Returns the refusal of an unconfirmed command; its ``allowed`` has the confirming command."""
    match command:
        case cmd.PlayAtTable():
            return _deal(rules, state, actor, command)
        case cmd.StartSession(confirmed=False):
            return _start(rules, state)
        case cmd.CancelTournament():
            return _cancel(rules, state)
    return None


def _start(rules: TournamentRules, state: State) -> Refusal | None:
    """Require confirmation of the start of a tournament that cannot be finished."""
    refusal = unfinishable(rules, state)
    if refusal is None:
        return None
    text = f"{with_ways(refusal.message, refusal.allowed)}; a start has to be confirmed"
    return replace(refusal, kind="unconfirmed", message=text, allowed=("start confirmed",))


def _cancel(rules: TournamentRules, state: State) -> Refusal | None:
    """Refuse to cancel a session that can be held as a play-off; earlier releases could not hold it."""
    if not held_as_playoff(rules, state):
        return None
    text = f"{names(state.in_play)} can hold the session as a play-off"
    return Refusal("cancelled", text, rules.cite("cancelled", "short_session"), rules.law.rulebook, ("start",))


def _deal(rules: TournamentRules, state: State, actor: Actor, command: cmd.PlayAtTable) -> Refusal | None:
    """Require confirmation of a deal that disqualifies players: the director names them, a dealer waits."""
    missing = disqualified_by(state, command)
    if not missing or (command.without and actor.role not in _WAITING):
        return None
    reason = rules.law.irregularities[reason_without_wager(rules)]
    clauses = tuple(dict.fromkeys(reason.clauses + rules.cite("wager_every_hand")))
    text = f"{names(missing)} {'has' if len(missing) == 1 else 'have'} not bet, and a deal now would disqualify them"
    if actor.role in _WAITING:
        text, allowed = f"{text}: only the director may decide that", (f"wait until {names(missing)} bet",)
    else:
        table = table_for(state, command)
        assert table is not None
        text, allowed = f"{text}: confirm it by naming them", (f"t{table.number} deal without {' '.join(missing)}",)
    return Refusal("unconfirmed", text, clauses, rules.law.rulebook, allowed)
