"""The chance actor: whoever knows what the next card is. The core only asks."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from pitboss.blackjack.events import Event

#: What a draw may give in place of a card.
CUTTING_CARD: Final = -1
SHOE_EMPTY: Final = -2


class UnknownOutcome(Exception):
    """Nobody knows the next card (yet). The table stays where it is and goes on when somebody does.

    ``events`` is what happened until then.
    """

    events: "list[Event]"


class Chance(Protocol):
    """Cards, shuffles and prizes come from here."""

    def draw(self, side: int) -> int:
        """The next card of that side, or CUTTING_CARD, or SHOE_EMPTY; UnknownOutcome where it is not known."""

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """A new order begins: of these cards only, or of all that belong to the side."""

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Used cards go back into a continuous shuffler."""

    def prize(self, kind: str, stake: int) -> int:
        """What the display shows as the button is pressed for a wager of that kind and amount, in cents."""
