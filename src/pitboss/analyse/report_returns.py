"""The returns of a report: RTP, volatility index and confidence intervals of each wager, and the assumptions."""

from collections.abc import Iterable, Iterator
from math import sqrt
from statistics import NormalDist
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.analyse.report import MOST_ERRORS, MeanStake, TableReport

#: The confidence levels in per cent, and the numbers of rounds of the intervals.
LEVELS: Final = (90, 95, 99)
ROUNDS: Final = tuple(10**power for power in range(3, 9))
#: The least known constant of the theorem of Berry and Esseen for equal distributions (Shevtsova 2013).
_BERRY_ESSEEN: Final = 0.469
#: The lines of the sign-off block, which people fill in.
SIGN_OFF: Final = ("prepared by", "reviewed by", "approved by")


class ReturnInterval(Struct, frozen=True):
    """The range that holds the mean RTP of so many rounds with this confidence."""

    rounds: int
    level: int
    low: float
    high: float
    #: The most by which the confidence may be off the level, as the mean is not normal; None without a distribution.
    off: float | None = None


class WagerReturn(Struct, frozen=True):
    """The return to player of one wager, and how far the mean of many rounds may be from it."""

    name: str
    #: Per unit of the first wager.
    rtp: float
    house_edge: float
    #: Per unit of all stakes of a round; None if the mean stake is not computed.
    rtp_staked: float | None
    mean_stake: float | None
    #: Of a mean stake that is simulated, an upper bound of its standard error; 0 if it is exact.
    mean_stake_error: float
    #: The probability of a round with a positive net result; None without a distribution.
    hit_frequency: float | None
    deviation: float
    #: The quantile of the normal distribution times the deviation, by confidence level in per cent.
    volatility: dict[int, float]
    intervals: tuple[ReturnInterval, ...]


def quantile(level: int) -> float:
    """Returns the two-sided quantile of the normal distribution for a confidence level in per cent."""
    return NormalDist().inv_cdf(0.5 + level / 200)


def wager_returns(sheet: TableReport) -> tuple[WagerReturn, ...]:
    """Returns the figures of the main game, if there is one, and of each other wager."""
    return tuple(_returns(sheet))


def _returns(sheet: TableReport) -> Iterator[WagerReturn]:
    main = sheet.main
    if main is not None:
        hits = sum(share for net, share in main.distribution.items() if net > 0) if main.distribution else None
        stake = _main_stake(sheet)
        found = _wager("main", main.expectation, main.deviation, hits, stake)
        yield _with_bounds(found, main.distribution.items())
    for name, table in sheet.wagers.items():
        hits = float(sum(outcome.probability for outcome in table.outcomes if outcome.pay > 0))
        found = _wager(name, float(table.expectation), table.deviation, hits, MeanStake(1.0, 0.0))
        metered = any(outcome.spread for outcome in table.outcomes)
        results = ((float(outcome.pay), float(outcome.probability)) for outcome in table.outcomes)
        yield _with_bounds(found, () if metered else results)


def _with_bounds(row: WagerReturn, results: Iterable[tuple[float, float]]) -> WagerReturn:
    """Returns the row with bounds of its confidence levels, from the theorem of Berry and Esseen."""
    mean, deviation = row.rtp - 1.0, row.deviation
    third = sum(chance * abs(net - mean) ** 3 for net, chance in results)
    if not third or not deviation:
        return row
    off = 2.0 * _BERRY_ESSEEN * third / deviation**3
    intervals = tuple(replace(each, off=min(1.0, off / sqrt(each.rounds))) for each in row.intervals)
    return replace(row, intervals=intervals)


def _main_stake(sheet: TableReport) -> MeanStake | None:
    """Returns the mean stake of the main game: exact, or simulated where it is not computed; None without both."""
    if sheet.mean_stake is not None:
        return MeanStake(sheet.mean_stake, 0.0)
    return next((row.mean_stake for row in sheet.agreement if row.mean_stake is not None), None)


def _wager(name: str, expectation: float, deviation: float, hits: float | None, stake: MeanStake | None) -> WagerReturn:
    rtp, volatility = 1.0 + expectation, {level: quantile(level) * deviation for level in LEVELS}
    return WagerReturn(
        name=name,
        rtp=rtp,
        house_edge=-expectation,
        rtp_staked=None if stake is None else 1.0 + expectation / stake.mean,
        mean_stake=None if stake is None else stake.mean,
        mean_stake_error=0.0 if stake is None else stake.standard_error,
        hit_frequency=hits,
        deviation=deviation,
        volatility=volatility,
        intervals=tuple(
            ReturnInterval(rounds, level, rtp - index / sqrt(rounds), rtp + index / sqrt(rounds))
            for rounds in ROUNDS
            for level, index in volatility.items()
        ),
    )


def assumptions(sheet: TableReport) -> tuple[str, ...]:
    """Returns the assumptions and conventions that the figures of this report rest on."""
    return (*(_of_cards(sheet) if sheet.main is not None else _OF_WHEELS), *_of_sources(sheet), *_OF_RETURNS)


_OF_WHEELS: Final = (
    "Every number of the wheel is equally likely, and spins are independent.",
    "Each position is staked alone; figures are per unit staked on it.",
)
_OF_RETURNS: Final = (
    "RTP is 1 plus the player's expectation. RTP per unit staked divides the expectation by the mean stake of a round.",
    "The hit frequency is the probability that the wager's net result of a round is positive.",
    "The cycle of an award is the mean number of rounds between two of them. The greatest payment of a round adds the "
    "largest awards of all wagers on one box at the posted limits; it is an upper bound: they may exclude each other.",
    "The volatility index is the two-sided quantile of the normal distribution times the deviation of a round.",
    "Confidence intervals are RTP ± volatility index / √rounds. They take rounds as independent and their mean as "
    "normal. By the theorem of Berry and Esseen the confidence is off the level by at most 0.938 ρ / (σ³ √rounds); ρ "
    "is the third absolute central moment of a round.",
)


def _of_cards(sheet: TableReport) -> Iterator[str]:
    main = sheet.main
    assert main is not None
    yield f"Every round is dealt from a whole, randomly shuffled shoe of {sum(main.cards)} cards."
    yield "One box is played, and no cards of other boxes are seen."
    yield f"Every decision follows the strategy '{main.strategy}' without error."
    yield (
        "The main game is per unit of the first wager; doubles, splits and the insurance that the strategy takes are "
        "in its result."
    )
    if main.ante:
        yield "The ante is not part of the main game."
    if sheet.mean_stake is None:
        stake = _main_stake(sheet)
        yield "The mean stake of the main game is not computed for this strategy and these rules." + (
            ""
            if stake is None
            else f" It is simulated, {stake.mean:.6f} with a standard error of at most {stake.standard_error:.6f}, and "
            "has no second method."
        )
    mean = _sourced(main.expectation_source, main.expectation_bound)
    deviation = _sourced(main.deviation_source, main.deviation_bound)
    yield f"The expectation of the main game is {mean}, its deviation {deviation}."
    for convention in main.distribution_conventions:
        yield (
            f"Distribution and hit frequency of the main game: {convention}. That concerns split boxes alone, so no "
            f"probability is off by more than {main.distribution_bound:.6f}; the verification compares each of them."
        )


def _sourced(source: str, bound: float) -> str:
    return f"{source}, off by at most {bound:.6f}" if bound else source


def methods(sheet: TableReport) -> tuple[str, ...]:
    """Returns how the figures were computed, and how they were computed a second time."""
    if sheet.main is None:
        first = (
            "Every number of the wheel is counted. The function that pays a position at the table grades each of them."
        )
        return first, _second(sheet, "spins of a simulated wheel")
    return (
        "Main game: the dealer's hand is enumerated over all sets of cards that it can end with; the player's hand is "
        "followed card by card, with every card removed from the shoe as it is seen. Each split hand takes the cards "
        "of its sisters into account.",
        "Deviation of the main game: products of the results of two hands are summed over the union of their cards.",
        "Two wagers together: products of their results are summed over all deals of two cards and an up card.",
        "Other wagers: every deal that can decide the wager is counted. The function that settles the wager at the "
        "table grades it, and rounds on the engine confirm that no other card matters.",
        "What a choice costs: the main game priced again with one option changed and the best chart for it.",
        _second(sheet, "rounds dealt from shuffled shoes by compiled code that shares no method with the enumeration"),
    )


def _second(sheet: TableReport, what: str) -> str:
    if not sheet.agreement:
        return "Second method: none, as the report was written without simulation."
    return (
        f"Second method: {what}, seed {sheet.seed}. A figure passes if it is within {MOST_ERRORS} standard errors of "
        "the exact one. Rare results are counted together; below 100 of them z has the tail probability of their "
        "Poisson count."
    )


def verdict(sheet: TableReport) -> str:
    """Returns whether the second method confirmed the figures: pass, fail, incomplete or not verified."""
    if not sheet.agreement:
        return "not verified"
    if not all(row.agrees for row in sheet.agreement):
        return "fail"
    missing = any(row.why or any(check.why for check in row.checks) for row in sheet.agreement)
    return "incomplete" if missing else "pass"


def _of_sources(sheet: TableReport) -> Iterator[str]:
    for name, table in sheet.wagers.items():
        if table.source != "exact":
            notes = "; see the notes of the wager" if table.notes else ""
            yield f"The figures of {name.replace('_', ' ')} are {table.source}{notes}."
