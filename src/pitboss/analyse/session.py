"""The distribution of the result of a session: many rounds at a flat or stepped wager, each from the same shoe.

Rounds are independent, so the distribution is the convolution of that of one round. With a bankroll the session ends as
soon as less than the next wager is left. Doubles and splits are always paid, so a last round may lose more than that.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, lcm, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.analyse.edge import Edge
from pitboss.analyse.shoe import NotAnalysable
from pitboss.display import rows_html

Floats = NDArray[np.float64]

#: The largest number of results that are computed.
_MOST_RESULTS: Final = 2**24
#: Results this many deviations above the bankroll are not distinguished; their probability is below 1e-30.
_FAR: Final = 12
#: Less probable results are not listed: a transform leaves noise of that size.
_LEAST: Final = 1e-15
#: The largest product of rounds and amounts that are followed round by round; some minutes.
_MOST_STEPS: Final = 2**32
PERCENTILES: Final = (1, 5, 25, 50, 75, 95, 99)


class SessionResult(Struct, frozen=True):
    """The result of a session in first wagers."""

    rounds: int
    bankroll: float | None
    expectation: float
    deviation: float
    #: The probabilities to be ahead, level and behind at the end.
    ahead: float
    level: float
    behind: float
    #: The probability that the bankroll is lost, and the mean number of rounds that are played.
    ruin: float
    mean_rounds: float
    #: The least result that is not exceeded with a probability of so many per cent.
    percentiles: dict[int, float]
    #: Every result with its probability, without those below 1e-15.
    distribution: dict[float, float]
    #: The fall from the highest result so far that was asked for, and the probability that it occurs.
    drawdown: float | None = None
    drawdown_chance: float | None = None
    #: An upper bound of the rounding error of each probability.
    numerical_error: float = 0.0

    def _repr_html_(self) -> str:
        rows = [
            ("expectation", f"{self.expectation:+.4f}"),
            ("deviation", f"{self.deviation:.4f}"),
            ("ahead, level, behind", f"{self.ahead:.4%}, {self.level:.4%}, {self.behind:.4%}"),
        ]
        if self.bankroll is not None:
            rows.append((f"bankroll of {self.bankroll:g} lost", f"{self.ruin:.4%}"))
            rows.append(("mean number of rounds", f"{self.mean_rounds:.1f}"))
        if self.drawdown is not None and self.drawdown_chance is not None:
            rows.append((f"a fall of {self.drawdown:g}", f"{self.drawdown_chance:.4%}"))
        rows += [(f"{level} % at or below", f"{result:+g}") for level, result in self.percentiles.items()]
        return rows_html(f"{self.rounds:,} rounds, in first wagers", rows)


class WagerStep(Struct, frozen=True):
    """So many rounds at a wager, in units of the first wager."""

    rounds: int
    wager: Fraction


class RoundResults(Struct, frozen=True):
    """The results of a round as whole multiples of ``1 / unit``: the probabilities from the lowest result on."""

    unit: int
    lowest: int
    chances: Floats

    @property
    def mean(self) -> float:
        """The mean in multiples."""
        return float(self.chances @ (self.lowest + np.arange(len(self.chances))))

    @property
    def deviation(self) -> float:
        """The standard deviation in multiples."""
        return sqrt(float(self.chances @ (self.lowest + np.arange(len(self.chances)) - self.mean) ** 2))


class _Stage(Struct, frozen=True):
    """The rounds of a step: the results of one of them, and the wager in multiples of ``1 / unit``."""

    rounds: int
    wager: int
    single: RoundResults


def session(
    worth: Edge,
    rounds: int,
    bankroll: float | None = None,
    *,
    steps: Sequence[WagerStep] = (),
    drawdown: float | None = None,
) -> SessionResult:
    """Returns the result of a session at a table whose edge was computed; ``steps`` replace a flat wager of 1.

    Raises NotAnalysable against several dealer hands, and ValueError for numbers that cannot be computed.
    """
    if not worth.distribution:
        raise NotAnalysable("the distribution of results against several dealer hands")
    if rounds < 1:
        raise ValueError(f"{rounds} rounds: a session has at least one round")
    steps = steps or (WagerStep(rounds, Fraction(1)),)
    if sum(step.rounds for step in steps) != rounds or any(step.rounds < 1 or step.wager <= 0 for step in steps):
        raise ValueError(f"the steps of a session of {rounds:,} rounds have these rounds in all, and positive wagers")
    stages = _stages(round_results(worth.distribution), steps)
    if bankroll is None:
        found = _result(stages, _convolve(stages), rounds)
        # exact, even where the distribution of split boxes is conventional
        staked, squares = (float(sum(step.rounds * step.wager**power for step in steps)) for power in (1, 2))
        found = replace(found, expectation=staked * worth.expectation, deviation=sqrt(squares) * worth.deviation)
    else:
        money = _multiples(stages, bankroll, "bankroll", stages[0].wager)
        found = _result(stages, _play_out(stages, rounds, money), rounds, bankroll)
    if drawdown is None:
        return found
    fall = _multiples(stages, drawdown, "drawdown", 1)
    return replace(found, drawdown=drawdown, drawdown_chance=_drawdown(stages, fall))


def _stages(single: RoundResults, steps: Sequence[WagerStep]) -> tuple[_Stage, ...]:
    """Returns the steps on one lattice."""
    finer = lcm(*(step.wager.denominator for step in steps))
    stages = []
    for step in steps:
        times = int(step.wager * finer)
        chances = np.zeros((len(single.chances) - 1) * times + 1)
        chances[::times] = single.chances
        lattice = RoundResults(single.unit * finer, single.lowest * times, chances)
        stages.append(_Stage(step.rounds, single.unit * times, lattice))
    return tuple(stages)


def _multiples(stages: Sequence[_Stage], amount: float, what: str, least: int) -> int:
    """Returns an amount as a multiple of the lattice's step."""
    unit = stages[0].single.unit
    found = Fraction(amount).limit_denominator(1000) * unit
    if found < least or found.denominator != 1:
        raise ValueError(f"a {what} of {amount:g}: write at least {least / unit:g} first wager, in steps of 1/{unit}")
    return int(found)


def round_results(distribution: dict[float, float]) -> RoundResults:
    """Returns the distribution of a round on a lattice of equal steps."""
    nets = {Fraction(net).limit_denominator(10_000): chance for net, chance in distribution.items()}
    unit = lcm(*(net.denominator for net in nets))
    places = {int(net * unit): chance for net, chance in nets.items()}
    lowest = min(places)
    chances = np.zeros(max(places) - lowest + 1)
    for place, chance in places.items():
        chances[place - lowest] = chance
    return RoundResults(unit, lowest, chances / chances.sum())


class _Found(Struct, frozen=True):
    """The lowest result, the probabilities from it on, that of a lost bankroll, the mean rounds, and the error."""

    lowest: int
    chances: Floats
    ruin: float
    played: float
    error: float


def _convolve(stages: Sequence[_Stage]) -> _Found:
    """Returns the results of all rounds, by a product of transforms."""
    rounds = sum(stage.rounds for stage in stages)
    count = sum((len(stage.single.chances) - 1) * stage.rounds for stage in stages) + 1
    if count > _MOST_RESULTS:
        most = rounds * (_MOST_RESULTS - 1) // (count - 1)
        raise ValueError(f"{rounds:,} rounds: at most {most:,} rounds of this table can be computed")
    size = 1 << (count - 1).bit_length()
    transform = np.ones(size // 2 + 1, np.complex128)
    for stage in stages:
        transform *= np.fft.rfft(stage.single.chances, size) ** stage.rounds
    found = np.fft.irfft(transform, size)[:count]
    lowest = sum(stage.rounds * stage.single.lowest for stage in stages)
    # a power of n multiplies the relative error of a transform by n, and no transform exceeds 1
    error = float(np.finfo(np.float64).eps) * rounds * max(size.bit_length(), 1)
    return _Found(lowest, np.maximum(found, 0.0), 0.0, float(rounds), max(error, -float(found.min())))


def _play_out(stages: Sequence[_Stage], rounds: int, money: int) -> _Found:
    """Plays round by round from a bankroll."""
    spread = sqrt(sum(stage.rounds * stage.single.deviation**2 for stage in stages))
    drift = sum(stage.rounds * max(stage.single.mean, 0.0) for stage in stages)
    widest = max(len(stage.single.chances) for stage in stages)
    most = max(len(stage.single.chances) - 1 + stage.single.lowest for stage in stages)
    top = money + min(ceil(drift + _FAR * spread) + most, most * rounds)
    if (top + widest) * rounds > _MOST_STEPS:
        unit = stages[0].single.unit
        raise ValueError(f"{rounds:,} rounds with a bankroll of {money / unit:g} take too long: ask for fewer rounds")
    base = min(0, *(stage.wager + stage.single.lowest for stage in stages))
    #: Index: what is left, from ``base`` on. The last index holds all that is above.
    going, ended = np.zeros(top - base + 1), np.zeros(top - base + 1)
    going[money - base] = 1.0
    played = 0.0
    for stage in stages:
        need = stage.wager - base
        for _ in range(stage.rounds):
            ended[:need] += going[:need]
            kept = going[need:]
            played += float(kept.sum())
            after = np.convolve(kept, stage.single.chances)
            start = need + stage.single.lowest
            going = np.zeros_like(ended)
            going[start : start + len(after)] = after[: len(going) - start]
            going[-1] += after[len(going) - start :].sum()
    need = stages[-1].wager - base
    ruin = float(ended.sum() + going[:need].sum())
    error = float(np.finfo(np.float64).eps) * rounds * widest
    return _Found(base - money, ended + going, ruin, played, error)


def _drawdown(stages: Iterable[_Stage], fall: int) -> float:
    """Returns the probability that the result is at some time ``fall`` or more below its highest value so far."""
    below = np.zeros(fall)  # index: the distance to the highest value
    below[0] = 1.0
    for stage in stages:
        losses, highest = stage.single.chances[::-1], len(stage.single.chances) - 1 + stage.single.lowest
        for _ in range(stage.rounds):
            after = np.convolve(below, losses)  # index 0 is a gain of ``highest``
            below = np.zeros(fall)
            below[0] = after[: highest + 1].sum()
            kept = after[highest + 1 : highest + fall]
            below[1 : 1 + len(kept)] = kept
    return max(1.0 - float(below.sum()), 0.0)


def _result(stages: Sequence[_Stage], found: _Found, rounds: int, bankroll: float | None = None) -> SessionResult:
    unit, chances = stages[0].single.unit, found.chances
    places = found.lowest + np.arange(len(chances))
    mean = float(chances @ places)
    spread = sqrt(max(float(chances @ (places - mean) ** 2), 0.0))
    summed = np.cumsum(chances)
    within = {
        percent: float(places[min(int(np.searchsorted(summed, percent / 100)), len(places) - 1)]) / unit
        for percent in PERCENTILES
    }
    return SessionResult(
        rounds=rounds,
        bankroll=bankroll,
        expectation=mean / unit,
        deviation=spread / unit,
        ahead=float(chances[places > 0].sum()),
        level=float(chances[places == 0].sum()),
        behind=float(chances[places < 0].sum()),
        ruin=found.ruin,
        mean_rounds=found.played,
        percentiles=within,
        distribution={float(places[at]) / unit: float(chances[at]) for at in np.nonzero(chances >= _LEAST)[0]},
        numerical_error=found.error,
    )
