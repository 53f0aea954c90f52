"""What a simulation of roulette tells, from how often each number came."""

from math import sqrt
from typing import Any

import numpy as np
from msgspec import Struct, structs

from pitboss.kernel.roulette import WheelProgram
from pitboss.kernel.run import Totals
from pitboss.money import amount_text, net_text


class Estimate(Struct, frozen=True):
    """An expectation per unit staked, its standard error, and the deviation of one spin."""

    expectation: float
    standard_error: float
    deviation: float


class WheelReport(Struct, frozen=True):
    """Expectations are per unit staked: of all wagers together, and of each."""

    rounds: int
    main: Estimate
    wagers: dict[str, Estimate]
    #: Of the results of two wagers in a spin, each per unit staked on it.
    covariances: dict[str, dict[str, float]]
    correlations: dict[str, dict[str, float]]
    #: How often a spin nets so much on all wagers together.
    distribution: dict[str, float]
    #: How often each number came.
    numbers: dict[str, float]
    #: How far that is from equal shares: the sum of squares by Pearson, expected one less than there are numbers.
    chi_square: float
    rounds_per_second: float
    stopped: str = "rounds"


def expectation(program: WheelProgram, totals: Totals) -> float:
    """Of all wagers together per unit staked, as far as it was played."""
    total = sum(net * count for net, count in zip(program.totals, totals.of("compartments"), strict=True))
    return total / totals.one("rounds") / program.staked


def report_wheel(program: WheelProgram, totals: Totals) -> WheelReport:
    """What the counts mean; ValueError where nothing was spun."""
    spins, counts = totals.one("rounds"), np.array(totals.of("compartments"), object)
    if not spins:
        raise ValueError("no spin was made")
    names = [str(position) for position, _ in program.wagers]
    stakes = [stake for _, stake in program.wagers]
    # whole numbers of any size: nothing is rounded before the end
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
            found = together / (stakes[one] * stakes[two])
            covariances.setdefault(name, {})[names[two]] = found
            correlations.setdefault(name, {})[names[two]] = found / spread if spread else 0.0
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


def _estimate(total: int, squares: int, spins: int, stake: int) -> Estimate:
    deviation = sqrt(squares * spins - total * total) / spins / stake
    return Estimate(total / spins / stake, deviation / sqrt(spins), deviation)


def _distribution(program: WheelProgram, totals: Totals) -> dict[str, float]:
    found: dict[int, int] = {}
    for net, count in zip(program.totals, totals.of("compartments"), strict=True):
        found[net] = found.get(net, 0) + count
    return {net_text(net): count / totals.one("rounds") for net, count in sorted(found.items())}


def wheel_json(program: WheelProgram, told: WheelReport, *, options: dict[str, str], seed: int) -> dict[str, Any]:
    """The report for programs."""
    plain: dict[str, Any] = {
        "rulebook": program.rules.rulebook,
        "options": options,
        "stakes": {str(position): amount_text(stake) for position, stake in program.wagers},
        "seed": seed,
    }
    plain |= structs.asdict(told)
    plain["main"] = structs.asdict(told.main)
    plain["wagers"] = {name: structs.asdict(estimate) for name, estimate in told.wagers.items()}
    return plain


def wheel_rows(told: WheelReport) -> list[dict[str, str | float]]:
    """The report as a long table: what is measured, of what, and the value."""
    rows: list[dict[str, str | float]] = []
    for name, estimate in {"all": told.main, **told.wagers}.items():
        rows += [
            {"part": "wager", "name": name, "measure": measure, "value": value}
            for measure, value in structs.asdict(estimate).items()
        ]
    for part, pairs in (("covariance", told.covariances), ("correlation", told.correlations)):
        for one, others in pairs.items():
            rows += [{"part": part, "name": one, "measure": two, "value": value} for two, value in others.items()]
    for part, shares in (("result", told.distribution), ("number", told.numbers)):
        rows += [{"part": part, "name": name, "measure": "share", "value": share} for name, share in shares.items()]
    rows.append({"part": "run", "name": "rounds", "measure": "count", "value": float(told.rounds)})
    rows.append({"part": "run", "name": "numbers", "measure": "chi square", "value": told.chi_square})
    return rows
