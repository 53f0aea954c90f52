"""The PettingZoo environment of tournaments: checked by PettingZoo; chips, order and places are the director's."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from pitboss.envs import IllegalAction
from pitboss.envs.tournament import TournamentEnv

SHORT = {"session": "rounds:2", "playoff": "rounds:1"}


def test_environment_passes_the_checks_of_pettingzoo() -> None:
    api_test(TournamentEnv("nz-tournament", SHORT, players=7), num_cycles=150)
    seed_test(lambda: TournamentEnv("nz-tournament", SHORT, players=5), num_cycles=30)


@pytest.mark.parametrize(
    ("book", "players", "options"),
    [
        ("nz-tournament", 5, SHORT),
        ("nz-tournament", 14, {**SHORT, "advance": "2"}),
        ("canberra-blackjack", 5, {**SHORT, "tournament": "true"}),
    ],
)
def test_one_player_wins_and_the_others_are_out(book: str, players: int, options: dict[str, str]) -> None:
    draw = np.random.default_rng(3)
    env = TournamentEnv(book, options, players=players, rewards=(3.0, 1.0))
    sessions = set()
    for seed in range(3):
        env.reset(seed=seed)
        total, ended = dict.fromkeys(env.possible_agents, 0.0), list[str]()
        for agent in env.agent_iter():
            observation, reward, over, _, info = env.last()
            total[agent] += reward
            sessions.add(env.game.session)
            assert observation in env.observation_space(agent)
            if over:
                ended.append(agent)
                env.step(None)
                continue
            table = env.game.table_of(agent)
            assert table is not None
            assert observation[0] == np.float32(table.play.money[agent] / table.stack)
            if info["action_mask"][0]:
                assert info["order"] == tuple(table.to_bet())
                assert info["order"][0] == agent
            env.step(int(draw.choice(np.flatnonzero(info["action_mask"]))))
        assert sorted(ended) == sorted(env.possible_agents)
        places = env.game.places
        assert sum(place == 1 for place in places.values()) == 1
        for agent in env.possible_agents:
            assert total[agent] == {1: 3.0, 2: 1.0}.get(places.get(agent, 0), 0.0)
    assert sessions >= ({1, 2} if players > 7 else {1})


def test_illegal_actions_and_fields_are_refused_with_the_clause() -> None:
    env = TournamentEnv("nz-tournament", players=7, render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().ndim == 3
    with pytest.raises(IllegalAction, match="nz-tournament"):
        env.step(env.action_names.index("hit"))
    with pytest.raises(ValueError, match=r"nz-tournament 5\.4"):
        TournamentEnv("nz-tournament", players=8)
    with pytest.raises(ValueError, match="at least"):
        TournamentEnv("nz-tournament", players=1)
    with pytest.raises(ValueError, match="a rulebook of blackjack"):
        TournamentEnv("canberra-blackjack")
