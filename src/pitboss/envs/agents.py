"""What the environments of several agents share: their spaces, the state of an episode, and the checks of a step."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Discrete, Space
from gymnasium.utils import seeding

from pitboss.envs.arguments import check_choice, check_positive
from pitboss.extras import require

require("envs", "pettingzoo")

from pettingzoo import AECEnv  # noqa: E402 # after the check that it is installed

RENDER_MODES: Final = ("rgb_array",)


def metadata_of(name: str) -> dict[str, Any]:
    """Returns the metadata of an environment for PettingZoo."""
    return {"render_modes": list(RENDER_MODES), "name": name, "is_parallelizable": False, "render_fps": 4}


class AgentsEnv(AECEnv[str, Any, Any]):  # type: ignore[misc,unused-ignore]
    """Agents with numbered names, one space of observations and one of actions."""

    def __init__(self, players: int, render_mode: str | None) -> None:
        super().__init__()
        check_choice("render_mode", render_mode, (None, *RENDER_MODES))
        self.render_mode = render_mode
        check_positive("players", players)
        self.possible_agents = [f"player_{number}" for number in range(players)]
        self.agents: list[str] = []
        self.is_reset = False
        #: What each action does.
        self.action_names: tuple[str, ...] = ()
        self._np_random: np.random.Generator | None = None

    def __getattr__(self, name: str) -> Any:
        """Raises AttributeError for what there is from the first reset on."""
        before = "" if self.__dict__.get("is_reset") else " before the first reset: call reset"
        raise AttributeError(f"{type(self).__name__} has no {name}{before}")

    def _set_spaces(self, action_names: Sequence[str], most: Sequence[float]) -> None:
        """Sets the actions, and observations from 0 to these values."""
        self.action_names = tuple(action_names)
        high = np.array(most, np.float32)
        space = Box(np.zeros(len(high), np.float32), high, dtype=np.float32)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: Discrete(len(self.action_names)) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Space[Any]:
        """Returns the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Returns the space of an agent's actions."""
        return self.action_spaces[agent]

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""

    def _generator(self, seed: int | None) -> np.random.Generator:
        """Returns the generator, a new one for a seed."""
        if seed is not None or self._np_random is None:
            self._np_random, _ = seeding.np_random(seed)
        return self._np_random

    def _begin_episode(self) -> None:
        """Sets all agents as alive and without rewards."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def _begin_step(self, action: Any) -> str | None:
        """Returns the agent in turn, whose action is a number of the space; None for one that is out of the episode."""
        agent: str = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return None
        if not self.action_space(agent).contains(action):
            raise ValueError(f"{action!r} is not an action: write a number from 0 to {len(self.action_names) - 1}")
        self._cumulative_rewards[agent] = 0.0
        return agent
