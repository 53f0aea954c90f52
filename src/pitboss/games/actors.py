"""Actors of a table: who acts, in which role, and by which means."""

from enum import StrEnum
from typing import Final

from msgspec import Struct

HOUSE: Final = "house"


class Role(StrEnum):
    """The role of an actor."""

    OPERATOR = "operator"
    SUPERVISOR = "supervisor"
    DEALER = "dealer"
    DIRECTOR = "director"
    CASHIER = "cashier"
    AUDITOR = "auditor"
    PLAYER = "player"
    SPECTATOR = "spectator"
    HOUSE = "house"


#: The roles that may use commands of the house.
HOUSE_ROLES: Final = frozenset((Role.OPERATOR, Role.SUPERVISOR, Role.DIRECTOR, Role.DEALER, Role.HOUSE))
#: Those of them that users have.
STAFF: Final = HOUSE_ROLES - {Role.HOUSE}
#: The roles that see every command as it was given.
READING_ROLES: Final = HOUSE_ROLES | {Role.AUDITOR}


#: The means of an actor created by a Python program.
PROGRAM: Final = "program"


class Actor(Struct, frozen=True):
    """A person, in which role, and by which means they act: ``session``, ``token LABEL``, ``cli USER@HOST``, ``clock``.

    The means name no secret. They are empty in an entry of a release that did not store them.
    """

    name: str
    role: Role
    means: str = PROGRAM


#: The house itself.
THE_HOUSE: Final = Actor(HOUSE, Role.HOUSE)
#: The automatic dealer: the house acts when a deadline has passed.
THE_CLOCK: Final = Actor(HOUSE, Role.HOUSE, "clock")


def author(name: str, role: str, means: str) -> str:
    """An actor as logs and statements show it: name, role, and means where they are known."""
    return ", ".join(part for part in dict.fromkeys((name, role, means)) if part)
