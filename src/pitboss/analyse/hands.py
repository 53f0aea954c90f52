"""All hands of a player as unordered sets of values, and the transitions between them."""

from functools import cache, cached_property
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.shoe import VALUES, card_of
from pitboss.atoms.fit import fit
from pitboss.atoms.hand import add_card
from pitboss.compiled.array_functions import Packed

#: The index that represents a bust.
BUST_HAND: Final = -1
#: The bits of the number of cards of a value in the code of a hand.
_BITS: Final = 5
fit("the cards of one value in a hand", 21, 1 << _BITS)


class Hands(Struct, frozen=True, dict=True):
    """The hands up to 21 in parallel arrays; index 0 is the empty hand."""

    #: The number of cards of each value.
    cards: NDArray[np.int64]
    #: The index of the hand with one more card of a value.
    after: NDArray[np.int64]
    size: NDArray[np.int64]
    total: NDArray[np.int64]
    soft: NDArray[np.bool_]
    #: The total with every ace as 1; each card raises it.
    hard: NDArray[np.int64]
    #: All hands in an order in which longer hands come first.
    backward: NDArray[np.int64]

    @cached_property
    def arrays(self) -> Packed:
        """The arrays for the compiled code."""
        return Packed((self.cards, self.after, self.size, self.hard, self.soft, self.backward))

    def of(self, *values: int) -> int:
        """Returns the index of the hand of these values, or BUST_HAND if it exceeds 21."""
        hand = 0
        for value in values:
            hand = int(self.after[hand, value])
            if hand == BUST_HAND:
                break
        return hand


@cache
def all_hands() -> Hands:
    """Returns all hands; they are the same at every table."""
    totals: dict[tuple[int, ...], tuple[int, bool]] = {}

    def add(cards: tuple[int, ...], least: int, hard: int, points: tuple[int, bool]) -> None:
        totals[cards] = points
        for value in range(least, VALUES):
            if hard + value + 1 <= 21:
                more = (*cards[:value], cards[value] + 1, *cards[value + 1 :])
                add(more, value, hard + value + 1, add_card(*points, card_of(value)))

    add((0,) * VALUES, 0, 0, (0, False))
    table: NDArray[Any] = np.array(list(totals), np.int64)
    digits = 1 << _BITS * np.arange(VALUES)
    codes = (table @ digits).tolist()
    index = {code: number for number, code in enumerate(codes)}
    after = np.array([[index.get(code + digit, BUST_HAND) for digit in digits.tolist()] for code in codes], np.int64)
    hard = table @ np.arange(1, VALUES + 1)
    return Hands(
        cards=table,
        after=after,
        size=table.sum(axis=1),
        total=np.array([total for total, _ in totals.values()], np.int64),
        soft=np.array([soft for _, soft in totals.values()], np.bool_),
        hard=hard,
        backward=np.argsort(-hard, kind="stable"),
    )
