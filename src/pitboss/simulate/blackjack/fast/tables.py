"""Builds the tables of the fast kernel: rules and chart as one flat byte array, so that every decision is one load.

A round is a walk through states. ``FIRST[up][card][card]`` is the state after the first decision,
``NEXT[up][card][state]`` the state after a further card. Finished states map to themselves, so a fixed number of steps
needs no branch. The dealer's hand is such a walk too. The engine is queried (``engine_probe``) for the chart's move in
each state, whether the table allows it, what the dealer must draw, and the payment. Rules that depend on more than a
state raise ``NotSimulable`` with their clause.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.atoms.fit import fit
from pitboss.games.blackjack.shoe import cards_by_side
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.choices import CutCardDuring, CutCardFirst, DealerBlackjack, DoubleOn, ShoeKind
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.side_codes import SideTable
from pitboss.simulate.blackjack.fast.side_tables import side_table
from pitboss.simulate.blackjack.fast.table_layout import MOST_BOXES, MOST_HANDS, MOST_WAGERS, SIDE_AT, SIZE, VALUE_AT
from pitboss.simulate.blackjack.fast.table_pays import ALONE, measures_of, pays_of, write_split_results
from pitboss.simulate.blackjack.fast.transitions import (
    write_dealer,
    write_decisions,
    write_needs,
    write_rows,
    write_splits,
)
from pitboss.simulate.blackjack.program import behind
from pitboss.strategy.chart import Chart
from pitboss.strategy.dealer_reads import with_dealer_drawing
from pitboss.strategy.engine_probe import EngineProbe
from pitboss.strategy.hand_classes import NotSimulable
from pitboss.strategy.side_probe import WAITING_PLAYS, check_simulable

#: Terms that depend on more of a hand than its state.
_FORBIDDEN: Final = {
    "spots": "several dealer hands",
    "hand_limit": "a number of cards that ends a hand",
    "suited_blackjack_odds": "a blackjack paid by its suits",
    "bonus_21": "a 21 paid by its cards",
    "five_card_21": "a pay for 21 by the number of its cards",
    "twenty_one_wins_at_once": "a 21 that wins at once",
    "dealer_22_stands_off": "a dealer's 22 that stands off",
    "redoubles": "a hand that is doubled again",
    "surrender_after_double": "a surrender of a doubled hand",
    "surrender_after_split": "a surrender of a split hand",
    "surrender_lost_to_blackjack": "a surrender that waits for the dealer's second card",
}


class FastTables(Struct, frozen=True):
    """The tables and parameters of a game for the fast kernel."""

    flat: NDArray[np.uint8]
    #: The net result in cents of an ending against a dealer's ending, for a hand alone on its box, and for the first
    #: and the further hands of a split.
    pays: NDArray[np.int64]
    #: Cents per unit in the results of split boxes.
    unit: int
    #: Cents per unit of the main game's results, and of each side wager's.
    measure: int
    side_measures: tuple[int, ...]
    stake: int
    ante: int
    boxes: int
    #: The cards of a shoe in canonical order, the number of burnt cards, and of drawn cards from which the next round
    #: starts with a shuffle.
    shoe: tuple[int, ...]
    burnt: int
    limit: int
    #: Whether the cards are shuffled before every round.
    every_round: bool
    hole: bool
    sides: SideTable

    @property
    def cards(self) -> int:
        """The number of cards of a shoe."""
        return len(self.shoe)

    def order(self) -> NDArray[np.uint8]:
        """Returns the cards of a shoe before the shuffle, in the kernel's encoding."""
        return np.take(self.codes, self.shoe)

    @property
    def codes(self) -> NDArray[np.uint8]:
        """The kernel's byte for each card: its value, and with side wagers its suit and rank too."""
        return self.sides.codes if self.sides.names else np.bitwise_and(self.sides.codes, 15)


def compile_tables(
    rules: BlackjackRules,
    chart: Chart,
    stake: int,
    sides: Mapping[str, int] | None = None,
    *,
    boxes: int = 1,
    every_round: bool = False,
) -> FastTables:
    """Builds the tables of a game. Raises NotSimulable for a rule that they cannot hold, ValueError for a refused
    wager.

    With ``every_round`` the cards are shuffled before each round, as a continuous shuffler always does.
    """
    sides = sides or {}
    _refuse(rules, chart, sides, boxes)
    rules = with_dealer_drawing(rules, sides)
    fit("the boxes of a round", boxes, MOST_BOXES + 1)
    probe = EngineProbe(rules, chart, stake, sides)
    flat = bytearray(SIZE)
    pays, unit = _write_main_game(flat, probe)
    side = side_table(probe, sides)
    flat[SIDE_AT : SIDE_AT + len(side.flat)] = side.flat
    measure, side_measures = measures_of(rules, pays, side, boxes)
    flat[VALUE_AT:] = (pays[ALONE] // measure).tobytes()
    burnt, limit = _shoe(rules, every_round=every_round)
    return FastTables(
        flat=np.frombuffer(bytes(flat), np.uint8),
        pays=pays,
        unit=unit,
        measure=measure,
        side_measures=side_measures,
        stake=stake,
        ante=probe.ante,
        boxes=boxes,
        shoe=cards_by_side(rules)[0],
        burnt=burnt,
        limit=limit,
        every_round=every_round or rules.terms.shoe is ShoeKind.CONTINUOUS,
        hole=rules.terms.hole_card,
        sides=side,
    )


def tables_or_refusal(
    rules: BlackjackRules, chart: Chart, stake: int, sides: Mapping[str, int], *, boxes: int, every_round: bool
) -> FastTables | NotSimulable:
    """Returns the tables of a game, or the refusal with the rule that they cannot hold."""
    try:
        return compile_tables(rules, chart, stake, sides, boxes=boxes, every_round=every_round)
    except NotSimulable as refusal:
        return refusal


def _write_main_game(flat: bytearray, probe: EngineProbe) -> tuple[NDArray[np.int64], int]:
    """Writes the tables of hands; returns the payments and the unit of split boxes."""
    write_dealer(flat, probe.rules)
    write_rows(flat, probe.rules)
    nets = write_needs(flat, probe)
    write_decisions(flat, probe)
    write_splits(flat, probe)
    pays = pays_of(probe, nets)
    return pays, write_split_results(flat, pays, probe.rules)


def _refuse(rules: BlackjackRules, chart: Chart, sides: Mapping[str, int], boxes: int) -> None:
    terms = rules.terms
    for name, rule in _FORBIDDEN.items():
        if terms.spots > 1 if name == "spots" else getattr(terms, name):
            raise _refusal(rules, rule, rules.cite(name))
    if terms.shoe is ShoeKind.DOUBLE:
        raise _refusal(rules, "a double shoe", rules.cite("double_shoe"))
    if terms.cut_card_during is not CutCardDuring.SHUFFLE_AFTER_ROUND:
        raise _refusal(rules, "a round between the cutting card and the shuffle", rules.cite("cut_card_during"))
    if terms.dealer_blackjack is DealerBlackjack.BUSTS_AND_ONE:
        what = "a dealer's blackjack that takes busted wagers and one more"
        raise _refusal(rules, what, rules.cite("dealer_blackjack"))
    _refuse_decisions(rules, chart)
    if chart.insure:
        raise _refusal(rules, "insurance", rules.cite("insurance"))
    if not 1 <= boxes <= terms.boxes:
        raise _refusal(rules, f"{boxes} boxes at a table of {terms.boxes}", rules.cite("boxes"))
    for name, amount in sides.items():
        side = rules.sides.get(name)
        if side is None:
            raise _refusal(rules, f"a wager '{name}'", rules.cite("side_wager_offered"))
        if (side.play in WAITING_PLAYS and side.play != "sevens") or side_plays(rules)[name].prizes_at is not None:
            raise _refusal(rules, f"the wager {name}", side.cite("offered"))
        if side.offered:
            check_simulable(rules, name, amount)
    if len(sides) > MOST_WAGERS:
        raise _refusal(rules, f"{len(sides)} side wagers at once", rules.cite("side_wager_offered"))


def _refuse_decisions(rules: BlackjackRules, chart: Chart) -> None:
    """Raises NotSimulable for doubles and splits that depend on more of a hand than its state."""
    terms = rules.terms
    if terms.double_any_cards and not _doubles_by_state(rules):
        what = "doubles on any number of cards that depend on aces or on a split"
        raise _refusal(rules, what, rules.cite("double_any_cards"))
    if terms.split_same_rank and not chart.tens_by_total:
        raise _refusal(rules, "decisions on tens by rank", rules.cite("split_same_rank"))
    if terms.split_hands > MOST_HANDS:
        raise _refusal(rules, f"more than {MOST_HANDS} hands on a box", rules.cite("split_hands"))


def _doubles_by_state(rules: BlackjackRules) -> bool:
    """Returns whether every hand of more than two cards with the same total may be doubled, or none."""
    terms = rules.terms
    split = terms.split_hands < 2 or (terms.double_after_split and terms.double_split_on in (None, terms.double_on))
    aces = terms.split_hands < 2 or not terms.split_aces_draw or terms.split_aces_double
    return split and aces and terms.double_on is not DoubleOn.WITHOUT_ACE


def _refusal(rules: BlackjackRules, rule: str, clauses: Clauses) -> NotSimulable:
    return NotSimulable(rule, clauses, rules.rulebook)


def _shoe(rules: BlackjackRules, *, every_round: bool) -> tuple[int, int]:
    """Returns the number of burnt cards, and of drawn cards after which the next round needs a shuffle."""
    terms = rules.terms
    cards = len(cards_by_side(rules)[0])
    burnt = int(terms.burn_new_shoe)
    if terms.shoe is ShoeKind.CONTINUOUS:
        return 0, 1
    if every_round:
        return burnt, burnt + 1
    # a cutting card that comes first causes a shuffle, or one more round
    return burnt, cards - behind(rules, cards) + (terms.cut_card_first is CutCardFirst.AS_DURING_THE_ROUND)
