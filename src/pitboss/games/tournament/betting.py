"""Handlers for commands at a table: the betting turn, the deal, the limits and the shuffle."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack import refusal_of as refusal_at_table
from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.conduct import disqualify
from pitboss.games.tournament.context import DirectorContext, turn_rule
from pitboss.games.tournament.entry import object_to_disqualified
from pitboss.games.tournament.remedies import reason_without_wager
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.sessions import able_to_bet, end_rules, go_on, note_last_round
from pitboss.games.tournament.state import State, TournamentTable
from pitboss.law.choices import LateWager, LimitChange
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.money import amount_text


class _TableRequest(Struct, frozen=True):
    """A command for a table, with everything that its validators read."""

    rules: TournamentRules
    state: State
    table: TournamentTable
    request: cmd.PlayAtTable

    @property
    def command(self) -> Any:
        """The blackjack command."""
        return self.request.command


#: Adds the tournament's objections to a table's command.
Validator = Callable[[_TableRequest, RefusalBuilder], None]


def table_for(state: State, command: cmd.PlayAtTable) -> TournamentTable | None:
    """Returns the target table: the one named, else the player's, else the one in progress, else the first."""
    if command.table:
        return state.tables.get(command.table)
    player = getattr(command.command, "player", None) or getattr(command.command, "who", None)
    if player is not None:
        return state.table_of(player)
    running = [table for table in state.tables.values() if table.running]
    return running[0] if running else next(iter(state.tables.values()), None)


def check_play(rules: TournamentRules, state: State, command: cmd.PlayAtTable) -> Refusal | None:
    """Validate a table's command against the tournament's rules and those of the game."""
    objections = RefusalBuilder(rules.law)
    asked = command.command
    player = getattr(asked, "player", None)
    if player is not None:
        _check_player(rules, state, player, objections)
    table = table_for(state, command)
    who = getattr(asked, "who", None)
    if table is None and who is not None:
        _check_player(rules, state, who, objections)
    if objections:
        return objections.refusal()
    if table is None or not table.unit:
        if isinstance(asked, at_table.ChangeLimits):
            objections.add("limits_set", "the limits were fixed before the entries")
        else:
            objections.add("seat_given", "no session is in progress" if not state.tables else "there is no such table")
        return objections.refusal()
    if player is not None and not table.box_of(player):
        objections.add("seat_given", f"{player} does not sit at table {table.number}")
        return objections.refusal()
    _check_session(rules, state, table, player, objections)
    if table.ended_by or (player is not None and player not in table.players):
        return objections.refusal()
    if isinstance(asked, at_table.PlayerCommand):
        _check_own_box(table, asked, objections)
        if objections and not isinstance(asked, at_table.PlaceBet):
            return objections.refusal()
    validate = _VALIDATORS.get(type(asked))
    if validate is not None:
        validate(_TableRequest(rules, state, table, command), objections)
    elsewhere = type(asked) in _DIRECTED or isinstance(asked, _NOT_HERE)
    if not elsewhere and objections.kind not in _OUT_OF_PLAY:  # the chips that such a player lacks forbid nothing more
        _join_table(rules, table, corrected(table, command), objections)
    return objections.refusal()


def _check_player(rules: TournamentRules, state: State, player: str, objections: RefusalBuilder) -> None:
    if player in state.disqualified:
        object_to_disqualified(rules, state, player, objections)
    elif player not in state.players:
        objections.add("player", f"{player} is not a player of this tournament")
    elif state.session and state.table_of(player) is None:
        objections.add("only_qualifiers", f"{player} has not gone on to this session")


def _check_session(
    rules: TournamentRules, state: State, table: TournamentTable, player: str | None, objections: RefusalBuilder
) -> None:
    if table.ended_by:
        ended = "the play-off has ended" if table.playoff else "the session has ended"
        clauses = rules.cite(*end_rules(table, tuple(table.ended_by)))
        objections.add(table.ended_by[0], ended, clauses=clauses)
    if state.director_away and table.play.stage == Stage.BETTING:
        objections.add("director_present", "the director is absent")
    if player is not None and player not in table.players and not table.ended_by:
        held_by = "reissue_playoff" if table.reissued else "playoff_winner" if state.final else "playoff_advance"
        objections.add("playoff_players", f"{player} is not in this play-off", held_by)


def _check_own_box(table: TournamentTable, asked: at_table.PlayerCommand, objections: RefusalBuilder) -> None:
    if asked.box != table.box_of(asked.player):
        objections.add("own_box", f"{asked.player} plays box {table.box_of(asked.player)} only")
        holder = table.boxes.get(asked.box)
        if holder is not None and holder in table.players and holder not in table.able:
            objections.add("box_closed", f"box {asked.box} is closed")


def _join_table(
    rules: TournamentRules, table: TournamentTable, asked: at_table.Command, objections: RefusalBuilder
) -> None:
    """Add the objections of the game at the table, and the clause that applies its rules to the tournament."""
    refusal = refusal_at_table(rules.table, table.play, asked)
    if refusal is None:
        return
    clauses = refusal.clauses
    if any(":" in clause for clause in clauses):
        clauses += rules.cite("base_options")
    objections.add(refusal.kind, refusal.message, clauses=clauses)


def corrected(table: TournamentTable, command: cmd.PlayAtTable) -> at_table.Command:
    """Returns the command as the table applies it.

    A wager accepted outside the limits counts as the nearest limit.
    """
    asked = command.command
    if not command.accepted or not isinstance(asked, at_table.PlaceBet) or len(asked.amounts) != 1:
        return asked
    stands = min(max(asked.amounts[0], table.play.minimum), table.play.maximum)
    return replace(asked, amounts=(stands,))


# --- wagers ------------------------------------------------------------------------------------------------------


def _validate_bet(asked: _TableRequest, objections: RefusalBuilder) -> None:
    rules, table, bet = asked.rules, asked.table, asked.command
    player, amount, play = bet.player, sum(bet.amounts), table.play
    if player in table.players and player not in table.able and player not in asked.state.disqualified:
        if play.money[player]:
            objections.add("short_stack", f"{player} holds less than the minimum")
        else:
            objections.add("eliminated", f"{player} has no chips left and is out of the session")
    if play.stage != Stage.BETTING:
        return
    if any(bet.player == player for bet in play.bets):
        objections.add("wager_stays", "a wager cannot be changed once placed")
    elif table.to_bet()[:1] not in ([], [player]) and player in table.able:
        objections.add(turn_rule(table), f"{table.to_bet()[0]} is to bet")
    stands = corrected(table, asked.request)
    assert isinstance(stands, at_table.PlaceBet)
    more = any(spot and spot != play.minimum for spot in stands.amounts)
    if player in table.late and more and rules.terms.late_wager is LateWager.MINIMUM_ONLY:
        objections.add(
            "late_wager",
            f"{player} was late and may wager only the minimum of {amount_text(play.minimum)}",
        )
    mended = asked.request.accepted and not play.minimum <= amount <= play.maximum
    if rules.terms.multiples_of_minimum and amount % play.minimum and not mended:
        objections.add("multiples_of_minimum", f"a wager must be a multiple of {amount_text(play.minimum)}")
    if not amount:
        objections.add("wager_every_hand", "a wager is required on every hand")
    if asked.request.accepted and amount > play.money.get(player, 0):
        objections.add("own_money", f"{player} has {amount_text(play.money.get(player, 0))}")


def _validate_withdraw(asked: _TableRequest, objections: RefusalBuilder) -> None:
    objections.add("wager_stays", "a wager cannot be withdrawn once placed")


def _validate_deal(asked: _TableRequest, objections: RefusalBuilder) -> None:
    table, without = asked.table, asked.request.without
    if not table.play.bets and table.play.stage == Stage.BETTING and table.to_bet():
        objections.add(turn_rule(table), f"{table.to_bet()[0]} is to bet")
    strangers = [name for name in without if not table.box_of(name)]
    if strangers:
        objections.add("seat_given", f"{' and '.join(strangers)} does not sit at table {table.number}")
    unnamed = [name for name in disqualified_by(asked.state, asked.request) if name not in without]
    if without and unnamed:
        objections.add("wager_every_hand", f"{' and '.join(unnamed)} would be disqualified too")


def disqualified_by(state: State, command: cmd.PlayAtTable) -> list[str]:
    """Returns the players who can bet and have not: a deal now disqualifies them."""
    table = table_for(state, command)
    if table is None or not table.running or table.play.stage != Stage.BETTING:
        return []
    return table.to_bet() if isinstance(command.command, at_table.Deal) else []


def check_late(rules: TournamentRules, state: State, command: cmd.NoteLate) -> Refusal | None:
    """Validate a lateness: bets are timed, and it is the player's turn."""
    objections = RefusalBuilder(rules.law)
    if rules.terms.bet_seconds is None:
        objections.add("time_to_bet", "no time limit for wagers was announced", "bet_seconds")
    table = state.table_of(command.player)
    if table is None or not table.running or table.play.stage != Stage.BETTING:
        objections.add("time_to_bet", f"it is not {command.player}'s turn to wager")
    elif table.to_bet()[:1] != [command.player]:
        objections.add("time_to_bet", f"the clock of {command.player} is not running")
    elif command.player in table.late:
        objections.add("time_to_bet", f"{command.player} is already late")
    return objections.refusal()


def do_late(context: DirectorContext, command: cmd.NoteLate) -> None:
    """Record the lateness; the player's wager may be limited to the minimum."""
    table = context.state.table_of(command.player)
    assert table is not None
    clauses = context.cite["late_wager", "time_to_bet", "bet_seconds"]
    context.emit(ev.PlayerLate(clauses, command.player, table.number))


# --- the sign and the shoe ---------------------------------------------------------------------------------------


def _validate_limits(asked: _TableRequest, objections: RefusalBuilder) -> None:
    rules, play, limits = asked.rules, asked.table.play, asked.command
    if limits.box:
        objections.add("equal_chance", "the limits must be the same for all players", "general_limits_off")
    if play.stage != Stage.BETTING:
        objections.add("limit_change", "limits may be changed only between rounds")
    if not 0 < limits.minimum <= limits.maximum:
        objections.add("limits", "the minimum must be positive and at most the maximum")
    wider = limits.minimum <= play.minimum and limits.maximum >= play.maximum
    if not wider or rules.terms.limit_change is LimitChange.NONE:
        objections.add("limit_change", "during a session the minimum cannot rise and the maximum cannot fall")
    if rules.terms.increment is not None and limits.minimum < rules.terms.increment:
        objections.add("increment_shown", "the minimum must be at least the increment")


def _do_limits(context: DirectorContext, table: TournamentTable, command: cmd.PlayAtTable) -> None:
    asked = command.command
    assert isinstance(asked, at_table.ChangeLimits)
    clauses = context.cite["limit_change"]
    context.apply_at_table(table, happened.LimitsChanged(clauses, asked.minimum, asked.maximum))
    able = able_to_bet(context, table) if not table.play.bets else tuple(table.able)
    if able != tuple(table.able):
        context.emit(ev.StillIn(context.cite["short_stack", "limit_change"], table.number, able))


def _validate_shuffle(asked: _TableRequest, objections: RefusalBuilder) -> None:
    table = asked.table
    if not (table.untouched and not table.play.bets) and not table.vacant:
        after_cut = ("shuffle_cut_card",) if table.play.shoe.cut_card_round else ()
        objections.add("shuffle_ordered", "the rules do not call for a shuffle now", *after_cut)


def _do_shuffle(context: DirectorContext, table: TournamentTable, command: cmd.PlayAtTable) -> None:
    ground = "shuffle_vacant" if table.vacant else "shuffle_at_start"
    context.record_procedure("shuffle_method", table=table.number, rests=(ground,))
    context.play(table, at_table.OrderShuffle())
    if table.vacant:
        context.emit(ev.TableVacated(context.cite[ground,], table.number, vacant=False))


def _validate_irregularity(asked: _TableRequest, objections: RefusalBuilder) -> None:
    kind = asked.command.kind
    if kind in asked.rules.terms.base_irregularities_off:
        objections.add("base_irregularities_off", f"{kind} does not apply in a tournament")


def _validate_not_here(asked: _TableRequest, objections: RefusalBuilder) -> None:
    ground, text = _NOT_HERE_GROUNDS[type(asked.command)]
    objections.add(ground, text)


_NOT_HERE_GROUNDS: dict[type[at_table.Command], tuple[str, str]] = {
    at_table.Sit: ("seat_given", "the director assigns seats"),
    at_table.Leave: ("leaving", "players may not leave the table during a session"),
    at_table.AnnounceClosing: ("session", "the length of a session was fixed before the entries"),
    at_table.VoidPlayer: ("disqualified", "a player who breaks the rules is disqualified"),
    at_table.ExcludePlayer: ("disqualified", "a player who breaks the rules is disqualified"),
    at_table.JoinTable: ("no_more_chips", "chips are issued only at the start of a session"),
}
_NOT_HERE = tuple(_NOT_HERE_GROUNDS)

#: Why a player of the session may not wager at all.
_OUT_OF_PLAY = frozenset(("eliminated", "short_stack"))

#: The tournament's validators, in addition to those of the table.
_VALIDATORS: dict[type[at_table.Command], Validator] = {
    at_table.PlaceBet: _validate_bet,
    at_table.Withdraw: _validate_withdraw,
    at_table.Deal: _validate_deal,
    at_table.ChangeLimits: _validate_limits,
    at_table.OrderShuffle: _validate_shuffle,
    at_table.ReportIrregularity: _validate_irregularity,
    **dict.fromkeys(_NOT_HERE, _validate_not_here),
}


# --- carrying out ------------------------------------------------------------------------------------------------


def do_play(context: DirectorContext, command: cmd.PlayAtTable) -> None:
    """Apply the command at the table, then advance the session."""
    table = table_for(context.state, command)
    assert table is not None
    do = _DIRECTED.get(type(command.command), _do_at_table)
    do(context, table, command)


def _do_at_table(context: DirectorContext, table: TournamentTable, command: cmd.PlayAtTable) -> None:
    asked = corrected(table, command)
    if isinstance(asked, at_table.PlaceBet):
        _before_bet(context, table, command, asked)
    elif isinstance(asked, at_table.Deal):
        # the first card disqualifies every player who can bet and has not
        for player in table.to_bet():
            disqualify(context, player, reason_without_wager(context.rules))
        note_last_round(context, table)
    go_on(context, table, context.play(table, asked))
    if isinstance(asked, at_table.MarkAbsent):
        _note_vacant(context, table)


def _before_bet(
    context: DirectorContext, table: TournamentTable, command: cmd.PlayAtTable, asked: at_table.PlaceBet
) -> None:
    if table.vacant:
        _do_shuffle(context, table, command)
    given = command.command
    if asked is not given and isinstance(given, at_table.PlaceBet) and asked.amounts != given.amounts:
        low = given.amounts[0] < asked.amounts[0]
        clauses = context.cite["accepted_below" if low else "accepted_above",]
        context.emit(ev.WagerCorrected(clauses, asked.player, given.amounts[0], asked.amounts[0]))


def _note_vacant(context: DirectorContext, table: TournamentTable) -> None:
    """Mark the table vacant if every player who can bet is absent between rounds."""
    play = table.play
    away = table.rounds and not play.bets and play.stage == Stage.BETTING and set(table.able) <= set(play.absent)
    if away and not table.vacant:
        context.emit(ev.TableVacated(context.cite["shuffle_vacant",], table.number, vacant=True))


#: Commands that the tournament handles instead of the table.
_DIRECTED: dict[type[at_table.Command], Callable[[DirectorContext, TournamentTable, Any], None]] = {
    at_table.ChangeLimits: _do_limits,
    at_table.OrderShuffle: _do_shuffle,
}
