"""The last round of a tournament table as a game: players bet in turn, then the cards decide who is ahead.

The wagers are solved backwards from the last player who bets. Every player maximises the own share of the prizes.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, Protocol

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Wagers = NDArray[np.int64]

MOST_PLAYERS: Final = 4
#: The most wagers of a player that are compared, by the number of players.
MOST_WAGERS: Final = {2: 61, 3: 31, 4: 12}
#: Values that differ by less are equal; then the smaller wager is made.
_EQUAL: Final = 1e-12


class LastRound(Struct, frozen=True):
    """The players in the order of their boxes; amounts in cents."""

    chips: tuple[int, ...]
    #: The places of the players in the order in which they bet.
    order: tuple[int, ...]
    #: The wagers that each player may make; a player who cannot bet has the wager 0 alone.
    wagers: tuple[tuple[int, ...], ...]
    #: What each place is worth, first place first. Tied players share the places that they hold.
    prizes: tuple[float, ...]


class Values(Protocol):
    """Computes what combinations of wagers are worth."""

    def values(self, last: LastRound, wagers: Wagers) -> Floats:
        """Returns the value of each player, for each row of wagers."""
        ...


def allowed_wagers(chips: int, limits: tuple[int, int], *, unit: int, step: int) -> tuple[int, ...]:
    """Returns the wagers from the minimum on that are multiples of ``step``, with the smallest and the largest one.

    Every wager is a multiple of ``unit``. Without chips for the minimum the player cannot bet.
    """
    least, most = -(-limits[0] // unit) * unit, min(limits[1], chips) // unit * unit
    if most < least:
        return (0,)
    first = -(-least // step) * step
    return tuple(sorted({least, most, *range(first, most + 1, step)}))


def least_step(chips: Sequence[int], limits: tuple[int, int], *, unit: int, most: int) -> int:
    """Returns the smallest round step for which no player has more than ``most`` wagers; raises ValueError."""
    largest = min(limits[1], max(chips))
    sizes: list[int] = [size * unit * 10**power for power in range(12) for size in (1, 2, 5)]
    for size in sizes:
        # a range that is far too long is not listed
        few = largest < 2 * most * size
        if few and all(len(allowed_wagers(held, limits, unit=unit, step=size)) <= most for held in chips):
            return size
    raise ValueError("too many chips: write smaller amounts")


def prize_values(finals: Sequence[NDArray[np.int64]], prizes: Sequence[float]) -> Iterator[Floats]:
    """Iterates over the prizes of each player for final chips that broadcast; ties share what their places are worth.

    A tie that a play-off breaks is worth the same to players with equal chances in it.
    """
    count = len(finals)
    summed = np.concatenate([[0.0], np.cumsum([*prizes, *[0.0] * count][:count])])
    for mine in finals:
        above = sum(other > mine for other in finals)
        level = sum(other == mine for other in finals)
        yield (summed[above + level] - summed[above]) / level


class Solution(Struct, frozen=True):
    """The wagers of best play of all players, and what each player's wagers are worth."""

    #: By place: the wager, and the player's value.
    wagers: tuple[int, ...]
    values: tuple[float, ...]
    #: For each player in betting order, what each allowed wager is worth to that player, if those before have bet as
    #: they should and those behind reply as they should.
    choices: tuple[dict[int, float], ...]
    #: The best wager of the last player who bets for each wager of the one before, with the value of the last player.
    replies: dict[int, tuple[int, float]]


def solve(last: LastRound, play: Values) -> Solution:
    """Returns the perfect equilibrium of the wagers."""
    order, sizes = last.order, [len(last.wagers[player]) for player in last.order]
    rows = np.array(list(product(*(last.wagers[player] for player in order))), np.int64)
    placed = np.empty_like(rows)
    placed[:, list(order)] = rows
    worth = play.values(last, placed).reshape(*sizes, len(order))
    #: By depth: the values of all players after the wagers of those before, with best play of those behind.
    solved: list[Floats] = [worth]
    picks: list[NDArray[np.int64]] = []
    for player in reversed(order):
        pick = _best(solved[0][..., player])
        picks.insert(0, pick)
        solved.insert(0, np.take_along_axis(solved[0], pick[..., np.newaxis, np.newaxis], axis=-2)[..., 0, :])
    path: list[int] = []
    choices = []
    for depth, player in enumerate(order):
        here = solved[depth + 1][tuple(path)]
        choices.append(dict(zip(last.wagers[player], map(float, here[:, player]), strict=True)))
        path.append(int(picks[depth][tuple(path)]))
    wagers = {player: last.wagers[player][at] for player, at in zip(order, path, strict=True)}
    return Solution(
        wagers=tuple(wagers[player] for player in range(len(order))),
        values=tuple(map(float, solved[0])),
        choices=tuple(choices),
        replies=_replies(last, picks[-1], worth, path),
    )


def _best(worth: Floats) -> NDArray[np.int64]:
    """Returns the index of the smallest wager that is worth the most, on the last axis."""
    best: NDArray[np.int64] = np.argmax(worth >= worth.max(axis=-1, keepdims=True) - _EQUAL, axis=-1)
    return best


def _replies(
    last: LastRound, pick: NDArray[np.int64], worth: Floats, path: Sequence[int]
) -> dict[int, tuple[int, float]]:
    """Returns the replies of the last player to the one before, while those before have bet as they should."""
    before, player = last.order[-2], last.order[-1]
    found = {}
    for number, wager in enumerate(last.wagers[before]):
        at = (*path[:-2], number)
        reply = int(pick[at])
        found[wager] = last.wagers[player][reply], float(worth[(*at, reply, player)])
    return found
