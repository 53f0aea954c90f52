"""A ramp of wagers by the count, and what it is worth.

Wagers do not change which cards come: the chart and the number of boxes stay as they are. So what a ramp brings is a
sum over the bins of the counts, each weighed with its wager, and is exact for the rounds played, provided that every
payment is in proportion to the wager. That is asked of the game for each wager of the ramp; where a payment is rounded,
or the wager is outside the table's limits, the ramp is refused.
"""

import re
from collections.abc import Mapping, Sequence
from math import exp, inf, sqrt
from typing import Final

from msgspec import Struct

from pitboss.kernel.classes import OPEN, NotSimulable
from pitboss.kernel.count_settings import BINS, MIDDLE, words_of_a_bin
from pitboss.kernel.machine import side_units
from pitboss.kernel.program import Program
from pitboss.kernel.report import Estimate
from pitboss.money import amount_text, parse_amount

_STEP: Final = re.compile(r"(<=|>=)?(-?\d{1,3}):(\S+)", re.ASCII)
_EXAMPLE: Final = '"<=0:10 1:20 2:40 3:80 4:120"'


class Ramp(Struct, frozen=True):
    """Wagers in cents: the first up to the count ``lowest``, then one for each count, the last from its count on."""

    lowest: int
    wagers: tuple[int, ...]

    def at(self, count: int) -> int:
        """The wager at a count."""
        return self.wagers[min(max(count - self.lowest, 0), len(self.wagers) - 1)]

    def __str__(self) -> str:
        first, *rest = (amount_text(wager) for wager in self.wagers)
        return " ".join(
            [f"<={self.lowest}:{first}", *(f"{self.lowest + n}:{wager}" for n, wager in enumerate(rest, 1))]
        )


def read_ramp(text: str) -> Ramp:
    """The ramp of a text like ``<=0:10 1:20 2:40``; ValueError where it has a hole or is none."""
    counts: list[int] = []
    wagers: list[int] = []
    words = text.replace(",", " ").split()
    if not words:
        raise ValueError(f"a ramp is wagers by count, like {_EXAMPLE}")
    for place, word in enumerate(words):
        found = _STEP.fullmatch(word)
        if found is None:
            raise ValueError(f"'{word}' is no step of a ramp: expected COUNT:WAGER, as in {_EXAMPLE}")
        sign, count = found[1] or "", int(found[2])
        if (sign == "<=") != (place == 0):
            raise ValueError(f"'{word}': a ramp begins with the wager up to a count, as in {_EXAMPLE}, and only there")
        if sign == ">=" and place < len(words) - 1:
            raise ValueError(f"'{word}': only the last step of a ramp is from a count on")
        if counts and count != counts[-1] + 1:
            raise ValueError(f"the ramp says nothing of count {counts[-1] + 1}: '{word}' follows {counts[-1]}")
        counts.append(count)
        wagers.append(parse_amount(found[3]))
    if not -MIDDLE < counts[0] <= counts[-1] < BINS - MIDDLE - 1:
        raise ValueError(f"counts of a ramp lie between {1 - MIDDLE} and {BINS - MIDDLE - 2}")
    return Ramp(counts[0], tuple(wagers))


def check_proportion(program: Program, other: Program) -> None:
    """Whether another wager brings everything in proportion; NotSimulable where a payment is rounded."""
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
    """All that the main wager can bring, in one order for every program of a table."""
    words = [amount for name, amount in sorted(program.words.items()) if "_pays" in name or name.startswith("insured_")]
    amounts = [*program.pay.ravel().tolist(), *program.at_once.tolist(), *words]
    return [amount if amount == OPEN else amount * program.unit for amount in amounts]


class AtCount(Struct, frozen=True):
    """What rounds that began at a count brought: the main game per unit, and the wager on a box in cents."""

    count: int
    rounds: int
    frequency: float
    main: Estimate
    wager: int


class Worth(Struct, frozen=True):
    """What a ramp is worth in a round, all wagers on all boxes together. Amounts are in cents.

    Standard errors of what follows from the expectation neglect that of the deviation, which is far smaller.
    """

    counts: tuple[AtCount, ...]
    rounds: int
    expectation: float
    standard_error: float
    deviation: float
    #: What the main game brings per unit wagered on it before the deal.
    per_unit: float
    #: What lies on the main game before the deal, on all boxes together.
    average_wager: float

    @property
    def n0(self) -> tuple[float, float]:
        """Rounds after which the expectation is as large as the deviation, (deviation / expectation)^2; its error."""
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
        """The desirability index squared, and its error: what the ramp wins in a hundred rounds, scaled to a bankroll
        of ten thousand as Kelly's rule has it; nothing without an advantage."""
        index, error = self.desirability
        return (index**2, 2 * index * error) if index > 0 else (0.0, 0.0)

    @property
    def kelly_bankroll(self) -> tuple[float, float] | None:
        """The bankroll for which the ramp is as Kelly's rule has it, variance / expectation, and its error."""
        if self.expectation <= 0:
            return None
        bankroll = self.deviation**2 / self.expectation
        return bankroll, bankroll * self.standard_error / self.expectation

    def risk_of_ruin(self, bankroll: int) -> tuple[float, float]:
        """The chance to lose the bankroll in play without an end, exp(-2 expectation bankroll / variance), and its
        error; certain without an advantage."""
        if self.expectation <= 0 or not self.deviation:
            return 1.0, 0.0
        slope = 2 * bankroll / self.deviation**2
        risk = exp(-slope * self.expectation)
        return risk, risk * slope * self.standard_error


def bins_of(program: Program, words: Sequence[int]) -> dict[int, list[int]]:
    """The words of every bin in which a round began, by count."""
    size = words_of_a_bin(len(program.sides))
    rows = (words[start : start + size] for start in range(0, BINS * size, size))
    return {place - MIDDLE: list(row) for place, row in enumerate(rows) if row[0]}


def evaluate(program: Program, wagers: Mapping[int, Program], bins: Mapping[int, list[int]], ramp: Ramp) -> Worth:
    """What the ramp brings, from the bins of a run; ``wagers`` has a program for each wager of the ramp."""
    rounds = sum(row[0] for row in bins.values())
    if not rounds:
        raise ValueError("no round was played")
    size, units, boxes = 1 + len(program.sides), side_units(program), program.boxes
    total = squares = won = wagered = 0
    counts = []
    for count, row in sorted(bins.items()):
        made, sums, products = wagers[ramp.at(count)], row[1 : 1 + size], row[1 + size :]
        # cents of one unit of each wager: whole, for everything is in proportion
        weights = [program.unit * made.initial // program.initial, *units]
        brought = sum(weight * amount for weight, amount in zip(weights, sums, strict=True))
        pairs = ((one, two) for one in range(size) for two in range(size))
        ante = made.ante * boxes
        total += brought - ante * row[0]
        squares += sum(weights[one] * weights[two] * products[one * size + two] for one, two in pairs)
        squares += ante * (ante * row[0] - 2 * brought)
        won += weights[0] * sums[0]
        wagered += made.initial * boxes * row[0]
        main = _estimate(row[0], sums[0], products[0], program.unit / (boxes * program.initial))
        counts.append(AtCount(count, row[0], row[0] / rounds, main, ramp.at(count)))
    whole = _estimate(rounds, total, squares, 1)
    return Worth(
        counts=tuple(counts),
        rounds=rounds,
        expectation=whole.expectation,
        standard_error=whole.standard_error,
        deviation=whole.deviation,
        per_unit=won / wagered,
        average_wager=wagered / rounds,
    )


def _estimate(rounds: int, total: int, squares: int, unit: float) -> Estimate:
    deviation = sqrt(max(0, squares * rounds - total * total)) / rounds * unit
    return Estimate(total * unit / rounds, deviation / sqrt(rounds), deviation)
