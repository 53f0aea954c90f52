"""Exact analysis of tables, hypothetical tables and hands."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Response

from pitboss.client.wire_figures import EdgeReport, EdgeRequest, HandAnalysis, HandRequest
from pitboss.law import TableRules, load_rulebook, rulebook_ids
from pitboss.server.analyser import Analyser
from pitboss.server.analysis import edge_json, hand_json
from pitboss.server.api import json_body, route_schema
from pitboss.server.context import Caller
from pitboss.server.dependencies import AnyCaller, Context
from pitboss.server.errors import JSON, ApiError
from pitboss.server.routes.tables import TableId, get_table
from pitboss.server.rulebooks import resolve_rules

router = APIRouter(prefix="/api", tags=["analysis"])

#: A rulebook of each game, for the examples.
_BY_GAME = {load_rulebook(name).about.game: name for name in rulebook_ids()}
_BLACKJACK, _ROULETTE = _BY_GAME["blackjack"], _BY_GAME["roulette"]


@router.post("/analysis/edge", **route_schema(EdgeReport, 404, 409, body=EdgeRequest(_ROULETTE)))
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


@router.post("/analysis/hand", **route_schema(HandAnalysis, 404, 409, body=HandRequest(_BLACKJACK, ("Th", "6d"), "9c")))
async def hand(context: Context, caller: AnyCaller, body: Annotated[HandRequest, json_body(HandRequest)]) -> Response:
    """Returns the value of each action with a hand, the best action, and the cost of every other."""
    if len(body.cards) > 21 or len(body.gone) > 416:
        raise ApiError(422, "a hand may have at most 21 cards, and 'gone' at most 416")
    if body.added and body.hands == 1:
        raise ApiError(422, "'added' requires a split box: set 'hands' to its number of hands")
    rules = resolve_rules(body.rulebook, body.choices, body.limits)
    split = (body.hands, body.added) if body.hands > 1 else None
    key = ("hand", _cache_key(rules), body.cards, body.up, tuple(sorted(body.gone)), split)
    arguments = (body.rulebook, body.choices, body.limits, body.cards, body.up, body.gone, split)
    return Response(await context.analyser.result(caller.rate_key, key, hand_json, *arguments), media_type=JSON)


def _cache_key(rules: TableRules[Any]) -> str:
    """Returns a key of the resolved rules, the same whether a choice names a default or omits it."""
    return repr((rules.rulebook, sorted(rules.options.items()), rules.limits))


async def _edge(analyser: Analyser, caller: Caller, body: EdgeRequest) -> Response:
    return Response(await edge_bytes(analyser, caller, body), media_type=JSON)


async def edge_bytes(analyser: Analyser, caller: Caller, body: EdgeRequest) -> bytes:
    """Returns the value of every wager of a table as JSON, from the cache where it was asked before."""
    key = ("edge", _cache_key(resolve_rules(body.rulebook, body.choices, body.limits)), body.strategy)
    arguments = (body.rulebook, body.choices, body.limits, body.strategy)
    return await analyser.result(caller.rate_key, key, edge_json, *arguments)
