"""What was played: rounds, each as a .pit file and step by step with its clauses, and the shoe's fairness."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from pitboss.client.wire import RoundInfo, Shown, Step
from pitboss.notation import parse_pit, replay
from pitboss.notation.tell import tell
from pitboss.server.api import answer, describes
from pitboss.server.api import text as plain_text
from pitboss.server.desk import Anybody, Desk, TheDesk
from pitboss.server.errors import Fault
from pitboss.server.routes.tables import TableId, table_of

router = APIRouter(prefix="/api/tables/{table}", tags=["history"])

Number = Annotated[int, Path(ge=1, le=2**31)]


@router.get("/rounds", **describes(tuple[RoundInfo, ...], 404))
async def rounds(
    desk: TheDesk,
    _: Anybody,
    table: TableId,
    before: Annotated[int | None, Query(ge=1, le=2**31)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> Response:
    """The rounds that are over, the newest first."""
    await table_of(desk, table)
    return answer(await desk.house.rounds(table, before=before, limit=limit))


@router.get("/rounds/{number}", **describes(None, 404, plain="The round as a .pit file"))
async def round_pit(desk: TheDesk, _: Anybody, table: TableId, number: Number) -> Response:
    """A round that is over as a .pit file: `pitboss replay` plays it to the same money."""
    return plain_text(await _round(desk, table, number))


@router.get("/rounds/{number}/steps", **describes(tuple[Step, ...], 404))
async def round_steps(desk: TheDesk, _: Anybody, table: TableId, number: Number) -> Response:
    """A round that is over step by step: each line, the events that it brought, and their clauses."""
    return answer(_steps(await _round(desk, table, number)))


@router.get("/fairness", **describes(tuple[dict[str, Any], ...], 404))
async def fairness(desk: TheDesk, _: Anybody, table: TableId) -> Response:
    """Every seed: its commitment, and, when nothing more comes of it, the seed and what came of it."""
    await table_of(desk, table)
    return answer(await desk.house.fairness(table))


async def _round(desk: Desk, table: str, number: int) -> str:
    await table_of(desk, table)
    newest = await desk.house.rounds(table, before=number + 1, limit=1)
    # a round that is not over would show what still lies face down
    text = await desk.house.round_pit(table, number) if newest and newest[0].round == number else None
    if not text:
        raise Fault(404, f"table {table} has no round {number} that is over")
    return text


@lru_cache(maxsize=64)
def _steps(text: str) -> Sequence[Step]:
    outcome = replay(parse_pit(text))
    return tuple(
        Step(
            step.line,
            step.text,
            tuple(Shown(type=type(event).__name__, text=tell(event), clauses=event.clauses) for event in step.events),
        )
        for step in outcome.steps
    )
