"""Compiled part of the analyser: values of the player's hands.

``native_functions`` has the handles by which Python calls these functions; only they import this module, where the
object-code cache lacks one. The code allocates nothing (``no_allocation``), so it runs without Numba. It takes arrays
in tuples:

- ``trie``: the dealer's draws (``dealer.dealer_trie``)
- ``hands``: cards, after, size, hard, soft and backward of ``hands.Hands``
- ``table``: kinds, ended, must and flat of ``game.AnalysedGame``
- ``deck``: the shoe by value, and the value of the dealer's up card
- ``behind``: the up card, the cards left after it and the hands, and their number
- ``scratch``: buffers (``native_functions.new_scratch``)
"""

from typing import Any

import numpy as np

from pitboss.analyse.compiled_dealer import BLACKJACK, DEALER_BUST, ENDS, cards_left
from pitboss.compiled.memory import no_allocation
from pitboss.strategy.hand_classes import BUST

_BUST = BUST


@no_allocation()
def blackjack_chance(behind: Any, drawn: int) -> Any:
    """Returns the probability of a dealer's blackjack after a card of the value ``drawn`` (-1: none)."""
    up, left, count = behind
    gone = 1 if drawn >= 0 else 0
    if up not in (0, 9) or count <= gone:
        return 0.0
    needed = 9 - up
    return (left[needed] - (1 if drawn == needed else 0)) / (count - gone)


@no_allocation()
def drawn_values(hand: int, after: Any, behind: Any, value: Any, bust: Any) -> float:
    """Returns the mean value of one more card: that of the hand it makes, or that of a bust.

    ``bust`` holds the results of a bust without and with a dealer's blackjack.
    """
    _, left, count = behind
    mean = 0.0
    for v in range(10):
        if left[v] > 0:
            following = after[hand, v]
            if following >= 0:
                mean += left[v] * value[following]
            else:
                beaten = blackjack_chance(behind, v) if bust[0] != bust[1] else 0.0
                mean += left[v] * (bust[0] * (1.0 - beaten) + bust[1] * beaten)
    return mean / count if count > 0 else 0.0


@no_allocation()
def doubled_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any, hands: Any, table: Any, deck: Any, worth: Any, play: Any
) -> None:
    """Computes the values of doubled hands that may be doubled again, with the given redoubles or, if ``free``, the
    best.

    ``worth`` holds the values of standing and of busts by how often a hand was doubled. ``play`` holds ``free``, the
    redoubles, and the array that receives the values.
    """
    cards, after, size, _, _, backward = hands
    _, ended, _, _ = table
    stand, bust = worth
    free, redoubles, value = play
    left = scratch[0]
    for level in range(stand.shape[0] - 1, 0, -1):
        for place in range(backward.size):
            hand = backward[place]
            value[level, hand] = stand[level, hand]
            if size[hand] < 3 or ended[hand] or level + 1 >= stand.shape[0]:
                redoubles[level, hand] = False
                continue
            count = cards_left(cards, deck, hand, left)
            if count < 0:
                continue
            again = drawn_values(hand, after, (deck[1], left, count), value[level + 1], bust[level + 1])
            if free:
                redoubles[level, hand] = again > stand[level, hand]
            if redoubles[level, hand]:
                value[level, hand] = again


@no_allocation()
def drawn_again(scratch: Any, hands: Any, deck: Any, worth: Any, output: Any) -> None:
    """Computes the values of doubling doubled hands again, from the values of hands by how often they were doubled."""
    cards, after, size, _, _, _ = hands
    value, bust = worth
    left = scratch[0]
    for hand in range(size.size):
        count = cards_left(cards, deck, hand, left) if size[hand] > 2 else -1
        if count > 0:
            for level in range(1, value.shape[0] - 1):
                behind = (deck[1], left, count)
                output[level, hand] = drawn_values(hand, after, behind, value[level + 1], bust[level + 1])


@no_allocation()
def play_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any, hands: Any, table: Any, deck: Any, worth: Any, play: Any
) -> None:
    """Computes the values of drawing, doubling and playing on for every hand, with the given play or, if ``free``, the
    best.

    ``worth`` holds the values of finished hands: standing, doubled, and busts of both kinds. ``play`` holds ``free``,
    the hands that may be doubled, the draws, the hands of more than two cards that double, and the arrays that receive
    the values.
    """
    cards, after, size, _, _, backward = hands
    _, ended, must, _ = table
    stand, stand_doubled, bust, bust_doubled = worth
    free, may_double, draws, doubles, hit, double, value = play
    left = scratch[0]
    for place in range(backward.size):
        hand = backward[place]
        hit[hand] = double[hand] = value[hand] = 0.0
        if size[hand] < 2:
            continue
        count = cards_left(cards, deck, hand, left)
        if count < 0:
            continue
        if ended[hand]:
            draws[hand] = 0
            value[hand] = stand[hand]
            continue
        behind = (deck[1], left, count)
        hit[hand] = drawn_values(hand, after, behind, value, bust)
        if free:
            draws[hand] = 1 if must[hand] or hit[hand] > stand[hand] else 0
        value[hand] = hit[hand] if draws[hand] == 1 else stand[hand]
        if size[hand] == 2:
            double[hand] = drawn_values(hand, after, behind, stand_doubled, bust_doubled)
        elif may_double[hand]:
            double[hand] = drawn_values(hand, after, behind, stand_doubled, bust_doubled)
            if free:
                doubles[hand] = double[hand] > value[hand]
            if doubles[hand]:
                value[hand] = double[hand]


# --- how a box ends ----------------------------------------------------------------------------------------------


@no_allocation()
def endings(scratch: Any, hands: Any, deck: Any, play: Any, output: Any) -> None:
    """Computes how often a hand ends as each kind against each dealer's end, by how often it was doubled.

    ``play`` holds the dealer's probabilities beside each hand, the action on each hand (0 stand, 1 draw, 2 double), the
    redoubles, the kinds of finished hands, and the probabilities of the first two cards, which are overwritten. The
    last three have a row for every number of doubles.
    """
    cards, after, _, _, _, backward = hands
    ends, actions, redoubles, kinds, reach = play
    left, rows = scratch[0], output.shape[0] // reach.shape[0]
    for place in range(backward.size - 1, -1, -1):
        hand = backward[place]
        for level in range(reach.shape[0]):
            weight = reach[level, hand]
            if weight == 0.0:
                continue
            reach[level, hand] = 0.0
            action = action_of(level, hand, actions, redoubles)
            if action == 0:
                for end in range(ENDS):
                    output[level * rows + kinds[level, hand], end] += weight * ends[hand, end]
                continue
            count, to = cards_left(cards, deck, hand, left), level + (action == 2)
            for v in range(10):
                if left[v] > 0:
                    chance = weight * left[v] / count
                    following = after[hand, v]
                    if following < 0:
                        beaten = blackjack_chance((deck[1], left, count), v)
                        output[to * rows + _BUST, DEALER_BUST] += chance * (1.0 - beaten)
                        output[to * rows + _BUST, BLACKJACK] += chance * beaten
                    else:
                        reach[to, following] += chance


@no_allocation()
def action_of(level: int, hand: int, actions: Any, redoubles: Any) -> Any:
    """Returns the action on a hand that was doubled ``level`` times."""
    if level == 0:
        return actions[hand]
    return 2 if redoubles[level, hand] else 0


@no_allocation()
def reach_hands(scratch: Any, hands: Any, deck: Any, actions: Any, reach: Any) -> None:
    """Computes how often every hand is reached by draws, from the probabilities of the first two cards in ``reach``."""
    cards, after, _, _, _, backward = hands
    left = scratch[0]
    for place in range(backward.size - 1, -1, -1):
        hand = backward[place]
        if reach[hand] == 0.0 or actions[hand] != 1:
            continue
        count = cards_left(cards, deck, hand, left)
        for v in range(10):
            if left[v] > 0 and after[hand, v] >= 0:
                reach[after[hand, v]] += reach[hand] * left[v] / count


@no_allocation()
def reach_doubled(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any, hands: Any, deck: Any, actions: Any, redoubles: Any, reach: Any
) -> None:
    """Computes how often doubled hands are reached, from the probabilities of undoubled hands in ``reach[0]``."""
    cards, after, _, _, _, backward = hands
    left = scratch[0]
    for place in range(backward.size - 1, -1, -1):
        hand = backward[place]
        for level in range(reach.shape[0] - 1):
            if reach[level, hand] == 0.0 or action_of(level, hand, actions, redoubles) != 2:
                continue
            count = cards_left(cards, deck, hand, left)
            for v in range(10):
                if left[v] > 0 and after[hand, v] >= 0:
                    reach[level + 1, after[hand, v]] += reach[level, hand] * left[v] / count


# --- optimal play by total ---------------------------------------------------------------------------------------


@no_allocation()
def _best_code(sums: Any, forced: bool) -> int:
    """Returns the best of six codes: 0 stand, 1 draw; 4 and 5 the same but double if allowed, 8 and 9 surrender."""
    best, code = -np.inf, 1
    for way in range(3):
        for draw in range(1, -1, -1):
            worth = (sums[6 + draw] if way == 1 else sums[draw]) + (sums[2 + draw] if way == 0 else sums[3 + way])
            if worth > best and not (forced and draw == 0):
                best, code = worth, draw + 4 * way
    return code


@no_allocation()
def _add_worth(hand: int, sums: Any, chosen: Any, worth: Any, output: Any) -> None:
    """Adds the value of each decision on a hand, weighted by the hand's probability."""
    two, more, may_double, given_up = chosen
    stand, hit, double = worth[0], output[0], output[1]
    sums[0] += more[hand] * stand[hand]
    sums[1] += more[hand] * hit[hand]
    sums[6] += more[hand] * (double[hand] if may_double[hand] else stand[hand])
    sums[7] += more[hand] * (double[hand] if may_double[hand] else hit[hand])
    if two[hand] > 0.0:
        sums[2] += two[hand] * stand[hand]
        sums[3] += two[hand] * hit[hand]
        sums[4] += two[hand] * double[hand] if may_double[hand] else -np.inf
        sums[5] += two[hand] * given_up[hand]


@no_allocation()
def _play_by_code(hands: Any, ended: Any, chosen: Any, play: Any, output: Any) -> None:
    """Sets all hands of one total to draw, to stand or, with more than two cards, to double, as the code for their
    softness says.
    """
    _, _, size, _, soft, _ = hands
    same_total, codes, may_double = chosen
    hit, double, value = output
    draws, doubles = play
    for hand in same_total:
        if size[hand] >= 2 and not ended[hand]:
            code = codes[1 if soft[hand] else 0]
            draws[hand] = code & 1
            doubles[hand] = size[hand] > 2 and may_double[hand] and code & 4 > 0
            if doubles[hand]:
                value[hand] = double[hand]
            elif draws[hand] == 1:
                value[hand] = hit[hand]


@no_allocation()
def total_values(  # noqa: PLR0917 # compiled code knows no objects to hang them on
    scratch: Any, hands: Any, table: Any, deck: Any, worth: Any, chosen: Any, codes: Any, play: Any, output: Any
) -> None:
    """Computes the best play by total: for each total the code (``_best_code``) that is best over the hands that make
    it.

    ``chosen`` holds the weights of hands of two cards and of more, whether they may be doubled, and for two cards the
    value of a surrender (-inf if it is not allowed). The index of a code is the softness and the total with every ace
    as 1. ``play`` receives the draws and the doubles of more than two cards, ``output`` the values of drawing, doubling
    and playing on.
    """
    cards, after, size, hard, soft, backward = hands
    _, ended, must, _ = table
    stand, stand_doubled, bust, bust_doubled = worth
    hit, double, value = output
    left, sums, start = scratch[0], scratch[3], 0
    while start < backward.size:
        # hands of one total are adjacent, and the hands drawn from them come earlier
        points, stop = hard[backward[start]], start
        forced_hard = forced_soft = False
        sums[:, :] = 0.0
        while stop < backward.size and hard[backward[stop]] == points:
            hand = backward[stop]
            stop += 1
            hit[hand] = double[hand] = value[hand] = 0.0
            count = cards_left(cards, deck, hand, left)
            if size[hand] < 2 or count < 0:
                continue
            value[hand] = stand[hand]
            if not ended[hand]:
                behind = (deck[1], left, count)
                hit[hand] = drawn_values(hand, after, behind, value, bust)
                if size[hand] == 2 or chosen[2][hand]:
                    double[hand] = drawn_values(hand, after, behind, stand_doubled, bust_doubled)
                kind = 1 if soft[hand] else 0
                if must[hand]:
                    forced_hard, forced_soft = forced_hard or kind == 0, forced_soft or kind == 1
                _add_worth(hand, sums[kind], chosen, worth, output)
        for kind in range(2):
            codes[kind, points] = _best_code(sums[kind], forced_soft if kind == 1 else forced_hard)
        _play_by_code(hands, ended, (backward[start:stop], codes[:, points], chosen[2]), play, output)
        start = stop
