"""The count at a table, from the cards that its players have seen."""

from typing import Protocol

from msgspec import Struct

from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.seen_cards import SeenCards
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.count_systems import CountError, CountSystem, find_system


class CountedTable(Protocol):
    """A table whose cards can be counted."""

    rules: BlackjackRules

    def seen_cards(self) -> SeenCards:
        """Returns the cards that every player has seen."""


class Count(Struct, frozen=True):
    """A count: ``Count.of(table, "hi-lo").true``."""

    system: str
    #: The running count, with the initial count of an unbalanced system.
    running: float
    #: The running count divided by the unseen decks, not rounded.
    true: float
    unseen: int

    @classmethod
    def of(cls, table: CountedTable, system: str | CountSystem = "hi-lo") -> "Count":
        """Returns the count at a table. Raises CountError for a shoe that is not dealt down, or an unknown system."""
        shoe = table.rules.terms.shoe
        if shoe in (ShoeKind.CONTINUOUS, ShoeKind.DOUBLE):
            raise CountError(f"a count needs one shoe that is dealt down: this table has shoe={shoe.value}")
        return cls.of_cards(table.seen_cards(), system)

    @classmethod
    def of_cards(cls, seen: SeenCards, system: str | CountSystem = "hi-lo") -> "Count":
        """Returns the count of some seen cards."""
        counted = find_system(system) if isinstance(system, str) else system
        running = (counted.start(seen.decks) + sum(counted.tags[card] for card in seen.cards)) / counted.scale
        unseen = len(seen.unseen)
        return cls(counted.name, running, running * DECK_SIZE / unseen if unseen else 0.0, unseen)
