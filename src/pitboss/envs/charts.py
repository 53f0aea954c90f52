"""Strategy charts in an environment: the cell of each hand, and a policy that plays by a chart."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from pitboss.envs.blackjack import BET, OFFER, SIZES
from pitboss.strategy.chart import SECTIONS, UPS, Chart
from pitboss.strategy.decision_masks import DECISIONS

#: Cells are numbered row by row: hard totals from 4, soft totals from 12, pairs from the ace; in a row, the dealer's
#: card from 2 to the ace.
ROWS: Final = tuple((section, label) for section, labels in SECTIONS.items() for label in labels)
CELLS: Final = len(ROWS) * len(UPS)
_SOFT: Final = len(SECTIONS["hard"])
_PAIR: Final = _SOFT + len(SECTIONS["soft"])
#: What each code tries, in this order; the first legal action is taken.
_TRIES: Final = {
    "S": ("stand", "hit"),
    "H": ("hit", "stand"),
    "D": ("double", "hit", "stand"),
    "E": ("double", "stand", "hit"),
    "P": ("split", "stand"),
    "R": ("surrender", "hit", "stand"),
    "Q": ("surrender", "stand", "hit"),
}
_CODES: Final = "".join(_TRIES)
_VERBS: Final = tuple(DECISIONS)
_SPLIT: Final = _VERBS.index("split")


def cells_of(observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
    """Returns the cell of each hand in turn, from flat observations; a pair that may not be split is a total.

    Where no hand is in turn the result is 0.
    """
    seen = observations[:, : len(SIZES)].astype(np.int64)
    phase, total, soft, pair, up = (seen[:, place] for place in range(5))
    row = np.where(soft == 1, _SOFT + total - 12, total - 4)
    row = np.where(masks[:, masks.shape[1] - len(_VERBS) + _SPLIT] == 1, _PAIR + pair - 1, row)
    return np.where((phase == BET) | (phase == OFFER), 0, row * len(UPS) + (up - 2) % 10)


def chart_of_cells(name: str, codes: str) -> Chart:
    """Returns the chart whose cells have these codes, in the order of the cells."""
    if len(codes) != CELLS:
        raise ValueError(f"a chart has {CELLS} cells, not {len(codes)}")
    rows = tuple(codes[start : start + len(UPS)] for start in range(0, CELLS, len(UPS)))
    return Chart(name, rows[:_SOFT], rows[_SOFT:_PAIR], rows[_PAIR:])


class ChartPolicy:
    """Plays many tables by a chart: from flat observations and masks to actions.

    It bets the first of the bet sizes. Observations do not say that a hand was doubled, so where doubles may be doubled
    again its play differs from the chart's.
    """

    def __init__(self, chart: Chart) -> None:
        codes = [code for section in SECTIONS for row in chart.rows(section) for code in row]
        self._code = np.array([_CODES.index(code) for code in codes])
        #: For each code the rank of each decision; a smaller one is preferred.
        self._rank = np.full((len(_CODES), len(_VERBS)), len(_VERBS))
        for place, code in enumerate(_CODES):
            for rank, verb in enumerate(_TRIES[code]):
                self._rank[place, _VERBS.index(verb)] = rank
        takes = (*["insure"] * chart.insure, *["even"] * chart.even_money, "pass", "decline")
        self._offer = np.array([takes.index(verb) if verb in takes else len(_VERBS) for verb in _VERBS])

    def actions(self, observations: NDArray[Any], masks: NDArray[Any]) -> NDArray[np.int64]:
        """Returns the action of each table."""
        bets = masks.shape[1] - len(_VERBS)
        ranks = np.zeros(masks.shape, np.int64)
        codes = self._code[cells_of(observations, masks)]
        offered = observations[:, 0] == OFFER
        ranks[:, bets:] = np.where(offered[:, None], self._offer, self._rank[codes])
        ranks[:, :bets] = np.arange(bets)
        chosen: NDArray[np.int64] = np.where(masks == 1, ranks, masks.shape[1] + len(_VERBS)).argmin(axis=1)
        return chosen
