"""Comparison of exact figures with simulated ones. Every simulated round is dealt from a fresh shuffle."""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, sqrt
from os import cpu_count
from statistics import NormalDist
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse.edge import Edge
from pitboss.analyse.game import game_of
from pitboss.analyse.joint import JointMoment
from pitboss.analyse.report import Agreement, FigureCheck, MeanStake
from pitboss.analyse.stakes import mean_stake
from pitboss.analyse.strategy import best_chart
from pitboss.analyse.wagers_check import ante_results
from pitboss.analyse.wagers_table import WagerTable
from pitboss.cli.simulate_run import progress
from pitboss.games.roulette.layout import RouletteRules, layout_of
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import BlackjackGame, GeneralGame, open_game
from pitboss.simulate.blackjack.report import BlackjackReport, report
from pitboss.simulate.roulette.game import build_wheel
from pitboss.simulate.roulette.report import report_wheel
from pitboss.simulate.run import SimulatedGame, Totals, run
from pitboss.simulate.sampled import SampledGame
from pitboss.strategy.chart import Chart

MAIN, INSURANCE, ANTE = "main", "insurance", "ante"
_STAKE: Final = 1_000
#: The expected number of a result from which on its simulated frequency is taken as normal; below, as Poisson.
_OFTEN: Final = 100
#: The least expected number of a result that is compared alone.
_SELDOM: Final = 5
#: Rounds on the engine to check the ante.
_ANTE_ROUNDS: Final = 200
_NO_CHART: Final = "the simulator plays by charts, and composition play is not a chart"
_FEW_BINS: Final = "the simulator has too few bins for its results"
_STOPPED: Final = "stopped before it was played"

Tables = Mapping[str, WagerTable]


class SimulationRun(Struct, frozen=True):
    """Parameters of the simulation of each wager. The number of workers does not change the result."""

    rounds: int
    seed: int
    workers: int = 0

    def totals(self, game: SimulatedGame) -> Totals:
        """Run the game and return the totals, partial after Ctrl-C."""
        with progress(self.rounds) as update:

            def watch(totals: Totals) -> None:
                update(totals.value("rounds"), f"± {game.standard_error(totals):.4%}")

            return run(game, self.rounds, self.seed, workers=self.workers or cpu_count() or 1, watch=watch)


def cut_short(rows: Iterable[Agreement], rounds: int) -> bool:
    """Returns whether Ctrl-C interrupted a simulation."""
    return any(row.why == _STOPPED or (row.standard_error and 0 < row.rounds < rounds) for row in rows)


def wheel_agreement(rules: RouletteRules, tables: Tables, played: SimulationRun) -> tuple[Agreement, ...]:
    """Simulate one position of every kind on the same spins, and compare."""
    of_kind = {position.kind: position for position in reversed(list(layout_of(rules)))}
    positions = [of_kind[kind] for kind in reversed(of_kind)]
    program = build_wheel(rules, {(position.kind, position.place): _STAKE for position in positions})
    rows = {str(position): _exact(tables[str(position)]) for position in positions}
    totals = played.totals(program)
    if not totals.value("rounds"):
        return tuple(replace(row, why=_STOPPED) for row in rows.values())
    simulation = report_wheel(program, totals)
    return tuple(_found(row, simulation.wagers[name], simulation.rounds, tables[name]) for name, row in rows.items())


def sampled_agreement(program: SampledGame, tables: Tables, played: SimulationRun) -> tuple[Agreement, ...]:
    """Simulate every wager of a game on the same rounds, and compare."""
    totals, rows = played.totals(program), {name: _exact(table) for name, table in tables.items()}
    rounds = totals.value("rounds")
    if not rounds:
        return tuple(replace(row, why=_STOPPED) for row in rows.values())
    return tuple(_found(row, program.estimate(totals, name), rounds, tables[name]) for name, row in rows.items())


def cards_agreement(
    rules: BlackjackRules, main: Edge, tables: Tables, played: SimulationRun, joint: Sequence[JointMoment] = ()
) -> tuple[Agreement, ...]:
    """Simulate the main game and every other wager, in as few runs as may share a box, and compare.

    Covariances are compared where both wagers are in the first run.
    """
    chart = main.chart or best_chart(rules)
    rows = {MAIN: Agreement(MAIN, main.expectation, why="" if main.chart else _NO_CHART)}
    rows |= {
        name: replace(_exact(table), why=_left_out(table, main.chart, played.rounds)) for name, table in tables.items()
    }
    try:
        alone = _main_game(rules, chart)
    except ValueError as error:
        return tuple(replace(row, why=row.why or str(error)) for row in rows.values())
    if ANTE in rows:
        rows[ANTE] = _ante(rules, rows[ANTE])
    while waiting := [name for name, row in rows.items() if row.waits]:
        if waiting == [INSURANCE]:
            rows[INSURANCE] = _insurance(rules, chart, tables[INSURANCE], played)
            continue
        sides = [name for name in waiting if name not in (MAIN, INSURANCE)]
        game, names, refused = _together(alone, tables, sides)
        rows |= {name: replace(rows[name], why=why) for name, why in refused.items()}
        if MAIN not in waiting and not names:
            continue
        totals = played.totals(game)
        if totals.value("rounds"):
            simulation = report(game.setting, totals)
            found = {name: simulation.wagers[tables[name].wager] for name in names}
            rows |= {name: _found(rows[name], found[name], simulation.rounds, tables[name]) for name in found}
            if MAIN in waiting:
                row = _main_found(rules, main, rows[MAIN], simulation)
                rows[MAIN] = replace(row, checks=(*row.checks, *_joint_checks(joint, simulation, tables)))
        if totals.value("rounds") < played.rounds:  # interrupted by Ctrl-C
            rows = {name: replace(row, why=_STOPPED) if row.waits else row for name, row in rows.items()}
    return tuple(rows.values())


def _main_game(rules: BlackjackRules, chart: Chart) -> BlackjackGame:
    """Returns the game with the analysed stake, or the minimum if the table does not accept it."""
    reckoned = (game_of(rules).pays.stake,) * (rules.terms.spots_needed if rules.terms.spots > 1 else 1)
    try:
        return open_game(rules, chart, stakes=reckoned, shuffle_every_round=True)
    except ValueError:
        return open_game(rules, chart, shuffle_every_round=True)


def _insurance(rules: BlackjackRules, chart: Chart, table: WagerTable, played: SimulationRun) -> Agreement:
    """Simulate insurance on every box against an ace, ignoring the rules of who may insure."""
    row = _exact(table)
    terms = replace(rules.terms, insurance_for_blackjack=True, consolidated_payout=False)
    insuring = replace(chart, insure=True, even_money=False)
    try:
        game = _main_game(replace(rules, terms=terms, memo={}), insuring)
    except ValueError as error:
        return replace(row, why=str(error))
    words = game.program.words if isinstance(game, GeneralGame) else {}
    if not words.get("insures"):
        return replace(row, why="the stake that is simulated leaves no amount that can be insured")
    totals = played.totals(game)
    number, won = totals.value("insured"), totals.value("insurance_won")
    if not number:
        return replace(row, why=_STOPPED)
    pays, chance = words["insurance_pays_1"] / words["insured_1"], won / number
    spread = (1 + pays) * sqrt(chance * (1 - chance) / number)
    found = _Drawn((1 + pays) * chance - 1, spread, spread * sqrt(number))
    return _found(row, found, totals.value("rounds"), table)


def _ante(rules: BlackjackRules, row: Agreement) -> Agreement:
    """Compare the ante on the engine. It is lost in every round, so a few rounds suffice."""
    terms = rules.terms
    if terms.ante_waiver is not None and rules.limits.minimum * terms.spots_needed >= terms.ante_waiver:
        return replace(row, why="no ante is due beside the least wager")
    nets = ante_results(rules, _ANTE_ROUNDS)
    lost = sum(nets) / len(nets) / (terms.ante or 1)
    return replace(row, simulated=lost, standard_error=0.0, rounds=len(nets))


def _left_out(table: WagerTable, chart: Chart | None, rounds: int) -> str:
    """Returns why a wager is not simulated, or an empty string."""
    if table.strategy and chart is None:
        return _NO_CHART
    return table.too_few(rounds)


def _together(
    alone: BlackjackGame, tables: Tables, names: Sequence[str]
) -> tuple[BlackjackGame, list[str], dict[str, str]]:
    """Returns a game with as many of the wagers as may share a box, their names, and why others are refused."""
    setting, game = alone.setting, alone
    played: list[str] = []
    refused: dict[str, str] = {}
    for name in names:
        sides = {tables[other].wager: tables[other].stake for other in played}
        table = tables[name]
        if table.wager in sides:
            continue  # another stake of the same wager runs separately
        try:
            sides[table.wager] = table.stake
            game = open_game(setting.rules, setting.chart, stakes=setting.stakes, sides=sides, shuffle_every_round=True)
            played.append(name)
        except ValueError as error:
            if not played:
                refused[name] = str(error)
    return game, played, refused


class _Estimate(Protocol):
    """A wager's estimate by either simulator."""

    @property
    def expectation(self) -> float: ...

    @property
    def standard_error(self) -> float: ...

    @property
    def deviation(self) -> float: ...


class _Drawn(Struct, frozen=True):
    """An estimate from the number of wins."""

    expectation: float
    standard_error: float
    deviation: float


def _exact(table: WagerTable) -> Agreement:
    return Agreement(table.name, float(table.expectation))


def _found(row: Agreement, found: _Estimate, rounds: int, table: WagerTable) -> Agreement:
    """Returns the row with what was simulated, and the comparison of the deviation."""
    exact, mean = table.deviation, float(table.expectation)
    fourth = sum(float(outcome.probability) * (float(outcome.pay) - mean) ** 4 for outcome in table.outcomes)
    check = FigureCheck("deviation", exact, found.deviation, _deviation_error(exact, fourth, found))
    if any(outcome.spread for outcome in table.outcomes):
        check = FigureCheck("deviation", exact, why="the spread of a meter shows only over many top awards")
    return _with(row, found, rounds, (check,))


def _main_found(rules: BlackjackRules, main: Edge, row: Agreement, simulation: BlackjackReport) -> Agreement:
    """Returns the row of the main game: expectation, deviation, hit frequency and mean stake."""
    simulated = {float(net): share for net, share in simulation.distribution.items()}
    results = simulated or main.distribution
    checks = []
    if results:
        fourth = sum(share * (net - main.expectation) ** 4 for net, share in results.items())
        error = _deviation_error(main.deviation, fourth, simulation.main)
        checks.append(FigureCheck("deviation", main.deviation, simulation.main.deviation, error))
    else:
        checks.append(FigureCheck("deviation", main.deviation, why=_FEW_BINS))
    if main.distribution:
        exact, found = _hits(main.distribution), _hits(simulated)
        error, why = sqrt(exact * (1 - exact) / simulation.rounds), "" if simulated else _FEW_BINS
        checks.append(FigureCheck("hit frequency", exact, found, error, why))
        checks += probabilities(main.distribution, simulated, simulation.rounds) if simulated else ()
    stake, found_stake = mean_stake(rules, main), _simulated_stake(rules, simulation)
    if stake is not None:
        checks.append(FigureCheck("mean stake", stake, found_stake.mean, found_stake.standard_error))
    row = replace(row, mean_stake=None if stake is not None else found_stake)
    return _with(row, simulation.main, simulation.rounds, tuple(checks))


def _simulated_stake(rules: BlackjackRules, simulation: BlackjackReport) -> MeanStake:
    """Returns the mean stake of the simulated rounds; its standard error is an upper bound from the largest stake."""
    terms = rules.terms
    mean = simulation.mean_stake
    most = 2 ** (1 + terms.redoubles) * max(terms.split_hands, 1) - 0.5  # half a wager is the insurance
    return MeanStake(mean, sqrt(most * max(mean - 1.0, 0.0) / simulation.rounds))


def probabilities(exact: Mapping[float, float], simulated: Mapping[float, float], rounds: int) -> Iterable[FigureCheck]:
    """Iterates over the comparisons of all net results; rare ones are counted together with their neighbours."""
    for nets in _groups(exact, exact.keys() | simulated.keys(), rounds):
        share, found = (sum(of.get(net, 0.0) for net in nets) for of in (exact, simulated))
        error, mean = sqrt(share * (1 - share) / rounds), share * rounds
        z = poisson_z(round(found * rounds), mean) if mean < _OFTEN else None
        yield FigureCheck(f"probability of {_named(nets)}", share, found, error, tail_z=z)


def _groups(exact: Mapping[float, float], nets: Iterable[float], rounds: int) -> Iterable[list[float]]:
    """Iterates over groups of net results from the least to the greatest, each expected often enough to compare.

    Losses are grouped from the least one on, and wins from the greatest one on.
    """
    for side in (sorted(net for net in nets if net <= 0), sorted((net for net in nets if net > 0), reverse=True)):
        groups: list[list[float]] = [[]]
        for net in side:
            if sum(exact.get(one, 0.0) for one in groups[-1]) * rounds >= _SELDOM:
                groups.append([])
            groups[-1].append(net)
        yield from (sorted(group) for group in (groups if side and side[0] <= 0 else reversed(groups)) if group)


def _named(nets: Sequence[float]) -> str:
    """Returns a result, or the range of several."""
    if len(nets) == 1:
        return f"{nets[0]:+g}"
    return f"{nets[0]:+g} to {nets[-1]:+g}"


def poisson_z(count: int, mean: float) -> float:
    """Returns the standard normal value with the tail probability of a Poisson count; 0 at the middle."""
    below = exp(-mean)
    less, term = 0.0, below
    for number in range(count):
        less += term
        term *= mean / (number + 1)
    if count > mean:
        return max(0.0, -NormalDist().inv_cdf(max(1.0 - less, 1e-300)))
    return min(0.0, NormalDist().inv_cdf(min(less + term, 1.0 - 1e-16)))


def _joint_checks(moments: Iterable[JointMoment], simulation: BlackjackReport, wagers: Tables) -> Iterable[FigureCheck]:
    """Iterates over the comparisons of the covariances of two wagers that were played on the same boxes."""
    for moment in moments:
        if moment.why:
            continue
        one, two = (wagers[name].wager if name in wagers else name for name in (moment.one, moment.two))
        found = simulation.covariances.get(one, {}).get(two, simulation.covariances.get(two, {}).get(one))
        if found is not None:
            error = moment.product_deviation / sqrt(simulation.rounds)
            yield FigureCheck(f"covariance of {moment.name}", moment.covariance, found, error)


def _hits(distribution: Mapping[float, float]) -> float:
    return sum(share for net, share in distribution.items() if net > 0)


def _deviation_error(deviation: float, fourth: float, found: _Estimate) -> float:
    """Returns the standard error of a simulated deviation, from the fourth central moment of one result."""
    if not deviation or not found.deviation:
        return 0.0
    results = (found.deviation / found.standard_error) ** 2
    return sqrt(max(fourth - deviation**4, 0.0) / results) / (2.0 * deviation)


def _with(row: Agreement, found: _Estimate, rounds: int, checks: tuple[FigureCheck, ...]) -> Agreement:
    error = found.standard_error
    return replace(row, simulated=found.expectation, standard_error=error, rounds=rounds, checks=checks)
