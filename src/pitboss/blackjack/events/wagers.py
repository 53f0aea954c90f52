"""Events of wagers: placed, added, settled, returned; prizes, meter, streaks."""

from pitboss.blackjack.events.base import Event


class BetPlaced(Event, frozen=True, gc=False):
    """A wager lies on the layout before the deal."""

    player: str
    box: int
    kind: str
    amount: int
    spot: int = 1


class BetsTakenBack(Event, frozen=True, gc=False):
    """All of a player's wagers on a box, or those of one kind, go back to him before the deal."""

    player: str
    box: int
    kind: str = ""


class WagerAdded(Event, frozen=True, gc=False):
    """A wager made during the round: insurance, a double, the second hand of a split."""

    player: str
    box: int
    kind: str
    amount: int
    hand: int
    spot: int = 1


class WagerMoved(Event, frozen=True, gc=False):
    """A wager belongs to another hand of the split."""

    number: int
    hand: int


class WagerSettled(Event, frozen=True, gc=False):
    """A wager is paid, collected or returned; ``net`` is what its owner won or lost by it."""

    number: int
    player: str
    box: int
    kind: str
    net: int
    outcome: str


class WagerVoided(Event, frozen=True, gc=False):
    """A wager is returned whatever became of it, also when it was settled already."""

    number: int
    player: str
    box: int
    kind: str
    reason: str


class WagerReopened(Event, frozen=True, gc=False):
    """A wager that was settled is in play again, for the hand is dealt again."""

    number: int


class ButtonPressed(Event, frozen=True, gc=False):
    """Somebody presses the prize button for a box."""

    box: int
    player: str


class PrizeShown(Event, frozen=True, gc=False):
    """The display shows a prize."""

    box: int
    player: str
    prize: int


class PressDeclined(Event, frozen=True, gc=False):
    """Somebody leaves the prize button to another."""

    box: int
    player: str


class PrizesDue(Event, frozen=True, gc=False):
    """On these boxes the prize button is to be pressed, in order."""

    boxes: tuple[int, ...]


class BoxPrizeDone(Event, frozen=True, gc=False):
    """The prize of a box is settled."""

    box: int


class MeterMoved(Event, frozen=True, gc=False):
    """The progressive meter shows another amount."""

    meter: int


class StreakMoved(Event, frozen=True, gc=False):
    """The lammer of a box moves: so many hands have been won in a row."""

    box: int
    wins: int
