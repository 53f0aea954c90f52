"""Events of the shoe: shuffles, burns, cuts."""

from pitboss.games.blackjack.events.base import Event


class Shuffled(Event, frozen=True, gc=False):
    """The cards of a side are shuffled and the rack is empty; with ``discards``, only the cards of the rack."""

    side: int
    reason: str
    discards: bool = False
    burns: int = 0


class RackReturned(Event, frozen=True, gc=False):
    """The used cards go back into the continuous shuffler."""

    side: int


class CuttingCardReached(Event, frozen=True, gc=False):
    """The cutting card comes before the next card; ``at`` is the box of that card, 0 for the dealer."""

    side: int
    at: int


class ShuffleDue(Event, frozen=True, gc=False):
    """A shuffle is due at the end of the round."""

    reason: str


class CardBurned(Event, frozen=True, gc=False):
    """A card goes from the shoe to the rack without being used."""

    card: int
    reason: str
    side: int = 0


class BurnsDue(Event, frozen=True, gc=False):
    """A number of burns is due before the next card."""

    side: int
    burns: int


class CutOffered(Event, frozen=True, gc=False):
    """The cut is offered to these players, in order."""

    players: tuple[str, ...]


class CutDeclined(Event, frozen=True, gc=False):
    """A player declines the cut."""

    player: str


class CardsCut(Event, frozen=True, gc=False):
    """The cards are cut."""

    by: str
    depth: int
