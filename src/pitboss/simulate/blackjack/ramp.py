"""A ramp of wagers by count, and its value.

Wagers do not change the cards: the chart and the number of boxes stay the same. So the result of a ramp is a sum over
the bins of the counts, each weighted with its wager, and is exact for the rounds played if every payment is
proportional to the wager. That is validated for each wager of the ramp. A ramp with a rounded payment, or a wager
outside the table's limits, is refused.
"""

import re
from collections.abc import Mapping, Sequence
from math import exp, inf, sqrt
from typing import Final

from msgspec import Struct

from pitboss.display import rows_html
from pitboss.money import amount_text, parse_amount
from pitboss.simulate.blackjack.general.memory_image import side_units
from pitboss.simulate.blackjack.program import Program
from pitboss.simulate.blackjack.report import Estimate
from pitboss.strategy.count_settings import BINS, MIDDLE, bin_size
from pitboss.strategy.hand_classes import OPEN, NotSimulable

_STEP: Final = re.compile(r"(<=|>=)?(-?\d{1,3}):(\S+)", re.ASCII)
_EXAMPLE: Final = '"<=0:10 1:20 2:40 3:80 4:120"'


class Ramp(Struct, frozen=True):
    """Wagers in cents: the first up to the count ``lowest``, then one for each count, the last from its count on.

    At a count with a wager of 0 the player watches, and another one plays the box.
    """

    lowest: int
    wagers: tuple[int, ...]

    def at(self, count: int) -> int:
        """Returns the wager at a count."""
        return self.wagers[min(max(count - self.lowest, 0), len(self.wagers) - 1)]

    def __str__(self) -> str:
        first, *rest = (amount_text(wager) for wager in self.wagers)
        return " ".join(
            [f"<={self.lowest}:{first}", *(f"{self.lowest + n}:{wager}" for n, wager in enumerate(rest, 1))]
        )


def read_ramp(text: str) -> Ramp:
    """Parses a ramp like ``<=0:10 1:20 2:40``; raises ValueError if it is malformed or skips a count."""
    counts: list[int] = []
    wagers: list[int] = []
    words = text.replace(",", " ").split()
    if not words:
        raise ValueError(f"a ramp is wagers by count, like {_EXAMPLE}")
    for place, word in enumerate(words):
        match = _STEP.fullmatch(word)
        if match is None:
            raise ValueError(f"'{word}' is not a step of a ramp: write COUNT:WAGER, as in {_EXAMPLE}")
        sign, count = match[1] or "", int(match[2])
        if (sign == "<=") != (place == 0):
            raise ValueError(f"'{word}': only the first step of a ramp is up to a count, as in {_EXAMPLE}")
        if sign == ">=" and place < len(words) - 1:
            raise ValueError(f"'{word}': only the last step of a ramp is from a count on")
        if counts and count != counts[-1] + 1:
            raise ValueError(f"the ramp skips the count {counts[-1] + 1}: '{word}' follows {counts[-1]}")
        counts.append(count)
        wagers.append(parse_amount(match[3]))
    if not -MIDDLE < counts[0] <= counts[-1] < BINS - MIDDLE - 1:
        raise ValueError(f"counts of a ramp are between {1 - MIDDLE} and {BINS - MIDDLE - 2}")
    return Ramp(counts[0], tuple(wagers))


def check_proportion(program: Program, other: Program) -> None:
    """Raises NotSimulable unless every payment of the other program is proportional to the wager."""
    one, two = _in_cents(program), _in_cents(other)
    same = all(
        mine == theirs == OPEN or mine * other.initial == theirs * program.initial
        for mine, theirs in zip(one, two, strict=True)
    )
    if not same or program.classes.nets != other.classes.nets:
        mine, theirs = amount_text(program.stakes[0]), amount_text(other.stakes[0])
        what = f"a ramp with wagers of {mine} and {theirs}: payments are rounded, and not in the same proportion"
        raise NotSimulable(what, program.rules.cite("blackjack_odds"), program.rules.rulebook)


def _in_cents(program: Program) -> list[int]:
    """Returns all results of the main wager in cents, in the same order for every program of a table."""
    words = [amount for name, amount in sorted(program.words.items()) if "_pays" in name or name.startswith("insured_")]
    amounts = [*program.pay.ravel().tolist(), *program.immediate.tolist(), *words]
    return [amount if amount == OPEN else amount * program.unit for amount in amounts]


class CountRow(Struct, frozen=True):
    """The rounds that began at a count: the main game per unit, and the wager on a box in cents."""

    count: int
    rounds: int
    frequency: float
    main: Estimate
    wager: int


class RampValue(Struct, frozen=True):
    """The value of a ramp per round, over all wagers and boxes. Amounts are in cents.

    The standard errors of derived figures neglect the error of the deviation, which is far smaller.
    """

    counts: tuple[CountRow, ...]
    rounds: int
    expectation: float
    standard_error: float
    deviation: float
    #: The main game's expectation per unit wagered before the deal.
    per_unit: float
    #: The average wager on the main game before the deal, over all boxes.
    average_wager: float

    def _repr_html_(self) -> str:
        rows = [
            (str(row.count), f"{row.frequency:.4%}", f"{row.main.expectation:+.4%}", amount_text(row.wager))
            for row in self.counts
        ]
        value = f"{amount_text(round(self.expectation))} ± {amount_text(round(self.standard_error))} a round"
        return rows_html(value, rows, ("count", "frequency", "expectation", "wager"))

    @property
    def n0(self) -> tuple[float, float]:
        """N0 and its error: the rounds after which expectation equals deviation, (deviation / expectation)^2."""
        if not self.expectation:
            return inf, inf
        rounds = (self.deviation / self.expectation) ** 2
        return rounds, 2 * rounds * self.standard_error / abs(self.expectation)

    @property
    def desirability(self) -> tuple[float, float]:
        """The desirability index, 1000 expectation / deviation, and its error."""
        if not self.deviation:
            return 0.0, 0.0
        return 1000 * self.expectation / self.deviation, 1000 * self.standard_error / self.deviation

    @property
    def score(self) -> tuple[float, float]:
        """SCORE, the desirability index squared, and its error; 0 without an advantage.

        It is the win per hundred rounds, scaled to a Kelly bankroll of ten thousand.
        """
        index, error = self.desirability
        return (index**2, 2 * index * error) if index > 0 else (0.0, 0.0)

    @property
    def kelly_bankroll(self) -> tuple[float, float] | None:
        """The Kelly bankroll of the ramp, variance / expectation, and its error."""
        if self.expectation <= 0:
            return None
        bankroll = self.deviation**2 / self.expectation
        return bankroll, bankroll * self.standard_error / self.expectation

    def certainty_equivalent(self, bankroll: int) -> tuple[float, float]:
        """Returns the certainty equivalent of a round and its error: expectation - variance / (2 bankroll).

        It is the sure gain that is worth as much to a player who values money by its logarithm.
        """
        return self.expectation - self.deviation**2 / (2 * bankroll), self.standard_error

    def risk_of_ruin(self, bankroll: int) -> tuple[float, float]:
        """Returns the probability of ruin in unlimited play and its error; 1 without an advantage.

        It is exp(-2 expectation bankroll / variance).
        """
        if self.expectation <= 0 or not self.deviation:
            return 1.0, 0.0
        slope = 2 * bankroll / self.deviation**2
        risk = exp(-slope * self.expectation)
        return risk, risk * slope * self.standard_error


def bins_of(program: Program, words: Sequence[int]) -> dict[int, list[int]]:
    """Returns the words of every bin with at least one round, by count."""
    size = bin_size(len(program.sides))
    rows = (words[start : start + size] for start in range(0, BINS * size, size))
    return {place - MIDDLE: list(row) for place, row in enumerate(rows) if row[0]}


def evaluate(program: Program, wagers: Mapping[int, Program], bins: Mapping[int, list[int]], ramp: Ramp) -> RampValue:
    """Evaluates the ramp from the bins of a run; ``wagers`` maps each wager of the ramp to its program."""
    rounds = sum(row[0] for row in bins.values())
    if not rounds:
        raise ValueError("no round was played")
    size, units, boxes = 1 + len(program.sides), side_units(program), program.boxes
    total = squares = won = wagered = 0
    counts = []
    for count, row in sorted(bins.items()):
        sums, products = row[1 : 1 + size], row[1 + size :]
        main = _estimate(row[0], sums[0], products[0], program.unit / (boxes * program.initial))
        counts.append(CountRow(count, row[0], row[0] / rounds, main, ramp.at(count)))
        if not ramp.at(count):
            continue
        scaled = wagers[ramp.at(count)]
        # cents per unit of each wager; integers, because all payments are proportional
        weights = [program.unit * scaled.initial // program.initial, *units]
        result = sum(weight * amount for weight, amount in zip(weights, sums, strict=True))
        pairs = ((one, two) for one in range(size) for two in range(size))
        ante = scaled.ante * boxes
        total += result - ante * row[0]
        squares += sum(weights[one] * weights[two] * products[one * size + two] for one, two in pairs)
        squares += ante * (ante * row[0] - 2 * result)
        won += weights[0] * sums[0]
        wagered += scaled.initial * boxes * row[0]
    whole = _estimate(rounds, total, squares, 1)
    return RampValue(
        counts=tuple(counts),
        rounds=rounds,
        expectation=whole.expectation,
        standard_error=whole.standard_error,
        deviation=whole.deviation,
        per_unit=won / wagered if wagered else 0.0,
        average_wager=wagered / rounds,
    )


def _estimate(rounds: int, total: int, squares: int, unit: float) -> Estimate:
    deviation = sqrt(max(0, squares * rounds - total * total)) / rounds * unit
    return Estimate(total * unit / rounds, deviation / sqrt(rounds), deviation)
