"""Reports of a gaming day: hold against the exact edge, and its wagers."""

from typing import Annotated, Literal, NamedTuple

import msgspec
from fastapi import APIRouter, Query, Response

from pitboss.client.wire_figures import EdgeReport
from pitboss.client.wire_report import HoldReport, WagerRow
from pitboss.house.pack import write_pack
from pitboss.house.pit_book import Day
from pitboss.house.play_figures import played_wagers
from pitboss.server.api import json_response, route_schema
from pitboss.server.context import Caller, ServerContext
from pitboss.server.dependencies import Context, SignedIn
from pitboss.server.errors import ApiError
from pitboss.server.hold import RoundResults, as_csv, as_parquet, hold_rows, prices_of, total_row, wager_rows
from pitboss.server.prices import edge_bytes, report_request
from pitboss.tables.live import TableSpec, round_results

router = APIRouter(prefix="/api/reports", tags=["reports"])

By = Annotated[
    Literal["table", "dealer", "shift", "player", "wager", "round"], Query(description="What the rows are grouped by")
]
Form = Annotated[Literal["json", "csv", "parquet"], Query(description="Format of the answer")]
DayQuery = Annotated[str, Query(max_length=16, description="A gaming day; the last one without a name")]
#: The media types of the files.
CSV, PARQUET, ZIP = "text/csv", "application/vnd.apache.parquet", "application/zip"
Filter = Annotated[str, Query(max_length=64, description="Only wagers with this value")]


def _day(context: ServerContext, name: str) -> Day:
    day = context.house.pit.book.find_day(name)
    if day is None:
        raise ApiError(404, f"there is no gaming day '{name}'" if name else "no gaming day was opened yet")
    return day


class PricedDay(NamedTuple):
    """The wagers of a day with their prices, why tables have no exact figures, and the results of rounds by table."""

    rows: list[WagerRow]
    missing: dict[str, str]
    results: dict[str, RoundResults]


async def _priced(context: ServerContext, caller: Caller, day: Day) -> PricedDay:
    """Prices the wagers of a day by the exact figures of each table."""
    async with context.history.slot(caller.rate_key):
        played = await context.house.database.read_history(played_wagers, context.house.pit.book, day)
    reports: dict[str, EdgeReport | None] = {}
    missing: dict[str, str] = {}
    results: dict[str, RoundResults] = {}
    for table, wagers in played.items():
        info = await context.house.table(table) if wagers else None
        if info is not None:
            reports[table] = await _edges(context, caller, table, info.spec, missing)
            if (known := round_results(info.spec)) is not None:
                results[table] = known
    rows = [row for table, wagers in played.items() for row in wager_rows(wagers, prices_of(reports, table))]
    return PricedDay(rows, missing, results)


async def _edges(
    context: ServerContext, caller: Caller, table: str, spec: TableSpec, missing: dict[str, str]
) -> EdgeReport | None:
    try:
        found = await edge_bytes(context.analyser, caller.rate_key, report_request(spec))
    except ApiError as error:
        if error.status != 409:
            raise
        missing[table] = error.body.message
        return None
    return msgspec.json.decode(found, type=EdgeReport)


def _file(data: str | bytes, name: str, form: str) -> Response:
    kind = f"{CSV}; charset=utf-8" if form == "csv" else PARQUET
    headers = {"Content-Disposition": f'attachment; filename="{name}.{form}"'}
    return Response(data, media_type=kind, headers=headers)


@router.get("/hold", **route_schema(HoldReport, 403, 404, 409, files=(CSV, PARQUET)))
async def hold(
    context: Context, caller: SignedIn, day: DayQuery = "", by: By = "table", form: Form = "json"
) -> Response:
    """Returns actual and theoretical win of a gaming day and their difference in standard deviations."""
    found = _day(context, day)
    rows, missing, results = await _priced(context, caller, found)
    groups = hold_rows(rows, by, results)
    if form == "csv":
        return _file(as_csv(groups), f"hold-{found.name}-{by}", form)
    if form == "parquet":
        return _file(as_parquet(groups), f"hold-{found.name}-{by}", form)
    return json_response(HoldReport(found.name, by, total_row(rows, results), tuple(groups), missing))


@router.get("/pack", **route_schema(None, 403, 404, 409, files=(ZIP,)))
async def pack(context: Context, caller: SignedIn, day: DayQuery = "") -> Response:
    """Returns the regulator's pack of a closed day, a zip file that ``pitboss audit pack`` verifies anywhere."""
    found = _day(context, day)
    async with context.history.slot(caller.rate_key):
        try:
            data = await context.house.database.read_history(write_pack, context.house.pit.book, found)
        except ValueError as error:
            raise ApiError(409, str(error), "day") from None
    headers = {"Content-Disposition": f'attachment; filename="pack-{found.name}.zip"'}
    return Response(data, media_type=ZIP, headers=headers)


@router.get("/wagers", **route_schema(tuple[WagerRow, ...], 403, 404, 409, files=(CSV, PARQUET)))
async def wagers(  # noqa: PLR0917 # every filter is a parameter
    context: Context,
    caller: SignedIn,
    day: DayQuery = "",
    table: Filter = "",
    dealer: Filter = "",
    shift: Filter = "",
    player: Filter = "",
    wager: Filter = "",
    form: Form = "json",
) -> Response:
    """Returns the wagers of a gaming day, each with its round: what a row of the hold report consists of."""
    found = _day(context, day)
    rows = (await _priced(context, caller, found)).rows
    wanted = {"table": table, "dealer": dealer, "shift": shift, "player": player, "wager": wager}
    rows = [row for row in rows if all(not value or getattr(row, name) == value for name, value in wanted.items())]
    if form == "csv":
        return _file(as_csv(rows), f"wagers-{found.name}", form)
    if form == "parquet":
        return _file(as_parquet(rows), f"wagers-{found.name}", form)
    return json_response(rows)
