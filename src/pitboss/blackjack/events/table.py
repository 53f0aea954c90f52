"""Events of the table: who is there, what is posted, what is prescribed."""

from pitboss.blackjack.events.base import Event


class TableOpened(Event, frozen=True, gc=False):
    """The table opens with these limits and so many cards in the shoe, or in each side of it."""

    minimum: int
    maximum: int
    cards_in: tuple[int, ...]
    meter: int = 0


class ProcedureDone(Event, frozen=True, gc=False):
    """A prescribed step that moves neither cards nor money."""

    name: str
    detail: str = ""


class Announced(Event, frozen=True, gc=False):
    """The dealer says it aloud."""

    word: str
    box: int = 0
    detail: str = ""


class PlayerJoined(Event, frozen=True, gc=False):
    """Somebody comes to the table with so much money."""

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
    """Other limits are posted, or a box gets a maximum of its own."""

    minimum: int
    maximum: int
    box: int = 0
    player: str = ""


class ClosingAnnounced(Event, frozen=True, gc=False):
    """The table closes after so many rounds."""

    rounds: int


class LastRoundNoted(Event, frozen=True, gc=False):
    """No round follows the one that is played, so the cards are not shuffled for another."""


class TableClosed(Event, frozen=True, gc=False):
    """No more rounds are dealt."""


class PlayerWarned(Event, frozen=True, gc=False):
    """Further wagers below the minimum will be returned."""

    player: str


class PlayerExcluded(Event, frozen=True, gc=False):
    """May take no further part."""

    player: str


class PlayerAbsent(Event, frozen=True, gc=False):
    """Not there to decide until the round ends."""

    player: str
