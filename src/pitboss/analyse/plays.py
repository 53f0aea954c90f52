"""Strategies: the best play by composition, the best by total, or a chart."""

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse import native_functions as native
from pitboss.analyse.column import Column
from pitboss.analyse.doubled_plays import best_codes, codes_of_chart, has_doubled_decisions, rows_of_codes, set_codes
from pitboss.analyse.game import AnalysedGame
from pitboss.analyse.shoe import ACE, TEN, VALUES, card_of
from pitboss.law.choices import BlackjackPaid, EvenMoney
from pitboss.strategy.actions import (
    DOUBLE,
    HIT,
    SPLIT,
    SPLIT_ACE,
    SPLIT_HAND,
    STAND,
    SURRENDER,
    WHOLE_BOX,
    action_tables,
)
from pitboss.strategy.chart import SECTIONS, Chart
from pitboss.strategy.chart import column as chart_column
from pitboss.strategy.hand_classes import DEALER_BLACKJACK

#: Two values and their probability.
FirstHands = Iterable[tuple[int, int, float]]

#: The chart's code for each code of ``compiled.total_values``.
_CODES: Final = {0: "S", 1: "H", 4: "E", 5: "D", 8: "Q", 9: "R"}
#: Weight of hands that decide a total only if no other hand does: a pair, which has its own row, and hands that the
#: current play never reaches but a split hand may.
_HARDLY: Final = 1e-9
_ROUNDS: Final = 8


class InsurancePolicy(Struct, frozen=True):
    """The insurance decision: by a chart, or if it has a positive expectation."""

    game: AnalysedGame
    chart: Chart | None = None

    @property
    def consolidates(self) -> bool:
        """Whether an insured blackjack is paid immediately."""
        pays = self.game.pays
        return self.game.rules.terms.consolidated_payout and 2 * pays.insured == pays.unit

    def insures(self, beaten: float, *, blackjack: bool) -> bool:
        """Returns whether a hand is insured, given the probability of a dealer's blackjack."""
        pays, terms = self.game.pays, self.game.rules.terms
        if blackjack and (not terms.insurance_for_blackjack or terms.blackjack_paid is BlackjackPaid.AT_ONCE):
            return False
        if self.chart is not None:
            return self.chart.insure and pays.insured > 0
        return pays.insurance * beaten > pays.insured * (1.0 - beaten)

    def even_money(self, beaten: float) -> bool:
        """Returns whether a blackjack takes even money."""
        terms = self.game.rules.terms
        if terms.even_money is EvenMoney.NONE or terms.blackjack_paid is BlackjackPaid.AT_ONCE:
            return False
        if self.chart is not None:
            return self.chart.even_money
        pays, blackjack = self.game.pays, self.game.blackjack
        waits = float(blackjack[0]) * (1.0 - beaten) + float(blackjack[DEALER_BLACKJACK]) * beaten
        insured = max(0.0, pays.insurance * beaten - pays.insured * (1.0 - beaten))
        return pays.even > waits + insured


def by_composition(columns: Sequence[Column]) -> None:
    """Sets the best play for the cards of each hand. A split hand is played like the same cards without a split."""
    for column in columns:
        column.play(free=True)
        hands = column.game.hands
        for one in range(VALUES):
            for two in range(one, VALUES):
                hand = hands.of(one, two)
                if hands.total[hand] == 21 or not column.possible(hand):
                    continue
                choices = column.choices(hand, one if one == two else -1)
                column.first[hand] = max(choices, key=choices.__getitem__)


def by_chart(columns: Sequence[Column], chart: Chart) -> None:
    """Sets the play of a chart, as far as the table allows it."""
    game = columns[0].game
    tables, hands = action_tables(game.rules, chart), game.hands
    states = hands.total | hands.soft.astype(np.int64) << 5
    pairs = np.array([(row == 2).any() for row in hands.cards])
    two = (hands.size == 2) & (hands.total < 21)
    for column in columns:
        at, may = chart_column(card_of(column.up)), game.may.double[:, column.up]
        column.draws[:] = tables["plain"][at][states] * (hands.total >= 4)
        column.first[two] = tables["first"][at][(states | pairs.astype(np.int64) << 6)[two]]
        column.doubles = (hands.size > 2) & (tables["later"][at][states] == DOUBLE) & may[WHOLE_BOX] & ~game.ended
        for kind, names in ((SPLIT_HAND, ("split", "later_split")), (SPLIT_ACE, ("ace", "later_ace"))):
            on_two, later = (tables[name][at][states].astype(np.int64) for name in names)
            draws = column.draws if game.may.draw[kind] else np.zeros_like(column.draws)
            # whether more than two cards are doubled may depend on more than their total
            later = np.where((later == DOUBLE) & ~may[kind], draws, later)
            column.split_actions[kind - SPLIT_HAND] = np.where(two, on_two, later) * ~game.ended
        if chart.doubled and has_doubled_decisions(column):
            set_codes(column, codes_of_chart(chart, card_of(column.up)))
        column.play(free=False)


# --- by total ----------------------------------------------------------------------------------------------------


def by_total(columns: Sequence[Column], firsts: Sequence[FirstHands]) -> Chart:
    """Returns the best chart by total and sets the columns to play it."""
    game = columns[0].game
    cells = {
        section: [[_default_code(section, label)] * 10 for label in labels] for section, labels in SECTIONS.items()
    }
    gain = even = 0.0
    doubled = [["S"] * 10 for _ in rows_of_codes(np.zeros((2, 32), np.int64))]
    for column, hands in zip(columns, firsts, strict=True):
        dealt = list(hands)
        codes, doubled_codes = _solve(column, dealt)
        at = chart_column(card_of(column.up))
        for row in range(4, 21):
            cells["hard"][row - 4][at] = _CODES[int(codes[0, row])]
        for row in range(12, 21):
            cells["soft"][row - 12][at] = _CODES[int(codes[1, row - 10])]
        for pair in range(VALUES):
            cells["pair"][pair][at] = _pair_code(column, pair)
        for cell, code in zip(doubled, rows_of_codes(doubled_codes), strict=True):
            cell[at] = code
        if column.up == ACE:
            gain, even = _insurance_gains(column, dealt)
    hard, soft, pairs = (tuple("".join(row) for row in cells[section]) for section in SECTIONS)
    insured = bool(game.pays.insured) and gain > 0
    rows = tuple("".join(row) for row in doubled) if has_doubled_decisions(columns[0]) else ()
    return Chart("total", hard, soft, pairs, insured, even_money=even > 0 and _even_offered(game), doubled=rows)


def _default_code(section: str, label: str) -> str:
    """Returns the code of a cell whose up card is not in the shoe: a move that every table allows."""
    low = 12 if section == "hard" else 6 if section == "pair" else 0
    return "H" if label != "A" and int(label) < low else "S"


def _even_offered(game: AnalysedGame) -> bool:
    return game.rules.terms.even_money is not EvenMoney.NONE


def _insurance_gains(column: Column, dealt: Sequence[tuple[int, int, float]]) -> tuple[float, float]:
    """Returns the gain of insuring every hand against an ace, and the gain of even money."""
    pays, blackjack, gain, even = column.game.pays, column.game.blackjack, 0.0, 0.0
    for one, two, chance in dealt:
        beaten = column.blackjack_chance(column.game.hands.of(one, two))
        insurance = pays.insurance * beaten - pays.insured * (1.0 - beaten)
        gain += chance * insurance
        if (one, two) == (ACE, TEN):
            waits = float(blackjack[0]) * (1.0 - beaten) + float(blackjack[DEALER_BLACKJACK]) * beaten
            even += chance * (pays.even - waits)
    return gain, even


def _solve(column: Column, dealt: Sequence[tuple[int, int, float]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Iterates to a fixed point: codes by total, and for doubled hands, that no change of a single one improves."""
    column.play(free=True)
    codes, doubled = np.zeros((2, 32), np.int64), np.zeros((2, 32), np.int64)
    column.first[:] = column.draws
    for _ in range(_ROUNDS):
        before, played = (codes.copy(), doubled.copy()), column.split_actions.copy()
        _improve(column, dealt, codes, doubled)
        _set_first(column, dealt, codes)
        settled = (codes == before[0]).all() and (doubled == before[1]).all()
        if (column.split_actions != played).any() or (doubled != before[1]).any():
            column.forget_splits()
        if settled and not _set_pairs(column, dealt):
            break
    else:
        _set_pairs(column, dealt)
    return codes, doubled


def _improve(
    column: Column, dealt: Sequence[tuple[int, int, float]], codes: NDArray[np.int64], doubled: NDArray[np.int64]
) -> None:
    game, hands, up = column.game, column.game.hands, column.up
    reach, two = np.zeros(len(column.first)), np.zeros(len(column.first))
    given_up = np.full(len(column.first), -np.inf)
    for one, other, chance in dealt:
        hand = hands.of(one, other)
        if hands.total[hand] < 21:
            reach[hand] = chance
            two[hand] = chance if one != other else chance * _HARDLY
            if game.may.surrender[WHOLE_BOX, up, hand]:
                given_up[hand] = column.surrender(hand)
    always, anyhow = np.ones(len(reach), np.int64), reach.copy()
    native.reach_hands(column.scratch, hands.arrays, column.deck, column.actions, reach)
    native.reach_hands(column.scratch, hands.arrays, column.deck, always, anyhow)
    if has_doubled_decisions(column):
        doubled[:] = best_codes(column, reach, anyhow * _HARDLY)
        set_codes(column, doubled)
    more = np.where(hands.size > 2, reach + anyhow * _HARDLY, 0.0)
    chosen = two, more, game.may.double[WHOLE_BOX, up], given_up
    play, output = (column.draws, column.doubles), (column.hit, column.double, column.value)
    cards = hands.arrays, game.arrays, column.deck
    native.total_values(column.scratch, *cards, column.worth, chosen, codes, play, output)


def _set_first(column: Column, dealt: Sequence[tuple[int, int, float]], codes: NDArray[np.int64]) -> None:
    """Sets the actions of the codes for two cards that are not a pair, and for split hands."""
    hands, may, up = column.game.hands, column.game.may, column.up
    code = codes[hands.soft.astype(np.int64), hands.hard]
    for kind in (SPLIT_HAND, SPLIT_ACE):
        draws = column.draws if may.draw[kind] else np.zeros_like(column.draws)
        actions = np.where((code & 4 > 0) & may.double[kind, up] & ~column.game.ended, DOUBLE, draws)
        actions[(code & 8 > 0) & may.surrender[kind, up]] = SURRENDER
        column.split_actions[kind - SPLIT_HAND] = actions
    for one, two, _ in dealt:
        hand = hands.of(one, two)
        if one != two and hands.total[hand] < 21:
            way = int(code[hand]) >> 2
            column.first[hand] = (int(column.draws[hand]), DOUBLE, SURRENDER)[way]


def _set_pairs(column: Column, dealt: Sequence[tuple[int, int, float]]) -> bool:
    """Sets the best action for each pair; returns whether that changes which hands are reached."""
    changed = False
    for one, two, _ in dealt:
        if one == two:
            hand = column.game.hands.of(one, two)
            choices = column.choices(hand, one)
            best = max(choices, key=choices.__getitem__)
            changed |= (best == HIT) != (column.first[hand] == HIT)
            column.first[hand] = best
    return changed


def _pair_code(column: Column, pair: int) -> str:
    """Returns the code of a pair's row; a pair that cannot be dealt plays by its total."""
    hand = column.game.hands.of(pair, pair)
    action, stands = int(column.first[hand]), column.draws[hand] == 0
    if not column.possible(hand):
        return "S" if stands and not column.game.must[hand] else "H"
    return {STAND: "S", HIT: "H", SPLIT: "P", DOUBLE: "E" if stands else "D", SURRENDER: "Q" if stands else "R"}[action]
