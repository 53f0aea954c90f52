"""Deadlines of a tournament table: bets in turn within the announced time, then those of blackjack."""

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.deadlines import deadlines_of
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.base import Due
from pitboss.games.live.contributions import REVEALS
from pitboss.games.live.seeds import reveal_deadlines
from pitboss.games.tournament import TournamentRules
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.remedies import reason_without_wager
from pitboss.games.tournament.state import TournamentTable
from pitboss.law.choices import SessionUnit

if TYPE_CHECKING:
    from pitboss.games.tournament.live import TournamentTables

#: Pause between the last wager and the deal, in seconds.
BEFORE_THE_DEAL: Final = 2


def session_deadline(
    rules: TournamentRules, table: TournamentTable, session: int, since: int, *, cards_known: bool
) -> tuple[Due, ...]:
    """Returns the deadline of a timed session. Time is not called while a card awaits entry.

    ``since`` is the version at which the session began, because the announced end is a time of day.
    """
    if not table.running or table.time_up or table.unit != SessionUnit.MINUTES:
        return ()
    key = f"t{table.number} session {session} {len(table.results)}"
    time = cmd.CallTime(table=table.number) if cards_known else None
    return (Due(key, (), "time", time, rules.cite("session_time"), table.count * 60, since),)


def table_deadlines(
    rules: TournamentRules, table: TournamentTable, session: int, turn: int, betting: int
) -> tuple[Due, ...]:
    """Returns the deadlines of a table with a session in progress."""
    play, here = table.play, f"t{table.number} "
    if play.stage != Stage.BETTING or play.cut_offer:
        return tuple(_at_table(table, due) for due in deadlines_of(rules.table, play, turn, betting))
    waiting = table.to_bet()
    key = f"{here}bet {session} {len(table.results)} {table.rounds} {waiting[:1]}"
    if not waiting:
        deal = cmd.PlayAtTable(command=at_table.Deal(), table=table.number)
        # nobody is asked, so the pause does not wait until the last bets are shown
        return (Due(key, (), "betting", deal, rules.table.cite("no_more_bets"), BEFORE_THE_DEAL),)
    player, seconds = waiting[0], rules.terms.bet_seconds or 0
    if player in table.late:
        clauses = rules.cite("wager_every_hand", "late_wager")
        disqualify = cmd.Disqualify(player=player, reason=reason_without_wager(rules))
        return (Due(f"{key} late", (player,), "bet", disqualify, clauses, seconds, table=table.number),)
    # without an announced time limit a player is never late
    late = cmd.NoteLate(player=player) if seconds else None
    clauses = rules.cite("late_wager", "time_to_bet")
    return (Due(key, (player,), "bet", late, clauses, seconds, table=table.number),)


def _at_table(table: TournamentTable, due: Due) -> Due:
    """Returns a deadline of blackjack as that of one of the tables."""
    assert due.command is not None
    command = cmd.PlayAtTable(command=due.command, table=table.number)
    return replace(due, key=f"t{table.number} {due.key}", command=command, table=table.number)


def dues_of(tables: "TournamentTables") -> tuple[Due, ...]:
    """Returns the deadlines of all tables; that of the director if no table has one."""
    state, rules, found = tables.state, tables.rules, list[Due]()
    for table in state.tables.values():
        awaited = tables.pending.get(table.number)
        if awaited is not None and awaited.kind == REVEALS:
            known = tables.cards.contributions(table.number)
            found += [replace(due, table=table.number) for due in reveal_deadlines(known)]
        elif awaited is not None:
            found.append(Due(f"t{table.number} told {tables.version}", ("dealer",), awaited.kind))
        elif table.running and state.director_away and table.play.stage == Stage.BETTING:
            found.append(Due(f"t{table.number} director", ("director",), "director"))  # no bets meanwhile
        elif table.running:
            found += table_deadlines(rules, table, state.session, tables.turn_seconds, tables.betting_seconds)
        since = tables.began.get(table.number, 0)
        found += session_deadline(rules, table, state.session, since, cards_known=awaited is None)
    return tuple(found) or (Due(f"director {state.phase} {state.session}", ("director",), "director"),)
