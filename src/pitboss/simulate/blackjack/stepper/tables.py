"""Many blackjack tables that step together in compiled code, on arrays that the caller shares."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple, replace
from numpy.typing import NDArray

from pitboss.atoms.hand import points
from pitboss.cards import DECK_SIZE
from pitboss.compiled.array_functions import ArrayFunction, Packed
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.general.layout import BOX, BOX_BYTES, HAND_BYTES, MARK
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel, NoCardsLeft
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.stepper.layout import (
    BET_WORDS,
    PARTS,
    RECORD,
    RECORD_WORDS,
    TABLE_WORDS,
)
from pitboss.simulate.seeds import state_of_piece
from pitboss.strategy.count_settings import RUNNING, CountSettings
from pitboss.strategy.count_systems import WAYS, CountSystem
from pitboss.strategy.decision_masks import ANY_CHART, DECISIONS, decision_masks, offer_masks
from pitboss.strategy.hand_classes import NotSimulable

_KERNEL: Final = "simulate.blackjack.stepper.kernel"
_step, _step_plain, _reset, _sample = (
    ArrayFunction(_KERNEL, name) for name in ("step", "step_plain", "reset", "sample")
)


class BoxPosition(Struct, frozen=True):
    """Where a table waits: its phase, the place of its bet, the cards of the hand in turn, the dealer's first one, the
    kind of the hand as in ``decision_masks``, how many hands its box has, and whether the box is insured.
    """

    phase: int
    bet: int
    cards: tuple[int, ...]
    up: int
    kind: int
    hands: int
    insured: bool


class SteppedTables:
    """Tables with the same rules, each with a shoe of its own. Actions are the bet sizes, then ``DECISIONS``.

    ``step`` writes into the arrays in place. The table of a settled round is reset in the same step: ``values`` then
    shows the table before the next bet, and ``final_values`` the settled one. Raises NotSimulable for rules that it
    does not play.
    """

    def __init__(
        self,
        rules: BlackjackRules,
        tables: int,
        bets: Sequence[int],
        *,
        sides: Mapping[str, int] | None = None,
        boxes: int = 1,
        count: CountSystem | None = None,
        units: Sequence[int] = (),
        values: NDArray[Any] | None = None,
        counts: NDArray[Any] | None = None,
    ) -> None:
        self.rules, self.tables, self.boxes = rules, tables, boxes
        self.bets = tuple(bets)
        programs = [_program(rules, bet, sides or {}, boxes, count) for bet in bets]
        self.program = programs[0]
        self._kernels = [GeneralKernel(program) for program in programs]
        #: Observations: phase, total, soft, pair, up card and hands of each table; then the count, if there is one.
        self.values = values if values is not None else np.zeros((tables, PARTS), np.int64)
        self.counts = counts if counts is not None else np.zeros((tables, int(count is not None)), np.float32)
        self.final_values, self.final_counts = np.zeros_like(self.values), np.zeros_like(self.counts)
        self.rewards = np.zeros(tables, np.float32)
        #: Results of settled rounds in cents.
        self.nets = np.zeros(tables, np.int64)
        #: The number of the box in turn, from 1.
        self.at_boxes = np.ones(tables, np.int64)
        self.masks = np.zeros((tables, len(self.bets) + len(DECISIONS)), np.int8)
        self.terminals, self.illegal = np.zeros(tables, np.bool_), np.zeros(tables, np.bool_)
        self._allocate(programs, units or self.bets, count)
        shown = (self.values, self.counts, self.final_values, self.final_counts, self.rewards, self.nets, self.at_boxes)
        self._packed = [Packed(part) for part in (self._addresses, shown)]
        self._flags = Packed((self.terminals, self.illegal))
        self._step = _step_plain if boxes == 1 and not self.program.sides else _step
        self._sampler = np.zeros(1, np.int64)

    def _allocate(self, programs: Sequence[Program], units: Sequence[int], count: CountSystem | None) -> None:
        hands = self.boxes * max(1, self.rules.terms.split_hands)
        self._records = np.zeros((self.tables, RECORD_WORDS), np.uint64)
        self._hands = np.zeros((self.tables, hands * HAND_BYTES), np.uint8)
        self._boxes = np.zeros((self.tables, self.boxes * BOX_BYTES), np.uint8)
        self._shoes = np.zeros((self.tables, len(self.program.cards)), np.uint8)
        self._masks = np.ascontiguousarray(decision_masks(self.rules))
        self._points = np.array([points(card) if card < DECK_SIZE else 0 for card in range(64)], np.uint8)
        nets = [sum(row) for row in self.program.classes.nets] if self.program.sides else []
        self._side_nets = np.array([*nets, *[0] * (256 - len(nets))], np.int64)
        self._tags = np.array([*(count.tags if count else ()), *[0] * 64], np.int64)
        offers = {bet: offer_masks(self.rules, bet) for bet in self.bets}
        self._bets = np.array(
            [
                (kernel.address, program.unit, program.ante, unit, *astuple(offers[bet]))
                for kernel, program, unit, bet in zip(self._kernels, programs, units, self.bets, strict=True)
            ],
            np.uint64,
        )
        assert self._bets.shape[1] == len(BET_WORDS)
        settings = {
            "bets_at": self._bets.ctypes.data,
            "masks": self._masks.ctypes.data,
            "points": self._points.ctypes.data,
            "side_nets": self._side_nets.ctypes.data if self.program.sides else 0,
            "tags": self._tags.ctypes.data,
            "scale": count.scale if count else 1,
            "true_count": int(count is not None and WAYS[count.way] != RUNNING),
            "bets": len(self.bets),
            "boxes": self.boxes,
        }
        self._settings = np.array([settings[name] for name in TABLE_WORDS], np.uint64)
        arrays = (self._settings, self._records, self._hands, self._boxes)
        self._addresses = (*(array.ctypes.data for array in arrays), hands * HAND_BYTES)

    def reset(self, seed: int) -> None:
        """Gives every table a new shoe: a pure function of the seed and the table's number."""
        self._shoes[:] = self.program.cards
        records, cards = self._records, self._shoes.shape[1]
        first = self._shoes.ctypes.data + np.arange(self.tables, dtype=np.uint64) * np.uint64(cards)
        log = records[:, _place("log")].copy()
        records[:] = 0
        records[:, _place("log")] = log
        for name in ("first", "filled", "since"):
            records[:, _place(name)] = first
        records[:, _place("last")] = first + np.uint64(cards)
        records[:, _place("state")] = [state_of_piece(seed, table) for table in range(self.tables)]
        self._sampler[0] = np.uint64(state_of_piece(seed, self.tables)).astype(np.int64)
        for kernel in self._kernels:
            kernel.begin_later_shoes()
        _reset(*self._packed, self.masks, self._flags)

    def step(self, actions: NDArray[np.int64]) -> int:
        """Executes an action at every table; returns the number of illegal ones, whose tables stay as they are."""
        refused = self._step(*self._packed, self.masks, self._flags, actions)
        if any(kernel.stuck for kernel in self._kernels):
            raise NoCardsLeft("neither the shoe nor the discard rack holds a card: too few decks for so many boxes")
        return int(refused)

    def sample(self, actions: NDArray[np.int64]) -> None:
        """Writes a random legal action for every table."""
        _sample(self.masks, actions, self._sampler)

    def position(self, table: int) -> BoxPosition:
        """Returns where a table waits."""
        names = ("phase", "bet", "up", "shown_hand", "formed")
        phase, bet, up, hand, hands = (int(self._records[table, _place(name)]) for name in names)
        marks = self._hands[table, hand * HAND_BYTES : (hand + 1) * HAND_BYTES].tolist()
        cards, kind = tuple(marks[: marks[int(MARK["count"])]]), marks[int(MARK["kind"])]
        insured = (int(self.at_boxes[table]) - 1) * BOX_BYTES + int(BOX["insured"])
        return BoxPosition(phase, bet, cards, up, kind, hands, bool(self._boxes[table, insured]))

    def record_cards(self, capacity: int) -> NDArray[np.uint8]:
        """Returns an array in which each table logs its cards as its shoe ends, in the general kernel's format."""
        self._log = np.zeros((self.tables, capacity), np.uint8)
        self._records[:, _place("log")] = self._log.ctypes.data + np.arange(self.tables) * capacity
        return self._log

    def logged_cards(self, table: int) -> bytes:
        """Returns what a table logged, and the cards that it has drawn since."""
        written = int(self._records[table, _place("log")]) - int(self._log[table].ctypes.data)
        since, k, first = (int(self._records[table, _place(name)]) for name in ("since", "next_card", "first"))
        return self._log[table, :written].tobytes() + self._shoes[table, since - first : k - first].tobytes()


def _place(name: str) -> int:
    return int(RECORD[name]) // 8


def _program(
    rules: BlackjackRules, bet: int, sides: Mapping[str, int], boxes: int, count: CountSystem | None
) -> Program:
    """Returns the program of a bet size; raises NotSimulable for what the stepper does not play."""
    program = build(rules, ANY_CHART, stakes=(bet,), sides=sides, boxes=boxes)
    if program.words["double"]:
        raise NotSimulable("a double shoe, step by step", rules.cite("double_shoe"), rules.rulebook)
    for name, _ in program.sides:
        play = side_plays(rules)[name]
        if play.over_rounds or play.prizes_at is not None or program.meter is not None:
            what = f"the wager on {name}, step by step"
            raise NotSimulable(what, rules.sides[name].cite("offered", "settled"), rules.rulebook)
    if count is None:
        return program
    start = count.start(rules.terms.decks)
    return replace(program, count=CountSettings(count.tags, count.scale, start, WAYS[count.way]))
