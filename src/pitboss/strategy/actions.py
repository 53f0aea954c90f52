"""Action tables: a chart as arrays indexed by hand state, restricted to the moves that the table allows."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.atoms.hand import add_card
from pitboss.atoms.match import same_points
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart, column, decision_refusal, two_cards

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4

SOFT: Final = 32
PAIR: Final = 64

_MOVES: Final[dict[int, type[cmd.PlayerCommand]]] = {
    DOUBLE: cmd.DoubleDown,
    SPLIT: cmd.SplitPair,
    SURRENDER: cmd.Surrender,
    STAND: cmd.Stand,
}


def action_tables(rules: BlackjackRules, chart: Chart) -> dict[str, NDArray[np.uint8]]:
    """Returns the action arrays by the dealer's column.

    ``first`` is for two cards, ``split`` for two cards of a split hand, ``later`` for more cards.
    """
    first, split = np.zeros((10, 128), np.uint8), np.zeros((10, 64), np.uint8)
    later = np.zeros((10, 64), np.uint8)
    moves = _AllowedMoves(rules)
    hands = {pair_state(one, two): (one, two) for one in range(0, DECK_SIZE, 4) for two in range(one + 1, DECK_SIZE, 4)}
    for up in range(0, 40, 4):
        at = column(up)
        for state, cards in hands.items():
            if state & 31 == 21:
                continue
            first[at, state] = _first_action(chart, moves, state, cards, up)
            split[at, state & 63] = _by_total(chart, moves, state & 63, cards, up, split=True)
        for state in range(64):
            total, soft = state & 31, state >= SOFT
            if (12 if soft else 4) <= total < 21:
                stands = chart.by_total(total, up, soft=soft) in "SEQ"
                later[at, state] = STAND if stands and not (rules.terms.draw_below_12 and total < 12) else HIT
    columns = np.array([column(card) if card < DECK_SIZE else 8 for card in range(64)], np.uint8)
    return {"first": first, "split": split, "later": later, "column": columns, "two": _pairs().copy()}


@cache
def _pairs() -> NDArray[np.uint8]:
    """Lookup array of the state of any two cards; the same for every table."""
    return np.array([[pair_state(one, two) for two in range(64)] for one in range(64)], np.uint8)


def pair_state(one: int, two: int) -> int:
    """Returns the state of a hand of two cards. A card from 52 on is a placeholder and counts ten."""
    first, second = (card if card < DECK_SIZE else 36 for card in (one, two))
    total, soft = add_card(*add_card(0, False, first), second)
    return total | soft << 5 | same_points(first, second) << 6


class _AllowedMoves:
    """Cache of the engine's permission for each move on two cards, one query per kind of hand."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self._cache: dict[tuple[int, int, int, bool], bool] = {}

    def allows(self, move: int, state: int, cards: tuple[int, int], up: int, *, split: bool) -> bool:
        """Returns whether the engine allows the move."""
        key = move, state, up, split
        if key not in self._cache:
            table = two_cards(self.rules, cards, up, split=split)
            self._cache[key] = decision_refusal(self.rules, table, _MOVES[move]) is None
        return self._cache[key]


def _first_action(chart: Chart, moves: _AllowedMoves, state: int, cards: tuple[int, int], up: int) -> int:
    if state & PAIR:
        code = chart.for_pair(cards[0], up)
        if code == "P" and moves.allows(SPLIT, state, cards, up, split=False):
            return SPLIT
        if code != "P":
            return _by_code(code, moves, state, cards, up, split=False)
    return _by_total(chart, moves, state, cards, up, split=False)


def _by_total(chart: Chart, moves: _AllowedMoves, state: int, cards: tuple[int, int], up: int, *, split: bool) -> int:
    code = chart.by_total(state & 31, up, soft=bool(state & SOFT))
    return _by_code(code, moves, state, cards, up, split=split)


def _by_code(code: str, moves: _AllowedMoves, state: int, cards: tuple[int, int], up: int, *, split: bool) -> int:
    # a split ace may not decide on its two cards, so the query shows the engine the cards in the other order
    if split and cards[0] < 4:
        cards = cards[1], cards[0]
    if code in "DE" and moves.allows(DOUBLE, state, cards, up, split=split):
        return DOUBLE
    if code in "RQ" and moves.allows(SURRENDER, state, cards, up, split=split):
        return SURRENDER
    stands = code in "SEQ" and moves.allows(STAND, state, cards, up, split=split)
    return STAND if stands else HIT
