"""Exact figures against simulated ones, every round from freshly shuffled cards, for a cutting card has its price."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct

from pitboss.analyse.edge import Edge
from pitboss.analyse.wagers_table import WagerTable
from pitboss.cli.call import Refused
from pitboss.cli.simulate_run import progress
from pitboss.kernel.games import BlackjackGame, open_game
from pitboss.kernel.report import Estimate, Report, report, standard_error
from pitboss.kernel.run import Totals, run
from pitboss.kernel.strategy import Chart
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
    """Simulates the same table, again for wagers that may not lie together; Refused where no chart says how to play."""
    if worth.chart is None:
        raise Refused("the simulator plays by charts: verify total, or a chart in a file")
    left_out = {name: why for name, table in tables.items() if (why := table.too_few(rounds))}
    waiting = {name: table for name, table in tables.items() if name not in {*_NOT_PLAYED, *left_out}}
    main: Compared | None = None
    wagers: dict[str, Compared] = {}
    fewest = rounds
    while main is None or waiting:
        game, played = _together(rules, worth.chart, waiting, left_out)
        told = _played(game, rounds, seed)
        main = main or _compared(worth.expectation, told.main)
        wagers |= {
            name: _compared(float(table.expectation), told.wagers[table.wager]) for name, table in played.items()
        }
        waiting = {name: table for name, table in waiting.items() if name not in {*played, *left_out}}
        if told.rounds < rounds:  # somebody pressed Ctrl-C
            fewest = told.rounds
            left_out |= dict.fromkeys(waiting, "stopped before it was played")
            break
    return Check(rounds=fewest, seed=seed, main=main, wagers=wagers, left_out=left_out)


def _played(game: BlackjackGame, rounds: int, seed: int) -> Report:
    with progress(rounds) as tell:

        def watch(totals: Totals) -> None:
            error = standard_error(game.setting, totals)
            tell(totals.one("rounds"), f"± {error:.4%}")

        return report(game.setting, run(game, rounds, seed, watch=watch))


def _together(
    rules: BlackjackRules, chart: Chart, tables: Mapping[str, WagerTable], left_out: dict[str, str]
) -> tuple[BlackjackGame, dict[str, WagerTable]]:
    """The game with as many of the wagers as may lie on one box; what may not lie there even alone is left out."""
    game = open_game(rules, chart, shuffle_every_round=True)
    played: dict[str, WagerTable] = {}
    for name, table in tables.items():
        sides = {other.wager: other.stake for other in played.values()}
        if table.wager in sides:
            continue
        try:
            sides[table.wager] = table.stake
            game = open_game(rules, chart, sides=sides, shuffle_every_round=True)
            played[name] = table
        except ValueError as error:
            if not played:
                left_out[name] = str(error)
    return game, played


def _compared(exact: float, found: Estimate) -> Compared:
    return Compared(exact, found.expectation, found.standard_error)
