"""What has happened at a roulette table. Each event carries the clauses that it rests on, taken from the rulebook."""

from msgspec import Struct

from pitboss.law.cite import Clauses


class Event(Struct, frozen=True, tag=True, gc=False):
    """Something that has happened."""

    clauses: Clauses


# --- the table ---------------------------------------------------------------------------------------------------


class TableOpened(Event, frozen=True, gc=False):
    """The table opens with these limits of each wager."""

    minimum: int
    maximum: int


class PlayerJoined(Event, frozen=True, gc=False):
    """Somebody comes to the table with so much money."""

    player: str
    money: int


class ChipsGiven(Event, frozen=True, gc=False):
    """The chips of a colour are a player's, at so much each."""

    player: str
    colour: str
    value: int


class ChipsTakenIn(Event, frozen=True, gc=False):
    """The chips of a colour are nobody's again."""

    player: str
    colour: str


class BallChanged(Event, frozen=True, gc=False):
    """Another ball is taken."""


# --- wagers ------------------------------------------------------------------------------------------------------


class WagerPlaced(Event, frozen=True, gc=False):
    """A wager lies on a position."""

    player: str
    kind: str
    place: str
    amount: int
    colour: str = ""
    count: int = 0


class WagerWithdrawn(Event, frozen=True, gc=False):
    """A wager that is open goes back to its owner."""

    player: str
    kind: str
    place: str
    amount: int


class WagerCollected(Event, frozen=True, gc=False):
    """A losing wager goes to the house."""

    player: str
    kind: str
    place: str
    net: int


class WagerPaid(Event, frozen=True, gc=False):
    """A winning wager is paid; its stake still lies on the layout."""

    player: str
    kind: str
    place: str
    net: int


class WagerTakenUp(Event, frozen=True, gc=False):
    """The stake of a winning wager that is paid goes back to its owner."""

    player: str
    kind: str
    place: str
    amount: int


class WagerAdjusted(Event, frozen=True, gc=False):
    """The house gives a wager so much more than its position did, and says why."""

    player: str
    kind: str
    place: str
    more: int
    reason: str


# --- the round ---------------------------------------------------------------------------------------------------


class RoundBegan(Event, frozen=True, gc=False):
    """The first spin of a round is under way."""


class BetsClosed(Event, frozen=True, gc=False):
    """No more bets is called and the bell rung."""


class BallSpun(Event, frozen=True, gc=False):
    """How wheel and ball went: which way, and how often the ball went round where that was counted."""

    wheel: str
    ball: str
    turns: int | None = None


class SpinVoided(Event, frozen=True, gc=False):
    """No spin is announced: there is no number, and whatever was settled by one is undone."""

    reason: str
    rested: int


class BallExamined(Event, frozen=True, gc=False):
    """The supervisor looks at the ball that left the wheel."""


class BallReturned(Event, frozen=True, gc=False):
    """The ball lies where it last won, or nowhere before the first number."""

    number: int


class BallRested(Event, frozen=True, gc=False):
    """The ball comes to rest in a compartment."""

    number: int


class NumberAnnounced(Event, frozen=True, gc=False):
    """The dealer calls number and colour."""

    number: int
    colour: str


class DollyPlaced(Event, frozen=True, gc=False):
    """The dolly stands on the number."""

    number: int


class NumberDisplayed(Event, frozen=True, gc=False):
    """The display shows a number, rightly or wrongly."""

    number: int


class ChipsSorted(Event, frozen=True, gc=False):
    """The machine sorts the chips that were collected."""


class RoundEnded(Event, frozen=True, gc=False):
    """Everything is settled, and betting is open."""
