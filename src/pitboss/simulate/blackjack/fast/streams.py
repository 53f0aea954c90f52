"""Main loops of the fast kernel: four interleaved shoes for one box, one at a time for several, one round for tests."""

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, entry, load64, unlikely
from pitboss.simulate.blackjack.fast.context import CARDS, ENDS, HOLE, LIMIT, SHOES, SIDES, STREAMS, STRIDE, TABLE
from pitboss.simulate.blackjack.fast.rounds import play_round, round_alone, round_of_boxes
from pitboss.simulate.blackjack.fast.shoe_changes import next_shoe
from pitboss.simulate.blackjack.fast.shuffling import shuffle_to, start_shoe

_0, _1, _2, _3 = (np.uint64(number) for number in range(STREAMS))


@njit(forceinline=True)
def _play_shoes(context: Word, stream: Word, place: Word, boxes: Word, suits: Word) -> None:
    """Plays the remaining shoes of one stream."""
    table, ends, sides = load64(context + TABLE), load64(context + ENDS), load64(context + SIDES)
    hole = load64(context + HOLE)
    end = load64(context + SHOES) + stream * load64(context + STRIDE) + load64(context + LIMIT)
    while place != _0:
        if boxes == _1:
            place = round_alone(context, table, ends, sides, stream, place, hole, suits, _1)
        else:
            place = round_of_boxes(context, table, ends, sides, stream, place, hole, suits, _1)
        if unlikely(place >= end):
            place = next_shoe(context, stream, place)


@njit(forceinline=False)
def _finish_alone(context: Word, stream: Word, place: Word) -> None:
    _play_shoes(context, stream, place, _1, _0)


@njit(forceinline=False)
def _finish_alone_suits(context: Word, stream: Word, place: Word) -> None:
    _play_shoes(context, stream, place, _1, _1)


@njit(forceinline=False)
def _finish_alone_deals(context: Word, stream: Word, place: Word) -> None:
    _play_shoes(context, stream, place, _1, _2)


@njit(forceinline=True)
def _play_four(context: Word, suits: Word) -> tuple[Word, Word, Word, Word]:
    """Plays four shoes interleaved, one round each in turn, so that the loads of one overlap with the others'.

    Ends when a stream has no more shoes; returns the addresses of all four, 0 for that stream.
    """
    table, ends, sides = load64(context + TABLE), load64(context + ENDS), load64(context + SIDES)
    hole, stride = load64(context + HOLE), load64(context + STRIDE)
    end0 = load64(context + SHOES) + load64(context + LIMIT)
    end1, end2, end3 = end0 + stride, end0 + stride * _2, end0 + stride * _3
    place0, place1 = next_shoe(context, _0, _0), next_shoe(context, _1, _0)
    place2, place3 = next_shoe(context, _2, _0), next_shoe(context, _3, _0)
    while _0 not in (place0, place1, place2, place3):
        while True:
            place0 = round_alone(context, table, ends, sides, _0, place0, hole, suits, _1)
            if unlikely(place0 >= end0):
                place0 = next_shoe(context, _0, place0)
                if place0 == _0:
                    break
            place1 = round_alone(context, table, ends, sides, _1, place1, hole, suits, _1)
            if unlikely(place1 >= end1):
                place1 = next_shoe(context, _1, place1)
                if place1 == _0:
                    break
            place2 = round_alone(context, table, ends, sides, _2, place2, hole, suits, _1)
            if unlikely(place2 >= end2):
                place2 = next_shoe(context, _2, place2)
                if place2 == _0:
                    break
            place3 = round_alone(context, table, ends, sides, _3, place3, hole, suits, _1)
            if unlikely(place3 >= end3):
                place3 = next_shoe(context, _3, place3)
                if place3 == _0:
                    break
    return place0, place1, place2, place3


@entry
def run_alone(context: Word) -> None:
    """One box without side wagers."""
    place0, place1, place2, place3 = _play_four(context, _0)
    _finish_alone(context, _0, place0)
    _finish_alone(context, _1, place1)
    _finish_alone(context, _2, place2)
    _finish_alone(context, _3, place3)


@entry
def run_alone_suits(context: Word) -> None:
    """One box with side wagers."""
    place0, place1, place2, place3 = _play_four(context, _1)
    _finish_alone_suits(context, _0, place0)
    _finish_alone_suits(context, _1, place1)
    _finish_alone_suits(context, _2, place2)
    _finish_alone_suits(context, _3, place3)


@entry
def run_alone_deals(context: Word) -> None:
    """One box with side wagers that read the dealer's cards."""
    place0, place1, place2, place3 = _play_four(context, _2)
    _finish_alone_deals(context, _0, place0)
    _finish_alone_deals(context, _1, place1)
    _finish_alone_deals(context, _2, place2)
    _finish_alone_deals(context, _3, place3)


@entry
def run_boxes(context: Word) -> None:
    """Several boxes without side wagers. Their hands overlap their loads, so one shoe at a time is enough."""
    _play_shoes(context, _0, next_shoe(context, _0, _0), _2, _0)


@entry
def run_boxes_suits(context: Word) -> None:
    """Several boxes with side wagers."""
    _play_shoes(context, _0, next_shoe(context, _0, _0), _2, _1)


@entry
def run_boxes_deals(context: Word) -> None:
    """Several boxes with side wagers that read the dealer's cards."""
    _play_shoes(context, _0, next_shoe(context, _0, _0), _2, _2)


@entry
def one_round(context: Word, start: Word) -> Word:
    """Plays one round of the first stream's shoe; returns the address after it."""
    return play_round(context, _0, start, _1)


@entry
def first_shoe(context: Word) -> Word:
    """Starts the first stream's first shoe; returns the address of its first card."""
    return next_shoe(context, _0, _0)


@entry
def whole_shoe(context: Word, number: Word) -> None:
    """Starts the shoe of that index for the first stream and shuffles it completely."""
    start_shoe(context, _0, number)
    shuffle_to(context, _0, load64(context + CARDS))
