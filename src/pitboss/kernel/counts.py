"""Runs of the fast kernel: its memory, what it counted, and what that is worth."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from pitboss.cards import DECK_SIZE
from pitboss.kernel.context import AHEAD_ALONE, AHEAD_OF_BOXES, FIELDS, MOST_OUT, ROOM, STREAMS, thresholds
from pitboss.kernel.layout import OUT_WORDS
from pitboss.kernel.native import Native
from pitboss.kernel.pairings import CODES
from pitboss.kernel.table_layout import DEALER_ENDINGS, ENDINGS, MOST_WAGERS, NOTHING
from pitboss.kernel.table_pays import ALONE
from pitboss.kernel.tables import Tables

U = np.uint64
Words = NDArray[np.uint64]
#: What a run counts, with the size of each.
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
#: Whole runs, by whether there are several boxes and whether there are side wagers.
_RUNS = {
    (False, False): Native("streams", "run_alone"),
    (False, True): Native("streams", "run_alone_suits"),
    (True, False): Native("streams", "run_boxes"),
    (True, True): Native("streams", "run_boxes_suits"),
}
_first_shoe, _one_round, _whole_shoe = (Native("streams", name) for name in ("first_shoe", "one_round", "whole_shoe"))


class Rest(Struct):
    """What came of rounds that the engine played: how often each result in cents came, by wager, and all counters."""

    rounds: int = 0
    cards: int = 0
    main: Counter[int] = field(default_factory=Counter)
    sides: dict[str, Counter[int]] = field(default_factory=dict)
    words: NDArray[np.int64] = field(default_factory=lambda: np.zeros(OUT_WORDS, np.int64))

    def __add__(self, other: "Rest") -> "Rest":
        names = dict.fromkeys((*self.sides, *other.sides))
        sides = {name: self.sides.get(name, Counter()) + other.sides.get(name, Counter()) for name in names}
        words = self.words + other.words
        return Rest(self.rounds + other.rounds, self.cards + other.cards, self.main + other.main, sides, words)


class Counts(Struct):
    """What came of some shoes. Counts of different shoes add up to those of all.

    Shoes that ran out of cards have to be played to their end (``running_out.finish``) before there are results.
    """

    ends: Words
    split_ends: Words
    splits: Words
    sides: Words
    products: Words
    dealers: Words
    totals: Words
    #: Shoes that ran out of cards: their number, and the place at which the round began that could not be played.
    out: list[tuple[int, int]]
    #: Their last rounds, once the engine has played them.
    rest: Rest = field(default_factory=Rest)

    def __add__(self, other: "Counts") -> "Counts":
        sums = {name: getattr(self, name) + getattr(other, name) for name in SIZES}
        return Counts(**sums, out=sorted(self.out + other.out), rest=self.rest + other.rest)

    @property
    def boxes(self) -> int:
        """Boxes played, over all rounds."""
        return int(self.ends.sum() + self.splits.sum()) + self.rest.main.total()

    @property
    def cards(self) -> int:
        """Cards drawn in rounds."""
        return int(self.totals[0]) + self.rest.cards

    @property
    def shoes(self) -> int:
        """Shoes played."""
        return int(self.totals[1])

    def results(self, game: Tables) -> dict[int, int]:
        """How often a box won or lost so many cents on its main wager, with what was added to it."""
        self._check()
        found = Counter(self.rest.main)
        pays = game.pays[ALONE].ravel()
        for cell in np.flatnonzero(self.ends).tolist():
            found[int(pays[cell])] += int(self.ends[cell])
        for step in np.flatnonzero(self.splits).tolist():
            found[(step - NOTHING) * game.unit] += int(self.splits[step])
        return dict(sorted(found.items()))

    def side_results(self, game: Tables, name: str) -> dict[int, int]:
        """The same for a side wager."""
        self._check()
        found = Counter(self.rest.sides.get(name, {}))
        nets = game.sides.nets[:, game.sides.names.index(name)]
        for code in np.flatnonzero(self.sides[:CODES]).tolist():
            found[int(nets[code])] += int(self.sides[code])
        return dict(sorted(found.items()))

    def _check(self) -> None:
        if self.out:
            raise ValueError(f"{len(self.out)} shoes ran out of cards and are not finished")


def _numbers(game: Tables, stride: int) -> dict[str, int]:
    """What the kernel has to know that is no place in memory."""
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
        "suits": int(bool(game.sides.names)),
        "wagers": len(game.sides.names),
        "ratio": game.unit // game.measure,
    }


class Flight:
    """The memory of one run at a time. Threads take one each."""

    def __init__(self, game: Tables) -> None:
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
            "hands": np.zeros(256, np.uint8),
            "nets": self._nets,
            "out": self._out,
            **self._counts,
        }
        words = _numbers(game, stride) | {name: array.ctypes.data for name, array in self._arrays.items()}
        self._context = np.array([words[name] for name in FIELDS], U)

    def run(self, seed: int, first: int, last: int) -> Counts:
        """The shoes of these numbers, the last not included."""
        self._set("seed", seed)
        self._set("given", 0)
        counts = self._run(first, last)
        if counts.totals[2] <= MOST_OUT:
            return counts
        middle = (first + last) // 2  # more shoes ran out than there is room to note
        return self.run(seed, first, middle) + self.run(seed, middle, last)

    def run_given(self, shoes: NDArray[np.uint8]) -> Counts:
        """Shoes in a given order: a row of cards each, by their numbers."""
        laid = self._lay(shoes)
        self._set("given", laid.ctypes.data)
        return self._run(0, len(laid))

    def rounds_of(self, shoe: NDArray[np.uint8]) -> Iterable[tuple[Counts, int]]:
        """The rounds of one shoe in a given order, each with its counts and how many cards are out behind it."""
        laid = self._lay(shoe[np.newaxis, :])
        self._set("given", laid.ctypes.data)
        self._clear(0, 1, shares=1)
        base = self._shoes.ctypes.data
        place = _first_shoe(self._address)
        while place - base < self.game.limit:
            for counted in self._counts.values():
                counted[:] = 0
            place = _one_round(self._address, place)
            yield self._counted(), place - base

    def shoe(self, seed: int, number: int) -> NDArray[np.uint8]:
        """The cards of a shoe in the order in which it is dealt; without side wagers, any cards of their values."""
        self._set("seed", seed)
        self._set("given", 0)
        _whole_shoe(self._address, number)
        cards = np.zeros(256, np.uint8)
        cards[self.game.codes] = np.arange(DECK_SIZE)
        return np.take(cards, self._shoes[: self.game.cards])

    @property
    def _address(self) -> int:
        return self._context.ctypes.data

    def _set(self, name: str, value: int) -> None:
        self._context[FIELDS.index(name)] = value

    def _lay(self, shoes: NDArray[np.uint8]) -> NDArray[np.uint8]:
        laid = np.full((len(shoes), self._stride), _TEN, np.uint8)
        laid[:, : self.game.cards] = self.game.codes[shoes]
        return laid

    def _clear(self, first: int, last: int, shares: int) -> None:
        for counted in self._counts.values():
            counted[:] = 0
        bounds = [first + (last - first) * share // shares for share in range(shares + 1)]
        self._next[:shares] = bounds[:-1]
        self._last[:shares] = bounds[1:]

    def _run(self, first: int, last: int) -> Counts:
        self._clear(first, last, shares=STREAMS if self.game.boxes == 1 else 1)
        _RUNS[self.game.boxes > 1, bool(self.game.sides.names)](self._address)
        return self._counted()

    def _counted(self) -> Counts:
        noted = min(int(self._counts["totals"][2]), MOST_OUT)
        out = [(int(self._out[2 * row]), int(self._out[2 * row + 1])) for row in range(noted)]
        copies: dict[str, Any] = {name: counted.copy() for name, counted in self._counts.items()}
        return Counts(**copies, out=sorted(out))
