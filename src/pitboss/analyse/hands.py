"""Every hand that a player can hold, as an unordered set of values, and how one becomes another by a card."""

from functools import cache
from typing import Any, Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.shoe import VALUES, card_of
from pitboss.atoms.hand import add_card

#: In place of a hand: 21 is passed.
BUST_HAND: Final = -1


class Hands(Struct, frozen=True):
    """The hands up to 21, in arrays of one length. The first is the empty hand."""

    #: How many cards of each value.
    cards: NDArray[np.int64]
    #: The hand with one more card of a value.
    after: NDArray[np.int64]
    size: NDArray[np.int64]
    total: NDArray[np.int64]
    soft: NDArray[np.bool_]
    #: The total with every ace as 1: a card always raises it.
    hard: NDArray[np.int64]
    #: All hands, whatever is drawn to a hand coming before it.
    backward: NDArray[np.int64]

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """As the compiled code takes them."""
        return self.cards, self.after, self.size, self.hard, self.soft, self.backward

    def of(self, *values: int) -> int:
        """The number of the hand of these values; BUST_HAND where it passes 21."""
        hand = 0
        for value in values:
            hand = int(self.after[hand, value])
            if hand == BUST_HAND:
                break
        return hand


@cache
def all_hands() -> Hands:
    """The hands; they are the same at every table."""
    found: dict[tuple[int, ...], tuple[int, bool]] = {}

    def add(cards: tuple[int, ...], least: int, hard: int, points: tuple[int, bool]) -> None:
        found[cards] = points
        for value in range(least, VALUES):
            if hard + value + 1 <= 21:
                more = (*cards[:value], cards[value] + 1, *cards[value + 1 :])
                add(more, value, hard + value + 1, add_card(*points, card_of(value)))

    add((0,) * VALUES, 0, 0, (0, False))
    place = {cards: number for number, cards in enumerate(found)}
    after = np.full((len(found), VALUES), BUST_HAND, np.int64)
    for cards, number in place.items():
        for value in range(VALUES):
            more = (*cards[:value], cards[value] + 1, *cards[value + 1 :])
            after[number, value] = place.get(more, BUST_HAND)
    table: NDArray[Any] = np.array(list(found), np.int64)
    hard = table @ np.arange(1, VALUES + 1)
    return Hands(
        cards=table,
        after=after,
        size=table.sum(axis=1),
        total=np.array([total for total, _ in found.values()], np.int64),
        soft=np.array([soft for _, soft in found.values()], np.bool_),
        hard=hard,
        backward=np.argsort(-hard, kind="stable"),
    )
