"""Bots of tournaments: several betting styles, and the shared rule for playing hands."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import lcm

from pitboss.atoms.wager import catch_up_wager, nearest_wager, proportional_wager, style_unit
from pitboss.games.blackjack import commands as at_table
from pitboss.games.blackjack.betting import least_wager, main_step
from pitboss.games.blackjack.bots import decide_hand
from pitboss.games.blackjack.state import Stage
from pitboss.games.blackjack.state import State as Play
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.results import playoff_due
from pitboss.games.tournament.rules import TournamentRules
from pitboss.games.tournament.state import Phase, State, TournamentTable
from pitboss.law.resolve import BlackjackRules

Style = Callable[[TournamentTable, str], int]
#: Decides on the hand in turn.
Decide = Callable[[BlackjackRules, Play], at_table.Command]


# --- betting styles ----------------------------------------------------------------------------------------------


def unit_of(table: TournamentTable) -> int:
    """Returns one twentieth of the starting chips."""
    return style_unit(table.play.minimum, table.stack)


def flat(table: TournamentTable, player: str) -> int:
    """Bet one unit."""
    return unit_of(table)


def proportional(table: TournamentTable, player: str) -> int:
    """Bet a tenth of the player's chips."""
    return proportional_wager(table.play.money[player])


def catch_up(table: TournamentTable, player: str) -> int:
    """Bet one unit in the lead, else enough to overtake the leader."""
    best = max(table.play.money[name] + _wagered(table, name) for name in table.able if name != player)
    return catch_up_wager(table.play.money[player], best, unit_of(table))


def _wagered(table: TournamentTable, player: str) -> int:
    return sum(bet.amount for bet in table.play.bets if bet.player == player)


def all_in(table: TournamentTable, player: str) -> int:
    """Bet every chip."""
    return table.play.money[player]


#: Betting styles by their names on the command line.
STYLES: Mapping[str, Style] = {"flat": flat, "proportional": proportional, "catch-up": catch_up, "all-in": all_in}


def lawful_wager(rules: TournamentRules, table: TournamentTable, player: str, wanted: int) -> int:
    """Returns the wager nearest to ``wanted`` that the limits and the player's chips allow on each spot."""
    play = table.play
    if player in table.late:
        return play.minimum
    most = min(play.maximum, play.money[player] // rules.table.terms.spots_needed)
    least = least_wager(rules.table, play.minimum)
    return nearest_wager(wanted, play.minimum, most, step_of_wagers(rules, play.minimum), least)


def step_of_wagers(rules: TournamentRules, minimum: int) -> int:
    """Returns the step of the bots' wagers: the sign's, else whole dollars, and every payment in whole cents."""
    terms = rules.terms
    return lcm(minimum if terms.multiples_of_minimum else terms.increment or 100, main_step(rules.table))


# --- a whole tournament ------------------------------------------------------------------------------------------


def next_command(
    rules: TournamentRules, state: State, styles: Mapping[str, Style], deciders: Mapping[str, Decide] | None = None
) -> cmd.Command | None:
    """Returns the next command of these players and a plain director, or None when the tournament is over.

    Players without a decider play their hands by the rule of all bots.
    The director finishes each session, tallies the chips as they are, and holds play-offs when they are due.
    """
    if state.phase is Phase.OVER or state.phase is Phase.CANCELLED:
        return None
    if state.phase is not Phase.SESSION:
        return cmd.StartSession()
    for table in state.tables.values():
        if table.running:
            return cmd.PlayAtTable(command=_at_table(rules, table, styles, deciders or {}), table=table.number)
    for table in state.tables.values():
        if not table.tallied:
            chips = table.play.money
            counted = tuple((name, chips[name]) for name in table.players if name not in state.disqualified)
            return cmd.TallyChips(chips=counted, table=table.number)
        if playoff_due(rules, state, table):
            return cmd.BeginPlayoff(table=table.number)
    return None


def _at_table(
    rules: TournamentRules, table: TournamentTable, styles: Mapping[str, Style], deciders: Mapping[str, Decide]
) -> at_table.Command:
    play = table.play
    if play.stage == Stage.BETTING:
        waiting = table.to_bet()
        if not waiting:
            return at_table.Deal()
        player = waiting[0]
        wager = lawful_wager(rules, table, player, styles[player](table, player))
        return at_table.PlaceBet(
            player=player, box=table.box_of(player), amounts=(wager,) * rules.table.terms.spots_needed
        )
    if play.offer is not None:
        return at_table.CloseOffer()
    return deciders.get(play.deciders[play.turn_box], decide_hand)(rules.table, play)


def entries(players: Iterable[str]) -> Iterator[cmd.Command]:
    """Yield an entry for each player."""
    for player in players:
        yield cmd.AcceptEntry(player=player)
