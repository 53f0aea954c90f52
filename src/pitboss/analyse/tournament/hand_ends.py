"""How a box may end in the last round, and what each end pays against each dealer's hand.

Cards come from infinite decks: boxes and dealer are independent given the dealer's first card. A box is split once at
most, split hands are not doubled, there is no insurance, and a blackjack waits for its payment.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from itertools import combinations_with_replacement
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.dealer import ENDS
from pitboss.analyse.dealer_outcomes import OUTCOMES, dealer_outcomes
from pitboss.analyse.edge import edge
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.pays import ADDED, ORIGINAL
from pitboss.analyse.shoe import TEN, VALUES, NotAnalysable, card_of, shoe_of
from pitboss.atoms.hand import add_card
from pitboss.law.choices import DoubleAmount
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK, DRAWN_21

Floats = NDArray[np.float64]

#: The kinds of a finished hand that differ in pay: up to 16, 17 to 21, bust.
HAND_KINDS: Final = (16, 17, 18, 19, 20, DRAWN_21, BUST)
_KINDS: Final = len(HAND_KINDS)
#: The ends of a box: single hands, a blackjack, doubled hands, and both hands of a split.
BLACKJACK_END: Final = _KINDS
DOUBLED_END: Final = _KINDS + 1
PAIRS_OF_KINDS: Final = tuple(combinations_with_replacement(range(_KINDS), 2))
SPLIT_END: Final = DOUBLED_END + _KINDS
BOX_ENDS: Final = SPLIT_END + len(PAIRS_OF_KINDS)
#: Codes of a chart that stand if they may not double or surrender.
_STANDS: Final = "SEQ"


def kind_of(total: int) -> int:
    """Returns the index of the kind of a finished hand."""
    return _KINDS - 1 if total > 21 else max(total - 16, 0)


class HandStates(Struct, frozen=True):
    """Totals on which a player decides: indices of (total, soft), and where each card leads."""

    states: tuple[tuple[int, bool], ...]
    #: The state after a card of each value, or -1 for a bust. 21 is a state, too.
    after: NDArray[np.int64]

    def of(self, one: int, two: int) -> int:
        """Returns the state of two values."""
        return self.states.index(add_card(*add_card(0, False, card_of(one)), card_of(two)))

    def of_one(self, value: int) -> int:
        """Returns the state of one card."""
        return self.states.index(add_card(0, False, card_of(value)))


@cache
def hand_states() -> HandStates:
    """Returns all states, those with more points left after those that lead to them."""
    states = {add_card(0, False, card_of(value)) for value in range(VALUES)}
    waiting = list(states)
    while waiting:
        state = waiting.pop()
        for value in range(VALUES):
            more = add_card(*state, card_of(value))
            if more[0] <= 21 and more not in states:
                states.add(more)
                waiting.append(more)
    # a soft hand may become any hard one of 12 and more, and hard totals only rise
    order = sorted(states, key=lambda state: (not state[1] and state[0] > 10, state[1], state[0]))
    index = {state: number for number, state in enumerate(order)}
    after = [[index.get(add_card(*state, card_of(value)), -1) for value in range(VALUES)] for state in order]
    return HandStates(tuple(order), np.array(after, np.int64))


class BoxGame(Struct, frozen=True, dict=True):
    """A table of infinite decks as the solver sees it."""

    game: AnalysedGame
    chart: Chart
    #: The probabilities of the values of a card, and those of the dealer's ends by the first card.
    cards: Floats
    dealer: Floats
    #: What an end pays by the dealer's first card and end: ``base`` on the wager, ``extra`` on what a double adds, in
    #: parts of ``unit``.
    base: NDArray[np.int64]
    extra: NDArray[np.int64]
    unit: int

    @cached_property
    def next_state(self) -> Floats:
        """The probability of each state after one more card, by the state before it; the rest is a bust."""
        table = hand_states()
        found = np.zeros((len(table.states), len(table.states)))
        for state, row in enumerate(table.after):
            for value, after in enumerate(row):
                if after >= 0:
                    found[state, after] += self.cards[value]
        return found

    @cached_property
    def one_card(self) -> Floats:
        """The probability of each kind of hand from each state with exactly one more card."""
        return kinds_from_next(self, _kinds_at_once())

    @cached_property
    def split(self) -> Floats:
        """The probability of each pair of kinds by the dealer's first card and the pair that is split."""
        return np.array([split_ends(self, up) for up in range(VALUES)])

    @property
    def rules(self) -> BlackjackRules:
        """The rules of the table."""
        return self.game.rules

    def added(self, wager: int, chips: int) -> int:
        """Returns what a player with these chips, wager included, adds with a double: 0 if it is not possible."""
        left = chips - wager
        if self.rules.terms.double_amount is DoubleAmount.UP_TO_THE_WAGER:
            return min(left, wager)
        return wager if left >= wager else 0

    def can_split(self, wager: int, chips: int) -> bool:
        """Returns whether the chips suffice for a split."""
        return chips - wager >= wager and self.rules.terms.split_hands > 1


def box_game(rules: BlackjackRules) -> BoxGame:
    """Returns the game of a table. Raises NotAnalysable for rules whose hands end in other ways."""
    _check(rules)
    game, shoe = game_of(rules, infinite=True), shoe_of(rules, infinite=True)
    chart = edge(rules, infinite=True).chart
    assert chart is not None
    dealer = np.zeros((VALUES, ENDS))
    for up in range(VALUES):
        if shoe[up]:
            found = dealer_outcomes(rules, card_of(up), infinite=True).outcomes
            for end, name in OUTCOMES.items():
                dealer[up, end] = found[name]
    base, extra = _pays(game)
    return BoxGame(game, chart, np.array(shoe) / sum(shoe), dealer, base, extra, game.pays.unit)


def _check(rules: BlackjackRules) -> None:
    """Raises NotAnalysable for rules whose hands end in other ways than those of ``BOX_ENDS``."""
    terms = rules.terms
    others = {
        "spots": terms.spots > 1,
        "hand_limit": terms.hand_limit > 0,
        "redoubles": terms.redoubles > 0,
        "bonus_21": bool(terms.bonus_21),
        "five_card_21": terms.five_card_21,
        "two_card_21_beats_drawn_21": terms.two_card_21_beats_drawn_21,
        "suited_blackjack_odds": terms.suited_blackjack_odds is not None,
        "surrender": terms.surrender,
    }
    for name, holds in others.items():
        if holds:
            what = f"the last round of a tournament with {name.replace('_', ' ')}"
            raise NotAnalysable(what, rules.cite(name), rules.rulebook)


def _pays(game: AnalysedGame) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns what each end pays by the dealer's first card and end: on the wager, and on what a double adds."""
    pays = game.pays
    base, extra = np.zeros((2, VALUES, BOX_ENDS, ENDS), np.int64)
    for number, kind in enumerate(HAND_KINDS):
        base[:, number] = base[:, DOUBLED_END + number] = pays.nets[ORIGINAL, 0, kind]
        extra[:, DOUBLED_END + number] = pays.nets[ORIGINAL, 1, kind] - pays.nets[ORIGINAL, 0, kind]
    base[:, BLACKJACK_END] = pays.blackjack
    for number, (one, two) in enumerate(PAIRS_OF_KINDS):
        first, second = HAND_KINDS[one], HAND_KINDS[two]
        base[:, SPLIT_END + number] = pays.nets[ORIGINAL, 0, first] + pays.nets[ADDED, 0, second]
    for up in np.nonzero(np.array(game.reads))[0]:
        ends = np.arange(BOX_ENDS) != BLACKJACK_END
        base[up, ends, DEALER_BLACKJACK], extra[up, :, DEALER_BLACKJACK] = pays.read, 0
    return base, extra


# --- play by a chart -----------------------------------------------------------------------------------------------


def draws_by_chart(box: BoxGame, up: int) -> NDArray[np.bool_]:
    """Returns for each state whether the chart draws."""
    must = box.rules.terms.draw_below_12
    draws = []
    for total, soft in hand_states().states:
        if total < 4 or (soft and total < 12):
            draws.append(True)
            continue
        code = box.chart.by_total(total, card_of(up), soft=soft)
        draws.append(total < 21 and (code not in _STANDS or (must and total < 12)))
    return np.array(draws)


def kinds_from(box: BoxGame, draws: NDArray[np.bool_]) -> Floats:
    """Returns the probability of each kind of finished hand from each state, for a player who draws so."""
    table = hand_states()
    chances = np.zeros((len(table.states), _KINDS))
    for state in reversed(range(len(table.states))):
        if not draws[state]:
            chances[state, kind_of(table.states[state][0])] = 1.0
            continue
        for value, after in enumerate(table.after[state]):
            if after < 0:
                chances[state, _KINDS - 1] += box.cards[value]
            else:
                chances[state] += box.cards[value] * chances[after]
    return chances


def kinds_from_next(box: BoxGame, chances: Floats) -> Floats:
    """Returns the probabilities from each state if one card is drawn and ``chances`` hold after it."""
    found: Floats = box.next_state @ chances
    found[:, _KINDS - 1] += 1.0 - box.next_state.sum(axis=1)
    return found


def split_ends(box: BoxGame, up: int) -> Floats:
    """Returns for each pair the probability of each pair of kinds: both hands are played by the chart, undoubled."""
    table, found = hand_states(), np.zeros((VALUES, len(PAIRS_OF_KINDS)))
    drawn, at_once = kinds_from(box, draws_by_chart(box, up)), _kinds_at_once()
    for pair in range(VALUES):
        further = drawn if pair or box.rules.terms.split_aces_draw else at_once
        one = kinds_from_next(box, further)[table.of_one(pair)]
        for number, (first, second) in enumerate(PAIRS_OF_KINDS):
            found[pair, number] = one[first] * one[second] * (1 if first == second else 2)
    return found


def _kinds_at_once() -> Floats:
    """Returns the kind of each state as probabilities."""
    return np.array([np.eye(_KINDS)[kind_of(total)] for total, _ in hand_states().states])


class FirstCards(Struct, frozen=True):
    """Two cards of a box: their values, state and probability."""

    one: int
    two: int
    state: int
    probability: float

    @property
    def blackjack(self) -> bool:
        """Whether they are an ace and a ten."""
        return (self.one, self.two) == (0, TEN)


def first_cards(box: BoxGame) -> Iterator[FirstCards]:
    """Iterates over the pairs of values."""
    for one in range(VALUES):
        for two in range(one, VALUES):
            chance = float(box.cards[one] * box.cards[two]) * (1 if one == two else 2)
            yield FirstCards(one, two, hand_states().of(one, two), chance)


def chart_ends(box: BoxGame, *, doubles: bool, splits: bool) -> Floats:
    """Returns the probability of each end of a box by the dealer's first card, for a player with a chart."""
    found = np.zeros((VALUES, BOX_ENDS))
    doubled = box.one_card
    for up in np.nonzero(box.cards)[0]:
        drawn, split = kinds_from(box, draws_by_chart(box, int(up))), box.split[up]
        for cards in first_cards(box):
            if cards.blackjack:
                found[up, BLACKJACK_END] += cards.probability
                continue
            match _first_move(box, cards, int(up), doubles=doubles, splits=splits):
                case "split":
                    found[up, SPLIT_END:] += cards.probability * split[cards.one]
                case "double":
                    found[up, DOUBLED_END:SPLIT_END] += cards.probability * doubled[cards.state]
                case _:
                    found[up, :_KINDS] += cards.probability * drawn[cards.state]
    return found


def may_double(box: BoxGame, cards: FirstCards, up: int) -> bool:
    """Returns whether the table allows a double on these cards."""
    return bool(box.game.may.double[0, up, box.game.hands.of(cards.one, cards.two)])


def _first_move(box: BoxGame, cards: FirstCards, up: int, *, doubles: bool, splits: bool) -> str:
    """Returns whether a chart splits, doubles or does neither on two cards, as far as table and chips allow it."""
    if cards.one == cards.two:
        code = box.chart.for_pair(card_of(cards.one), card_of(up))
        if code == "P" and splits and box.game.may.split[up, cards.one]:
            return "split"
        if code != "P":
            return "double" if code in "DE" and doubles and may_double(box, cards, up) else "play"
    total, soft = hand_states().states[cards.state]
    code = box.chart.by_total(total, card_of(up), soft=soft) if total < 21 else "S"
    return "double" if code in "DE" and doubles and may_double(box, cards, up) else "play"
