"""A table of blackjack as a game that can be run: by the fast kernel wherever its tables hold the rules, else by the
conventional one. Both count the same things, and what is told of a run does not depend on which of them played."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from msgspec import Struct

from pitboss.kernel.classes import NotSimulable
from pitboss.kernel.counters import words_of
from pitboss.kernel.counts import Counts, Flight
from pitboss.kernel.layout import COUNTERS, OUT, OUT_WORDS, TOP_WORDS
from pitboss.kernel.machine import MOST_ROUNDS, Machine, side_tops, side_units
from pitboss.kernel.program import Program, build
from pitboss.kernel.report import METER_WORDS, Setting, standard_error
from pitboss.kernel.run import Totals, Words, add_words
from pitboss.kernel.running_out import finish, play_rest, rest_of
from pitboss.kernel.strategy import Chart, played_blindly
from pitboss.kernel.tables import Tables, compile_tables
from pitboss.law.resolve import BlackjackRules

Kernel = Literal["tables", "conventional"]

#: Rounds in a piece, about: so many squares of results fit into a word, and so few take no time.
_ROUNDS: Final = 2**20
#: Cards that a hand takes, about.
_CARDS_OF_A_HAND: Final = 2.7
#: Of the shoes that are expected to hold a number of rounds, so many seldom hold more.
_NEARLY: Final = 0.94
#: A shoe that runs out in a round is finished by the engine, thousands of times slower: so many tries show whether that
#: is rare enough, one in so many.
_TRIES, _SELDOM = 2_000, 500
_ROUNDS_AT: Final = int(OUT["rounds"]) // 8


class ConventionalGame(Struct, frozen=True):
    """A table for the conventional kernel."""

    program: Program
    setting: Setting

    @property
    def kernel(self) -> Kernel:
        """Who plays."""
        return "conventional"

    @property
    def counters(self) -> Mapping[str, int]:
        """What is counted; last, where there is a meter, by how much it shows more than at first, and by how much it
        has paid more than what it is reset to, in the sum of results and in their squares."""
        return COUNTERS if self.program.meter is None else {**COUNTERS, "meter": METER_WORDS}

    @property
    def rounds_of_a_piece(self) -> int:
        """Every piece but the last has so many."""
        return _ROUNDS

    def player(self) -> "ConventionalPlayer":
        """Memory for one thread."""
        return ConventionalPlayer(self.program)

    def standard_error(self, totals: Totals) -> float:
        """Of the main game's expectation."""
        return standard_error(self.setting, totals)

    def identity(self) -> str:
        """The table, the chart, the wagers and who plays."""
        return self.setting.identity(self.kernel)

    def fold(self, words: tuple[int, ...], more: Words) -> tuple[int, ...]:
        """Adds a piece; the top awards that it notes are paid from the meter as it stands after all pieces before."""
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


class ConventionalPlayer:
    """Pieces of a fixed number of rounds, at several tables one after the other that open with a fresh shoe each."""

    def __init__(self, program: Program) -> None:
        self._machine = Machine(program)

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        """A whole piece, or its first rounds."""
        rounds = _ROUNDS if most is None else min(most, _ROUNDS)
        table, done, tops = index * (_ROUNDS // MOST_ROUNDS), 0, []
        total: Any = 0
        while done < rounds:
            counts = self._machine.play(min(rounds - done, MOST_ROUNDS), seed, table)
            total = total + counts.words
            tops += [word for first, *more in counts.tops for word in (first + done, *more)]
            table, done = table + 1, done + MOST_ROUNDS
        return [*total.tolist(), *tops]


class TablesGame(Struct, frozen=True):
    """A table for the fast kernel."""

    tables: Tables
    setting: Setting

    @property
    def kernel(self) -> Kernel:
        """Who plays."""
        return "tables"

    @property
    def counters(self) -> Mapping[str, int]:
        """The same as of the other kernel."""
        return COUNTERS

    @property
    def shoes_of_a_piece(self) -> int:
        """Pieces are cut by shoes, each of which is seeded by its number."""
        tables = self.tables
        cards = _CARDS_OF_A_HAND * (tables.boxes + 1)
        rounds = 1.0 if tables.every_round else max(1.0, (tables.limit - tables.burnt) / cards)
        return max(1, int(_ROUNDS // tables.boxes / rounds))

    @property
    def rounds_of_a_piece(self) -> int:
        """Nearly; shoes bring more rounds or fewer."""
        return _ROUNDS // self.tables.boxes

    def player(self) -> "TablesPlayer":
        """Memory for one thread."""
        return TablesPlayer(self)

    def standard_error(self, totals: Totals) -> float:
        """Of the main game's expectation."""
        return standard_error(self.setting, totals)

    def identity(self) -> str:
        """The table, the chart, the wagers and who plays."""
        return self.setting.identity(self.kernel)


class TablesPlayer:
    """Pieces of whole shoes."""

    def __init__(self, game: TablesGame) -> None:
        self._game, self._flight = game, Flight(game.tables)
        self._shoes = game.shoes_of_a_piece

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        """A whole piece, or its first rounds."""
        first, last = index * self._shoes, (index + 1) * self._shoes
        counts = self._run(seed, first, last) if most is None else self._part(seed, first, last, most)
        words: list[int] = words_of(self._game.tables, counts).tolist()
        return words

    def _run(self, seed: int, first: int, last: int) -> Counts:
        counts = self._flight.run(seed, first, last)
        return finish(self._game.setting.rules, self._game.setting.chart, self._flight, seed, counts)

    def _rounds(self, counts: Counts) -> int:
        return counts.boxes // self._game.tables.boxes

    def _part(self, seed: int, first: int, last: int, most: int) -> Counts:
        """The first rounds of these shoes: nearly all at once, the rest in ever smaller steps, until the last lies
        within one shoe."""
        found = self._run(seed, first, first)
        shoes_of_a_round, largest = self._shoes / self._game.rounds_of_a_piece, last - first
        while last > first and most > 0:
            step = max(1, min(last - first, largest, int(most * shoes_of_a_round * _NEARLY)))
            counts = self._run(seed, first, first + step)
            rounds = self._rounds(counts)
            if rounds <= most:
                found, first, most = found + counts, first + step, most - rounds
            elif step == 1:
                return found + self._first_rounds(seed, first, most)
            else:
                largest = step // 2
        return found

    def _first_rounds(self, seed: int, number: int, most: int) -> Counts:
        """The first rounds of one shoe."""
        setting, tables = self._game.setting, self._game.tables
        shoe = self._flight.shoe(seed, number)
        found, out = self._run(seed, number, number), tables.burnt
        for counts, after in self._flight.rounds_of(shoe):
            if self._rounds(found) == most or after > tables.cards:
                break
            found, out = found + counts, after
        found.totals[0], found.totals[1] = out - tables.burnt, 1
        left = most - self._rounds(found)
        if left:
            dice = rest_of(seed, number)
            found.rest += play_rest(setting.rules, setting.chart, tables, shoe.tolist(), out, dice, left)
        return found


BlackjackGame = ConventionalGame | TablesGame


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
    """The game, for the fast kernel if it can; NotSimulable, or ValueError where such wagers may not be made.

    Without stakes, the minimum lies on as many spots as must be wagered on.
    """
    played_blindly(chart)
    if kernel != "conventional":
        try:
            return _tables_game(rules, chart, stakes, dict(sides or {}), boxes, every_round=shuffle_every_round)
        except ValueError:
            if kernel == "tables":
                raise
            # the conventional kernel plays it, or says better why not
    program = build(rules, chart, stakes=stakes, sides=sides, boxes=boxes, shuffle_every_round=shuffle_every_round)
    return conventional_game(program)


def conventional_game(program: Program) -> ConventionalGame:
    """The game of a program."""
    words = program.words
    setting = Setting(
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
    return ConventionalGame(program, setting)


def _tables_game(
    rules: BlackjackRules,
    chart: Chart,
    stakes: Sequence[int],
    sides: Mapping[str, int],
    boxes: int,
    *,
    every_round: bool,
) -> TablesGame:
    if len(stakes) > 1:
        raise NotSimulable("several main wagers on a box", rules.cite("spots"), rules.rulebook)
    stake = stakes[0] if stakes else rules.limits.minimum
    if not rules.limits.minimum <= stake:
        raise ValueError("below the minimum")
    tables = compile_tables(rules, chart, stake, sides, boxes=boxes, every_round=every_round)
    if len(Flight(tables).run(0, 0, _TRIES).out) * _SELDOM > _TRIES:
        raise NotSimulable("shoes that often run out in a round", rules.cite("empty_shoe"), rules.rulebook)
    setting = Setting(
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
    return TablesGame(tables, setting)
