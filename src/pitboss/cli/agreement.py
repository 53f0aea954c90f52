"""Exact figures beside simulated ones: every round from freshly shuffled cards, for a cutting card has its price."""

from collections.abc import Iterable, Mapping, Sequence
from os import cpu_count
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse.edge import Edge
from pitboss.analyse.game import game_of
from pitboss.analyse.report import Agreement
from pitboss.analyse.strategy import best_chart
from pitboss.analyse.wagers_table import WagerTable
from pitboss.cli.simulate_run import progress
from pitboss.kernel.games import BlackjackGame, open_game
from pitboss.kernel.report import report
from pitboss.kernel.roulette import build_wheel
from pitboss.kernel.roulette_report import report_wheel
from pitboss.kernel.run import Game, Totals, run
from pitboss.kernel.strategy import Chart
from pitboss.law.resolve import BlackjackRules
from pitboss.roulette.layout import RouletteRules, layout_of

MAIN: Final = "main"
_STAKE: Final = 1_000
#: Wagers that are reckoned without being made.
_NOT_MADE: Final = {
    "insurance": "whether it is made is for the strategy to say",
    "ante": "it is lost, whatever comes",
}
_NO_CHART: Final = "the simulator plays by charts, and play by composition is none"
_STOPPED: Final = "stopped before it was played"

Tables = Mapping[str, WagerTable]


class Played(Struct, frozen=True):
    """How much is simulated for each wager; the workers change nothing in what is found."""

    rounds: int
    seed: int
    workers: int = 0

    def totals(self, game: Game) -> Totals:
        """What so many rounds of a game come to, or as many as there were when somebody pressed Ctrl-C."""
        with progress(self.rounds) as tell:

            def watch(totals: Totals) -> None:
                tell(totals.one("rounds"), f"± {game.standard_error(totals):.4%}")

            return run(game, self.rounds, self.seed, workers=self.workers or cpu_count() or 1, watch=watch)


def cut_short(rows: Iterable[Agreement], rounds: int) -> bool:
    """Whether somebody pressed Ctrl-C before all of them were played so long."""
    return any(row.why == _STOPPED or 0 < row.rounds < rounds for row in rows)


def wheel_agreement(rules: RouletteRules, tables: Tables, played: Played) -> tuple[Agreement, ...]:
    """One position of every kind, all on the same spins."""
    of_kind = {position.kind: position for position in reversed(list(layout_of(rules)))}
    positions = [of_kind[kind] for kind in reversed(of_kind)]
    program = build_wheel(rules, {(position.kind, position.place): _STAKE for position in positions})
    rows = {str(position): _exact(tables[str(position)]) for position in positions}
    totals = played.totals(program)
    if not totals.one("rounds"):
        return tuple(replace(row, why=_STOPPED) for row in rows.values())
    told = report_wheel(program, totals)
    return tuple(_found(row, told.wagers[name], told.rounds) for name, row in rows.items())


def cards_agreement(rules: BlackjackRules, main: Edge, tables: Tables, played: Played) -> tuple[Agreement, ...]:
    """The main game and every wager beside it, again for wagers that may not lie together."""
    chart = main.chart or best_chart(rules)
    rows = {MAIN: Agreement(MAIN, main.expectation, why="" if main.chart else _NO_CHART)}
    rows |= {
        name: replace(_exact(table), why=_left_out(table, main.chart, played.rounds)) for name, table in tables.items()
    }
    try:
        alone = _main_game(rules, chart)
    except ValueError as error:
        return tuple(replace(row, why=row.why or str(error)) for row in rows.values())
    while waiting := [name for name, row in rows.items() if row.waits]:
        game, names, refused = _together(alone, tables, [name for name in waiting if name != MAIN])
        rows |= {name: replace(rows[name], why=why) for name, why in refused.items()}
        if MAIN not in waiting and not names:
            continue
        totals = played.totals(game)
        if totals.one("rounds"):
            told = report(game.setting, totals)
            found = {MAIN: told.main} | {name: told.wagers[tables[name].wager] for name in names}
            rows |= {name: _found(rows[name], found[name], told.rounds) for name in waiting if name in found}
        if totals.one("rounds") < played.rounds:  # somebody pressed Ctrl-C
            rows = {name: replace(row, why=_STOPPED) if row.waits else row for name, row in rows.items()}
    return tuple(rows.values())


def _main_game(rules: BlackjackRules, chart: Chart) -> BlackjackGame:
    """The game with the wager that was reckoned with, or with the least where the table does not take that one."""
    reckoned = (game_of(rules).pays.stake,) * (rules.terms.spots_needed if rules.terms.spots > 1 else 1)
    try:
        return open_game(rules, chart, stakes=reckoned, shuffle_every_round=True)
    except ValueError:
        return open_game(rules, chart, shuffle_every_round=True)


def _left_out(table: WagerTable, chart: Chart | None, rounds: int) -> str:
    """Why a wager is not simulated; nothing where it is."""
    if table.wager in _NOT_MADE:
        return _NOT_MADE[table.wager]
    if table.strategy and chart is None:
        return _NO_CHART
    return table.too_few(rounds)


def _together(
    alone: BlackjackGame, tables: Tables, names: Sequence[str]
) -> tuple[BlackjackGame, list[str], dict[str, str]]:
    """The game with as many of the wagers as may lie on one box, which they are, and why others may not even alone."""
    setting, game = alone.setting, alone
    played: list[str] = []
    refused: dict[str, str] = {}
    for name in names:
        sides = {tables[other].wager: tables[other].stake for other in played}
        table = tables[name]
        if table.wager in sides:
            continue  # another stake of the same wager has its own turn
        try:
            sides[table.wager] = table.stake
            game = open_game(setting.rules, setting.chart, stakes=setting.stakes, sides=sides, shuffle_every_round=True)
            played.append(name)
        except ValueError as error:
            if not played:
                refused[name] = str(error)
    return game, played, refused


class _Estimate(Protocol):
    """What either simulator tells of a wager."""

    @property
    def expectation(self) -> float: ...

    @property
    def standard_error(self) -> float: ...


def _exact(table: WagerTable) -> Agreement:
    return Agreement(table.name, float(table.expectation))


def _found(row: Agreement, found: _Estimate, rounds: int) -> Agreement:
    return replace(row, simulated=found.expectation, standard_error=found.standard_error, rounds=rounds)
