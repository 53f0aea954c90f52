"""Runs of the fast kernel: its memory and its counts."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.compiled.native import Native
from pitboss.simulate.blackjack.fast.context import (
    AHEAD_ALONE,
    AHEAD_OF_BOXES,
    FIELDS,
    HANDS_BYTES,
    MOST_OUT,
    ROOM,
    STREAMS,
    thresholds,
)
from pitboss.simulate.blackjack.fast.side_codes import CODES
from pitboss.simulate.blackjack.fast.table_layout import DEALER_ENDINGS, ENDINGS, MOST_WAGERS, NOTHING
from pitboss.simulate.blackjack.fast.table_pays import ALONE
from pitboss.simulate.blackjack.fast.tables import FastTables
from pitboss.simulate.blackjack.general.layout import OUT_WORDS

U = np.uint64
Words = NDArray[np.uint64]
#: The counters of a run, with their sizes.
SIZES = {
    "ends": ENDINGS * DEALER_ENDINGS,
    "split_ends": ENDINGS * DEALER_ENDINGS,
    "splits": 2 * NOTHING,
    "sides": 2 * CODES,
    "products": (1 + MOST_WAGERS) ** 2,
    "dealers": DEALER_ENDINGS,
    "totals": 3,
}
_TEN = 10
#: The entry points, by whether there are several boxes and by the kind of side wagers: none, decided by the cards of
#: the box, or reading the dealer's cards.
_STREAMS = "simulate.blackjack.fast.streams"
_RUNS = {
    (False, 0): Native(_STREAMS, "run_alone"),
    (False, 1): Native(_STREAMS, "run_alone_suits"),
    (False, 2): Native(_STREAMS, "run_alone_deals"),
    (True, 0): Native(_STREAMS, "run_boxes"),
    (True, 1): Native(_STREAMS, "run_boxes_suits"),
    (True, 2): Native(_STREAMS, "run_boxes_deals"),
}
_first_shoe, _one_round, _whole_shoe = (Native(_STREAMS, name) for name in ("first_shoe", "one_round", "whole_shoe"))


class EngineRounds(Struct):
    """The rounds that the engine played: the frequency of each result in cents, by wager, and all counters."""

    rounds: int = 0
    cards: int = 0
    main: Counter[int] = field(default_factory=Counter)
    sides: dict[str, Counter[int]] = field(default_factory=dict)
    words: NDArray[np.int64] = field(default_factory=lambda: np.zeros(OUT_WORDS, np.int64))

    def __add__(self, other: "EngineRounds") -> "EngineRounds":
        names = dict.fromkeys((*self.sides, *other.sides))
        sides = {name: self.sides.get(name, Counter()) + other.sides.get(name, Counter()) for name in names}
        words = self.words + other.words
        return EngineRounds(self.rounds + other.rounds, self.cards + other.cards, self.main + other.main, sides, words)


class FastCounts(Struct):
    """The counts of some shoes. Counts of different shoes add up.

    Exhausted shoes must be finished (``shoe_exhausted.finish_shoes``) before there are results.
    """

    ends: Words
    split_ends: Words
    splits: Words
    sides: Words
    products: Words
    dealers: Words
    totals: Words
    #: Exhausted shoes: their index, and the offset of the round that could not be finished.
    out: list[tuple[int, int]]
    #: Their last rounds, once the engine has played them.
    rest: EngineRounds = field(default_factory=EngineRounds)

    def __add__(self, other: "FastCounts") -> "FastCounts":
        sums = {name: getattr(self, name) + getattr(other, name) for name in SIZES}
        return FastCounts(**sums, out=sorted(self.out + other.out), rest=self.rest + other.rest)

    @property
    def boxes(self) -> int:
        """The number of boxes played, over all rounds."""
        return int(self.ends.sum() + self.splits.sum()) + self.rest.main.total()

    @property
    def cards(self) -> int:
        """The number of cards drawn in rounds."""
        return int(self.totals[0]) + self.rest.cards

    @property
    def shoes(self) -> int:
        """The number of shoes played."""
        return int(self.totals[1])

    def results(self, game: FastTables) -> dict[int, int]:
        """Returns the frequency of each result of a box in cents on its main wager, including added wagers."""
        self._check()
        results = Counter(self.rest.main)
        pays = game.pays[ALONE].ravel()
        for cell in np.flatnonzero(self.ends).tolist():
            results[int(pays[cell])] += int(self.ends[cell])
        for step in np.flatnonzero(self.splits).tolist():
            results[(step - NOTHING) * game.unit] += int(self.splits[step])
        return dict(sorted(results.items()))

    def side_results(self, game: FastTables, name: str) -> dict[int, int]:
        """Returns the frequency of each result of a side wager in cents."""
        self._check()
        results = Counter(self.rest.sides.get(name, {}))
        nets = game.sides.nets[:, game.sides.names.index(name)]
        for code in np.flatnonzero(self.sides[:CODES]).tolist():
            results[int(nets[code])] += int(self.sides[code])
        return dict(sorted(results.items()))

    def _check(self) -> None:
        if self.out:
            raise ValueError(f"{len(self.out)} shoes ran out of cards and are not finished: call finish_shoes first")


def _numbers(game: FastTables, stride: int) -> dict[str, int]:
    """Returns the words of the context that are not addresses."""
    ahead = AHEAD_ALONE if game.boxes == 1 else AHEAD_OF_BOXES
    return {
        "stride": stride,
        "given": 0,
        "cards": game.cards,
        "ahead": game.limit + ahead & ~15,
        "seed": 0,
        "burnt": game.burnt,
        "limit": game.limit,
        "hole": int(game.hole),
        "boxes": game.boxes,
        "suits": game.sides.kind,
        "wagers": len(game.sides.names),
        "ratio": game.unit // game.measure,
    }


class FastKernel:
    """The memory of one run at a time; each thread needs its own."""

    def __init__(self, game: FastTables) -> None:
        self.game = game
        cards = game.cards
        stride = -(-(cards + ROOM) // 64) * 64
        single, double = thresholds(cards)
        order = np.full(stride, _TEN, np.uint8)
        order[:cards] = game.order()
        self._stride = stride
        self._nets = np.ascontiguousarray(game.sides.nets // np.array(game.side_measures, np.int64))
        self._counts = {name: np.zeros(size, U) for name, size in SIZES.items()}
        self._out = np.zeros(2 * MOST_OUT, U)
        self._next = np.zeros(STREAMS, U)
        self._last = np.zeros(STREAMS, U)
        self._shoes = np.zeros(STREAMS * stride, np.uint8)
        self._arrays: dict[str, NDArray[Any]] = {
            "table": game.flat,
            "shoes": self._shoes,
            "states": np.zeros(STREAMS, U),
            "filled": np.zeros(STREAMS, U),
            "order": order,
            "single": single,
            "double": double,
            "next": self._next,
            "last": self._last,
            "hands": np.zeros(HANDS_BYTES, np.uint8),
            "nets": self._nets,
            "out": self._out,
            "deals": game.sides.deals,
            "finals": game.sides.finals,
            **self._counts,
        }
        words = _numbers(game, stride) | {
            name: array.ctypes.data if array.size else 0 for name, array in self._arrays.items()
        }
        self._context = np.array([words[name] for name in FIELDS], U)

    def run(self, seed: int, first: int, last: int) -> FastCounts:
        """Plays the shoes from ``first`` up to, but not including, ``last``."""
        self._set("seed", seed)
        self._set("given", 0)
        counts = self._run(first, last)
        if counts.totals[2] <= MOST_OUT:
            return counts
        middle = (first + last) // 2  # more shoes were exhausted than the list holds
        return self.run(seed, first, middle) + self.run(seed, middle, last)

    def run_given(self, shoes: NDArray[np.uint8]) -> FastCounts:
        """Plays shoes in a given order, one row of cards each."""
        rows = self._encode_shoes(shoes)
        self._set("given", rows.ctypes.data)
        return self._run(0, len(rows))

    def rounds_of(self, shoe: NDArray[np.uint8]) -> Iterable[tuple[FastCounts, int]]:
        """Plays the rounds of one given shoe; yields the counts of each round and the number of cards drawn by its
        end.
        """
        rows = self._encode_shoes(shoe[np.newaxis, :])
        self._set("given", rows.ctypes.data)
        self._clear(0, 1, shares=1)
        base = self._shoes.ctypes.data
        place = _first_shoe(self._address)
        while place - base < self.game.limit:
            for counted in self._counts.values():
                counted[:] = 0
            place = _one_round(self._address, place)
            yield self._counted(), place - base

    def shoe(self, seed: int, number: int) -> NDArray[np.uint8]:
        """Returns the cards of a shoe in dealing order; without side wagers, any cards of the same values."""
        self._set("seed", seed)
        self._set("given", 0)
        _whole_shoe(self._address, number)
        cards = np.zeros(256, np.uint8)
        held = np.flatnonzero(np.bincount(self.game.shoe))
        cards[self.game.codes[held]] = held
        return np.take(cards, self._shoes[: self.game.cards])

    @property
    def _address(self) -> int:
        return self._context.ctypes.data

    def _set(self, name: str, value: int) -> None:
        self._context[FIELDS.index(name)] = value

    def _encode_shoes(self, shoes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        rows = np.full((len(shoes), self._stride), _TEN, np.uint8)
        rows[:, : self.game.cards] = self.game.codes[shoes]
        return rows

    def _clear(self, first: int, last: int, shares: int) -> None:
        for counted in self._counts.values():
            counted[:] = 0
        bounds = [first + (last - first) * share // shares for share in range(shares + 1)]
        self._next[:shares] = bounds[:-1]
        self._last[:shares] = bounds[1:]

    def _run(self, first: int, last: int) -> FastCounts:
        self._clear(first, last, shares=STREAMS if self.game.boxes == 1 else 1)
        _RUNS[self.game.boxes > 1, self.game.sides.kind](self._address)
        return self._counted()

    def _counted(self) -> FastCounts:
        recorded = min(int(self._counts["totals"][2]), MOST_OUT)
        out = [(int(self._out[2 * row]), int(self._out[2 * row + 1])) for row in range(recorded)]
        copies: dict[str, Any] = {name: counted.copy() for name, counted in self._counts.items()}
        return FastCounts(**copies, out=sorted(out))
