"""Exact edges, strategies and hands of a table, or of one that is thought of."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from pitboss.client.wire_figures import EdgeAsked, Edges, HandAsked, HandWorth
from pitboss.law import load_rulebook, rulebook_ids
from pitboss.server.analyser import Analyser
from pitboss.server.analysis import edge_json, hand_json
from pitboss.server.api import describes, reads
from pitboss.server.desk import Anybody, TheDesk
from pitboss.server.errors import JSON, Fault
from pitboss.server.routes.tables import TableId, table_of

router = APIRouter(prefix="/api", tags=["analysis"])

#: A rulebook of each kind, for examples.
_BY_GAME = {load_rulebook(name).about.game: name for name in rulebook_ids()}
_CARDS, _A_WHEEL = _BY_GAME["blackjack"], _BY_GAME["roulette"]


@router.post("/analysis/edge", **describes(Edges, 404, 409, body=EdgeAsked(_A_WHEEL)))
async def edge(desk: TheDesk, _: Anybody, asked: Annotated[EdgeAsked, reads(EdgeAsked)]) -> Response:
    """What every wager of a table of these choices is worth, exactly."""
    return await _edge(desk.analyser, asked)


@router.get("/tables/{table}/edge", **describes(Edges, 404, 409))
async def table_edge(
    desk: TheDesk,
    _: Anybody,
    table: TableId,
    strategy: Annotated[Literal["total", "composition"], Query(description="The best by which knowledge")] = "total",
) -> Response:
    """What every wager of a table is worth, exactly, and the strategy by which."""
    spec = (await table_of(desk, table)).spec
    return await _edge(desk.analyser, EdgeAsked(spec.rulebook, spec.choices, spec.limits, strategy))


@router.post("/analysis/hand", **describes(HandWorth, 404, 409, body=HandAsked(_CARDS, ("Th", "6d"), "9c")))
async def hand(desk: TheDesk, _: Anybody, asked: Annotated[HandAsked, reads(HandAsked)]) -> Response:
    """What each action with a hand is worth, which is best, and what a mistake costs."""
    if len(asked.cards) > 21 or len(asked.gone) > 416:
        raise Fault(422, "a hand has at most 21 cards, and a shoe 416")
    if asked.added and asked.hands == 1:
        raise Fault(422, "only splitting adds a wager: 'hands' says into how many")
    choices = tuple(sorted(asked.choices.items()))
    split = (asked.hands, asked.added) if asked.hands > 1 else None
    key = ("hand", asked.rulebook, choices, asked.limits, asked.cards, asked.up, tuple(sorted(asked.gone)), split)
    arguments = (asked.rulebook, asked.choices, asked.limits, asked.cards, asked.up, asked.gone, split)
    return Response(await desk.analyser.ask(key, hand_json, *arguments), media_type=JSON)


async def _edge(analyser: Analyser, asked: EdgeAsked) -> Response:
    key = ("edge", asked.rulebook, tuple(sorted(asked.choices.items())), asked.limits, asked.strategy)
    arguments = (asked.rulebook, asked.choices, asked.limits, asked.strategy)
    return Response(await analyser.ask(key, edge_json, *arguments), media_type=JSON)
