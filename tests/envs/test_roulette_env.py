"""The Gymnasium environment of roulette: checked by Gymnasium, and its rewards against the odds of the rulebook."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from pitboss.envs import ROULETTE, IllegalAction, RouletteEnv
from pitboss.envs.roulette import NO_NUMBER
from pitboss.games.roulette import refusal_of
from pitboss.games.roulette.layout import round_results


def opened(**choices: Any) -> RouletteEnv:
    env = gymnasium.make(ROULETTE, rulebook="nz-roulette", **choices).unwrapped
    assert isinstance(env, RouletteEnv)
    return env


@pytest.mark.parametrize("observation", ["dict", "flat"])
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_environment_passes_the_checks_of_gymnasium(observation: str, mode: str) -> None:
    check_env(opened(observation=observation, bet_sizes=(1, 2), options={"neighbour": True}, render_mode=mode))


def test_rewards_are_the_results_of_the_rulebook() -> None:
    env = opened(bet_sizes=(1, 3), options={"neighbour": True}, reward_unit="minimum")
    env.reset(seed=3)
    draw = np.random.default_rng(3)
    seen = set()
    for _ in range(200):
        chosen = {int(action) for action in draw.integers(len(env.action_names) - 1, size=5)}
        wagers = {(at.kind, at.place): size for action in sorted(chosen) for at, size in [_wager(env, action)]}
        for action in sorted(chosen):
            _, reward, over, _, _ = env.step(action)
            assert (reward, over) == (0.0, False)
        observation, reward, over, _, info = env.step(len(env.action_names) - 1)
        place = env.rules.terms.wheel.index(int(observation["number"]))
        net = 0
        for (kind, spot), size in wagers.items():
            results = round_results(env.rules, kind, spot, size * 1_000)
            assert results is not None
            net += results[place]
        assert (reward, over, info["net"]) == (net / 1_000, True, net)
        assert observation["stakes"].sum() == sum(wagers.values())
        seen.add(int(observation["number"]))
        env.reset()
    assert len(seen) > 30


def _wager(env: RouletteEnv, action: int) -> tuple[Any, int]:
    return env.positions[action // 2], (1, 3)[action % 2]


def test_mask_is_what_the_engine_allows_also_after_wagers() -> None:
    env = opened(bet_sizes=(1, 5), limits=(1_000, 100_000), options={"maximum_straight": 20})
    _, info = env.reset(seed=1)
    assert not info["action_mask"][env.action_names.index("straight 17 50")]
    env.step(env.action_names.index("red 50"))
    _, _, _, _, info = env.step(env.action_names.index("straight 17 10"))
    legal = [refusal_of(env.rules, env.state, wager) is None for wager in env._wagers]
    assert info["action_mask"].tolist() == [*legal, True]
    with pytest.raises(IllegalAction, match=r"1\.0"):
        env.step(env.action_names.index("straight 17 50"))


def test_first_wager_is_the_unit_and_a_spin_without_wagers_gives_nothing() -> None:
    env = opened(bet_sizes=(4,))
    observation, _ = env.reset(seed=1)
    assert observation["number"] == NO_NUMBER
    with pytest.raises(ValueError, match="not an action"):
        env.step(10_000)
    assert env.step(len(env.action_names) - 1)[1:3] == (0.0, True)
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    env.step(env.action_names.index("red 40"))
    assert abs(env.step(len(env.action_names) - 1)[1]) == 1.0


def test_pixels_show_the_chips() -> None:
    env = opened(render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    env.step(env.action_names.index("red 10"))
    after = env.render()
    assert before.shape == after.shape == (before.shape[0], before.shape[1], 3)
    assert before.dtype == np.uint8
    assert (before != after).any()


def test_other_games_and_sizes_are_errors() -> None:
    with pytest.raises(ValueError, match="this environment plays roulette"):
        gymnasium.make(ROULETTE, rulebook="nz-blackjack")
    with pytest.raises(ValueError, match="bet_sizes"):
        opened(bet_sizes=(0,))
    with pytest.raises(ValueError, match=r"straight 0 is outside the limits \(nz-roulette 1.0\)"):
        opened(bet_sizes=(1_000,))
