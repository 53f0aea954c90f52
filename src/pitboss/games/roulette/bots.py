"""Bots at roulette tables: each has a favourite position and lays one wager a spin."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitboss.games.commands import JoinTable
from pitboss.games.live.bots import BotMove, bots_bet
from pitboss.games.roulette.commands import PlaceWager
from pitboss.games.roulette.decide import refusal_of
from pitboss.games.roulette.layout import layout_of
from pitboss.games.roulette.live import RouletteTable
from pitboss.games.roulette.state import Stage

#: A bot buys in for this many of its wagers, and again when fewer than the second number are left.
_BUY_IN, _LEAST_LEFT = 60, 2
#: The step through the layout from one bot, and one spin, to the next; prime, so that every position comes up.
_STRIDE: Final = 37


def next_bot_move(live: RouletteTable, bots: Sequence[str]) -> BotMove | None:
    """Returns the next command of a bot, or None while the table waits for a person."""
    state = live.state
    bettors = (wager.player for wager in state.wagers)
    if not live.people() or state.stage != Stage.BETTING or not bots_bet(live.round, bettors):
        return None
    return next((move for number, bot in enumerate(bots) for move in _wager(live, bot, number)), None)


def _wager(live: RouletteTable, bot: str, number: int) -> Iterator[BotMove]:
    """Yields the buy-in or the wager that a bot lacks for the next spin."""
    rules, state = live.rules, live.state
    if any(wager.player == bot for wager in state.wagers):
        return
    step = rules.limits.step or 1
    least = -(-state.minimum // step) * step
    if state.money.get(bot, 0) < least * _LEAST_LEFT:
        yield BotMove(bot, JoinTable(player=bot, money=least * _BUY_IN), quick=True)
        return
    positions = list(layout_of(rules))
    for turn in range(len(positions)):
        place = positions[(live.round + 2 * number + turn) * _STRIDE % len(positions)]
        wager = PlaceWager(player=bot, kind=place.kind, place=place.place, amount=least)
        if refusal_of(rules, state, wager) is None:
            yield BotMove(bot, wager, quick=True)
            return
