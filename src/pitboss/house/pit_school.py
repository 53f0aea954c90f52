"""Dealer school: drills and their answers, each an entry of the house log. They move no money."""

from typing import Any

from pitboss.house import users as people
from pitboss.house.permissions import act_refusal, may
from pitboss.house.pit_acts import DrillAnswered, DrillSet
from pitboss.house.pit_book import DrillRecord
from pitboss.house.pit_office import PitDesk
from pitboss.law import Refusal
from pitboss.tables.live import Actor


class PitSchool:
    """The drills of the house. Call it on the writer's thread."""

    def __init__(self, desk: PitDesk) -> None:
        self._desk = desk

    def set_drill(self, by: Actor, trainee: str, plan: dict[str, Any]) -> DrillRecord | Refusal:
        """Sets a drill for a user who may answer it."""
        refusal = act_refusal(by, "set_drill")
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            user = people.find_user(place[0], trainee)
            if user is None:
                return Refusal("user", f"there is no user '{trainee}'")
            if not may(Actor(user.name, user.role), "answer_drill"):
                return Refusal("drill", f"{trainee} is a {user.role.value}: drills are for the staff of tables")
            number = len(self._desk.book.drills) + 1
            self._desk.append(place, by, f"drill {number} for {trainee}", (DrillSet(number, trainee, plan),))
            self._desk.book.read_on(place[0])
            return self._desk.book.drills[number]

    def answer_drill(self, by: Actor, number: int, step: int, line: str) -> DrillRecord | Refusal:
        """Stores an answer of the trainee; each step is answered once, in order."""
        refusal = act_refusal(by, "answer_drill")
        if refusal is not None:
            return refusal
        with self._desk.locked() as place:
            drill = self._desk.book.drills.get(number)
            if drill is None:
                return Refusal("drill", f"there is no drill {number}")
            if drill.trainee != by.name:
                return Refusal("drill", f"drill {number} is {drill.trainee}'s")
            if step != len(drill.answers) + 1:
                return Refusal("drill", f"step {step} is not the next one: step {len(drill.answers) + 1} is")
            words = f"drill {number} step {step}: {line}"
            self._desk.append(place, by, words, (DrillAnswered(number, step, line),))
            self._desk.book.read_on(place[0])
            return self._desk.book.drills[number]
