"""Handlers before the first session: conditions, entries, withdrawals, cancellation and seats."""

from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.context import DirectorContext
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.seating import MOST_TABLES, check_tables
from pitboss.games.tournament.state import Phase, State
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.tournament_terms import TournamentTerms

#: Conditions that must be fixed before the first entry, by the name of their rule.
CONDITIONS = (
    "entry_form",
    "entry_fee",
    "chips",
    "chip_issue",
    "limits_set",
    "min_players",
    "max_players",
    "session",
    "playoff",
    "prizes",
    "advance",
)


def open_entries(context: DirectorContext) -> None:
    """Record the fixed conditions of entry and open the tournament."""
    for name in ("in_force", "division_prevails", "general_limits_off", "equal_chance", "director"):
        if context.cite[name,]:
            context.record_procedure(name)
    for name in CONDITIONS:
        fee = name == "entry_fee" and context.terms.entry_fee
        context.record_procedure(name, rests=(name, "fee_charged") if fee else (name,))
    context.record_procedure("advance_notified")
    if context.terms.bet_seconds is not None:
        context.record_procedure("time_to_bet", rests=("time_to_bet", "bet_seconds"))
    added = context.terms.contribution
    clauses = context.cite["conditions_set", "contribution"] if added else context.cite["conditions_set"]
    context.emit(ev.TournamentOpened(clauses, added))


def before_start(state: State, objections: RefusalBuilder, ground: str) -> None:
    """Add an objection if the tournament no longer accepts entries."""
    if state.phase is Phase.CANCELLED:
        objections.add("cancelled", "the tournament is cancelled")
    elif state.phase is not Phase.ENTRY:
        objections.add(ground, "the tournament has begun")


def check_enter(rules: TournamentRules, state: State, command: cmd.AcceptEntry) -> Refusal | None:
    """Validate an entry: an applicant who was not refused, while there is room."""
    objections = RefusalBuilder(rules.law)
    before_start(state, objections, "applicant")
    if command.player in state.disqualified:
        object_to_disqualified(rules, state, command.player, objections)
    elif command.player in state.players:
        objections.add("player", f"{command.player} is already a player")
    if command.player in state.refused:
        objections.add("entry_refused", f"the application of {command.player} was refused")
    most = rules.terms.max_players
    if most is not None and len(state.players) >= most:
        objections.add("too_many_players", f"the tournament is for {most} players at most", "max_players")
    return objections.refusal()


def do_enter(context: DirectorContext, command: cmd.AcceptEntry) -> None:
    """Notify the applicant of the conditions, take the fee and accept the entry."""
    terms = context.terms
    notified = ("conditions_notified", "applicant")
    context.emit(ev.ApplicantNotified(context.cite[notified + _advance_terms(terms)], command.player))
    retained = int(terms.entry_fee * terms.entry_fee_retention)
    paid = ("fee_charged", "entry_fee", "prize_pool") if terms.entry_fee else ()
    clauses = context.cite[("player", *paid)]
    context.emit(ev.EntryAccepted(clauses, command.player, terms.entry_fee, retained))


def _advance_terms(terms: TournamentTerms) -> tuple[str, ...]:
    """Returns the rule on terms of advancement, where they are other than one winner from each table."""
    return ("advance_notified",) if terms.advance > 1 or terms.alternates else ()


def object_to_disqualified(rules: TournamentRules, state: State, player: str, objections: RefusalBuilder) -> None:
    """Add the objection that a player is disqualified, on the clause of the reason."""
    reason = rules.law.irregularities[state.disqualified[player]]
    objections.add("disqualified", f"{player} is disqualified", clauses=reason.clauses)


def check_refuse(rules: TournamentRules, state: State, command: cmd.RefuseEntry) -> Refusal | None:
    """Validate a refusal: an application that was not yet decided."""
    objections = RefusalBuilder(rules.law)
    before_start(state, objections, "entry_refused")
    if command.player in state.players:
        objections.add("entry_refused", f"{command.player} has already been accepted")
    elif command.player in state.refused:
        objections.add("entry_refused", f"the application of {command.player} was already refused")
    return objections.refusal()


def do_refuse(context: DirectorContext, command: cmd.RefuseEntry) -> None:
    """Record the refused application."""
    context.emit(ev.EntryRefused(context.cite["entry_refused", "applicant"], command.player))


def check_withdraw(rules: TournamentRules, state: State, command: cmd.WithdrawEntry) -> Refusal | None:
    """Validate a withdrawal: a player, before the tournament begins."""
    objections = RefusalBuilder(rules.law)
    if state.phase is Phase.CANCELLED:
        objections.add("cancelled", "the tournament is cancelled", "refund_not_held")
    elif state.phase is not Phase.ENTRY:
        objections.add("refund_early", "the tournament has begun", "refund_consent")
    if command.player in state.disqualified:
        objections.add("refund_disqualified", f"{command.player} is disqualified")
    elif command.player not in state.players:
        objections.add("player", f"{command.player} is not a player")
    return objections.refusal()


def do_withdraw(context: DirectorContext, command: cmd.WithdrawEntry) -> None:
    """Withdraw the player. The fee is refunded if it is in time or the operator agrees, else it stays in the pool."""
    in_time = context.terms.refund_hours
    early = in_time is not None and command.hours >= in_time
    ground = "refund_early" if early else "refund_consent" if command.consent else "refund"
    context.emit(ev.EntryWithdrawn(context.cite[ground], command.player))
    if early or command.consent:
        _refund(context, command.player, ground)


def _unrefunded(state: State, player: str) -> int:
    """Returns the part of a player's fees that is in the pool."""
    return state.fees.get(player, 0) - state.retained.get(player, 0) - state.refunds.get(player, 0)


def _refund(context: DirectorContext, player: str, ground: str) -> None:
    due = _unrefunded(context.state, player)
    if due:
        context.emit(ev.FeeRefunded(context.cite[ground], player, due))


def check_cancel(rules: TournamentRules, state: State, command: cmd.CancelTournament) -> Refusal | None:
    """Validate a cancellation: before the start, or if the tournament cannot continue."""
    objections = RefusalBuilder(rules.law)
    if not _cannot_go_on(rules, state):
        before_start(state, objections, "cancelled")
    return objections.refusal()


def _cannot_go_on(rules: TournamentRules, state: State) -> bool:
    """Returns whether the qualified players cannot be seated at full tables.

    Two or three can hold the session as a play-off, and a live table then refuses to cancel. The engine accepts it,
    because logs and files of earlier releases contain such cancellations.
    """
    objections = RefusalBuilder(rules.law)
    if state.phase is Phase.BETWEEN:
        check_tables(rules, state.in_play, {}, objections)
    return bool(objections)


def do_cancel(context: DirectorContext, command: cmd.CancelTournament) -> None:
    """Cancel the tournament and refund every fee, except those of the disqualified."""
    state = context.state
    left = sum(_unrefunded(state, player) for player in state.disqualified)
    ground = "refund_not_held" if state.session else "cancelled"
    context.emit(ev.TournamentCancelled(context.cite[ground], left))
    for player in list(state.fees):
        if player in state.disqualified:
            context.record_procedure("refund_disqualified", player)
        else:
            _refund(context, player, "refund_not_held")


def check_seat(rules: TournamentRules, state: State, command: cmd.SeatPlayer) -> Refusal | None:
    """Validate a seat: between sessions, for a player of the next one, on a free box."""
    objections = RefusalBuilder(rules.law)
    if state.phase not in (Phase.ENTRY, Phase.BETWEEN):
        objections.add("seat_given", "seats are assigned before a session begins", "seating")
    if command.player not in state.players:
        objections.add("player", f"{command.player} is not a player")
    elif command.player in state.disqualified:
        object_to_disqualified(rules, state, command.player, objections)
    elif state.session and command.player not in state.qualified:
        objections.add("only_qualifiers", f"{command.player} has not qualified", "advance_kept")
    boxes = rules.table.terms.boxes
    if not 1 <= command.box <= boxes:
        text = f"there is no box {command.box}: a table has boxes 1 to {boxes}"
        objections.add("seat_given", text, clauses=rules.cite("seat_given") + rules.table.cite("boxes"))
    if not 1 <= command.table <= MOST_TABLES:
        objections.add("seat_given", f"a table's number is 1 to {MOST_TABLES}")
    holder = next((name for name, seat in state.seats.items() if seat == (command.table, command.box)), command.player)
    if holder != command.player:
        objections.add("seat_given", f"{holder} sits at box {command.box} of table {command.table}")
    return objections.refusal()


def do_seat(context: DirectorContext, command: cmd.SeatPlayer) -> None:
    """Reserve the seat for the next session."""
    context.emit(ev.SeatChosen(context.cite["seating", "allocation"], command.player, command.table, command.box))


def check_move_start(rules: TournamentRules, state: State, command: cmd.MoveStart) -> Refusal | None:
    """Validate a postponement: with notice, before a session begins."""
    objections = RefusalBuilder(rules.law)
    if state.phase not in (Phase.ENTRY, Phase.BETWEEN):
        objections.add("start_moved", "no session is about to start")
    if not command.notice:
        objections.add("start_moved", "the players must be given notice")
    return objections.refusal()


def do_move_start(context: DirectorContext, command: cmd.MoveStart) -> None:
    """Postpone the session."""
    context.emit(ev.StartMoved(context.cite["start_moved"], command.minutes))
