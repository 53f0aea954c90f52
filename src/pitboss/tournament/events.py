"""What has happened in a tournament. Each event carries the clauses that it rests on, taken from the rulebook."""

from msgspec import Struct

from pitboss.blackjack import events as at_table
from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """Something that has happened."""

    clauses: Clauses


class AtTable(Event, frozen=True):
    """Something that happened in the game at a table."""

    table: int
    event: at_table.Event


class ProcedureDone(Event, frozen=True, gc=False):
    """A prescribed step that moves neither cards nor chips."""

    name: str
    detail: str = ""
    table: int = 0


# --- entry -------------------------------------------------------------------------------------------------------


class TournamentOpened(Event, frozen=True, gc=False):
    """The conditions of entry are settled, and applications are taken."""

    contribution: int


class ApplicantNotified(Event, frozen=True, gc=False):
    """An applicant has the conditions in writing."""

    player: str


class EntryAccepted(Event, frozen=True, gc=False):
    """An applicant is a player, for a fee of which the operator keeps a share."""

    player: str
    fee: int
    retained: int = 0


class EntryRefused(Event, frozen=True, gc=False):
    """An application was refused."""

    player: str


class EntryWithdrawn(Event, frozen=True, gc=False):
    """A player takes no part."""

    player: str


class FeeRefunded(Event, frozen=True, gc=False):
    """A fee goes back to the player."""

    player: str
    amount: int


class TournamentCancelled(Event, frozen=True, gc=False):
    """The tournament is not held; ``left`` is what stays with the operator, the fees of the disqualified."""

    left: int = 0


class SeatChosen(Event, frozen=True, gc=False):
    """Where a player sits in the next session."""

    player: str
    table: int
    box: int


class StartMoved(Event, frozen=True, gc=False):
    """The next session starts so many minutes later."""

    minutes: int


class DirectorNoted(Event, frozen=True, gc=False):
    """The director has left or come back."""

    present: bool


class WritingPermitted(Event, frozen=True, gc=False):
    """Writing implements are allowed, or no longer."""

    allowed: bool


# --- sessions ----------------------------------------------------------------------------------------------------


class PlayersAllocated(Event, frozen=True):
    """A session of the tournament: for each table its boxes and players."""

    tables: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]


class SessionBegan(Event, frozen=True):
    """A session, or a play-off, begins at a table, each player with so many chips."""

    table: int
    players: tuple[str, ...]
    stack: int
    unit: str
    count: int
    playoff: bool = False
    reissued: bool = False


class ChipsIssued(Event, frozen=True, gc=False):
    """A player holds chips, given or bought at their face value."""

    player: str
    amount: int
    bought: bool


class MarkerPlaced(Event, frozen=True, gc=False):
    """The betting marker lies in front of the player who bets first."""

    table: int
    box: int
    player: str


class ShoeNumbered(Event, frozen=True, gc=False):
    """Which shoe of the session is in play."""

    table: int
    number: int


class PlayerLate(Event, frozen=True, gc=False):
    """A player let the time for a wager pass."""

    player: str
    table: int


class WagerCorrected(Event, frozen=True, gc=False):
    """A wager outside the limits that was accepted counts for another amount."""

    player: str
    asked: int
    stands: int


class TableVacated(Event, frozen=True, gc=False):
    """Nobody is at the table, or play there goes on."""

    table: int
    vacant: bool


class PlayerEliminated(Event, frozen=True, gc=False):
    """A player has lost all chips and is out of the session."""

    player: str
    table: int


class PlayerShort(Event, frozen=True, gc=False):
    """A player holds less than the minimum and cannot bet."""

    player: str
    chips: int
    table: int


class PlayerDisqualified(Event, frozen=True, gc=False):
    """A player takes no further part and gets no place."""

    player: str
    reason: str


class RoundCounted(Event, frozen=True, gc=False):
    """A round of the session has ended; who can bet on, and who went out in it."""

    table: int
    able: tuple[str, ...]
    went_out: tuple[str, ...]


class StillIn(Event, frozen=True, gc=False):
    """Who can bet at a table, where that changed between rounds."""

    table: int
    able: tuple[str, ...]


class TimeCalled(Event, frozen=True, gc=False):
    """The time of a session is up."""

    table: int


class SessionEnded(Event, frozen=True, gc=False):
    """A session or a play-off has ended at a table, on these rules."""

    table: int
    grounds: tuple[str, ...]


# --- results -----------------------------------------------------------------------------------------------------


class ChipsTallied(Event, frozen=True, gc=False):
    """The chips of a session are counted; ``on_top`` where it was held among those who all went out in one round."""

    table: int
    chips: tuple[tuple[str, int], ...]
    on_top: bool = False


class ChipsReissued(Event, frozen=True, gc=False):
    """All who went out in the same round get fresh chips."""

    table: int
    players: tuple[str, ...]
    amount: int


class ChipsReturned(Event, frozen=True, gc=False):
    """Chips go back to the operator."""

    player: str
    amount: int
    table: int


class ChipsKept(Event, frozen=True, gc=False):
    """A player keeps chips that were bought."""

    player: str
    amount: int
    table: int


class ChipsRedeemed(Event, frozen=True, gc=False):
    """A player changes chips back into money."""

    player: str
    amount: int


class PlayoffDue(Event, frozen=True, gc=False):
    """Players are level where a result is needed."""

    table: int
    players: tuple[str, ...]


class QualifierTold(Event, frozen=True, gc=False):
    """A player goes on to the next session."""

    player: str


class QualifiersFixed(Event, frozen=True, gc=False):
    """All tables of the session are decided, and who goes on is known."""

    players: tuple[str, ...]


class PlaceTaken(Event, frozen=True, gc=False):
    """A player's place in the tournament."""

    player: str
    place: int


class PrizePaid(Event, frozen=True, gc=False):
    """A prize, or a share of several, goes to a player."""

    player: str
    amount: int


class TournamentEnded(Event, frozen=True, gc=False):
    """Every place is taken; ``left`` is what of the pool no coin can share equally, or nobody was there to win."""

    left: int = 0
