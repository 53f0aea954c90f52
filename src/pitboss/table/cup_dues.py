"""Whom a table of a tournament waits for: bets in turn, in the time that was announced, then as any other table."""

from typing import Final

from pitboss.blackjack.state import Stage
from pitboss.law.ways import SessionUnit
from pitboss.table.dues import dues_of
from pitboss.table.live_base import Due, TableSpec
from pitboss.tournament import TournamentRules
from pitboss.tournament.state import Table

#: How long the players have to look at the wagers before the cards come, in seconds.
BEFORE_THE_DEAL: Final = 2


def session_due(rules: TournamentRules, table: Table, session: int, since: int, *, told: bool) -> tuple[Due, ...]:
    """The end of a session that is measured by time; it is called when every card has been told that came before.

    ``since`` is the version at which the session began: what was announced to the players is a time of the day.
    """
    if not table.running or table.time_up or table.unit != SessionUnit.MINUTES:
        return ()
    here = f"t{table.number} "
    key, words = f"{here}session {session} {len(table.results)}", f"{here}time" if told else ""
    return (Due(key, (), "time", words, rules.cite("session_time"), table.count * 60, since),)


def cup_dues(rules: TournamentRules, table: Table, session: int, spec: TableSpec) -> tuple[Due, ...]:
    """Whom a table waits for at which a session is in progress."""
    play, here = table.play, f"t{table.number} "
    if play.stage != Stage.BETTING or play.cut_offer:
        return dues_of(rules.table, play, spec.turn_seconds, spec.betting_seconds, here)
    waiting = table.to_bet()
    key = f"{here}bet {session} {len(table.results)} {table.rounds} {waiting[:1]}"
    if not waiting:
        return (Due(key, (), "betting", f"{here}deal", rules.table.cite("no_more_bets"), BEFORE_THE_DEAL),)
    player, seconds = waiting[0], rules.terms.bet_seconds or 0
    if player in table.late:
        clauses = rules.cite("wager_every_hand", "late_wager")
        return (Due(f"{key} late", (player,), "bet", f"disqualify {player} no_wager", clauses, seconds),)
    # without an announced limit of time nobody is late
    words = f"late {player}" if seconds else ""
    return (Due(key, (player,), "bet", words, rules.cite("late_wager", "time_to_bet"), seconds),)
