"""At a table: who may bet now and how much, the deal, the sign, and the shuffles that the law leaves."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.blackjack import commands as at_table
from pitboss.blackjack import events as happened
from pitboss.blackjack import refusal_of as refusal_at_table
from pitboss.blackjack.state import Stage
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.ways import LateWager, LimitChange
from pitboss.money import amount_text
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.conduct import disqualify
from pitboss.tournament.directing import Directing
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.sessions import able_to_bet, go_on, note_last_round
from pitboss.tournament.state import State, Table


class _Asked(Struct, frozen=True):
    """Something asked of a table, with all that is looked at to judge it."""

    rules: TournamentRules
    state: State
    table: Table
    told: cmd.PlayAtTable

    @property
    def command(self) -> Any:
        """What the table itself would hear."""
        return self.told.command


Judge = Callable[[_Asked, Objections], None]


def table_for(state: State, command: cmd.PlayAtTable) -> Table | None:
    """The table that is meant: the one named, else the player's, else the only one in progress, else the first."""
    if command.table:
        return state.tables.get(command.table)
    player = getattr(command.command, "player", None) or getattr(command.command, "who", None)
    if player is not None:
        return state.table_of(player)
    running = [table for table in state.tables.values() if table.running]
    return running[0] if running else next(iter(state.tables.values()), None)


def check_play(rules: TournamentRules, state: State, command: cmd.PlayAtTable) -> Refusal | None:
    """Everything that the tournament and the game at the table object to."""
    why = Objections(rules.law)
    asked = command.command
    player = getattr(asked, "player", None)
    if player is not None:
        _check_player(rules, state, player, why)
    table = table_for(state, command)
    if table is None or not table.unit:
        who = getattr(asked, "who", None)
        if who is not None:
            _check_player(rules, state, who, why)
        why.add("seat_given", "there is no session at a table" if not state.tables else "there is no such table")
        if isinstance(asked, at_table.ChangeLimits):
            why.add("limits_set", "the limits were settled before the entries", "conditions_set")
        return why.refusal()
    if player is not None and not table.box_of(player):
        why.add("own_box", f"{player} does not sit at table {table.number}", "seat_given")
        return why.refusal()
    _check_session(state, table, why)
    if player is not None and player not in table.players:
        held_by = "reissue_playoff" if table.reissued else "playoff_winner" if state.final else "playoff_advance"
        why.add("playoff_players", f"{player} is not in this play-off", held_by)
    if isinstance(asked, at_table.PlayerCommand):
        _check_own_box(table, asked, why)
    judge = _JUDGES.get(type(asked))
    if judge is not None:
        judge(_Asked(rules, state, table, command), why)
    if type(asked) not in _DIRECTED and not isinstance(asked, _NOT_HERE):
        _join_table(rules, table, corrected(table, command), why)
    return why.refusal()


def _check_player(rules: TournamentRules, state: State, player: str, why: Objections) -> None:
    if player in state.disqualified:
        reason = rules.law.irregularities[state.disqualified[player]]
        why.add("disqualified", f"{player} is disqualified", clauses=reason.clauses + rules.cite("disqualified"))
    elif player not in state.players:
        why.add("player", f"{player} is not a player of this tournament", "applicant")
    elif state.session and state.table_of(player) is None:
        why.add("only_qualifiers", f"{player} has not gone on to this session")


def _check_session(state: State, table: Table, why: Objections) -> None:
    if table.ended_by:
        ended = "the play-off has ended" if table.playoff else "the session has ended"
        why.add(table.ended_by[0], ended, *table.ended_by[1:], "session_result")
    if state.director_away and table.play.stage == Stage.BETTING:
        why.add("director_present", "the director is not there")


def _check_own_box(table: Table, asked: at_table.PlayerCommand, why: Objections) -> None:
    if asked.box != table.box_of(asked.player):
        why.add("own_box", f"{asked.player} plays box {table.box_of(asked.player)} and no other")
        holder = table.boxes.get(asked.box)
        if holder is not None and holder in table.players and holder not in table.able:
            why.add("box_closed", f"box {asked.box} is closed")


def _join_table(rules: TournamentRules, table: Table, asked: at_table.Command, why: Objections) -> None:
    """What the game at the table objects to; its rules apply by the rule that hands them on."""
    refusal = refusal_at_table(rules.table, table.play, asked)
    if refusal is None:
        return
    clauses = refusal.clauses
    if any(":" in clause for clause in clauses):
        clauses += rules.cite("base_options")
    why.add(refusal.kind, refusal.message, clauses=clauses)


def corrected(table: Table, command: cmd.PlayAtTable) -> at_table.Command:
    """The command as the table takes it: a wager accepted outside the limits counts for the nearest of them."""
    asked = command.command
    if not command.accepted or not isinstance(asked, at_table.PlaceBet) or len(asked.amounts) != 1:
        return asked
    stands = min(max(asked.amounts[0], table.play.minimum), table.play.maximum)
    return replace(asked, amounts=(stands,))


# --- wagers ------------------------------------------------------------------------------------------------------


def _judge_bet(asked: _Asked, why: Objections) -> None:
    rules, table, bet = asked.rules, asked.table, asked.command
    player, amount, play = bet.player, sum(bet.amounts), table.play
    if player in table.players and player not in table.able and player not in asked.state.disqualified:
        if play.money[player]:
            why.add("short_stack", f"{player} holds less than the minimum", "minimum_on_each_box")
        else:
            why.add("eliminated", f"{player} has no chips left and is out of the session")
    if play.stage != Stage.BETTING:
        return
    if any(bet.player == player for bet in play.bets):
        why.add("wager_stays", "a wager once placed is not altered")
    elif table.to_bet()[:1] not in ([], [player]) and player in table.able:
        why.add("betting_turn", f"{table.to_bet()[0]} is to bet", "marker_start", "marker_moved")
    stands = corrected(table, asked.told)
    assert isinstance(stands, at_table.PlaceBet)
    more = any(spot and spot != play.minimum for spot in stands.amounts)
    if player in table.late and more and rules.terms.late_wager is LateWager.MINIMUM_ONLY:
        why.add("late_wager", f"{player} was late and wagers the minimum of {amount_text(play.minimum)}", "time_to_bet")
    mended = asked.told.accepted and not play.minimum <= amount <= play.maximum
    if rules.terms.multiples_of_minimum and amount % play.minimum and not mended:
        why.add("multiples_of_minimum", f"wagers are multiples of {amount_text(play.minimum)}")
    if not amount:
        why.add("limits", "a wager is made on every hand", "wager_every_hand")
    if asked.told.accepted and amount > play.money.get(player, 0):
        why.add("own_money", f"{player} has {amount_text(play.money.get(player, 0))}")


def _judge_withdraw(asked: _Asked, why: Objections) -> None:
    why.add("wager_stays", "a wager once placed is not withdrawn")


def _judge_deal(asked: _Asked, why: Objections) -> None:
    table = asked.table
    if not table.play.bets and table.play.stage == Stage.BETTING and table.to_bet():
        why.add("betting_turn", f"{table.to_bet()[0]} is to bet")


def check_late(rules: TournamentRules, state: State, command: cmd.NoteLate) -> Refusal | None:
    """Whoever is to bet, where the time for it is limited."""
    why = Objections(rules.law)
    if rules.terms.bet_seconds is None:
        why.add("time_to_bet", "no limit on the time for wagers was announced", "bet_seconds")
    table = state.table_of(command.player)
    if table is None or not table.running or table.play.stage != Stage.BETTING:
        why.add("time_to_bet", f"{command.player} is not asked for a wager")
    elif table.to_bet()[:1] != [command.player]:
        why.add("time_to_bet", f"the time of {command.player} does not run", "betting_turn")
    elif command.player in table.late:
        why.add("time_to_bet", f"{command.player} is late already")
    return why.refusal()


def do_late(directing: Directing, command: cmd.NoteLate) -> None:
    """The wager may be limited to the minimum."""
    table = directing.state.table_of(command.player)
    assert table is not None
    clauses = directing.cite["late_wager", "time_to_bet", "bet_seconds"]
    directing.emit(ev.PlayerLate(clauses, command.player, table.number))


# --- the sign and the shoe ---------------------------------------------------------------------------------------


def _judge_limits(asked: _Asked, why: Objections) -> None:
    rules, play, limits = asked.rules, asked.table.play, asked.command
    if limits.box:
        why.add("equal_chance", "the limits are the same for all", "general_limits_off")
    if play.stage != Stage.BETTING:
        why.add("limit_change", "limits are changed between rounds")
    if not 0 < limits.minimum <= limits.maximum:
        why.add("limits", "the minimum is above nothing and not above the maximum")
    wider = limits.minimum <= play.minimum and limits.maximum >= play.maximum
    if not wider or rules.terms.limit_change is LimitChange.NONE:
        why.add("limit_change", "during a session the minimum is not raised and the maximum not reduced", "limits_set")
    if rules.terms.increment is not None and limits.minimum < rules.terms.increment:
        why.add("increment", "the increment is not above the minimum")


def _do_limits(directing: Directing, table: Table, command: cmd.PlayAtTable) -> None:
    asked = command.command
    assert isinstance(asked, at_table.ChangeLimits)
    clauses = directing.cite["limit_change", "limits_shown"]
    directing.happens(table, happened.LimitsChanged(clauses, asked.minimum, asked.maximum))
    able = able_to_bet(directing, table) if not table.play.bets else tuple(table.able)
    if able != tuple(table.able):
        directing.emit(ev.StillIn(directing.cite["short_stack", "limit_change"], table.number, able))


def _judge_shuffle(asked: _Asked, why: Objections) -> None:
    table = asked.table
    if not (table.untouched and not table.play.bets) and not table.vacant:
        why.add("shuffle_ordered", "the cards are shuffled only when the law says so", "shuffle_vacant")


def _do_shuffle(directing: Directing, table: Table, command: cmd.PlayAtTable) -> None:
    ground = "shuffle_vacant" if table.vacant else "shuffle_at_start"
    directing.done("shuffle_method", table=table.number, rests=(ground, "shuffle_method"))
    directing.play(table, at_table.OrderShuffle())
    if table.vacant:
        directing.emit(ev.TableVacated(directing.cite[ground,], table.number, vacant=False))


def _judge_irregularity(asked: _Asked, why: Objections) -> None:
    kind = asked.command.kind
    if kind in asked.rules.terms.base_irregularities_off:
        why.add("base_irregularities_off", f"{kind} has no object in a tournament")


def _judge_not_here(asked: _Asked, why: Objections) -> None:
    ground, text = _NOT_HERE_GROUNDS[type(asked.command)]
    why.add(ground, text)


_NOT_HERE_GROUNDS: dict[type[at_table.Command], tuple[str, str]] = {
    at_table.Sit: ("seat_given", "seats are given by the director"),
    at_table.Leave: ("leaving", "nobody leaves the table during a session"),
    at_table.AnnounceClosing: ("session", "the length of a session was settled before the entries"),
    at_table.VoidPlayer: ("disqualified", "who breaks the rules is disqualified"),
    at_table.ExcludePlayer: ("disqualified", "who breaks the rules is disqualified"),
    at_table.JoinTable: ("no_more_chips", "chips are issued as a session begins"),
}
_NOT_HERE = tuple(_NOT_HERE_GROUNDS)

#: What the tournament adds to the checks of the table.
_JUDGES: dict[type[at_table.Command], Judge] = {
    at_table.PlaceBet: _judge_bet,
    at_table.Withdraw: _judge_withdraw,
    at_table.Deal: _judge_deal,
    at_table.ChangeLimits: _judge_limits,
    at_table.OrderShuffle: _judge_shuffle,
    at_table.ReportIrregularity: _judge_irregularity,
    **dict.fromkeys(_NOT_HERE, _judge_not_here),
}


# --- carrying out ------------------------------------------------------------------------------------------------


def do_play(directing: Directing, command: cmd.PlayAtTable) -> None:
    """The table carries the command out, and the tournament goes on from what came of it."""
    table = table_for(directing.state, command)
    assert table is not None
    do = _DIRECTED.get(type(command.command), _do_at_table)
    do(directing, table, command)


def _do_at_table(directing: Directing, table: Table, command: cmd.PlayAtTable) -> None:
    asked = corrected(table, command)
    if isinstance(asked, at_table.PlaceBet):
        _before_bet(directing, table, command, asked)
    elif isinstance(asked, at_table.Deal):
        # with the first card, everybody who can bet and has not is disqualified
        for player in table.to_bet():
            disqualify(directing, player, "no_wager")
        note_last_round(directing, table)
    go_on(directing, table, directing.play(table, asked))
    if isinstance(asked, at_table.MarkAbsent):
        _note_vacant(directing, table)


def _before_bet(directing: Directing, table: Table, command: cmd.PlayAtTable, asked: at_table.PlaceBet) -> None:
    if table.vacant:
        _do_shuffle(directing, table, command)
    given = command.command
    if asked is not given and isinstance(given, at_table.PlaceBet) and asked.amounts != given.amounts:
        low = given.amounts[0] < asked.amounts[0]
        clauses = directing.cite["accepted_below" if low else "accepted_above",]
        directing.emit(ev.WagerCorrected(clauses, asked.player, given.amounts[0], asked.amounts[0]))


def _note_vacant(directing: Directing, table: Table) -> None:
    """Between rounds the table is vacant when everybody who can bet is away."""
    play = table.play
    away = table.rounds and not play.bets and play.stage == Stage.BETTING and set(table.able) <= set(play.absent)
    if away and not table.vacant:
        directing.emit(ev.TableVacated(directing.cite["shuffle_vacant",], table.number, vacant=True))


#: What the tournament does itself in place of the table.
_DIRECTED: dict[type[at_table.Command], Callable[[Directing, Table, Any], None]] = {
    at_table.ChangeLimits: _do_limits,
    at_table.OrderShuffle: _do_shuffle,
}
