"""Events of wagers: placed, added, settled, returned; prizes, meter, streaks."""

from pitboss.games.blackjack.events.base import Event


class BetPlaced(Event, frozen=True, gc=False):
    """A wager is placed before the deal."""

    player: str
    box: int
    kind: str
    amount: int
    spot: int = 1


class BetsTakenBack(Event, frozen=True, gc=False):
    """A player's wagers on a box, or those of one kind, are returned before the deal."""

    player: str
    box: int
    kind: str = ""


class WagerAdded(Event, frozen=True, gc=False):
    """A wager is added during the round: insurance, a double, the second hand of a split."""

    player: str
    box: int
    kind: str
    amount: int
    hand: int
    spot: int = 1


class WagerMoved(Event, frozen=True, gc=False):
    """A wager is moved to the other hand of a split."""

    number: int
    hand: int


class WagerSettled(Event, frozen=True, gc=False, omit_defaults=True):
    """A wager is paid, collected or returned; ``net`` is the player's win or loss.

    ``place`` is that of its hand on a box that was split, from the left.
    """

    number: int
    player: str
    box: int
    kind: str
    net: int
    outcome: str
    place: int = 0
    spot: int = 1


class WagerVoided(Event, frozen=True, gc=False, omit_defaults=True):
    """A wager is returned, also if it was settled already; ``place`` is that of its hand on a box that was split."""

    number: int
    player: str
    box: int
    kind: str
    reason: str
    place: int = 0
    spot: int = 1


class WagerReopened(Event, frozen=True, gc=False):
    """A settled wager is open again, because its hand is dealt again."""

    number: int


class ButtonPressed(Event, frozen=True, gc=False):
    """The prize button is pressed for a box."""

    box: int
    player: str


class PrizeShown(Event, frozen=True, gc=False):
    """The display shows a prize."""

    box: int
    player: str
    prize: int


class PressDeclined(Event, frozen=True, gc=False):
    """A player declines to press the prize button."""

    box: int
    player: str


class PrizesDue(Event, frozen=True, gc=False):
    """Presses of the prize button are due for these boxes, in order."""

    boxes: tuple[int, ...]


class BoxPrizeDone(Event, frozen=True, gc=False):
    """The prize of a box is settled."""

    box: int


class PaymentHeld(Event, frozen=True, gc=False):
    """The payment of a wager waits until a person attests the step that comes before it."""

    number: int
    box: int
    kind: str
    name: str
    detail: str = ""


class PaymentReleased(Event, frozen=True, gc=False):
    """The steps before the payment of a wager were attested."""

    number: int
    box: int
    kind: str
    name: str
    detail: str = ""


class MeterMoved(Event, frozen=True, gc=False):
    """The progressive meter changes to an amount."""

    meter: int


class StreakMoved(Event, frozen=True, gc=False):
    """The lammer of a box moves to the number of hands won in a row."""

    box: int
    wins: int
