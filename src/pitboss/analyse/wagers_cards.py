"""Counts the deals of a shoe that take a side wager to each line of its pay table.

A deal is an ordered sequence of cards, so combinations are integers for every wager: two cards of a box, or more if the
box gets them, with the dealer's first card and the hole card.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from math import prod

from pitboss.analyse.shoe import shoe_of
from pitboss.cards import DECK_SIZE, full_shoe
from pitboss.games.blackjack.state import dealer_blackjack
from pitboss.law.checks import decks_in_play
from pitboss.law.resolve import BlackjackRules

#: For each first card of the dealer, the cards that make a blackjack with it.
_MAKE_BLACKJACK = [
    [card for card in range(DECK_SIZE) if dealer_blackjack([up_card, card])] for up_card in range(DECK_SIZE)
]
Grade = Callable[[Sequence[int]], str]
#: Returns whether a box with these cards gets one more that counts, given the dealer's first card and whether the hole
#: card makes a blackjack.
Further = Callable[[Sequence[int], int, bool], bool]


class CardCounts:
    """The number of each card in the shoe. An infinite shoe has one of each and never runs out."""

    def __init__(self, counts: Sequence[int], *, infinite: bool = False) -> None:
        self.counts = tuple(counts)
        self.all = sum(self.counts)
        self.infinite = infinite

    def left(self, card: int, taken: Sequence[int]) -> int:
        """Returns the number of this card left when ``taken`` are gone."""
        return self.counts[card] if self.infinite else self.counts[card] - taken.count(card)

    def ways(self, cards: Sequence[int]) -> int:
        """Returns the number of ways to draw these cards in this order."""
        return prod(self.left(card, cards[:place]) for place, card in enumerate(cards))

    def any(self, drawn: int, more: int) -> int:
        """Returns the number of ways to draw ``more`` further cards of any kind after ``drawn`` cards."""
        return prod(self.all if self.infinite else self.all - drawn - place for place in range(more))


def cards_of(rules: BlackjackRules, gone: Sequence[int] = (), *, infinite: bool = False) -> CardCounts:
    """Returns the cards in the table's shoe without those gone; raises ImpossibleCards if the shoe never held them."""
    shoe_of(rules, gone, infinite=infinite)
    if infinite:
        deck = Counter(full_shoe(1, rules.terms.ranks_removed))
        return CardCounts([deck[card] for card in range(DECK_SIZE)], infinite=True)
    counts = Counter(full_shoe(decks_in_play(rules.options), rules.terms.ranks_removed))
    counts.subtract(gone)
    return CardCounts([counts[card] for card in range(DECK_SIZE)])


class DealCounts:
    """The number of deals by line, over the cards of a box that count and, beyond two, the dealer's.

    ``most`` is the number of cards of the box that can count. Beyond two, ``further`` decides whether the box gets one;
    the count stops at a card that does not change the line. ``peeks`` is set if a dealer's blackjack ends the round
    first.
    """

    def __init__(
        self, cards: CardCounts, grade: Grade, most: int = 2, further: Further | None = None, *, peeks: bool = False
    ) -> None:
        self.cards, self.grade, self.most = cards, grade, most
        self.further, self.peeks = further, peeks
        self._lines: Counter[str] = Counter()

    @cached_property
    def lines(self) -> Counter[str]:
        """The number of deals by line."""
        for first in range(DECK_SIZE):
            for second in range(DECK_SIZE):
                if self.cards.ways((first, second)):
                    self._two((first, second))
        return +self._lines  # drops zero counts

    @property
    def drawn(self) -> int:
        """The number of cards in a deal: those of the box, and beyond two the dealer's first card and hole card."""
        return 2 if self.most == 2 else self.most + 1 + self.peeks

    @property
    def deals(self) -> int:
        """The number of all deals."""
        return self.cards.any(0, self.drawn)

    def _two(self, two: tuple[int, int]) -> None:
        if not cards_that_matter(self.grade, two, self.most):
            self._lines[self.grade(two)] += self.cards.ways(two) * self.cards.any(2, self.drawn - 2)
            return
        for up_card in range(DECK_SIZE):
            if self.cards.left(up_card, two):
                for blackjack in (False, True) if self.peeks else (False,):
                    self._more(two, up_card, blackjack)

    def _more(self, cards: tuple[int, ...], up_card: int, blackjack: bool) -> None:
        """Counts all deals with this beginning, by whether the box gets a further card and which."""
        deals = self._deals(cards, up_card, blackjack)
        if not deals:
            return
        line = self.grade(cards)
        self._lines[line] += deals
        matter = cards_that_matter(self.grade, cards, self.most)
        if matter and self.further is not None and self.further(cards, up_card, blackjack):
            for card in matter:
                longer = (*cards, card)
                self._lines[line] -= self._deals(longer, up_card, blackjack)
                self._more(longer, up_card, blackjack)

    def _deals(self, cards: tuple[int, ...], up_card: int, blackjack: bool) -> int:
        """Returns the number of deals with these cards in the box and that first card of the dealer.

        Unseen cards are exchangeable, so the hole card is counted last.
        """
        known = (*cards, up_card)
        ways = self.cards.ways(known)
        if self.peeks:
            ways *= self._under(known, up_card, blackjack)
        return ways * self.cards.any(len(known) + self.peeks, self.drawn - len(known) - self.peeks)

    def _under(self, known: tuple[int, ...], up_card: int, blackjack: bool) -> int:
        """Returns the number of hole cards that make a blackjack with the dealer's first card, or that do not."""
        making = _MAKE_BLACKJACK[up_card]
        made = sum(self.cards.left(card, known) for card in making)
        return made if blackjack else self.cards.any(len(known), 1) - made


def cards_that_matter(grade: Grade, cards: Sequence[int], most: int) -> list[int]:
    """Returns the next cards of a box that would change its line, if ``most`` of them can count."""
    if len(cards) >= most:
        return []
    line = grade(cards)
    return [card for card in range(DECK_SIZE) if grade((*cards, card)) != line]


def endings(grade: Grade, most: int) -> Iterator[tuple[int, ...]]:
    """Iterates over the cards with which a box may end: any two, and any further card if one could change the line."""
    waiting: list[tuple[int, ...]] = [(one, two) for one in range(DECK_SIZE) for two in range(DECK_SIZE)]
    while waiting:
        cards = waiting.pop()
        yield cards
        if cards_that_matter(grade, cards, most):
            waiting += [(*cards, card) for card in range(DECK_SIZE)]


def in_any_order(grade: Grade) -> bool:
    """Returns whether the order of two cards does not matter."""
    return all(grade((one, two)) == grade((two, one)) for one in range(DECK_SIZE) for two in range(one))
