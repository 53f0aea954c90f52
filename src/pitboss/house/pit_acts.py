"""The acts of the cage and the pit in the house log: standing of users, approvals, gaming days, floats, drop.

The words of their entries begin with ``pit ``: an index finds them among the other entries of the house log. The tags
are stored: they must not change.
"""

from typing import Any, Final

import msgspec
from msgspec import Struct

from pitboss.house.witness import HeadStatement

#: The first word of the entries of the pit.
PIT_WORDS: Final = "pit "
#: An exclusion without an end.
FOR_GOOD: Final = -1

#: Chips or notes by denomination: (cents, number of pieces).
Pieces = tuple[tuple[int, int], ...]


def value_of(pieces: Pieces) -> int:
    """Returns the value of chips or notes in cents."""
    return sum(cents * count for cents, count in pieces)


class PitAct(Struct, frozen=True, tag=True):
    """An act of the cage or the pit."""


# --- people ----------------------------------------------------------------------------------------------------------


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """The standing of a user. Amounts are cents, limits of a gaming day; 0 is no limit.

    ``excluded`` is the end of an exclusion in milliseconds since 1970, -1 without an end. ``loss`` is the most that
    may be taken to tables less what was taken back; ``stake`` the most on one wager; ``minutes`` the time at tables;
    ``reminder`` the minutes between reminders.
    """

    disabled: bool = False
    excluded: int = 0
    excluded_by: str = ""
    loss: int = 0
    stake: int = 0
    minutes: int = 0
    reminder: int = 0

    def is_excluded(self, now: int) -> bool:
        """Whether the user is excluded at a time in milliseconds."""
        return self.excluded == FOR_GOOD or self.excluded > now


class UserRoleSet(PitAct, frozen=True):
    """A user got another role; the seal is the hash of the row in ``users``."""

    name: str
    role: str
    seal: str


class UserTermsSet(PitAct, frozen=True):
    """The standing of a user was set."""

    name: str
    terms: Terms
    reason: str = ""


# --- four eyes -------------------------------------------------------------------------------------------------------


class FourEyes(Struct, frozen=True, forbid_unknown_fields=True):
    """What needs a second person. Awards need one above ``award_above`` cents."""

    award_above: int = 100_000
    capital: bool = True
    operator: bool = True
    correction: bool = True


class FourEyesSet(PitAct, frozen=True):
    """The house chose what needs a second person."""

    policy: FourEyes


class ApprovalAsked(PitAct, frozen=True):
    """An act waits for a second person. ``request`` has its arguments."""

    number: int
    kind: str
    says: str
    request: dict[str, Any]


class ApprovalGiven(PitAct, frozen=True):
    """A second person confirmed the request of another; the act itself follows in the same entry."""

    number: int
    asked_by: str


class ApprovalDenied(PitAct, frozen=True):
    """A second person, or the one who asked, dropped a request."""

    number: int
    reason: str = ""


class AwardPaid(PitAct, frozen=True):
    """The house gave money to a player: goodwill, or the settlement of a dispute."""

    account: str
    amount: int
    reason: str


# --- gaming day ------------------------------------------------------------------------------------------------------


class DayOpened(PitAct, frozen=True):
    """A gaming day was opened, with its first shift."""

    day: str
    shift: str


class ShiftBegan(PitAct, frozen=True):
    """A shift of the open day began."""

    day: str
    shift: str


class FloatCounted(PitAct, frozen=True):
    """The float of a table was counted: ``opening``, ``shift`` or ``closing``. ``expected`` is what the ledger has."""

    day: str
    table: str
    when: str
    pieces: Pieces
    counted: int
    expected: int
    reason: str = ""


class FloatFilled(PitAct, frozen=True):
    """Chips went from the cage to a table, on a numbered slip."""

    slip: int
    day: str
    table: str
    pieces: Pieces
    amount: int
    reason: str = ""


class FloatCredited(PitAct, frozen=True):
    """Chips went from a table to the cage, on a numbered slip."""

    slip: int
    day: str
    table: str
    pieces: Pieces
    amount: int
    reason: str = ""


class CashTaken(PitAct, frozen=True):
    """A player bought in with cash at a table: it is in the drop box, and its value in the player's wallet."""

    day: str
    table: str
    account: str
    amount: int


class DropCounted(PitAct, frozen=True):
    """The drop box of a table was counted. ``expected`` is the cash that was taken since the last count."""

    day: str
    table: str
    pieces: Pieces
    counted: int
    expected: int
    reason: str = ""


class DayClosed(PitAct, frozen=True):
    """A gaming day was closed: the hash of its figures, and the signed heads of all logs before this entry."""

    day: str
    figures: str
    statement: HeadStatement


# --- dealer school ---------------------------------------------------------------------------------------------------


class DrillSet(PitAct, frozen=True):
    """A supervisor set a drill for a trainee. ``plan`` has its rules, its faults and its seed."""

    number: int
    trainee: str
    plan: dict[str, Any]


class DrillAnswered(PitAct, frozen=True):
    """A trainee answered a step of a drill, counted from 1."""

    number: int
    step: int
    line: str


AnyPitAct = (
    UserRoleSet
    | UserTermsSet
    | FourEyesSet
    | ApprovalAsked
    | ApprovalGiven
    | ApprovalDenied
    | AwardPaid
    | DayOpened
    | ShiftBegan
    | FloatCounted
    | FloatFilled
    | FloatCredited
    | CashTaken
    | DropCounted
    | DayClosed
    | DrillSet
    | DrillAnswered
)
#: Encodes acts as they are stored.
encode_acts: Final = msgspec.json.encode
