"""Action tables: a chart as arrays indexed by hand state, restricted to the moves that the table allows."""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from pitboss.atoms.hand import add_card
from pitboss.atoms.match import same_points, same_rank
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart, column, decision_refusal, two_cards

STAND: Final = 0
HIT: Final = 1
DOUBLE: Final = 2
SPLIT: Final = 3
SURRENDER: Final = 4
#: On a doubled hand: double again, or surrender where that is not allowed.
DOUBLE_OR_SURRENDER: Final = 5

SOFT: Final = 32
PAIR: Final = 64

#: The kinds of hands, which may have different rules: the hand of an unsplit box, a split hand, and a split ace.
WHOLE_BOX: Final = 0
SPLIT_HAND: Final = 1
SPLIT_ACE: Final = 2
#: The tables for more than two cards.
_LATER: Final = {"later": WHOLE_BOX, "later_split": SPLIT_HAND, "later_ace": SPLIT_ACE}

_MOVES: Final[dict[int, type[cmd.PlayerCommand]]] = {
    DOUBLE: cmd.DoubleDown,
    SPLIT: cmd.SplitPair,
    SURRENDER: cmd.Surrender,
    STAND: cmd.Stand,
}


def action_tables(rules: BlackjackRules, chart: Chart) -> dict[str, NDArray[np.uint8]]:
    """Returns the action arrays by the dealer's column.

    ``first`` is for two cards, ``split`` and ``ace`` for two cards of a split hand and of a split ace; ``later``,
    ``later_split`` and ``later_ace`` are for more cards, ``doubled`` for a doubled hand. ``plain`` is the move by total
    without doubles and surrender.
    """
    first = np.zeros((10, 128), np.uint8)
    tables = {name: np.zeros((10, 64), np.uint8) for name in ("split", "ace", *_LATER, "doubled", "plain")}
    moves = _AllowedMoves(rules)
    by_rank = rules.terms.split_same_rank
    hands = {
        pair_state(one, two, by_rank=by_rank): (one, two)
        for one in range(0, DECK_SIZE, 4)
        for two in range(one + 1, DECK_SIZE, 4)
    }
    for up in range(0, 40, 4):
        at = column(up)
        for state, cards in hands.items():
            if state & 31 == 21:
                continue
            first[at, state] = _first_action(chart, moves, state, cards, up)
            tables["split"][at, state & 63] = _by_total(chart, moves, state & 63, cards, up, kind=SPLIT_HAND)
            if cards[0] < 4:
                tables["ace"][at, state & 63] = _by_total(chart, moves, state & 63, cards, up, kind=SPLIT_ACE)
        for state in range(64):
            total, soft = state & 31, state >= SOFT
            if (12 if soft else 4) <= total < 21:
                _later_actions({name: tables[name][at] for name in (*_LATER, "plain")}, chart, moves, state, up)
                tables["doubled"][at, state] = _doubled_action(rules, chart.after_double(total, up, soft=soft))
    columns = np.array([column(card) if card < DECK_SIZE else 8 for card in range(64)], np.uint8)
    return {"first": first, **tables, "column": columns, "two": _pairs(rules.terms.split_same_rank).copy()}


def _doubled_action(rules: BlackjackRules, code: str) -> int:
    """Returns the action on a doubled hand."""
    doubles = code in "EX" and rules.terms.redoubles > 0
    surrenders = code in "QX" and rules.terms.surrender_after_double
    if surrenders:
        return DOUBLE_OR_SURRENDER if doubles else SURRENDER
    return DOUBLE if doubles else STAND


def _later_actions(
    rows: dict[str, NDArray[np.uint8]], chart: Chart, moves: "_AllowedMoves", state: int, up: int
) -> None:
    """Writes the actions on a total of three cards or more."""
    total, terms = state & 31, moves.rules.terms
    code = chart.by_total(total, up, soft=state >= SOFT)
    plain = STAND if code in "SEQ" and not (terms.draw_below_12 and total < 12) else HIT
    rows["plain"][state] = plain
    cards = three_cards(state)
    for name, kind in _LATER.items():
        rows[name][state] = plain
        if kind == SPLIT_ACE and not terms.split_aces_draw:
            rows[name][state] = STAND
        elif code in "DE" and terms.double_any_cards and cards and moves.allows(DOUBLE, state, cards, up, kind=kind):
            rows[name][state] = DOUBLE


def three_cards(state: int) -> tuple[int, ...]:
    """Returns cards, an ace first if the total is soft, that make a total of three cards or more; none if none do."""
    total = state & 31
    if state >= SOFT:
        return (0, 0, (total - 13) * 4) if total > 13 else (0, 0, 0) if total == 13 else ()
    if total < 6:
        return ()
    low = 2 if total < 15 else 10
    return tuple((value - 1) * 4 for value in (low, 2, total - low - 2))


@cache
def _pairs(by_rank: bool) -> NDArray[np.uint8]:
    """Lookup array of the state of any two cards."""
    return np.array([[pair_state(one, two, by_rank=by_rank) for two in range(64)] for one in range(64)], np.uint8)


def pair_state(one: int, two: int, *, by_rank: bool = False) -> int:
    """Returns the state of a hand of two cards. A card from 52 on is a placeholder and counts ten."""
    first, second = (card if card < DECK_SIZE else 36 for card in (one, two))
    total, soft = add_card(*add_card(0, False, first), second)
    pair = same_rank(first, second) if by_rank else same_points(first, second)
    return total | soft << 5 | pair << 6


class _AllowedMoves:
    """Cache of the engine's permission for each move, one query per state and kind of hand."""

    def __init__(self, rules: BlackjackRules) -> None:
        self.rules = rules
        self._cache: dict[tuple[int, int, int, int, bool], bool] = {}

    def allows(self, move: int, state: int, cards: tuple[int, ...], up: int, *, kind: int) -> bool:
        """Returns whether the engine allows the move on a hand of that kind."""
        key = move, state, up, kind, len(cards) > 2
        if key not in self._cache:
            if kind == SPLIT_HAND and cards[0] < 4:  # the first card of a split hand is the one that was split
                cards = cards[::-1]
            table = two_cards(self.rules, cards, up, split=kind != WHOLE_BOX)
            self._cache[key] = decision_refusal(self.rules, table, _MOVES[move]) is None
        return self._cache[key]


def _first_action(chart: Chart, moves: _AllowedMoves, state: int, cards: tuple[int, int], up: int) -> int:
    if state & PAIR:
        code = chart.for_pair(cards[0], up)
        if code == "P" and moves.allows(SPLIT, state, cards, up, kind=WHOLE_BOX):
            return SPLIT
        if code != "P":
            return _by_code(code, moves, state, cards, up, kind=WHOLE_BOX)
    return _by_total(chart, moves, state, cards, up, kind=WHOLE_BOX)


def _by_total(chart: Chart, moves: _AllowedMoves, state: int, cards: tuple[int, int], up: int, *, kind: int) -> int:
    code = chart.by_total(state & 31, up, soft=bool(state & SOFT))
    return _by_code(code, moves, state, cards, up, kind=kind)


def _by_code(code: str, moves: _AllowedMoves, state: int, cards: tuple[int, int], up: int, *, kind: int) -> int:
    if code in "DE" and moves.allows(DOUBLE, state, cards, up, kind=kind):
        return DOUBLE
    if code in "RQ" and moves.allows(SURRENDER, state, cards, up, kind=kind):
        return SURRENDER
    if kind == SPLIT_ACE and not moves.rules.terms.split_aces_draw:
        return STAND
    stands = code in "SEQ" and moves.allows(STAND, state, cards, up, kind=kind)
    return STAND if stands else HIT
