"""The cards of a shoe counted out: how many deals bring a side wager to which line of its pay table.

A deal is told in the order in which its cards were drawn, so that combinations are whole numbers whatever decides the
wager: two cards of a box, or more where the box gets them, with the dealer's first card and what lies under it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from math import prod

from pitboss.analyse.shoe import shoe_of
from pitboss.blackjack.state import dealer_blackjack
from pitboss.cards import DECK_SIZE, full_shoe
from pitboss.law.checks import decks_in_play
from pitboss.law.resolve import BlackjackRules

#: The cards that make a blackjack of a dealer's first card.
_MAKE_BLACKJACK = [
    [card for card in range(DECK_SIZE) if dealer_blackjack([up_card, card])] for up_card in range(DECK_SIZE)
]
Grade = Callable[[Sequence[int]], str]
#: Whether a box with these cards gets one more that counts, by the dealer's first card and his blackjack under it.
Further = Callable[[Sequence[int], int, bool], bool]


class Cards:
    """How many of each card there are; of an infinite shoe, of which no card is ever missing, one of each."""

    def __init__(self, counts: Sequence[int], *, infinite: bool = False) -> None:
        self.counts = tuple(counts)
        self.all = sum(self.counts)
        self.infinite = infinite

    def left(self, card: int, taken: Sequence[int]) -> int:
        """How many of a card are left when these are gone."""
        return self.counts[card] if self.infinite else self.counts[card] - taken.count(card)

    def ways(self, cards: Sequence[int]) -> int:
        """In how many ways these cards come in this order."""
        return prod(self.left(card, cards[:place]) for place, card in enumerate(cards))

    def any(self, drawn: int, more: int) -> int:
        """In how many ways so many more cards come after so many, whichever they are."""
        return prod(self.all if self.infinite else self.all - drawn - place for place in range(more))


def cards_of(rules: BlackjackRules, gone: Sequence[int] = (), *, infinite: bool = False) -> Cards:
    """What is in the table's shoe once these cards are gone; ImpossibleCards where it never held them."""
    shoe_of(rules, gone, infinite=infinite)
    if infinite:
        return Cards([1] * DECK_SIZE, infinite=True)
    counts = Counter(full_shoe(decks_in_play(rules.options)))
    counts.subtract(gone)
    return Cards([counts[card] for card in range(DECK_SIZE)])


class Tally:
    """The deals by line: the cards of a box that can count and, where those are more than two, the dealer's.

    ``most`` is how many cards of the box can count. Beyond two, ``further`` says whether it gets one; a card that
    leaves the line as it is ends the matter. ``peeks`` is set where a dealer's blackjack ends the round before that.
    """

    def __init__(
        self, cards: Cards, grade: Grade, most: int = 2, further: Further | None = None, *, peeks: bool = False
    ) -> None:
        self.cards, self.grade, self.most = cards, grade, most
        self.further, self.peeks = further, peeks
        self.lines: Counter[str] = Counter()
        for first in range(DECK_SIZE):
            for second in range(DECK_SIZE):
                if cards.ways((first, second)):
                    self._two((first, second))
        self.lines = +self.lines  # without what came to nothing

    @property
    def drawn(self) -> int:
        """The cards of a deal: those of the box, and with more than two the dealer's first and the one under it."""
        return 2 if self.most == 2 else self.most + 1 + self.peeks

    @property
    def deals(self) -> int:
        """All deals."""
        return self.cards.any(0, self.drawn)

    def _two(self, two: tuple[int, int]) -> None:
        if not self._matter(two):
            self.lines[self.grade(two)] += self.cards.ways(two) * self.cards.any(2, self.drawn - 2)
            return
        for up_card in range(DECK_SIZE):
            if self.cards.left(up_card, two):
                for blackjack in (False, True) if self.peeks else (False,):
                    self._more(two, up_card, blackjack)

    def _more(self, cards: tuple[int, ...], up_card: int, blackjack: bool) -> None:
        """All deals that begin so, by whether the box gets a further card and which it is."""
        deals = self._deals(cards, up_card, blackjack)
        if not deals:
            return
        line = self.grade(cards)
        self.lines[line] += deals
        matter = self._matter(cards)
        if matter and self.further is not None and self.further(cards, up_card, blackjack):
            for card in matter:
                longer = (*cards, card)
                self.lines[line] -= self._deals(longer, up_card, blackjack)
                self._more(longer, up_card, blackjack)

    def _deals(self, cards: tuple[int, ...], up_card: int, blackjack: bool) -> int:
        """How many deals have these cards in the box and that first card of the dealer's.

        Cards that nobody has seen may come in any order, so the one under the dealer's is counted last.
        """
        known = (*cards, up_card)
        ways = self.cards.ways(known)
        if self.peeks:
            ways *= self._under(known, up_card, blackjack)
        return ways * self.cards.any(len(known) + self.peeks, self.drawn - len(known) - self.peeks)

    def _under(self, known: tuple[int, ...], up_card: int, blackjack: bool) -> int:
        """How many of the cards that may lie under the dealer's first make it a blackjack, or do not."""
        making = _MAKE_BLACKJACK[up_card]
        made = sum(self.cards.left(card, known) for card in making)
        return made if blackjack else self.cards.any(len(known), 1) - made

    def _matter(self, cards: tuple[int, ...]) -> list[int]:
        """The next cards of the box that would change its line."""
        if len(cards) >= self.most:
            return []
        line = self.grade(cards)
        return [card for card in range(DECK_SIZE) if self.grade((*cards, card)) != line]


def in_any_order(grade: Grade) -> bool:
    """Whether it makes no difference which of two cards came first."""
    return all(grade((one, two)) == grade((two, one)) for one in range(DECK_SIZE) for two in range(one))
