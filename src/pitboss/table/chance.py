"""Who knows the next card at a live table: a shuffled shoe, or a dealer who reads a physical one in."""

import random
from collections import Counter
from collections.abc import Sequence
from copy import copy

from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, Chance, UnknownOutcome
from pitboss.blackjack.prizes import prize_awards
from pitboss.blackjack.shoe import cards_behind_cutting_card, decks_by_side
from pitboss.cards import card_name, full_shoe
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind


class StrangeCard(ValueError):
    """A card is read in that the shoe cannot hold."""


def cards_behind(rules: BlackjackRules, cards: int) -> int:
    """How many cards lie behind the cutting card: what the rulebook says, and in a small shoe no more than half."""
    return max(1, min(cards_behind_cutting_card(rules, cards), cards // 2)) if cards > 1 else 0


class ShuffledShoe:
    """A shoe that is shuffled without bias, by the machine's own randomness or, for tests and examples, by a seed."""

    def __init__(self, rules: BlackjackRules, seed: int | None = None) -> None:
        self._rules = rules
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        self._decks = decks_by_side(rules)
        self._continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        # the next card is the last of its list
        self._left: list[list[int]] = [[] for _ in self._decks]

    def __deepcopy__(self, _: object) -> "ShuffledShoe":
        """The same cards to come. Whoever looks ahead copies a table often: cards and dice are copied as they lie."""
        other = copy(self)
        other._left = [list(left) for left in self._left]
        if not isinstance(self._random, random.SystemRandom):  # of which there is one, and it remembers nothing
            other._random = copy(self._random)
        return other

    def draw(self, side: int) -> int:
        """The next card; a continuous shuffler gives any of those in it."""
        left = self._left[side]
        if not left:
            return SHOE_EMPTY
        if self._continuous:
            place = self._random.randrange(len(left))
            left[place], left[-1] = left[-1], left[place]
        return left.pop()

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """All cards of the side, or only these, in an order that nobody can know."""
        order = full_shoe(self._decks[side]) if cards is None else list(cards)
        self._random.shuffle(order)
        if order and not self._continuous:
            order.insert(cards_behind(self._rules, len(order)), CUTTING_CARD)
        self._left[side] = order

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Used cards go back among the others."""
        self._left[side].extend(cards)

    def prize(self, kind: str, stake: int) -> int:
        """One ticket of all those that the display draws from."""
        awards = prize_awards(self._rules, kind, stake)
        if not awards:
            raise UnknownOutcome(f"nobody knows which prizes the display gives for {kind}")
        return self._random.choices([prize for prize, _ in awards], [chances for _, chances in awards])[0]


class ReadCards:
    """A physical shoe: a dealer says what came out of it, one thing at a time.

    What nobody has said yet raises UnknownOutcome; once it is told, the table goes on.
    """

    def __init__(self, rules: BlackjackRules) -> None:
        self._decks = decks_by_side(rules)
        self._counted = rules.terms.shoe is not ShoeKind.CONTINUOUS
        self._seen: list[Counter[int]] = [Counter() for _ in self._decks]
        self._told: int | None = None
        self._side = 0
        #: ``card`` or ``prize``, whichever is to be told; empty where nothing is.
        self.wanted = ""

    def tell(self, item: int) -> None:
        """The dealer says what has come: a card, the cutting card, the empty shoe, or a prize in cents."""
        if not self.wanted:
            raise StrangeCard("no card is awaited")
        decks = self._decks[self._side]
        if self.wanted == "card" and item >= 0 and self._counted and self._seen[self._side][item] >= decks:
            raise StrangeCard(f"{card_name(item)} has come {decks} times, as often as {decks} decks hold it")
        self._told = item

    def _take(self, wanted: str, what: str) -> int:
        if self._told is None:
            self.wanted = wanted
            raise UnknownOutcome(what)
        told, self._told, self.wanted = self._told, None, ""
        return told

    def draw(self, side: int) -> int:
        """What the dealer said."""
        self._side = side
        item = self._take("card", "the next card" + (f" of side {'ab'[side]}" if len(self._decks) > 1 else ""))
        if item >= 0:
            self._seen[side][item] += 1
        return item

    def seen(self) -> tuple[Counter[int], ...]:
        """How often each card has come from each side since it was filled."""
        return tuple(+cards for cards in self._seen)

    def wants(self, kind: str, side: int) -> None:
        """What is to be told, as the log has it."""
        self.wanted, self._side = kind, side

    def saw(self, side: int, card: int) -> None:
        """A card of this filling that the log tells of."""
        self._seen[side][card] += 1

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Every card may come again."""
        self._seen[side] = Counter()

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The machine knows where they are."""

    def prize(self, kind: str, stake: int) -> int:
        """What the dealer reads from the display."""
        return self._take("prize", f"the prize that the display shows for {kind}")


class Recorder:
    """Stands between a table and its chance, and keeps what chance brought: for each side one order a shuffle."""

    def __init__(self, chance: Chance, sides: int) -> None:
        self.chance = chance
        self.orders: list[list[list[int]]] = [[] for _ in range(sides)]
        self.prizes: list[int] = []

    def draw(self, side: int) -> int:
        """The next card, written down."""
        item = self.chance.draw(side)
        self.orders[side][-1].append(item)
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """A new order begins."""
        self.chance.shuffle(side, cards)
        self.orders[side].append([])

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Used cards go back."""
        self.chance.restock(side, cards)

    def prize(self, kind: str, stake: int) -> int:
        """The next prize, written down."""
        shown = self.chance.prize(kind, stake)
        self.prizes.append(shown)
        return shown


def outcome_word(item: int) -> str:
    """How the notation writes what came out of a shoe."""
    if item == CUTTING_CARD:
        return "|"
    return "end" if item == SHOE_EMPTY else card_name(item)
