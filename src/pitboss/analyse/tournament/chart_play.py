"""The value of wagers in the last round when every player plays the hands by the best chart of the table."""

from functools import cached_property
from typing import Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.analyse.tournament.hand_ends import BoxGame, chart_ends
from pitboss.analyse.tournament.last_round import Floats, LastRound, Wagers, prize_values

#: Combinations of wagers and results that are computed at once.
_AT_ONCE: Final = 2_000_000
#: Whether a player can double, and split.
_Means = tuple[bool, bool]


class ChartPlay(Struct, frozen=True, dict=True):
    """All players play by the chart, as far as their chips allow."""

    box: BoxGame
    known: dict[tuple[_Means, ...], Floats] = field(default_factory=dict)

    @cached_property
    def results(self) -> NDArray[np.int64]:
        """The distinct results of a box: what is paid on the wager and on what a double adds, in parts of the unit."""
        pairs = np.stack([self.box.base, self.box.extra], axis=-1).reshape(-1, 2)
        return np.unique(pairs, axis=0)

    @cached_property
    def laws(self) -> dict[_Means, Floats]:
        """The probability of each result by the dealer's first card and end, for each means of a player."""
        box, results = self.box, self.results
        index = {tuple(pair): number for number, pair in enumerate(results.tolist())}
        laws = {}
        for means in ((False, False), (True, False), (True, True), (False, True)):
            ends = chart_ends(box, doubles=means[0], splits=means[1])
            law = np.zeros((*box.dealer.shape, len(results)))
            for up, end, dealer in np.ndindex(*box.base.shape):
                pair = int(box.base[up, end, dealer]), int(box.extra[up, end, dealer])
                law[up, dealer, index[pair]] += ends[up, end]
            laws[means] = law
        return laws

    def joint(self, means: tuple[_Means, ...]) -> Floats:
        """Returns the joint probability of the results of all boxes."""
        if means not in self.known:
            self.known[means] = self._joint(means)
        return self.known[means]

    def _joint(self, means: tuple[_Means, ...]) -> Floats:
        box = self.box
        weights = box.cards[:, np.newaxis] * box.dealer
        found = weights[..., np.newaxis] * self.laws[means[0]]
        for one in means[1:]:
            flat = found.reshape(*weights.shape, -1)
            found = flat[..., np.newaxis] * self.laws[one][:, :, np.newaxis]
        joint: Floats = found.reshape(*weights.shape, *[len(self.results)] * len(means)).sum(axis=(0, 1))
        return joint

    def finals(self, chips: int, wagers: NDArray[np.int64]) -> NDArray[np.int64]:
        """Returns a player's final chips for each wager and result, in parts of the unit."""
        added = np.array([self.box.added(int(wager), chips) if wager else 0 for wager in wagers])
        base, extra = self.results.T
        held: NDArray[np.int64] = chips * self.box.unit + wagers[:, np.newaxis] * base + added[:, np.newaxis] * extra
        return held

    def means(self, chips: int, wager: int) -> _Means:
        """Returns whether a player with these chips can double and split."""
        return self.box.added(wager, chips) > 0, self.box.can_split(wager, chips)

    def values(self, last: LastRound, wagers: Wagers) -> Floats:
        """Returns the value of each player, for each row of wagers."""
        kinds: dict[tuple[_Means, ...], list[int]] = {}
        for number, row in enumerate(wagers.tolist()):
            means = tuple(self.means(held, wager) for held, wager in zip(last.chips, row, strict=True))
            kinds.setdefault(means, []).append(number)
        found = np.zeros(wagers.shape)
        for means, numbers in kinds.items():
            joint = self.joint(means)
            size = max(_AT_ONCE // joint.size, 1)
            for start in range(0, len(numbers), size):
                rows = numbers[start : start + size]
                found[rows] = self._values(last, wagers[rows], joint)
        return found

    def _values(self, last: LastRound, wagers: Wagers, joint: Floats) -> Floats:
        count = len(last.chips)
        finals = []
        for player, chips in enumerate(last.chips):
            held = self.finals(chips, wagers[:, player])
            shape = [1] * count
            shape[player] = held.shape[1]
            finals.append(held.reshape(len(wagers), *shape))
        axes = tuple(range(1, count + 1))
        return np.stack([(each * joint).sum(axis=axes) for each in prize_values(finals, last.prizes)], axis=-1)
