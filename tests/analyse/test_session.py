"""Sessions: equal to every order of results, and to simulated rounds within four standard errors."""

from fractions import Fraction
from itertools import product
from math import prod, sqrt
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import Edge, edge
from pitboss.analyse.round_distribution import Distributions, RoundDistribution
from pitboss.analyse.session import SessionResult, WagerStep, session
from pitboss.analyse.shoe import NotAnalysable
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel
from pitboss.simulate.blackjack.program import build
from tests.analyse.rules import rules_of
from tests.cli.calls import call, told

#: Results of a round with their probabilities; half units occur, and a round may lose more than one wager.
FEW = {-2.0: 0.1, -1.0: 0.4, 0.0: 0.1, 1.5: 0.3, 2.0: 0.1}


class Few(Distributions):
    """The distribution FEW, whatever the rules."""

    def of(self, most_products: int) -> RoundDistribution:
        return RoundDistribution(FEW, {}, 0.0, ())


@pytest.fixture(scope="module")
def worth() -> Edge:
    return edge(rules_of("nz-blackjack"))


def _with_few(worth: Edge) -> Edge:
    return replace(worth, _distributions=Few.__new__(Few))


def every_order(rounds: int, bankroll: float) -> SessionResult:
    """The figures of a session, by playing out every order of results."""
    exact: dict[float, Fraction] = {}
    ruin = played = Fraction(0)
    for order in product(FEW, repeat=rounds):
        chance, money = prod(Fraction(str(FEW[net])) for net in order), bankroll
        for net in order:
            if money >= 1:
                money += net
                played += chance
        exact[money - bankroll] = exact.get(money - bankroll, Fraction(0)) + chance
        ruin += chance * (money < 1)
    nets = {net: float(chance) for net, chance in exact.items()}
    mean = sum(net * chance for net, chance in nets.items())
    spread = sqrt(sum((net - mean) ** 2 * chance for net, chance in nets.items()))
    ahead, behind = (sum(c for net, c in nets.items() if net * sign > 0) for sign in (1, -1))
    return SessionResult(
        rounds, bankroll, mean, spread, ahead, nets.get(0.0, 0.0), behind, float(ruin), float(played), {}, nets
    )


@pytest.mark.parametrize("bankroll", [1, 2.5, 4, 100])
def test_a_session_with_a_bankroll_is_that_of_every_order(worth: Edge, bankroll: float) -> None:
    expected = every_order(5, bankroll)
    found = session(_with_few(worth), 5, bankroll)
    for name in ("expectation", "deviation", "ahead", "level", "behind", "ruin", "mean_rounds"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-13), name
    some = {net: chance for net, chance in found.distribution.items() if chance}
    assert some == pytest.approx(expected.distribution, abs=1e-14)


def test_a_session_without_a_bankroll_is_that_of_every_order(worth: Edge) -> None:
    expected = every_order(5, 1000)
    found = session(_with_few(worth), 5)
    for name in ("ahead", "level", "behind", "ruin"):
        assert getattr(found, name) == pytest.approx(getattr(expected, name), abs=1e-13), name
    for net, chance in expected.distribution.items():
        assert found.distribution[net] == pytest.approx(chance, abs=1e-14)
    assert found.mean_rounds == 5


@pytest.mark.parametrize("bankroll", [None, 2.5, 6])
def test_a_stepped_session_is_that_of_every_order(worth: Edge, bankroll: float | None) -> None:
    steps = (WagerStep(2, Fraction(1)), WagerStep(1, Fraction(5, 2)), WagerStep(2, Fraction(2)))
    wagers = [float(step.wager) for step in steps for _ in range(step.rounds)]
    nets: dict[float, float] = {}
    ruin = fallen = played = 0.0
    for order in product(FEW, repeat=5):
        chance, money, start = prod(FEW[net] for net in order), bankroll or 1e3, bankroll or 1e3
        free = highest = worst = 0.0
        over = False
        for net, wager in zip(order, wagers, strict=True):
            over = over or money < wager
            if not over:
                money += net * wager
                played += chance
            free += net * wager
            highest = max(highest, free)
            worst = max(worst, highest - free)
        nets[money - start] = nets.get(money - start, 0.0) + chance
        ruin += chance * (over or money < wagers[-1])
        fallen += chance * (worst >= 4.5)
    found = session(_with_few(worth), 5, bankroll, steps=steps, drawdown=4.5)
    assert {net: chance for net, chance in found.distribution.items() if chance > 1e-13} == pytest.approx(
        nets, abs=1e-12
    )
    assert found.ruin == pytest.approx(ruin if bankroll else 0.0, abs=1e-12)
    assert found.mean_rounds == pytest.approx(played, abs=1e-12)
    assert found.drawdown_chance == pytest.approx(fallen, abs=1e-12)
    assert 0 < found.numerical_error < 1e-12


def test_the_figures_of_a_session_agree_with_random_sessions(worth: Edge) -> None:
    steps = (WagerStep(60, Fraction(1)), WagerStep(40, Fraction(3)))
    found = session(worth, 100, steps=steps, drawdown=25)
    dice, number = np.random.default_rng(7), 20_000
    drawn = dice.choice(list(worth.distribution), (number, 100), p=np.array(list(worth.distribution.values())))
    drawn[:, 60:] *= 3
    paths = np.concatenate([np.zeros((number, 1)), drawn.cumsum(axis=1)], axis=1)
    falls = (np.maximum.accumulate(paths, axis=1) - paths).max(axis=1) >= 25
    for share, chance in ((falls.mean(), found.drawdown_chance), ((paths[:, -1] > 0).mean(), found.ahead)):
        assert chance is not None
        assert abs(share - chance) < 4 * sqrt(chance * (1 - chance) / number)


def test_a_session_of_one_round_is_that_round(worth: Edge) -> None:
    found = session(worth, 1)
    assert {net: chance for net, chance in found.distribution.items() if chance > 1e-12} == pytest.approx(
        {net: chance for net, chance in worth.distribution.items() if chance > 1e-12}, abs=1e-14
    )
    assert (found.expectation, found.deviation) == (worth.expectation, worth.deviation)


def test_percentiles_are_the_least_results_with_enough_below(worth: Edge) -> None:
    found = session(worth, 40)
    for percent, net in found.percentiles.items():
        below = sum(chance for other, chance in found.distribution.items() if other < net)
        assert below < percent / 100 <= below + found.distribution[net] + 1e-12


@pytest.mark.parametrize(
    ("rulebook", "options"), [("nz-blackjack", ""), ("tribal-blackjack", "max_split_hands=4 decks=2")]
)
def test_simulated_sessions_agree(rulebook: str, options: str) -> None:
    rounds, sessions, bankroll = 60, 20_000, 8
    rules = rules_of(rulebook, options)
    found = edge(rules)
    assert found.chart is not None
    program = build(rules, found.chart, shuffle_every_round=True)
    kernel, pieces = GeneralKernel(program), 20
    played = [kernel.record(rounds * sessions // pieces, 5, piece).nets[:, 0] for piece in range(pieces)]
    nets = np.concatenate(played).reshape(sessions, rounds)
    money = bankroll + np.cumsum(nets, axis=1) * program.unit / program.initial
    broke = money < 1
    ended = np.where(broke.any(axis=1), broke.argmax(axis=1), rounds - 1)
    last = money[np.arange(sessions), ended] - bankroll
    expected = session(found, rounds, bankroll)
    for simulated, exact in (
        ((last > 0).astype(float), expected.ahead),
        ((last < 0).astype(float), expected.behind),
        (broke.any(axis=1).astype(float), expected.ruin),
        (ended + 1.0, expected.mean_rounds),
        (last, expected.expectation),
    ):
        assert abs(simulated.mean() - exact) < 4 * simulated.std() / sqrt(sessions)
    whole = session(found, rounds)
    flat = money[:, -1] - bankroll
    for simulated, exact in (((flat > 0).astype(float), whole.ahead), (flat, whole.expectation)):
        assert abs(simulated.mean() - exact) < 4 * simulated.std() / sqrt(sessions)


def test_sessions_that_cannot_be_computed_are_refused(worth: Edge) -> None:
    with pytest.raises(NotAnalysable, match="several dealer hands"):
        session(edge(rules_of("canberra-blackjack", "triple_play=true")), 10)
    for bankroll in (0.5, 2.3):
        with pytest.raises(ValueError, match="at least 1 first wager, in steps of 1/2"):
            session(worth, 10, bankroll)
    with pytest.raises(ValueError, match="at most"):
        session(worth, 10**7)
    with pytest.raises(ValueError, match="take too long"):
        session(worth, 10**6, 100)


def test_results_that_hardly_occur_are_not_listed(worth: Edge) -> None:
    found = session(worth, 2_000)
    assert len(found.distribution) < 4_000
    assert sum(found.distribution.values()) == pytest.approx(1, abs=1e-10)


def test_the_command_prints_and_plots(tmp_path: Path) -> None:
    arguments = ("session", "mbs-blackjack", "--rounds", "200", "--bankroll", "20")
    data = told(*arguments)
    assert data["ahead"] + data["level"] + data["behind"] == pytest.approx(1)
    assert sum(data["distribution"].values()) == pytest.approx(1)
    assert data["source"] == "conventional"
    plot = tmp_path / "session.svg"
    text = " ".join(call(*arguments, "--out", str(plot)).stdout.split())
    assert f"less than one wager left of 20 {data['ruin']:.4%}" in text
    assert plot.read_text().startswith("<?xml")
    refused = call(*arguments, "--out", "session.txt")
    assert refused.exit_code == 2
    assert "a plot is written as .png, .svg or .pdf" in refused.stderr
