"""The drills of the dealer school as the server runs them: replayed from the house log, and kept while they go on."""

import asyncio
from collections import OrderedDict
from itertools import pairwise
from typing import Final

import msgspec
from msgspec.structs import asdict

from pitboss.client.wire_school import DrillJudgement, DrillPage, DrillSummary, FaultKind
from pitboss.games.registry import find_game
from pitboss.house.pit_book import DrillRecord, Note
from pitboss.law import load_rulebook
from pitboss.school import Drill, DrillPlan, score
from pitboss.server.errors import ApiError
from pitboss.tables.live import Actor, Role

#: The roles that see every drill with its plan.
TEACHERS: Final = frozenset((Role.OPERATOR, Role.SUPERVISOR, Role.AUDITOR))
#: How many drills are kept in memory; others are replayed from their answers.
_KEPT: Final = 16


class School:
    """The drills of a house."""

    def __init__(self) -> None:
        self._drills: OrderedDict[int, Drill] = OrderedDict()
        self._lock = asyncio.Lock()

    async def drill(self, record: DrillRecord) -> Drill:
        """Returns a drill after the answers of its record."""
        async with self._lock:
            drill = await asyncio.to_thread(self._advanced, record)
            self._drills[record.number] = drill
            self._drills.move_to_end(record.number)
            while len(self._drills) > _KEPT:
                self._drills.popitem(last=False)
        return drill

    def _advanced(self, record: DrillRecord) -> Drill:
        """Replays the record of a drill. Raises 409 where its rules have changed since."""
        drill = self._drills.get(record.number)
        try:
            if drill is None or len(drill.judgements) > len(record.answers):
                drill = Drill(plan_of(record))
            for line, _ in record.answers[len(drill.judgements) :]:
                drill.answer(line)
        except ValueError as error:
            raise ApiError(409, f"drill {record.number} does not replay under the present rules: {error}") from None
        return drill


def plan_of(record: DrillRecord) -> DrillPlan:
    """Returns the plan of a drill."""
    return msgspec.convert(record.plan, DrillPlan)


def is_visible(record: DrillRecord, actor: Actor) -> bool:
    """Whether an actor may see a drill: the trainee, and those who teach or audit."""
    return actor.role in TEACHERS or record.trainee == actor.name


def drill_summary(record: DrillRecord, drill: Drill) -> DrillSummary:
    """Returns a drill for a list."""
    return DrillSummary(
        number=record.number,
        trainee=record.trainee,
        set_by=record.set.by,
        at=record.set.at / 1000,
        rulebook=drill.plan.rulebook,
        rounds=drill.plan.rounds,
        answers=len(drill.judgements),
        correct=sum(each.correct for each in drill.judgements),
        finished=drill.step is None,
    )


def drill_page(record: DrillRecord, drill: Drill, actor: Actor) -> DrillPage:
    """Returns a drill as this actor may see it: its plan stays hidden from the trainee until the end."""
    plan, step = drill.plan, drill.step
    yours = record.trainee == actor.name
    open_plan = step is None or (actor.role in TEACHERS and not yours)
    return DrillPage(
        number=record.number,
        trainee=record.trainee,
        set_by=record.set.by,
        at=record.set.at / 1000,
        rulebook=plan.rulebook,
        boxes=plan.boxes,
        rounds=plan.rounds,
        yours=yours,
        kinds=_kinds(plan.rulebook),
        step=step,
        judgements=tuple(_judgements(record, drill)),
        score=score(drill.judgements),
        faults=plan.faults if open_plan else (),
        waiting=drill.waiting if step is None else (),
        seed=plan.seed if open_plan else None,
    )


def _judgements(record: DrillRecord, drill: Drill) -> list[DrillJudgement]:
    """Returns the judgements with the seconds since the answer before, or since the drill was set."""
    notes: list[Note] = [record.set, *(note for _, note in record.answers)]
    times = [(note.at - before.at) / 1000 for before, note in pairwise(notes)]
    return [
        DrillJudgement(**asdict(each), seconds=seconds) for each, seconds in zip(drill.judgements, times, strict=False)
    ]


def _kinds(rulebook: str) -> tuple[FaultKind, ...]:
    """Returns the irregularities of a rulebook with the form of their words."""
    book = load_rulebook(rulebook)
    remedies = find_game(book.about.game).remedies_for(rulebook)
    return tuple(FaultKind(kind, remedies[entry.remedy].target) for kind, entry in book.irregularities.items())
