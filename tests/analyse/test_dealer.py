"""The dealer's probabilities by unordered draws equal those of drawing card by card."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.dealer import ENDS, dealer_trie, end_of
from pitboss.analyse.shoe import INFINITE_DECKS, TEN, VALUES, ShoeComposition
from pitboss.strategy.hand_classes import DEALER_BUST

#: Published for infinitely many decks and a dealer who stands on every 17: how often he busts.
BUSTS = [0.1153, 0.3536, 0.3739, 0.3945, 0.4164, 0.4232, 0.2623, 0.2447, 0.2284, 0.2121]


def by_trie(up: int, left: ShoeComposition, *, hits: bool = False) -> NDArray[np.float64]:
    ends: NDArray[np.float64] = np.zeros((1, ENDS))
    behind = (up, np.array(left, np.int64), sum(left))
    native.dealer_ends(native.new_dealer_lanes(), dealer_trie(up, hits_soft_17=hits), behind, ends)
    first: NDArray[np.float64] = ends[0]
    return first


def card_by_card(cards: list[int], left: list[int], chance: float, ends: NDArray[np.float64], *, hits: bool) -> None:
    end = end_of(cards, hits_soft_17=hits)
    if end is not None:
        ends[end] += chance
        return
    count = sum(left)
    for value in range(VALUES):
        if left[value]:
            left[value] -= 1
            card_by_card([*cards, value], left, chance * (left[value] + 1) / count, ends, hits=hits)
            left[value] += 1


@pytest.mark.parametrize("hits", [False, True])
@pytest.mark.parametrize("up", range(VALUES))
def test_any_shoe(up: int, hits: bool) -> None:
    dice = Random(up)
    for _ in range(2):
        left = [dice.randrange(5) * dice.randrange(2) for _ in range(VALUES)]
        left[TEN] += 10
        left[dice.randrange(5, 9)] += 3
        expected = np.zeros(ENDS)
        card_by_card([up], list(left), 1.0, expected, hits=hits)
        assert by_trie(up, tuple(left), hits=hits) == pytest.approx(expected, abs=1e-14)
        assert expected.sum() == pytest.approx(1)


def test_infinite_decks() -> None:
    left = tuple(4 * INFINITE_DECKS * (4 if value == TEN else 1) for value in range(VALUES))
    busts = [by_trie(up, left)[[DEALER_BUST - 1, DEALER_BUST]].sum() for up in range(VALUES)]
    assert busts == pytest.approx(BUSTS, abs=5.1e-5)
