"""Who knows the next card at a live table: a shuffled shoe, or a dealer who reads a physical one in."""

import random
from collections import Counter
from collections.abc import Sequence

from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, Chance, UnknownOutcome
from pitboss.blackjack.shoe import cards_behind_cutting_card
from pitboss.cards import card_name, full_shoe
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind


class StrangeCard(ValueError):
    """A card is read in that the shoe cannot hold."""


def decks_by_side(rules: BlackjackRules) -> tuple[int, ...]:
    """The decks of the shoe, or of each side of it; with two batches, of the one that is dealt."""
    terms = rules.terms
    if terms.shoe is ShoeKind.DOUBLE:
        return terms.decks_a, terms.decks_b
    if terms.shoe is ShoeKind.BATCH and rules.options.get("automated_shuffler"):
        return (terms.decks // 2,)
    return (terms.decks,)


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


def prize_awards(rules: BlackjackRules, kind: str, stake: int = 100) -> tuple[tuple[int, int], ...]:
    """The prizes of a kind of wager in cents, each with its number of chances: by the law, or as the operator chose."""
    side = rules.sides.get(kind)
    tickets = side.details.get("tickets", ()) if side is not None else ()
    if tickets:
        return tuple((int(dollars) * 100, int(chances)) for dollars, chances in tickets)
    return tuple(rules.options.get(f"{kind}_awards_{stake // 100}") or ())


class ReadCards:
    """A physical shoe: the dealer says each card as it comes, ``|`` for the cutting card, ``end`` for an empty shoe.

    A command that needs a card which nobody has said yet raises UnknownOutcome. The table then takes that command up
    again from its beginning with one more card known, so what was said for it is kept from ``begin`` on.
    """

    def __init__(self, rules: BlackjackRules) -> None:
        self._decks = decks_by_side(rules)
        self._counted = rules.terms.shoe is not ShoeKind.CONTINUOUS
        self._seen: list[Counter[int]] = [Counter() for _ in self._decks]
        self._before = self._seen
        self._cards: list[int] = []
        self._prizes: list[int] = []
        self._at = self._prize_at = 0
        self.wanted = ""
        self.side = 0

    def begin(self) -> None:
        """A new command begins: what was said before has been used."""
        self._before = [Counter(seen) for seen in self._seen]
        self._cards, self._prizes = [], []
        self.again()

    def again(self) -> None:
        """The same command is taken up once more."""
        self._seen = [Counter(seen) for seen in self._before]
        self._at = self._prize_at = 0
        self.wanted = ""

    def tell(self, item: int) -> None:
        """The dealer says what has come: a card, the cutting card, the empty shoe, or a prize in cents."""
        if self.wanted == "prize":
            self._prizes.append(item)
        elif self.wanted:
            self._check(item)
            self._cards.append(item)
        else:
            raise StrangeCard("no card is awaited")

    def _check(self, item: int) -> None:
        decks = self._decks[self.side]
        if item >= 0 and self._counted and self._seen[self.side][item] >= decks:
            raise StrangeCard(f"{card_name(item)} has come {decks} times, as often as {decks} decks hold it")

    def draw(self, side: int) -> int:
        """What the dealer said, one after the other."""
        self.side = side
        if self._at >= len(self._cards):
            self.wanted = "card"
            raise UnknownOutcome("the next card" + (f" of side {'ab'[side]}" if len(self._decks) > 1 else ""))
        item = self._cards[self._at]
        self._at += 1
        if item >= 0:
            self._seen[side][item] += 1
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Every card may come again."""
        self._seen[side] = Counter()

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The machine knows where they are."""

    def prize(self, kind: str, stake: int) -> int:
        """What the dealer reads from the display."""
        if self._prize_at >= len(self._prizes):
            self.wanted = "prize"
            raise UnknownOutcome(f"the prize that the display shows for {kind}")
        self._prize_at += 1
        return self._prizes[self._prize_at - 1]


class Recorder:
    """Stands between a table and its chance, and keeps what chance brought: for each side one order a shuffle."""

    def __init__(self, chance: Chance, sides: int) -> None:
        self.chance = chance
        self.orders: list[list[list[int]]] = [[] for _ in range(sides)]
        self.prizes: list[int] = []
        self._marks: tuple[list[tuple[int, int]], int] = ([], 0)

    def mark(self) -> None:
        """Remembers how far the record goes."""
        self._marks = [(len(orders), len(orders[-1]) if orders else 0) for orders in self.orders], len(self.prizes)

    def rewind(self) -> None:
        """Forgets what came since the mark."""
        for orders, (count, length) in zip(self.orders, self._marks[0], strict=True):
            del orders[count:]
            if orders:
                del orders[-1][length:]
        del self.prizes[self._marks[1] :]

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
