"""Roulette simulated: a spin is a draw from the wheel, and all results follow from how often each number came.

What a wager brings on a number is asked of the engine, once for every compartment: wagers that it refuses are refused
here by the same clause, and there is no second settlement that could differ.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.kernel.native import Native
from pitboss.kernel.run import Totals
from pitboss.kernel.wheel_layout import BLOCK, MOST_SPINS, SPINS_A_WORD, TALLY, first_state, rejected_below
from pitboss.law.refusal import Refusal
from pitboss.roulette import Position, RouletteRules, State, act, decide, layout_of, open_state
from pitboss.roulette import commands as cmd

_PLAYER: Final = "player"
_PURSE: Final = 10**15

Numbers = NDArray[np.uint8]
_spin, _count_spins = Native("roulette_wheel", "spin"), Native("roulette_wheel", "count_spins")


class WheelProgram(Struct, frozen=True):
    """One table and the wagers that lie on it at every spin."""

    rules: RouletteRules
    #: The positions with their stakes in cents, in the order in which they were placed.
    wagers: tuple[tuple[Position, int], ...]
    #: Cents that each wager nets, by compartment of the wheel.
    nets: NDArray[np.int64]

    @property
    def compartments(self) -> tuple[int, ...]:
        """The numbers of the wheel in its order."""
        return self.rules.terms.wheel

    @property
    def staked(self) -> int:
        """What lies on the layout at every spin, in cents."""
        return sum(stake for _, stake in self.wagers)

    @property
    def totals(self) -> list[int]:
        """Cents that all wagers together net, by compartment."""
        sums: list[int] = self.nets.sum(axis=1).tolist()
        return sums

    # --- as a game that can be run

    @property
    def counters(self) -> dict[str, int]:
        """Spins, and how often each compartment came."""
        return {"rounds": 1, "compartments": len(self.compartments)}

    @property
    def rounds_of_a_piece(self) -> int:
        """Spins of a piece of work."""
        return MOST_SPINS

    def player(self) -> "Wheel":
        """A wheel to spin."""
        return Wheel(self)

    def standard_error(self, totals: Totals) -> float:
        """Of what all wagers together bring per unit staked; infinite before a second spin."""
        spins, counts, nets = totals.one("rounds"), totals.of("compartments"), self.totals
        if spins < 2:
            return float("inf")
        total = sum(net * count for net, count in zip(nets, counts, strict=True))
        squares = sum(net * net * count for net, count in zip(nets, counts, strict=True))
        return sqrt(squares * spins - total * total) / spins / self.staked / sqrt(spins)

    def identity(self) -> str:
        """The table and its wagers."""
        lying = ", ".join(f"{position} {stake}" for position, stake in self.wagers)
        return f"{self.rules.rulebook} {sorted(self.rules.options.items())} {self.rules.limits}: {lying}"


class _Rests:
    """Chance with one number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def spin(self, *, void: bool) -> int:
        """The ball rests there."""
        return self.number


def build_wheel(rules: RouletteRules, stakes: Mapping[tuple[str, str], int]) -> WheelProgram:
    """The program for stakes by kind and place of position; ValueError for what the table refuses, with its clause."""
    if not stakes:
        raise ValueError("roulette needs a wager at least, such as red=5")
    state, _ = open_state(rules)
    act(rules, state, cmd.JoinTable(player=_PLAYER, money=_PURSE), _Rests(0))
    wagers: dict[Position, int] = {}
    for (kind, place), stake in stakes.items():
        bet = cmd.PlaceWager(player=_PLAYER, kind=kind, place=place, amount=stake)
        done = act(rules, state, bet, _Rests(0))
        if isinstance(done, Refusal):
            raise ValueError(str(done))
        position = layout_of(rules).find(kind, place)
        assert position is not None
        if position in wagers:
            raise ValueError(f"a wager on {position} is given twice")
        wagers[position] = stake
    nets = [_settled(rules, state, tuple(wagers), number) for number in rules.terms.wheel]
    return WheelProgram(rules, tuple(wagers.items()), np.array(nets, np.int64))


def _settled(rules: RouletteRules, state: State, positions: tuple[Position, ...], number: int) -> list[int]:
    """What the engine makes of every wager when this number is spun."""
    spun = decide(rules, state, cmd.SpinBall(), _Rests(number))
    assert not isinstance(spun, Refusal)
    nets = []
    for position in positions:
        wager = spun.state.result_of(_PLAYER, position.kind, position.place)
        assert wager is not None
        assert wager.result is not None
        nets.append(wager.result)
    return nets


class Wheel:
    """Spins for one program, a piece of work at a time."""

    def __init__(self, program: WheelProgram) -> None:
        self._numbers = np.array(program.compartments, np.uint8)
        self._size, self._reject = len(self._numbers), rejected_below(len(self._numbers))
        self._block = np.zeros(BLOCK, np.uint8)
        self._tallies = np.zeros((SPINS_A_WORD, TALLY // 8), np.int64)

    def piece(self, seed: int, index: int, most: int | None = None) -> list[int]:
        """The spins of the piece of that number, or so many of its first, and how often each compartment came."""
        spins = min(MOST_SPINS, most or MOST_SPINS)
        self._tallies[:] = 0
        memory = self._block.ctypes.data, self._tallies.ctypes.data
        _count_spins(first_state(seed, index), self._size, self._reject, spins, *memory)
        counts: list[int] = self._tallies.sum(axis=0)[: self._size].tolist()
        return [spins, *counts]

    def record(self, spins: int, seed: int, index: int) -> Numbers:
        """The numbers of the same spins, one after the other."""
        return self._numbers[compartments(first_state(seed, index), self._size, self._reject, spins)]


def compartments(state: int, size: int, reject: int, spins: int) -> Numbers:
    """So many compartments of a wheel of that size, one after the other."""
    places = np.empty(-(-spins // SPINS_A_WORD) * SPINS_A_WORD, np.uint8)
    _spin(state, size, reject, places.ctypes.data, len(places))
    return places[:spins]
