"""Many tables of blackjack as one Gymnasium vector environment, stepped in compiled code on shared arrays."""

from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.envs.actions import IllegalAction
from pitboss.envs.arguments import check_positive
from pitboss.envs.blackjack import SIZES, BlackjackEnv
from pitboss.envs.vector_refusal import refusal_at
from pitboss.law import Refusal
from pitboss.simulate.blackjack.stepper.tables import SteppedTables


class BlackjackVectorEnv(VectorEnv[Any, Any, Any]):
    """Tables with the arguments of ``BlackjackEnv``, each with a shoe of its own.

    The table of a settled round is reset in the same step. ``step`` and ``reset`` return the same arrays each time and
    overwrite them in place: copy what must last. Raises
    NotSimulable for rules that compiled code does not play, and IllegalAction as ``BlackjackEnv`` does.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(self, *args: Any, num_envs: int = 1, **choices: Any) -> None:
        check_positive("num_envs", num_envs)
        if choices.pop("render_mode", None) is not None:
            raise ValueError("a vector environment is not rendered: render one BlackjackEnv")
        single = BlackjackEnv(*args, **choices)
        self.num_envs, self.rules, self.action_names = num_envs, single.rules, single.action_names
        self.single_observation_space = single.observation_space
        self.single_action_space = Discrete(len(single.action_names))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._flat, shown = single.flat, {}
        if self._flat:
            self._seen = np.zeros((num_envs, len(SIZES) + int(single.system is not None)), np.float32)
            shown = {"values": self._seen[:, : len(SIZES)], "counts": self._seen[:, len(SIZES) :]}
        self._tables = SteppedTables(
            single.rules,
            num_envs,
            single.bets,
            sides=single.sides,
            boxes=single.boxes,
            count=single.system,
            units=[single.unit(bet) for bet in single.bets],
            **shown,
        )
        self._actions = np.zeros(num_envs, np.int64)
        self._is_reset = False

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Opens all tables again, with shoes of that seed; returns the observations before the bets."""
        super().reset(seed=seed)
        self._is_reset = True
        self._tables.reset(int(self.np_random.integers(2**63)))
        return self._observe(), self._info()

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Executes an action at every table. After a settled round the next one begins, and ``final_obs`` has its end.

        Raises IllegalAction if an action is illegal; its table is unchanged, the others have been stepped.
        """
        tables = self._tables
        if not self._is_reset:
            raise ResetNeeded("no rounds are in play: call reset first")
        if actions is not self._actions:
            self._actions[:] = self._checked(actions)
        if tables.step(self._actions):
            raise self._illegal(int(np.flatnonzero(tables.illegal)[0]))
        info = self._info()
        if tables.terminals.any():
            info |= {"final_obs": self._final(), "_final_obs": tables.terminals}
        return self._observe(), tables.rewards, tables.terminals, np.zeros(self.num_envs, np.bool_), info

    def _checked(self, actions: Any) -> NDArray[Any]:
        """Returns the actions as an array; raises ValueError unless there is a whole number for every table."""
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape != (self.num_envs,):
            what = f"{given.dtype} in the shape {given.shape}"
            raise ValueError(f"actions are {what}: write {self.num_envs} whole numbers, one for each table")
        return given

    def _illegal(self, table: int) -> ValueError:
        """Returns the error for the illegal action of a table, with the legal ones."""
        action, names = int(self._actions[table]), self.action_names
        legal = tuple(name for name, allowed in zip(names, self._tables.masks[table], strict=True) if allowed)
        if not 0 <= action < len(names):
            return ValueError(f"{action} at table {table} is not an action: write a number from 0 to {len(names) - 1}")
        refusal = refusal_at(self._tables, table, action) or Refusal("turn", "this is not to be decided now")
        return IllegalAction(f"{names[action]} at table {table}", replace(refusal, allowed=legal))

    def sample_actions(self) -> NDArray[np.int64]:
        """Returns a random legal action for every table, in an array that the next call overwrites."""
        if not self._is_reset:
            raise ResetNeeded("no rounds are in play: call reset first")
        self._tables.sample(self._actions)
        return self._actions

    def _observe(self) -> Any:
        return self._seen if self._flat else self._parts(self._tables.values, self._tables.counts)

    def _final(self) -> Any:
        values, counts = self._tables.final_values, self._tables.final_counts
        return np.hstack([values, counts]) if self._flat else self._parts(values, counts)

    @staticmethod
    def _parts(values: NDArray[Any], counts: NDArray[Any]) -> dict[str, NDArray[Any]]:
        parts = {name: values[:, place] for place, name in enumerate(SIZES)}
        return parts | {"count": counts} if counts.shape[1] else parts

    def _info(self) -> dict[str, Any]:
        tables = self._tables
        return {"action_mask": tables.masks, "box": tables.at_boxes, "net": tables.nets}
