"""What a simulation tells: expectations with their standard errors, and how often everything came about."""

from collections.abc import Mapping
from math import hypot, sqrt
from typing import Any

from msgspec import Struct

from pitboss.kernel.layout import BATCH, WAGERS
from pitboss.kernel.run import Totals
from pitboss.kernel.same_shoe import covariance
from pitboss.kernel.strategy import Chart
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text

_ROW = 1 + WAGERS
_MIDDLE = 128
#: An award that came so often shows how much it spreads the results.
_OFTEN = 10
#: So many batches show how much streaks spread that meet the same dealer hands over rounds.
_BATCHES = 16
_SIDE_BY_SIDE = (
    "streaks of several boxes meet the same dealer hands over rounds, which fewer than "
    f"{_BATCHES * BATCH:,} rounds do not show: the standard error is too small"
)
#: What is counted of a meter.
METER_WORDS = 3
_DEALERS = ("17", "18", "19", "20", "21", "22", "23 and more", "blackjack", "not played out")


class Setting(Struct, frozen=True):
    """What is played, as far as the report has to know it. Amounts are in cents."""

    rules: BlackjackRules
    chart: Chart
    boxes: int
    stakes: tuple[int, ...]
    sides: tuple[tuple[str, int], ...]
    ante: int
    #: The unit of the main game's results, and of each side wager's.
    unit: int
    side_units: tuple[int, ...]
    #: The most that each side wager nets on a box.
    side_tops: tuple[int, ...] = ()
    #: What is staked where a box is insured.
    insured: int = 0
    every_round: bool = False
    #: The places of the wagers that stay over rounds; behind all wagers is counted how many of each were settled.
    streaks: tuple[int, ...] = ()
    #: The place of the wager whose top award is a meter; 0 where there is none.
    metered: int = 0

    @property
    def initial(self) -> int:
        """What one box wagers on the main game before the deal."""
        return sum(self.stakes)

    @property
    def few_results(self) -> bool:
        """Whether all that a box can net, with every hand doubled, has its place in the distribution."""
        return 2 * max(1, self.rules.terms.split_hands) * self.initial < (_MIDDLE - 1) * self.unit

    def identity(self, kernel: str) -> str:
        """Words that no other setting has, with the same sources."""
        rules = self.rules
        table = (rules.rulebook, sorted(rules.options.items()), rules.limits, self.every_round, self.boxes)
        return f"{kernel} kernel: {table} {self.stakes} {self.sides} {self.ante} {self.chart}"


class Estimate(Struct, frozen=True):
    """An expectation per unit, its standard error, and the deviation of one round."""

    expectation: float
    standard_error: float
    deviation: float
    #: The expectation per unit staked, with what was added after the deal; the same where nothing can be added.
    per_staked: float | None = None


class Report(Struct, frozen=True):
    """All of it. Units are what the boxes wager before the deal, or on that wager."""

    rounds: int
    main: Estimate
    wagers: dict[str, Estimate]
    #: The covariance and the correlation of the results of two wagers in a round, each in its units.
    covariances: dict[str, dict[str, float]]
    correlations: dict[str, dict[str, float]]
    #: How often a box nets so many of its initial wager in the main game; empty where the results are too many.
    distribution: dict[str, float]
    frequencies: dict[str, float]
    #: Of all hands with a second card.
    dealer: dict[str, float]
    #: With those that are burnt.
    cards_per_round: float
    rounds_per_shoe: float
    rounds_per_second: float
    stopped: str = "rounds"
    #: By wager, why its standard error is not to be trusted yet.
    doubts: dict[str, str] = {}


def _spread(total: int, squares: int, rounds: int) -> float:
    """The deviation of one round's result."""
    return sqrt(max(0, squares * rounds - total * total)) / rounds


def standard_error(setting: Setting, counted: Totals) -> float:
    """Of the main game's expectation per unit; infinite while a single round is all there is."""
    rounds = counted.one("rounds")
    if rounds < 2:
        return float("inf")
    unit = setting.unit / (setting.boxes * setting.initial)
    return _spread(counted.of("sums")[0], counted.of("products")[0], rounds) * unit / sqrt(rounds)


def expectation(setting: Setting, counted: Totals) -> float:
    """Of the main game per unit, as far as it was played."""
    return counted.of("sums")[0] * setting.unit / (counted.one("rounds") * setting.boxes * setting.initial)


def report(setting: Setting, counted: Totals) -> Report:
    """What the counts mean; ValueError where nothing was played."""
    rounds, boxes = counted.one("rounds"), setting.boxes
    if not rounds:
        raise ValueError("no round was played")
    units = {"main": setting.unit / setting.initial / boxes}
    for (name, amount), unit in zip(setting.sides, setting.side_units, strict=True):
        units[name] = unit / amount / boxes
    estimates = _estimates(setting, counted, units)
    covariances, correlations = _together(counted, units)
    dealt = sum(counted.of("dealer"))
    return Report(
        rounds=rounds,
        main=estimates.pop("main"),
        wagers=estimates,
        covariances=covariances,
        correlations=correlations,
        distribution=_distribution(setting, counted),
        frequencies=_frequencies(counted, rounds * boxes),
        dealer={name: count / dealt for name, count in zip(_DEALERS, counted.of("dealer"), strict=False) if count},
        cards_per_round=counted.one("cards") / rounds,
        rounds_per_shoe=rounds / max(1, counted.one("shoes")),
        rounds_per_second=rounds / counted.seconds if counted.seconds else 0.0,
        stopped=counted.stopped,
        doubts=_doubts(setting, counted),
    )


def _doubts(setting: Setting, counted: Totals) -> dict[str, str]:
    """Wagers whose top award came seldom and weighs much: so many of it, had they come, would make up most of the
    squares from which the standard error is reckoned. And streaks on several boxes, where few rounds were played."""
    found, products = {}, counted.of("products")
    for place, (name, stake) in enumerate(setting.sides, 1):
        unit, top = setting.side_units[place - 1], setting.side_tops[place - 1]
        award = f"{top / stake:,.6g} to 1"
        seldom = products[place * _ROW + place] * unit**2 < _OFTEN * top**2
        if place == setting.metered:
            award, seldom = "the meter", counted.one("tops") < _OFTEN
        if seldom:
            found[name] = (
                f"its top award, {award}, came less than {_OFTEN} times: "
                "the standard error is too small, and more rounds are needed"
            )
        elif place in setting.streaks and setting.boxes > 1 and not _batches(counted):
            found[name] = _SIDE_BY_SIDE
    return found


def _estimates(setting: Setting, counted: Totals, units: Mapping[str, float]) -> dict[str, Estimate]:
    rounds, sums, products = counted.one("rounds"), counted.of("sums"), counted.of("products")
    found: dict[str, Estimate] = {}
    for place, (name, unit) in enumerate(units.items()):
        mean = sums[place] * unit / rounds
        deviation = _spread(sums[place], products[place * _ROW + place], rounds) * unit
        staked = sums[0] * setting.unit / _staked(setting, counted) if name == "main" else mean
        error = deviation / sqrt(rounds)
        if place and place == setting.metered:
            error = _metered(counted, place) * unit
        elif place and not setting.every_round:
            error = _within_shoes(counted, deviation, covariance(setting.rules, *setting.sides[place - 1]))
        found[name] = Estimate(mean, error, deviation, staked)
        if place in setting.streaks:
            settled = len(units) + setting.streaks.index(place)
            odds = setting.side_tops[place - 1] / setting.sides[place - 1][1]
            found[name] = _streak(counted, (place, settled), unit * setting.boxes, odds)
    if setting.ante:
        found["ante"] = Estimate(-1.0, 0.0, 0.0, -1.0)
    return found


def _within_shoes(counted: Totals, deviation: float, bears: float) -> float:
    """The error of a wager that bears so much on what it brings in each other round of the same shoe."""
    rounds = counted.one("rounds")
    others = rounds / max(1, counted.one("shoes")) - 1
    return sqrt(max(0.0, deviation**2 + bears * others) / rounds)


def _metered(counted: Totals, place: int) -> float:
    """The error of what a meter brings in the long run: as much as was put in comes out whenever it is won, so that
    only what it is reset to comes and goes with the awards, and what it holds at the end is not paid yet."""
    rounds, sums, products = counted.one("rounds"), counted.of("sums"), counted.of("products")
    over, more, squares = counted.of("meter")
    spread = _spread(sums[place] - more, products[place * _ROW + place] - squares, rounds)
    return hypot(spread / sqrt(rounds), over / rounds)


def _batches(counted: Totals) -> int:
    """Batches of rounds in which streaks were summed; 0 where they are too few to tell anything."""
    rounds = counted.one("rounds")
    return -(-rounds // BATCH) if rounds >= _BATCHES * BATCH else 0


def _streak(counted: Totals, places: tuple[int, int], unit: float, odds: float) -> Estimate:
    """A wager that is placed again when it is settled: per unit wagered, as a ratio of what it brought and how many
    were settled, and the deviation of one such wager. The error of a ratio is that of what its parts leave of each
    other, batch by batch, or while these are too few, round by round."""
    sums, parts = counted.of("sums"), _batches(counted)
    products = counted.of("batched" if parts else "products")
    parts = parts or counted.one("rounds")
    brought, settled = places
    number = sums[settled]
    if not number:
        return Estimate(0.0, 0.0, 0.0, 0.0)
    ratio = sums[brought] / number
    one, both, two = (products[row * _ROW + at] for row, at in ((brought, brought), places, (settled, settled)))
    rest = max(0.0, one - 2 * ratio * both + ratio * ratio * two)
    error = sqrt(rest * parts / (parts - 1)) / number * unit if parts > 1 else float("inf")
    won = max(0.0, (ratio * unit + 1) / (odds + 1))
    return Estimate(ratio * unit, error, (odds + 1) * sqrt(won * (1 - won)), ratio * unit)


def _staked(setting: Setting, counted: Totals) -> int:
    """All that was staked on the main game, with doubles, splits and insurance."""
    hands = counted.one("rounds") * setting.boxes + counted.one("doubles") + counted.one("splits")
    return hands * setting.initial + counted.one("insured") * setting.insured


def _together(
    counted: Totals, units: Mapping[str, float]
) -> tuple[dict[str, dict[str, float]], dict[str, dict[str, float]]]:
    """Covariance and correlation of each two wagers."""
    rounds, sums, products = counted.one("rounds"), counted.of("sums"), counted.of("products")
    names = list(units)
    spreads = [_spread(sums[at], products[at * _ROW + at], rounds) for at in range(len(names))]
    covariances: dict[str, dict[str, float]] = {}
    correlations: dict[str, dict[str, float]] = {}
    for one, name in enumerate(names):
        for two, other in enumerate(names[one + 1 :], one + 1):
            together = (products[one * _ROW + two] * rounds - sums[one] * sums[two]) / rounds**2
            apart = spreads[one] * spreads[two]
            covariances.setdefault(name, {})[other] = together * units[name] * units[other]
            correlations.setdefault(name, {})[other] = together / apart if apart else 0.0
    return covariances, correlations


def _distribution(setting: Setting, counted: Totals) -> dict[str, float]:
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
    """Of so many boxes dealt to: how many of each kind of event came to one."""
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
    return {kind: counted.one(name) / boxes for kind, name in kinds.items() if counted.one(name)}


def as_rows(told: Report) -> list[dict[str, str | float]]:
    """The report as a long table: what is measured, of what, and the value."""
    rows: list[dict[str, str | float]] = []
    for name, estimate in {"main": told.main, **told.wagers}.items():
        rows += [
            {"part": "wager", "name": name, "measure": key, "value": value} for key, value in _plain(estimate).items()
        ]
    for part, pairs in (("covariance", told.covariances), ("correlation", told.correlations)):
        for one, others in pairs.items():
            rows += [{"part": part, "name": one, "measure": two, "value": value} for two, value in others.items()]
    shares = {"result": told.distribution, "frequency": told.frequencies, "dealer": told.dealer}
    for part, found in shares.items():
        rows += [{"part": part, "name": name, "measure": "share", "value": share} for name, share in found.items()]
    totals = {"rounds": told.rounds, "cards per round": told.cards_per_round, "rounds per shoe": told.rounds_per_shoe}
    rows += [{"part": "run", "name": name, "measure": "count", "value": float(value)} for name, value in totals.items()]
    return rows


def as_json(setting: Setting, told: Report, *, options: Mapping[str, str], kernel: str, seed: int) -> dict[str, Any]:
    """The report for programs, with everything that the operator has chosen, as it is written."""
    return {
        "rulebook": setting.rules.rulebook,
        "options": dict(options),
        "strategy": setting.chart.name,
        "boxes": setting.boxes,
        "stakes": [amount_text(stake) for stake in setting.stakes],
        "shuffle": "every-round" if setting.every_round else "rules",
        "kernel": kernel,
        "rounds": told.rounds,
        "seed": seed,
        "stopped": told.stopped,
        "main": _plain(told.main),
        "wagers": {name: _plain(estimate) for name, estimate in told.wagers.items()},
        "covariances": told.covariances,
        "correlations": told.correlations,
        "distribution": told.distribution,
        "frequencies": told.frequencies,
        "dealer": told.dealer,
        "cards_per_round": told.cards_per_round,
        "rounds_per_shoe": told.rounds_per_shoe,
        "rounds_per_second": told.rounds_per_second,
        "doubts": told.doubts,
    }


def _plain(estimate: Estimate) -> dict[str, float]:
    found = {
        "expectation": estimate.expectation,
        "standard_error": estimate.standard_error,
        "deviation": estimate.deviation,
    }
    return found if estimate.per_staked is None else found | {"expectation_per_staked": estimate.per_staked}
