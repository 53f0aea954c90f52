"""Tables: list, open, close, commands and updates."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Response

from pitboss.client.wire import (
    CommandRequest,
    CommandResult,
    Preview,
    PreviewRequest,
    TableDuty,
    TablePage,
    TableSummary,
    Update,
)
from pitboss.games.commands import Attest
from pitboss.games.header import limits_text
from pitboss.games.live.duties import ALL, NONE, DutyBook, duties_of, may_attest
from pitboss.house.house import StaleVersion, TableInfo
from pitboss.law import Refusal, Rulebook, load_rulebook, rulebook_ids
from pitboss.limits import MAX_COMMAND_ID, MAX_TABLE_ID
from pitboss.server.api import json_body, json_response, route_schema
from pitboss.server.broadcast import visible_events, visible_updates
from pitboss.server.context import Caller, ServerContext, validate_words
from pitboss.server.dependencies import AnyCaller, Context, SignedIn, Viewer
from pitboss.server.errors import JSON, ApiError, no_table, refusal_error
from pitboss.server.rooms import owner_of
from pitboss.server.rulebooks import known_rulebook, opening_notes, resolve_rules
from pitboss.tables.live import Role, Table, TableSpec

router = APIRouter(prefix="/api/tables", tags=["tables"])

TableId = Annotated[
    str, Path(min_length=1, max_length=MAX_TABLE_ID, pattern="^[A-Za-z0-9]+$", description="Id of a table, such as t1")
]
#: Example of a table specification.
_EXAMPLE = TableSpec(rulebook=rulebook_ids()[0], limits="10-500", title="The corner table")


def table_summary(table: TableInfo, live: Table | None = None, *, hide_players: bool = False) -> TableSummary:
    """Returns a table for a list; with ``live``, with its current players, limits and taken boxes."""
    posted = live.posted_limits() if live is not None else None
    book = known_rulebook(table.spec.rulebook)
    return TableSummary(
        id=table.id,
        game=table.game,
        rulebook=table.spec.rulebook,
        title=table.title or (book.name if book else table.spec.rulebook),
        document=book.document if book else "",
        owner=owner_of(table.spec),
        status="closed" if table.closed else "open",
        version=table.version,
        limits=limits_text(posted) if posted is not None else table.spec.limits,
        players=() if hide_players else _players(table, live),
        players_hidden=hide_players,
        spec=msgspec.to_builtins(table.spec),
        boxes=_boxes(table.spec, book),
        taken=live.boxes_taken() if live is not None else 0,
    )


def _players(table: TableInfo, live: Table | None) -> tuple[str, ...]:
    """Returns the names of the players at a table, including those whose chips are all wagered."""
    if table.closed:
        return ()
    return tuple(table.players if live is None else sorted(live.present))


def _boxes(spec: TableSpec, book: Rulebook | None) -> int:
    """Returns the number of boxes of the layout, 0 if the game has none."""
    option = book.options.get("boxes") if book else None
    return 0 if option is None else int(spec.choices.get("boxes") or str(option.default_value))


def _may_list(caller: Caller, table: TableInfo) -> bool:
    return owner_of(table.spec) in ("", caller.actor.name) or caller.sees_everything


async def get_table(context: ServerContext, caller: Caller, table: str) -> TableInfo:
    """Returns an open or closed table of the house. Raises 404 if there is none, or if it is private."""
    info = await context.house.table(table)
    if info is None:
        raise no_table(table)
    context.require_access(caller, table, owner_of(info.spec))
    return info


@router.get("", **route_schema(tuple[TableSummary, ...]))
async def tables(
    context: Context,
    caller: AnyCaller,
    closed: Annotated[bool, Query(description="Include closed tables")] = False,
) -> Response:
    """Returns the open tables, and with ``closed`` the closed ones too.

    If the tables are private, players are hidden from visitors who are not signed in (``players_hidden``). The practice
    rooms of other players are left out.
    """
    listed = [table for table in await context.house.tables(closed=closed) if _may_list(caller, table)]
    loaded = [table.id for table in listed if table.id in context.broadcasts.by_table]
    live = {table: await context.house.live(table) for table in loaded}
    hide = not context.may_watch(caller)
    return json_response([table_summary(table, live.get(table.id), hide_players=hide) for table in listed])


@router.post("", **route_schema(TableSummary, 403, 404, 409, body=_EXAMPLE, status=201))
async def open_table(
    context: Context,
    caller: SignedIn,
    spec: Annotated[TableSpec, json_body(TableSpec)],
    opening_id: Annotated[
        str,
        Query(
            alias="id",
            max_length=MAX_COMMAND_ID,
            description="Idempotency key: a retry returns the table of the first request",
        ),
    ] = "",
) -> Response:
    """Opens a table if the law allows it; a refusal names the clause. A retry with the same ``id`` opens no second."""
    rules = resolve_rules(spec.rulebook, spec.choices, spec.limits)
    if not (1 <= spec.turn_seconds <= 3600 and 1 <= spec.betting_seconds <= 3600):
        raise ApiError(422, "turn_seconds and betting_seconds must be 1 to 3600")
    if spec.practice is not None:
        raise ApiError(422, "'practice' is for rooms: open one with POST /api/rooms", allowed=("POST /api/rooms",))
    if spec.beacon and context.settings.beacon is None:
        raise ApiError(422, "this server has no beacon: start it with --beacon URL, or open the table without one")
    if len(spec.title) > 100 or not spec.title.isprintable():
        raise ApiError(422, "a title may have at most 100 printable characters")
    try:
        spec = msgspec.structs.replace(spec, duties=spec.duties or _house_duties(context, spec.rulebook))
        opened = await context.house.open_table(caller.actor, spec, opening_id=opening_id)
    except ValueError as error:
        raise ApiError(422, str(error), rulebook=spec.rulebook) from None
    if isinstance(opened, Refusal):
        raise refusal_error(opened)
    if not opened.closed:  # a late retry may find it closed
        await context.broadcast(opened.id, caller)
        context.prices.begin()
    return json_response(msgspec.structs.replace(table_summary(opened), warnings=opening_notes(rules)), 201)


def _house_duties(context: ServerContext, rulebook: str) -> str:
    """Returns the house's choice of duties, as far as the rulebook has them."""
    chosen = context.settings.duties
    if chosen in (ALL, NONE):
        return chosen
    own = [name.strip() for name in chosen.split(",") if name.strip() in duties_of(load_rulebook(rulebook))]
    return ",".join(own) or NONE


@router.get("/{table}/duties", **route_schema(tuple[TableDuty, ...], 404, 409))
async def table_duties(context: Context, caller: Viewer, table: TableId) -> Response:
    """Returns the duties that the law asks of persons at the table: whether each is open, and who attests it.

    A person of the role attests one with the command ``attest ROLE DUTY``.
    """
    await get_table(context, caller, table)
    return json_response(await context.house.look(table, lambda live: _duties(live, caller.actor.role)))


def _duties(live: Table, role: Role) -> tuple[TableDuty, ...]:
    book = live.duties or DutyBook(load_rulebook(live.spec.rulebook), "")
    return tuple(
        TableDuty(
            name,
            duty.role,
            duty.says,
            duty.clauses,
            duty.before,
            book.status(name),
            f"{Attest.verb} {duty.role} {name}",
            book.open.get(name, ""),
            may_attest(role, duty),
        )
        for name, duty in book
    )


@router.get("/{table}", **route_schema(TablePage, 404, 409))
async def table_page(context: Context, caller: Viewer, table: TableId) -> Response:
    """Returns the current state of a table, with the caller's own actions."""
    info = await get_table(context, caller, table)
    clock = () if info.closed else (await context.broadcast(table, caller)).clock()

    def encode_page(live: Table) -> bytes:
        # encode now: the view may change while the database is awaited
        page = TablePage(
            table_summary(info, live), live.public_view(), live.personal_view(caller.actor), live.card(), clock
        )
        return msgspec.json.encode(page)

    return Response(await context.house.look(table, encode_page), media_type=JSON)


@router.delete("/{table}", **route_schema(TableSummary, 403, 404, 409))
async def close_table(context: Context, caller: SignedIn, table: TableId) -> Response:
    """Closes a table between rounds and returns the players' chips to their wallets."""
    await get_table(context, caller, table)
    closed = await context.house.close_table(table, caller.actor)
    if isinstance(closed, Refusal):
        raise refusal_error(closed)
    await context.broadcasts.drop(table)
    return json_response(table_summary(await get_table(context, caller, table)))


@router.post(
    "/{table}/commands", **route_schema(CommandResult, 403, 404, 409, body=CommandRequest("c1", "bet 1 50", 17))
)
async def command(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[CommandRequest, json_body(CommandRequest)]
) -> Response:
    """Executes a command. Idempotent: the same id again executes nothing and returns the same result."""
    result = await context.execute(caller, table, body.id, body.seen, body.words)
    if isinstance(result, Refusal):
        raise refusal_error(result)
    if isinstance(result, StaleVersion):
        message = f"stale: the table has moved on from version {body.seen} to {result.version}; refetch and retry"
        raise ApiError(409, message, "stale", allowed=(f"seen {result.version}",))
    live = await context.house.live(table)
    assert live is not None  # a command was just executed there
    entries = result.entries if not result.repeated else await context.house.entry_at(table, result.version)
    events = [event for posted in entries for event in posted.entry.events]
    return json_response(CommandResult(body.id, result.version, visible_events(live, events, caller.actor)))


@router.post("/{table}/preview", **route_schema(Preview, 403, 404, 409, body=PreviewRequest("shuffle")))
async def preview(
    context: Context, caller: SignedIn, table: TableId, body: Annotated[PreviewRequest, json_body(PreviewRequest)]
) -> Response:
    """Returns the events a command would cause, for the consoles of dealers and supervisors. Nothing changes."""
    validate_words(body.words)
    await context.broadcast(table, caller)
    live = await context.house.live(table)
    assert live is not None  # it has a broadcast
    events = live.preview(caller.actor, body.words)
    if isinstance(events, Refusal):
        raise refusal_error(events)
    return json_response(Preview(visible_events(live, events, caller.actor)))


@router.get("/{table}/updates", **route_schema(tuple[Update, ...], 404))
async def updates(
    context: Context,
    caller: Viewer,
    table: TableId,
    after: Annotated[int, Query(ge=0, le=2**53, description="Version the client has seen")] = 0,
    limit: Annotated[int, Query(ge=1, le=500, description="Maximum number of updates; the latest are returned")] = 200,
) -> Response:
    """Returns the updates after a version that the caller may see, at most the latest ``limit``."""
    await get_table(context, caller, table)
    live = await context.house.live(table)
    assert live is not None  # get_table has found it
    entries = await context.house.entries(table, after, limit=limit)
    return json_response(visible_updates(live, entries, caller.actor))
