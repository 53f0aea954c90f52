"""Events of a tournament. Each carries the clauses of the rulebook that it rests on."""

from msgspec import Struct

from pitboss.games.blackjack import events as at_table
from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """Base class; msgspec stores the class name as the tag."""

    clauses: Clauses


class AtTable(Event, frozen=True):
    """A blackjack event at a table."""

    table: int
    event: at_table.Event


class ProcedureDone(Event, frozen=True, gc=False):
    """A prescribed step that moves neither cards nor chips."""

    name: str
    detail: str = ""
    table: int = 0


# --- entry -------------------------------------------------------------------------------------------------------


class TournamentOpened(Event, frozen=True, gc=False):
    """The conditions of entry were fixed, and applications are accepted."""

    contribution: int


class ApplicantNotified(Event, frozen=True, gc=False):
    """An applicant was given the conditions in writing."""

    player: str


class EntryAccepted(Event, frozen=True, gc=False):
    """An applicant became a player, for a fee of which the operator retains a share."""

    player: str
    fee: int
    retained: int = 0


class EntryRefused(Event, frozen=True, gc=False):
    """An application was refused."""

    player: str


class EntryWithdrawn(Event, frozen=True, gc=False):
    """A player withdrew."""

    player: str


class FeeRefunded(Event, frozen=True, gc=False):
    """A fee was refunded to the player."""

    player: str
    amount: int


class TournamentCancelled(Event, frozen=True, gc=False):
    """The tournament was cancelled. The operator keeps ``left``, the fees of the disqualified."""

    left: int = 0


class SeatChosen(Event, frozen=True, gc=False):
    """A player's seat in the next session was assigned."""

    player: str
    table: int
    box: int


class StartMoved(Event, frozen=True, gc=False):
    """The next session was postponed."""

    minutes: int


class DirectorNoted(Event, frozen=True, gc=False):
    """The director left or returned."""

    present: bool


class WritingPermitted(Event, frozen=True, gc=False):
    """Writing implements were allowed or forbidden."""

    allowed: bool


# --- sessions ----------------------------------------------------------------------------------------------------


class FinishDoubted(Event, frozen=True, gc=False):
    """A warning: these players cannot play to the end. ``allowed`` has the settings with which they could."""

    message: str
    allowed: tuple[str, ...] = ()


class AlternateCalled(Event, frozen=True, gc=False):
    """An alternate replaced a player who takes no further part."""

    player: str
    instead_of: str


class PlayersAllocated(Event, frozen=True):
    """Players were allocated to the boxes of each table."""

    tables: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]


class SessionBegan(Event, frozen=True):
    """A session or play-off began at a table, each player with ``stack`` chips."""

    table: int
    players: tuple[str, ...]
    stack: int
    unit: str
    count: int
    playoff: bool = False
    reissued: bool = False


class ChipsIssued(Event, frozen=True, gc=False):
    """A player received chips, free of charge or bought at face value."""

    player: str
    amount: int
    bought: bool


class MarkerPlaced(Event, frozen=True, gc=False):
    """The betting marker was placed before the player who bets first."""

    table: int
    box: int
    player: str


class ShoeNumbered(Event, frozen=True, gc=False):
    """The number of the shoe in play was recorded."""

    table: int
    number: int


class PlayerLate(Event, frozen=True, gc=False):
    """A player did not wager in time."""

    player: str
    table: int


class WagerCorrected(Event, frozen=True, gc=False):
    """A wager accepted outside the limits counts as another amount."""

    player: str
    asked: int
    stands: int


class TableVacated(Event, frozen=True, gc=False):
    """Every player left the table, or play resumed."""

    table: int
    vacant: bool


class PlayerEliminated(Event, frozen=True, gc=False):
    """A player lost all chips and is out of the session."""

    player: str
    table: int


class PlayerShort(Event, frozen=True, gc=False):
    """A player holds less than the minimum and cannot bet."""

    player: str
    chips: int
    table: int


class PlayerDisqualified(Event, frozen=True, gc=False):
    """A player was disqualified and gets no place."""

    player: str
    reason: str


class RoundCounted(Event, frozen=True, gc=False):
    """A round of the session ended. ``able`` can bet on; ``went_out`` went out in it."""

    table: int
    able: tuple[str, ...]
    went_out: tuple[str, ...]


class StillIn(Event, frozen=True, gc=False):
    """The players who can bet changed between rounds."""

    table: int
    able: tuple[str, ...]


class TimeCalled(Event, frozen=True, gc=False):
    """Time was called for a session."""

    table: int


class SessionEnded(Event, frozen=True, gc=False):
    """A session or play-off ended at a table, on these rules."""

    table: int
    grounds: tuple[str, ...]


# --- results -----------------------------------------------------------------------------------------------------


class ChipsTallied(Event, frozen=True, gc=False):
    """The chips of a session were tallied. ``on_top``: it was played by those who went out in the same round."""

    table: int
    chips: tuple[tuple[str, int], ...]
    on_top: bool = False


class ChipsReissued(Event, frozen=True, gc=False):
    """All who went out in the same round received fresh chips."""

    table: int
    players: tuple[str, ...]
    amount: int


class ChipsReturned(Event, frozen=True, gc=False):
    """Chips were returned to the operator."""

    player: str
    amount: int
    table: int


class ChipsKept(Event, frozen=True, gc=False):
    """A player kept bought chips."""

    player: str
    amount: int
    table: int


class ChipsRedeemed(Event, frozen=True, gc=False):
    """A player redeemed chips for money."""

    player: str
    amount: int


class PlayoffDue(Event, frozen=True, gc=False):
    """Players are tied where a result is needed."""

    table: int
    players: tuple[str, ...]


class QualifierTold(Event, frozen=True, gc=False):
    """A player was announced as qualified for the next session."""

    player: str


class QualifiersFixed(Event, frozen=True, gc=False):
    """All tables of the session are decided, and the qualifiers are fixed."""

    players: tuple[str, ...]


class PlaceTaken(Event, frozen=True, gc=False):
    """A player's place was decided."""

    player: str
    place: int


class PrizePaid(Event, frozen=True, gc=False):
    """A prize, or a share of several, was paid."""

    player: str
    amount: int


class TournamentEnded(Event, frozen=True, gc=False):
    """Every place is decided. ``left`` is the part of the pool that cannot be shared equally or has no winner."""

    left: int = 0
