"""What may be asked of a tournament. ``verb`` is the word of the notation."""

from decimal import Decimal
from typing import ClassVar

from msgspec import Struct

from pitboss.blackjack import commands as at_table


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """Something asked of the tournament by a player or by the house."""

    verb: ClassVar[str]


# --- entry -------------------------------------------------------------------------------------------------------


class AcceptEntry(Command, frozen=True, kw_only=True):
    """An applicant is told the conditions and becomes a player."""

    verb: ClassVar[str] = "enter"
    player: str


class RefuseEntry(Command, frozen=True, kw_only=True):
    """An application is refused."""

    verb: ClassVar[str] = "refuse"
    player: str


class WithdrawEntry(Command, frozen=True, kw_only=True):
    """A player withdraws so many hours before the start; ``consent`` where the operator agrees to a refund."""

    verb: ClassVar[str] = "withdraw"
    player: str
    hours: Decimal = Decimal(0)
    consent: bool = False


class CancelTournament(Command, frozen=True, kw_only=True):
    """The tournament is called off for lack of participation."""

    verb: ClassVar[str] = "cancel"


class SeatPlayer(Command, frozen=True, kw_only=True):
    """The operator decides where a player sits in the next session."""

    verb: ClassVar[str] = "seat"
    player: str
    table: int
    box: int


class MoveStart(Command, frozen=True, kw_only=True):
    """The director lets the next session start so many minutes later, with notice to the players."""

    verb: ClassVar[str] = "postpone"
    minutes: int
    notice: bool = False


# --- the director ------------------------------------------------------------------------------------------------


class StartSession(Command, frozen=True, kw_only=True):
    """Players are allocated to tables and the session begins."""

    verb: ClassVar[str] = "start"


class NoteDirector(Command, frozen=True, kw_only=True):
    """The director leaves or comes back."""

    verb: ClassVar[str] = "director"
    present: bool


class PermitWriting(Command, frozen=True, kw_only=True):
    """The director allows writing implements, or no longer."""

    verb: ClassVar[str] = "writing"
    allowed: bool


class Disqualify(Command, frozen=True, kw_only=True):
    """A player is put out of the tournament."""

    verb: ClassVar[str] = "disqualify"
    player: str
    reason: str


class NoteLate(Command, frozen=True, kw_only=True):
    """A player has not wagered in the time allowed."""

    verb: ClassVar[str] = "late"
    player: str


class CallTime(Command, frozen=True, kw_only=True):
    """The time of the session is up, at one table or at all."""

    verb: ClassVar[str] = "time"
    table: int = 0


class ReissueChips(Command, frozen=True, kw_only=True):
    """Fresh chips for all who went out in the same round."""

    verb: ClassVar[str] = "reissue"
    amount: int
    table: int = 0


class TallyChips(Command, frozen=True, kw_only=True):
    """The chips that each player of a table holds at the end of a session."""

    verb: ClassVar[str] = "tally"
    chips: tuple[tuple[str, int], ...]
    table: int = 0


class BeginPlayoff(Command, frozen=True, kw_only=True):
    """The play-off that is due begins."""

    verb: ClassVar[str] = "playoff"
    table: int = 0


class RedeemChips(Command, frozen=True, kw_only=True):
    """A player changes chips of the own back into money."""

    verb: ClassVar[str] = "redeem"
    player: str
    amount: int


# --- at the tables -----------------------------------------------------------------------------------------------


class PlayAtTable(Command, frozen=True, kw_only=True):
    """Something asked of a table; ``accepted`` for a wager outside the limits that was taken by mistake."""

    verb: ClassVar[str] = "play"
    command: at_table.Command
    table: int = 0
    accepted: bool = False
