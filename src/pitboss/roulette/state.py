"""The state of a roulette table: only events change it (evolve), only decisions make events (decide).

It is a plain value: it copies, compares and encodes. Nothing in it knows the next number.
"""

from enum import IntEnum

from msgspec import Struct, field

from pitboss.roulette.chance import NOWHERE


class Stage(IntEnum):
    """The steps of a round, in order; at each of them the table may wait for somebody."""

    BETTING = 0
    RUNNING = 1
    SETTLING = 2


class Colour(Struct):
    """The chips of one colour: whose they are, and what each is worth."""

    player: str
    value: int


class Wager(Struct):
    """A wager: an amount on a position, as chips of a colour perhaps.

    ``result`` is what its owner won or lost by it, and None as long as it is open.
    """

    player: str
    kind: str
    place: str
    amount: int
    colour: str = ""
    count: int = 0
    result: int | None = None


class State(Struct):
    """Everything about a table that anybody at it can know."""

    minimum: int = 0
    maximum: int = 0
    stage: Stage = Stage.BETTING
    #: Whether a spin of the round was made or called; the round lasts until a spin is settled.
    begun: bool = False
    #: Whether the last spin was void.
    voided: bool = False
    #: What each player holds; what he held as betting opened for the last round begun, and for the next one.
    money: dict[str, int] = field(default_factory=dict)
    began: dict[str, int] = field(default_factory=dict)
    opening: dict[str, int] = field(default_factory=dict)
    #: What the house has won (or lost) so far.
    house: int = 0
    colours: dict[str, Colour] = field(default_factory=dict)
    #: What lies on the layout, open or paid, and what the last round has settled and nobody left there.
    wagers: list[Wager] = field(default_factory=list)
    settled: list[Wager] = field(default_factory=list)
    #: The last winning number and the one before it, where the ball and the dolly are: NOWHERE at first.
    number: int = NOWHERE
    number_before: int = NOWHERE
    ball: int = NOWHERE
    dolly: int = NOWHERE
    #: Which way the wheel last turned.
    wheel: str = ""
    #: What the number display shows, the latest first.
    display: list[int] = field(default_factory=list)

    def lying(self, player: str, kind: str, place: str) -> Wager | None:
        """The player's wager on a position now."""
        return _find(self.wagers, player, kind, place)

    def result_of(self, player: str, kind: str, place: str) -> Wager | None:
        """The player's wager of the last round there, as far as it is settled."""
        paid = (wager for wager in self.wagers if wager.result is not None)
        return _find([*self.settled, *paid], player, kind, place)


def _find(wagers: list[Wager], player: str, kind: str, place: str) -> Wager | None:
    for wager in wagers:
        if wager.player == player and wager.kind == kind and wager.place == place:
            return wager
    return None


def phase(state: State) -> str:
    """The stage in the words of the notation."""
    return "betting" if state.stage == Stage.BETTING else "closed"
