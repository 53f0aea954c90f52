"""Random chance for tables: a shuffled shoe, and secrets for the games whose outcomes come from seeds."""

import random
import secrets
from collections.abc import Sequence
from copy import copy
from hashlib import sha256

from pitboss.games.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, UnknownOutcome
from pitboss.games.blackjack.prizes import prize_awards
from pitboss.games.blackjack.shoe import cards_behind, cards_by_side
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules


class ShuffledShoe:
    """A shoe shuffled without bias: by the operating system's randomness or, for tests and examples, by a seed."""

    def __init__(self, rules: BlackjackRules, seed: int | None = None) -> None:
        self._rules = rules
        self._random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)
        # SystemRandom has no state, so copies share it for ever
        self._copies_generator = seed is not None
        self._random_shared = False
        self._cards = cards_by_side(rules)
        self._continuous = rules.terms.shoe is ShoeKind.CONTINUOUS
        # the order of each side, the next card last, and how many of its cards are left
        self._order: list[list[int]] = [[] for _ in self._cards]
        self._left = [0 for _ in self._cards]

    def __deepcopy__(self, _: object) -> "ShuffledShoe":
        """Returns a shoe with the same next cards.

        Only a continuous shuffler changes an order after the shuffle; all others share it with their copies. The
        generator is slow to copy, so it is copied on its next use.
        """
        other = ShuffledShoe.__new__(ShuffledShoe)
        other.__dict__ = self.__dict__.copy()
        other._order = [list(order) for order in self._order] if self._continuous else self._order.copy()
        other._left = self._left.copy()
        self._random_shared = other._random_shared = self._copies_generator
        return other

    def _generator(self) -> random.Random:
        """Returns the generator; copies it first where another shoe shares it."""
        if self._random_shared:
            self._random, self._random_shared = copy(self._random), False
        return self._random

    def draw(self, side: int) -> int:
        """Draws the next card; a continuous shuffler draws a random one."""
        left = self._left[side]
        if not left:
            return SHOE_EMPTY
        self._left[side] = left - 1
        if not self._continuous:
            return self._order[side][left - 1]
        order, place = self._order[side], self._generator().randrange(left)
        order[place], order[-1] = order[-1], order[place]
        return order.pop()

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Shuffles all cards of the side, or only these."""
        order = list(self._cards[side] if cards is None else cards)
        self._generator().shuffle(order)
        if order and not self._continuous:
            order.insert(cards_behind(self._rules, len(order)), CUTTING_CARD)
        self._order[side], self._left[side] = order, len(order)

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Puts used cards back into the shuffler."""
        self._order[side].extend(cards)
        self._left[side] += len(cards)

    def prize(self, kind: str, stake: int) -> int:
        """Draws a prize, weighted by its tickets."""
        awards = prize_awards(self._rules, kind, stake)
        if not awards:
            raise UnknownOutcome(f"the prizes that the display gives are not known for {kind}")
        return self._generator().choices([prize for prize, _ in awards], [chances for _, chances in awards])[0]


def random_secret(seed: int | None) -> bytes:
    """Returns the secret of a table: random, or the same for the same seed."""
    return secrets.token_bytes(32) if seed is None else sha256(f"seed {seed}".encode()).digest()


#: The games whose tables draw from a shuffled shoe where no secret is given; all others draw from seeds.
SHUFFLED = {"blackjack": ShuffledShoe}
