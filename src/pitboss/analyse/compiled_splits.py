"""Compiled part of the analyser: values of split hands, with the arrays of ``compiled``."""

from typing import Any

from pitboss.analyse.compiled import action_of, blackjack_chance, drawn_values
from pitboss.analyse.compiled_dealer import (
    BLACKJACK,
    DEALER_BUST,
    ENDS,
    cards_left,
    fill_lane,
    store_lanes,
)
from pitboss.analyse.native_functions import DEALER_LANES
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
def _with_cards(hand: int, after: Any, value: int, number: int) -> Any:
    """Returns the hand with so many more cards of a value, or a negative number if it is bust."""
    for _ in range(number):
        if hand >= 0:
            hand = after[hand, value]
    return hand


@no_allocation()
def _ends_of_finished(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    buffers: Any, trie: Any, hands: Any, deck: Any, gone: Any, mine: Any, play: Any, flat: Any, need: Any, ends: Any
) -> None:
    """Computes the dealer's probabilities beside the hands that finish and, unless ``flat`` is empty, depend on them.

    ``gone`` holds the pair, the number of cards of it that are gone from ``deck``, and the dealer's probabilities
    beside all hands with no card gone: those beside a hand that also holds the cards gone are the same.
    """
    cards, after, _, _, _, _ = hands
    actions, redoubles, kinds = play
    scratch, lanes = buffers
    pair, number, whole = gone
    left, filled = scratch[0], 0
    for place in range(mine.size):
        hand = mine[place]
        wanted = False
        for level in range(kinds.shape[0]):
            if need[hand] >> level & 1 and action_of(level, hand, actions, redoubles) == 0:
                wanted = wanted or not flat.size or not flat[kinds[level, hand]]
        same = _with_cards(hand, after, pair, number) if wanted else -1
        if same >= 0:
            for end in range(ENDS):
                ends[hand, end] = whole[same, end]
        count = cards_left(cards, deck, hand, left) if wanted and same < 0 else -1
        if count >= 0:
            fill_lane(lanes, filled, left, count, hand)
            filled += 1
        if filled == DEALER_LANES or (filled and place + 1 == mine.size):
            store_lanes(lanes, trie, filled, ends)
            filled = 0


@no_allocation()
def _one_split_hand(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any,
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

    ``ends`` holds the dealer's probabilities of ``_ends_of_finished``.
    """
    cards, after, _, _, _, _ = hands
    flat = table[3]
    actions, redoubles, kinds = play
    value, more, bust, bust_more, extra = worth
    left = scratch[0]
    for place in range(mine.size):
        hand = mine[place]
        if not need[hand]:
            continue
        count = cards_left(cards, deck, hand, left)
        behind = (deck[1], left, count)
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
                if extra:
                    more[level, hand] = drawn_values(hand, after, behind, more[to], bust_more[to])
                continue
            kind = kinds[level, hand]
            beaten = blackjack_chance(behind, -1)
            value[level, hand] = _finished_worth(pays[0, level], kind, flat[kind], ends[hand], beaten)
            more[level, hand] = (pays[1, level, kind, BLACKJACK] - pays[0, level, kind, BLACKJACK]) * beaten


@no_allocation()
def split_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any,
    lanes: Any,
    worth: Any,
    trie: Any,
    hands: Any,
    table: Any,
    deck: Any,
    pair: int,
    mine: Any,
    play: Any,
    pays: Any,
    whole: Any,
    ends: Any,
    output: Any,
) -> None:
    """Computes the value of one hand of a split pair, by the number of cards of the pair gone beside it and its sister.

    ``play`` holds the action on each hand, the redoubles, and the kinds of finished hands by how often they were
    doubled. ``mine`` lists the hands with a card of the pair, the longest first. For each number of cards gone,
    ``output`` receives the value if the second card is not of the pair, the value for any second card, and for both the
    extra value of the original wager over an added one. ``ends`` receives the dealer's probabilities of the first case.
    ``ends`` may be empty; ``whole`` holds those beside all hands.
    ``worth`` holds buffers (``native_functions.new_split_worth``).
    """
    cards, after, _, _, _, _ = hands
    shoe, up = deck
    need, value, more, bust, bust_more, spare = worth
    left, remaining, flat = scratch[1], scratch[2], table[3]
    need[:] = 0
    for v in range(10):
        remaining[v] = shoe[v]
    extra = False
    for level in range(pays.shape[1]):
        for kind in range(pays.shape[2]):
            extra |= pays[1, level, kind, BLACKJACK] != pays[0, level, kind, BLACKJACK]
        bust[level, 0], bust[level, 1] = pays[0, level, _BUST, DEALER_BUST], pays[0, level, _BUST, BLACKJACK]
        bust_more[level, 1] = pays[1, level, _BUST, BLACKJACK] - pays[0, level, _BUST, BLACKJACK]
    values = (value, more, bust, bust_more, extra)
    _mark_needed(hands, pair, mine, play, need)
    base = after[0, pair]
    for gone in range(output.shape[0]):
        remaining[pair] -= 1
        rest = (remaining, up)
        known = (pair, gone + 1, whole)
        if gone == 0 and ends.size:
            _ends_of_finished((scratch, lanes), trie, hands, rest, known, mine, play, flat[:0], need, ends)
            _one_split_hand(scratch, hands, table, rest, mine, play, pays, need, values, ends)
        else:
            _ends_of_finished((scratch, lanes), trie, hands, rest, known, mine, play, flat, need, spare)
            _one_split_hand(scratch, hands, table, rest, mine, play, pays, need, values, spare)
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
