"""Deadlines of a tournament table: bets in turn within the announced time, then those of blackjack."""

from typing import Final

from pitboss.games.blackjack.deadlines import deadlines_of
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.base import Due
from pitboss.games.tournament import TournamentRules
from pitboss.games.tournament.state import TournamentTable
from pitboss.law.choices import SessionUnit

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
    here = f"t{table.number} "
    key, words = f"{here}session {session} {len(table.results)}", f"{here}time" if cards_known else ""
    return (Due(key, (), "time", words, rules.cite("session_time"), table.count * 60, since),)


def table_deadlines(
    rules: TournamentRules, table: TournamentTable, session: int, turn: int, betting: int
) -> tuple[Due, ...]:
    """Returns the deadlines of a table with a session in progress."""
    play, here = table.play, f"t{table.number} "
    if play.stage != Stage.BETTING or play.cut_offer:
        return deadlines_of(rules.table, play, turn, betting, here)
    waiting = table.to_bet()
    key = f"{here}bet {session} {len(table.results)} {table.rounds} {waiting[:1]}"
    if not waiting:
        return (Due(key, (), "betting", f"{here}deal", rules.table.cite("no_more_bets"), BEFORE_THE_DEAL),)
    player, seconds = waiting[0], rules.terms.bet_seconds or 0
    if player in table.late:
        clauses = rules.cite("wager_every_hand", "late_wager")
        return (Due(f"{key} late", (player,), "bet", f"disqualify {player} no_wager", clauses, seconds),)
    # without an announced time limit a player is never late
    words = f"late {player}" if seconds else ""
    return (Due(key, (player,), "bet", words, rules.cite("late_wager", "time_to_bet"), seconds),)
