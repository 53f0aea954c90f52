"""A blackjack table as a simulated game: for the fast kernel if its tables can hold the rules, otherwise for the
general kernel. Both kernels have the same counters, and the report does not depend on the kernel.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.games.blackjack.state import Wager
from pitboss.law.resolve import BlackjackRules
from pitboss.law.rules_check import require_rules
from pitboss.law.terms import BlackjackTerms
from pitboss.simulate.blackjack.fast.counters import words_of
from pitboss.simulate.blackjack.fast.runs import FastCounts, FastKernel
from pitboss.simulate.blackjack.fast.shoe_exhausted import dice_of_shoe, finish_shoes, play_rest
from pitboss.simulate.blackjack.fast.tables import FastTables, tables_or_refusal
from pitboss.simulate.blackjack.general.layout import COUNTERS, OUT, OUT_WORDS, TOP_WORDS
from pitboss.simulate.blackjack.general.memory_image import MOST_ROUNDS, GeneralKernel, side_tops, side_units
from pitboss.simulate.blackjack.program import Program, build, place_wagers
from pitboss.simulate.blackjack.report import METER_WORDS, SimulationSettings, standard_error
from pitboss.simulate.run import Totals, Words, add_words
from pitboss.strategy.chart import Chart, require_countless
from pitboss.strategy.hand_classes import NotSimulable

Kernel = Literal["tables", "conventional"]

#: The approximate number of rounds in a piece, so that sums of squared results fit into a word.
_ROUNDS: Final = 2**20
#: The approximate number of cards in a hand.
_CARDS_OF_A_HAND: Final = 2.7
#: The fraction of the expected number of shoes that rarely exceeds a given number of rounds.
_NEARLY: Final = 0.94
#: The engine finishes a shoe that runs out in a round, thousands of times slower. A trial of ``_TRIES`` shoes checks
#: that at most one in ``_SELDOM`` runs out.
_TRIES, _SELDOM = 2_000, 500
_ROUNDS_AT: Final = int(OUT["rounds"]) // 8


class GeneralGame(Struct, frozen=True):
    """A table for the general kernel."""

    program: Program
    setting: SimulationSettings

    @property
    def kernel(self) -> Kernel:
        """The name of the kernel in reports and checkpoints."""
        return "conventional"

    @property
    def counters(self) -> Mapping[str, int]:
        """The counters.

        With a meter, the last three are its change since the start, and the payments above the reset amount in the sum
        of results and in their squares.
        """
        return COUNTERS if self.program.meter is None else {**COUNTERS, "meter": METER_WORDS}

    @property
    def rounds_of_a_piece(self) -> int:
        """The number of rounds in every piece but the last."""
        return _ROUNDS

    def player(self) -> "GeneralPlayer":
        """Returns a player for one thread."""
        return GeneralPlayer(self.program)

    def standard_error(self, totals: Totals) -> float:
        """Returns the standard error of the main game's expectation."""
        return standard_error(self.setting, totals)

    def identity(self) -> str:
        """Returns a text that identifies the table, the chart, the wagers and the kernel."""
        return self.setting.identity(self.kernel)

    def fold(self, words: tuple[int, ...], more: Words) -> tuple[int, ...]:
        """Adds a piece. Its top awards are paid from the meter's amount after all pieces before it."""
        meter = self.program.meter
        if meter is None:
            return add_words(words, more)
        counted, tail = list(more[:OUT_WORDS]), more[OUT_WORDS:]
        tops = [tail[start : start + TOP_WORDS] for start in range(0, len(tail), TOP_WORDS)]
        over, above, squares = words[-METER_WORDS:]
        paid, shown = meter.pay(meter.initial + over, counted[_ROUNDS_AT], tops)
        meter.settle(counted, paid, tops)
        added = meter.above_reset(paid, tops)
        return (*add_words(words[:-METER_WORDS], counted), shown - meter.initial, above + added[0], squares + added[1])


class GeneralPlayer:
    """Plays pieces of a fixed number of rounds, at consecutive tables that each open with a fresh shoe."""

    def __init__(self, program: Program) -> None:
        self._memory = GeneralKernel(program)

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        """Plays a whole piece, or its first rounds."""
        rounds = _ROUNDS if most is None else min(most, _ROUNDS)
        table, done, tops = index * (_ROUNDS // MOST_ROUNDS), 0, []
        total: Any = 0
        while done < rounds:
            counts = self._memory.play(min(rounds - done, MOST_ROUNDS), seed, table)
            total = total + counts.words
            tops += [word for first, *more in counts.tops for word in (first + done, *more)]
            table, done = table + 1, done + MOST_ROUNDS
        return [*total.tolist(), *tops]


class FastGame(Struct, frozen=True):
    """A table for the fast kernel."""

    tables: FastTables
    setting: SimulationSettings

    @property
    def kernel(self) -> Kernel:
        """The name of the kernel in reports and checkpoints."""
        return "tables"

    @property
    def counters(self) -> Mapping[str, int]:
        """The counters; the same as those of the general kernel."""
        return COUNTERS

    @property
    def shoes_of_a_piece(self) -> int:
        """The number of shoes in a piece; each shoe is seeded by its index."""
        tables = self.tables
        cards = _CARDS_OF_A_HAND * (tables.boxes + 1)
        rounds = 1.0 if tables.every_round else max(1.0, (tables.limit - tables.burnt) / cards)
        return max(1, int(_ROUNDS // tables.boxes / rounds))

    @property
    def rounds_of_a_piece(self) -> int:
        """The approximate number of rounds in a piece; shoes vary."""
        return _ROUNDS // self.tables.boxes

    def player(self) -> "FastPlayer":
        """Returns a player for one thread."""
        return FastPlayer(self)

    def standard_error(self, totals: Totals) -> float:
        """Returns the standard error of the main game's expectation."""
        return standard_error(self.setting, totals)

    def identity(self) -> str:
        """Returns a text that identifies the table, the chart, the wagers and the kernel."""
        return self.setting.identity(self.kernel)


class FastPlayer:
    """Plays pieces of whole shoes."""

    def __init__(self, game: FastGame) -> None:
        self._game, self._memory = game, FastKernel(game.tables)
        self._shoes = game.shoes_of_a_piece

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        """Plays a whole piece, or its first rounds."""
        first, last = index * self._shoes, (index + 1) * self._shoes
        counts = self._run(seed, first, last) if most is None else self._part(seed, first, last, most)
        words: list[int] = words_of(self._game.tables, counts).tolist()
        return words

    def _run(self, seed: int, first: int, last: int) -> FastCounts:
        counts = self._memory.run(seed, first, last)
        return finish_shoes(self._game.setting.rules, self._game.setting.chart, self._memory, seed, counts)

    def _rounds(self, counts: FastCounts) -> int:
        return counts.boxes // self._game.tables.boxes

    def _part(self, seed: int, first: int, last: int, most: int) -> FastCounts:
        """Plays the first rounds of these shoes.

        Most of them are one batch; smaller batches follow until the last round is within one shoe.
        """
        counted = self._run(seed, first, first)
        shoes_of_a_round, largest = self._shoes / self._game.rounds_of_a_piece, last - first
        while last > first and most > 0:
            step = max(1, min(last - first, largest, int(most * shoes_of_a_round * _NEARLY)))
            counts = self._run(seed, first, first + step)
            rounds = self._rounds(counts)
            if rounds <= most:
                counted, first, most = counted + counts, first + step, most - rounds
            elif step == 1:
                return counted + self._first_rounds(seed, first, most)
            else:
                largest = step // 2
        return counted

    def _first_rounds(self, seed: int, number: int, most: int) -> FastCounts:
        """Plays the first rounds of one shoe."""
        setting, tables = self._game.setting, self._game.tables
        shoe = self._memory.shoe(seed, number)
        counted, out = self._run(seed, number, number), tables.burnt
        for counts, after in self._memory.rounds_of(shoe):
            if self._rounds(counted) == most or after > tables.cards:
                break
            counted, out = counted + counts, after
        counted.totals[0], counted.totals[1] = out - tables.burnt, 1
        left = most - self._rounds(counted)
        if left:
            dice = dice_of_shoe(seed, number)
            counted.rest += play_rest(setting.rules, setting.chart, tables, shoe.tolist(), out, dice, left)
        return counted


BlackjackGame = GeneralGame | FastGame


def open_game(
    rules: BlackjackRules,
    chart: Chart,
    *,
    stakes: Sequence[int] = (),
    sides: Mapping[str, int] | None = None,
    boxes: int = 1,
    shuffle_every_round: bool = False,
    kernel: Kernel | None = None,
) -> BlackjackGame:
    """Builds the game, for the fast kernel if possible. Raises NotSimulable, or ValueError for refused wagers.

    Without stakes, the minimum is wagered on as many spots as are required.
    """
    require_rules(rules, BlackjackTerms)
    require_countless(chart)
    wagers = place_wagers(rules, stakes=stakes, sides=sides, boxes=boxes)
    if kernel != "conventional":
        game = _fast_game(rules, chart, wagers, boxes, every_round=shuffle_every_round)
        if isinstance(game, FastGame):
            return game
        if kernel == "tables":
            raise game
    program = build(rules, chart, stakes=stakes, sides=sides, boxes=boxes, shuffle_every_round=shuffle_every_round)
    return general_game(program)


def general_game(program: Program) -> GeneralGame:
    """Builds the game of a program."""
    words = program.words
    setting = SimulationSettings(
        rules=program.rules,
        chart=program.chart,
        boxes=program.boxes,
        stakes=program.stakes,
        sides=program.sides,
        ante=program.ante,
        unit=program.unit,
        side_units=side_units(program),
        side_tops=side_tops(program),
        insured=sum(words[f"insured_{spot}"] for spot in (1, 2, 3)) * program.unit,
        every_round=bool(words["every_round"]),
        streaks=tuple(streak.column for streak in program.streaks),
        metered=program.meter.column if program.meter is not None else 0,
    )
    return GeneralGame(program, setting)


def _fast_game(
    rules: BlackjackRules,
    chart: Chart,
    wagers: Sequence[Wager],
    boxes: int,
    *,
    every_round: bool,
) -> FastGame | NotSimulable:
    """Returns the game, or the reason if the tables cannot hold it. A layout error is not caught."""
    stakes = [bet.amount for bet in wagers if bet.kind == "main"]
    sides = {bet.kind: bet.amount for bet in wagers if bet.kind not in ("main", "ante")}
    if len(stakes) > 1:
        return NotSimulable("several main wagers on a box", rules.cite("spots"), rules.rulebook)
    stake = stakes[0]
    tables = tables_or_refusal(rules, chart, stake, sides, boxes=boxes, every_round=every_round)
    if isinstance(tables, NotSimulable):
        return tables
    if len(FastKernel(tables).run(0, 0, _TRIES).out) * _SELDOM > _TRIES:
        return NotSimulable("shoes that often run out in a round", rules.cite("empty_shoe"), rules.rulebook)
    setting = SimulationSettings(
        rules=rules,
        chart=chart,
        boxes=boxes,
        stakes=(stake,),
        sides=tuple(sides.items()),
        ante=tables.ante,
        unit=tables.measure,
        side_units=tables.side_measures,
        side_tops=tuple(tables.sides.nets.max(axis=0).tolist()),
        every_round=tables.every_round,
    )
    return FastGame(tables, setting)
