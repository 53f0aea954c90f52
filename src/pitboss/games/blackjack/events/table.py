"""Events of the table: players, seats, limits, procedures."""

from pitboss.games.blackjack.events.base import Event


class TableOpened(Event, frozen=True, gc=False):
    """The table opens with these limits; ``cards_in`` is the number of cards in each side of the shoe."""

    minimum: int
    maximum: int
    cards_in: tuple[int, ...]
    meter: int = 0


class ProcedureDone(Event, frozen=True, gc=False):
    """A prescribed step that moves neither cards nor money is done."""

    name: str
    detail: str = ""


class Announced(Event, frozen=True, gc=False):
    """The dealer announces a call."""

    word: str
    box: int = 0
    detail: str = ""


class PlayerJoined(Event, frozen=True, gc=False):
    """A player joins the table with a buy-in."""

    player: str
    money: int


class SeatTaken(Event, frozen=True, gc=False):
    """A player sits down at a box."""

    player: str
    box: int


class SeatLeft(Event, frozen=True, gc=False):
    """A player gives up the seat."""

    player: str
    box: int


class LimitsChanged(Event, frozen=True, gc=False):
    """New limits are posted, or an individual maximum on a box."""

    minimum: int
    maximum: int
    box: int = 0
    player: str = ""


class ClosingAnnounced(Event, frozen=True, gc=False):
    """The table closes after a number of rounds."""

    rounds: int


class LastRoundNoted(Event, frozen=True, gc=False):
    """The current round is the last one, so no shuffle follows it."""


class TableClosed(Event, frozen=True, gc=False):
    """No more rounds are dealt."""


class PlayerWarned(Event, frozen=True, gc=False):
    """A player is warned: further wagers below the minimum will be returned."""

    player: str


class PlayerExcluded(Event, frozen=True, gc=False):
    """A player is excluded from the game."""

    player: str


class PlayerAbsent(Event, frozen=True, gc=False):
    """A player is absent until the round ends."""

    player: str
