"""The vector environment refuses an illegal action with the clauses that the engine cites."""

from typing import Any

import numpy as np
import pytest

from pitboss.envs import BlackjackEnv, IllegalAction
from pitboss.envs.blackjack import BET, SETTLED
from pitboss.envs.vector_refusal import refusal_at
from pitboss.law import Refusal
from pitboss.simulate.blackjack.stepper.tables import SteppedTables
from tests.envs.agreement import logged_chance

TABLES: list[dict[str, Any]] = [
    {"rulebook": "nz-blackjack"},
    {"rulebook": "mbs-blackjack"},
    {"rulebook": "canberra-blackjack"},
    {"rulebook": "tribal-blackjack", "options": {"max_boxes_per_player": 3}, "boxes": 3},
]


@pytest.mark.parametrize("choices", TABLES, ids=lambda choices: choices["rulebook"])
def test_illegal_decisions_are_refused_as_by_the_engine(choices: dict[str, Any]) -> None:
    env = BlackjackEnv(**choices, bet_sizes=(1, 2))
    tables = SteppedTables(env.rules, 1, env.bets, boxes=env.boxes)
    tables.record_cards(65_536)
    tables.reset(4)
    history = []
    for _ in range(150):
        refused = [
            (action, refusal_at(tables, 0, action))
            for action in map(int, np.flatnonzero(tables.masks[0] == 0))
            if action > 1
        ]
        actions = np.zeros(1, np.int64)
        tables.sample(actions)
        tables.step(actions)
        history.append((int(actions[0]), refused))
    env.open_table(logged_chance(tables, 0))
    env.reset()
    compared = 0
    for chosen, refused in history:
        for action, by_kernel in refused:
            by_engine = refusal_of_engine(env, action)
            assert by_kernel is not None
            if env._phase == BET:  # the engine also cites what closed the last hand, and a vector has begun anew
                assert set(by_kernel.clauses) <= set(by_engine.clauses)
            else:
                assert (by_kernel.message, by_kernel.clauses) == (by_engine.message, by_engine.clauses), env._text()
                compared += 1
        env._execute(chosen)
        if env._phase == SETTLED:
            env.reset()
    assert compared > 400


def refusal_of_engine(env: BlackjackEnv, action: int) -> Refusal:
    with pytest.raises(IllegalAction) as caught:
        env.step(action)
    return caught.value.refusal
