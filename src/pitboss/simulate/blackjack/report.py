"""The report of a blackjack simulation: expectations with standard errors, and frequencies."""

from collections.abc import Mapping
from math import hypot, sqrt
from typing import Any

from msgspec import Struct

from pitboss.display import bars_svg, rows_html
from pitboss.law.resolve import BlackjackRules, hash_rules
from pitboss.money import amount_text
from pitboss.simulate.blackjack.general.layout import BATCH, WAGERS
from pitboss.simulate.blackjack.side_covariance import covariance
from pitboss.simulate.run import Totals
from pitboss.strategy.chart import Chart

_ROW = 1 + WAGERS
_MIDDLE = 128
#: An award that occurred this often shows how much it spreads the results.
_OFTEN = 10
#: The minimum number of batches for the spread of streaks that meet the same dealer's hands over rounds.
_BATCHES = 16
_SIDE_BY_SIDE = (
    "streaks of several boxes meet the same dealer hands over rounds, which fewer than "
    f"{_BATCHES * BATCH:,} rounds do not show: the standard error is too small"
)
#: The number of words counted for a meter.
METER_WORDS = 3
_DEALERS = ("17", "18", "19", "20", "21", "22", "23 and more", "blackjack", "not played out")


class SimulationSettings(Struct, frozen=True):
    """The settings that a report depends on. Amounts are in cents."""

    rules: BlackjackRules
    chart: Chart
    boxes: int
    stakes: tuple[int, ...]
    sides: tuple[tuple[str, int], ...]
    ante: int
    #: The unit of the main game's results, and of each side wager's.
    unit: int
    side_units: tuple[int, ...]
    #: The largest net result of each side wager on a box.
    side_tops: tuple[int, ...] = ()
    #: The stake of a box's insurance.
    insured: int = 0
    every_round: bool = False
    #: The columns of the wagers that stay open over rounds; columns behind all wagers count the settled ones of each.
    streaks: tuple[int, ...] = ()
    #: The column of the wager whose top award is a meter, or 0.
    metered: int = 0

    @property
    def initial(self) -> int:
        """The amount that one box wagers on the main game before the deal."""
        return sum(self.stakes)

    @property
    def few_results(self) -> bool:
        """Whether every net result of a box, with every hand doubled, has a bin in the distribution."""
        return 2 * max(1, self.rules.terms.split_hands) * self.initial < (_MIDDLE - 1) * self.unit

    def identity(self, kernel: str) -> str:
        """Returns a text that identifies the settings, given the same sources."""
        rules = self.rules
        options = sorted(rules.options.items())
        table = (rules.rulebook, options, rules.limits, hash_rules(rules), self.every_round, self.boxes)
        return f"{kernel} kernel: {table} {self.stakes} {self.sides} {self.ante} {self.chart}"


class Estimate(Struct, frozen=True):
    """An expectation per unit, its standard error, and the standard deviation of one round."""

    expectation: float
    standard_error: float
    deviation: float
    #: The expectation per unit staked, including amounts added after the deal.
    per_staked: float | None = None


class BlackjackReport(Struct, frozen=True):
    """The whole report. The unit is the amount that the boxes wager before the deal, or on that wager."""

    rounds: int
    main: Estimate
    wagers: dict[str, Estimate]
    #: The covariances and correlations of two wagers in a round, each in its unit.
    covariances: dict[str, dict[str, float]]
    correlations: dict[str, dict[str, float]]
    #: The frequency of each net result of a box in initial wagers; empty if there are too many results.
    distribution: dict[str, float]
    frequencies: dict[str, float]
    #: Over all dealer's hands with a second card.
    dealer: dict[str, float]
    #: Including burnt cards.
    cards_per_round: float
    rounds_per_shoe: float
    rounds_per_second: float
    stopped: str = "rounds"
    #: By wager, the reason if its standard error is not reliable yet.
    doubts: dict[str, str] = {}
    #: The mean stake of the main game in initial wagers, with doubles, splits and insurance.
    mean_stake: float = 1.0

    def _repr_html_(self) -> str:
        found = {"main game": self.main, **self.wagers}
        rows = [
            (name, f"{one.expectation:+.4%}", f"± {one.standard_error:.4%}", f"{one.deviation:.4f}")
            for name, one in found.items()
        ]
        head = ("wager", "expectation", "standard error", "deviation")
        shares = {net: share for net, share in self.distribution.items() if share > 0.0005}
        bars = bars_svg(shares, "distribution of the net result") if shares else ""
        return rows_html(f"{self.rounds:,} rounds", rows, head) + bars


def _spread(total: int, squares: int, rounds: int) -> float:
    """Returns the standard deviation of one round's result."""
    return sqrt(max(0, squares * rounds - total * total)) / rounds


def standard_error(setting: SimulationSettings, counted: Totals) -> float:
    """Returns the standard error of the main game's expectation per unit; infinite for a single round."""
    rounds = counted.value("rounds")
    if rounds < 2:
        return float("inf")
    unit = setting.unit / (setting.boxes * setting.initial)
    return _spread(counted.of("sums")[0], counted.of("products")[0], rounds) * unit / sqrt(rounds)


def expectation(setting: SimulationSettings, counted: Totals) -> float:
    """Returns the main game's expectation per unit so far."""
    return counted.of("sums")[0] * setting.unit / (counted.value("rounds") * setting.boxes * setting.initial)


def report(setting: SimulationSettings, counted: Totals) -> BlackjackReport:
    """Returns the report of the counters; raises ValueError if no round was played."""
    rounds, boxes = counted.value("rounds"), setting.boxes
    if not rounds:
        raise ValueError("no round was played")
    units = {"main": setting.unit / setting.initial / boxes}
    for (name, amount), unit in zip(setting.sides, setting.side_units, strict=True):
        units[name] = unit / amount / boxes
    estimates = _estimates(setting, counted, units)
    covariances, correlations = _covariances(counted, units)
    dealt = sum(counted.of("dealer"))
    return BlackjackReport(
        rounds=rounds,
        main=estimates.pop("main"),
        wagers=estimates,
        covariances=covariances,
        correlations=correlations,
        distribution=_distribution(setting, counted),
        frequencies=_frequencies(counted, rounds * boxes),
        dealer={name: count / dealt for name, count in zip(_DEALERS, counted.of("dealer"), strict=False) if count},
        cards_per_round=counted.value("cards") / rounds,
        rounds_per_shoe=rounds / max(1, counted.value("shoes")),
        rounds_per_second=rounds / counted.seconds if counted.seconds else 0.0,
        stopped=counted.stopped,
        doubts=_doubts(setting, counted),
        mean_stake=_staked(setting, counted) / (rounds * boxes * setting.initial),
    )


def _doubts(setting: SimulationSettings, counted: Totals) -> dict[str, str]:
    """Returns the wagers whose standard error is not reliable.

    A top award that is rare and large would dominate the sum of squares if it had occurred. Streaks on several boxes
    need many rounds.
    """
    doubts, products = {}, counted.of("products")
    for place, (name, stake) in enumerate(setting.sides, 1):
        unit, top = setting.side_units[place - 1], setting.side_tops[place - 1]
        award = f"{top / stake:,.6g} to 1"
        seldom = products[place * _ROW + place] * unit**2 < _OFTEN * top**2
        if place == setting.metered:
            award, seldom = "the meter", counted.value("tops") < _OFTEN
        if seldom:
            doubts[name] = (
                f"its top award, {award}, occurred less than {_OFTEN} times: "
                "the standard error is too small, and more rounds are needed"
            )
        elif place in setting.streaks and setting.boxes > 1 and not _batches(counted):
            doubts[name] = _SIDE_BY_SIDE
    return doubts


def _estimates(setting: SimulationSettings, counted: Totals, units: Mapping[str, float]) -> dict[str, Estimate]:
    rounds, sums, products = counted.value("rounds"), counted.of("sums"), counted.of("products")
    estimates: dict[str, Estimate] = {}
    for place, (name, unit) in enumerate(units.items()):
        mean = sums[place] * unit / rounds
        deviation = _spread(sums[place], products[place * _ROW + place], rounds) * unit
        staked = sums[0] * setting.unit / _staked(setting, counted) if name == "main" else mean
        error = deviation / sqrt(rounds)
        if place and place == setting.metered:
            error = _metered(counted, place) * unit
        elif place and not setting.every_round:
            error = _within_shoes(counted, deviation, covariance(setting.rules, *setting.sides[place - 1]))
        estimates[name] = Estimate(mean, error, deviation, staked)
        if place in setting.streaks:
            settled = len(units) + setting.streaks.index(place)
            odds = setting.side_tops[place - 1] / setting.sides[place - 1][1]
            estimates[name] = _streak(counted, (place, settled), unit * setting.boxes, odds)
    if setting.ante:
        estimates["ante"] = Estimate(-1.0, 0.0, 0.0, -1.0)
    return estimates


def _within_shoes(counted: Totals, deviation: float, bears: float) -> float:
    """Returns the standard error of a wager whose results in rounds of the same shoe have this covariance."""
    rounds = counted.value("rounds")
    others = rounds / max(1, counted.value("shoes")) - 1
    return sqrt(max(0.0, deviation**2 + bears * others) / rounds)


def _metered(counted: Totals, place: int) -> float:
    """Returns the standard error of a meter's long-run result.

    All contributions are paid out eventually. So only the reset amount varies with the awards, and the amount in the
    meter at the end is not paid yet.
    """
    rounds, sums, products = counted.value("rounds"), counted.of("sums"), counted.of("products")
    over, more, squares = counted.of("meter")
    spread = _spread(sums[place] - more, products[place * _ROW + place] - squares, rounds)
    return hypot(spread / sqrt(rounds), over / rounds)


def _batches(counted: Totals) -> int:
    """Returns the number of batches of rounds in which streaks were summed; 0 if there are too few."""
    rounds = counted.value("rounds")
    return -(-rounds // BATCH) if rounds >= _BATCHES * BATCH else 0


def _streak(counted: Totals, places: tuple[int, int], unit: float, odds: float) -> Estimate:
    """Returns the estimate of a wager that is placed again when it is settled, per unit wagered.

    The expectation is a ratio: the sum of results over the number of settled wagers. Its standard error is that of the
    residuals by batch, or by round while there are too few batches. The deviation is that of one wager.
    """
    sums, parts = counted.of("sums"), _batches(counted)
    products = counted.of("batched" if parts else "products")
    parts = parts or counted.value("rounds")
    column, settled = places
    number = sums[settled]
    if not number:
        return Estimate(0.0, 0.0, 0.0, 0.0)
    ratio = sums[column] / number
    one, both, two = (products[row * _ROW + at] for row, at in ((column, column), places, (settled, settled)))
    rest = max(0.0, one - 2 * ratio * both + ratio * ratio * two)
    error = sqrt(rest * parts / (parts - 1)) / number * unit if parts > 1 else float("inf")
    won = max(0.0, (ratio * unit + 1) / (odds + 1))
    return Estimate(ratio * unit, error, (odds + 1) * sqrt(won * (1 - won)), ratio * unit)


def _staked(setting: SimulationSettings, counted: Totals) -> int:
    """Returns the sum staked on the main game, including doubles, splits and insurance."""
    hands = counted.value("rounds") * setting.boxes + counted.value("doubles") + counted.value("splits")
    return hands * setting.initial + counted.value("insured") * setting.insured


def _covariances(
    counted: Totals, units: Mapping[str, float]
) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]:
    """Returns the covariances and the correlations of each two wagers."""
    rounds, sums, products = counted.value("rounds"), counted.of("sums"), counted.of("products")
    names = list(units)
    spreads = [_spread(sums[at], products[at * _ROW + at], rounds) for at in range(len(names))]
    covariances: dict[str, dict[str, float]] = {}
    correlations: dict[str, dict[str, float]] = {}
    for one, name in enumerate(names):
        for two, other in enumerate(names[one + 1 :], one + 1):
            together = (products[one * _ROW + two] * rounds - sums[one] * sums[two]) / rounds**2
            spread = spreads[one] * spreads[two]
            covariances.setdefault(name, {})[other] = together * units[name] * units[other]
            correlations.setdefault(name, {})[other] = together / spread if spread else 0.0
    return covariances, correlations


def _distribution(setting: SimulationSettings, counted: Totals) -> dict[str, float]:
    results = counted.of("results")
    if results[-1]:
        return {}
    boxes = sum(results)
    return {
        f"{(place - _MIDDLE) * setting.unit / setting.initial:g}": count / boxes
        for place, count in enumerate(results)
        if count
    }


def _frequencies(counted: Totals, boxes: int) -> dict[str, float]:
    """Returns the frequency of each kind of event per box."""
    kinds = {
        "blackjack": "blackjacks",
        "double": "doubles",
        "box split": "split_boxes",
        "split": "splits",
        "bust": "busts",
        "surrender": "surrenders",
        "even money": "evens",
        "insurance": "insured",
        "insurance won": "insurance_won",
    }
    return {kind: counted.value(name) / boxes for kind, name in kinds.items() if counted.value(name)}


def as_rows(results: BlackjackReport) -> list[dict[str, str | float]]:
    """Returns the report as rows of a long table: part, name, measure and value."""
    rows: list[dict[str, str | float]] = []
    for name, estimate in {"main": results.main, **results.wagers}.items():
        rows += [
            {"part": "wager", "name": name, "measure": key, "value": value} for key, value in _plain(estimate).items()
        ]
    for part, pairs in (("covariance", results.covariances), ("correlation", results.correlations)):
        for one, others in pairs.items():
            rows += [{"part": part, "name": one, "measure": two, "value": value} for two, value in others.items()]
    shares = {"result": results.distribution, "frequency": results.frequencies, "dealer": results.dealer}
    for part, frequencies in shares.items():
        rows += [
            {"part": part, "name": name, "measure": "share", "value": share} for name, share in frequencies.items()
        ]
    totals = {
        "rounds": results.rounds,
        "cards per round": results.cards_per_round,
        "rounds per shoe": results.rounds_per_shoe,
    }
    rows += [{"part": "run", "name": name, "measure": "count", "value": float(value)} for name, value in totals.items()]
    return rows


def as_json(
    setting: SimulationSettings, results: BlackjackReport, *, options: Mapping[str, str], kernel: str, seed: int
) -> dict[str, Any]:
    """Returns the report as JSON-compatible data, including the operator's options as text."""
    return {
        "rulebook": setting.rules.rulebook,
        "options": dict(options),
        "strategy": setting.chart.name,
        "boxes": setting.boxes,
        "stakes": [amount_text(stake) for stake in setting.stakes],
        "shuffle": "every-round" if setting.every_round else "rules",
        "kernel": kernel,
        "rounds": results.rounds,
        "seed": seed,
        "stopped": results.stopped,
        "main": _plain(results.main),
        "wagers": {name: _plain(estimate) for name, estimate in results.wagers.items()},
        "covariances": results.covariances,
        "correlations": results.correlations,
        "distribution": results.distribution,
        "frequencies": results.frequencies,
        "dealer": results.dealer,
        "cards_per_round": results.cards_per_round,
        "rounds_per_shoe": results.rounds_per_shoe,
        "rounds_per_second": results.rounds_per_second,
        "doubts": results.doubts,
    }


def _plain(estimate: Estimate) -> dict[str, float]:
    plain = {
        "expectation": estimate.expectation,
        "standard_error": estimate.standard_error,
        "deviation": estimate.deviation,
    }
    return plain if estimate.per_staked is None else plain | {"expectation_per_staked": estimate.per_staked}
