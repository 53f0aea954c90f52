"""State of a roulette table. Only ``evolve`` changes it.

It is a plain value that copies, compares and encodes. It does not contain the next number.
"""

from copy import copy
from enum import IntEnum

from msgspec import Struct, field

from pitboss.games.roulette.chance import NOWHERE


class Stage(IntEnum):
    """Stages of a round, in order."""

    BETTING = 0
    RUNNING = 1
    SETTLING = 2


class Colour(Struct, frozen=True):
    """The owner of a colour's chips, and the value of each in cents."""

    player: str
    value: int


class RouletteWager(Struct, frozen=True):
    """An amount on a position, optionally in colour chips.

    ``result`` is the net result of the wager, or None while it is open.
    """

    player: str
    kind: str
    place: str
    amount: int
    colour: str = ""
    count: int = 0
    result: int | None = None


class State(Struct):
    """Everything about a table that is public."""

    minimum: int = 0
    maximum: int = 0
    stage: Stage = Stage.BETTING
    #: Whether a spin of the round was called or made; a round ends when a spin is settled.
    begun: bool = False
    #: Whether the last spin was void, and why.
    voided: bool = False
    void_reason: str = ""
    #: Chips of each player: now, when betting opened for the last round begun, and for the next round.
    money: dict[str, int] = field(default_factory=dict)
    began: dict[str, int] = field(default_factory=dict)
    opening: dict[str, int] = field(default_factory=dict)
    #: Net result of the house.
    house: int = 0
    colours: dict[str, Colour] = field(default_factory=dict)
    #: Wagers on the layout, open or paid; and wagers of the last round that are settled and gone.
    wagers: list[RouletteWager] = field(default_factory=list)
    settled: list[RouletteWager] = field(default_factory=list)
    #: The last two winning numbers, and the positions of ball and dolly; NOWHERE before the first spin.
    number: int = NOWHERE
    number_before: int = NOWHERE
    ball: int = NOWHERE
    dolly: int = NOWHERE
    #: Last direction of the wheel.
    wheel: str = ""
    #: Numbers on the display, latest first.
    display: list[int] = field(default_factory=list)

    def copy(self) -> "State":
        """Returns an independent copy, which shares the wagers: events replace them."""
        other = copy(self)
        other.money, other.began, other.opening = self.money.copy(), self.began.copy(), self.opening.copy()
        other.colours, other.wagers, other.settled = self.colours.copy(), self.wagers.copy(), self.settled.copy()
        return other

    def __deepcopy__(self, _: object) -> "State":
        return self.copy()

    def wager_on(self, player: str, kind: str, place: str) -> RouletteWager | None:
        """Returns the player's wager on a position, or None."""
        return _find(self.wagers, player, kind, place)

    def result_of(self, player: str, kind: str, place: str) -> RouletteWager | None:
        """Returns the player's settled wager of the last round on a position, or None."""
        paid = (wager for wager in self.wagers if wager.result is not None)
        return _find([*self.settled, *paid], player, kind, place)


def _find(wagers: list[RouletteWager], player: str, kind: str, place: str) -> RouletteWager | None:
    for wager in wagers:
        if wager.player == player and wager.kind == kind and wager.place == place:
            return wager
    return None


def phase(state: State) -> str:
    """Returns the stage in the notation's words."""
    return "betting" if state.stage == Stage.BETTING else "closed"
