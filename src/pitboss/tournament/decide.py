"""May I, and do it: the one place where a command's type is matched.

``refusal_of`` says what forbids a command, ``act`` carries it out on a state that the caller owns, ``decide`` does so
on a copy.
"""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

from msgspec import Struct

from pitboss.blackjack import resume as resume_at_table
from pitboss.blackjack.chance import UnknownOutcome
from pitboss.law.refusal import Refusal
from pitboss.tournament import betting, conduct, entry, results, sessions
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.directing import CardAwaited, Chances, Directing
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.state import State

Check = Callable[[TournamentRules, State, Any], Refusal | None]
Do = Callable[[Directing, Any], None]


class Decision(Struct, frozen=True):
    """What a command brought: the events, and the state after them."""

    events: tuple[ev.Event, ...]
    state: State


_HANDLERS: dict[type[cmd.Command], tuple[Check, Do]] = {
    cmd.AcceptEntry: (entry.check_enter, entry.do_enter),
    cmd.RefuseEntry: (entry.check_refuse, entry.do_refuse),
    cmd.WithdrawEntry: (entry.check_withdraw, entry.do_withdraw),
    cmd.CancelTournament: (entry.check_cancel, entry.do_cancel),
    cmd.SeatPlayer: (entry.check_seat, entry.do_seat),
    cmd.MoveStart: (entry.check_move_start, entry.do_move_start),
    cmd.StartSession: (sessions.check_start, sessions.do_start),
    cmd.NoteDirector: (conduct.check_director, conduct.do_director),
    cmd.PermitWriting: (conduct.check_writing, conduct.do_writing),
    cmd.Disqualify: (conduct.check_disqualify, conduct.do_disqualify),
    cmd.NoteLate: (betting.check_late, betting.do_late),
    cmd.CallTime: (sessions.check_time, sessions.do_time),
    cmd.ReissueChips: (results.check_reissue, results.do_reissue),
    cmd.TallyChips: (results.check_tally, results.do_tally),
    cmd.BeginPlayoff: (results.check_playoff, results.do_playoff),
    cmd.RedeemChips: (results.check_redeem, results.do_redeem),
    cmd.PlayAtTable: (betting.check_play, betting.do_play),
}


def refusal_of(rules: TournamentRules, state: State, command: cmd.Command) -> Refusal | None:
    """What forbids the command, or None."""
    return _HANDLERS[type(command)][0](rules, state, command)


def act(rules: TournamentRules, state: State, command: cmd.Command, chances: Chances) -> list[ev.Event] | Refusal:
    """Carries the command out on this very state. A refusal changes nothing.

    CardAwaited where nobody knows the next card of a table; ``resume`` goes on when somebody does.
    """
    check, do = _HANDLERS[type(command)]
    refusal = check(rules, state, command)
    if refusal is not None:
        return refusal
    directing = Directing(rules, state, chances)
    do(directing, command)
    return directing.events


def resume(rules: TournamentRules, state: State, table: int, chances: Chances) -> list[ev.Event]:
    """Goes on at a table where the next card was not known."""
    directing = Directing(rules, state, chances)
    at = state.tables[table]
    try:
        events = resume_at_table(rules.table, at.play, chances(table))
    except UnknownOutcome as unknown:
        directing.note(at, unknown.events)
        raise CardAwaited(str(unknown), table, directing.events) from None
    directing.note(at, events)
    sessions.go_on(directing, at, events)
    return directing.events


def decide(rules: TournamentRules, state: State, command: cmd.Command, chances: Chances) -> Decision | Refusal:
    """The same as ``act`` on a copy: the state given stays as it is."""
    after = deepcopy(state)
    events = act(rules, after, command, chances)
    return events if isinstance(events, Refusal) else Decision(tuple(events), after)


def open_tournament(rules: TournamentRules) -> tuple[State, list[ev.Event]]:
    """A tournament whose conditions are settled and that takes entries."""
    state = State()
    directing = Directing(rules, state, _no_table)
    entry.open_entries(directing)
    return state, directing.events


def _no_table(number: int) -> Any:
    raise KeyError(f"there is no table {number}")
