"""The automatic director and the bots of a practice tournament."""

from collections.abc import Sequence
from typing import Any

from pitboss.games.blackjack.bots import answer_or_decide, player_words
from pitboss.games.blackjack.commands import PlaceBet
from pitboss.games.blackjack.state import Stage
from pitboss.games.live.bots import BotMove
from pitboss.games.tournament.bots import catch_up, flat, lawful_wager, proportional
from pitboss.games.tournament.finish import unfinishable
from pitboss.games.tournament.live import TournamentTables
from pitboss.games.tournament.results import playoff_due
from pitboss.games.tournament.rules import tournament_rules
from pitboss.games.tournament.state import Phase, TournamentTable
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import TableRules
from pitboss.money import amount_text

#: The betting style of each bot in turn.
_STYLES = (flat, proportional, catch_up)


def next_bot_move(live: TournamentTables, bots: Sequence[str]) -> BotMove | None:
    """Returns the next command of a bot or of the director, or None while the tournament waits for a person.

    The bots enter once a person has entered. Then the director starts the first session; later sessions, tallies and
    play-offs follow without delay.
    """
    state = live.state
    if not live.people() or live.awaited:
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
            return BotMove(bot, f"join {amount_text(fee)}", quick=True)
        return BotMove(bot, "enter", quick=True)
    return _start(live) if len(state.players) >= live.rules.terms.min_players else None


def _start(live: TournamentTables) -> BotMove:
    return BotMove("", "start confirmed" if unfinishable(live.rules, live.state) is not None else "start")


def _at_table(live: TournamentTables, table: TournamentTable, bots: Sequence[str]) -> BotMove | None:
    play, here = table.play, f"t{table.number} "
    command = answer_or_decide(live.rules.table, play, bots)
    if command is not None:
        return BotMove(command.actor, here + player_words(command))
    waiting = table.to_bet() if play.stage == Stage.BETTING and not play.cut_offer else []
    if not waiting or waiting[0] not in bots:
        return None
    player = waiting[0]
    wager = lawful_wager(live.rules, table, player, _STYLES[bots.index(player) % len(_STYLES)](table, player))
    spots = live.rules.table.terms.spots_needed
    bet = PlaceBet(player=player, box=table.box_of(player), amounts=(wager,) * spots)
    return BotMove(player, here + player_words(bet))


def _after_session(live: TournamentTables, table: TournamentTable) -> BotMove | None:
    """Returns the tally of a session that has ended, or the play-off that is due."""
    state, here = live.state, f"t{table.number} "
    if table.unit and not table.tallied:
        chips = table.play.money
        counted = [f"{name}={amount_text(chips[name])}" for name in table.players if name not in state.disqualified]
        return BotMove("", f"{here}tally {' '.join(counted)}")
    return BotMove("", f"{here}playoff") if playoff_due(live.rules, state, table) else None
