"""The distribution of the result of a session: many rounds with the same wager, each from the same shoe.

Rounds are independent, so the distribution is the convolution of that of one round. With a bankroll the session ends as
soon as less than one first wager is left. Doubles and splits are always paid, so a last round may lose more than that.
"""

from fractions import Fraction
from math import ceil, lcm, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.analyse.edge import Edge
from pitboss.analyse.shoe import NotAnalysable

Floats = NDArray[np.float64]

#: The largest number of results that are computed.
_MOST_RESULTS: Final = 2**24
#: Results this many deviations above the bankroll are not told apart; their probability is below 1e-30.
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


def session(worth: Edge, rounds: int, bankroll: float | None = None) -> SessionResult:
    """Returns the result of a session at a table whose edge was computed.

    Raises NotAnalysable against several dealer hands, and ValueError for numbers that cannot be computed.
    """
    if not worth.distribution:
        raise NotAnalysable("the distribution of results against several dealer hands")
    if rounds < 1:
        raise ValueError(f"{rounds} rounds: a session has at least one round")
    single = round_results(worth.distribution)
    if bankroll is None:
        lowest, chances = _convolve(single, rounds)
        found = _result(single.unit, lowest, chances, rounds, None, 0.0, float(rounds))
        # exact, even where the distribution of split boxes is conventional
        return replace(found, expectation=rounds * worth.expectation, deviation=sqrt(rounds) * worth.deviation)
    money = Fraction(bankroll).limit_denominator(1000) * single.unit
    if money < single.unit or money.denominator != 1:
        raise ValueError(f"a bankroll of {bankroll:g}: write at least 1 first wager, in steps of 1/{single.unit}")
    lowest, chances, ruin, played = _play_out(single, rounds, int(money))
    return _result(single.unit, lowest, chances, rounds, bankroll, ruin, played)


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


def _convolve(single: RoundResults, rounds: int) -> tuple[int, Floats]:
    """Returns the lowest result of so many rounds, and the probabilities from it on."""
    count = (len(single.chances) - 1) * rounds + 1
    if count > _MOST_RESULTS:
        most = (_MOST_RESULTS - 1) // (len(single.chances) - 1)
        raise ValueError(f"{rounds:,} rounds: at most {most:,} rounds of this table can be computed")
    size = 1 << (count - 1).bit_length()
    found = np.fft.irfft(np.fft.rfft(single.chances, size) ** rounds, size)[:count]
    return single.lowest * rounds, np.maximum(found, 0.0)


def _play_out(single: RoundResults, rounds: int, money: int) -> tuple[int, Floats, float, float]:
    """Plays round by round from a bankroll.

    Returns the lowest result, the probabilities from it on, that of a lost bankroll, and the mean number of rounds.
    """
    unit, width = single.unit, len(single.chances)
    most = width - 1 + single.lowest
    far = ceil(max(single.mean, 0.0) * rounds + _FAR * single.deviation * sqrt(rounds)) + most
    top = money + min(far, most * rounds)
    if (top + width) * rounds > _MOST_STEPS:
        raise ValueError(f"{rounds:,} rounds with a bankroll of {money / unit:g} take too long: ask for fewer rounds")
    #: Index: what is left, at least one wager while the session goes on. The last index holds all that is above.
    going = np.zeros(top + 1)
    going[money] = 1.0
    floor = unit + single.lowest  # the lowest amount after a lost last round
    lost, played = np.zeros(unit - floor), 0.0
    for _ in range(rounds):
        played += float(going.sum())
        after = np.convolve(going[unit:], single.chances)  # from the amount ``floor`` on
        lost += after[: unit - floor]
        kept = after[unit - floor :]
        going[unit:] = kept[: top + 1 - unit]
        going[top] += kept[top + 1 - unit :].sum()
    chances = np.concatenate([lost, going[unit:]])
    return floor - money, chances, float(lost.sum()), played


def _result(  # noqa: PLR0917 # one call for each of two ways
    unit: int, lowest: int, chances: Floats, rounds: int, bankroll: float | None, ruin: float, played: float
) -> SessionResult:
    places = lowest + np.arange(len(chances))
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
        ruin=ruin,
        mean_rounds=played,
        percentiles=within,
        distribution={float(places[at]) / unit: float(chances[at]) for at in np.nonzero(chances >= _LEAST)[0]},
    )
