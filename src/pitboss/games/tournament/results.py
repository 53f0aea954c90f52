"""Handlers for the end of a session: the tally, qualifiers, play-offs, places, prizes and chips."""

from typing import Final

from pitboss.games.blackjack.state import Stage
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament import events as ev
from pitboss.games.tournament.context import DirectorContext
from pitboss.games.tournament.ranking import Order, above_line, order_of, places_of, shares, tie_to_break
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.sessions import begin_session, end_session, out_rules
from pitboss.games.tournament.state import Phase, State, TournamentTable
from pitboss.law.choices import AllOut, ChipIssue, NoPrizeList, SecondPlaceTie, TiedPrizes, UnclaimedPrizes
from pitboss.law.refusal import Refusal
from pitboss.law.refusal_builder import RefusalBuilder
from pitboss.law.tournament_terms import TournamentTerms
from pitboss.money import amount_text

#: The second place, which has its own rules.
RUNNER_UP: Final = 2

# --- what the results say ----------------------------------------------------------------------------------------


def order_at(state: State, table: TournamentTable) -> Order:
    """Returns the order of a table's players by all its tallies."""
    return order_of(table.results, state.disqualified)


def sole_places(rules: TournamentRules) -> int:
    """Returns how many places cannot be shared: the winner's, and the runner-up's if there is a prize for it."""
    terms = rules.terms
    provided = len(terms.prizes) if terms.prizes is not None else 1
    most = terms.unshared_places if terms.second_place_tie is SecondPlaceTie.PLAYED_OFF else 1
    return max(1, min(most, provided))


def playoff_due(rules: TournamentRules, state: State, table: TournamentTable) -> tuple[str, ...]:
    """Returns the tied players who must hold a play-off before the table is decided."""
    if not table.tallied or state.phase is not Phase.SESSION:
        return ()
    order = order_at(state, table)
    if state.final:
        return tie_to_break(order, sole=sole_places(rules))
    return tie_to_break(order, line=rules.terms.advance, alternates=rules.terms.alternates)


def next_alternate(rules: TournamentRules, state: State, player: str) -> str:
    """Returns the alternate who replaces a qualified player of the same table, or an empty string."""
    table = state.table_of(player)
    if table is None or state.phase is not Phase.BETWEEN or player not in state.qualified:
        return ""
    behind = [name for tier in order_of(table.results) for name in tier if name not in table.announced_qualifiers]
    gone = {*state.qualified, *state.disqualified}
    return next((name for name in behind[: rules.terms.alternates] if name not in gone), "")


def going_on(rules: TournamentRules, state: State, table: TournamentTable) -> list[str]:
    """Returns the players certain to qualify from a heat."""
    return [] if state.final else above_line(order_at(state, table), rules.terms.advance)


def qualifiers(rules: TournamentRules, state: State) -> tuple[str, ...]:
    """Returns the players who go on from all heats, in the order of their entries."""
    going = {name for table in state.tables.values() for name in going_on(rules, state, table)}
    return tuple(name for name in state.players if name in going)


def places(rules: TournamentRules, state: State) -> dict[str, int]:
    """Returns the places decided so far."""
    if state.phase is not Phase.SESSION or not state.final:
        return state.places
    (table,) = state.tables.values()
    return places_of(order_at(state, table), sole=sole_places(rules))


# --- the tally ---------------------------------------------------------------------------------------------------


def tallied_table(state: State, command: cmd.TallyChips) -> TournamentTable | None:
    """Returns the table of the tally: the one named, else the table of these players."""
    if command.table:
        return state.tables.get(command.table)
    return next((table for name, _ in command.chips if (table := state.table_of(name)) is not None), None)


def to_count(state: State, table: TournamentTable) -> list[str]:
    """Returns the players whose chips are tallied: all who played, except the disqualified."""
    return [player for player in table.players if player not in state.disqualified]


def check_tally(rules: TournamentRules, state: State, command: cmd.TallyChips) -> Refusal | None:
    """Validate a tally: of a session that ended here, or of one played elsewhere before the first card."""
    objections = RefusalBuilder(rules.law)
    table = tallied_table(state, command)
    if state.phase is not Phase.SESSION or table is None or not table.unit:
        objections.add("tally", "there is no session of these players to tally")
        return objections.refusal()
    if table.tallied:
        objections.add("tally", "the chips were already tallied")
        return objections.refusal()
    chips = dict(command.chips)
    wanted = to_count(state, table)
    if len(chips) < len(command.chips) or set(chips) != set(wanted):
        objections.add("tally", f"the tally must be of {', '.join(wanted)}")
    elif table.ended_by and not table.untouched:
        wrong = [name for name in wanted if chips[name] != table.play.money[name]]
        for name in wrong:
            text = f"{name} holds {amount_text(table.play.money[name])}, not {amount_text(chips[name])}"
            objections.add("tally", text)
    elif not table.untouched:
        objections.add("tally", "the session has not ended")
    return objections.refusal()


def do_tally(context: DirectorContext, command: cmd.TallyChips) -> None:
    """Tally the chips, take them in, and announce what they decide."""
    table = tallied_table(context.state, command)
    assert table is not None
    elsewhere = table.untouched
    if not table.ended_by:
        end_session(context, table, ("session_result",))
    _count(context, table, command.chips, elsewhere=elsewhere)
    go_on_from_results(context)


def _count(
    context: DirectorContext, table: TournamentTable, chips: tuple[tuple[str, int], ...], *, elsewhere: bool = False
) -> None:
    cite, counted = context.cite, dict(chips)
    bought = context.terms.chip_issue is ChipIssue.FACE_VALUE
    for player in table.players:
        held = counted[player] if elsewhere and player in counted else table.play.money[player]
        if bought:
            context.emit(ev.ChipsKept(cite["chips_redeemed",], player, held, table.number))
        else:
            context.emit(ev.ChipsReturned(cite["chips_returned",], player, held, table.number))
    context.emit(ev.ChipsTallied(cite["tally"], table.number, chips, table.reissued))


# --- what follows from it ----------------------------------------------------------------------------------------


def go_on_from_results(context: DirectorContext) -> None:
    """Announce each qualifier and due play-off once. End the session or tournament when all is decided."""
    rules, state = context.rules, context.state
    _cut_short(context)
    for table in state.tables.values():
        due = playoff_due(rules, state, table)
        if due and list(due) != table.announced_playoff:
            _announce_playoff(context, table, due)
        for player in going_on(rules, state, table) if table.tallied else ():
            if player not in table.announced_qualifiers:
                grounds = (*_progress_rules(rules), "qualifiers_told")
                context.emit(ev.QualifierTold(context.cite[grounds], player))
    if all(table.tallied and not playoff_due(rules, state, table) for table in state.tables.values()):
        if state.final:
            _finish(context)
        else:
            _fix_qualifiers(context)


def _cut_short(context: DirectorContext) -> None:
    """Tally a table at once if too few players are left to decide anything."""
    state = context.state
    for table in state.tables.values():
        left = to_count(state, table)
        least = context.terms.playoff_players_least if table.playoff else 1
        if not table.tallied and len(left) < least and table.play.stage == Stage.BETTING:
            if not table.ended_by:
                end_session(context, table, ("session_one_left",))
            _count(context, table, tuple((name, table.play.money[name]) for name in left))


def _announce_playoff(context: DirectorContext, table: TournamentTable, due: tuple[str, ...]) -> None:
    ground = _playoff_ground(context.state, table, due)
    context.emit(ev.PlayoffDue(context.cite[ground, "playoff_needed"], table.number, due))


def _playoff_ground(state: State, table: TournamentTable, due: tuple[str, ...]) -> str:
    """Returns the rule that demands the play-off: for a place in the next session, for the win, for second place."""
    if not state.final:
        return "playoff_advance"
    if due[0] in order_at(state, table)[0]:
        return "playoff_winner"
    # behind the winner of a play-off, or behind a sole winner of the final
    return "playoff_runner_up" if len(table.results) > 1 else "second_place_tie"


def _fix_qualifiers(context: DirectorContext) -> None:
    qualified = qualifiers(context.rules, context.state)
    context.emit(ev.QualifiersFixed(context.cite[("only_qualifiers", *_progress_rules(context.rules))], qualified))


def _progress_rules(rules: TournamentRules) -> tuple[str, ...]:
    """Returns the rules by which players go on: one winner from each table, or as many as the terms say."""
    return ("session_winner",) if rules.terms.advance == 1 else ("advance", "advance_kept")


def _finish(context: DirectorContext) -> None:
    """Record the places and pay the pool to the winners."""
    rules, state, terms, cite = context.rules, context.state, context.terms, context.cite
    (table,) = state.tables.values()
    order = order_at(state, table)
    winner = order[0][0] if order else ""
    prizes = prizes_of(rules, state)
    for player, place in places_of(order, sole=sole_places(rules)).items():
        grounds = _place_grounds(table, player, place, winner, len(prizes))
        context.emit(ev.PlaceTaken(cite[grounds], player, place))
    paid, left = payout(rules, state, order)
    level = {name: len(tier) for tier in order for name in tier}
    for player, amount in paid.items():
        if amount:
            context.emit(ev.PrizePaid(cite[_prize_grounds(terms, level[player])], player, amount))
    ended = _place_grounds(table, winner, 1, winner, len(prizes)) if winner else ("prize_pool",)
    context.emit(ev.TournamentEnded(cite[ended], left))


def prizes_of(rules: TournamentRules, state: State) -> tuple[int, ...]:
    """Returns the prizes by place: those listed, else what the rules make of the pool."""
    terms = rules.terms
    if terms.prizes is not None:
        return terms.prizes
    return (state.pool,) if terms.no_prize_list is NoPrizeList.WINNER_TAKES_POOL else ()


def payout(rules: TournamentRules, state: State, order: Order) -> tuple[dict[str, int], int]:
    """Returns each player's prize in cents, and the rest of the pool."""
    return shares(
        order,
        prizes_of(rules, state),
        pooled=rules.terms.tied_prizes is TiedPrizes.POOLED_WITH_FOLLOWING,
        rest_to_first=rules.terms.unclaimed_prizes is UnclaimedPrizes.TO_THE_WINNER,
    )


def _place_grounds(table: TournamentTable, player: str, place: int, winner: str, provided: int) -> tuple[str, ...]:
    """Returns the rules that a place rests on: those of the last tally with the player in it.

    ``provided`` is the number of places in the conditions of entry; who comes behind them is ranked by chips alone.
    """
    last = next(result for result in reversed(table.results) if player in result.chips)
    by_final = last is table.results[0]
    if place == 1:
        return ("tournament_winner",) if by_final else ("playoff_winner",)
    if place == RUNNER_UP:
        return ("places",) if by_final else ("playoff_runner_up",)
    if by_final:
        return ("places", "places_by_final") if place <= provided else ("places",)
    # the winner takes no part in a play-off for second place
    return ("places_by_winner_playoff" if winner in last.chips else "places_by_runner_up_playoff",)


def _prize_grounds(terms: TournamentTerms, level: int) -> tuple[str, ...]:
    """Returns the rules that a prize rests on; ``level`` players share it."""
    tie = () if level == 1 else ("tie_of_two" if level == 2 else "tie_of_more",)
    return (*tie, *(("prizes",) if terms.prizes is not None else ()), "prize_pool")


# --- play-offs ---------------------------------------------------------------------------------------------------


def playoff_table(rules: TournamentRules, state: State, named: int) -> TournamentTable | None:
    """Returns the table named, else the first where a play-off is due."""
    if named:
        return state.tables.get(named)
    due = [table for table in state.tables.values() if playoff_due(rules, state, table)]
    fresh = [table for table in state.tables.values() if table.reissued and table.untouched]
    return next(iter(due + fresh), None)


def check_playoff(rules: TournamentRules, state: State, command: cmd.BeginPlayoff) -> Refusal | None:
    """Validate a play-off: one is due, and the director is present."""
    objections = RefusalBuilder(rules.law)
    table = playoff_table(rules, state, command.table)
    announced = table is not None and table.reissued and table.running and table.untouched
    if table is None or not (playoff_due(rules, state, table) or announced):
        objections.add("playoff_needed", "no play-off is due", "playoff_winner" if state.final else "playoff_advance")
    if state.director_away:
        objections.add("director_present", "the director is absent")
    return objections.refusal()


def do_playoff(context: DirectorContext, command: cmd.BeginPlayoff) -> None:
    """Begin the play-off with fresh equal stacks. After a reissue the players already hold theirs."""
    rules, state, terms = context.rules, context.state, context.terms
    table = playoff_table(rules, state, command.table)
    assert table is not None
    due = playoff_due(rules, state, table)
    if not due:
        context.record_procedure("reissue_playoff", table=table.number)
        return
    players = tuple(player for player in table.boxes.values() if player in due)
    ground = _playoff_ground(state, table, due)
    begin_session(context, table, players, terms.chips, terms.playoff, playoff=True, demanded_by=ground)


def reissue_table(rules: TournamentRules, state: State, named: int) -> TournamentTable | None:
    """Returns the table named, else the first where all players went out in the same round."""
    if named:
        return state.tables.get(named)
    out = [table for table in state.tables.values() if fresh_chips_for(rules, state, table)]
    return next(iter([*out, *state.tables.values()]), None)


def fresh_chips_for(rules: TournamentRules, state: State, table: TournamentTable) -> tuple[str, ...]:
    """Returns the players who may get fresh chips: all who went out together, if they suffice for a play-off."""
    if "all_out" not in table.ended_by or table.tallied or rules.terms.all_out is not AllOut.REISSUE_OR_TALLY:
        return ()
    together = [name for name in table.boxes.values() if name in table.went_out and name not in state.disqualified]
    return tuple(together) if len(together) >= rules.terms.playoff_players_least else ()


def check_reissue(rules: TournamentRules, state: State, command: cmd.ReissueChips) -> Refusal | None:
    """Validate a reissue: all players went out in the same round, and the amount is within the starting chips."""
    objections = RefusalBuilder(rules.law)
    table = reissue_table(rules, state, command.table)
    if table is None or not fresh_chips_for(rules, state, table):
        objections.add("no_more_chips", "the remaining players did not all go out in the same round", "reissue")
        return objections.refusal()
    least = rules.least(table.play.minimum)
    if not least <= command.amount <= rules.terms.chips:
        text = f"from the minimum of {amount_text(least)} up to {amount_text(rules.terms.chips)}"
        objections.add("reissue_amount", f"each player gets the same amount, {text}")
    return objections.refusal()


def do_reissue(context: DirectorContext, command: cmd.ReissueChips) -> None:
    """Tally the old chips and begin a play-off with the fresh ones."""
    rules, state, cite = context.rules, context.state, context.cite
    table = reissue_table(rules, state, command.table)
    assert table is not None
    players, clauses = fresh_chips_for(rules, state, table), cite[out_rules(table)]
    _count(context, table, tuple((name, table.play.money[name]) for name in to_count(state, table)))
    context.emit(ev.ChipsReissued(clauses, table.number, players, command.amount))
    begin_session(
        context,
        table,
        players,
        command.amount,
        context.terms.playoff,
        playoff=True,
        reissued=True,
        demanded_by="reissue_playoff",
    )


# --- bought chips ------------------------------------------------------------------------------------------------


def check_redeem(rules: TournamentRules, state: State, command: cmd.RedeemChips) -> Refusal | None:
    """Validate a redemption: bought chips, after the session."""
    objections = RefusalBuilder(rules.law)
    if command.player not in state.fees:
        objections.add("player", f"{command.player} is not a player of this tournament")
    if rules.terms.chip_issue is ChipIssue.GRATUITOUS:
        objections.add("chips_returned", "chips issued free of charge belong to the operator")
        return objections.refusal()
    kept = state.kept.get(command.player, 0)
    if not 0 < command.amount <= kept:
        text = f"{command.player} has {amount_text(kept)} to redeem, from tallied sessions"
        objections.add("chips_redeemed", text)
    return objections.refusal()


def do_redeem(context: DirectorContext, command: cmd.RedeemChips) -> None:
    """Redeem the chips at face value, without a fee."""
    context.emit(ev.ChipsRedeemed(context.cite["chips_redeemed",], command.player, command.amount))
