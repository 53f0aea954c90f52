"""Hold against the exact edge: actual and theoretical win of the wagers of a day, in standard deviations."""

import csv
import io
import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec.structs import asdict, astuple

from pitboss.client.wire_figures import EdgeReport
from pitboss.client.wire_report import HoldRow, WagerRow
from pitboss.house.play_figures import PlayedWager

#: What a report is grouped by: the field of a wager.
GROUPS: Final = ("table", "dealer", "shift", "player", "wager", "round")
#: The wager of the main game in the figures of the analyser.
_MAIN: Final = "main"


class Prices:
    """The expectation and deviation of each wager of a table, for one unit of its first stake."""

    def __init__(self, report: EdgeReport | None) -> None:
        self._report = report

    def of(self, wager: PlayedWager) -> tuple[float, float] | None:
        """Returns the expectation of the player and the deviation; None where the analyser has no exact price."""
        report = self._report
        if report is None:
            return None
        found = report.wagers.get(f"{wager.wager} {wager.place}".rstrip()) or report.wagers.get(wager.wager)
        if found is not None:
            return found.expectation, found.deviation
        if wager.wager == _MAIN and report.main is not None:
            return report.main.expectation, report.main.deviation
        return None


def wager_rows(wagers: Iterable[PlayedWager], prices: Prices) -> list[WagerRow]:
    """Returns each wager with its theoretical win and deviation; both 0 and ``priced`` false without a price."""
    rows = []
    for wager in wagers:
        price = prices.of(wager)
        expected, deviation = (0.0, 0.0) if price is None else (-price[0] * wager.staked, price[1] * abs(wager.staked))
        fields = asdict(wager) | {"at": wager.at / 1000}
        rows.append(WagerRow(**fields, theoretical=expected, deviation=deviation, priced=price is not None))
    return rows


#: The results of a wager of a table (kind, place, stake) at each outcome of a round; None where they are not known.
RoundResults = Callable[[str, str, int], tuple[int, ...] | None]


def hold_rows(rows: Iterable[WagerRow], by: str, results: Mapping[str, RoundResults]) -> list[HoldRow]:
    """Groups wagers by a field. ``results`` by table give the covariance of the wagers of a round."""
    groups: dict[str, list[WagerRow]] = {}
    for row in rows:
        key = f"{row.table} #{row.round}" if by == "round" else str(getattr(row, by))
        groups.setdefault(key, []).append(row)
    found = [_group(key, wagers, results) for key, wagers in groups.items()]
    return found if by == "round" else sorted(found, key=lambda row: -row.staked)


def total_row(rows: Iterable[WagerRow], results: Mapping[str, RoundResults]) -> HoldRow:
    """Returns the sum of all wagers."""
    return _group("", list(rows), results)


def _variance(results: list[int]) -> float:
    """Returns the variance of equally likely results."""
    return (len(results) * sum(each * each for each in results) - sum(results) ** 2) / len(results) ** 2


def _deviation(wagers: Iterable[WagerRow], results: Mapping[str, RoundResults]) -> float:
    """Returns the deviation of a sum of wagers.

    Wagers of one round at a table with ``results`` are added outcome by outcome. At other tables wagers of several
    persons on one hand win and lose together, and all others are taken as independent.
    """
    rounds, together = dict[tuple[str, int], list[int]](), dict[tuple[str, int, str, str], float]()
    for row in wagers:
        known = results.get(row.table)
        nets = None if known is None else known(row.wager, row.place, row.staked)
        if nets is None:
            hand = (row.table, row.round, row.wager, row.place)
            together[hand] = together.get(hand, 0.0) + row.deviation
            continue
        sums = rounds.setdefault((row.table, row.round), [0] * len(nets))
        for outcome, net in enumerate(nets):
            sums[outcome] += net
    return math.sqrt(sum(each**2 for each in together.values()) + sum(map(_variance, rounds.values())))


def _group(key: str, wagers: list[WagerRow], results: Mapping[str, RoundResults]) -> HoldRow:
    priced = [row for row in wagers if row.priced]
    won, expected = sum(row.win for row in priced), sum(row.theoretical for row in priced)
    deviation = _deviation(priced, results)
    return HoldRow(
        key=key,
        rounds=len({(row.table, row.round) for row in wagers}),
        wagers=len(wagers),
        staked=sum(row.staked for row in wagers),
        turnover=sum(row.turnover for row in wagers),
        win=sum(row.win for row in wagers),
        priced_win=won,
        theoretical=expected,
        deviation=deviation,
        sigmas=(won - expected) / deviation if deviation else 0.0,
        unpriced=sum(row.staked for row in wagers if not row.priced),
    )


def as_csv(rows: Iterable[Any]) -> str:
    """Returns rows of one struct as CSV with a header."""
    lines, out = list(rows), io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if lines:
        writer.writerow(lines[0].__struct_fields__)
    writer.writerows(astuple(row) for row in lines)
    return out.getvalue()


def as_parquet(rows: Iterable[Any]) -> bytes:
    """Returns rows of one struct as a Parquet file."""
    import polars  # noqa: PLC0415 # heavy, and only this needs it

    out = io.BytesIO()
    polars.DataFrame([asdict(row) for row in rows]).write_parquet(out)
    return out.getvalue()


def prices_of(reports: Mapping[str, EdgeReport | None], table: str) -> Prices:
    """Returns the prices of a table."""
    return Prices(reports.get(table))
