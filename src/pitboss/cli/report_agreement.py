"""The simulation beside a report: the same wagers, played by the compiled simulator from a full shoe each round."""

from collections.abc import Iterator
from typing import Any, Final, Protocol

from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from pitboss.analyse.report import Agreement, Sheet
from pitboss.analyse.strategy import best_chart
from pitboss.kernel.games import open_game
from pitboss.kernel.report import report
from pitboss.kernel.roulette import build_wheel
from pitboss.kernel.roulette_report import report_wheel
from pitboss.kernel.run import run
from pitboss.kernel.strategy import Chart
from pitboss.law.resolve import BlackjackRules, TableRules
from pitboss.roulette.layout import RouletteRules, layout_of

_STAKE: Final = 1_000
_INSURANCE: Final = "the strategy does not make it"
_NO_CHART: Final = "the simulator plays by charts, and play by composition is none"


def with_agreement(sheet: Sheet, rules: TableRules[Any], *, rounds: int, seed: int, workers: int) -> Sheet:
    """The report with what so many rounds of each wager brought; a bar on the error stream shows how far they are."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        simulation = _Simulation(rounds, seed, workers, bar)
        found = simulation.roulette(sheet, rules) if sheet.game == "roulette" else simulation.blackjack(sheet, rules)
        rows = tuple(found)
    return replace(sheet, agreement=rows, seed=seed)


class _Simulation:
    """How much is played, and who looks on."""

    def __init__(self, rounds: int, seed: int, workers: int, bar: Progress) -> None:
        self._rounds, self._seed, self._workers, self._bar = rounds, seed, workers, bar

    def blackjack(self, sheet: Sheet, rules: BlackjackRules) -> Iterator[Agreement]:
        """The main game, then each wager beside it; without a chart, what does not depend on play."""
        assert sheet.main is not None
        chart = sheet.main.chart or best_chart(rules)
        by_chart = sheet.main.chart is not None
        worth = sheet.main.expectation
        yield self._one("main", worth, rules, chart) if by_chart else Agreement("main", worth, why=_NO_CHART)
        for name, table in sheet.wagers.items():
            kind, worth = table.wager, float(table.expectation)
            if kind == "insurance":
                yield Agreement(name, worth, why=_INSURANCE)
            elif table.strategy and not by_chart:
                yield Agreement(name, worth, why=_NO_CHART)
            elif too_few := table.too_few(self._rounds):
                yield Agreement(name, worth, why=too_few)
            elif kind in rules.sides:
                yield self._one(name, worth, rules, chart, (kind, table.stake))

    def _one(
        self, name: str, exact: float, rules: BlackjackRules, chart: Chart, side: tuple[str, int] | None = None
    ) -> Agreement:
        try:
            game = open_game(rules, chart, sides=dict([side] if side else []), shuffle_every_round=True)
        except ValueError as error:
            return Agreement(name, exact, why=str(error))
        told = report(game.setting, self._run(name, game))
        return _row(name, exact, told.wagers[side[0]] if side else told.main, told.rounds)

    def roulette(self, sheet: Sheet, rules: RouletteRules) -> Iterator[Agreement]:
        """One position of every kind, all on the same spins."""
        of_kind = {position.kind: position for position in reversed(list(layout_of(rules)))}
        positions = [of_kind[kind] for kind in reversed(of_kind)]
        stakes = {(position.kind, position.place): _STAKE for position in positions}
        program = build_wheel(rules, stakes)
        told = report_wheel(program, self._run("spins", program))
        for position in positions:
            name = str(position)
            yield _row(name, float(sheet.wagers[name].expectation), told.wagers[name], told.rounds)

    def _run(self, name: str, game: Any) -> Any:
        task = self._bar.add_task(name.replace("_", " "), total=self._rounds)

        def watch(totals: Any) -> None:
            self._bar.update(task, completed=totals.one("rounds"))

        return run(game, self._rounds, self._seed, workers=self._workers, watch=watch)


def _row(name: str, exact: float, found: "_Found", rounds: int) -> Agreement:
    return Agreement(name, exact, found.expectation, found.standard_error, rounds)


class _Found(Protocol):
    """What either simulator tells of a wager."""

    @property
    def expectation(self) -> float: ...

    @property
    def standard_error(self) -> float: ...
