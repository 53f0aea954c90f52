"""Masks of legal decisions, queried from the engine: by the kind of the hand, the dealer's first card and the state."""

from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.atoms.fit import fit
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import State, Wager
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import pair_state, three_cards
from pitboss.strategy.chart import SECTIONS, Chart, column, decision_refusal, two_cards
from pitboss.strategy.engine_probe import OF_VALUE, EngineProbe
from pitboss.strategy.hand_classes import MOST_DOUBLES

#: The decisions of a player by their verb; the place of a decision is its bit in a mask.
DECISIONS: Final[dict[str, type[cmd.PlayerCommand]]] = {
    kind.verb: kind
    for kind in (
        cmd.Stand,
        cmd.Hit,
        cmd.DoubleDown,
        cmd.SplitPair,
        cmd.Surrender,
        cmd.Insure,
        cmd.TakeEvenMoney,
        cmd.Pass,
        cmd.Press,
        cmd.DeclinePrize,
    )
}
#: The bit of each decision.
BITS: Final = {verb: 1 << place for place, verb in enumerate(DECISIONS)}
#: The decisions on a hand in turn.
_ON_A_HAND: Final = (cmd.Stand, cmd.Hit, cmd.DoubleDown, cmd.SplitPair, cmd.Surrender)
fit("the decisions on a hand in a byte", max(BITS[kind.verb] for kind in _ON_A_HAND), 256)

#: The kinds of hands in a mask table: of an unsplit box, a split hand and a split ace with two cards; each is followed
#: by the kind with more cards. Then doubled hands, by the number of doubles from 1.
WHOLE_BOX, SPLIT_HAND, SPLIT_ACE, DOUBLED = 0, 2, 4, 6
KINDS: Final = DOUBLED + MOST_DOUBLES
STATES: Final = 128
_COLUMNS: Final = 10

#: A chart that takes every offer: the programs of a player who decides step by step need no other moves.
ANY_CHART: Final = Chart(
    "any",
    hard=("S" * _COLUMNS,) * len(SECTIONS["hard"]),
    soft=("S" * _COLUMNS,) * len(SECTIONS["soft"]),
    pair=("S" * _COLUMNS,) * len(SECTIONS["pair"]),
    insure=True,
    even_money=True,
)


class OfferMasks(Struct, frozen=True):
    """The decisions when a dealer shows an ace: on the offer for a hand and for a blackjack, and later on a hand."""

    hand: int
    blackjack: int
    later: int


def decision_masks(rules: BlackjackRules) -> NDArray[np.uint8]:
    """Returns the legal decisions on a hand in turn by kind, column and state.

    The limit on the number of hands of a box is not in them. A state that no cards make has no decision.
    """
    masks = np.zeros((KINDS, _COLUMNS, STATES), np.uint8)
    for kind in range(KINDS):
        for state, cards in hands_of_kind(rules, kind):
            for up in range(0, _COLUMNS * 4, 4):
                masks[kind, column(up), state] = _mask(rules, table_of_kind(rules, kind, cards, up))
    return masks


def hands_of_kind(rules: BlackjackRules, kind: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Iterates over the states below 21 of a kind, with cards that make them."""
    if kind >= DOUBLED or kind % 2:
        for state in range(STATES // 2):
            cards = three_cards(state)
            if cards and state & 31 < 21:
                yield state, cards
        return
    for one in range(0, DECK_SIZE, 4):
        for two in range(1, DECK_SIZE, 4):
            state = pair_state(one, two, by_rank=rules.terms.split_same_rank)
            if state & 31 < 21 and (kind == WHOLE_BOX or (kind == SPLIT_ACE) == (one < 4)):
                yield state, (one, two)


def table_of_kind(rules: BlackjackRules, kind: int, cards: tuple[int, ...], up: int) -> State:
    """Returns a state in which a player decides on a hand of a kind, with more money than any decision takes."""
    table = two_cards(rules, cards, up, split=SPLIT_HAND <= kind < DOUBLED)
    hand = table.hands[1][0]
    hand.split_aces = SPLIT_ACE <= kind < DOUBLED
    if kind >= DOUBLED:
        hand.doubled, hand.redoubled = True, kind - DOUBLED
        main = table.wagers[0]
        for time in range(kind - DOUBLED + 1):
            table.wagers.append(Wager(1 + time, main.player, 1, "double", main.amount << time, 1, original=False))
        table.money[main.player] <<= MOST_DOUBLES
    return table


def _mask(rules: BlackjackRules, table: State) -> int:
    return sum(BITS[kind.verb] for kind in _ON_A_HAND if decision_refusal(rules, table, kind) is None)


def offer_masks(rules: BlackjackRules, stake: int) -> OfferMasks:
    """Returns the decisions on a wager of that amount when the dealer shows an ace."""
    probe, ace = EngineProbe(rules, ANY_CHART, stake, {}), OF_VALUE[1]

    def mask(first: int, second: int, *, passes: bool = False) -> int:
        return sum(BITS[verb] for verb in probe.legal_verbs(first, second, ace, passes=passes))

    five, six, ten = OF_VALUE[5], OF_VALUE[6], OF_VALUE[10]
    later = mask(five, six, passes=True) & BITS[cmd.Insure.verb]
    return OfferMasks(mask(five, six), mask(ace, ten), later)
