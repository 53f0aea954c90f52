"""Payments of endings against the dealer's endings, queried from the engine's settlement."""

from collections.abc import Mapping
from math import gcd
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.side_codes import SideTable
from pitboss.simulate.blackjack.fast.table_layout import (
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
from pitboss.simulate.blackjack.fast.transitions import three_cards
from pitboss.strategy.engine_probe import OF_VALUE, EngineProbe
from pitboss.strategy.hand_classes import LARGEST, NotSimulable

#: A hand alone on its box, the first hand of a split box, which carries the original wager, and its other hands.
ALONE, FIRST_OF_SPLIT, OTHER_OF_SPLIT = 0, 1, 2
#: A dealer's hand for each ending. With only a second card, or none, every remaining hand has already won.
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
    """Returns cards of a hand with this ending."""
    if ending in (BLACKJACK, SPLIT_21):
        return OF_VALUE[1], OF_VALUE[10]
    if ending == BUST:
        return OF_VALUE[10], OF_VALUE[10], OF_VALUE[2]
    if ending < 6:
        return OF_VALUE[2], OF_VALUE[ending - 2]
    return three_cards(ending, False)


def pays_of(probe: EngineProbe, nets: Mapping[int, int]) -> NDArray[np.int64]:
    """Returns the net result in cents of each ending against each dealer's ending."""
    pays = np.zeros((3, ENDINGS, DEALER_ENDINGS), np.int64)
    for place in (ALONE, FIRST_OF_SPLIT, OTHER_OF_SPLIT):
        for ending in (*range(4, BUST + 1), BLACKJACK if place == ALONE else SPLIT_21):
            for doubled in (False, True) if ending <= BUST else (False,):
                row = [
                    probe.net(
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
    """Returns the units of the results; raises NotSimulable if sums of their products could overflow a word."""
    # sets, as np.unique imports numpy.ma, a tenth of the start of a simulation
    measure = gcd(*set(pays.ravel().tolist()))
    side_measures = tuple(gcd(*set(column.tolist())) or 1 for column in side.nets.T)
    largest = int(np.abs(pays).max()) // measure * rules.terms.split_hands
    for column, unit in zip(side.nets.T, side_measures, strict=True):
        largest = max(largest, int(np.abs(column).max()) // unit)
    if largest * boxes > LARGEST:
        raise NotSimulable(
            "wagers whose payments have too small a common unit", rules.cite("blackjack_odds"), rules.rulebook
        )
    return measure, side_measures


def write_split_results(flat: bytearray, pays: NDArray[np.int64], rules: BlackjackRules) -> int:
    """Writes the results of split hands in units, such that the sum of a box fits into a byte; returns the unit."""
    results = pays[FIRST_OF_SPLIT:]
    unit = gcd(*(abs(int(net)) for net in results.ravel()))
    steps = results // unit
    if int(np.abs(steps).max()) * rules.terms.split_hands >= NOTHING:
        raise NotSimulable(
            "a stake whose payments have too small a common unit", rules.cite("blackjack_odds"), rules.rulebook
        )
    flat[PAYS_AT:SIDE_AT] = (steps + NOTHING).astype(np.uint8).tobytes()
    return unit
