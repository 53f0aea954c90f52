"""The end of a session: the tally, who goes on, play-offs, places, prizes, and what becomes of the chips."""

from typing import Final

from pitboss.blackjack.state import Stage
from pitboss.law.objections import Objections
from pitboss.law.refusal import Refusal
from pitboss.law.ways import AllOut, ChipIssue, NoPrizeList, SecondPlaceTie, TiedPrizes, UnclaimedPrizes
from pitboss.money import amount_text
from pitboss.tournament import commands as cmd
from pitboss.tournament import events as ev
from pitboss.tournament.directing import Directing
from pitboss.tournament.ranking import Order, above_line, order_of, places_of, shares, tie_to_break
from pitboss.tournament.rules import TournamentRules
from pitboss.tournament.sessions import begin_session, end_session
from pitboss.tournament.state import Phase, State, Table

#: The second place, which rules of its own decide.
RUNNER_UP: Final = 2

# --- what the results say ----------------------------------------------------------------------------------------


def order_at(state: State, table: Table) -> Order:
    """The order of a table's players by all that was counted there."""
    return order_of(table.results, state.disqualified)


def sole_places(rules: TournamentRules) -> int:
    """How many places are not shared: the winner's, and the runner-up's where one is provided for."""
    terms = rules.terms
    provided = len(terms.prizes) if terms.prizes is not None else 1
    most = terms.unshared_places if terms.second_place_tie is SecondPlaceTie.PLAYED_OFF else 1
    return max(1, min(most, provided))


def playoff_due(rules: TournamentRules, state: State, table: Table) -> tuple[str, ...]:
    """Between whom a play-off must be held before anything else is decided at the table."""
    if not table.tallied or state.phase is not Phase.SESSION:
        return ()
    order = order_at(state, table)
    if state.final:
        return tie_to_break(order, sole=sole_places(rules))
    return tie_to_break(order, line=rules.terms.advance)


def going_on(rules: TournamentRules, state: State, table: Table) -> list[str]:
    """Who is certain to go on from a heat."""
    return [] if state.final else above_line(order_at(state, table), rules.terms.advance)


def places(rules: TournamentRules, state: State) -> dict[str, int]:
    """The places that are decided so far."""
    if state.phase is not Phase.SESSION or not state.final:
        return state.places
    (table,) = state.tables.values()
    return places_of(order_at(state, table), sole=sole_places(rules))


# --- the tally ---------------------------------------------------------------------------------------------------


def tallied_table(state: State, command: cmd.TallyChips) -> Table | None:
    """The table whose chips are counted: the one named, else the one where these players sit."""
    if command.table:
        return state.tables.get(command.table)
    return next((table for name, _ in command.chips if (table := state.table_of(name)) is not None), None)


def to_count(state: State, table: Table) -> list[str]:
    """Whose chips are counted: all who played, without the disqualified."""
    return [player for player in table.players if player not in state.disqualified]


def check_tally(rules: TournamentRules, state: State, command: cmd.TallyChips) -> Refusal | None:
    """Of a session that has ended here, as the chips are; or of one played elsewhere, before the first card."""
    why = Objections(rules.law)
    table = tallied_table(state, command)
    if state.phase is not Phase.SESSION or table is None or not table.unit:
        why.add("tally", "no session of these players is to be counted")
        return why.refusal()
    if table.tallied:
        why.add("tally", "the chips were counted already")
        return why.refusal()
    chips = dict(command.chips)
    wanted = to_count(state, table)
    if len(chips) < len(command.chips) or set(chips) != set(wanted):
        why.add("tally", f"counted are the chips of {', '.join(wanted)}")
    elif table.ended_by and not table.untouched:
        wrong = [name for name in wanted if chips[name] != table.play.money[name]]
        for name in wrong:
            text = f"{name} holds {amount_text(table.play.money[name])} and not {amount_text(chips[name])}"
            why.add("tally", text)
    elif not table.untouched:
        why.add("tally", "the session has not ended", "session_result")
    return why.refusal()


def do_tally(directing: Directing, command: cmd.TallyChips) -> None:
    """The chips are counted and taken in, and what they decide is told at once."""
    table = tallied_table(directing.state, command)
    assert table is not None
    elsewhere = table.untouched
    if not table.ended_by:
        end_session(directing, table, ("session_result",))
    _count(directing, table, command.chips, elsewhere=elsewhere)
    go_on_from_results(directing)


def _count(directing: Directing, table: Table, chips: tuple[tuple[str, int], ...], *, elsewhere: bool = False) -> None:
    cite, counted = directing.cite, dict(chips)
    bought = directing.terms.chip_issue is ChipIssue.FACE_VALUE
    for player in table.players:
        held = counted[player] if elsewhere and player in counted else table.play.money[player]
        if bought:
            directing.emit(ev.ChipsKept(cite["chips_redeemed",], player, held, table.number))
        else:
            directing.emit(ev.ChipsReturned(cite["chips_returned",], player, held, table.number))
    directing.emit(ev.ChipsTallied(cite["tally", "session_winner"], table.number, chips, table.reissued))


# --- what follows from it ----------------------------------------------------------------------------------------


def go_on_from_results(directing: Directing) -> None:
    """Tells once who goes on and which play-offs are due; when all is decided, ends the session or the tournament."""
    rules, state = directing.rules, directing.state
    _cut_short(directing)
    for table in state.tables.values():
        due = playoff_due(rules, state, table)
        if due and list(due) != table.announced:
            _tell_due(directing, table, due)
        for player in going_on(rules, state, table) if table.tallied else ():
            if player not in table.told:
                grounds = ("qualifiers_told", "session_winner", "advance", "advance_kept")
                directing.emit(ev.QualifierTold(directing.cite[grounds], player))
    if all(table.tallied and not playoff_due(rules, state, table) for table in state.tables.values()):
        if state.final:
            _finish(directing)
        else:
            _fix_qualifiers(directing)


def _cut_short(directing: Directing) -> None:
    """Where nobody is left, or one in a play-off, nothing more is to be decided: the chips are counted as they are."""
    state = directing.state
    for table in state.tables.values():
        left = to_count(state, table)
        least = directing.terms.playoff_players_least if table.playoff else 1
        if not table.tallied and len(left) < least and table.play.stage == Stage.BETTING:
            if not table.ended_by:
                end_session(directing, table, ("session_one_left",))
            _count(directing, table, tuple((name, table.play.money[name]) for name in left))


def _tell_due(directing: Directing, table: Table, due: tuple[str, ...]) -> None:
    grounds = ["playoff_needed", "playoff_players"]
    if not directing.state.final:
        grounds.append("playoff_advance")
    else:
        first = due[0] in order_at(directing.state, table)[0]
        grounds += ["playoff_winner"] if first else ["playoff_runner_up", "second_place_tie", "unshared_places"]
    directing.emit(ev.PlayoffDue(directing.cite[tuple(grounds)], table.number, due))


def _fix_qualifiers(directing: Directing) -> None:
    state = directing.state
    going = {name for table in state.tables.values() for name in going_on(directing.rules, state, table)}
    qualified = tuple(name for name in state.players if name in going)
    directing.emit(ev.QualifiersFixed(directing.cite["only_qualifiers", "advance", "advance_kept"], qualified))


def _finish(directing: Directing) -> None:
    """Every place is decided: the pool goes to the winners."""
    rules, state, terms, cite = directing.rules, directing.state, directing.terms, directing.cite
    (table,) = state.tables.values()
    order = order_at(state, table)
    winner = order[0][0] if order else ""
    for player, place in places_of(order, sole=sole_places(rules)).items():
        directing.emit(ev.PlaceTaken(cite[_place_grounds(table, player, place, winner)], player, place))
    prizes = terms.prizes
    if prizes is None:
        prizes = (state.pool,) if terms.no_prize_list is NoPrizeList.WINNER_TAKES_POOL else ()
    paid, left = shares(
        order,
        prizes,
        pooled=terms.tied_prizes is TiedPrizes.POOLED_WITH_FOLLOWING,
        rest_to_first=terms.unclaimed_prizes is UnclaimedPrizes.TO_THE_WINNER,
    )
    level = {name: len(tier) for tier in order for name in tier}
    for player, amount in paid.items():
        if amount:
            directing.emit(ev.PrizePaid(cite[_prize_grounds(level[player])], player, amount))
    directing.emit(ev.TournamentEnded(cite["tournament_winner", "prize_pool"], left))


def _place_grounds(table: Table, player: str, place: int, winner: str) -> tuple[str, ...]:
    """The rules on which a place rests: those of the last count that the player was in."""
    last = next(result for result in reversed(table.results) if player in result.chips)
    by_final = last is table.results[0]
    if place == 1:
        return ("tournament_winner",) if by_final else ("tournament_winner", "playoff_winner")
    if place == RUNNER_UP:
        return ("places",) if by_final else ("places", "playoff_runner_up")
    if by_final:
        return ("places", "places_by_final", "place_order")
    # the winner takes no part in a play-off for second place
    by = "places_by_winner_playoff" if winner in last.chips else "places_by_runner_up_playoff"
    return ("places", by, "place_order")


def _prize_grounds(level: int) -> tuple[str, ...]:
    if level == 1:
        return ("prizes", "prize_pool")
    return ("prizes", "prize_pool", "tied_prizes", "tie_of_two" if level == 2 else "tie_of_more")


# --- play-offs ---------------------------------------------------------------------------------------------------


def playoff_table(rules: TournamentRules, state: State, named: int) -> Table | None:
    """The table named, else the first where a play-off is due."""
    if named:
        return state.tables.get(named)
    due = [table for table in state.tables.values() if playoff_due(rules, state, table)]
    fresh = [table for table in state.tables.values() if table.reissued and table.untouched]
    return next(iter(due + fresh), None)


def check_playoff(rules: TournamentRules, state: State, command: cmd.BeginPlayoff) -> Refusal | None:
    """Only where one is due."""
    why = Objections(rules.law)
    table = playoff_table(rules, state, command.table)
    announced = table is not None and table.reissued and table.running and table.untouched
    if table is None or not (playoff_due(rules, state, table) or announced):
        why.add("playoff_needed", "no play-off is due", "playoff_advance", "playoff_winner", "tied_prizes")
    if state.director_away:
        why.add("director_present", "the director is not there")
    return why.refusal()


def do_playoff(directing: Directing, command: cmd.BeginPlayoff) -> None:
    """Fresh equal stacks at the same boxes; after a reissue the players hold theirs already."""
    rules, state, terms = directing.rules, directing.state, directing.terms
    table = playoff_table(rules, state, command.table)
    assert table is not None
    due = playoff_due(rules, state, table)
    if not due:
        directing.done("reissue_playoff", table=table.number)
        return
    players = tuple(player for player in table.boxes.values() if player in due)
    begin_session(directing, table, players, terms.chips, terms.playoff, playoff=True)


def reissue_table(rules: TournamentRules, state: State, named: int) -> Table | None:
    """The table named, else the first at which everybody went out in the same round."""
    if named:
        return state.tables.get(named)
    out = [table for table in state.tables.values() if fresh_chips_for(rules, state, table)]
    return next(iter([*out, *state.tables.values()]), None)


def fresh_chips_for(rules: TournamentRules, state: State, table: Table) -> tuple[str, ...]:
    """Who may get fresh chips: all who went out together, where there are enough of them for a play-off."""
    if "all_out" not in table.ended_by or table.tallied or rules.terms.all_out is not AllOut.REISSUE_OR_TALLY:
        return ()
    together = [name for name in table.boxes.values() if name in table.went_out and name not in state.disqualified]
    return tuple(together) if len(together) >= rules.terms.playoff_players_least else ()


def check_reissue(rules: TournamentRules, state: State, command: cmd.ReissueChips) -> Refusal | None:
    """When all who were in went out in the same round, and no more than at the start."""
    why = Objections(rules.law)
    table = reissue_table(rules, state, command.table)
    if table is None or not fresh_chips_for(rules, state, table):
        why.add("reissue", "not everybody still in went out in the same round", "no_more_chips", "reissue_amount")
        return why.refusal()
    least = rules.least(table.play.minimum)
    if not least <= command.amount <= rules.terms.chips:
        text = f"from the minimum of {amount_text(least)} up to {amount_text(rules.terms.chips)}"
        why.add("reissue_amount", f"each gets the same, {text}", "reissue")
    return why.refusal()


def do_reissue(directing: Directing, command: cmd.ReissueChips) -> None:
    """What is left of the old chips is counted and set aside, and a play-off with the fresh ones follows."""
    rules, state, cite = directing.rules, directing.state, directing.cite
    table = reissue_table(rules, state, command.table)
    assert table is not None
    players = fresh_chips_for(rules, state, table)
    _count(directing, table, tuple((name, table.play.money[name]) for name in to_count(state, table)))
    directing.emit(ev.ChipsReissued(cite["reissue", "reissue_amount"], table.number, players, command.amount))
    begin_session(directing, table, players, command.amount, directing.terms.playoff, playoff=True, reissued=True)


# --- chips of the own --------------------------------------------------------------------------------------------


def check_redeem(rules: TournamentRules, state: State, command: cmd.RedeemChips) -> Refusal | None:
    """Chips that were bought, after the session."""
    why = Objections(rules.law)
    if command.player not in state.fees:
        why.add("player", f"{command.player} is not a player of this tournament")
    if rules.terms.chip_issue is ChipIssue.GRATUITOUS:
        why.add("chips_returned", "chips that were given for nothing are the operator's")
        return why.refusal()
    kept = state.kept.get(command.player, 0)
    if not 0 < command.amount <= kept:
        text = f"{command.player} has {amount_text(kept)} to redeem, from sessions that have been counted"
        why.add("chips_redeemed", text)
    return why.refusal()


def do_redeem(directing: Directing, command: cmd.RedeemChips) -> None:
    """At face value, without a fee."""
    directing.emit(ev.ChipsRedeemed(directing.cite["chips_redeemed",], command.player, command.amount))
