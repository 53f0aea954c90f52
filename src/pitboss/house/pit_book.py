"""Fold of the acts of the cage and the pit: standing of users, approvals, gaming days, shifts, slips, counts, drop."""

from collections.abc import Iterable
from threading import Lock
from typing import Any

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.house.house_acts import decode_acts
from pitboss.house.pit_acts import (
    AnyPitAct,
    ApprovalAsked,
    ApprovalDenied,
    ApprovalGiven,
    AwardPaid,
    CashTaken,
    DayClosed,
    DayOpened,
    DrillAnswered,
    DrillSet,
    DropCounted,
    FloatCounted,
    FloatCredited,
    FloatFilled,
    FourEyes,
    FourEyesSet,
    ShiftBegan,
    Terms,
    UserRoleSet,
    UserTermsSet,
)
from pitboss.house.schema import OF_PIT, entries
from pitboss.house.witness import HeadStatement

OPEN, GIVEN, DENIED = "open", "given", "denied"
NO_TERMS = Terms()


class Note(Struct, frozen=True):
    """Where an act is in the house log, when it happened (milliseconds) and who did it."""

    seq: int
    at: int
    by: str
    role: str
    means: str


class Approval(Struct):
    """A request for a second person: ``open``, ``given`` or ``denied``."""

    number: int
    kind: str
    says: str
    request: dict[str, Any]
    asked: Note
    status: str = OPEN
    decided: Note | None = None
    reason: str = ""


class Shift(Struct, frozen=True):
    """A shift of a day, from a time on."""

    name: str
    note: Note


class Slip(Struct, frozen=True):
    """A numbered slip of a fill or a credit."""

    act: FloatFilled | FloatCredited
    note: Note

    @property
    def kind(self) -> str:
        """``fill`` or ``credit``."""
        return "fill" if isinstance(self.act, FloatFilled) else "credit"

    @property
    def number(self) -> str:
        """The number on the slip: F-000001 or C-000001."""
        return f"{self.kind[0].upper()}-{self.act.slip:06}"


class Counted(Struct, frozen=True):
    """A count of a float or of a drop box."""

    act: FloatCounted | DropCounted
    note: Note


class Cash(Struct, frozen=True):
    """A cash buy-in."""

    act: CashTaken
    note: Note


class Award(Struct, frozen=True):
    """Money that the house gave to a player, and who had asked for it where a second person confirmed."""

    act: AwardPaid
    note: Note
    asked_by: str = ""


class DrillRecord(Struct):
    """A drill of the dealer school: its plan, and the trainee's answers with their times."""

    number: int
    trainee: str
    plan: dict[str, Any]
    set: Note
    answers: list[tuple[str, Note]] = []


class Day(Struct):
    """A gaming day."""

    name: str
    opened: Note
    shifts: list[Shift] = []
    slips: list[Slip] = []
    counts: list[Counted] = []
    cash: list[Cash] = []
    awards: list[Award] = []
    closed: Note | None = None
    figures: str = ""
    statement: HeadStatement | None = None

    def shift_at(self, at: int) -> str:
        """Returns the shift at a time; the first one before it began."""
        name = self.shifts[0].name
        for shift in self.shifts:
            if shift.note.at <= at:
                name = shift.name
        return name


class PitBook:
    """The state of the cage and the pit. ``read_on`` applies what the house log has since the last call."""

    def __init__(self) -> None:
        self._lock = Lock()
        self.seq = 0
        self.policy = FourEyes()
        self.terms: dict[str, Terms] = {}
        #: The roles of the users whose role was changed.
        self.roles: dict[str, str] = {}
        self.approvals: dict[int, Approval] = {}
        self.days: list[Day] = []
        self.drills: dict[int, DrillRecord] = {}
        self._slips = {"fill": 0, "credit": 0}
        self._asked_by = ""

    def clear(self) -> None:
        """Forgets everything; the next ``read_on`` reads the whole log. The command queue shares the dictionaries."""
        with self._lock:
            self.seq, self.policy, self._asked_by = 0, FourEyes(), ""
            self._slips = {"fill": 0, "credit": 0}
            for collection in (self.terms, self.roles, self.approvals, self.days, self.drills):
                collection.clear()

    def read_on(self, connection: Connection) -> None:
        """Applies the new entries of the pit."""
        columns = [entries.c[name] for name in ("seq", "at", "actor", "role", "means", "events")]
        with self._lock:
            rows = connection.execute(sa.select(*columns).where(OF_PIT, entries.c.seq > self.seq).order_by("seq"))
            for seq, at, actor, role, means, events in rows.all():
                self.follow(Note(seq, at, actor, role, means), decode_acts(events))

    def follow(self, note: Note, acts: Iterable[Any]) -> None:
        """Applies the acts of an entry."""
        self.seq, self._asked_by = note.seq, ""
        for act in acts:
            self._apply(note, act)

    @property
    def day(self) -> Day | None:
        """The open gaming day."""
        return self.days[-1] if self.days and self.days[-1].closed is None else None

    def find_day(self, name: str) -> Day | None:
        """Returns a day by name, the open or last one for an empty name."""
        if not name:
            return self.days[-1] if self.days else None
        return next((day for day in self.days if day.name == name), None)

    def day_before(self, name: str) -> Day | None:
        """Returns the day before a day."""
        names = [day.name for day in self.days]
        place = names.index(name)
        return self.days[place - 1] if place else None

    def next_slip(self, kind: str) -> int:
        """Returns the number of the next slip of a kind."""
        return self._slips[kind] + 1

    def find_slip(self, number: str) -> Slip | None:
        """Returns a slip by its number, such as F-000001."""
        return next((slip for day in self.days for slip in day.slips if slip.number == number.upper()), None)

    def standing(self, name: str) -> Terms:
        """Returns the terms of a user."""
        return self.terms.get(name, NO_TERMS)

    def _apply(self, note: Note, act: AnyPitAct) -> None:
        match act:
            case UserRoleSet():
                self.roles[act.name] = act.role
            case UserTermsSet():
                self.terms[act.name] = act.terms
            case FourEyesSet():
                self.policy = act.policy
            case ApprovalAsked() | ApprovalGiven() | ApprovalDenied():
                self._approve(note, act)
            case DrillSet():
                self.drills[act.number] = DrillRecord(act.number, act.trainee, act.plan, note, [])
            case DrillAnswered():
                self.drills[act.number].answers.append((act.line, note))
            case DayOpened():
                self.days.append(Day(act.day, note, [Shift(act.shift, note)], [], [], [], []))
            case _:
                self._in_day(note, act)

    def _approve(self, note: Note, act: ApprovalAsked | ApprovalGiven | ApprovalDenied) -> None:
        if isinstance(act, ApprovalAsked):
            self.approvals[act.number] = Approval(act.number, act.kind, act.says, act.request, note)
            return
        approval = self.approvals[act.number]
        approval.status = GIVEN if isinstance(act, ApprovalGiven) else DENIED
        approval.decided = note
        if isinstance(act, ApprovalGiven):
            self._asked_by = act.asked_by
        else:
            approval.reason = act.reason

    def _in_day(self, note: Note, act: Any) -> None:
        day = self.day
        if day is None:
            return  # an award outside a gaming day
        match act:
            case ShiftBegan():
                day.shifts.append(Shift(act.shift, note))
            case FloatFilled() | FloatCredited():
                slip = Slip(act, note)
                self._slips[slip.kind] = act.slip
                day.slips.append(slip)
            case FloatCounted() | DropCounted():
                day.counts.append(Counted(act, note))
            case CashTaken():
                day.cash.append(Cash(act, note))
            case AwardPaid():
                day.awards.append(Award(act, note, self._asked_by))
            case DayClosed():
                day.closed, day.figures, day.statement = note, act.figures, act.statement
