"""Commands of a tournament, each with its line in the notation."""

from decimal import Decimal
from typing import ClassVar

from pitboss.games import commands as shared
from pitboss.games.blackjack import commands as at_table
from pitboss.games.grammar import Flag, Keyed, NamedAmounts, Optional
from pitboss.games.irregularities import kind_word
from pitboss.games.tournament.parts import HOURS
from pitboss.games.words import Part, either, money, number, parse_player, player

Form = tuple[Part, ...]
Command = shared.Command
JoinTable = shared.JoinTable
EnterCard = at_table.EnterCard
EnterPrize = at_table.EnterPrize


# --- entry -------------------------------------------------------------------------------------------------------


class AcceptEntry(Command, frozen=True, kw_only=True):
    """Notify an applicant of the conditions and accept the entry."""

    verb: ClassVar[str] = "enter"
    form: ClassVar[Form] = (player("player"),)
    player: str


class RefuseEntry(Command, frozen=True, kw_only=True):
    """Refuse an application."""

    verb: ClassVar[str] = "refuse"
    form: ClassVar[Form] = (player("player"),)
    player: str


class WithdrawEntry(Command, frozen=True, kw_only=True):
    """Withdraw a player, ``hours`` before the start. ``consent``: the operator agrees to a refund."""

    verb: ClassVar[str] = "withdraw"
    form: ClassVar[Form] = (player("player"), Optional(HOURS), Optional(Flag("consent")))
    player: str
    hours: Decimal = Decimal(0)
    consent: bool = False


class CancelTournament(Command, frozen=True, kw_only=True):
    """Cancel the tournament for lack of participation."""

    verb: ClassVar[str] = "cancel"
    form: ClassVar[Form] = ()


class SeatPlayer(Command, frozen=True, kw_only=True):
    """Assign a player's seat for the next session."""

    verb: ClassVar[str] = "seat"
    form: ClassVar[Form] = (
        player("player"),
        Keyed("table", number("table", "a table", "N")),
        Keyed("box", number("box", "a box", "N")),
    )
    player: str
    table: int
    box: int


class MoveStart(Command, frozen=True, kw_only=True):
    """Postpone the next session by ``minutes``, with notice to the players."""

    verb: ClassVar[str] = "postpone"
    form: ClassVar[Form] = (number("minutes", "a number of minutes"), Optional(Flag("notice")))
    minutes: int
    notice: bool = False


# --- the director ------------------------------------------------------------------------------------------------


class StartSession(Command, frozen=True, kw_only=True):
    """Allocate the players to tables and begin the session.

    ``confirmed`` starts even if these players cannot play the tournament to its end; the start records that.
    """

    verb: ClassVar[str] = "start"
    form: ClassVar[Form] = (Optional(Flag("confirmed")),)
    confirmed: bool = False


class NoteDirector(Command, frozen=True, kw_only=True):
    """Record that the director leaves or returns."""

    verb: ClassVar[str] = "director"
    form: ClassVar[Form] = (either("present", "leaves", "returns"),)
    present: bool


class PermitWriting(Command, frozen=True, kw_only=True):
    """Allow or forbid writing implements."""

    verb: ClassVar[str] = "writing"
    form: ClassVar[Form] = (either("allowed", "forbidden", "allowed"),)
    allowed: bool


class Disqualify(Command, frozen=True, kw_only=True):
    """Disqualify a player from the tournament."""

    verb: ClassVar[str] = "disqualify"
    form: ClassVar[Form] = (player("player"), kind_word("reason", "REASON"))
    player: str
    reason: str


class NoteLate(Command, frozen=True, kw_only=True):
    """Record that a player did not wager in the time allowed."""

    verb: ClassVar[str] = "late"
    form: ClassVar[Form] = (player("player"),)
    player: str


class CallTime(Command, frozen=True, kw_only=True):
    """Call time for the session, at one table or at all."""

    verb: ClassVar[str] = "time"
    form: ClassVar[Form] = ()
    table: int = 0


class ReissueChips(Command, frozen=True, kw_only=True):
    """Issue fresh chips to all who went out in the same round."""

    verb: ClassVar[str] = "reissue"
    form: ClassVar[Form] = (money("amount"),)
    amount: int
    table: int = 0


class TallyChips(Command, frozen=True, kw_only=True):
    """Tally the chips of each player of a table at the end of a session."""

    verb: ClassVar[str] = "tally"
    form: ClassVar[Form] = (NamedAmounts("chips", "PLAYER=CHIPS", "a player", name=parse_player),)
    chips: tuple[tuple[str, int], ...]
    table: int = 0


class BeginPlayoff(Command, frozen=True, kw_only=True):
    """Begin the play-off that is due."""

    verb: ClassVar[str] = "playoff"
    form: ClassVar[Form] = ()
    table: int = 0


class RedeemChips(Command, frozen=True, kw_only=True):
    """Redeem a player's bought chips for money."""

    verb: ClassVar[str] = "redeem"
    form: ClassVar[Form] = (money("amount"),)
    player: str
    amount: int


# --- at the tables -----------------------------------------------------------------------------------------------


class PlayAtTable(Command, frozen=True, kw_only=True):
    """Apply a blackjack command at a table.

    ``accepted`` marks a wager outside the limits that was accepted by mistake. ``without`` names the players who have
    not bet and whose disqualification by the deal is confirmed.
    """

    verb: ClassVar[str] = "play"
    command: at_table.Command
    table: int = 0
    accepted: bool = False
    without: tuple[str, ...] = ()

    @property
    def actor(self) -> str:
        """The sender of the command at the table."""
        return self.command.actor
