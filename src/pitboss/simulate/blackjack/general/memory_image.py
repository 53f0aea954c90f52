"""The memory image of a program in the general kernel, and the counters in it."""

from collections.abc import Sequence
from ctypes import memmove
from math import gcd
from random import Random
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.atoms.fit import fit
from pitboss.compiled.native import Native
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.general import layout
from pitboss.simulate.blackjack.general.layout import (
    COUNTERS,
    LOG_EMPTY,
    LOG_SHUFFLE,
    OUT,
    OUT_WORDS,
    TABLE_BYTES,
    TABLES,
    WORDS,
)
from pitboss.simulate.blackjack.general.redeal import RedealtRound, replay_round
from pitboss.simulate.blackjack.program import Program, behind
from pitboss.simulate.seeds import MASK, state_of_piece
from pitboss.strategy.actions import action_tables
from pitboss.strategy.chart import Chart
from pitboss.strategy.count_settings import BINS, CountSettings, bin_size

#: The maximum number of rounds in one piece of work, so that sums of squared results fit into a word.
MOST_ROUNDS = 2**17
_KERNEL = "simulate.blackjack.general.kernel"
_play, _play_plain, _play_counting = (Native(_KERNEL, name) for name in ("play", "play_plain", "play_counting"))


class NoCardsLeft(ValueError):
    """Raised if a round needs a card when all cards are on the table."""


class GeneralCounts(Struct, frozen=True):
    """The counters of some rounds; counters of several pieces of work add up.

    If a player counts, the bins by count follow the counters. Top awards are not in the sums: they are paid from the
    meter in the order of the pieces.
    """

    words: NDArray[np.int64]
    #: The round, the winners and the sums of every top award.
    tops: list[list[int]] = []

    def of(self, name: str) -> NDArray[np.int64]:
        """Returns a counter by its name."""
        start = int(OUT[name]) // 8
        return self.words[start : start + COUNTERS[name]]

    def value(self, name: str) -> int:
        """Returns a counter of one word."""
        return int(self.of(name)[0])


class RecordedRounds(Struct, frozen=True):
    """The rounds of a recorded piece of work.

    The arrays hold by round and box the net result of the main game in units, the class of the side wagers, and two
    bits for every settled streak wager. ``shoes`` has the number of shuffles up to the end of each round. ``log`` lists
    the cards drawn.
    """

    nets: NDArray[np.int64]
    classes: NDArray[np.int64]
    streaks: NDArray[np.int64]
    shoes: NDArray[np.int64]
    log: bytes
    counts: GeneralCounts


class GeneralKernel:
    """The memory of one program. It plays one piece of work at a time."""

    def __init__(self, program: Program) -> None:
        self.program = program
        most = max(len(program.cards), len(program.other_cards))
        self._tables = np.zeros(TABLE_BYTES, np.uint8)
        for name, place in TABLES.items():
            table = program.tables[name].ravel()
            fit(f"the table '{name}'", len(table), layout.SIZES[name] + 1)
            self._tables[int(place) : int(place) + len(table)] = table
        self._pay, self._immediate = np.ascontiguousarray(program.pay), np.ascontiguousarray(program.immediate)
        self._out = np.zeros(OUT_WORDS, np.int64)
        room = np.zeros(len(program.cards) + layout.USUAL_CARDS, np.uint8)
        self._shoe = room[: len(program.cards)]
        self._shoe[:] = program.cards
        self._cards = np.array(program.cards, np.uint8)
        self._other_shoe = np.array(program.other_cards, np.uint8)
        self._other_cards = np.array(program.other_cards, np.uint8)
        self._other = np.zeros(len(layout.SHOE_WORDS) + 1, np.uint64)
        self._none = np.full(layout.NO_CARDS, layout.NO_CARD, np.uint8)
        self._hands = np.zeros((layout.HANDS + 4) * layout.HAND_BYTES, np.uint8)
        self._boxes = np.zeros(layout.BOXES * layout.BOX_BYTES // 8, np.uint64)
        self._nets = side_nets(program).ravel()
        lefts = [max(left, 2) for left in range(most + 1)]
        self._rejects = np.array([2**32 % (left * (left - 1)) for left in lefts], np.uint32)
        self._scratch = np.zeros(256, np.uint64)
        self._streaks = _streak_rows(program)
        self._prizes, self._prize_rows = _prize_rows(program)
        self._tops = np.zeros((layout.TOPS, layout.TOP_WORDS), np.int64)
        self._words = np.zeros(len(WORDS), np.uint64)
        self._set_addresses()
        for name, word in program.words.items():
            self._set(name, word)
        self._set_late_wagers()
        cards_a_round = 3 * (program.words["boxes"] + 1)
        self._set("step", 4 * -(-cards_a_round // 4) if program.words["every_round"] else 64)
        self._bins = np.zeros(BINS * bin_size(len(program.sides)) if program.count else 0, np.int64)
        if program.count is not None:
            self._count_cards(program.count)

    def _set_addresses(self) -> None:
        """Sets the addresses of the arrays."""
        arrays: dict[str, NDArray[Any]] = {
            "tables": self._tables,
            "pay": self._pay,
            "immediate": self._immediate,
            "out": self._out,
            "none": self._none,
            "hands": self._hands,
            "boxes_at": self._boxes,
            "nets": self._nets,
            "rejects": self._rejects,
            "scratch": self._scratch,
            "other": self._other,
        }
        for name, array in arrays.items():
            self._set(name, array.ctypes.data)

    @property
    def address(self) -> int:
        """The address of the kernel's block of words, for compiled code that plays on it."""
        return int(self._words.ctypes.data)

    @property
    def stuck(self) -> bool:
        """Whether a round needed a card when all cards were on the table."""
        return bool(self._out[int(OUT["stuck"]) // 8])

    def begin_later_shoes(self) -> None:
        """Says that a shoe was shuffled before: a continuous shuffler burns from its first filling alone."""
        self._out[:] = 0
        self._out[int(OUT["shoes"]) // 8] = 1
        for name, word in zip(
            layout.SHOE_WORDS, self._side(self._shoe, self._cards, self.program.words["cut"]), strict=True
        ):
            self._set(name, word)

    @property
    def _plain(self) -> bool:
        """Whether the program has a specialised compiled loop: one box with the main game on one dealer's hand."""
        program = self.program
        several = program.words["boxes"] > 1 or len(program.stakes) > 1 or program.words["double"]
        return not (several or program.sides or (program.count and program.chart.by_count))

    def _sum_results(self) -> None:
        """Computes the sums of binned results from their frequencies."""
        out = GeneralCounts(self._out)
        often, results = out.of("results")[:255], np.arange(255) - 128
        out.of("sums")[0] += often @ results
        out.of("products")[0] += often @ (results * results)

    def _set_late_wagers(self) -> None:
        program, streaks = self.program, len(self.program.streaks)
        deals, finals = program.classes.deals, program.classes.finals
        self._set("late", int(bool(streaks or program.classes.prizes or finals.size)))
        self._set("deals", deals.ctypes.data if deals.size else 0)
        self._set("finals", finals.ctypes.data if finals.size else 0)
        self._set("prizes", self._prizes.ctypes.data if program.classes.prizes else 0)
        self._set("streaks", self._streaks.ctypes.data if streaks else 0)
        self._set("streak_count", streaks)
        self._set("columns", 1 + len(program.sides) + streaks)
        self._set("tops", self._tops.ctypes.data if program.meter else 0)
        self._set("top_class", program.classes.top)
        self._set("progressive", int(program.meter is not None))

    def _reset_shoe(self) -> None:
        """Resets all cards to their order before the first shuffle; of a double shoe both sides, side a in front."""
        self._shoe[: len(self._cards)] = self._cards
        self._other_shoe[:] = self.program.other_cards
        for name, word in zip(
            layout.SHOE_WORDS, self._side(self._shoe, self._cards, self.program.words["cut"]), strict=True
        ):
            self._set(name, word)
        other = len(self._other_cards)
        cut = other if self.program.words["every_round"] else other - behind(self.program.rules, other)
        words = self._side(self._other_shoe, self._other_cards, cut)
        self._other[:] = [*words, words[0]]
        self._set("side", 0)

    @staticmethod
    def _side(shoe: NDArray[np.uint8], cards: NDArray[np.uint8], cut: int) -> tuple[int, ...]:
        """Returns the words of a side in order; the cutting card comes first, so that the side is shuffled first."""
        first = int(shoe.ctypes.data)
        return first, first, first + len(cards), 0, first, int(cards.ctypes.data), len(cards), cut

    def _count_cards(self, count: CountSettings) -> None:
        self._tags = np.array([*count.tags, *[0] * (64 - len(count.tags))], np.int64)
        self._set("tags", self._tags.ctypes.data)
        self._set("bins", self._bins.ctypes.data)
        self._set("count_start", count.start)
        self._set("count_scale", count.scale)
        self._set("count_way", count.way)
        self._set("insures_by_count", int(count.insure_at is not None))
        self._set("insure_at", count.insure_at or 0)
        if self.program.chart.by_count or self.program.seats:
            self._change_charts()

    def _change_charts(self) -> None:
        """Sets the counts at which the chart changes, all charts, and the chart of every box of another player."""
        base, seats, rules = self.program.chart, self.program.seats, self.program.rules
        self._charts = np.concatenate(
            [_moves(rules, chart) for chart in (base, *(chart for _, chart in base.by_count))]
        )
        self._steps = np.array([step for step, _ in base.by_count], np.int64)
        self._set("charts", self._charts.ctypes.data)
        self._set("steps", self._steps.ctypes.data)
        self._set("step_count", len(base.by_count))
        self._others = [None if chart is None else _moves(rules, chart) for chart in seats]
        self._seats = np.array([0 if other is None else other.ctypes.data for other in self._others], np.uint64)
        self._set("others", self._seats.ctypes.data if seats else 0)

    def _replay_round(self) -> None:
        """Lets the engine play a round that exhausts its shoe, and prepares the kernel to resume after it."""
        begun, number, side = self._word("stopped"), self._word("before"), self._word("side")
        shoe = self._other_shoe if side else self._shoe
        first, dice = int(shoe.ctypes.data), Random(self._word("state"))
        left = shoe[begun - first :].tolist(), self._determinant(number)
        redealt = replay_round(self.program, number, left if not side else left[::-1], dice)
        self._count(redealt)
        for order in redealt.shoes[:-1]:
            self._write(bytes([LOG_SHUFFLE, *order, LOG_EMPTY]))
            self._out[int(OUT["cards"]) // 8] += len(order)
            self._out[int(OUT["empties"]) // 8] += 1
        self._write(bytes([LOG_SHUFFLE]))
        self._out[int(OUT["shoes"]) // 8] += len(redealt.shoes)
        shoe[:] = redealt.shoes[-1]
        after = {"filled": first + len(shoe), "since": first, "cut_at": first + self._word("cut")}
        after |= {"stopped": 0, "resume": first + redealt.drawn, "before": number + 1, "state": dice.getrandbits(64)}
        burnt = self.program.words["burns"]
        after |= {"seen": first + burnt, "hidden": burnt, "running": self._word("count_start")}
        for name, word in after.items():
            self._set(name, word)

    def _determinant(self, number: int) -> list[int]:
        """Returns the determinant card of the round of that index if it was drawn from the other side."""
        if not self.program.words["double"] or number % 2 == self._word("side"):
            return []
        shoe = self._shoe if self._word("side") else self._other_shoe
        return [int(shoe[int(self._other[-1]) - int(shoe.ctypes.data) - 1])]

    def _count(self, redealt: RedealtRound) -> None:
        """Adds one round to the counters."""
        out, program = GeneralCounts(self._out), self.program
        for name, number in redealt.counters.items():
            out.of(name)[0] += number
        for kind in redealt.dealers:
            out.of("dealer")[kind] += 1
        for net, kind in zip(redealt.nets, redealt.classes, strict=True):
            place = net + 128
            out.of("results")[place if 0 <= place < 255 else 255] += 1
            if program.sides:
                out.of("classes")[kind] += 1
        nets = self._nets.reshape(256, -1)
        sums = np.array([sum(redealt.nets), *nets[redealt.classes, : len(program.sides)].sum(axis=0)])
        out.of("sums")[: len(sums)] += sums
        products = out.of("products").reshape(1 + layout.WAGERS, -1)
        products[: len(sums), : len(sums)] += np.triu(np.outer(sums, sums))
        if program.count is not None:
            self._bins.reshape(BINS, -1)[self._word("bin")] += [1, *sums, *np.outer(sums, sums).ravel()]
        if self._word("results"):
            both = zip(redealt.nets, redealt.classes, strict=True)
            shoes = out.value("shoes") + len(redealt.shoes)
            rows = np.array([(net, kind, 0, shoes) for net, kind in both], np.int64)
            memmove(self._word("results"), rows.ctypes.data, rows.nbytes)
            self._set("results", self._word("results") + rows.nbytes)

    def _write(self, entry: bytes) -> None:
        """Appends to the log if there is one."""
        if self._word("log"):
            memmove(self._word("log"), entry, len(entry))
            self._set("log", self._word("log") + len(entry))

    def _word(self, name: str) -> int:
        return int(self._words[WORDS.index(name)])

    def _set(self, name: str, word: int) -> None:
        self._words[WORDS.index(name)] = word & MASK

    def play(self, rounds: int, seed: int, index: int) -> GeneralCounts:
        """Plays the piece of work of that index: a pure function of the program, the seed and the index."""
        assert 0 < rounds <= MOST_ROUNDS
        self._out[:] = 0
        self._bins[:] = 0
        self._boxes[:] = 0
        self._scratch[:] = 0
        self._reset_shoe()
        self._set("state", state_of_piece(seed, index))
        self._set("rounds", rounds)
        self._set("misdealt", 0)
        for name in ("stopped", "resume", "before"):
            self._set(name, 0)
        play = _play
        if self._plain:
            play = _play_plain if self.program.count is None else _play_counting
        play(self._words.ctypes.data)
        while self._word("stopped"):
            self._replay_round()
            play(self._words.ctypes.data)
        if self._plain:
            self._sum_results()
        won = int(self._out[int(OUT["tops"]) // 8])
        if won > layout.TOPS:
            raise ValueError(f"{won} top awards in {rounds} rounds exceed the capacity of {layout.TOPS}")
        counts = GeneralCounts(np.concatenate([self._out, self._bins]), self._tops[:won].tolist())
        if counts.value("stuck"):
            raise NoCardsLeft("neither the shoe nor the discard rack holds a card: too few decks for so many boxes")
        return counts

    def record(self, rounds: int, seed: int, index: int) -> RecordedRounds:
        """Plays the same piece and records every round and card."""
        boxes = self.program.boxes
        results = np.zeros((rounds, boxes, 4), np.int64)
        log = np.zeros(
            rounds * (self.program.words["boxes"] * self.program.words["split_hands"] + 4) * 24 + rounds * 8 + 1024,
            np.uint8,
        )
        self._set("results", results.ctypes.data)
        self._set("log", log.ctypes.data)
        try:
            counts = self.play(rounds, seed, index)
        finally:
            written = int(self._words[WORDS.index("log")]) - log.ctypes.data
            self._set("results", 0)
            self._set("log", 0)
        nets, classes, streaks, shoes = (results[:, :, column] for column in range(4))
        return RecordedRounds(nets, classes, streaks, shoes[:, 0], log[:written].tobytes(), counts)

    def deal_cards(self, cards: Sequence[int], rounds: int) -> RecordedRounds:
        """Plays ``rounds`` rounds with exactly these cards, in this order."""
        original = self._cards
        given = np.array(cards, np.uint8)
        if len(given) > len(self._shoe):
            raise ValueError(f"{len(given)} cards are more than the shoe holds")
        self._cards = np.concatenate([given, original[len(given) :]])
        self._set("given", 1)
        try:
            return self.record(rounds, 0, 0)
        finally:
            self._cards = original
            self._set("given", 0)


def _moves(rules: BlackjackRules, chart: Chart) -> NDArray[np.uint8]:
    """Returns the tables of a chart, one after the other."""
    return np.concatenate([table.ravel() for table in map(action_tables(rules, chart).__getitem__, layout.CHART)])


def side_units(program: Program) -> tuple[int, ...]:
    """Returns the unit of each side wager's results in cents."""
    columns = _side_nets(program)
    if program.meter is not None:
        columns[program.meter.column - 1] += [1]  # a share of the meter may be any amount
    return tuple(gcd(*column) or 1 for column in columns)


def side_tops(program: Program) -> tuple[int, ...]:
    """Returns the largest net result of each side wager in cents, without the meter."""
    return tuple(map(max, _side_nets(program)))


def _side_nets(program: Program) -> list[list[int]]:
    """Returns the possible net results of each side wager, without the meter."""
    columns = [list(column) for column in zip(*program.classes.nets, strict=True)] if program.sides else []
    for streak in program.streaks:
        columns[streak.column - 1] += [streak.pays, streak.costs]
    return columns


def _streak_rows(program: Program) -> NDArray[np.int64]:
    """Returns the streaks in the kernel's format."""
    units = side_units(program)
    rows = [
        (streak.needs, streak.pays // units[streak.column - 1], streak.costs // units[streak.column - 1], streak.column)
        for streak in program.streaks
    ]
    return np.array(rows or [(0, 0, 0, 0)], np.int64)


def _prize_rows(program: Program) -> tuple[NDArray[np.uint64], list[NDArray[np.int64]]]:
    """Returns the address of a row for each place that waits for a prize, and the rows, which must be original alive.

    A row holds the number of all tickets, then pairs of a cumulative number of tickets and their class.
    """
    rows = []
    for tickets in program.classes.prizes:
        whole, row = 0, [sum(count for _, count in tickets)]
        for kind, count in tickets:
            whole += count
            row += [whole, kind]
        rows.append(np.array(row, np.int64))
    return np.array([row.ctypes.data for row in rows] or [0], np.uint64), rows


def side_nets(program: Program) -> NDArray[np.int64]:
    """Returns the net result of each wager by class, in its unit."""
    nets = np.zeros((256, max(1, len(program.sides))), np.int64)
    for number, row in enumerate(program.classes.nets):
        nets[number, : len(row)] = [net // unit for net, unit in zip(row, side_units(program), strict=True)]
    return nets
