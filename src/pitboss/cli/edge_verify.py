"""Exact figures against simulated ones, every round from freshly shuffled cards, for a cutting card has its price."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.analyse.edge import Edge
from pitboss.analyse.wagers_table import WagerTable
from pitboss.cli.call import Refused
from pitboss.cli.simulate_run import progress
from pitboss.kernel.games import BlackjackGame, open_game
from pitboss.kernel.report import Estimate, report, standard_error
from pitboss.kernel.run import Totals, run
from pitboss.law.resolve import BlackjackRules

#: So many standard errors at most lie between the two.
MOST: Final = 4.0
#: Told without being wagered on: insurance is for the strategy to say, an ante is lost whatever comes.
_NOT_PLAYED: Final = ("insurance", "ante")


class Compared(Struct, frozen=True):
    """One wager, exactly and simulated."""

    exact: float
    simulated: float
    standard_error: float

    @property
    def z(self) -> float:
        """Standard errors between them; nothing that cannot vary may differ."""
        apart = self.simulated - self.exact
        if not self.standard_error:
            return 0.0 if abs(apart) < 1e-12 else float("inf")
        return apart / self.standard_error


class Check(Struct, frozen=True):
    """All that was compared, and why the rest was not."""

    rounds: int
    seed: int
    main: Compared
    wagers: dict[str, Compared]
    left_out: dict[str, str]

    @property
    def agrees(self) -> bool:
        """Whether all are near enough."""
        return all(abs(one.z) <= MOST for one in (self.main, *self.wagers.values()))

    def data(self) -> dict[str, Any]:
        """For programs."""
        return {
            "rounds": self.rounds,
            "seed": self.seed,
            "agrees": self.agrees,
            "main": _plain(self.main),
            "wagers": {name: _plain(one) for name, one in self.wagers.items()},
            "left_out": self.left_out,
        }


def _plain(one: Compared) -> dict[str, float]:
    return {"expectation": one.simulated, "standard_error": one.standard_error, "z": one.z}


def verified(rules: BlackjackRules, worth: Edge, tables: Mapping[str, WagerTable], rounds: int, seed: int) -> Check:
    """Simulates the same table; Refused where the simulator cannot play the strategy."""
    if worth.chart is None:
        raise Refused("the simulator plays by charts: verify total, or a chart in a file")
    game, left_out = _game(rules, worth, tables, rounds)
    with progress(rounds) as tell:

        def watch(totals: Totals) -> None:
            error = standard_error(game.setting, totals)
            tell(totals.one("rounds"), f"± {error:.4%}")

        told = report(game.setting, run(game, rounds, seed, watch=watch))
    played = {name: told.wagers[name] for name, _ in game.setting.sides}
    return Check(
        rounds=told.rounds,
        seed=seed,
        main=_compared(worth.expectation, told.main),
        wagers={name: _compared(float(tables[name].expectation), found) for name, found in played.items()},
        left_out=left_out,
    )


def _compared(exact: float, found: Estimate) -> Compared:
    return Compared(exact, found.expectation, found.standard_error)


def _game(
    rules: BlackjackRules, worth: Edge, tables: Mapping[str, WagerTable], rounds: int
) -> tuple[BlackjackGame, dict[str, str]]:
    """The simulated table with every wager that it can have, and what stands against the others."""
    assert worth.chart is not None
    sides: dict[str, int] = {}
    left_out: dict[str, str] = {}
    game = open_game(rules, worth.chart, shuffle_every_round=True)
    for name, table in tables.items():
        if name in _NOT_PLAYED:
            continue
        if too_few := table.too_few(rounds):
            left_out[name] = too_few
            continue
        try:
            with_it = sides | {name: table.stake}
            game = open_game(rules, worth.chart, sides=with_it, shuffle_every_round=True)
            sides = with_it
        except ValueError as error:
            left_out[name] = str(error)
    return game, left_out
