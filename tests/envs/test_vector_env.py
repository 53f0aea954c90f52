"""The vector environment shows what its compiled tables do, in the forms of Gymnasium."""

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import Error, ResetNeeded

from pitboss.envs import BLACKJACK, IllegalAction
from pitboss.envs.blackjack import SIZES
from pitboss.envs.vector import BlackjackVectorEnv


def made(**choices: Any) -> Any:
    """A vector environment made by Gymnasium."""
    return gymnasium.make_vec(BLACKJACK, vectorization_mode="vector_entry_point", **choices)


def test_flat_and_dict_observations_are_the_same_and_in_their_spaces() -> None:
    choices = {"num_envs": 16, "rulebook": "mbs-blackjack", "count": "hi-lo", "bet_sizes": (1, 4)}
    flat, parts = made(**choices, observation="flat"), made(**choices)
    (one, _), (other, _) = flat.reset(seed=3), parts.reset(seed=3)
    rounds = 0
    for _ in range(80):
        actions = flat.unwrapped.sample_actions().copy()
        one, rewards, over, truncated, info = flat.step(actions)
        other, same_rewards, _, _, same_info = parts.step(actions)
        assert (one == np.column_stack([other[name] for name in (*SIZES, "count")])).all()
        assert (rewards == same_rewards).all()
        assert one.dtype == np.float32
        assert one in flat.observation_space
        assert not truncated.any()
        assert (info["action_mask"].sum(axis=1) > 0).all()
        if over.any():
            assert info["final_obs"] in flat.observation_space
            assert (info["final_obs"][over, 0] == 3).all()
            assert (same_info["final_obs"]["total"][over] == info["final_obs"][over, 1]).all()
        rounds += over.sum()
    assert rounds > 200


def test_environments_on_the_engine_need_no_compiled_code() -> None:
    code = "import sys, pitboss.envs; print(any(n.startswith(('numba', 'pitboss.simulate')) for n in sys.modules))"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_rewards_are_in_first_or_minimum_wagers() -> None:
    for unit, factor in (("first_wager", 1), ("minimum", 4)):
        env = made(num_envs=64, rules="6D", bet_sizes=(4,), reward_unit=unit)
        env.reset(seed=1)
        for _ in range(10):
            _, rewards, _, _, info = env.step(env.unwrapped.sample_actions())
            assert rewards == pytest.approx(info["net"] / 4_000 * factor)


def test_same_seed_gives_the_same_observations_and_another_does_not() -> None:
    def played(seed: int) -> list[Any]:
        env = made(num_envs=8, rulebook="nz-blackjack", observation="flat")
        env.reset(seed=seed)
        return [env.step(env.unwrapped.sample_actions())[0].tolist() for _ in range(20)]

    assert played(1) == played(1)
    assert played(1) != played(2)


def test_illegal_action_is_refused_with_the_legal_ones() -> None:
    env = made(num_envs=2, rulebook="nz-blackjack")
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match=r"hit at table 1: .* \(nz-blackjack 8.3\); allowed: bet 10"):
        env.step(np.array([0, 2]))
    with pytest.raises(ValueError, match="99 at table 1 is not an action: write a number from 0 to 10"):
        env.step(np.array([legal_action(env, 0), 99]))


def legal_action(env: Any, table: int) -> int:
    return int(np.flatnonzero(env.unwrapped._tables.masks[table])[0])


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (np.zeros(3, np.int64), r"int64 in the shape \(3,\): write 2 whole numbers, one for each table"),
        (np.full(2, 0.7), "float64 in the shape"),
        (["bet", "bet"], "<U3 in the shape"),
        (None, "object in the shape"),
        (0, r"in the shape \(\)"),
    ],
)
def test_actions_are_a_whole_number_for_every_table(actions: Any, message: str) -> None:
    env = made(num_envs=2, rulebook="nz-blackjack")
    env.reset(seed=1)
    with pytest.raises(ValueError, match=message):
        env.step(actions)


@pytest.mark.parametrize("seed", ["a", 1.5, -1, [1, 2]])
def test_wrong_seed_is_refused_as_by_gymnasium(seed: Any) -> None:
    with pytest.raises(Error, match="Seed must be"):
        made(num_envs=2, rulebook="nz-blackjack").reset(seed=seed)


def test_a_step_before_the_first_reset_is_refused() -> None:
    env = made(num_envs=2, rulebook="nz-blackjack").unwrapped
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.step(np.zeros(2, np.int64))
    with pytest.raises(ResetNeeded, match="call reset first"):
        env.sample_actions()


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"num_envs": 0}, "num_envs=0: write a positive whole number"),
        ({"render_mode": "ansi"}, "not rendered"),
        ({"boxes": 2}, "14.4"),
        ({"observation": "image"}, "'dict' or 'flat'"),
    ],
)
def test_impossible_environment_is_refused_with_the_reason(choices: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        BlackjackVectorEnv("nz-blackjack", **choices)
