"""Hold against the exact edge: actual and theoretical win of the wagers of a day, in standard deviations."""

import csv
import io
import math
from collections.abc import Iterable, Mapping
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


def hold_rows(rows: Iterable[WagerRow], by: str) -> list[HoldRow]:
    """Groups wagers by a field. The deviation takes wagers as independent, those of one round, too."""
    groups: dict[str, list[WagerRow]] = {}
    for row in rows:
        key = f"{row.table} #{row.round}" if by == "round" else str(getattr(row, by))
        groups.setdefault(key, []).append(row)
    found = [_group(key, wagers) for key, wagers in groups.items()]
    return found if by == "round" else sorted(found, key=lambda row: -row.staked)


def total_row(rows: Iterable[WagerRow]) -> HoldRow:
    """Returns the sum of all wagers."""
    return _group("", list(rows))


def _group(key: str, wagers: list[WagerRow]) -> HoldRow:
    priced = [row for row in wagers if row.priced]
    won, expected = sum(row.win for row in priced), sum(row.theoretical for row in priced)
    deviation = math.sqrt(sum(row.deviation**2 for row in priced))
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
