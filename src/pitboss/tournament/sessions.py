"""Sessions: how one begins, what the end of a round brings, and when it ends."""

from collections.abc import Sequence

from pitboss.blackjack import commands as at_table
from pitboss.blackjack import events as happened
from pitboss.blackjack.state import Stage
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.ways import ChipIssue, SessionUnit
from pitboss.money import amount_text
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.directing import Directing
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.seating import Chosen, allocate
from pitboss.tournament.state import Phase, State, Table


def check_start(rules: TournamentRules, state: State, command: cmd.StartSession) -> Refusal | None:
    """Enough players for full tables, prizes that use up the pool, and a director."""
    why = Objections(rules.law)
    if state.phase is Phase.CANCELLED:
        why.add("cancelled", "the tournament is cancelled")
    elif state.phase is Phase.SESSION:
        why.add("session_result", "a session is in progress", "session")
    elif state.phase is Phase.OVER:
        why.add("tournament_winner", "the tournament is over")
    if why:
        return why.refusal()
    if state.director_away:
        why.add("director_present", "the director is not there")
    terms, players = rules.terms, state.in_play
    if not state.session:
        if len(players) < terms.min_players:
            text = f"{len(players)} have entered, and the tournament is for {terms.min_players} players at least"
            why.add("too_few_players", text, "min_players")
        if terms.prizes is not None and sum(terms.prizes) != state.pool:
            listed, pool = amount_text(sum(terms.prizes)), amount_text(state.pool)
            why.add("prize_pool", f"the prizes come to {listed}, and the pool is {pool}", "prizes")
    check_tables(rules, players, state.seats, why)
    return why.refusal()


def most_at_a_table(rules: TournamentRules) -> int:
    """How many find a seat at one table: a box each, and no more than the law allows."""
    return min(rules.terms.table_players_most, rules.table.terms.boxes)


def check_tables(rules: TournamentRules, players: Sequence[str], chosen: Chosen, why: Objections) -> None:
    """Objects where a table would have too few or too many players."""
    least, most = rules.terms.table_players_least, rules.terms.table_players_most
    seats = {name: seat for name, seat in chosen.items() if name in players}
    tables = allocate(players, seats, most_at_a_table(rules)) if players else {}
    if not tables:
        why.add("table_players_least", "there is nobody to play")
    wrong: dict[int, list[str]] = {}
    for number, boxes in tables.items():
        if not least <= len(boxes) <= most:
            wrong.setdefault(len(boxes), []).append(str(number))
    for count, numbers in wrong.items():
        which = "table" if len(numbers) == 1 else "tables"
        text = f"a table has {least} to {most} players, and {which} {', '.join(numbers)} would have {count}"
        why.add("table_players_least", text, "table_players_most")


def do_start(directing: Directing, command: cmd.StartSession) -> None:
    """Players are allocated, and the session begins at every table."""
    state, cite = directing.state, directing.cite
    tables = allocate(state.in_play, state.seats, most_at_a_table(directing.rules))
    seats = tuple((number, tuple(boxes.items())) for number, boxes in tables.items())
    grounds = ("allocation", "seating", "seat_given", "table_players_least", "table_players_most")
    directing.emit(ev.PlayersAllocated(cite[(*grounds, "only_qualifiers")] if state.session else cite[grounds], seats))
    directing.done("director_present", rests=("director_present", "director"))
    directing.done("writing_allowed", "yes" if state.writing else "no")
    unit, count = directing.terms.session
    for table in state.tables.values():
        begin_session(directing, table, tuple(table.boxes.values()), directing.terms.chips, (unit, count))


def begin_session(
    directing: Directing,
    table: Table,
    players: tuple[str, ...],
    stack: int,
    length: tuple[SessionUnit, int],
    *,
    playoff: bool = False,
    reissued: bool = False,
) -> None:
    """The cards are shuffled, everybody holds the same chips, and the marker lies at the dealer's left."""
    cite, number = directing.cite, table.number
    grounds = ("playoff", "playoff_players", "playoff_stacks") if playoff else ("session", "chips_issued")
    rests = cite[(*grounds, "reissue_playoff")] if reissued else cite[grounds]
    began = ev.SessionBegan(rests, number, players, stack, length[0].value, length[1], playoff, reissued)
    directing.open_table(table, began)
    directing.done("shuffle_method", table=number, rests=("shuffle_method", "shuffle_at_start"))
    directing.done("limits_shown", table=number, rests=("limits_shown", "limits_set"))
    for player in players:
        directing.done("name_given", player, number)
        _issue(directing, table, player, stack)
    if length[0] is SessionUnit.SHOES:
        directing.emit(ev.ShoeNumbered(cite["shoe_number"], number, 1))
    _place_marker(directing, table, min(table.box_of(player) for player in players), ("marker_start", "betting_marker"))


def _issue(directing: Directing, table: Table, player: str, stack: int) -> None:
    bought = directing.terms.chip_issue is ChipIssue.FACE_VALUE
    grounds = ("chips", "chip_issue", "chips_issued", *(("chips_bought",) if bought else ()))
    directing.emit(ev.ChipsIssued(directing.cite[grounds], player, stack, bought))
    directing.play(table, at_table.JoinTable(player=player, money=stack))
    directing.play(table, at_table.Sit(player=player, box=table.box_of(player)))


def _place_marker(directing: Directing, table: Table, box: int, grounds: tuple[str, ...]) -> None:
    directing.emit(ev.MarkerPlaced(directing.cite[grounds], table.number, box, table.boxes[box]))


# --- what a round brings -----------------------------------------------------------------------------------------


def go_on(directing: Directing, table: Table, events: Sequence[happened.Event]) -> None:
    """What follows from something that happened at a table."""
    if not table.running:
        return
    ended = [number for number, event in enumerate(events) if type(event) is happened.RoundEnded]
    if ended:
        shuffled = any(type(event) is happened.Shuffled and not event.discards for event in events[ended[0] :])
        _after_round(directing, table, shuffled=shuffled)
    elif table.play.stage == Stage.BETTING and len(table.able) <= 1:
        end_session(directing, table, ("session_one_left",))


def able_to_bet(directing: Directing, table: Table) -> tuple[str, ...]:
    """Who holds enough for the least that must be wagered and is not disqualified."""
    money, least = table.play.money, directing.rules.least(table.play.minimum)
    gone = directing.state.disqualified
    return tuple(player for player in table.players if money[player] >= least and player not in gone)


def _after_round(directing: Directing, table: Table, *, shuffled: bool) -> None:
    cite, number = directing.cite, table.number
    able = able_to_bet(directing, table)
    out = tuple(player for player in table.able if player not in able)
    directing.emit(ev.RoundCounted(cite["session"], number, able, out))
    for player in out:
        _note_out(directing, table, player)
    grounds = _end_grounds(table, shuffled=shuffled)
    if grounds:
        end_session(directing, table, grounds)
        return
    if shuffled:
        directing.emit(ev.ShoeNumbered(cite["shoe_number"], number, table.shoe + 1))
    move_marker(directing, table)


def _note_out(directing: Directing, table: Table, player: str) -> None:
    chips = table.play.money[player]
    if chips:
        directing.emit(ev.PlayerShort(directing.cite["short_stack"], player, chips, table.number))
        return
    directing.emit(ev.PlayerEliminated(directing.cite["eliminated", "box_closed"], player, table.number))
    directing.clear_seat(table, player)


def note_last_round(directing: Directing, table: Table) -> None:
    """Tells the table where the round that is played is certain to be the session's last: no shuffle follows it."""
    by_rounds = table.unit == SessionUnit.ROUNDS and table.rounds + 1 >= table.count
    by_shoes = table.unit == SessionUnit.SHOES and table.shoe >= table.count and table.play.shoe.cut_card_round
    if (by_rounds or by_shoes or table.time_up) and not table.play.last_round:
        ground = "session_shoes" if by_shoes else "session_time" if table.time_up else "session_rounds"
        directing.happens(table, happened.LastRoundNoted(directing.cite[ground]))


def _end_grounds(table: Table, *, shuffled: bool) -> tuple[str, ...]:
    """The rules that end the session after a round; none where it goes on."""
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


def move_marker(directing: Directing, table: Table) -> None:
    """To the next player clockwise who can bet."""
    after = [player for player in table.order() if table.box_of(player) != table.marker]
    if after:
        _place_marker(directing, table, table.box_of(after[0]), ("marker_moved", "betting_marker"))


def end_session(directing: Directing, table: Table, grounds: tuple[str, ...]) -> None:
    """The session is over; wagers on a round that has not begun go back."""
    directing.emit(ev.SessionEnded(directing.cite[(*grounds, "session_result")], table.number, grounds))
    for bet in list(table.play.bets):
        if any(lying.player == bet.player for lying in table.play.bets):
            directing.play(table, at_table.Withdraw(player=bet.player, box=bet.box))


# --- time --------------------------------------------------------------------------------------------------------


def check_time(rules: TournamentRules, state: State, command: cmd.CallTime) -> Refusal | None:
    """A session that is measured by time, once."""
    why = Objections(rules.law)
    tables = _timed(state, command)
    if not tables:
        why.add("session_time", "no session that is measured by time is in progress", "session")
    elif all(table.time_up for table in tables):
        why.add("session_time", "time was called already")
    return why.refusal()


def _timed(state: State, command: cmd.CallTime) -> list[Table]:
    tables = [table for table in state.tables.values() if table.running and table.unit == SessionUnit.MINUTES]
    return [table for table in tables if command.table in (0, table.number)]


def do_time(directing: Directing, command: cmd.CallTime) -> None:
    """A round that has begun is finished; before its first card the session ends at once."""
    for table in _timed(directing.state, command):
        if not table.time_up:
            directing.emit(ev.TimeCalled(directing.cite["session_time"], table.number))
            if table.play.stage == Stage.BETTING:
                end_session(directing, table, ("session_time", "time_up_while_betting"))
            else:
                note_last_round(directing, table)
