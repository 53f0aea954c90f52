"""Cage and pit: gaming day, shifts, floats, slips, drop, and the house log."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response
from msgspec.structs import asdict

from pitboss.client.wire import Wallet
from pitboss.client.wire_pit import (
    CagePage,
    CashRequest,
    CountInfo,
    CountRequest,
    DayPage,
    DayRequest,
    FloatInfo,
    LogLine,
    PiecesRequest,
    ShiftInfo,
    ShiftRequest,
    SlipInfo,
    TableDay,
)
from pitboss.house.ledger import bank
from pitboss.house.log import read
from pitboss.house.log.chain import HOUSE_LOG
from pitboss.house.pit_acts import DropCounted
from pitboss.house.pit_book import OPEN, Counted, Day, Slip
from pitboss.server.api import json_body, json_response, route_schema
from pitboss.server.context import ServerContext
from pitboss.server.dependencies import Context, SignedIn
from pitboss.server.errors import ApiError
from pitboss.server.routes.people import checked
from pitboss.server.routes.tables import TableId

router = APIRouter(prefix="/api/cage", tags=["cage"])

DayName = Annotated[str, Path(max_length=16, description="A gaming day, such as 2026-11-18")]
SlipNumber = Annotated[str, Path(max_length=16, description="Number of a slip, such as F-000001")]
_PIECES = PiecesRequest(((10_000, 20), (2_500, 40)))
_COUNT = CountRequest("opening", _PIECES.pieces)


def slip_info(slip: Slip) -> SlipInfo:
    """Returns a slip as the wire has it."""
    act, note = slip.act, slip.note
    return SlipInfo(
        number=slip.number,
        kind=slip.kind,
        day=act.day,
        table=act.table,
        pieces=act.pieces,
        amount=act.amount,
        reason=act.reason,
        by=note.by,
        role=note.role,
        at=note.at / 1000,
    )


def _count_info(count: Counted) -> CountInfo:
    act = count.act
    return CountInfo(
        table=act.table,
        when="drop" if isinstance(act, DropCounted) else act.when,
        pieces=act.pieces,
        counted=act.counted,
        expected=act.expected,
        reason=act.reason,
        by=count.note.by,
        at=count.note.at / 1000,
    )


async def day_page(context: ServerContext, day: Day) -> DayPage:
    """Returns a gaming day with its figures."""
    figures = await context.house.pit.figures(day)
    signed = day.statement
    sums = ("deposits", "withdrawals", "awards", "capital", "fills", "credits")
    return DayPage(
        day=day.name,
        opened=day.opened.at / 1000,
        opened_by=day.opened.by,
        closed=0 if day.closed is None else day.closed.at / 1000,
        closed_by="" if day.closed is None else day.closed.by,
        shifts=tuple(ShiftInfo(shift.name, shift.note.at / 1000, shift.note.by) for shift in day.shifts),
        tables=tuple(TableDay(**asdict(table)) for table in figures.tables),
        slips=tuple(map(slip_info, day.slips)),
        counts=tuple(map(_count_info, day.counts)),
        **{name: getattr(figures, name) for name in sums},
        figures=day.figures,
        key="" if signed is None else signed.key,
        signature="" if signed is None else signed.signature,
    )


async def _answer(context: ServerContext, result: Any, status: int = 200) -> Response:
    return json_response(await day_page(context, checked(result)), status)


@router.get("", **route_schema(CagePage, 403))
async def cage(context: Context, _: SignedIn) -> Response:
    """Returns the cage now: the open day, the floats, and the sums of all accounts."""
    pit, day = context.house.pit, context.house.pit.book.day
    floats = []
    for info in await context.house.tables(closed=False):
        holds = await context.house.holds(bank(info.id))
        floats.append(FloatInfo(info.id, info.title, holds, await pit.uncounted_cash(info.id)))
    page = CagePage(
        day="" if day is None else day.name,
        shift="" if day is None else day.shifts[-1].name,
        days=tuple(each.name for each in reversed(pit.book.days)),
        floats=tuple(floats),
        accounts=await context.house.database.read(read.account_totals),
        open_requests=sum(each.status == OPEN for each in pit.book.approvals.values()),
    )
    return json_response(page)


@router.get("/days/{day}", **route_schema(DayPage, 403, 404))
async def one_day(context: Context, _: SignedIn, day: DayName) -> Response:
    """Returns a gaming day: shifts, tables, slips, counts, and the signature of its close."""
    found = context.house.pit.book.find_day(day)
    if found is None:
        raise ApiError(404, f"there is no gaming day '{day}'")
    return json_response(await day_page(context, found))


@router.post("/day", **route_schema(DayPage, 403, 409, body=DayRequest("2026-11-18", "day"), status=201))
async def open_day(context: Context, caller: SignedIn, body: Annotated[DayRequest, json_body(DayRequest)]) -> Response:
    """Opens a gaming day with its first shift."""
    opened = checked(await context.house.pit.open_day(caller.actor, body.day, body.shift))
    context.prices.begin()
    return await _answer(context, opened, 201)


@router.post("/shifts", **route_schema(DayPage, 403, 409, body=ShiftRequest("night"), status=201))
async def begin_shift(
    context: Context, caller: SignedIn, body: Annotated[ShiftRequest, json_body(ShiftRequest)]
) -> Response:
    """Begins the next shift of the open day."""
    return await _answer(context, await context.house.pit.begin_shift(caller.actor, body.shift), 201)


@router.post("/close", **route_schema(DayPage, 403, 409))
async def close_day(context: Context, caller: SignedIn) -> Response:
    """Closes the open day: its figures and the heads of all logs are signed."""
    return await _answer(context, await context.house.pit.close_day(caller.actor))


@router.post(
    "/tables/{table}/counts", **route_schema(DayPage, 403, 404, 409, body=CountRequest("opening", _PIECES.pieces))
)
async def count_float(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[CountRequest, json_body(CountRequest)]
) -> Response:
    """Counts the float of a table by denomination. A variance needs a reason, and is booked."""
    pit = context.house.pit
    return await _answer(context, await pit.count_float(caller.actor, table, body.when, body.pieces, body.reason))


@router.post("/tables/{table}/fills", **route_schema(SlipInfo, 403, 404, 409, body=_PIECES, status=201))
async def fill(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[PiecesRequest, json_body(PiecesRequest)]
) -> Response:
    """Moves chips from the cage to a table; returns the numbered slip."""
    slip = checked(await context.house.pit.fill(caller.actor, table, body.pieces, body.reason))
    return json_response(slip_info(slip), 201)


@router.post("/tables/{table}/credits", **route_schema(SlipInfo, 403, 404, 409, body=_PIECES, status=201))
async def credit(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[PiecesRequest, json_body(PiecesRequest)]
) -> Response:
    """Moves chips from a table to the cage; returns the numbered slip."""
    slip = checked(await context.house.pit.credit(caller.actor, table, body.pieces, body.reason))
    return json_response(slip_info(slip), 201)


@router.post("/tables/{table}/cash", **route_schema(Wallet, 403, 404, 409, body=CashRequest("ann", 10_000)))
async def take_cash(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[CashRequest, json_body(CashRequest)]
) -> Response:
    """Takes a player's cash at a table: it goes into the drop box, and its value into the wallet."""
    balance = checked(await context.house.pit.take_cash(caller.actor, table, body.player, body.amount))
    return json_response(Wallet(body.player, balance))


@router.post("/tables/{table}/drop", **route_schema(DayPage, 403, 404, 409, body=_PIECES))
async def count_drop(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[PiecesRequest, json_body(PiecesRequest)]
) -> Response:
    """Counts the drop box of a table. A variance needs a reason, and is booked."""
    return await _answer(context, await context.house.pit.count_drop(caller.actor, table, body.pieces, body.reason))


@router.get("/slips/{number}", **route_schema(SlipInfo, 403, 404))
async def slip(context: Context, _: SignedIn, number: SlipNumber) -> Response:
    """Returns a slip, to be printed."""
    found = context.house.pit.book.find_slip(number)
    if found is None:
        raise ApiError(404, f"there is no slip '{number}'")
    return json_response(slip_info(found))


@router.get("/log", **route_schema(tuple[LogLine, ...], 403))
async def house_log(
    context: Context,
    _: SignedIn,
    after: Annotated[int, Query(ge=0, le=2**53, description="Return entries above this position")] = 0,
    limit: Annotated[int, Query(ge=1, le=500, description="Maximum number of entries")] = 100,
) -> Response:
    """Returns entries of the house log, the latest first where ``after`` is 0."""
    lines = await context.house.database.read_history(_log_lines, after, limit)
    return json_response(lines)


def _log_lines(connection: Any, after: int, limit: int) -> list[LogLine]:
    house = read.find_stream(connection, HOUSE_LOG)
    begin = after or max(0, (0 if house is None else house.seq) - limit)
    found = []
    for link in read.links(connection, HOUSE_LOG, begin, page=limit):
        record = link.record
        found.append(LogLine(record.seq, record.at / 1000, record.words, record.actor, record.role, record.means))
        if len(found) == limit:
            break
    return found if after else found[::-1]
