"""The PettingZoo environment of blackjack: checked by PettingZoo, and its rewards against the money of the table."""

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pitboss.envs import IllegalAction
from pitboss.envs.players import BlackjackPlayersEnv

TABLES: list[dict[str, Any]] = [
    {"rulebook": "nz-blackjack", "players": 3},
    {"rulebook": "mbs-blackjack", "players": 2, "bet_sizes": (1, 2)},
    {"rulebook": "tribal-blackjack", "players": 4},
    {"rulebook": "canberra-blackjack", "players": 2},
    {"rulebook": "tribal-blackjack", "options": {"double_shoe": True}, "players": 2},
    {"rules": "6D H17 DAS LS", "players": 7},
]


@pytest.mark.parametrize("table", TABLES, ids=[next(iter(table.values())) for table in TABLES])
def test_environment_passes_the_checks_of_pettingzoo(table: dict[str, Any]) -> None:
    api_test(BlackjackPlayersEnv(**table), num_cycles=300)
    seed_test(lambda: BlackjackPlayersEnv(**table), num_cycles=50)


@pytest.mark.parametrize("table", TABLES, ids=[next(iter(table.values())) for table in TABLES])
def test_rewards_are_the_money_won_on_each_box(table: dict[str, Any]) -> None:
    env = BlackjackPlayersEnv(**table)
    draw = np.random.default_rng(2)
    env.reset(seed=2)
    for _ in range(30):
        before, total = dict(env.game.money), dict.fromkeys(env.agents, 0.0)
        units: dict[str, int] = {}
        for agent in env.agent_iter():
            _, reward, over, _, info = env.last()
            total[agent] += reward
            if over:
                assert not info["action_mask"].any()
                env.step(None)
                continue
            action = int(draw.choice(np.flatnonzero(info["action_mask"])))
            if agent not in units:
                units[agent] = int(env.action_names[action].removeprefix("bet ")) * 100
            env.step(action)
        for agent, unit in units.items():
            assert total[agent] == (env.game.money[agent] - before[agent]) / unit
        env.reset()


def test_an_action_out_of_turn_is_refused_with_its_clause() -> None:
    env = BlackjackPlayersEnv("nz-blackjack", players=2, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.agent_selection == "player_0"
    with pytest.raises(IllegalAction, match="nz-blackjack"):
        env.step(env.action_names.index("hit"))
    env.step(0)
    assert env.agent_selection == "player_1"
    assert not env.infos["player_0"]["action_mask"].any()
    env.step(0)
    assert env.render().ndim == 3
    with pytest.raises(ValueError, match="the table has"):
        BlackjackPlayersEnv("nz-blackjack", players=20)
