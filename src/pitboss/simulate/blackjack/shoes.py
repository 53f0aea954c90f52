"""Whole shoes on the general kernel: the rounds of each, and the cards left at its end."""

from collections import deque
from itertools import pairwise
from typing import Final

import numpy as np
from msgspec import Struct
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.atoms.hand import points
from pitboss.cards import DECK_SIZE
from pitboss.simulate.blackjack.general.layout import LOG_EMPTY, LOG_SHUFFLE
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel
from pitboss.simulate.blackjack.program import Program

#: The index of a card's value: 0 for an ace, 9 for ten-valued cards.
_VALUES: Final = np.array([points(card) - 1 for card in range(DECK_SIZE)])
_TENS: Final = 10
#: The rounds of a recorded piece of work.
_PIECE: Final = 100_000


class ShoeEnds(Struct, frozen=True):
    """The number of rounds of each shoe, and by value the number of cards left after the last."""

    rounds: NDArray[np.int64]
    left: NDArray[np.int64]


def play_shoes(program: Program, behind: int, shoes: int, seed: int) -> ShoeEnds:
    """Plays whole shoes with so many cards behind the cutting card.

    Raises ValueError if a cutting card cannot be there, or if a round exhausts the shoe.
    """
    words, cards = program.words, len(program.cards)
    if words["every_round"] or words["double"]:
        raise ValueError("these rules have no cutting card whose place matters")
    if not 0 < behind < cards:
        raise ValueError(f"{behind} cards behind the cutting card: write 1 to {cards - 1}")
    kernel = GeneralKernel(replace(program, words=words | {"cut": cards - behind}))
    whole = np.bincount(_VALUES[program.cards], minlength=_TENS)
    rounds: list[NDArray[np.int64]] = []
    left: list[NDArray[np.int64]] = []
    found = piece = 0
    while found < shoes:
        record = kernel.record(_PIECE, seed, piece)
        log = np.frombuffer(record.log, np.uint8)
        if (log == LOG_EMPTY).any():
            raise ValueError(f"a round exhausts the shoe with {behind} cards behind the cutting card: write more")
        starts = np.flatnonzero(log == LOG_SHUFFLE)
        counts = np.bincount(record.shoes)[1:]
        spans = list(pairwise(starts))
        # a piece ends in a shoe, more often in a long one: the last tenth is left out, so that the others are unbiased
        spans = spans[: len(spans) * 9 // 10]
        drawn = [np.bincount(_VALUES[log[start + 1 : end]], minlength=_TENS) for start, end in spans]
        rounds.append(counts[: len(drawn)])
        left.append(whole - np.array(drawn))
        found, piece = found + len(drawn), piece + 1
    return ShoeEnds(np.concatenate(rounds)[:shoes], np.concatenate(left)[:shoes])


def play_tray(program: Program, tray: int, rounds: int, seed: int) -> NDArray[np.int64]:
    """Plays rounds with a continuous shuffler that keeps the last ``tray`` cards dealt out of the shoe.

    Returns by round and value the number of cards before the deal. The other cards are in random order.
    """
    kernel, dice = GeneralKernel(program), np.random.default_rng(seed)
    waiting: deque[int] = deque()
    whole = np.bincount(program.cards, minlength=DECK_SIZE)
    left = np.empty((rounds, _TENS), np.int64)
    for number in range(rounds):
        there = whole - np.bincount(np.array(waiting, np.int64), minlength=DECK_SIZE)
        left[number] = np.bincount(_VALUES, weights=there, minlength=_TENS)
        cards = dice.permutation(np.repeat(np.arange(DECK_SIZE), there))
        log = kernel.deal_cards(cards.tolist(), 1).log
        waiting.extend(card for card in log if card < DECK_SIZE)
        while len(waiting) > tray:
            waiting.popleft()
    return left
