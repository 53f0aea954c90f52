"""Dispatch of commands to their handlers: the one place where a command's type is matched.

``refusal_of`` validates a command. ``act`` applies it to a state that the caller owns, and ``decide`` to a copy.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from pitboss.games.blackjack import resume as resume_at_table
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.irregularities.modules import remedies_of
from pitboss.games.decision import Decision
from pitboss.games.irregularities import check_remedies
from pitboss.games.tournament import betting, conduct, entry, results, sessions
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.context import CardAwaited, Chances, DirectorContext
from pitboss.games.tournament.remedies import REMEDIES, reason_without_wager
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import State
from pitboss.law import choices
from pitboss.law.errors import LawError
from pitboss.law.refusal import Refusal

Check = Callable[[TournamentRules, State, Any], Refusal | None]
Do = Callable[[DirectorContext, Any], None]


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


#: The ways that this engine plays; a rulebook that asks for another is not played at all.
_PLAYED: Final[Mapping[str, tuple[object, ...]]] = {
    "accepted_below": (choices.AcceptedBelow.RAISED_TO_MINIMUM,),
    "accepted_above": (choices.AcceptedAbove.EXCESS_RETURNED,),
    "short_stack": (choices.ShortStack.OUT_BUT_COUNTED,),
    "time_up_while_betting": (choices.TimeUpWhileBetting.ENDS_WITH_WAGERS_RETURNED,),
    "playoff_stacks": (choices.PlayoffStacks.FRESH_AND_EQUAL,),
    "place_order": (choices.PlaceOrder.LATEST_PLAYOFF_FIRST,),
    "writing_allowed": (False,),
}


def refusal_of(rules: TournamentRules, state: State, command: cmd.Command) -> Refusal | None:
    """Returns the refusal of a command, or None if it is legal."""
    return _HANDLERS[type(command)][0](rules, state, command)


def act(rules: TournamentRules, state: State, command: cmd.Command, chances: Chances) -> list[ev.Event] | Refusal:
    """Apply the command to this state. Returns its events, or the refusal, which changes nothing.

    Raises CardAwaited if the next card of a table is unknown; ``resume`` continues once it is known.
    """
    check, do = _HANDLERS[type(command)]
    refusal = check(rules, state, command)
    if refusal is not None:
        return refusal
    _own_tables(state, command)
    context = DirectorContext(rules, state, chances)
    do(context, command)
    return context.events


def _own_tables(state: State, command: cmd.Command) -> None:
    """Copies the tables that the command may change, where other states share them."""
    if isinstance(command, cmd.PlayAtTable):
        table = betting.table_for(state, command)
        assert table is not None
        state.own(table.number)
    else:
        state.own_all()


def resume(rules: TournamentRules, state: State, table: int, chances: Chances) -> list[ev.Event]:
    """Continue at a table whose next card was unknown."""
    context = DirectorContext(rules, state, chances)
    at = state.own(table)
    try:
        events = resume_at_table(rules.table, at.play, chances(table))
    except UnknownOutcome as unknown:
        context.record_table_events(at, unknown.events)
        raise CardAwaited(unknown, table, context.events) from None
    context.record_table_events(at, events)
    sessions.go_on(context, at, events)
    return context.events


def decide(
    rules: TournamentRules, state: State, command: cmd.Command, chances: Chances
) -> Decision[ev.Event, State] | Refusal:
    """Apply the command to a copy of the state."""
    after = state.copy()
    events = act(rules, after, command, chances)
    return events if isinstance(events, Refusal) else Decision(tuple(events), after)


def open_tournament(rules: TournamentRules) -> tuple[State, list[ev.Event]]:
    """Returns the state and events of a tournament with fixed conditions that is open for entries.

    Raises LawError if the engine does not implement a term.
    """
    for name, played in _PLAYED.items():
        way = getattr(rules.terms, name)
        if way not in played:
            raise LawError(f"{rules.law.rulebook}: {name} {way} is not implemented: expected {played[0]}")
    check_remedies(rules.law.rulebook, rules.law.irregularities, REMEDIES)
    check_remedies(rules.table.rulebook, rules.table.irregularities, remedies_of(rules.table))
    reason_without_wager(rules)  # the first deal needs it
    state = State()
    context = DirectorContext(rules, state, _no_table)
    entry.open_entries(context)
    return state, context.events


def _no_table(number: int) -> Any:
    raise KeyError(f"there is no table {number}")
