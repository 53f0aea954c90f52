"""Compiled part of the analyser: values of split hands, with the arrays of ``compiled``."""

from typing import Any

from pitboss.analyse.compiled import (
    BLACKJACK,
    DEALER_BUST,
    ENDS,
    action_of,
    blackjack_chance,
    cards_left,
    dealer_ends,
    drawn_values,
)
from pitboss.compiled.memory import no_allocation
from pitboss.strategy.hand_classes import BUST

_BUST = BUST


@no_allocation()
def _mark_needed(hands: Any, pair: int, mine: Any, play: Any, need: Any) -> None:
    """Marks the hands from a card of the pair that occur: bit 0 if undoubled, bit n if doubled n times."""
    _, after, _, _, _, _ = hands
    actions, redoubles, kinds = play
    for v in range(10):
        need[after[after[0, pair], v]] = 1
    for place in range(mine.size - 1, -1, -1):
        hand = mine[place]
        for level in range(kinds.shape[0]):
            action = action_of(level, hand, actions, redoubles) if need[hand] >> level & 1 else 0
            if action > 0:
                mark = 1 << level + (action == 2)
                for v in range(10):
                    if after[hand, v] >= 0:
                        need[after[hand, v]] |= mark


@no_allocation()
def _finished_worth(pays: Any, kind: int, flat: bool, ends: Any, beaten: float) -> Any:
    """Returns the value of a finished hand. If it is flat, only the dealer's blackjack matters."""
    if flat:
        return pays[kind, 0] * (1.0 - beaten) + pays[kind, BLACKJACK] * beaten
    mean = 0.0
    for end in range(ENDS):
        mean += ends[end] * pays[kind, end]
    return mean


@no_allocation()
def _one_split_hand(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any,
    trie: Any,
    hands: Any,
    table: Any,
    deck: Any,
    mine: Any,
    play: Any,
    pays: Any,
    need: Any,
    worth: Any,
    ends: Any,
) -> None:
    """Computes the values of all hands that start with one card of a pair, and the extra value of the original wager.

    The dealer's probabilities are written to ``ends`` unless it is empty.
    """
    cards, after, _, _, _, _ = hands
    flat = table[3]
    actions, redoubles, kinds = play
    value, more, bust, bust_more = worth
    left, this = scratch[3], scratch[6]
    for place in range(mine.size):
        hand = mine[place]
        if not need[hand]:
            continue
        count = cards_left(cards, deck, hand, left)
        behind, known = (deck[1], left, count), False
        for level in range(kinds.shape[0]):
            if not need[hand] >> level & 1:
                continue
            value[level, hand] = more[level, hand] = 0.0
            if count < 0:
                continue
            action = action_of(level, hand, actions, redoubles)
            if action > 0:
                to = level + (action == 2)
                value[level, hand] = drawn_values(hand, after, behind, value[to], bust[to])
                more[level, hand] = drawn_values(hand, after, behind, more[to], bust_more[to])
                continue
            kind = kinds[level, hand]
            if not known and (not flat[kind] or ends.size):
                dealer_ends(scratch, trie, behind, this)
                known = True
                if ends.size:
                    for end in range(ENDS):
                        ends[hand, end] = this[end]
            beaten = blackjack_chance(behind, -1)
            value[level, hand] = _finished_worth(pays[0, level], kind, flat[kind], this, beaten)
            more[level, hand] = (pays[1, level, kind, BLACKJACK] - pays[0, level, kind, BLACKJACK]) * beaten


@no_allocation()
def split_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any,
    worth: Any,
    trie: Any,
    hands: Any,
    table: Any,
    deck: Any,
    pair: int,
    mine: Any,
    play: Any,
    pays: Any,
    ends: Any,
    output: Any,
) -> None:
    """Computes the value of one hand of a split pair, by the number of cards of the pair gone beside it and its sister.

    ``play`` holds the action on each hand, the redoubles, and the kinds of finished hands by how often they were
    doubled. ``mine`` lists the hands with a card of the pair, the longest first. For each number of cards gone,
    ``output`` receives the value if the second card is not of the pair, the value for any second card, and for both the
    extra value of the original wager over an added one. ``ends`` receives the dealer's probabilities of the first case.
    ``worth`` holds zeros for the marks of hands, their values and extra values, and those of busts.
    """
    cards, after, _, _, _, _ = hands
    shoe, up = deck
    need, value, more, bust, bust_more = worth
    left, remaining = scratch[4], scratch[5]
    for v in range(10):
        remaining[v] = shoe[v]
    for level in range(pays.shape[1]):
        bust[level, 0], bust[level, 1] = pays[0, level, _BUST, DEALER_BUST], pays[0, level, _BUST, BLACKJACK]
        bust_more[level, 1] = pays[1, level, _BUST, BLACKJACK] - pays[0, level, _BUST, BLACKJACK]
    values = (value, more, bust, bust_more)
    _mark_needed(hands, pair, mine, play, need)
    base = after[0, pair]
    for gone in range(output.shape[0]):
        remaining[pair] -= 1
        ends_of_first = ends if gone == 0 else ends[:0]
        rest = (remaining, up)
        _one_split_hand(scratch, trie, hands, table, rest, mine, play, pays, need, values, ends_of_first)
        output[gone, :] = 0.0
        count = cards_left(cards, (remaining, up), base, left)
        for v in range(10):
            if count > 0 and left[v] > 0:
                second, part = after[base, v], left[v] / count
                output[gone, 1] += part * value[0, second]
                output[gone, 3] += part * more[0, second]
                if v != pair:
                    output[gone, 0] += part * value[0, second]
                    output[gone, 2] += part * more[0, second]
