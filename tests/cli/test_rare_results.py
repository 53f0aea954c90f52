"""The comparison of a distribution with a simulated one, down to its rare results."""

from math import exp, factorial
from statistics import NormalDist

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import edge
from pitboss.analyse.report import sheet
from pitboss.analyse.report_returns import assumptions, wager_returns
from pitboss.analyse.stakes import mean_stake
from pitboss.cli.agreement import SimulationRun, cards_agreement, poisson_z, probabilities
from pitboss.law.laboratory import laboratory_rules

EXACT = {-3.0: 1e-7, -2.0: 4e-6, -1.0: 0.5, 0.0: 0.1, 1.0: 0.39999, 2.0: 5.9e-6}


def test_every_result_is_compared_rare_ones_with_their_neighbours() -> None:
    rows = {check.measure: check for check in probabilities(EXACT, EXACT | {3.0: 0.0}, 10**6)}
    names = ["-3 to -1", "+0", "+1", "+2 to +3"]
    assert list(rows) == [f"probability of {name}" for name in names]
    assert sum(check.exact for check in rows.values()) == pytest.approx(sum(EXACT.values()))
    assert all(check.z == pytest.approx(0.0, abs=1e-9) for check in rows.values())


def test_a_rare_result_that_is_too_frequent_fails() -> None:
    often = EXACT | {2.0: 26e-6}
    (rare,) = (check for check in probabilities(EXACT, often, 10**6) if check.measure == "probability of +2")
    tail = 1 - sum(exp(-5.9) * 5.9**number / factorial(number) for number in range(26))
    assert rare.z == pytest.approx(-NormalDist().inv_cdf(tail), rel=1e-6)
    assert not rare.agrees
    impossible = EXACT | {4.0: 20e-6}
    assert not all(check.agrees for check in probabilities(EXACT, impossible, 10**6))


@pytest.mark.parametrize(("count", "mean", "sign"), [(5, 5.0, 0), (0, 0.001, 0), (0, 40.0, -1), (90, 40.0, 1)])
def test_a_poisson_count_has_the_sign_of_its_difference(count: int, mean: float, sign: int) -> None:
    z = poisson_z(count, mean)
    assert (z > 0) - (z < 0) == sign
    assert abs(z) > 4 or not sign


def test_a_mean_stake_that_is_not_computed_is_simulated() -> None:
    rules = laboratory_rules("1D D9 SP2 BB+1")
    table = sheet(rules)
    assert table.main is not None
    rows = cards_agreement(rules, table.main, {}, SimulationRun(200_000, seed=2))
    played = replace(table, agreement=rows, seed=2)
    main = next(row for row in wager_returns(played) if row.name == "main")
    # a table whose dealer's blackjack takes all wagers has the same stakes by the same chart
    same = laboratory_rules("1D D9 SP2 ENHC")
    stake = mean_stake(same, edge(same, strategy=table.main.chart or ""))
    assert main.mean_stake is not None
    assert main.mean_stake == pytest.approx(stake, abs=4 * main.mean_stake_error)
    assert 0 < main.mean_stake_error < 0.01
    assert main.rtp_staked == pytest.approx(1.0 + table.main.expectation / main.mean_stake)
    assert any("It is simulated" in text for text in assumptions(played))
