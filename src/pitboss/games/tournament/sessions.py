"""Handlers for the start of a session, the end of each round, and the end of the session."""

from collections.abc import Sequence

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack import events as happened
from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.context import DirectorContext, turn_rule
from pitboss.games.tournament.finish import unfinishable, ways_to_finish
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.seating import allocate, check_next_session, held_as_playoff, most_at_a_table
from pitboss.games.tournament.state import Phase, State, TournamentTable
from pitboss.law.choices import ChipIssue, SessionUnit
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.money import amount_text


def check_start(rules: TournamentRules, state: State, command: cmd.StartSession) -> Refusal | None:
    """Validate a start: enough players, prizes equal to the pool, and a director."""
    objections = RefusalBuilder(rules.law)
    if state.phase is Phase.CANCELLED:
        objections.add("cancelled", "the tournament is cancelled")
    elif state.phase is Phase.SESSION:
        objections.add("session_result", "a session is in progress")
    elif state.phase is Phase.OVER:
        objections.add("tournament_winner", "the tournament is over")
    if objections:
        return objections.refusal()
    if state.director_away:
        objections.add("director_present", "the director is absent")
    terms, players = rules.terms, state.in_play
    if not state.session:
        if len(players) < terms.min_players:
            text = f"{len(players)} have entered, and the tournament needs at least {terms.min_players} players"
            objections.add("too_few_players", text, "min_players")
        if terms.prizes is not None and sum(terms.prizes) != state.pool:
            listed, pool = amount_text(sum(terms.prizes)), amount_text(state.pool)
            objections.add("prize_pool", f"the prizes add up to {listed}, but the pool is {pool}", "prizes")
    tables = RefusalBuilder(rules.law)
    check_next_session(rules, state, state.seats, tables)
    objections.join(tables)
    if not state.session and (tables or len(players) < terms.min_players):
        objections.allowed += ways_to_finish(rules, len(players))
    return objections.refusal()


def do_start(context: DirectorContext, command: cmd.StartSession) -> None:
    """Allocate the players and begin the session at every table. With too few left it is a play-off."""
    rules, state, terms, cite = context.rules, context.state, context.terms, context.cite
    warning = unfinishable(rules, state) if command.confirmed else None
    if warning is not None:
        context.emit(ev.FinishDoubted(warning.clauses, warning.message, warning.allowed))
    short = held_as_playoff(rules, state)
    tables = allocate(state.in_play, state.seats, most_at_a_table(rules))
    seats = tuple((number, tuple(boxes.items())) for number, boxes in tables.items())
    sizes = ("short_session",) if short else ("table_players_least", "table_players_most")
    grounds = ("seat_given", "allocation", "seating", *sizes)
    context.emit(ev.PlayersAllocated(cite[(*grounds, "only_qualifiers")] if state.session else cite[grounds], seats))
    context.record_procedure("director_present", rests=("director_present", "director"))
    context.record_procedure("writing_allowed", "yes" if state.writing else "no")
    length = terms.playoff if short else terms.session
    for table in state.tables.values():
        begin_session(context, table, tuple(table.boxes.values()), terms.chips, length, playoff=short)


def begin_session(
    context: DirectorContext,
    table: TournamentTable,
    players: tuple[str, ...],
    stack: int,
    length: tuple[SessionUnit, int],
    *,
    playoff: bool = False,
    reissued: bool = False,
    demanded_by: str = "",
) -> None:
    """Shuffle, issue equal stacks, and place the marker at the dealer's left.

    ``demanded_by`` is the rule that demands the play-off.
    """
    cite, number = context.cite, table.number
    grounds = ("playoff_players", "playoff") if playoff else ("session",)
    rests = cite[(demanded_by, *grounds)] if demanded_by else cite[grounds]
    began = ev.SessionBegan(rests, number, players, stack, length[0].value, length[1], playoff, reissued)
    context.open_table(table, began)
    context.record_procedure("shuffle_method", table=number, rests=("shuffle_at_start",))
    sign = ("limits_shown", "increment_shown") if context.terms.increment is not None else ("limits_shown",)
    context.record_procedure("limits_shown", table=number, rests=sign)
    for player in players:
        context.record_procedure("name_given", player, number)
        _issue(context, table, player, stack, reissued=reissued)
    if length[0] is SessionUnit.SHOES:
        context.emit(ev.ShoeNumbered(cite["shoe_number"], number, 1))
    _place_marker(context, table, min(table.box_of(player) for player in players), ("marker_start", "betting_marker"))


def _issue(context: DirectorContext, table: TournamentTable, player: str, stack: int, *, reissued: bool) -> None:
    bought = context.terms.chip_issue is ChipIssue.FACE_VALUE
    grounds: tuple[str, ...] = ("reissue_amount",) if reissued else ("chips_issued", "chips")
    grounds += ("chip_issue", "chips_bought") if bought else ()
    context.emit(ev.ChipsIssued(context.cite[grounds], player, stack, bought))
    context.play(table, at_table.JoinTable(player=player, money=stack))
    context.play(table, at_table.Sit(player=player, box=table.box_of(player)))


def _place_marker(context: DirectorContext, table: TournamentTable, box: int, grounds: tuple[str, ...]) -> None:
    context.emit(ev.MarkerPlaced(context.cite[grounds], table.number, box, table.boxes[box]))


# --- the end of a round ------------------------------------------------------------------------------------------


def go_on(context: DirectorContext, table: TournamentTable, events: Sequence[happened.Event]) -> None:
    """Advance the session after events at a table."""
    if not table.running:
        return
    ended = [number for number, event in enumerate(events) if type(event) is happened.RoundEnded]
    if ended:
        shuffled = any(type(event) is happened.Shuffled and not event.discards for event in events[ended[0] :])
        _after_round(context, table, shuffled=shuffled)
    elif table.play.stage == Stage.BETTING and len(table.able) <= 1:
        end_session(context, table, ("session_one_left",))


def able_to_bet(context: DirectorContext, table: TournamentTable) -> tuple[str, ...]:
    """Returns the players who hold enough for the minimum and are not disqualified."""
    money, least = table.play.money, context.rules.least(table.play.minimum)
    gone = context.state.disqualified
    return tuple(player for player in table.players if money[player] >= least and player not in gone)


def _after_round(context: DirectorContext, table: TournamentTable, *, shuffled: bool) -> None:
    cite, number = context.cite, table.number
    able = able_to_bet(context, table)
    out = tuple(player for player in table.able if player not in able)
    context.emit(ev.RoundCounted(cite["session_result"], number, able, out))
    for player in out:
        _note_out(context, table, player)
    grounds = _end_grounds(table, shuffled=shuffled)
    if grounds:
        end_session(context, table, grounds)
        return
    if shuffled:
        shown = cite["shoe_number"] if table.unit == SessionUnit.SHOES else ()
        context.emit(ev.ShoeNumbered(shown, number, table.shoe + 1))
    move_marker(context, table)


def _note_out(context: DirectorContext, table: TournamentTable, player: str) -> None:
    chips = table.play.money[player]
    if chips:
        context.emit(ev.PlayerShort(context.cite["short_stack"], player, chips, table.number))
        return
    context.emit(ev.PlayerEliminated(context.cite["eliminated", "box_closed"], player, table.number))
    context.clear_seat(table, player, context.cite["box_closed"])


def note_last_round(context: DirectorContext, table: TournamentTable) -> None:
    """Mark a round that is certain to be the session's last, so that no shuffle follows it."""
    by_rounds = table.unit == SessionUnit.ROUNDS and table.rounds + 1 >= table.count
    by_shoes = table.unit == SessionUnit.SHOES and table.shoe >= table.count and table.play.shoe.cut_card_round
    if (by_rounds or by_shoes or table.time_up) and not table.play.last_round:
        ground = "session_shoes" if by_shoes else "session_time" if table.time_up else "session_rounds"
        context.apply_at_table(table, happened.LastRoundNoted(context.cite[ground]))


def _end_grounds(table: TournamentTable, *, shuffled: bool) -> tuple[str, ...]:
    """Returns the rules that end the session after a round; none if it continues."""
    grounds: list[str] = []
    if len(table.able) <= 1:
        grounds.append("session_one_left")
        grounds += ["all_out"] if not table.able else []
    if table.time_up:
        grounds.append("session_time")
    if table.unit == SessionUnit.ROUNDS and table.rounds >= table.count:
        grounds.append("session_rounds")
    if table.unit == SessionUnit.SHOES and table.shoe >= table.count and (shuffled or table.play.last_round):
        grounds.append("session_shoes")
    return tuple(grounds)


def move_marker(context: DirectorContext, table: TournamentTable) -> None:
    """Move the marker clockwise to the next player who can bet."""
    after = [player for player in table.order() if table.box_of(player) != table.marker]
    if after:
        _place_marker(context, table, table.box_of(after[0]), (turn_rule(table), "betting_marker"))


def end_session(context: DirectorContext, table: TournamentTable, grounds: tuple[str, ...]) -> None:
    """End the session and return the wagers of a round that has not begun."""
    clauses = context.cite[end_rules(table, grounds)]
    context.emit(ev.SessionEnded(clauses, table.number, grounds))
    for bet in list(table.play.bets):
        if any(other.player == bet.player for other in table.play.bets):
            context.play(table, at_table.Withdraw(player=bet.player, box=bet.box), clauses)


def end_rules(table: TournamentTable, grounds: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the rules on which a session ended.

    Where all went out in one round, none was left, so what decides is whether they lost all or hold too little.
    """
    if "all_out" not in grounds:
        return grounds
    rest = tuple(name for name in grounds if name not in ("all_out", "session_one_left"))
    return (*out_rules(table), *rest)


def out_rules(table: TournamentTable) -> tuple[str, ...]:
    """Returns the rules under which all who went out in the last round did so."""
    held = [table.play.money[player] for player in table.went_out]
    return (("all_lost",) if 0 in held else ()) + (("all_short",) if any(held) else ())


# --- time --------------------------------------------------------------------------------------------------------


def check_time(rules: TournamentRules, state: State, command: cmd.CallTime) -> Refusal | None:
    """Validate a time call: a timed session, once."""
    objections = RefusalBuilder(rules.law)
    tables = _timed(state, command)
    if not tables:
        objections.add("session_time", "no timed session is in progress")
    elif all(table.time_up for table in tables):
        objections.add("session_time", "time was already called")
    return objections.refusal()


def _timed(state: State, command: cmd.CallTime) -> list[TournamentTable]:
    tables = [table for table in state.tables.values() if table.running and table.unit == SessionUnit.MINUTES]
    return [table for table in tables if command.table in (0, table.number)]


def do_time(context: DirectorContext, command: cmd.CallTime) -> None:
    """Call time. A round in progress is finished; otherwise the session ends immediately."""
    for table in _timed(context.state, command):
        if not table.time_up:
            between_rounds = table.play.stage == Stage.BETTING
            ground = "time_up_while_betting" if between_rounds else "session_time"
            context.emit(ev.TimeCalled(context.cite[ground,], table.number))
            if between_rounds:
                end_session(context, table, ("time_up_while_betting",))
            else:
                note_last_round(context, table)
