"""The automatic director and the bots of a practice tournament."""

from collections.abc import Sequence
from typing import Any

from pitboss.games.blackjack.bots import answer_or_decide
from pitboss.games.blackjack.commands import PlaceBet
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.bots import BotMove
from pitboss.games.tournament import commands as cmd
from pitboss.games.tournament.bots import catch_up, flat, lawful_wager, proportional
from pitboss.games.tournament.finish import unfinishable
from pitboss.games.tournament.live import TournamentTables
from pitboss.games.tournament.results import playoff_due
from pitboss.games.tournament.rules import tournament_rules
from pitboss.games.tournament.state import Phase, TournamentTable
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules

#: The betting style of each bot in turn.
_STYLES = (flat, proportional, catch_up)


def next_bot_move(live: TournamentTables, bots: Sequence[str]) -> BotMove | None:
    """Returns the next command of a bot or of the director, or None while the tournament waits for a person.

    The bots enter once a person has entered. Then the director starts the first session; later sessions, tallies and
    play-offs follow without delay.
    """
    state = live.state
    if not live.people() or live.pending:
        return None
    if state.phase is Phase.ENTRY:
        return _enter(live, bots)
    if state.phase is Phase.BETWEEN:
        return _start(live)
    if state.phase is not Phase.SESSION:
        return None
    for table in state.tables.values():
        move = _at_table(live, table, bots) if table.running else _after_session(live, table)
        if move is not None:
            return move
    return None


def fewest_players(law: TableRules[Any]) -> int:
    """Returns the fewest players with whom the tournament is held."""
    rules = tournament_rules(law)
    return 1 if isinstance(rules, Refusal) else rules.terms.min_players


def is_finished(live: TournamentTables) -> bool:
    """Whether the tournament is over or cancelled."""
    return live.state.phase in (Phase.OVER, Phase.CANCELLED)


def _enter(live: TournamentTables, bots: Sequence[str]) -> BotMove | None:
    state = live.state
    if not any(name not in bots for name in state.players):
        return None
    for bot in bots:
        if bot in state.players:
            continue
        fee = live.rules.terms.entry_fee
        if live.purse.get(bot, 0) < fee:
            return BotMove(bot, cmd.JoinTable(player=bot, money=fee), quick=True)
        return BotMove(bot, cmd.AcceptEntry(player=bot), quick=True)
    return _start(live) if len(state.players) >= live.rules.terms.min_players else None


def _start(live: TournamentTables) -> BotMove:
    return BotMove("", cmd.StartSession(confirmed=unfinishable(live.rules, live.state) is not None))


def _at_table(live: TournamentTables, table: TournamentTable, bots: Sequence[str]) -> BotMove | None:
    play = table.play
    command = answer_or_decide(live.rules.table, play, bots)
    if command is not None:
        return BotMove(command.actor, cmd.PlayAtTable(command=command, table=table.number))
    waiting = table.to_bet() if play.stage == Stage.BETTING and not play.cut_offer else []
    if not waiting or waiting[0] not in bots:
        return None
    player = waiting[0]
    wager = lawful_wager(live.rules, table, player, _STYLES[bots.index(player) % len(_STYLES)](table, player))
    spots = live.rules.table.terms.spots_needed
    bet = PlaceBet(player=player, box=table.box_of(player), amounts=(wager,) * spots)
    return BotMove(player, cmd.PlayAtTable(command=bet, table=table.number))


def _after_session(live: TournamentTables, table: TournamentTable) -> BotMove | None:
    """Returns the tally of a session that has ended, or the play-off that is due."""
    state = live.state
    if table.unit and not table.tallied:
        chips = table.play.money
        counted = tuple((name, chips[name]) for name in table.players if name not in state.disqualified)
        return BotMove("", cmd.TallyChips(chips=counted, table=table.number))
    due = playoff_due(live.rules, state, table)
    return BotMove("", cmd.BeginPlayoff(table=table.number)) if due else None
