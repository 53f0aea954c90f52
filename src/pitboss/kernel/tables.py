"""A table's rules and a chart as one flat array of bytes: every decision and every dealer's card is then one load.

A round is a walk through states. ``FIRST[up][card][card]`` is the state after the first decision,
``NEXT[up][card][state]`` the state after a further card, and finished states stay as they are, so that a fixed number
of steps can be taken without a branch. The dealer's hand is such a walk too. All of it is compiled by asking the engine
(``asking``): what the chart would do on a hand of that state, whether the table allows it, what the dealer has to draw
for it, and what it pays. A game whose rules look at more than this can hold is refused by name and clause.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.blackjack.shoe import decks_by_side
from pitboss.cards import DECK_SIZE, full_shoe
from pitboss.kernel.asking import Asking
from pitboss.kernel.classes import NotSimulable
from pitboss.kernel.pairings import SIDE_PLAYS, SideTable, side_table
from pitboss.kernel.program import behind
from pitboss.kernel.strategy import Chart
from pitboss.kernel.table_layout import MOST_HANDS, MOST_WAGERS, SIDE_AT, SIZE, VALUE_AT
from pitboss.kernel.table_pays import ALONE, measures_of, pays_of, write_split_results
from pitboss.kernel.table_walks import write_dealer, write_decisions, write_needs, write_rows, write_splits
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CutCardDuring, CutCardFirst, ShoeKind

#: Terms that look at more of a hand than its state holds.
_FORBIDDEN: Final = {
    "spots": "several dealer hands",
    "hand_limit": "a number of cards that ends a hand",
    "five_card_21": "a pay for 21 by the number of its cards",
    "twenty_one_wins_at_once": "a 21 that wins at once",
    "dealer_22_stands_off": "a dealer's 22 that stands off",
}


class Tables(Struct, frozen=True):
    """Everything that the kernel needs to know of a game."""

    flat: NDArray[np.uint8]
    #: What a hand of an ending wins against a dealer's ending, in cents: alone on its box, or the first or a further
    #: one of a split.
    pays: NDArray[np.int64]
    #: Cents of one step in the results of split boxes.
    unit: int
    #: Cents of the unit in which all results of the main game are told, and of each side wager's.
    measure: int
    side_measures: tuple[int, ...]
    stake: int
    ante: int
    boxes: int
    #: Cards of a shoe, those burnt before its first round, and how many must be out for a shuffle before the next one.
    cards: int
    burnt: int
    limit: int
    #: Whether the cards are shuffled before every round.
    every_round: bool
    hole: bool
    sides: SideTable

    def order(self) -> NDArray[np.uint8]:
        """The cards of a shoe before it is shuffled, as the kernel holds them."""
        return np.take(self.codes, full_shoe(self.cards // 52))

    @property
    def codes(self) -> NDArray[np.uint8]:
        """The kernel's byte of each card: its value, and with side wagers its suit and rank too."""
        return self.sides.codes if self.sides.names else np.bitwise_and(self.sides.codes, 15)


def compile_tables(
    rules: BlackjackRules,
    chart: Chart,
    stake: int,
    sides: Mapping[str, int] | None = None,
    *,
    boxes: int = 1,
    every_round: bool = False,
) -> Tables:
    """The tables of a game; NotSimulable where it has a rule that they cannot hold, ValueError for a refused wager.

    With ``every_round`` the cards are shuffled before each round, as a continuous shuffler does without being asked.
    """
    sides = sides or {}
    _refuse(rules, chart, sides, boxes)
    asking = Asking(rules, chart, stake, sides)
    flat = bytearray(SIZE)
    pays, unit = _write_main_game(flat, asking)
    side = side_table(asking, sides)
    flat[SIDE_AT : SIDE_AT + len(side.flat)] = side.flat
    measure, side_measures = measures_of(rules, pays, side, boxes)
    flat[VALUE_AT:] = (pays[ALONE] // measure).tobytes()
    cards, burnt, limit = _shoe(rules, every_round=every_round)
    return Tables(
        flat=np.frombuffer(bytes(flat), np.uint8),
        pays=pays,
        unit=unit,
        measure=measure,
        side_measures=side_measures,
        stake=stake,
        ante=asking.ante,
        boxes=boxes,
        cards=cards,
        burnt=burnt,
        limit=limit,
        every_round=every_round or rules.terms.shoe is ShoeKind.CONTINUOUS,
        hole=rules.terms.hole_card,
        sides=side,
    )


def _write_main_game(flat: bytearray, asking: Asking) -> tuple[NDArray[np.int64], int]:
    """All that hands may come to; what each brings, and the unit of what split boxes bring."""
    write_dealer(flat)
    write_rows(flat, asking.rules)
    nets = write_needs(flat, asking)
    write_decisions(flat, asking)
    write_splits(flat, asking)
    pays = pays_of(asking, nets)
    return pays, write_split_results(flat, pays, asking.rules)


def _refuse(rules: BlackjackRules, chart: Chart, sides: Mapping[str, int], boxes: int) -> None:
    terms = rules.terms
    for name, what in _FORBIDDEN.items():
        if getattr(terms, name) > (1 if name == "spots" else 0):
            raise _refusal(rules, what, rules.cite(name))
    if terms.shoe is ShoeKind.DOUBLE:
        raise _refusal(rules, "a double shoe", rules.cite("double_shoe"))
    if terms.cut_card_during is not CutCardDuring.SHUFFLE_AFTER_ROUND:
        raise _refusal(rules, "a round between the cutting card and the shuffle", rules.cite("cut_card_during"))
    if terms.split_hands > MOST_HANDS:
        raise _refusal(rules, f"more than {MOST_HANDS} hands on a box", rules.cite("split_hands"))
    if chart.insure:
        raise _refusal(rules, "insurance", rules.cite("insurance"))
    if not 1 <= boxes <= terms.boxes:
        raise _refusal(rules, f"{boxes} boxes at a table of {terms.boxes}", rules.cite("boxes"))
    for name in sides:
        side = rules.sides.get(name)
        if side is None:
            raise _refusal(rules, f"a wager '{name}'", rules.cite("side_wager_offered"))
        if side.play not in SIDE_PLAYS:
            raise _refusal(rules, f"the wager {name}", side.cite("offered"))
    if len(sides) > MOST_WAGERS:
        raise _refusal(rules, f"{len(sides)} side wagers at once", rules.cite("side_wager_offered"))


def _refusal(rules: BlackjackRules, what: str, clauses: Clauses) -> NotSimulable:
    return NotSimulable(what, clauses, rules.rulebook)


def _shoe(rules: BlackjackRules, *, every_round: bool) -> tuple[int, int, int]:
    """Cards, burnt cards, and how many cards are out when the next round begins with a shuffle."""
    terms = rules.terms
    cards = decks_by_side(rules)[0] * DECK_SIZE
    burnt = int(terms.burn_new_shoe)
    if terms.shoe is ShoeKind.CONTINUOUS:
        return cards, 0, 1
    if every_round:
        return cards, burnt, burnt + 1
    # a cutting card that comes first is followed by a shuffle, or by one more round
    return cards, burnt, cards - behind(rules, cards) + (terms.cut_card_first is CutCardFirst.AS_DURING_THE_ROUND)
