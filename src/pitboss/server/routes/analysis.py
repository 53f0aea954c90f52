"""Exact edges, strategies and hands of a table, or of one that is thought of."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from msgspec import Meta, Struct, field

from pitboss.server.analyser import Analyser
from pitboss.server.analysis import edge_json, hand_json
from pitboss.server.api import describes, reads
from pitboss.server.desk import Anybody, TheDesk
from pitboss.server.errors import JSON, Fault
from pitboss.server.routes.tables import TableId, table_of

router = APIRouter(prefix="/api", tags=["analysis"])


class EdgeAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A table, or one that is thought of; the strategy is the best by ``total`` or by ``composition``."""

    rulebook: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    strategy: Literal["total", "composition"] = "total"


class HandAsked(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand of two or more cards against an up card, and cards that are known to be gone.

    Where the box was split, ``hands`` is into how many by now, and ``added`` whether splitting added this one's wager.
    """

    rulebook: str
    cards: tuple[str, ...]
    up: str
    choices: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    gone: tuple[str, ...] = ()
    hands: Annotated[int, Meta(ge=1, le=16)] = 1
    added: bool = False


class Worth(Struct, frozen=True):
    """What one unit on a wager is worth to the player, as a decimal and as the exact fraction."""

    expectation: float
    fraction: str
    deviation: float
    clauses: tuple[str, ...] = ()


class Chart(Struct, frozen=True):
    """Rows of ten codes, for a dealer's 2 to ace: hard totals from 4, soft totals from 12, pairs from the ace."""

    name: str
    hard: tuple[str, ...]
    soft: tuple[str, ...]
    pair: tuple[str, ...]
    insure: bool = False
    even_money: bool = False


class MainGame(Struct, frozen=True):
    """The main game per unit of the first wager."""

    expectation: float
    deviation: float
    insurance: float
    by_up: dict[str, dict[str, float]]
    outcomes: dict[str, float]
    chart: Chart | None = None


class Edges(Struct, frozen=True):
    """Every wager of a table; there is no main game at roulette."""

    rulebook: str
    strategy: str
    main: MainGame | None
    wagers: dict[str, Worth]


class HandWorth(Struct, frozen=True, kw_only=True):
    """What may be decided on a hand, per unit of the first wager: the best first, and what a mistake costs.

    A hand of a split box is counted for itself, per unit of its own wager.
    """

    rulebook: str
    cards: str
    up: str
    total: int
    soft: bool
    actions: dict[str, float]
    best: str
    costs: dict[str, float]
    insurance: float | None = None
    dealer_blackjack: float = 0.0
    #: What a wager is worth that is not doubled with the hand: a back bettor's who does not follow.
    undoubled: float | None = None


@router.post("/analysis/edge", **describes(Edges, 404, 409, body=EdgeAsked))
async def edge(desk: TheDesk, _: Anybody, asked: Annotated[EdgeAsked, reads(EdgeAsked)]) -> Response:
    """What every wager of a table of these choices is worth, exactly."""
    return await _edge(desk.analyser, asked)


@router.get("/tables/{table}/edge", **describes(Edges, 404, 409))
async def table_edge(
    desk: TheDesk, _: Anybody, table: TableId, strategy: Annotated[Literal["total", "composition"], Query()] = "total"
) -> Response:
    """What every wager of a table is worth, exactly, and the strategy by which."""
    spec = (await table_of(desk, table)).spec
    return await _edge(desk.analyser, EdgeAsked(spec.rulebook, spec.choices, spec.limits, strategy))


@router.post("/analysis/hand", **describes(HandWorth, 404, 409, body=HandAsked))
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
