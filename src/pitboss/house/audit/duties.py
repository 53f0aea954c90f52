"""Audit of duties: each attestation was made by a person of the role, and duties without an attestation are counted."""

from collections.abc import Collection, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct, field

from pitboss.games.live.base import THE_CLOCK, Role
from pitboss.games.live.duties import ATTESTING_ROLES
from pitboss.games.live.events import DutyAttested, DutyDue, DutyNotAttested
from pitboss.house.log.chain import Record

_ATTESTED: Final = DutyAttested.__name__
_DUE: Final = DutyDue.__name__
_TYPES: Final = frozenset((_ATTESTED, _DUE, DutyNotAttested.__name__))


class DutyCount(Struct):
    """A duty in the log of a table: how often it was attested and by whom, how often not, and whether it is open."""

    table: str
    duty: str
    role: str
    clauses: tuple[str, ...]
    attested: int = 0
    not_attested: int = 0
    open: bool = False
    by: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parts = [f"{self.attested} attested by {', '.join(self.by)}"] if self.attested else []
        parts += [f"{self.not_attested} not attested"] if self.not_attested else []
        parts += ["open"] if self.open else []
        clauses = ", ".join(self.clauses)
        return f"{self.table} {self.duty} ({self.role}, {clauses}): {'; '.join(parts)}"


class DutyAudit:
    """Checks the attestations of all logs and counts the duties; ``roles`` has the roles that each user has had."""

    def __init__(self, roles: Mapping[str, Collection[str]]) -> None:
        self._roles = roles
        self._counts: dict[tuple[str, str], DutyCount] = {}

    def follow(self, record: Record) -> str:
        """Counts the duties of an entry; returns what is wrong with an attestation, or an empty string."""
        if b'"Duty' not in record.events:
            return ""
        for event in msgspec.json.decode(record.events):
            if event["type"] not in _TYPES:
                continue
            wrong = self._wrong(record, event) if event["type"] == _ATTESTED else ""
            if wrong:
                return wrong
            self._count(record, event)
        return ""

    def _wrong(self, record: Record, event: dict[str, Any]) -> str:
        what = f"its attestation of {event['duty']}"
        if event["by"] != record.actor:
            return f"{what} names {event['by']}, but the command is of {record.actor}"
        if record.role == Role.HOUSE or record.means in ("", THE_CLOCK.means):
            return f"{what} is not of a person"
        if record.role not in ATTESTING_ROLES.get(event["role"], ()):
            return f"{what} as {event['role']} has the role {record.role}"
        if record.role not in self._roles.get(record.actor, ()):
            return f"{what} is of {record.actor}, who does not have the role {record.role}"
        return ""

    def _count(self, record: Record, event: dict[str, Any]) -> None:
        key = (record.stream, event["duty"])
        count = self._counts.get(key)
        if count is None:
            count = DutyCount(record.stream, event["duty"], event["role"], tuple(event["clauses"]))
            self._counts[key] = count
        if event["type"] == _ATTESTED:
            count.attested, count.open = count.attested + 1, False
            count.by += [event["by"]] if event["by"] not in count.by else []
        elif event["type"] == _DUE:
            count.open = True
        else:
            count.not_attested += 1

    def counts(self) -> list[DutyCount]:
        """Returns the duties of every table in the order of the logs."""
        return list(self._counts.values())
