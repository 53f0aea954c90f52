"""Roulette as a Gymnasium environment: one player, one spin an episode, on the engine itself."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, Space

from pitboss.atoms.wheel import HIGHEST
from pitboss.envs.actions import IllegalAction, LegalDiscrete, Mask
from pitboss.envs.arguments import (
    OBSERVATIONS,
    REWARD_UNITS,
    bet_sizes_of,
    check_choice,
    render_pixels,
    resolve_table,
)
from pitboss.games.roulette import RouletteRules, act, layout_of, open_state, refusal_of
from pitboss.games.roulette import commands as cmd
from pitboss.games.roulette.drawing import draw_table
from pitboss.law import Limits, Refusal
from pitboss.money import amount_text, net_text

#: The name for ``gymnasium.make``.
ROULETTE: Final = "pitboss/Roulette-v0"
GAME: Final = "roulette"
PLAYER: Final = "player"
#: So much that no run of losses ends it; cents.
BUY_IN: Final = 10**15
#: The value of ``number`` before the first spin.
NO_NUMBER: Final = HIGHEST + 1
SPIN: Final = "spin"


class RouletteEnv(gymnasium.Env[Any, Any]):
    """One spin an episode. Each action lays a wager, which replaces one on the same position; the last action spins.

    ``rulebook`` and ``options`` name a table, ``bet_sizes`` the wagers on a position in minimum wagers. The table stays
    open over episodes; ``reset(seed=…)`` opens a new one.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        rulebook: str = "",
        options: Mapping[str, str | int | bool] | None = None,
        *,
        limits: Limits | tuple[int, int] = (1_000, 100_000),
        bet_sizes: Sequence[int] = (1,),
        observation: str = "dict",
        reward_unit: str = "first_wager",
        render_mode: str | None = None,
    ) -> None:
        check_choice("observation", observation, OBSERVATIONS)
        check_choice("reward_unit", reward_unit, REWARD_UNITS)
        check_choice("render_mode", render_mode, (None, *self.metadata["render_modes"]))
        sizes = bet_sizes_of(bet_sizes)
        self.rules: RouletteRules = resolve_table(GAME, rulebook, options or {}, limits)
        self.render_mode, self.flat, self._reward_unit = render_mode, observation == "flat", reward_unit
        self.positions = tuple(layout_of(self.rules))
        self._place_of = {(place.kind, place.place): number for number, place in enumerate(self.positions)}
        self._wagers = [
            cmd.PlaceWager(player=PLAYER, kind=at.kind, place=at.place, amount=size * self.rules.limits.minimum)
            for at in self.positions
            for size in sizes
        ]
        #: What each action does.
        self.action_names = (
            *(f"{f'{bet.kind} {bet.place}'.strip()} {amount_text(bet.amount)}" for bet in self._wagers),
            SPIN,
        )
        self._open()
        self._betting = self._legal_bets()
        self.action_space: LegalDiscrete = LegalDiscrete(len(self._wagers) + 1, 0)
        self.observation_space = self._space(max(sizes))
        self._over, self._first_wager, self._net = True, 0, 0

    # --- Gymnasium -----------------------------------------------------------------------------------------------

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begins a round without wagers; returns the observation, and the legal actions in ``info``."""
        super().reset(seed=seed)
        if seed is not None or not self._over:
            self._open()
        self._over, self._first_wager, self._net, self._stakes = False, 0, 0, np.zeros(len(self.positions), np.float32)
        return self._observe(), self._info()

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Lays a wager, or spins: then comes the reward. Raises IllegalAction for a refused wager."""
        if self._over:
            raise ResetNeeded("no round is in play: call reset for the next one")
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action: write a number from 0 to {len(self.action_names) - 1}")
        if int(action) < len(self._wagers):
            self._bet(self._wagers[int(action)])
            return self._observe(), 0.0, False, False, self._info()
        self._spin()
        unit = self._first_wager if self._reward_unit == "first_wager" else self.rules.limits.minimum
        return self._observe(), self._net / unit if self._first_wager else 0.0, True, False, self._info()

    def render(self) -> Any:
        """Returns the table as text in the mode ``ansi``, as pixels in ``rgb_array``; None without a render mode."""
        if self.render_mode is not None and not hasattr(self, "_stakes"):
            raise ResetNeeded("there is no table to render before the first reset")
        if self.render_mode == "rgb_array":
            return render_pixels(draw_table(self.rules, self.state))
        return self._text() if self.render_mode == "ansi" else None

    # --- the table -----------------------------------------------------------------------------------------------

    def spin(self, *, void: bool) -> int:
        """Returns a random number of the wheel: the environment is the chance of its table."""
        compartments = self.rules.terms.wheel
        return int(compartments[int(self.np_random.integers(len(compartments)))])

    def _open(self) -> None:
        self.state, _ = open_state(self.rules)
        self._do("join", cmd.JoinTable(player=PLAYER, money=BUY_IN))

    def _do(self, action: str, command: cmd.Command) -> None:
        done = act(self.rules, self.state, command, self)
        if isinstance(done, Refusal):
            raise IllegalAction(action, done)

    def _bet(self, wager: cmd.PlaceWager) -> None:
        self._do(f"{wager.kind} {wager.place}".strip(), wager)
        self._first_wager = self._first_wager or wager.amount
        self._stakes[self._place_of[wager.kind, wager.place]] = wager.amount / self.rules.limits.minimum

    def _spin(self) -> None:
        before = self.state.money[PLAYER] + sum(wager.amount for wager in self.state.wagers)
        self._do(SPIN, cmd.SpinBall())
        for wager in tuple(self.state.wagers):  # the stakes of winners are taken up
            self._do("withdraw", cmd.WithdrawWager(player=PLAYER, kind=wager.kind, place=wager.place))
        self._over, self._net = True, self.state.money[PLAYER] - before

    def _legal_bets(self) -> Mask:
        """Returns the legal actions while betting is open: limits alone forbid one, as the chips never run out."""
        refusals = [refusal_of(self.rules, self.state, wager) for wager in self._wagers]
        if all(refusals):
            raise ValueError(f"no wager of bet_sizes is legal: {self._wagers[0].kind}: {refusals[0]}")
        return np.array([*(refusal is None for refusal in refusals), True], np.int8)

    # --- observations --------------------------------------------------------------------------------------------

    def _space(self, most: int) -> Space[Any]:
        stakes = Box(0, most, (len(self.positions),), np.float32)
        if not self.flat:
            return Dict({"number": Discrete(NO_NUMBER + 1), "stakes": stakes})
        high = np.array([NO_NUMBER, *stakes.high], np.float32)
        return Box(np.zeros(len(high), np.float32), high, dtype=np.float32)

    def _observe(self) -> Any:
        number = self.state.number if self.state.number >= 0 else NO_NUMBER
        if self.flat:
            return np.array([number, *self._stakes], np.float32)
        return {"number": np.int64(number), "stakes": self._stakes.copy()}

    def _info(self) -> dict[str, Any]:
        mask = np.zeros_like(self._betting) if self._over else self._betting.copy()
        self.action_space.legal = mask
        return {"action_mask": mask.copy(), "net": self._net}

    def _text(self) -> str:
        wagers = [
            f"{position!s:<16}{amount_text(int(stake * self.rules.limits.minimum))}"
            for position, stake in zip(self.positions, self._stakes, strict=True)
            if stake
        ]
        end = [f"number {self.state.number}", f"net     {net_text(self._net)}"] if self._over else ["place your bets"]
        return "\n".join([*wagers, *end]) + "\n"
