"""Dealer school: drills with planted irregularities and wrong payments, and the trainee's answers."""

import secrets
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Response

from pitboss.client.wire_school import (
    DrillAnswer,
    DrillPage,
    DrillRequest,
    DrillSummary,
    FaultChoices,
)
from pitboss.drills import DrillFault
from pitboss.house.pit_book import DrillRecord
from pitboss.law import LawError, load_rulebook, rulebook_ids
from pitboss.school import DrillPlan, fault_kinds, plan_refusal
from pitboss.school.plan import LIMITS
from pitboss.server.api import json_body, json_response, route_schema
from pitboss.server.context import Caller, ServerContext
from pitboss.server.dependencies import Context, SignedIn
from pitboss.server.errors import ApiError, refusal_error
from pitboss.server.routes.people import checked
from pitboss.server.rulebooks import get_rulebook
from pitboss.server.school import drill_page, drill_summary, is_visible

router = APIRouter(prefix="/api/school", tags=["school"])

Number = Annotated[int, Path(ge=1, le=2**53, description="Number of a drill")]
_EXAMPLE = DrillRequest(trainee="dan", rulebook=rulebook_ids()[0], faults=(DrillFault("payment"),))
#: The largest seed that the house chooses.
_SEEDS = 1 << 32


def _record(context: ServerContext, caller: Caller, number: int) -> DrillRecord:
    found = context.house.pit.book.drills.get(number)
    if found is None or not is_visible(found, caller.actor):
        raise ApiError(404, f"there is no drill {number}")
    return found


async def _page(context: ServerContext, caller: Caller, record: DrillRecord, status: int = 200) -> Response:
    drill = await context.school.drill(record)
    return json_response(drill_page(record, drill, caller.actor), status)


@router.get("", **route_schema(tuple[DrillSummary, ...], 403, 409))
async def drills(context: Context, caller: SignedIn) -> Response:
    """Returns the drills, the latest first. Who does not supervise or audit sees their own."""
    await context.house.pit.refresh()
    records = [each for each in context.house.pit.book.drills.values() if is_visible(each, caller.actor)]
    async with context.history.slot(caller.rate_key):
        found = [drill_summary(record, await context.school.drill(record)) for record in records[:-201:-1]]
    return json_response(found)


@router.get("/faults", **route_schema(tuple[FaultChoices, ...], 403))
async def faults(_: SignedIn) -> Response:
    """Returns the rulebooks with drills, each with the kinds of fault that may be planted."""
    names = [name for name in rulebook_ids() if fault_kinds(name)]
    return json_response([FaultChoices(name, load_rulebook(name).name, fault_kinds(name)) for name in names])


@router.post("/drills", **route_schema(DrillPage, 403, 404, 409, body=_EXAMPLE, status=201))
async def set_drill(
    context: Context, caller: SignedIn, body: Annotated[DrillRequest, json_body(DrillRequest)]
) -> Response:
    """Sets a drill for a trainee: a practice floor table, and what is planted there. It moves no money."""
    get_rulebook(body.rulebook)
    plan = DrillPlan(
        rulebook=body.rulebook,
        choices=body.choices,
        limits=body.limits or LIMITS,
        boxes=body.boxes,
        rounds=body.rounds,
        faults=body.faults,
        seed=secrets.randbelow(_SEEDS) if body.seed is None else body.seed,
    )
    try:
        refusal = plan_refusal(plan)
    except (LawError, ValueError) as error:
        raise ApiError(422, str(error), rulebook=body.rulebook) from None
    if refusal is not None:
        raise refusal_error(refusal)
    record = checked(await context.house.pit.set_drill(caller.actor, body.trainee, msgspec.to_builtins(plan)))
    return await _page(context, caller, record, 201)


@router.get("/drills/{number}", **route_schema(DrillPage, 403, 404, 409))
async def one_drill(context: Context, caller: SignedIn, number: Number) -> Response:
    """Returns a drill: its present step, its judgements and its score; to the trainee without its plan."""
    await context.house.pit.refresh()
    return await _page(context, caller, _record(context, caller, number))


@router.post("/drills/{number}/answers", **route_schema(DrillPage, 403, 404, 409, body=DrillAnswer(1, "go on")))
async def answer(
    context: Context, caller: SignedIn, number: Number, body: Annotated[DrillAnswer, json_body(DrillAnswer)]
) -> Response:
    """Answers the present step of a drill; returns the drill with the judgement and the next step."""
    record = _record(context, caller, number)
    drill = await context.school.drill(record)
    line = " ".join(body.line.split())
    if body.step == len(drill.judgements) + 1 and (problem := drill.problem(line)):
        raise ApiError(422, problem)
    answered = await context.house.pit.answer_drill(caller.actor, number, body.step, line)
    return await _page(context, caller, checked(answered))
