"""What each wager of the player whose turn it is to bet is worth, at a table whose last rounds are played."""

from collections.abc import Sequence
from math import lcm
from typing import Final

from msgspec import Struct

from pitboss.analyse.tournament.chart_play import ChartPlay
from pitboss.analyse.tournament.hand_ends import box_game
from pitboss.analyse.tournament.last_round import MOST_PLAYERS, MOST_WAGERS, LastRound, least_step, solve
from pitboss.analyse.tournament.later_rounds import MOST_WAGERS as FEW_WAGERS
from pitboss.analyse.tournament.later_rounds import WagerGrid, rounds_by_chart
from pitboss.games.blackjack.betting import main_step
from pitboss.games.tournament.rules import TournamentRules
from pitboss.money import amount_text

#: The rounds that are solved, this one included; more than one for two players.
MOST_ROUNDS: Final = 3


class RoundToBet(Struct, frozen=True):
    """A table at which a player is to bet. Amounts are in cents, players are places in ``chips``."""

    #: The chips of the players in the order of their boxes, wagers included.
    chips: tuple[int, ...]
    #: The players in the order in which they bet, and the wagers of those who have bet.
    order: tuple[int, ...]
    placed: tuple[int, ...]
    #: What each place is worth, first place first.
    prizes: tuple[float, ...]
    #: The rounds left, this one included.
    rounds: int = 1
    #: A further wager to value; 0 for none.
    wager: int = 0


class BestWager(Struct, frozen=True):
    """The best wager of the player to bet, and the values of all if those behind reply as they should."""

    player: int
    wager: int
    value: float
    wagers: dict[int, float]
    step: int


def wager_unit(rules: TournamentRules) -> int:
    """Returns the unit of wagers: that of the sign, with every payment in whole cents."""
    terms, least = rules.terms, rules.law.limits.minimum
    return lcm(least if terms.multiples_of_minimum else terms.increment or 1, main_step(rules.table))


def wager_grid(rules: TournamentRules, chips: Sequence[int], most: int, step: int = 0) -> WagerGrid:
    """Returns the wagers that are compared, by default in the smallest steps with at most ``most`` of them.

    Raises ValueError for a step that is no multiple of the unit, or too small.
    """
    limits, unit = (rules.law.limits.minimum, rules.law.limits.maximum), wager_unit(rules)
    least = least_step(chips, limits, unit=unit, most=most)
    if step and (step % unit or step < least):
        needed = f"write a multiple of {unit / 100:g} that is at least {least / 100:g}"
        raise ValueError(f"steps of {step / 100:g}: {needed}")
    return WagerGrid(limits, unit, step or least)


def advise(rules: TournamentRules, asked: RoundToBet) -> BestWager:
    """Returns the values of the wagers of the player to bet; raises ValueError for a table that is not solved."""
    _check(asked)
    bet, turn = dict(zip(asked.order, asked.placed, strict=False)), asked.order[len(asked.placed)]
    open_wagers = len(asked.order) - len(asked.placed)
    most = FEW_WAGERS if asked.rounds > 1 else MOST_WAGERS[max(open_wagers, min(MOST_WAGERS))]
    grid = wager_grid(rules, asked.chips, most)
    wagers = [
        (bet[player],) if player in bet else grid.of(held) if player in asked.order else (0,)
        for player, held in enumerate(asked.chips)
    ]
    if asked.wager:
        _check_wager(grid, asked.chips[turn], asked.wager)
        wagers[turn] = tuple(sorted({*wagers[turn], asked.wager}))
    order = (*asked.order, *(player for player in range(len(asked.chips)) if player not in asked.order))
    last = LastRound(asked.chips, order, tuple(wagers), asked.prizes)
    found = solve(last, rounds_by_chart(ChartPlay(box_game(rules.table)), grid, asked.rounds))
    worth = found.choices[len(asked.placed)]
    return BestWager(turn, found.wagers[turn], found.values[turn], worth, grid.step)


def _check(asked: RoundToBet) -> None:
    count, order = len(asked.chips), asked.order
    if not 2 <= count <= MOST_PLAYERS:
        raise ValueError(f"{count} players: the last rounds are solved for two to {MOST_PLAYERS}")
    if len(order) < 2 or len({*order}) < len(order) or not {*order} <= {*range(count)}:
        raise ValueError("the order of betting names two players or more, each once")
    if len(asked.placed) >= len(order):
        raise ValueError("all players have bet")
    if not 1 <= asked.rounds <= MOST_ROUNDS or (asked.rounds > 1 and count > 2):
        raise ValueError(f"{asked.rounds} rounds: one is solved, or up to {MOST_ROUNDS} for two players")
    if not asked.prizes or len(asked.prizes) > count or list(asked.prizes) != sorted(asked.prizes, reverse=True):
        raise ValueError("prizes are those of the places, first place first, for as many players at most")
    if any(wager > held for wager, held in zip(asked.placed, (asked.chips[at] for at in order), strict=False)):
        raise ValueError("a player has bet more chips than there are")


def _check_wager(grid: WagerGrid, held: int, wager: int) -> None:
    most = min(held, grid.limits[1])
    if wager % grid.unit or not grid.limits[0] <= wager <= most:
        allowed = f"{amount_text(grid.limits[0])} to {amount_text(most)} in steps of {amount_text(grid.unit)}"
        raise ValueError(f"a wager of {amount_text(wager)}: this player may bet {allowed}")
