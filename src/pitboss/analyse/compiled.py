"""Compiled part of the analyser: probabilities of the dealer's hand and values of the player's hands.

All functions are in one module, because Numba's cache does not detect a change in a function of another module.
Compiled code takes arrays in tuples:

- ``trie``: the dealer's draws (``dealer.dealer_trie``)
- ``hands``: cards, after, size, hard, soft and backward of ``hands.Hands``
- ``table``: kinds, ended, must and flat of ``game.AnalysedGame``
- ``deck``: the shoe by value, and the value of the dealer's up card
- ``behind``: the up card, the cards left after it and the hands, and their number
"""

from typing import Any

import numpy as np
from numba import njit

from pitboss.compiled import memory  # noqa: F401 # says where compiled code is cached
from pitboss.strategy.hand_classes import BUST

_BUST = BUST
# The dealer's ends, as in analyse.dealer.
_ENDS = 8
_DEALER_BUST = 6
_BLACKJACK = 7
#: Upper bounds of the number of cards in a dealer's hand and of the nodes of a trie.
DEPTH = 16
NODES = 4096


@njit(cache=True, nogil=True, fastmath={"reassoc"})
def dealer_ends(trie: Any, behind: Any, room: Any, ends: Any) -> None:
    """Computes the probability of each end of the dealer's hand; ``room`` is a scratch buffer."""
    begin, parent, value, before, depth, leaf_begin, leaf_parent, leaf_value, leaf_before, orders = trie
    up, left, count = behind
    chance, inverse, cards = room
    for v in range(10):
        cards[v] = left[v]
    for d in range(DEPTH):
        inverse[d] = 1.0 / (count - d) if count > d else 0.0
    first = begin[up]
    chance[0] = inverse[0]
    for i in range(np.uint64(1), begin[up + 1] - first):
        j = first + i
        chance[i] = chance[parent[j]] * (cards[value[j]] - before[j]) * inverse[depth[j]]
    for end in range(_ENDS):
        total = 0.0
        for i in range(leaf_begin[up, end], leaf_begin[up, end + 1]):
            total += orders[i] * chance[leaf_parent[i]] * (cards[leaf_value[i]] - leaf_before[i])
        ends[end] = total


@njit(cache=True, nogil=True)
def _room() -> Any:
    return np.zeros(NODES), np.zeros(DEPTH), np.zeros(10)


@njit(cache=True, nogil=True)
def _left(cards: Any, deck: Any, hand: int, left: Any) -> int:
    """Fills ``left`` with the cards left after the up card and a hand; returns their number, -1 if the shoe lacks
    them.
    """
    shoe, up = deck
    count = 0
    for v in range(10):
        left[v] = shoe[v] - cards[hand, v] - (1 if v == up else 0)
        if left[v] < 0:
            return -1
        count += left[v]
    return count


@njit(cache=True, nogil=True)
def _blackjack_chance(behind: Any, drawn: int) -> Any:
    """Returns the probability of a dealer's blackjack after a card of the value ``drawn`` (-1: none)."""
    up, left, count = behind
    gone = 1 if drawn >= 0 else 0
    if up not in (0, 9) or count <= gone:
        return 0.0
    needed = 9 - up
    return (left[needed] - (1 if drawn == needed else 0)) / (count - gone)


@njit(cache=True, nogil=True)
def all_ends(trie: Any, hands: Any, deck: Any, ends: Any) -> None:
    """Computes the dealer's probabilities beside every hand of two or more cards; zeros if the shoe lacks the cards."""
    cards, _, size, _, _, _ = hands
    room, left = _room(), np.zeros(10, np.int64)
    for hand in range(size.size):
        ends[hand, :] = 0.0
        if size[hand] >= 2:
            count = _left(cards, deck, hand, left)
            if count >= 0:
                dealer_ends(trie, (deck[1], left, count), room, ends[hand])


@njit(cache=True, nogil=True)
def _drawn_values(hand: int, after: Any, behind: Any, value: Any, bust: Any) -> float:
    """Returns the mean value of one more card: that of the hand it makes, or that of a bust.

    ``bust`` holds the results of a bust without and with a dealer's blackjack.
    """
    _, left, count = behind
    mean = 0.0
    for v in range(10):
        if left[v] > 0:
            following = after[hand, v]
            if following >= 0:
                mean += left[v] / count * value[following]
            else:
                beaten = _blackjack_chance(behind, v) if bust[0] != bust[1] else 0.0
                mean += left[v] / count * (bust[0] * (1.0 - beaten) + bust[1] * beaten)
    return mean


@njit(cache=True, nogil=True)
def play_values(hands: Any, table: Any, deck: Any, worth: Any, play: Any) -> None:
    """Computes the values of drawing, doubling and playing on for every hand, with the given draws or, if ``free``, the
    best.

    ``worth`` holds the values of finished hands: standing, doubled, and busts of both kinds.
    """
    cards, after, size, _, _, backward = hands
    _, ended, must, _ = table
    stand, stand_doubled, bust, bust_doubled = worth
    free, draws, hit, double, value = play
    left = np.zeros(10, np.int64)
    for place in range(backward.size):
        hand = backward[place]
        hit[hand] = double[hand] = value[hand] = 0.0
        if size[hand] < 2:
            continue
        count = _left(cards, deck, hand, left)
        if count < 0:
            continue
        if ended[hand]:
            draws[hand] = 0
            value[hand] = stand[hand]
            continue
        behind = (deck[1], left, count)
        hit[hand] = _drawn_values(hand, after, behind, value, bust)
        if size[hand] == 2:
            double[hand] = _drawn_values(hand, after, behind, stand_doubled, bust_doubled)
        if free:
            draws[hand] = 1 if must[hand] or hit[hand] > stand[hand] else 0
        value[hand] = hit[hand] if draws[hand] == 1 else stand[hand]


# --- how a box ends ----------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def endings(hands: Any, table: Any, deck: Any, play: Any, output: Any) -> None:
    """Computes how often a hand ends as each kind against each dealer's end; doubled hands are in the second half.

    ``play`` holds the dealer's probabilities beside each hand, the draws, the action on the first two cards (0 stand, 1
    draw, 2 double), and the probabilities of those two cards, which are overwritten.
    """
    cards, after, size, _, _, backward = hands
    kinds, _, _, _ = table
    ends, draws, first, reach = play
    left = np.zeros(10, np.int64)
    for place in range(backward.size - 1, -1, -1):
        hand = backward[place]
        weight = reach[hand]
        if weight == 0.0:
            continue
        reach[hand] = 0.0
        action = first[hand] if size[hand] == 2 else draws[hand]
        if action == 0:
            output[kinds[hand]] += weight * ends[hand]
            continue
        count = _left(cards, deck, hand, left)
        row = output.shape[0] // 2 if action == 2 else 0
        for v in range(10):
            if left[v] > 0:
                chance = weight * left[v] / count
                following = after[hand, v]
                if following < 0:
                    beaten = _blackjack_chance((deck[1], left, count), v)
                    output[row + _BUST, _DEALER_BUST] += chance * (1.0 - beaten)
                    output[row + _BUST, _BLACKJACK] += chance * beaten
                elif action == 2:
                    output[row + kinds[following]] += chance * ends[following]
                else:
                    reach[following] += chance


@njit(cache=True, nogil=True)
def reach_hands(hands: Any, deck: Any, draws: Any, first: Any, reach: Any) -> None:
    """Computes how often every hand is reached, from the probabilities of the first two cards in ``reach``."""
    cards, after, size, _, _, backward = hands
    left = np.zeros(10, np.int64)
    for place in range(backward.size - 1, -1, -1):
        hand = backward[place]
        if reach[hand] == 0.0 or (first[hand] if size[hand] == 2 else draws[hand]) != 1:
            continue
        count = _left(cards, deck, hand, left)
        for v in range(10):
            if left[v] > 0 and after[hand, v] >= 0:
                reach[after[hand, v]] += reach[hand] * left[v] / count


# --- optimal play by total ---------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _best_code(sums: Any, forced: bool) -> int:
    """Returns the best of six codes: 0 stand, 1 draw; 4 and 5 the same but double two cards, 8 and 9 surrender them."""
    best, code = -np.inf, 1
    for way in range(3):
        for draw in range(1, -1, -1):
            worth = sums[draw] + (sums[2 + draw] if way == 0 else sums[3 + way])
            if worth > best and not (forced and draw == 0):
                best, code = worth, draw + 4 * way
    return code


@njit(cache=True, nogil=True)
def _add_worth(hand: int, sums: Any, chosen: Any, worth: Any, output: Any) -> None:
    """Adds the value of each decision on a hand, weighted by the hand's probability."""
    two, more, may_double, given_up = chosen
    stand, hit, double = worth[0], output[0], output[1]
    sums[0] += more[hand] * stand[hand]
    sums[1] += more[hand] * hit[hand]
    if two[hand] > 0.0:
        sums[2] += two[hand] * stand[hand]
        sums[3] += two[hand] * hit[hand]
        sums[4] += two[hand] * double[hand] if may_double[hand] else -np.inf
        sums[5] += two[hand] * given_up[hand]


@njit(cache=True, nogil=True)
def _play_by_code(hands: Any, ended: Any, chosen: Any, draws: Any, output: Any) -> None:
    """Sets all hands of one total to draw or to stand, as the code for their softness says."""
    _, _, size, _, soft, _ = hands
    same_total, codes = chosen
    hit, _, value = output
    for hand in same_total:
        if size[hand] >= 2 and not ended[hand]:
            draws[hand] = codes[1 if soft[hand] else 0] & 1
            if draws[hand] == 1:
                value[hand] = hit[hand]


@njit(cache=True, nogil=True)
def total_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    hands: Any, table: Any, deck: Any, worth: Any, chosen: Any, codes: Any, draws: Any, output: Any
) -> None:
    """Computes the best play by total: for each total the code (``_best_code``) that is best over the hands that make
    it.

    ``chosen`` holds the weights of hands of two cards and of more, and for the former whether they may be doubled and
    the value of a surrender (-inf if it is not allowed). The index of a code is the softness and the total with every
    ace as 1. ``output`` receives the values of drawing, doubling and playing on.
    """
    cards, after, size, hard, soft, backward = hands
    _, ended, must, _ = table
    stand, stand_doubled, bust, bust_doubled = worth
    hit, double, value = output
    left, start = np.zeros(10, np.int64), 0
    while start < backward.size:
        # hands of one total are adjacent, and the hands drawn from them come earlier
        points, stop = hard[backward[start]], start
        sums, forced = np.zeros((2, 6)), np.zeros(2, np.bool_)
        while stop < backward.size and hard[backward[stop]] == points:
            hand = backward[stop]
            stop += 1
            hit[hand] = double[hand] = value[hand] = 0.0
            count = _left(cards, deck, hand, left)
            if size[hand] < 2 or count < 0:
                continue
            value[hand] = stand[hand]
            if not ended[hand]:
                behind = (deck[1], left, count)
                hit[hand] = _drawn_values(hand, after, behind, value, bust)
                if size[hand] == 2:
                    double[hand] = _drawn_values(hand, after, behind, stand_doubled, bust_doubled)
                kind = 1 if soft[hand] else 0
                forced[kind] = forced[kind] or must[hand]
                _add_worth(hand, sums[kind], chosen, worth, output)
        for kind in range(2):
            codes[kind, points] = _best_code(sums[kind], forced[kind])
        _play_by_code(hands, ended, (backward[start:stop], codes[:, points]), draws, output)
        start = stop


# --- split hands -------------------------------------------------------------------------------------------------


@njit(cache=True, nogil=True)
def _mark_needed(hands: Any, pair: int, mine: Any, play: Any, need: Any) -> None:
    """Marks the hands from a card of the pair that are played (1), and those that a doubled hand ends as (2)."""
    _, after, size, _, _, _ = hands
    draws, doubles, one_card = play
    for v in range(10):
        need[after[after[0, pair], v]] = 1
    if one_card:
        return
    for place in range(mine.size - 1, -1, -1):
        hand = mine[place]
        doubled = size[hand] == 2 and doubles[hand]
        if need[hand] & 1 and (doubled or draws[hand] == 1):
            for v in range(10):
                if after[hand, v] >= 0:
                    need[after[hand, v]] |= 2 if doubled else 1


@njit(cache=True, nogil=True)
def _finished_worth(pays: Any, kind: int, flat: bool, ends: Any, beaten: float) -> Any:
    """Returns the value of a finished hand. If it is flat, only the dealer's blackjack matters."""
    if flat:
        return pays[kind, 0] * (1.0 - beaten) + pays[kind, _BLACKJACK] * beaten
    mean = 0.0
    for end in range(_ENDS):
        mean += ends[end] * pays[kind, end]
    return mean


@njit(cache=True, nogil=True)
def _one_split_hand(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    trie: Any, hands: Any, table: Any, deck: Any, mine: Any, play: Any, pays: Any, need: Any, worth: Any, ends: Any
) -> None:
    """Computes the values of all hands that start with one card of a pair, and the extra value of the original wager.

    The dealer's probabilities are written to ``ends`` unless it is empty.
    """
    cards, after, size, _, _, _ = hands
    kinds, _, _, flat = table
    draws, doubles, one_card = play
    value, more, stand, stand_more, bust, bust_more = worth
    room, left, this = _room(), np.zeros(10, np.int64), np.zeros(_ENDS)
    for place in range(mine.size):
        hand = mine[place]
        value[hand] = more[hand] = 0.0
        stand[:, hand] = stand_more[:, hand] = 0.0
        count = _left(cards, deck, hand, left) if need[hand] else -1
        if count < 0:
            continue
        behind, kind = (deck[1], left, count), kinds[hand]
        doubled = not one_card and size[hand] == 2 and doubles[hand]
        stands = one_card or (draws[hand] == 0 and not doubled)
        if stands or need[hand] & 2:
            if not flat[kind] or ends.size:
                dealer_ends(trie, behind, room, this)
                if ends.size:
                    ends[hand] = this
            beaten = _blackjack_chance(behind, -1)
            for way in range(2):
                stand[way, hand] = _finished_worth(pays[way], kind, flat[kind], this, beaten)
                stand_more[way, hand] = (pays[way + 2, kind, _BLACKJACK] - pays[way, kind, _BLACKJACK]) * beaten
        if stands:
            value[hand], more[hand] = stand[0, hand], stand_more[0, hand]
        elif doubled:
            value[hand] = _drawn_values(hand, after, behind, stand[1], bust[1])
            more[hand] = _drawn_values(hand, after, behind, stand_more[1], bust_more[1])
        elif need[hand] & 1:
            value[hand] = _drawn_values(hand, after, behind, value, bust[0])
            more[hand] = _drawn_values(hand, after, behind, more, bust_more[0])


@njit(cache=True, nogil=True)
def split_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    trie: Any, hands: Any, table: Any, deck: Any, pair: int, mine: Any, play: Any, pays: Any, ends: Any, output: Any
) -> None:
    """Computes the value of one hand of a split pair, by the number of cards of the pair gone beside it and its sister.

    ``play`` holds the draws, the doubles on two cards, and whether a hand gets one card only. ``mine`` lists the hands
    with a card of the pair, the longest first. For each number of cards gone, ``output`` receives the value if the
    second card is not of the pair, the value for any second card, and for both the extra value of the original wager
    over an added one. ``ends`` receives the dealer's probabilities of the first case.
    """
    cards, after, size, _, _, _ = hands
    shoe, up = deck
    need, left, remaining = np.zeros(size.size, np.int64), np.zeros(10, np.int64), shoe.copy()
    value, more = np.zeros(size.size), np.zeros(size.size)
    bust, bust_more = np.zeros((2, 2)), np.zeros((2, 2))
    for way in range(2):
        bust[way, 0], bust[way, 1] = pays[way, _BUST, _DEALER_BUST], pays[way, _BUST, _BLACKJACK]
        bust_more[way, 1] = pays[way + 2, _BUST, _BLACKJACK] - pays[way, _BUST, _BLACKJACK]
    worth = (value, more, np.zeros((2, size.size)), np.zeros((2, size.size)), bust, bust_more)
    _mark_needed(hands, pair, mine, play, need)
    base = after[0, pair]
    for gone in range(output.shape[0]):
        remaining[pair] -= 1
        ends_of_first = ends if gone == 0 else ends[:0]
        _one_split_hand(trie, hands, table, (remaining, up), mine, play, pays, need, worth, ends_of_first)
        output[gone, :] = 0.0
        count = _left(cards, (remaining, up), base, left)
        for v in range(10):
            if count > 0 and left[v] > 0:
                second, part = after[base, v], left[v] / count
                output[gone, 1] += part * value[second]
                output[gone, 3] += part * more[second]
                if v != pair:
                    output[gone, 0] += part * value[second]
                    output[gone, 2] += part * more[second]
