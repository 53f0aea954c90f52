"""What was played: rounds, each as a .pit file and step by step with its clauses, and the shoe's fairness."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from pitboss.blackjack.events import Event
from pitboss.client.wire import RoundInfo, Shown, Step
from pitboss.notation import parse_pit, replay
from pitboss.notation.tell import tell
from pitboss.server.api import answer, describes
from pitboss.server.api import text as plain_text
from pitboss.server.desk import Anybody, Desk, TheDesk
from pitboss.server.errors import Fault
from pitboss.server.routes.tables import TableId, table_of
from pitboss.table.live import FairnessRecord
from pitboss.table.pictures import Picture, pictures
from pitboss.table.view import tell_seen
from pitboss.tournament.events import AtTable

router = APIRouter(prefix="/api/tables/{table}", tags=["history"])

Number = Annotated[int, Path(ge=1, le=2**31, description="Which round of the table")]


@router.get("/rounds", **describes(tuple[RoundInfo, ...], 404))
async def rounds(
    desk: TheDesk,
    caller: Anybody,
    table: TableId,
    before: Annotated[int | None, Query(ge=1, le=2**31, description="Only rounds below this number")] = None,
    limit: Annotated[int, Query(ge=1, le=200, description="So many at most")] = 50,
) -> Response:
    """The rounds that are over, the newest first; of those that are ``hidden`` the file is not to be had yet."""
    info = await table_of(desk, table)
    with desk.archive.asked_by(caller.known):
        found = await desk.house.rounds(table, before=before, limit=limit)
        hidden = [not info.closed and await desk.house.hides(table, one) for one in found]
    told = zip(found, hidden, strict=True)
    return answer([RoundInfo(one.round, one.first, one.last, one.time, one.net, hides) for one, hides in told])


@router.get("/rounds/{number}", **describes(None, 404, 409, plain="The round as a .pit file"))
async def round_pit(desk: TheDesk, caller: Anybody, table: TableId, number: Number) -> Response:
    """A round that is over as a .pit file: `pitboss replay` plays it to the same money.

    The file lists every card of the shoe that the round used, and so is kept back while one that nobody has seen, such
    as a burnt one, lies in the rack of a shoe that is still in use.
    """
    with desk.archive.asked_by(caller.known):
        text, hides = await _round(desk, table, number)
    if hides:
        words = f"round {number} lists a card that nobody has seen: it is told when the shoe is discarded"
        raise Fault(409, words, "hidden_until_discarded", allowed=(f"GET /api/tables/{table}/rounds/{number}/steps",))
    return plain_text(text)


@router.get("/rounds/{number}/steps", **describes(tuple[Step, ...], 404))
async def round_steps(desk: TheDesk, caller: Anybody, table: TableId, number: Number) -> Response:
    """A round that is over step by step: each line, the events that it brought, and their clauses."""
    with desk.archive.asked_by(caller.known):
        text, _hides = await _round(desk, table, number)
        return answer(await desk.archive.tell(_steps, text))


@router.get("/rounds/{number}/pictures", **describes(tuple[Picture, ...], 404))
async def round_pictures(desk: TheDesk, caller: Anybody, table: TableId, number: Number) -> Response:
    """A round of blackjack that is over as it lay on the table after each event of its steps; none of another game."""
    with desk.archive.asked_by(caller.known):
        text, _hides = await _round(desk, table, number)
        return answer(await desk.archive.tell(_pictures, text))


@router.get("/fairness", **describes(tuple[FairnessRecord, ...], 404))
async def fairness(desk: TheDesk, caller: Anybody, table: TableId) -> Response:
    """Every seed: its commitment, and, when nothing more comes of it, the seed and what came of it."""
    await table_of(desk, table)
    with desk.archive.asked_by(caller.known):
        return answer(await desk.house.fairness(table))


async def _round(desk: Desk, table: str, number: int) -> tuple[str, bool]:
    """A round that is over as a file, and whether it shows a card that is still hidden."""
    info = await table_of(desk, table)
    newest = await desk.house.rounds(table, before=number + 1, limit=1)
    # a round that is not over would show what still lies face down
    text = await desk.house.round_pit(table, number) if newest and newest[0].round == number else None
    if not text:
        raise Fault(404, f"table {table} has no round {number} that is over")
    return text, not info.closed and await desk.house.hides(table, newest[0])


@lru_cache(maxsize=64)
def _steps(text: str) -> Sequence[Step]:
    outcome = replay(parse_pit(text))
    return tuple(
        Step(
            step.line,
            step.text,
            tuple(Shown(type=type(event).__name__, text=_told(event), clauses=event.clauses) for event in step.events),
        )
        for step in outcome.steps
    )


@lru_cache(maxsize=16)
def _pictures(text: str) -> Sequence[Picture]:
    return tuple(pictures(parse_pit(text)))


def _told(event: Any) -> str:
    """An event in words that name no card which was burnt unseen."""
    if isinstance(event, AtTable):
        said = _told(event.event)
        return f"table {event.table}: {said}" if said else ""
    return tell_seen(event) if isinstance(event, Event) else tell(event)
