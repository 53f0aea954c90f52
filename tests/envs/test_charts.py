"""A chart played in an environment: its cells, and that its win is the exact expectation."""

from typing import Any

import numpy as np
import pytest

from pitboss.analyse.edge import edge
from pitboss.analyse.strategy import best_chart
from pitboss.envs.charts import CELLS, ChartPolicy, cells_of, chart_of_cells
from pitboss.envs.vector import BlackjackVectorEnv
from pitboss.strategy.chart import SECTIONS


def test_a_chart_of_its_own_cells_is_the_chart() -> None:
    codes = "".join(np.random.default_rng(1).choice(list("SHDEPRQ"), CELLS))
    chart = chart_of_cells("any", codes)
    assert "".join(code for section in SECTIONS for row in chart.rows(section) for code in row) == codes
    with pytest.raises(ValueError, match="380 cells"):
        chart_of_cells("short", codes[:-1])


def test_cells_are_totals_soft_totals_and_pairs_that_may_be_split() -> None:
    hands = np.array(
        [[2, 16, 0, 8, 1, 1], [2, 16, 0, 8, 1, 1], [2, 18, 1, 0, 6, 1], [0, 0, 0, 0, 0, 0]], dtype=np.float32
    )
    masks = np.zeros((4, 11), np.int8)
    masks[0, 4] = 1  # split
    chart = ["-"] * CELLS
    for cell, code in zip(cells_of(hands, masks), "PHES", strict=True):
        chart[cell] = code
    made = chart_of_cells("any", "".join(chart))
    assert made.pair[7][9] == "P"
    assert made.by_total(16, 0, soft=False) == "H"
    assert made.by_total(18, 5 * 4, soft=True) == "E"
    assert made.hard[0][0] == "S"  # no hand in turn


@pytest.mark.parametrize("table", [{"rulebook": "canberra-blackjack"}, {"rules": "6D H17 DAS LS"}])
def test_the_best_chart_wins_its_exact_expectation(table: dict[str, Any]) -> None:
    env = BlackjackVectorEnv(num_envs=4096, observation="flat", **table)
    chart = best_chart(env.rules)
    policy = ChartPolicy(chart)
    observations, info = env.reset(seed=1)
    total = squares = rounds = 0.0
    for _ in range(300):
        observations, rewards, over, _, info = env.step(policy.actions(observations, info["action_mask"]))
        total, squares, rounds = total + rewards.sum(), squares + (rewards**2).sum(), rounds + over.sum()
    assert rounds > 400_000
    assert abs(total / rounds - edge(env.rules, strategy=chart).expectation) < 4 * np.sqrt(squares) / rounds
