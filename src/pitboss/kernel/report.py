"""What a simulation tells: expectations with their standard errors, and how often everything came about."""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Protocol

from msgspec import Struct

from pitboss.kernel.layout import WAGERS
from pitboss.kernel.machine import side_units
from pitboss.kernel.program import Program
from pitboss.money import amount_text

_ROW = 1 + WAGERS
_MIDDLE = 128
_DEALERS = ("17", "18", "19", "20", "21", "22", "23 and more", "blackjack", "below 17")


class Counted(Protocol):
    """What a run has counted."""

    seconds: float

    def of(self, name: str) -> list[int]: ...

    def one(self, name: str) -> int: ...


class Estimate(Struct, frozen=True):
    """An expectation per unit, its standard error, and the deviation of one round."""

    expectation: float
    standard_error: float
    deviation: float


class Report(Struct, frozen=True):
    """All of it. Units are what the boxes wager before the deal, or on that wager."""

    rounds: int
    main: Estimate
    #: The main game's expectation per unit staked, with doubles, splits and insurance.
    per_staked: float
    wagers: dict[str, Estimate]
    #: The correlation of the results of two wagers in a round.
    correlations: dict[str, dict[str, float]]
    #: How often a box nets so many of its initial wager in the main game; empty where the results are too many.
    distribution: dict[str, float]
    frequencies: dict[str, float]
    dealer: dict[str, float]
    cards_per_round: float
    rounds_per_shoe: float
    rounds_per_second: float


def _spread(total: int, squares: int, rounds: int) -> float:
    """The deviation of one round's result."""
    return sqrt(max(0, squares * rounds - total * total)) / rounds


def standard_error(program: Program, sums: Sequence[int], products: Sequence[int], rounds: int) -> float:
    """Of the main game's expectation per unit; infinite while a single round is all there is."""
    if rounds < 2:
        return float("inf")
    unit = program.unit / (program.boxes * program.initial)
    return _spread(sums[0], products[0], rounds) * unit / sqrt(rounds)


def _estimate(total: int, squares: int, rounds: int, unit: float) -> Estimate:
    deviation = _spread(total, squares, rounds) * unit
    return Estimate(total * unit / rounds, deviation / sqrt(rounds), deviation)


def report(program: Program, counted: Counted) -> Report:
    """What the counts mean; ValueError where nothing was played."""
    rounds, boxes = counted.one("rounds"), program.boxes
    if not rounds:
        raise ValueError("no round was played")
    sums, products = counted.of("sums"), counted.of("products")
    names = ["main", *(name for name, _ in program.sides)]
    units = [program.unit / program.initial] + [
        unit / amount for unit, (_, amount) in zip(side_units(program), program.sides, strict=True)
    ]
    estimates = {
        name: _estimate(sums[place], products[place * _ROW + place], rounds, units[place] / boxes)
        for place, name in enumerate(names)
    }
    wagers = {name: estimates[name] for name in names[1:]}
    if program.ante:
        wagers["ante"] = Estimate(-1.0, 0.0, 0.0)
    staked = _staked(program, counted)
    dealt = sum(counted.of("dealer"))
    return Report(
        rounds=rounds,
        main=estimates["main"],
        per_staked=sums[0] * program.unit / staked,
        wagers=wagers,
        correlations=_correlations(names, sums, products, rounds),
        distribution=_distribution(program, counted),
        frequencies=_frequencies(counted, rounds * boxes),
        dealer={name: count / dealt for name, count in zip(_DEALERS, counted.of("dealer"), strict=False) if count},
        cards_per_round=counted.one("cards") / rounds,
        rounds_per_shoe=rounds / counted.one("shoes"),
        rounds_per_second=rounds / counted.seconds if counted.seconds else 0.0,
    )


def _staked(program: Program, counted: Counted) -> int:
    words = program.words
    insured = sum(words[f"insured_{spot}"] for spot in (1, 2, 3)) * program.unit
    hands = counted.one("rounds") * program.boxes + counted.one("doubles") + counted.one("splits")
    return hands * program.initial + counted.one("insured") * insured


def _correlations(
    names: Sequence[str], sums: Sequence[int], products: Sequence[int], rounds: int
) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for one, name in enumerate(names):
        for two in range(one + 1, len(names)):
            together = (products[one * _ROW + two] * rounds - sums[one] * sums[two]) / rounds**2
            apart = _spread(sums[one], products[one * _ROW + one], rounds) * _spread(
                sums[two], products[two * _ROW + two], rounds
            )
            found.setdefault(name, {})[names[two]] = together / apart if apart else 0.0
    return found


def _distribution(program: Program, counted: Counted) -> dict[str, float]:
    results = counted.of("results")
    if results[-1]:
        return {}
    boxes = sum(results)
    return {
        f"{(place - _MIDDLE) * program.unit / program.initial:g}": count / boxes
        for place, count in enumerate(results)
        if count
    }


def _frequencies(counted: Counted, boxes: int) -> dict[str, float]:
    """Of so many boxes dealt to: how many of each kind of event came to one."""
    kinds = {
        "blackjack": "blackjacks",
        "double": "doubles",
        "box split": "split_boxes",
        "split": "splits",
        "bust": "busts",
        "surrender": "surrenders",
        "even money": "evens",
        "insurance": "insured",
        "insurance won": "insurance_won",
    }
    return {kind: counted.one(name) / boxes for kind, name in kinds.items() if counted.one(name)}


def as_rows(told: Report) -> list[dict[str, str | float]]:
    """The report as a long table: what is measured, of what, and the value."""
    rows: list[dict[str, str | float]] = []
    for name, estimate in {"main": told.main, **told.wagers}.items():
        rows += [
            {"part": "wager", "name": name, "measure": key, "value": value} for key, value in _plain(estimate).items()
        ]
    for one, others in told.correlations.items():
        rows += [{"part": "correlation", "name": one, "measure": two, "value": value} for two, value in others.items()]
    shares = {"result": told.distribution, "frequency": told.frequencies, "dealer": told.dealer}
    for part, found in shares.items():
        rows += [{"part": part, "name": name, "measure": "share", "value": share} for name, share in found.items()]
    totals = {"rounds": told.rounds, "cards per round": told.cards_per_round, "rounds per shoe": told.rounds_per_shoe}
    rows += [{"part": "run", "name": name, "measure": "count", "value": float(value)} for name, value in totals.items()]
    return rows


def as_json(program: Program, told: Report, *, options: Mapping[str, str], seed: int) -> dict[str, Any]:
    """The report for programs."""
    return {
        "rulebook": program.rules.rulebook,
        "options": dict(options),
        "strategy": program.chart.name,
        "boxes": program.boxes,
        "stakes": [amount_text(stake) for stake in program.stakes],
        "rounds": told.rounds,
        "seed": seed,
        "main": _plain(told.main) | {"expectation_per_staked": told.per_staked},
        "wagers": {name: _plain(estimate) for name, estimate in told.wagers.items()},
        "correlations": told.correlations,
        "distribution": told.distribution,
        "frequencies": told.frequencies,
        "dealer": told.dealer,
        "cards_per_round": told.cards_per_round,
        "rounds_per_shoe": told.rounds_per_shoe,
        "rounds_per_second": told.rounds_per_second,
    }


def _plain(estimate: Estimate) -> dict[str, float]:
    return {
        "expectation": estimate.expectation,
        "standard_error": estimate.standard_error,
        "deviation": estimate.deviation,
    }
