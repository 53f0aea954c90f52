"""What the endings of a hand win against those of the dealer's, by asking the settlement of the engine."""

from collections.abc import Mapping
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.kernel.asking import OF_VALUE, Asking
from pitboss.kernel.classes import LARGEST, NotSimulable
from pitboss.kernel.pairings import SideTable
from pitboss.kernel.table_layout import (
    BLACKJACK,
    BUST,
    DEALER_ENDINGS,
    ENDINGS,
    EVEN_MONEY,
    NOTHING,
    PAYS_AT,
    SIDE_AT,
    SPLIT_21,
    SURRENDERED,
    TWICE,
)
from pitboss.kernel.table_walks import three_cards
from pitboss.law.resolve import BlackjackRules

#: A hand by itself, the first hand of a split box, which bears the original wager, and the others of it.
ALONE, FIRST_OF_SPLIT, OTHER_OF_SPLIT = 0, 1, 2
#: A dealer's hand of each ending; with a second card only, and with none, every hand that is left has won already.
_ENDINGS: Final = (
    *((OF_VALUE[10], OF_VALUE[total - 10]) for total in range(17, 21)),
    (OF_VALUE[10], OF_VALUE[5], OF_VALUE[6]),
    (OF_VALUE[10], OF_VALUE[6], OF_VALUE[10]),
    (OF_VALUE[1], OF_VALUE[10]),
    (OF_VALUE[10], OF_VALUE[2]),
    (OF_VALUE[10], OF_VALUE[2]),
    (OF_VALUE[10], OF_VALUE[2], OF_VALUE[10]),
)


def _cards_of(ending: int) -> tuple[int, ...]:
    """Cards of a hand that ends so."""
    if ending in (BLACKJACK, SPLIT_21):
        return OF_VALUE[1], OF_VALUE[10]
    if ending == BUST:
        return OF_VALUE[10], OF_VALUE[10], OF_VALUE[2]
    if ending < 6:
        return OF_VALUE[2], OF_VALUE[ending - 2]
    return three_cards(ending, False)


def pays_of(asking: Asking, nets: Mapping[int, int]) -> NDArray[np.int64]:
    """What each ending wins against each of the dealer's, in cents, by asking the settlement of the engine."""
    pays = np.zeros((3, ENDINGS, DEALER_ENDINGS), np.int64)
    for place in (ALONE, FIRST_OF_SPLIT, OTHER_OF_SPLIT):
        for ending in (*range(4, BUST + 1), BLACKJACK if place == ALONE else SPLIT_21):
            for doubled in (False, True) if ending <= BUST else (False,):
                row = [
                    asking.net(
                        _cards_of(ending),
                        dealer,
                        doubled=doubled,
                        split=place != ALONE,
                        original=place != OTHER_OF_SPLIT,
                    )
                    for dealer in _ENDINGS
                ]
                pays[place, ending + TWICE * doubled, : len(row)] = row
    for ending in (SURRENDERED, EVEN_MONEY):
        pays[ALONE, ending, :] = nets.get(ending, 0)
    return pays


def measures_of(
    rules: BlackjackRules, pays: NDArray[np.int64], side: SideTable, boxes: int
) -> tuple[int, tuple[int, ...]]:
    """The units of the results; NotSimulable where sums of their products could outgrow a word."""
    measure = gcd(*(abs(int(net)) for net in np.unique(pays)))
    side_measures = tuple(gcd(*(int(net) for net in np.unique(column))) or 1 for column in side.nets.T)
    largest = int(np.abs(pays).max()) // measure * rules.terms.split_hands
    for column, one in zip(side.nets.T, side_measures, strict=True):
        largest = max(largest, int(np.abs(column).max()) // one)
    if largest * boxes > LARGEST:
        raise NotSimulable(
            "wagers whose payments have so fine a common measure", rules.cite("blackjack_odds"), rules.rulebook
        )
    return measure, side_measures


def write_split_results(flat: bytearray, pays: NDArray[np.int64], rules: BlackjackRules) -> int:
    """The results of split hands in steps of a unit, such that those of a whole box can be added in a byte."""
    results = pays[FIRST_OF_SPLIT:]
    unit = gcd(*(abs(int(net)) for net in results.ravel()))
    steps = results // unit
    if int(np.abs(steps).max()) * rules.terms.split_hands >= NOTHING:
        raise NotSimulable(
            "a stake whose payments have so fine a common measure", rules.cite("blackjack_odds"), rules.rulebook
        )
    flat[PAYS_AT:SIDE_AT] = (steps + NOTHING).astype(np.uint8).tobytes()
    return unit
