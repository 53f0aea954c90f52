"""Events of a roulette table. Each carries the clauses of the rulebook that it rests on."""

from msgspec import Struct

from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """Base class; msgspec stores the class name as the tag."""

    clauses: Clauses


# --- the table ---------------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True, gc=False):
    """The table opened with these limits for each wager."""

    minimum: int
    maximum: int


class PlayerJoined(Event, frozen=True, gc=False):
    """A player joined with a buy-in."""

    player: str
    money: int


class ChipsGiven(Event, frozen=True, gc=False):
    """A colour was assigned to a player at a value per chip."""

    player: str
    colour: str
    value: int


class ChipsTakenIn(Event, frozen=True, gc=False):
    """A colour was taken in and has no owner."""

    player: str
    colour: str


class BallChanged(Event, frozen=True, gc=False):
    """The ball was replaced."""


# --- wagers ------------------------------------------------------------------------------------------------------


class WagerPlaced(Event, frozen=True, gc=False):
    """A wager was placed on a position."""

    player: str
    kind: str
    place: str
    amount: int
    colour: str = ""
    count: int = 0


class WagerWithdrawn(Event, frozen=True, gc=False):
    """An open wager was returned to its owner."""

    player: str
    kind: str
    place: str
    amount: int


class WagerCollected(Event, frozen=True, gc=False):
    """The house collected a losing wager."""

    player: str
    kind: str
    place: str
    net: int


class WagerPaid(Event, frozen=True, gc=False):
    """A winning wager was paid; its stake stays on the layout."""

    player: str
    kind: str
    place: str
    net: int


class WagerTakenUp(Event, frozen=True, gc=False):
    """The stake of a paid wager was returned to its owner."""

    player: str
    kind: str
    place: str
    amount: int


class WagerAdjusted(Event, frozen=True, gc=False):
    """The house added ``more`` to the result of a settled wager, for a reason."""

    player: str
    kind: str
    place: str
    more: int
    reason: str


# --- the round ---------------------------------------------------------------------------------------------------


class RoundBegan(Event, frozen=True, gc=False):
    """The first spin of a round began."""


class BetsClosed(Event, frozen=True, gc=False):
    """ "No more bets" was called and the bell was rung."""


class BallSpun(Event, frozen=True, gc=False):
    """The ball was spun: the directions, and the number of revolutions if it was counted."""

    wheel: str
    ball: str
    turns: int | None = None


class SpinVoided(Event, frozen=True, gc=False):
    """ "No spin" was announced. There is no number, and every settlement by it is reversed."""

    reason: str
    rested: int


class BallExamined(Event, frozen=True, gc=False):
    """The supervisor examined the ball that left the wheel."""


class BallReturned(Event, frozen=True, gc=False):
    """The ball was placed on the last winning number, or NOWHERE before the first one."""

    number: int


class BallRested(Event, frozen=True, gc=False):
    """The ball came to rest in a compartment."""

    number: int


class NumberAnnounced(Event, frozen=True, gc=False):
    """The dealer announced the number and its colour."""

    number: int
    colour: str


class DollyPlaced(Event, frozen=True, gc=False):
    """The dolly was placed on the number."""

    number: int


class NumberDisplayed(Event, frozen=True, gc=False):
    """The display showed a number, right or wrong."""

    number: int


class ChipsSorted(Event, frozen=True, gc=False):
    """The chipping machine sorted the collected chips."""


class RoundEnded(Event, frozen=True, gc=False):
    """Every wager is settled, and betting is open."""
