"""The play of doubled hands that may be surrendered or doubled again: by a chart, or the best by total."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.column import Column
from pitboss.strategy.chart import Chart
from pitboss.strategy.chart import column as chart_column

#: The codes of a chart for doubled hands; bit 0 surrenders, bit 1 doubles again where that is allowed.
CODES: Final = "SQEX"
_SURRENDERS, _DOUBLES = 1, 2


def has_doubled_decisions(column: Column) -> bool:
    """Returns whether there is anything to decide on a doubled hand."""
    terms = column.game.rules.terms
    return terms.surrender_after_double or terms.redoubles > 0


def codes_of_chart(chart: Chart, up_card: int) -> NDArray[np.int64]:
    """Returns the chart's codes for doubled hands by softness and by the total with every ace as 1."""
    codes = np.zeros((2, 32), np.int64)
    at = chart_column(up_card)
    for soft, section, least in ((0, "doubled", 4), (1, "doubled-soft", 12)):
        for row, cells in enumerate(chart.rows(section)):
            codes[soft, row + least - 10 * soft] = CODES.index(cells[at])
    return codes


def rows_of_codes(codes: NDArray[np.int64]) -> tuple[str, ...]:
    """Returns a column of codes, hard totals from 4 and soft totals from 12, in the order of a chart's rows."""
    hard = [CODES[int(codes[0, total])] for total in range(4, 21)]
    soft = [CODES[int(codes[1, total - 10])] for total in range(12, 21)]
    return (*hard, "S", *soft, "S")


def set_codes(column: Column, codes: NDArray[np.int64]) -> None:
    """Sets the surrenders and redoubles of doubled hands, and computes their values."""
    game, terms, levels = column.game, column.game.rules.terms, len(column.doubled)
    code = codes[game.hands.soft.astype(np.int64), game.hands.hard]
    open_hands = (game.hands.size > 2) & ~game.ended
    for level in range(1, levels):
        column.redoubles[level] = open_hands & (code & _DOUBLES > 0) & (level < levels - 1)
        surrenders = open_hands & (code & _SURRENDERS > 0) & terms.surrender_after_double
        column.given_up[level] = surrenders & ~column.redoubles[level]
    column.play_doubled(free=False)


def best_codes(column: Column, reach: NDArray[np.float64], hardly: NDArray[np.float64]) -> NDArray[np.int64]:
    """Returns for each total the code that is best over the doubled hands that make it.

    ``reach`` has the probabilities of undoubled hands. ``hardly`` are tiny weights of all hands, which decide the
    totals that no doubled hand makes.
    """
    game, terms, levels = column.game, column.game.rules.terms, len(column.doubled)
    reached = np.zeros((levels, len(reach)))
    reached[0] = reach
    native.reach_doubled(column.scratch, game.hands.arrays, column.deck, column.actions, column.redoubles, reached)
    again = np.zeros((levels, len(reach)))
    native.drawn_again(column.scratch, game.hands.arrays, column.deck, (column.doubled, column.busts), again)
    kind = game.hands.soft.astype(np.int64) * 32 + game.hands.hard
    sums = np.full((len(CODES), 64), -np.inf)
    for code in range(len(CODES)):
        if (code & _SURRENDERS and not terms.surrender_after_double) or (code & _DOUBLES and not terms.redoubles):
            continue
        sums[code] = 0.0
        for level in range(1, levels):
            worth = column.gives_up[level] if code & _SURRENDERS else column.stands[level]
            worth = again[level] if code & _DOUBLES and level < levels - 1 else worth
            weights = np.where((game.hands.size > 2) & ~game.ended, reached[level] + hardly, 0.0)
            sums[code] += np.bincount(kind, weights * worth, 64)
    best: NDArray[np.int64] = np.argmax(sums, axis=0).reshape(2, 32)
    return best
