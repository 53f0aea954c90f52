"""A table's rules and a chart as one flat array of bytes: every decision and every dealer's card is then one load.

A round is a walk through states. ``FIRST[up][card][card]`` is the state after the first decision,
``NEXT[up][card][state]`` the state after a further card, and finished states stay as they are, so that a fixed number
of steps can be taken without a branch. The dealer's hand is such a walk too. All of it is compiled by asking the engine
(``asking``): what the chart would do on a hand of that state, whether the table allows it, what the dealer has to draw
for it, and what it pays. A game whose rules look at more than this can hold is refused by name and clause.
"""

from collections.abc import Mapping
from math import gcd
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.atoms.dealer import must_draw
from pitboss.atoms.hand import add_card, is_ace_and_ten
from pitboss.blackjack import commands as cmd
from pitboss.cards import full_shoe
from pitboss.kernel.asking import NO_CARD, OF_VALUE, WHOLE_HAND, Asking
from pitboss.kernel.classes import LARGEST, NotSimulable
from pitboss.kernel.pairings import SIDE_PLAYS, SideTable, side_table
from pitboss.kernel.program import behind
from pitboss.kernel.strategy import Chart
from pitboss.kernel.table_layout import (
    ACE_BLACKJACK,
    AGAIN_AT,
    BEGIN_AT,
    BLACKJACK,
    BUST,
    DEALER_22,
    DEALER_AT,
    DEALER_BLACKJACK,
    DEALER_BUST,
    DEALER_ENDINGS,
    DEALER_NONE,
    DEALER_SECOND,
    DEALT,
    DONE,
    DOUBLED,
    ENDINGS,
    EVEN_MONEY,
    FIRST_AT,
    LIVE,
    MOST_HANDS,
    MOST_WAGERS,
    NEED_AT,
    NEEDED_AT,
    NEXT_AT,
    NIBBLE,
    NOTHING,
    PAYS_AT,
    ROW_AT,
    ROWS,
    SECOND_AT,
    SIDE_AT,
    SIZE,
    SPLIT,
    SPLIT_21,
    STATES,
    SURRENDERED,
    TEN_BLACKJACK,
    TWICE,
    VALUE_AT,
    VALUES,
)
from pitboss.law.cite import Clauses
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import CutCardDuring, CutCardFirst, ShoeKind

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
    _dealer(flat)
    _rows(flat, rules)
    nets = _needs(flat, asking)
    _decisions(flat, asking)
    _splits(flat, asking)
    pays = _pays(asking, nets)
    unit = _split_results(flat, pays, rules)
    side = side_table(asking, sides)
    flat[SIDE_AT : SIDE_AT + len(side.flat)] = side.flat
    measure, side_measures = _measures(rules, pays, side, boxes)
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
    halved = terms.shoe is ShoeKind.BATCH and bool(rules.options.get("automated_shuffler"))
    cards = terms.decks * (26 if halved else 52)
    burnt = int(terms.burn_new_shoe)
    if terms.shoe is ShoeKind.CONTINUOUS:
        return cards, 0, 1
    if every_round:
        return cards, burnt, burnt + 1
    # a cutting card that comes first is followed by a shuffle, or by one more round
    return cards, burnt, cards - behind(rules, cards) + (terms.cut_card_first is CutCardFirst.AS_DURING_THE_ROUND)


# --- the dealer --------------------------------------------------------------------------------------------------

#: States of the dealer before his second card: the value of his first where the whole hand is drawn, or one of these.
_SECOND_TO_ACE, _SECOND_TO_TEN, _SECOND_TO_OTHER, _DRAWING = 11, 12, 13, 14


def _second_only(value: int) -> int:
    return {1: _SECOND_TO_ACE, 10: _SECOND_TO_TEN}.get(value, _SECOND_TO_OTHER)


def _dealer(flat: bytearray) -> None:
    """The walk of the dealer's hand."""
    for value in range(1, 11):
        for state in range(DEALT, ENDINGS):
            flat[DEALER_AT + value * ENDINGS + state] = state
    drawing: dict[tuple[int, bool], int] = {}
    waiting = [(first, *add_card(0, False, OF_VALUE[first]), first) for first in range(1, 11)]
    while waiting:
        state, total, soft, first = waiting.pop()
        for value in range(1, 11):
            after = add_card(total, soft, OF_VALUE[value])
            blackjack = first > 0 and is_ace_and_ten(OF_VALUE[first], OF_VALUE[value])
            if first:
                second = DEALT | (DEALER_BLACKJACK if blackjack else DEALER_SECOND)
                flat[DEALER_AT + value * ENDINGS + _second_only(first)] = second
            if blackjack:
                reached = DEALT | DEALER_BLACKJACK
            elif not must_draw(after[0]):
                bust = DEALER_22 if after[0] == 22 else DEALER_BUST
                reached = DEALT | (bust if after[0] > 21 else after[0] - 17)
            else:
                if after not in drawing:
                    drawing[after] = _DRAWING + len(drawing)
                    waiting.append((drawing[after], *after, 0))
                reached = drawing[after]
            flat[DEALER_AT + value * ENDINGS + state] = reached


def _rows(flat: bytearray, rules: BlackjackRules) -> None:
    """The row of tables for a first card, and for one under which the reader finds a blackjack."""
    for first in range(1, 11):
        for hole in range(NIBBLE):
            found = rules.terms.card_reader and 1 <= hole <= 10 and is_ace_and_ten(OF_VALUE[first], OF_VALUE[hole])
            row = (ACE_BLACKJACK if first == 1 else TEN_BLACKJACK) if found else first
            flat[ROW_AT + first * NIBBLE + hole] = row


def _needs(flat: bytearray, asking: Asking) -> dict[int, int]:
    """What each ending needs of the dealer, by rounds that end so; the results of those that he cannot touch."""
    nets: dict[int, int] = {}
    for first in range(1, 11):
        up_card, ace, ten, six = OF_VALUE[first], OF_VALUE[1], OF_VALUE[10], OF_VALUE[6]
        live, _ = asking.finish(ten, ten, up_card, (), cmd.Stand) or (WHOLE_HAND, 0)
        need = dict.fromkeys(range(BUST), live)
        for ending, cards, more, kind in (
            (BUST, (ten, six), (ten,), cmd.Hit),
            (BLACKJACK, (ace, ten), (), cmd.Pass),
            (EVEN_MONEY, (ace, ten), (), cmd.TakeEvenMoney),
            (SURRENDERED, (ten, six), (), cmd.Surrender),
            (SPLIT_21, (ace, ace), (ten, ten), cmd.SplitPair),
        ):
            ended = asking.finish(*cards, up_card, more, kind)
            if ended is not None:
                need[ending], nets[ending] = ended
        begin = (DEALT | DEALER_NONE, _second_only(first), first, first)
        for row in (first, *((ACE_BLACKJACK,) if first == 1 else (TEN_BLACKJACK,) if first == 10 else ())):
            for joined in range(4):
                flat[NEEDED_AT + row * 4 + joined] = begin[joined] if row == first else DEALT | DEALER_BLACKJACK
            for ending in range(ENDINGS):
                needs = need.get(ending % TWICE, NO_CARD)
                flat[NEED_AT + row * ENDINGS + ending] = needs
                flat[BEGIN_AT + row * ENDINGS + ending] = flat[NEEDED_AT + row * 4 + needs]
    return nets


# --- decisions ---------------------------------------------------------------------------------------------------


def _three_cards(total: int, soft: bool) -> tuple[int, int, int]:
    """Cards of a hand that has drawn."""
    if soft:
        return OF_VALUE[1], OF_VALUE[1], OF_VALUE[total - 12]
    low = 2 if total < 15 else 10
    return OF_VALUE[low], OF_VALUE[2], OF_VALUE[total - low - 2]


def _after(kind: type[cmd.Command], total: int, soft: bool) -> int:
    """The state after a decision."""
    if kind is cmd.SplitPair:
        return SPLIT
    if kind is cmd.Surrender:
        return DONE | SURRENDERED
    if kind is cmd.DoubleDown:
        return DOUBLED + LIVE[total, soft]
    return LIVE[total, soft] if kind is cmd.Hit else DONE | total


def _decisions(flat: bytearray, asking: Asking) -> None:
    """The states after the first decision, and after each further card."""
    even_money = asking.chart.even_money
    for at in range(NEXT_AT, FIRST_AT, STATES):
        flat[at : at + STATES] = range(STATES)
    reached = {
        (hand, value): add_card(*hand, OF_VALUE[value]) for hand in LIVE for value in range(1, 11)
    }  # of every hand that takes a card
    for row in range(1, ROWS):
        first = {ACE_BLACKJACK: 1, TEN_BLACKJACK: 10}.get(row, row)
        taken = even_money and first == 1 and asking.takes_even_money(OF_VALUE[first])
        for one in range(1, 11):
            for two in range(1, one + 1):
                total, soft = add_card(*add_card(0, False, OF_VALUE[one]), OF_VALUE[two])
                if total == 21:
                    state = DONE | (EVEN_MONEY if taken else BLACKJACK)
                elif row != first:
                    state = DONE | total
                else:
                    chosen = asking.decision((OF_VALUE[one], OF_VALUE[two] + 1), OF_VALUE[first])
                    state = _after(chosen, total, soft)
                for cell in (one * NIBBLE + two, two * NIBBLE + one):
                    flat[FIRST_AT + row * NIBBLE * NIBBLE + cell] = state
        if row != first:
            continue  # nobody draws
        later = {
            hand: _after(asking.decision(_three_cards(*hand), OF_VALUE[first]), *hand)
            for hand in LIVE
            if hand not in ((4, False), (5, False), (12, True))  # no three cards make these
        }
        for value in range(1, 11):
            at = NEXT_AT + (row * VALUES + value) * STATES
            for hand, state in LIVE.items():
                after = reached[hand, value]
                ending = min(after[0], BUST)
                flat[at + state] = DONE | ending if ending >= 21 else later[after]
                flat[at + DOUBLED + state] = DONE | TWICE | ending


def _splits(flat: bytearray, asking: Asking) -> None:
    """Whether a pair is split again, and the state of a split hand after its second card."""
    for first in range(1, 11):
        for value in range(1, 11):
            if flat[FIRST_AT + (first * NIBBLE + value) * NIBBLE + value] != SPLIT:
                continue
            most = asking.rules.terms.split_hands
            for hands in range(2, most + 1):
                pair = OF_VALUE[value], OF_VALUE[value] + 1
                again = asking.decision(pair, OF_VALUE[first], hands) is cmd.SplitPair
                flat[AGAIN_AT + (hands * VALUES + first) * NIBBLE + value] = again
            for second in range(1, 11):
                total, soft = add_card(*add_card(0, False, OF_VALUE[value]), OF_VALUE[second])
                cards = OF_VALUE[value], OF_VALUE[second] + 1
                state = DONE | SPLIT_21
                if total < 21:
                    state = _after(asking.decision(cards, OF_VALUE[first], most), total, soft)
                flat[SECOND_AT + (first * NIBBLE + value) * NIBBLE + second] = state


# --- settlement --------------------------------------------------------------------------------------------------


def _cards_of(ending: int) -> tuple[int, ...]:
    """Cards of a hand that ends so."""
    if ending in (BLACKJACK, SPLIT_21):
        return OF_VALUE[1], OF_VALUE[10]
    if ending == BUST:
        return OF_VALUE[10], OF_VALUE[10], OF_VALUE[2]
    if ending < 6:
        return OF_VALUE[2], OF_VALUE[ending - 2]
    return _three_cards(ending, False)


#: A hand by itself, the first hand of a split box, which bears the original wager, and the others of it.
ALONE, FIRST_OF_SPLIT, OTHER_OF_SPLIT = 0, 1, 2


def _pays(asking: Asking, nets: Mapping[int, int]) -> NDArray[np.int64]:
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


def _measures(
    rules: BlackjackRules, pays: NDArray[np.int64], side: SideTable, boxes: int
) -> tuple[int, tuple[int, ...]]:
    """The units of the results; NotSimulable where sums of their products could outgrow a word."""
    measure = gcd(*(abs(int(net)) for net in np.unique(pays)))
    side_measures = tuple(gcd(*(int(net) for net in np.unique(column))) or 1 for column in side.nets.T)
    largest = int(np.abs(pays).max()) // measure * rules.terms.split_hands
    for column, one in zip(side.nets.T, side_measures, strict=True):
        largest = max(largest, int(np.abs(column).max()) // one)
    if largest * boxes > LARGEST:
        raise _refusal(rules, "wagers whose payments have so fine a common measure", rules.cite("blackjack_odds"))
    return measure, side_measures


def _split_results(flat: bytearray, pays: NDArray[np.int64], rules: BlackjackRules) -> int:
    """The results of split hands in steps of a unit, such that those of a whole box can be added in a byte."""
    results = pays[FIRST_OF_SPLIT:]
    unit = gcd(*(abs(int(net)) for net in results.ravel()))
    steps = results // unit
    if int(np.abs(steps).max()) * rules.terms.split_hands >= NOTHING:
        raise _refusal(rules, "a stake whose payments have so fine a common measure", rules.cite("blackjack_odds"))
    flat[PAYS_AT:SIDE_AT] = (steps + NOTHING).astype(np.uint8).tobytes()
    return unit
