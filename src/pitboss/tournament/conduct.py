"""The director's presence, what the director permits, and who is put out of the tournament."""

from pitboss.blackjack import commands as at_table
from pitboss.blackjack import events as happened
from pitboss.blackjack.state import Stage
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.directing import Directing
from pitboss.tournament.results import go_on_from_results
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.sessions import go_on, move_marker
from pitboss.tournament.state import Phase, State, Table


def check_disqualify(rules: TournamentRules, state: State, command: cmd.Disqualify) -> Refusal | None:
    """A player, for a reason that the law knows and that can apply."""
    why = Objections(rules.law)
    reason = rules.law.irregularities.get(command.reason)
    if reason is None:
        known = ", ".join(rules.law.irregularities)
        why.add("disqualified", f"'{command.reason}' is no reason: there are {known}")
        return why.refusal()
    if state.phase in (Phase.CANCELLED, Phase.OVER):
        why.add("disqualified", f"the tournament is {state.phase}")
    if command.player not in state.players:
        why.add("player", f"{command.player} is not a player of this tournament", "disqualified")
    elif command.player in state.disqualified:
        why.add("disqualified", f"{command.player} is disqualified already")
    table = state.table_of(command.player)
    at_play = table is not None and table.running and command.player in table.players
    betting = table is not None and table.play.stage == Stage.BETTING and command.player in table.to_bet()
    if command.reason == "no_wager" and not (at_play and betting):
        text = f"{command.player} has a wager down or cannot make one"
        why.add("wager_every_hand", text, "short_stack", "late_wager")
    if command.reason == "concealed_chips" and table is None:
        why.add("disqualified", "tournament play has not begun", clauses=reason.clauses)
    return why.refusal()


def do_disqualify(directing: Directing, command: cmd.Disqualify) -> None:
    """The player is out of the tournament; what hung on the player is decided without."""
    state, player = directing.state, command.player
    table = state.table_of(player)
    disqualify(directing, player, command.reason)
    if table is not None and player in table.players:
        _leave_play(directing, table, player)
    if state.phase is Phase.SESSION:
        go_on_from_results(directing)


def disqualify(directing: Directing, player: str, reason: str) -> None:
    """No place and no refund, and the player does not bet any more."""
    state = directing.state
    clauses = directing.rules.law.irregularities[reason].clauses
    if reason == "no_wager":
        clauses += directing.cite["wager_every_hand",]
    rests = tuple(dict.fromkeys(clauses + directing.cite["refund_disqualified",]))
    directing.emit(ev.PlayerDisqualified(rests, player, reason))
    table = state.table_of(player)
    if table is not None and player in table.able:
        able = tuple(name for name in table.able if name != player)
        directing.emit(ev.StillIn(rests, table.number, able))
    if table is not None and player in table.play.seats.values():
        directing.clear_seat(table, player)
    if table is not None and player in table.play.cut_offer:
        _pass_cut_on(directing, table, player)


def _pass_cut_on(directing: Directing, table: Table, player: str) -> None:
    """Who is asked to cut the cards, or would be asked later, declines by going."""
    if table.play.cut_offer[0] == player:
        directing.play(table, at_table.DeclineCut(player=player))
    else:
        directing.happens(table, happened.CutDeclined(directing.rules.table.cite("cut_declined"), player))


def _leave_play(directing: Directing, table: Table, player: str) -> None:
    """A live wager is void, and the marker does not stay with the player."""
    play = table.play
    live = any(bet.player == player and bet.open for bet in (*play.bets, *play.wagers))
    events = directing.play(table, at_table.VoidPlayer(who=player)) if live else ()
    go_on(directing, table, events)
    if table.running and play.stage == Stage.BETTING and table.marker == table.box_of(player):
        move_marker(directing, table)


def check_director(rules: TournamentRules, state: State, command: cmd.NoteDirector) -> Refusal | None:
    """The director comes and goes, and may not be away twice."""
    why = Objections(rules.law)
    if command.present is not state.director_away:
        why.add("director_present", f"the director is {'there' if command.present else 'away'} already", "director")
    return why.refusal()


def do_director(directing: Directing, command: cmd.NoteDirector) -> None:
    """No session begins and no round is dealt while the director is away."""
    directing.emit(ev.DirectorNoted(directing.cite["director_present", "director"], command.present))


def check_writing(rules: TournamentRules, state: State, command: cmd.PermitWriting) -> Refusal | None:
    """As the director thinks fit."""
    return None


def do_writing(directing: Directing, command: cmd.PermitWriting) -> None:
    """Writing implements may be used, or no longer."""
    directing.emit(ev.WritingPermitted(directing.cite["writing_allowed", "director"], command.allowed))
