"""History of a table: finished rounds as .pit files and step by step, and the fairness records."""

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Union

from fastapi import APIRouter, Path, Query, Response

from pitboss.client.wire import EventInfo, RoundStep, RoundSummary
from pitboss.games.live.visible_events import visible_event
from pitboss.games.registry import all_games
from pitboss.notation import parse_pit, replay
from pitboss.server.api import json_response, route_schema, text_response
from pitboss.server.context import Caller, ServerContext
from pitboss.server.dependencies import Context, Viewer
from pitboss.server.errors import ApiError
from pitboss.server.routes.tables import TableId, get_table
from pitboss.tables.live import FairnessRecord
from pitboss.tables.replay_frames import pictures

#: A frame of any game that has frames; the tuple is computed, so `|` cannot join it.
_Frame: Any = Union[tuple(game.frame for game in all_games() if game.frame is not None)]  # noqa: UP007

router = APIRouter(prefix="/api/tables/{table}", tags=["history"])

Number = Annotated[int, Path(ge=1, le=2**31, description="Number of the round")]


@router.get("/rounds", **route_schema(tuple[RoundSummary, ...], 404))
async def rounds(
    context: Context,
    caller: Viewer,
    table: TableId,
    before: Annotated[int | None, Query(ge=1, le=2**31, description="Return rounds below this number")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="Maximum number of rounds")] = 50,
) -> Response:
    """Returns the finished rounds, newest first. The file of a ``hidden`` one is not available yet."""
    info = await get_table(context, caller, table)
    async with context.history.slot(caller.rate_key):
        finished = await context.house.rounds(table, before=before, limit=limit)
        hidden = [not info.closed and await context.house.hides(table, item) for item in finished]
    pairs = zip(finished, hidden, strict=True)
    return json_response(
        [RoundSummary(item.round, item.first, item.last, item.time, item.net, hides) for item, hides in pairs]
    )


@router.get("/rounds/{number}", **route_schema(None, 404, 409, plain="The round as a .pit file"))
async def round_pit(context: Context, caller: Viewer, table: TableId, number: Number) -> Response:
    """Returns a finished round as a .pit file, which `pitboss replay` replays to the same money.

    The file lists every card the round used. It is withheld while one of them is unseen, such as a burnt card, and its
    shoe is still in use.
    """
    async with context.history.slot(caller.rate_key):
        text, hides = await _round(context, caller, table, number)
    if hides:
        message = f"round {number} contains an unseen card: its file is available once the shoe is discarded"
        raise ApiError(
            409, message, "hidden_until_discarded", allowed=(f"GET /api/tables/{table}/rounds/{number}/steps",)
        )
    return text_response(text)


@router.get("/rounds/{number}/steps", **route_schema(tuple[RoundStep, ...], 404))
async def round_steps(context: Context, caller: Viewer, table: TableId, number: Number) -> Response:
    """Returns a finished round step by step: each line with its events and their clauses."""
    async with context.history.slot(caller.rate_key):
        text, _hides = await _round(context, caller, table, number)
        return json_response(await asyncio.to_thread(_steps, text))


@router.get("/rounds/{number}/pictures", **route_schema(tuple[_Frame, ...], 404))
async def round_pictures(context: Context, caller: Viewer, table: TableId, number: Number) -> Response:
    """Returns a finished blackjack round as one frame of the table per event; empty for other games."""
    async with context.history.slot(caller.rate_key):
        text, _hides = await _round(context, caller, table, number)
        return json_response(await asyncio.to_thread(_pictures, text))


@router.get("/fairness", **route_schema(tuple[FairnessRecord, ...], 404))
async def fairness(
    context: Context,
    caller: Viewer,
    table: TableId,
    seed: Annotated[str, Query(max_length=40, description="Return only the seed of this name, such as `shoe 0`")] = "",
) -> Response:
    """Returns the commitment of every seed, and each seed that is no longer in use with its outcomes."""
    await get_table(context, caller, table)
    async with context.history.slot(caller.rate_key):
        records = await context.house.fairness(table)
    return json_response([record for record in records if seed in ("", record.name)])


async def _round(context: ServerContext, caller: Caller, table: str, number: int) -> tuple[str, bool]:
    """Returns a finished round as a file, and whether the file contains a card that is still hidden."""
    info = await get_table(context, caller, table)
    newest = await context.house.rounds(table, before=number + 1, limit=1)
    # an unfinished round would reveal face-down cards
    text = await context.house.round_pit(table, number) if newest and newest[0].round == number else None
    if not text:
        raise ApiError(404, f"table {table} has no finished round {number}")
    return text, not info.closed and await context.house.hides(table, newest[0])


@lru_cache(maxsize=64)
def _steps(text: str) -> Sequence[RoundStep]:
    outcome = replay(parse_pit(text))
    return tuple(
        RoundStep(
            step.line,
            step.text,
            tuple(_event_info(event) for event in step.events),
        )
        for step in outcome.steps
    )


def _event_info(event: Any) -> EventInfo:
    shown = visible_event(event)
    if shown is None:
        return EventInfo(type=type(event).__name__, text="", clauses=event.clauses)
    return EventInfo(type=shown.type, text=shown.text, clauses=shown.clauses, fields=shown.fields)


@lru_cache(maxsize=16)
def _pictures(text: str) -> Sequence[Any]:
    return tuple(pictures(parse_pit(text)))
