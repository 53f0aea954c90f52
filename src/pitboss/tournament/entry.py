"""Before the first session: conditions, entries, withdrawals, cancellation, and seats."""

from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.directing import Directing
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.seating import MOST_TABLES
from pitboss.tournament.sessions import check_tables
from pitboss.tournament.state import Phase, State

#: What must be settled before the first entry, each a rule of that name.
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


def open_entries(directing: Directing) -> None:
    """Every condition of entry is settled; from now on none of them changes."""
    for name in ("in_force", "division_prevails", "general_limits_off", "equal_chance", "director"):
        if directing.cite[name,]:
            directing.done(name)
    for name in CONDITIONS:
        directing.done(name, rests=(name, "conditions_set"))
    directing.done("advance_notified")
    if directing.terms.bet_seconds is not None:
        directing.done("time_to_bet", rests=("time_to_bet", "bet_seconds"))
    directing.emit(ev.TournamentOpened(directing.cite["conditions_set", "contribution"], directing.terms.contribution))


def before_start(state: State, why: Objections, ground: str) -> None:
    """Objects where the tournament is not open for entries any more."""
    if state.phase is Phase.CANCELLED:
        why.add("cancelled", "the tournament is cancelled", ground)
    elif state.phase is not Phase.ENTRY:
        why.add(ground, "the tournament has begun")


def check_enter(rules: TournamentRules, state: State, command: cmd.AcceptEntry) -> Refusal | None:
    """An applicant who was not refused, while there is room."""
    why = Objections(rules.law)
    before_start(state, why, "applicant")
    if command.player in state.disqualified:
        why.add("disqualified", f"{command.player} is disqualified")
    elif command.player in state.players:
        why.add("player", f"{command.player} is a player already", "applicant")
    if command.player in state.refused:
        why.add("entry_refused", f"the application of {command.player} was refused")
    most = rules.terms.max_players
    if most is not None and len(state.players) >= most:
        why.add("too_many_players", f"the tournament is for {most} players at most", "max_players")
    return why.refusal()


def do_enter(directing: Directing, command: cmd.AcceptEntry) -> None:
    """The applicant is told the conditions in writing, pays the fee and is a player."""
    terms = directing.terms
    notified = directing.cite["conditions_notified", "applicant", "advance_notified"]
    directing.emit(ev.ApplicantNotified(notified, command.player))
    kept = int(terms.entry_fee * terms.entry_fee_retention)
    clauses = directing.cite["player", "entry_fee", "prize_pool"]
    directing.emit(ev.EntryAccepted(clauses, command.player, terms.entry_fee, kept))


def check_refuse(rules: TournamentRules, state: State, command: cmd.RefuseEntry) -> Refusal | None:
    """Any application, before it is accepted."""
    why = Objections(rules.law)
    before_start(state, why, "entry_refused")
    if command.player in state.players:
        why.add("entry_refused", f"{command.player} has been accepted")
    elif command.player in state.refused:
        why.add("entry_refused", f"the application of {command.player} was refused already")
    return why.refusal()


def do_refuse(directing: Directing, command: cmd.RefuseEntry) -> None:
    """The applicant does not become a player."""
    directing.emit(ev.EntryRefused(directing.cite["entry_refused", "applicant"], command.player))


def check_withdraw(rules: TournamentRules, state: State, command: cmd.WithdrawEntry) -> Refusal | None:
    """A player, before the tournament begins."""
    why = Objections(rules.law)
    if state.phase is Phase.CANCELLED:
        why.add("cancelled", "the tournament is cancelled", "refund_not_held")
    elif state.phase is not Phase.ENTRY:
        why.add("refund", "the tournament has begun", "refund_early", "refund_consent", "leaving")
    if command.player in state.disqualified:
        why.add("refund_disqualified", f"{command.player} is disqualified", "disqualified")
    elif command.player not in state.players:
        why.add("player", f"{command.player} is not a player")
    return why.refusal()


def do_withdraw(directing: Directing, command: cmd.WithdrawEntry) -> None:
    """The fee goes back where the player withdraws in good time or the operator agrees, else it stays in the pool."""
    player = command.player
    directing.emit(ev.EntryWithdrawn(directing.cite["refund"], player))
    in_time = directing.terms.refund_hours
    early = in_time is not None and command.hours >= in_time
    if early or command.consent:
        _refund(
            directing, player, ("refund", "refund_early", "refund_hours") if early else ("refund_consent", "refund")
        )


def _unrefunded(state: State, player: str) -> int:
    """What of a player's fees is in the pool."""
    return state.fees.get(player, 0) - state.retained.get(player, 0) - state.refunds.get(player, 0)


def _refund(directing: Directing, player: str, grounds: tuple[str, ...]) -> None:
    due = _unrefunded(directing.state, player)
    if due:
        directing.emit(ev.FeeRefunded(directing.cite[grounds], player, due))


def check_cancel(rules: TournamentRules, state: State, command: cmd.CancelTournament) -> Refusal | None:
    """Before it begins, or where it cannot go on."""
    why = Objections(rules.law)
    if not _cannot_go_on(rules, state):
        before_start(state, why, "cancelled")
    return why.refusal()


def _cannot_go_on(rules: TournamentRules, state: State) -> bool:
    """Whether those who have gone on cannot be seated for the next session, wherever they sit."""
    why = Objections(rules.law)
    if state.phase is Phase.BETWEEN:
        check_tables(rules, state.in_play, {}, why)
    return bool(why)


def do_cancel(directing: Directing, command: cmd.CancelTournament) -> None:
    """It is not held, or not to its end: every fee goes back, except those of the disqualified."""
    state = directing.state
    left = sum(_unrefunded(state, player) for player in state.disqualified)
    ground = "refund_not_held" if state.session else "cancelled"
    directing.emit(ev.TournamentCancelled(directing.cite[ground], left))
    for player in list(state.fees):
        if player in state.disqualified:
            directing.done("refund_disqualified", player)
        else:
            _refund(directing, player, ("refund_not_held", "refund"))


def check_seat(rules: TournamentRules, state: State, command: cmd.SeatPlayer) -> Refusal | None:
    """Between sessions, a player who takes part in the next, on a box that is free."""
    why = Objections(rules.law)
    if state.phase not in (Phase.ENTRY, Phase.BETWEEN):
        why.add("seating", "seats are given before a session begins", "seat_given", "allocation")
    if command.player not in state.players:
        why.add("player", f"{command.player} is not a player")
    elif command.player in state.disqualified:
        why.add("disqualified", f"{command.player} is disqualified")
    elif state.session and command.player not in state.qualified:
        why.add("only_qualifiers", f"{command.player} does not go on", "advance_kept", "advance")
    boxes = rules.table.terms.boxes
    if not 1 <= command.box <= boxes:
        text = f"there is no box {command.box}: a table has boxes 1 to {boxes}"
        why.add("seat_given", text, clauses=rules.cite("seat_given") + rules.table.cite("boxes"))
    if not 1 <= command.table <= MOST_TABLES:
        why.add("seat_given", f"tables are counted from 1 to {MOST_TABLES}")
    holder = next((name for name, seat in state.seats.items() if seat == (command.table, command.box)), command.player)
    if holder != command.player:
        why.add("seat_given", f"{holder} sits at box {command.box} of table {command.table}")
    return why.refusal()


def do_seat(directing: Directing, command: cmd.SeatPlayer) -> None:
    """The seat is kept for the session that comes."""
    clauses = directing.cite["seating", "allocation"]
    directing.emit(ev.SeatChosen(clauses, command.player, command.table, command.box))


def check_move_start(rules: TournamentRules, state: State, command: cmd.MoveStart) -> Refusal | None:
    """With notice, before a session begins."""
    why = Objections(rules.law)
    if state.phase not in (Phase.ENTRY, Phase.BETWEEN):
        why.add("start_moved", "no session is about to start")
    if not command.notice:
        why.add("start_moved", "the players are given notice first")
    return why.refusal()


def do_move_start(directing: Directing, command: cmd.MoveStart) -> None:
    """The session starts later."""
    directing.emit(ev.StartMoved(directing.cite["start_moved", "director"], command.minutes))
