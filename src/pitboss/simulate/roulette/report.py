"""The report of a roulette simulation, from the frequencies of the numbers."""

from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct, structs

from pitboss.display import bars_svg, rows_html
from pitboss.money import amount_text, net_text
from pitboss.simulate.roulette.game import WheelProgram
from pitboss.simulate.run import Totals


class SpinEstimate(Struct, frozen=True):
    """An expectation per unit staked, its standard error, and the standard deviation of one spin."""

    expectation: float
    standard_error: float
    deviation: float


class WheelReport(Struct, frozen=True):
    """Expectations per unit staked, of all wagers together and of each."""

    rounds: int
    main: SpinEstimate
    wagers: dict[str, SpinEstimate]
    #: The covariances of two wagers in a spin, each per unit staked on it.
    covariances: dict[str, dict[str, float]]
    correlations: dict[str, dict[str, float]]
    #: The frequency of each net result of all wagers together.
    distribution: dict[str, float]
    #: The frequency of each number.
    numbers: dict[str, float]
    #: Pearson's chi-square statistic against equal shares; its mean is one less than the number of compartments.
    chi_square: float
    rounds_per_second: float
    stopped: str = "rounds"

    def _repr_html_(self) -> str:
        found = {"all wagers": self.main, **self.wagers}
        rows = [
            (name, f"{one.expectation:+.4%}", f"± {one.standard_error:.4%}", f"{one.deviation:.4f}")
            for name, one in found.items()
        ]
        head = ("wager", "expectation", "standard error", "deviation")
        shares = {net: share for net, share in self.distribution.items() if share > 0.0005}
        bars = bars_svg(shares, "distribution of the net result") if shares else ""
        return rows_html(f"{self.rounds:,} spins", rows, head) + bars


def expectation(program: WheelProgram, totals: Totals) -> float:
    """Returns the expectation of all wagers per unit staked so far."""
    total = sum(net * count for net, count in zip(program.totals, totals.of("compartments"), strict=True))
    return total / totals.value("rounds") / program.staked


def report_wheel(program: WheelProgram, totals: Totals) -> WheelReport:
    """Returns the report of the counters; raises ValueError if no spin was made."""
    spins, counts = totals.value("rounds"), np.array(totals.of("compartments"), object)
    if not spins:
        raise ValueError("no spin was made")
    names = [str(position) for position, _ in program.wagers]
    stakes = [stake for _, stake in program.wagers]
    # integers of any size, so nothing is rounded before the end
    nets = np.column_stack([program.nets.astype(object), np.array(program.totals, object)])
    sums = nets.T @ counts
    products = (nets.T * counts) @ nets
    estimates = [
        _estimate(int(sums[at]), int(products[at, at]), spins, stake)
        for at, stake in enumerate([*stakes, program.staked])
    ]
    covariances: dict[str, dict[str, float]] = {}
    correlations: dict[str, dict[str, float]] = {}
    for one, name in enumerate(names):
        for two in range(one + 1, len(names)):
            together = (products[one, two] * spins - sums[one] * sums[two]) / spins**2
            spread = estimates[one].deviation * estimates[two].deviation
            covariance = together / (stakes[one] * stakes[two])
            covariances.setdefault(name, {})[names[two]] = covariance
            correlations.setdefault(name, {})[names[two]] = covariance / spread if spread else 0.0
    return WheelReport(
        rounds=spins,
        main=estimates[-1],
        wagers=dict(zip(names, estimates, strict=False)),
        covariances=covariances,
        correlations=correlations,
        distribution=_distribution(program, totals),
        numbers={
            str(number): count / spins for number, count in sorted(zip(program.compartments, counts, strict=True))
        },
        chi_square=float(sum((count * len(counts) - spins) ** 2 for count in counts) / (spins * len(counts))),
        rounds_per_second=spins / totals.seconds if totals.seconds else 0.0,
        stopped=totals.stopped,
    )


def _estimate(total: int, squares: int, spins: int, stake: int) -> SpinEstimate:
    deviation = sqrt(squares * spins - total * total) / spins / stake
    return SpinEstimate(total / spins / stake, deviation / sqrt(spins), deviation)


def _distribution(program: WheelProgram, totals: Totals) -> dict[str, float]:
    counts: dict[int, int] = {}
    for net, count in zip(program.totals, totals.of("compartments"), strict=True):
        counts[net] = counts.get(net, 0) + count
    return {net_text(net): count / totals.value("rounds") for net, count in sorted(counts.items())}


def wheel_json(program: WheelProgram, report: WheelReport, *, options: dict[str, str], seed: int) -> dict[str, Any]:
    """Returns the report as JSON-compatible data."""
    plain: dict[str, Any] = {
        "rulebook": program.rules.rulebook,
        "options": options,
        "stakes": {str(position): amount_text(stake) for position, stake in program.wagers},
        "seed": seed,
    }
    plain |= structs.asdict(report)
    plain["main"] = structs.asdict(report.main)
    plain["wagers"] = {name: structs.asdict(estimate) for name, estimate in report.wagers.items()}
    return plain


def wheel_rows(report: WheelReport) -> list[dict[str, str | float]]:
    """Returns the report as rows of a long table: part, name, measure and value."""
    rows: list[dict[str, str | float]] = []
    for name, estimate in {"all": report.main, **report.wagers}.items():
        rows += [
            {"part": "wager", "name": name, "measure": measure, "value": value}
            for measure, value in structs.asdict(estimate).items()
        ]
    for part, pairs in (("covariance", report.covariances), ("correlation", report.correlations)):
        for one, others in pairs.items():
            rows += [{"part": part, "name": one, "measure": two, "value": value} for two, value in others.items()]
    for part, shares in (("result", report.distribution), ("number", report.numbers)):
        rows += [{"part": part, "name": name, "measure": "share", "value": share} for name, share in shares.items()]
    rows.append({"part": "run", "name": "rounds", "measure": "count", "value": float(report.rounds)})
    rows.append({"part": "run", "name": "numbers", "measure": "chi square", "value": report.chi_square})
    return rows
