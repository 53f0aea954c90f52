"""Interface between the engine and the source of chance: cards, shuffles, prizes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from pitboss.games.blackjack.events import Event

#: Items that ``Chance.draw`` returns instead of a card.
CUTTING_CARD: Final = -1
SHOE_EMPTY: Final = -2
#: Where the deal of a file waits while the house reports an irregularity; nothing is drawn there.
DEAL_WAITS: Final = -3


class UnknownOutcome(Exception):
    """The next card or prize is not known yet; ``resume`` continues when it is.

    ``events`` are the events of the command so far. ``drawn_for`` is the box of the card, 0 the dealer, -1 a burn.
    """

    events: "list[Event]"
    drawn_for: int = 0


class DealWaits(UnknownOutcome):
    """The deal of a file waits here: the next line reports an irregularity, and then it goes on."""


class RevealsAwaited(UnknownOutcome):
    """The next outcome comes from a seed whose contributions are not revealed yet."""

    def __init__(self, seed: str) -> None:
        super().__init__(f"the contributions to {seed}")
        self.seed = seed


class Chance(Protocol):
    """Protocol of a source of cards, shuffles and prizes."""

    def draw(self, side: int) -> int:
        """Returns the next card of a side, CUTTING_CARD or SHOE_EMPTY; raises UnknownOutcome if it is not known."""

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Shuffles these cards, or all cards of the side."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Returns used cards to a continuous shuffler."""

    def prize(self, kind: str, stake: int) -> int:
        """Returns the prize in cents for a wager of a kind and amount; raises UnknownOutcome if it is not known."""
