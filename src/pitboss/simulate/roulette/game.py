"""Simulation of roulette: each spin is a draw from the wheel, and the counters are the frequencies of the numbers.

The engine settles the wagers once for every compartment. A wager that it refuses is refused here with the same clause.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.compiled.native import Native
from pitboss.games.roulette import Position, RouletteRules, State, act, decide, layout_of, open_state
from pitboss.games.roulette import commands as cmd
from pitboss.law.refusal import Refusal
from pitboss.law.resolve import hash_rules
from pitboss.simulate.roulette.layout import BLOCK, MOST_SPINS, SPINS_A_WORD, TALLY, first_state, rejected_below
from pitboss.simulate.run import Totals

_PLAYER: Final = "player"
_PURSE: Final = 10**15

Numbers = NDArray[np.uint8]
_WHEEL: Final = "simulate.roulette.wheel"
_spin, _count_spins = Native(_WHEEL, "spin"), Native(_WHEEL, "count_spins")


class WheelProgram(Struct, frozen=True):
    """A table and the wagers placed at every spin."""

    rules: RouletteRules
    #: The positions with their stakes in cents, in the order of placement.
    wagers: tuple[tuple[Position, int], ...]
    #: The net result of each wager in cents, by compartment of the wheel.
    nets: NDArray[np.int64]

    @property
    def compartments(self) -> tuple[int, ...]:
        """The numbers of the wheel in its order."""
        return self.rules.terms.wheel

    @property
    def staked(self) -> int:
        """The sum of the stakes in cents."""
        return sum(stake for _, stake in self.wagers)

    @property
    def totals(self) -> list[int]:
        """The net result of all wagers in cents, by compartment."""
        sums: list[int] = self.nets.sum(axis=1).tolist()
        return sums

    # --- interface of a simulated game

    @property
    def counters(self) -> dict[str, int]:
        """The number of spins, and the frequency of each compartment."""
        return {"rounds": 1, "compartments": len(self.compartments)}

    @property
    def rounds_of_a_piece(self) -> int:
        """The number of spins in a piece of work."""
        return MOST_SPINS

    def player(self) -> "Wheel":
        """Returns a player."""
        return Wheel(self)

    def standard_error(self, totals: Totals) -> float:
        """Returns the standard error of the result of all wagers per unit staked; infinite before a second spin."""
        spins, counts, nets = totals.value("rounds"), totals.of("compartments"), self.totals
        if spins < 2:
            return float("inf")
        total = sum(net * count for net, count in zip(nets, counts, strict=True))
        squares = sum(net * net * count for net, count in zip(nets, counts, strict=True))
        return sqrt(squares * spins - total * total) / spins / self.staked / sqrt(spins)

    def identity(self) -> str:
        """Returns a text that identifies the table and its wagers."""
        wagers = ", ".join(f"{position} {stake}" for position, stake in self.wagers)
        table = (
            f"{self.rules.rulebook} {sorted(self.rules.options.items())} {self.rules.limits} {hash_rules(self.rules)}"
        )
        return f"{table}: {wagers}"


class _FixedNumber:
    """A source of chance with one fixed number."""

    def __init__(self, number: int) -> None:
        self.number = number

    def spin(self, *, void: bool) -> int:
        """Returns the number."""
        return self.number


def build_wheel(rules: RouletteRules, stakes: Mapping[tuple[str, str], int]) -> WheelProgram:
    """Builds the program for stakes by kind and place. Raises ValueError with the clause of a refused wager."""
    if not stakes:
        raise ValueError("roulette needs a wager at least, such as red=5")
    state, _ = open_state(rules)
    act(rules, state, cmd.JoinTable(player=_PLAYER, money=_PURSE), _FixedNumber(0))
    wagers: dict[Position, int] = {}
    for (kind, place), stake in stakes.items():
        bet = cmd.PlaceWager(player=_PLAYER, kind=kind, place=place, amount=stake)
        outcome = act(rules, state, bet, _FixedNumber(0))
        if isinstance(outcome, Refusal):
            raise ValueError(str(outcome))
        position = layout_of(rules).find(kind, place)
        assert position is not None
        if position in wagers:
            raise ValueError(f"a wager on {position} is given twice")
        wagers[position] = stake
    nets = [_settled(rules, state, tuple(wagers), number) for number in rules.terms.wheel]
    return WheelProgram(rules, tuple(wagers.items()), np.array(nets, np.int64))


def _settled(rules: RouletteRules, state: State, positions: tuple[Position, ...], number: int) -> list[int]:
    """Returns the engine's net result of every wager for this number."""
    spun = decide(rules, state, cmd.SpinBall(), _FixedNumber(number))
    assert not isinstance(spun, Refusal)
    nets = []
    for position in positions:
        wager = spun.state.result_of(_PLAYER, position.kind, position.place)
        assert wager is not None
        assert wager.result is not None
        nets.append(wager.result)
    return nets


class Wheel:
    """Plays pieces of work for one program."""

    def __init__(self, program: WheelProgram) -> None:
        self._numbers = np.array(program.compartments, np.uint8)
        self._size, self._reject = len(self._numbers), rejected_below(len(self._numbers))
        self._block = np.zeros(BLOCK, np.uint8)
        self._tallies = np.zeros((SPINS_A_WORD, TALLY // 8), np.int64)

    def piece(self, seed: int, index: int, most: int | None = None) -> list[int]:
        """Plays the piece of that index, or its first ``most`` spins; returns the spins and the compartments'
        frequencies.
        """
        spins = min(MOST_SPINS, most or MOST_SPINS)
        self._tallies[:] = 0
        memory = self._block.ctypes.data, self._tallies.ctypes.data
        _count_spins(first_state(seed, index), self._size, self._reject, spins, *memory)
        counts: list[int] = self._tallies.sum(axis=0)[: self._size].tolist()
        return [spins, *counts]

    def record(self, spins: int, seed: int, index: int) -> Numbers:
        """Returns the numbers of the same spins in order."""
        return self._numbers[compartments(first_state(seed, index), self._size, self._reject, spins)]


def compartments(state: int, size: int, reject: int, spins: int) -> Numbers:
    """Returns the compartments of ``spins`` spins of a wheel of that size, in order."""
    places = np.empty(-(-spins // SPINS_A_WORD) * SPINS_A_WORD, np.uint8)
    _spin(state, size, reject, places.ctypes.data, len(places))
    return places[:spins]
