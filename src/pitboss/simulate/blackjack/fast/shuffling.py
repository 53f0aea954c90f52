"""A shoe as a pure function of a seed and its index: wyrand, reseeded for every shoe, and an unbiased shuffle.

So the result of any number of shoes is independent of how they are divided into pieces and of the worker that plays
them.
"""
# ruff: noqa: PLR0917 - only integers cross between compiled functions, and each takes as many as it needs

import numpy as np
from numba import njit

from pitboss.compiled.memory import Word, high_product, load8, load32, load64, store8, store64, unlikely
from pitboss.simulate.blackjack.fast.context import (
    AHEAD,
    CARDS,
    DOUBLE,
    FILLED,
    GIVEN,
    ORDER,
    SEED,
    SHOES,
    SINGLE,
    STATES,
    STRIDE,
)

U = np.uint64

_ZERO, _ONE, _TWO, _THREE, _FOUR, _EIGHT = (U(number) for number in (0, 1, 2, 3, 4, 8))
_FIFTEEN, _SIXTEEN, _MORE, _HALF = U(15), U(16), U(64), U(32)
_LOW = U(0xFFFFFFFF)
_GOLDEN, _MIX_ONE, _MIX_TWO = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_BY_SEED, _BY_NUMBER = U(0xD1342543DE82EF95), U(0x2545F4914F6CDD1D)
_STEP, _FLIP = U(0xA0761D6478BD642F), U(0xE7037ED1A0B428DB)
_SHIFT_ONE, _SHIFT_TWO, _SHIFT_THREE, _TAIL = U(30), U(27), U(31), U(77)


@njit(forceinline=True)
def _mixed(word: Word) -> Word:
    """The finisher of splitmix64."""
    word = (word ^ (word >> _SHIFT_ONE)) * _MIX_ONE
    word = (word ^ (word >> _SHIFT_TWO)) * _MIX_TWO
    return word ^ (word >> _SHIFT_THREE)


@njit(forceinline=True)
def seed_of(seed: Word, number: Word) -> Word:
    """Returns the initial generator state of a shoe."""
    return _mixed(seed * _BY_SEED + number * _BY_NUMBER + _GOLDEN)


@njit(forceinline=True)
def _swap(place: Word, by: Word) -> None:
    other = place + by
    card = load8(other)
    store8(other, load8(place))
    store8(place, card)


@njit(forceinline=False)
def _shuffle_fours(shoe: Word, state: Word, at: Word, to: Word, cards: Word, double: Word) -> Word:
    """Fisher-Yates from the front, four cards per word: each half gives two without bias, or is rejected."""
    while at < to:
        left = cards - at
        bias = double + (at << _TWO)
        while True:
            state += _STEP
            flipped = state ^ _FLIP
            word = high_product(state, flipped) ^ (state * flipped)
            one = (word & _LOW) * left
            two = (one & _LOW) * (left - _ONE)
            three = (word >> _HALF) * (left - _TWO)
            four = (three & _LOW) * (left - _THREE)
            if not unlikely(((two & _LOW) < load32(bias)) | ((four & _LOW) < load32(bias + _EIGHT))):
                break
        place = shoe + at
        _swap(place, one >> _HALF)
        _swap(place + _ONE, two >> _HALF)
        _swap(place + _TWO, three >> _HALF)
        _swap(place + _THREE, four >> _HALF)
        at += _FOUR
    return state


@njit(forceinline=False)
def shuffle_to(context: Word, stream: Word, to: Word) -> None:
    """Continues the shuffle of the stream's shoe up to this index or to its end."""
    cards = load64(context + CARDS)
    shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
    filled = load64(context + FILLED) + stream * _EIGHT
    generator = load64(context + STATES) + stream * _EIGHT
    at = load64(filled)
    if to > cards - _SIXTEEN:
        to = at + ((cards - _ONE - at) & ~_FIFTEEN)
    state = _shuffle_fours(shoe, load64(generator), at, to, cards, load64(context + DOUBLE))
    store64(generator, state)
    at = to
    if to > cards - _SIXTEEN - _ONE:
        # the last few, one by one, from a separate generator
        word = state ^ _TAIL
        while at < cards - _ONE:
            left = cards - at
            while True:
                word += _GOLDEN
                product = (_mixed(word) >> _HALF) * left
                if (product & _LOW) >= load32(load64(context + SINGLE) + (at << _TWO)):
                    break
            _swap(shoe + at, product >> _HALF)
            at += _ONE
        at = cards + _MORE
    store64(filled, at)


@njit(forceinline=True)
def value_at(context: Word, stream: Word, place: Word) -> Word:
    """Returns the value of a card; shuffles further if the card is beyond the shuffled part."""
    filled = load64(load64(context + FILLED) + stream * _EIGHT)
    shoe = load64(context + SHOES) + stream * load64(context + STRIDE)
    if unlikely(place - shoe >= filled) and filled < load64(context + CARDS):
        shuffle_to(context, stream, filled + _MORE)
    return load8(place) & _FIFTEEN


@njit(forceinline=False)
def start_shoe(context: Word, stream: Word, number: Word) -> Word:
    """Starts the shoe of that index for the stream; returns its address."""
    stride = load64(context + STRIDE)
    shoe = load64(context + SHOES) + stream * stride
    given = load64(context + GIVEN)
    source = load64(context + ORDER) if given == _ZERO else given + number * stride
    for place in range(_ZERO, stride, _EIGHT):
        store64(shoe + place, load64(source + place))
    filled = load64(context + FILLED) + stream * _EIGHT
    if given == _ZERO:
        store64(load64(context + STATES) + stream * _EIGHT, seed_of(load64(context + SEED), number))
        store64(filled, _ZERO)
        shuffle_to(context, stream, load64(context + AHEAD))
    else:
        store64(filled, load64(context + CARDS) + _MORE)
    return shoe
