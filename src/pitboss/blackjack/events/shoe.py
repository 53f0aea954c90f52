"""Events of the cards before they are dealt: shuffles, burns, cuts."""

from pitboss.blackjack.events.base import Event


class Shuffled(Event, frozen=True, gc=False):
    """The cards of a side are shuffled and the rack is empty; with ``discards``, only what lay there."""

    side: int
    reason: str
    discards: bool = False
    burns: int = 0


class RackReturned(Event, frozen=True, gc=False):
    """The used cards go back into the continuous shuffler."""

    side: int


class CuttingCardReached(Event, frozen=True, gc=False):
    """The cutting card shows before the next card; ``at`` is the box it appears on, 0 the dealer."""

    side: int
    at: int


class ShuffleDue(Event, frozen=True, gc=False):
    """The cards are to be shuffled at the end of the round."""

    reason: str


class CardBurned(Event, frozen=True, gc=False):
    """A card goes from the shoe to the rack without being used."""

    card: int
    reason: str
    side: int = 0


class BurnsDue(Event, frozen=True, gc=False):
    """So many cards are to be burnt before the next one is dealt."""

    side: int
    burns: int


class CutOffered(Event, frozen=True, gc=False):
    """The cards are offered for the cut to these players, one after the other."""

    players: tuple[str, ...]


class CutDeclined(Event, frozen=True, gc=False):
    """A player does not cut."""

    player: str


class CardsCut(Event, frozen=True, gc=False):
    """The cards are cut."""

    by: str
    depth: int
