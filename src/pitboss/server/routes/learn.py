"""A player's own rounds, with every decision, for learners."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query, Response

from pitboss.client.wire_learn import DecisionInfo, MyRound
from pitboss.house.house import TableInfo
from pitboss.house.lessons import TimedLesson
from pitboss.law import load_rulebook
from pitboss.server.api import json_response, route_schema
from pitboss.server.dependencies import Context, SignedIn

router = APIRouter(prefix="/api/me", tags=["learn"])

#: Tables that are read for one request, the latest first.
MAX_TABLES = 40


@router.get("/rounds", **route_schema(tuple[MyRound, ...]))
async def my_rounds(
    context: Context,
    caller: SignedIn,
    limit: Annotated[int, Query(ge=1, le=1000, description="Maximum number of rounds")] = 200,
    before: Annotated[float, Query(ge=0, le=2**53, description="Return rounds that ended before this time")] = 2**53,
) -> Response:
    """Returns the caller's finished rounds with every decision, newest first."""
    name = caller.actor.name
    found: list[MyRound] = []
    async with context.history.slot(caller.rate_key):
        for table in await context.house.tables_of(name, limit=MAX_TABLES):
            info = await context.house.table(table)
            lessons = await context.house.lessons(table, name)
            if info is not None:
                found += [_round(info, each) for each in lessons if each.time < before]
    found.sort(key=lambda each: (each.time, each.round), reverse=True)
    return json_response(found[:limit])


def _round(info: TableInfo, timed: TimedLesson) -> MyRound:
    lesson = timed.lesson
    return MyRound(
        table=info.id,
        title=info.title or load_rulebook(info.spec.rulebook).name,
        rulebook=info.spec.rulebook,
        choices=info.spec.choices,
        limits=info.spec.limits,
        round=lesson.round,
        time=timed.time,
        net=lesson.net,
        stakes=lesson.stakes,
        decisions=tuple(msgspec.convert(each, DecisionInfo, from_attributes=True) for each in lesson.decisions),
        split=lesson.split,
        clauses=lesson.clauses,
    )
