"""A physical shoe whose cards the dealer enters."""

from collections import Counter
from collections.abc import Sequence

from pitboss.cards import card_name
from pitboss.games.blackjack.chance import UnknownOutcome
from pitboss.games.blackjack.shoe import decks_by_side
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules


class ImpossibleCard(ValueError):
    """The shoe cannot contain the entered card."""


class EnteredShoe:
    """Source of chance of a physical shoe: the dealer enters one outcome at a time.

    A draw raises UnknownOutcome until its outcome is entered; then the table resumes.
    """

    def __init__(self, rules: BlackjackRules) -> None:
        self._decks = decks_by_side(rules)
        self._removed = rules.terms.ranks_removed
        self._counted = rules.terms.shoe is not ShoeKind.CONTINUOUS
        self._seen: list[Counter[int]] = [Counter() for _ in self._decks]
        self._entered: int | None = None
        self._side = 0
        #: The kind of outcome to enter: ``card`` or ``prize``; empty if none is expected.
        self.wanted = ""

    def copy(self) -> "EnteredShoe":
        """Returns an independent copy."""
        other = EnteredShoe.__new__(EnteredShoe)
        other.__dict__ = self.__dict__.copy()
        other._seen = [seen.copy() for seen in self._seen]
        return other

    def __deepcopy__(self, _: object) -> "EnteredShoe":
        return self.copy()

    def enter(self, item: int) -> None:
        """Enters an outcome: a card, the cutting card, the empty shoe, or a prize in cents.

        Raises ImpossibleCard if no card is expected or the shoe cannot contain it.
        """
        if not self.wanted:
            raise ImpossibleCard("the table is not waiting for a card")
        decks = self._decks[self._side]
        if self.wanted == "card" and item >= 0 and card_name(item)[0] in self._removed:
            raise ImpossibleCard(f"{card_name(item)}: the decks hold no card of that rank")
        if self.wanted == "card" and item >= 0 and self._counted and self._seen[self._side][item] >= decks:
            raise ImpossibleCard(f"{card_name(item)} has come {decks} times, as often as {decks} decks hold it")
        self._entered = item

    def _take(self, wanted: str, what: str) -> int:
        if self._entered is None:
            self.wanted = wanted
            raise UnknownOutcome(what)
        item, self._entered, self.wanted = self._entered, None, ""
        return item

    def draw(self, side: int) -> int:
        """Returns the entered item; raises UnknownOutcome if none is entered."""
        self._side = side
        item = self._take("card", "the next card" + (f" of side {'ab'[side]}" if len(self._decks) > 1 else ""))
        if item >= 0:
            self._seen[side][item] += 1
        return item

    def seen(self) -> tuple[Counter[int], ...]:
        """Returns the count of each card drawn from each side since its shuffle."""
        return tuple(+cards for cards in self._seen)

    def expect(self, kind: str, side: int) -> None:
        """Sets the expected kind of outcome, from the log."""
        self.wanted, self._side = kind, side

    def expects(self, kind: str, side: int) -> bool:
        """Whether this is the expected kind of outcome."""
        return (self.wanted, self._side) == (kind, side)

    def count_drawn(self, side: int, card: int) -> None:
        """Counts a card drawn according to the log."""
        self._seen[side][card] += 1

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Resets the card count of a side."""
        self._seen[side] = Counter()

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: a physical shuffler takes its cards back itself."""

    def prize(self, kind: str, stake: int) -> int:
        """Returns the entered prize; raises UnknownOutcome if none is entered."""
        return self._take("prize", f"the prize that the display shows for {kind}")
