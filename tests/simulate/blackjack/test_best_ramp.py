"""The best ramp: that of a complete search, and back-counting with a wager of zero."""

from itertools import product
from math import exp, inf, sqrt

import pytest

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.simulate.blackjack.best_ramp import BestRamp, best_ramp
from pitboss.simulate.blackjack.count_game import CountGame, open_count
from pitboss.simulate.blackjack.ramp import CountRow, evaluate, read_ramp
from pitboss.simulate.blackjack.report import Estimate
from pitboss.strategy.chart import basic_chart
from pitboss.strategy.count_systems import SYSTEMS

#: Count, share of the rounds, expectation and deviation of a unit.
BINS = (
    (-1, 0.4, -0.012, 1.15),
    (0, 0.3, -0.001, 1.14),
    (1, 0.15, 0.006, 1.13),
    (2, 0.1, 0.012, 1.12),
    (3, 0.05, 0.03, 1.1),
)
UNIT = 1_000


def rows(bins: tuple[tuple[int, float, float, float], ...] = BINS) -> list[CountRow]:
    return [CountRow(n, round(share * 1e6), share, Estimate(mean, 0.0, spread), 0) for n, share, mean, spread in bins]


def moments(wagers: tuple[int, ...]) -> tuple[float, float]:
    mean = sum(share * UNIT * w * e for (_, share, e, _), w in zip(BINS, wagers, strict=True))
    squares = sum(share * (UNIT * w) ** 2 * (e * e + s * s) for (_, share, e, s), w in zip(BINS, wagers, strict=True))
    return mean, squares - mean**2


def risk(wagers: tuple[int, ...], bankroll: int) -> float:
    mean, variance = moments(wagers)
    return 1.0 if mean <= 0 else exp(-2 * mean * bankroll / variance)


@pytest.mark.parametrize("leaves", [False, True])
@pytest.mark.parametrize(("bankroll", "kept"), [(600_000, 0.2), (1_500_000, 0.135), (4_000_000, 0.01)])
def test_the_best_ramp_wins_nearly_what_the_best_of_all_ramps_wins(bankroll: int, kept: float, leaves: bool) -> None:
    """A complete search over all wagers; whole units may do a little better than those of one scale."""
    found = best_ramp(rows(), BestRamp(bankroll=bankroll, risk=kept, unit=UNIT, spread=6, leaves=leaves))
    wagers = tuple(found.at(count) // UNIT for count, *_ in BINS)
    assert risk(wagers, bankroll) <= kept
    least = 0 if leaves else 1
    every = [each for each in product(range(least, 7), repeat=len(BINS)) if any(each) and risk(each, bankroll) <= kept]
    best = max(moments(each)[0] for each in every)
    assert 0.93 * best <= moments(wagers)[0] <= best + 1e-9
    assert list(wagers) == sorted(wagers)


def test_no_ramp_keeps_a_risk_that_the_least_wager_breaks() -> None:
    with pytest.raises(ValueError, match=r"no ramp has a risk of ruin of 0.001: .* the least is 0\."):
        best_ramp(rows(), BestRamp(bankroll=100_000, risk=0.001, unit=UNIT, spread=6))


def test_counts_whose_expectation_falls_share_a_wager() -> None:
    bins = (BINS[0], BINS[1], (1, 0.15, 0.02, 1.13), (2, 0.1, 0.01, 1.12), BINS[4])
    found = best_ramp(rows(bins), BestRamp(bankroll=2_000_000, risk=0.135, unit=UNIT, spread=20, leaves=True))
    assert found.at(1) == found.at(2) > 0 == found.at(-5)


# --- back-counting ---------------------------------------------------------------------------------------------------


def game(ramp: str, sides: dict[str, int] | None = None) -> CountGame:
    rules = resolve(load_rulebook("mbs-blackjack"), {}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return open_count(rules, basic_chart(rules), SYSTEMS["hi-lo"], read_ramp(ramp), sides=sides)


def test_rounds_without_a_wager_count_as_rounds_and_win_nothing() -> None:
    watched = game("<=0:0 1:30")
    per_stake = 3_000 // watched.table.program.unit
    lost, mixed = [100, -100 * per_stake, 100 * per_stake**2], [50, 25 * per_stake, 125 * per_stake**2]
    worth = evaluate(watched.table.program, watched.wagers, {0: lost, 1: mixed}, watched.ramp)
    results = [0] * 100 + [6_000, -3_000] * 25
    mean = sum(results) / 150
    variance = sum(result**2 for result in results) / 150 - mean**2
    assert (worth.expectation, worth.deviation) == pytest.approx((mean, sqrt(variance)))
    assert worth.average_wager == pytest.approx(1_000)
    assert worth.per_unit == pytest.approx(0.5)
    assert [row.wager for row in worth.counts] == [0, 3_000]
    assert worth.certainty_equivalent(100_000)[0] == pytest.approx(mean - variance / 200_000)
    assert worth.n0[0] < inf


def test_side_wagers_are_refused_where_nothing_is_wagered_at_some_counts() -> None:
    with pytest.raises(ValueError, match="no side wagers"):
        game("<=0:0 1:30", {"pair": 500})
