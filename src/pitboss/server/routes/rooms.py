"""Private practice rooms: the form, opening, listing and closing."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from fastapi import APIRouter, Response

from pitboss.client.wire import TableSummary
from pitboss.client.wire_rooms import MAX_BOTS, RoomBook, RoomForm, RoomPreset, RoomRequest, SideWagerChoice
from pitboss.law import Rulebook, load_rulebook, rulebook_ids
from pitboss.law.abbreviations import ABBREVIATIONS, NUMBERED_FORMS
from pitboss.law.laboratory import LABORATORY
from pitboss.law.options import value_text
from pitboss.server.api import json_body, json_response, route_schema
from pitboss.server.context import Caller, ServerContext
from pitboss.server.dependencies import Context, SignedIn
from pitboss.server.errors import ApiError, no_table, refusal_error
from pitboss.server.practice import LIMITS
from pitboss.server.rooms import owner_of
from pitboss.server.routes.tables import TableId, get_table, table_summary
from pitboss.server.rulebooks import opening_notes, resolve_rules
from pitboss.tables.live import Role

router = APIRouter(prefix="/api", tags=["rooms"])

_EXAMPLE = RoomRequest(rulebook=rulebook_ids()[0], bots=2)


@router.get("/room-form", **route_schema(RoomForm))
async def room_form(context: Context) -> Response:
    """Returns the rulebooks with their presets and side wagers, and the limits of a room."""
    settings = context.settings
    books = tuple(_book(load_rulebook(name)) for name in rulebook_ids())
    words = {name: word.meaning for name, word in ABBREVIATIONS.items()} | dict(NUMBERED_FORMS)
    form = RoomForm(
        books,
        LIMITS,
        MAX_BOTS,
        settings.rooms_per_player,
        settings.room_idle_seconds,
        _book(load_rulebook(LABORATORY)),
        tuple(words.items()),
    )
    return json_response(form)


@router.get("/rooms", **route_schema(tuple[TableSummary, ...], 403))
async def my_rooms(context: Context, caller: SignedIn) -> Response:
    """Returns the caller's open rooms."""
    rooms = [(room, await context.house.live(room.id)) for room in await context.rooms.of(caller.actor.name)]
    return json_response([table_summary(room, live) for room, live in rooms])


@router.post("/rooms", **route_schema(TableSummary, 403, 404, 409, body=_EXAMPLE, status=201))
async def open_room(
    context: Context, caller: SignedIn, body: Annotated[RoomRequest, json_body(RoomRequest)]
) -> Response:
    """Opens a private practice table for the caller, without a clock, with bots at the other boxes.

    A room outside the law is refused with the clause. A room in which nothing happens is closed after a while.
    """
    _require_practice(context, caller)
    opened = await context.rooms.open(caller.actor.name, body)
    rules = resolve_rules(opened.spec.rulebook, opened.spec.choices, opened.spec.limits)
    return json_response(msgspec.structs.replace(table_summary(opened), warnings=opening_notes(rules)), 201)


@router.delete("/rooms/{table}", **route_schema(TableSummary, 403, 404, 409))
async def close_room(context: Context, caller: SignedIn, table: TableId) -> Response:
    """Closes a room of the caller. A round in progress is finished by the rules for absent players."""
    info = await get_table(context, caller, table)
    if not owner_of(info.spec):
        raise no_table(table)
    refusal = await context.rooms.close(table)
    if refusal is not None:
        raise refusal_error(refusal)
    return json_response(table_summary(await get_table(context, caller, table)))


def _require_practice(context: ServerContext, caller: Caller) -> None:
    if not context.settings.practice:
        raise ApiError(403, "this house has no practice rooms: they are part of a practice house")
    if caller.actor.role is not Role.PLAYER:
        raise ApiError(403, f"a practice room is for players, and {caller.actor.name} is a {caller.actor.role.value}")


def _book(book: Rulebook) -> RoomBook:
    presets = tuple(
        RoomPreset(name, preset.title, preset.choices, preset.bots, preset.limits, preset.play_now, preset.featured)
        for name, preset in book.presets.items()
    )
    return RoomBook(book.id, book.name, book.document, book.about.game, presets, tuple(_side_wagers(book)))


def _side_wagers(book: Rulebook) -> Iterator[SideWagerChoice]:
    """Yields the options that offer side wagers, each with its wagers."""
    offered: dict[str, list[str]] = {}
    for name, wager in book.wagers.items():
        if wager.offered.option in book.options:
            offered.setdefault(wager.offered.option, []).append(name)
    for name, wagers in offered.items():
        option = book.options[name]
        values = tuple(str(value) for value in option.values) or ("false", "true")
        default = value_text(option, option.default_value)
        yield SideWagerChoice(name, option.type, default, values, tuple(wagers), option.clauses)
