"""Simulation of a game whose round has one of a few outcomes: the counters are the frequencies of the outcomes.

A game from outside the package gives the outcomes, what each wager nets on each, and a function that plays rounds.
"""

from collections.abc import Mapping, Sequence
from math import sqrt
from typing import Any, Protocol

from msgspec import Struct

from pitboss.law.resolve import TableRules, hash_rules
from pitboss.simulate.run import Totals


class SampleRounds(Protocol):
    """Plays rounds on random cards or numbers that depend on the seed and the index alone."""

    def __call__(self, seed: int, index: int, rounds: int) -> Sequence[int]:
        """Returns how often each outcome came; the first rounds of an index are always the same."""
        ...


class WagerEstimate(Struct, frozen=True):
    """An estimate per unit staked."""

    expectation: float
    standard_error: float
    deviation: float


class SampledGame(Struct, frozen=True, kw_only=True):
    """A table, the wagers of every round, and how to play rounds. It implements ``SimulatedGame``."""

    rules: TableRules[Any]
    #: The stake of each wager in cents.
    stakes: Mapping[str, int]
    outcomes: tuple[str, ...]
    #: For each wager its net result in cents, by outcome.
    nets: Mapping[str, tuple[int, ...]]
    sample: SampleRounds
    rounds_of_a_piece: int = 1 << 18

    def __post_init__(self) -> None:
        if not self.stakes or self.stakes.keys() != self.nets.keys():
            raise ValueError("a simulated game needs a stake and the nets of at least one wager")
        if any(len(nets) != len(self.outcomes) for nets in self.nets.values()):
            raise ValueError("the nets of a wager are one for each outcome")

    @property
    def staked(self) -> int:
        """The sum of the stakes in cents."""
        return sum(self.stakes.values())

    @property
    def counters(self) -> dict[str, int]:
        """The number of rounds, and the frequency of each outcome."""
        return {"rounds": 1, "outcomes": len(self.outcomes)}

    def player(self) -> "SampledPlayer":
        """Returns a player."""
        return SampledPlayer(self)

    def identity(self) -> str:
        """Returns a text that identifies the table and its wagers."""
        wagers = ", ".join(f"{name} {stake}" for name, stake in self.stakes.items())
        return f"{self.rules.rulebook} {hash_rules(self.rules)}: {wagers}"

    def estimate(self, totals: Totals, wager: str = "") -> WagerEstimate:
        """Returns the estimate of one wager, or of all of them together."""
        names = [wager] if wager else list(self.nets)
        staked = sum(self.stakes[name] for name in names)
        nets = [sum(self.nets[name][place] for name in names) for place in range(len(self.outcomes))]
        rounds, counts = totals.value("rounds"), totals.of("outcomes")
        total = sum(net * count for net, count in zip(nets, counts, strict=True))
        squares = sum(net * net * count for net, count in zip(nets, counts, strict=True))
        deviation = sqrt(squares * rounds - total * total) / rounds / staked
        return WagerEstimate(total / rounds / staked, deviation / sqrt(rounds), deviation)

    def standard_error(self, totals: Totals) -> float:
        """Returns the standard error of all wagers per unit staked; infinite before a second round."""
        return self.estimate(totals).standard_error if totals.value("rounds") > 1 else float("inf")

    def expectation(self, totals: Totals) -> float:
        """Returns the expectation of all wagers per unit staked."""
        return self.estimate(totals).expectation


class SampledPlayer:
    """Plays pieces of work of one game."""

    def __init__(self, game: SampledGame) -> None:
        self._game = game

    def piece(self, seed: int, index: int, most: int | None = None) -> list[int]:
        """Plays the piece of that index, or its first ``most`` rounds."""
        rounds = min(self._game.rounds_of_a_piece, most or self._game.rounds_of_a_piece)
        counts = [int(count) for count in self._game.sample(seed, index, rounds)]
        if len(counts) != len(self._game.outcomes) or sum(counts) != rounds:
            raise ValueError(f"{rounds} rounds were asked for, and the game counted {counts}")
        return [rounds, *counts]
