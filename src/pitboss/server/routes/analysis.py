"""Exact analysis of tables, hypothetical tables and hands."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from pitboss.client.wire_figures import (
    EdgeReport,
    EdgeRequest,
    HandAnalysis,
    HandRequest,
    WagerAdvice,
    WagerAdviceRequest,
)
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.server.analyser import Analyser
from pitboss.server.analysis import hand_json, wager_json
from pitboss.server.api import LateExample, json_body, route_schema
from pitboss.server.context import Caller
from pitboss.server.dependencies import AnyCaller, Context
from pitboss.server.errors import JSON, ApiError
from pitboss.server.prices import edge_bytes, rules_key
from pitboss.server.routes.tables import TableId, get_table
from pitboss.server.rulebooks import resolve_rules

router = APIRouter(prefix="/api", tags=["analysis"])


def _example(game: str) -> str:
    """Returns a rulebook of a game."""
    return next(name for name in rulebook_ids() if load_rulebook(name).about.game == game)


_EDGE = LateExample(EdgeRequest, lambda: EdgeRequest(_example("roulette")))
_HAND = LateExample(HandRequest, lambda: HandRequest(_example("blackjack"), ("Th", "6d"), "9c"))
_WAGER = LateExample(
    WagerAdviceRequest, lambda: WagerAdviceRequest(_example("tournament"), (110_000, 100_000), (1, 2), limits="10-500")
)


@router.post("/analysis/edge", **route_schema(EdgeReport, 404, 409, body=_EDGE))
async def edge(context: Context, caller: AnyCaller, body: Annotated[EdgeRequest, json_body(EdgeRequest)]) -> Response:
    """Returns the exact value of every wager at a table with these choices."""
    return await _edge(context.analyser, caller, body)


@router.get("/tables/{table}/edge", **route_schema(EdgeReport, 404, 409))
async def table_edge(
    context: Context,
    caller: AnyCaller,
    table: TableId,
    strategy: Annotated[
        Literal["total", "composition"], Query(description="Best strategy by hand total or by card composition")
    ] = "total",
) -> Response:
    """Returns the exact value of every wager at a table, and the strategy it assumes."""
    spec = (await get_table(context, caller, table)).spec
    return await _edge(context.analyser, caller, EdgeRequest(spec.rulebook, spec.choices, spec.limits, strategy))


@router.post("/analysis/hand", **route_schema(HandAnalysis, 404, 409, body=_HAND))
async def hand(context: Context, caller: AnyCaller, body: Annotated[HandRequest, json_body(HandRequest)]) -> Response:
    """Returns the value of each action with a hand, the best action, and the cost of every other."""
    if len(body.cards) > 21 or len(body.gone) > 416:
        raise ApiError(422, "a hand may have at most 21 cards, and 'gone' at most 416")
    if body.added and body.hands == 1:
        raise ApiError(422, "'added' requires a split box: set 'hands' to its number of hands")
    rules = resolve_rules(body.rulebook, body.choices, body.limits)
    split = (body.hands, body.added) if body.hands > 1 else None
    key = ("hand", rules_key(rules), body.cards, body.up, tuple(sorted(body.gone)), split)
    arguments = (body.rulebook, body.choices, body.limits, body.cards, body.up, body.gone, split)
    return Response(await context.analyser.result(caller.rate_key, key, hand_json, *arguments), media_type=JSON)


@router.post("/analysis/wager", **route_schema(WagerAdvice, 404, 409, body=_WAGER))
async def wager(
    context: Context, caller: AnyCaller, body: Annotated[WagerAdviceRequest, json_body(WagerAdviceRequest)]
) -> Response:
    """Returns what each wager of the player to bet is worth in the last rounds of a tournament table."""
    rules = resolve_rules(body.rulebook, body.choices, body.limits)
    key = ("wager", rules_key(rules), body.chips, body.order, body.placed, body.prizes, body.rounds, body.wager)
    return Response(await context.analyser.result(caller.rate_key, key, wager_json, body), media_type=JSON)


async def _edge(analyser: Analyser, caller: Caller, body: EdgeRequest) -> Response:
    return Response(await edge_bytes(analyser, caller.rate_key, body), media_type=JSON)
