"""A shoe for tests: it knows which cards are in it and which have left it, by each side."""

import random
from collections import Counter
from collections.abc import Sequence
from copy import copy

from pitboss.cards import card_name, full_shoe
from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, UnknownOutcome


class Shoe:
    """One side: an order, how far it was dealt, and what is out of it."""

    def __init__(self, decks: int, first: Sequence[int], cut_at: int, empty_after: int | None) -> None:
        self.decks = decks
        self.first = tuple(first)
        self.cut_at = cut_at
        self.empty_after = empty_after
        self.order: tuple[int, ...] = ()
        self.at = 0
        self.out: Counter[int] = Counter()
        self.drawn = 0
        self.before: tuple[tuple[int, ...], ...] = ()


class TestShoe:
    """Chance that plays any table: the first filling begins with given cards, all the rest is shuffled by a seed."""

    __test__ = False

    def __init__(self, shoes: Sequence[Shoe], seed: int) -> None:
        self.sides = list(shoes)
        self._random = random.Random(seed)
        self._fills = [0 for _ in shoes]

    def copy(self) -> "TestShoe":
        """The same future again."""
        twin = copy(self)
        twin._random = copy(self._random)
        twin._random.setstate(self._random.getstate())
        twin._fills = list(self._fills)
        twin.sides = []
        for shoe in self.sides:
            other = copy(shoe)
            other.out = Counter(shoe.out)
            twin.sides.append(other)
        return twin

    def draw(self, side: int) -> int:
        """The next card of the order."""
        shoe = self.sides[side]
        if shoe.at >= len(shoe.order):
            if not shoe.order:
                raise UnknownOutcome("no card is left anywhere")
            return SHOE_EMPTY
        item = shoe.order[shoe.at]
        shoe.at += 1
        if item >= 0:
            shoe.out[item] += 1
            shoe.drawn += 1
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """All cards that belong to the side, or only these."""
        shoe = self.sides[side]
        if self._fills[side]:
            shoe.before = (*shoe.before, shoe.order[: shoe.at])
        shoe.at = shoe.drawn = 0
        if cards is not None:
            shoe.out -= Counter(cards)
            order = list(cards)
            self._random.shuffle(order)
            shoe.order = tuple(order)
            return
        shoe.out = Counter()
        rest = full_shoe(shoe.decks)
        first = [card for card in shoe.first if not self._fills[side] and _taken(rest, card)]
        self._random.shuffle(rest)
        order = first + rest
        if shoe.empty_after is not None and not self._fills[side]:
            order = order[: shoe.empty_after]
        order.insert(min(shoe.cut_at, len(order)), CUTTING_CARD)
        shoe.order = tuple(order)
        self._fills[side] += 1

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """They come out again later."""
        shoe = self.sides[side]
        shoe.out -= Counter(cards)
        shoe.order = (*shoe.order, *cards)

    def prize(self, kind: str, stake: int) -> int:
        """Any award."""
        return self._random.choice((500, 1000, 5000, 100_000))

    def header(self) -> list[str]:
        """What has come so far, and some of what would come next, as header lines of the notation."""
        lines = []
        for place, shoe in enumerate(self.sides):
            suffix = f".{'ab'[place]}" if len(self.sides) > 1 else ""
            for number, order in enumerate((*shoe.before, shoe.order[: shoe.at + 30])):
                words = " ".join("|" if item == CUTTING_CARD else card_name(item) for item in order) or "As"
                lines.append(f"{'reshuffle' if number else 'cards'}{suffix}: {words}")
        return lines


def _taken(cards: list[int], card: int) -> bool:
    if card not in cards:
        return False
    cards.remove(card)
    return True
