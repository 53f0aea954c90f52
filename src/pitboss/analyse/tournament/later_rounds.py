"""The value of wagers when further rounds follow: each ends in chips whose value is that of the rounds left.

The betting marker moves on by a player after each round.
"""

from typing import Final

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from pitboss.analyse.tournament.chart_play import ChartPlay
from pitboss.analyse.tournament.last_round import Floats, LastRound, Wagers, allowed_wagers, prize_values, solve

#: The most wagers of a player, and the most distinct chips after a round, that are compared.
MOST_WAGERS: Final = 9
_MOST_STATES: Final = 20_000


class WagerGrid(Struct, frozen=True):
    """The wagers that are compared: from the minimum to the maximum, multiples of ``step``."""

    limits: tuple[int, int]
    unit: int
    step: int

    def of(self, chips: int) -> tuple[int, ...]:
        """Returns the wagers of a player with these chips."""
        return allowed_wagers(chips, self.limits, unit=self.unit, step=self.step)


class LaterRounds(Struct, frozen=True):
    """A round by the chart, behind which ``left`` rounds follow."""

    chart: ChartPlay
    grid: WagerGrid
    left: int
    known: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[float, ...]] = field(default_factory=dict)

    def values(self, last: LastRound, wagers: Wagers) -> Floats:
        """Returns the value of both players, for each row of wagers; raises ValueError for too many results."""
        order = (*last.order[1:], last.order[0])
        finals, weights = self._finals(last, wagers)
        states, places = np.unique(finals.reshape(-1, len(last.chips)), axis=0, return_inverse=True)
        if len(states) > _MOST_STATES:
            raise ValueError(f"{len(states):,} results of a round: write a larger --step")
        worth = np.array([self.worth(replace(last, order=order), tuple(map(int, state))) for state in states])
        by_row = worth[places.reshape(finals.shape[:2])]
        found: Floats = np.einsum("rk,rkp->rp", weights, by_row)
        return found

    def _finals(self, last: LastRound, wagers: Wagers) -> tuple[Wagers, Floats]:
        """Returns the chips of all players by row and joint result, and the probabilities."""
        chart, count = self.chart, len(last.chips)
        size = len(chart.results) ** count
        finals = np.empty((len(wagers), size, count), np.int64)
        weights = np.empty((len(wagers), size))
        for number, row in enumerate(wagers):
            means = tuple(chart.means(held, int(wager)) for held, wager in zip(last.chips, row, strict=True))
            weights[number] = chart.joint(means).ravel()
            held = [chart.finals(chips, row[[player]])[0] for player, chips in enumerate(last.chips)]
            finals[number] = np.stack(np.meshgrid(*held, indexing="ij"), axis=-1).reshape(size, count)
        kept = weights.any(axis=0)
        return finals[:, kept] // chart.box.unit, weights[:, kept]

    def worth(self, last: LastRound, chips: tuple[int, ...]) -> tuple[float, ...]:
        """Returns the values of the players with these chips before the next round."""
        key = self.left, last.order, chips
        if key not in self.known:
            least = self.grid.limits[0]
            if sum(held >= least for held in chips) < 2:  # the session ends at once
                held = [np.array(each) for each in chips]
                self.known[key] = tuple(float(value) for value in prize_values(held, last.prizes))
            else:
                now = replace(last, chips=chips, wagers=tuple(map(self.grid.of, chips)))
                self.known[key] = solve(now, rounds_by_chart(self.chart, self.grid, self.left, self.known)).values
        return self.known[key]


def rounds_by_chart(
    chart: ChartPlay,
    grid: WagerGrid,
    rounds: int,
    known: dict[tuple[int, tuple[int, ...], tuple[int, ...]], tuple[float, ...]] | None = None,
) -> ChartPlay | LaterRounds:
    """Returns the play of the first of so many rounds."""
    return chart if rounds == 1 else LaterRounds(chart, grid, rounds - 1, {} if known is None else known)
