"""The ramp with the largest expectation for a bankroll and a risk of ruin.

The risk bounds variance over expectation. So the best ramp maximises, for some scale K, the certainty equivalent of
each count: e w - s² w² / 2K with the expectation e and the deviation s of a unit. Wagers are whole multiples of a
unit; of the ramps of many scales that keep the risk, the one with the largest expectation is the best.
"""

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final

from msgspec import Struct

from pitboss.simulate.blackjack.ramp import CountRow, Ramp

#: Scales that are tried, and how far they are from the bankroll.
_SCALES: Final = 3_000
_RANGE: Final = 1e4
#: Counts with fewer rounds get the wager of the next count that has more.
_FEWEST: Final = 200


class BestRamp(Struct, frozen=True):
    """What a ramp is to keep: the bankroll in cents, the risk of ruin, and the wagers from one unit to the largest."""

    bankroll: int
    risk: float
    unit: int
    spread: int
    #: Whether the player may bet nothing at some counts.
    leaves: bool = False
    boxes: int = 1


class _Bin(Struct):
    """Neighbouring counts that share an expectation per unit, and their variance."""

    weight: float
    expectation: float
    variance: float
    counts: list[int]


def best_ramp(rows: Sequence[CountRow], asked: BestRamp) -> Ramp:
    """Returns the best ramp. Raises ValueError if none keeps the risk with this bankroll.

    The expectations are first made to rise with the count, by pooling neighbours that do not.
    """
    bins = _rising([row for row in rows if row.rounds >= _FEWEST])
    if not bins:
        raise ValueError("too few rounds to find a ramp: simulate more")
    ramps = {tuple(_wagers(bins, scale, asked)) for scale in _scales(asked.bankroll)}
    by_risk = {wagers: _risk(bins, wagers, asked) for wagers in ramps if any(wagers)}
    kept = [wagers for wagers, risk in by_risk.items() if risk <= asked.risk]
    if not kept:
        least = min(by_risk.values())
        wanted = f"no ramp has a risk of ruin of {asked.risk:.4g}"
        raise ValueError(f"{wanted}: with wagers of 1 to {asked.spread} units the least is {least:.4g}")
    return _ramp(bins, max(kept, key=lambda wagers: _expectation(bins, wagers)), asked.unit)


def _scales(bankroll: int) -> Iterator[float]:
    return (bankroll * _RANGE ** (2 * step / _SCALES - 1) for step in range(_SCALES + 1))


def _rising(rows: Sequence[CountRow]) -> list[_Bin]:
    """Returns the counts in order, pooled so that the expectation never falls."""
    bins: list[_Bin] = []
    for row in sorted(rows, key=lambda row: row.count):
        bins.append(_Bin(row.frequency, row.main.expectation, row.main.deviation**2, [row.count]))
        while len(bins) > 1 and bins[-2].expectation >= bins[-1].expectation:
            last, before = bins.pop(), bins.pop()
            weight = last.weight + before.weight
            bins.append(
                _Bin(
                    weight,
                    (last.weight * last.expectation + before.weight * before.expectation) / weight,
                    (last.weight * last.variance + before.weight * before.variance) / weight,
                    before.counts + last.counts,
                )
            )
    return bins


def _wagers(bins: Sequence[_Bin], scale: float, asked: BestRamp) -> Iterator[int]:
    """Iterates over the wagers of the bins, in units."""
    for each in bins:
        wanted = round(scale * each.expectation / each.variance / asked.unit / asked.boxes) if each.variance else 0
        yield min(max(wanted, 0 if asked.leaves else 1), asked.spread)


def _expectation(bins: Sequence[_Bin], wagers: Sequence[int]) -> float:
    """Returns the expectation of a round on a box, in units."""
    return sum(each.weight * wager * each.expectation for each, wager in zip(bins, wagers, strict=True))


def _risk(bins: Sequence[_Bin], wagers: Sequence[int], asked: BestRamp) -> float:
    """Returns the risk of ruin."""
    mean = _expectation(bins, wagers)
    if mean <= 0:
        return 1.0
    squares = (
        wager**2 * each.weight * (each.variance + each.expectation**2) for each, wager in zip(bins, wagers, strict=True)
    )
    variance = sum(squares) - mean**2
    return exp(-2 * mean * asked.bankroll / asked.unit / asked.boxes / variance)


def _ramp(bins: Sequence[_Bin], wagers: Sequence[int], unit: int) -> Ramp:
    """Returns the ramp without the ends at which the wager does not change."""
    by_count = {count: wager for each, wager in zip(bins, wagers, strict=True) for count in each.counts}
    first, last = min(by_count), max(by_count)
    steps = [by_count[max(known for known in by_count if known <= count)] * unit for count in range(first, last + 1)]
    while len(steps) > 1 and steps[-1] == steps[-2]:
        steps.pop()
    while len(steps) > 1 and steps[0] == steps[1]:
        steps.pop(0)
        first += 1
    return Ramp(first, tuple(steps))
