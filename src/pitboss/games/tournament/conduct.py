"""Handlers for the director's presence, writing implements and disqualification."""

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.context import DirectorContext
from pitboss.games.tournament.remedies import object_to_reason
from pitboss.games.tournament.results import go_on_from_results, next_alternate
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.sessions import go_on, move_marker
from pitboss.games.tournament.state import Phase, State, TournamentTable
from pitboss.law.cite import merge_clauses
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder


def check_disqualify(rules: TournamentRules, state: State, command: cmd.Disqualify) -> Refusal | None:
    """Validate a disqualification: a player of the tournament, and a reason that applies."""
    objections = RefusalBuilder(rules.law)
    reason = rules.law.irregularities.get(command.reason)
    if reason is None:
        known = ", ".join(rules.law.irregularities)
        objections.add("disqualified", f"'{command.reason}' is not a reason: expected {known}")
        return objections.refusal()
    if state.phase in (Phase.CANCELLED, Phase.OVER):
        objections.add("disqualified", f"the tournament is {state.phase}", clauses=reason.clauses)
    if command.player not in state.players:
        objections.add("player", f"{command.player} is not a player of this tournament")
    elif command.player in state.disqualified:
        former = rules.law.irregularities[state.disqualified[command.player]]
        objections.add("disqualified", f"{command.player} is already disqualified", clauses=former.clauses)
    object_to_reason(reason, state, command.player, objections)
    return objections.refusal()


def do_disqualify(context: DirectorContext, command: cmd.Disqualify) -> None:
    """Disqualify the player, call an alternate, and settle what depended on the player."""
    state, player = context.state, command.player
    table = state.table_of(player)
    disqualify(context, player, command.reason)
    if table is not None and player in table.players:
        _leave_play(context, table, player)
    alternate = next_alternate(context.rules, state, player)
    if alternate:
        context.emit(ev.AlternateCalled(context.cite["alternates", "advance_kept"], alternate, player))
    if state.phase is Phase.SESSION:
        go_on_from_results(context)


def disqualify(context: DirectorContext, player: str, reason: str) -> None:
    """Record the disqualification. The player gets no place and no refund, and cannot bet."""
    state = context.state
    clauses = context.rules.law.irregularities[reason].clauses
    rests = merge_clauses(clauses, context.cite["refund_disqualified"])
    context.emit(ev.PlayerDisqualified(rests, player, reason))
    table = state.table_of(player)
    if table is not None and player in table.able:
        able = tuple(name for name in table.able if name != player)
        context.emit(ev.StillIn(clauses, table.number, able))
    if table is not None and player in table.play.seats.values():
        context.clear_seat(table, player, clauses)
    if table is not None and player in table.play.cut_offer:
        _pass_cut_on(context, table, player)


def _pass_cut_on(context: DirectorContext, table: TournamentTable, player: str) -> None:
    """Decline the cut for a player who is, or would later be, asked for it."""
    if table.play.cut_offer[0] == player:
        context.play(table, at_table.DeclineCut(player=player))
    else:
        context.apply_at_table(table, happened.CutDeclined(context.rules.table.cite("cut_declined"), player))


def _leave_play(context: DirectorContext, table: TournamentTable, player: str) -> None:
    """Void the player's live wager and move the marker on."""
    play = table.play
    live = any(bet.player == player and bet.open for bet in (*play.bets, *play.wagers))
    reason = context.rules.law.irregularities[context.state.disqualified[player]].clauses
    events = context.play(table, at_table.VoidPlayer(who=player), reason) if live else ()
    go_on(context, table, events)
    if table.running and play.stage == Stage.BETTING and table.marker == table.box_of(player):
        move_marker(context, table)


def check_director(rules: TournamentRules, state: State, command: cmd.NoteDirector) -> Refusal | None:
    """Validate the change: the director cannot be absent or present twice."""
    objections = RefusalBuilder(rules.law)
    if command.present is not state.director_away:
        objections.add("director_present", f"the director is already {'present' if command.present else 'away'}")
    return objections.refusal()


def do_director(context: DirectorContext, command: cmd.NoteDirector) -> None:
    """Record the change. No session begins and no round is dealt without the director."""
    context.emit(ev.DirectorNoted(context.cite["director_present"], command.present))


def check_writing(rules: TournamentRules, state: State, command: cmd.PermitWriting) -> Refusal | None:
    """Always valid: it is at the director's discretion."""
    return None


def do_writing(context: DirectorContext, command: cmd.PermitWriting) -> None:
    """Record whether writing implements are allowed."""
    context.emit(ev.WritingPermitted(context.cite["writing_allowed"], command.allowed))
