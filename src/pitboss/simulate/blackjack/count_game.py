"""A table with a card counter as a simulated game; the general kernel plays it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text
from pitboss.simulate.blackjack.counted_program import with_count, with_others
from pitboss.simulate.blackjack.game import GeneralGame, GeneralPlayer, general_game
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.ramp import Ramp, RampValue, bins_of, check_proportion, evaluate
from pitboss.simulate.run import Totals
from pitboss.strategy.chart import Chart
from pitboss.strategy.count_settings import BINS, bin_size
from pitboss.strategy.count_systems import CountError, CountSystem


class CountGame(Struct, frozen=True):
    """The table, played with the smallest wager of the ramp, and a program for each of its wagers."""

    table: GeneralGame
    system: CountSystem
    way: str
    ramp: Ramp
    wagers: dict[int, Program]

    @property
    def counters(self) -> Mapping[str, int]:
        """The counters of any table, followed by the bins by count."""
        return {**self.table.counters, "bins": BINS * bin_size(len(self.table.program.sides))}

    @property
    def rounds_of_a_piece(self) -> int:
        """The number of rounds in a piece, as at any table."""
        return self.table.rounds_of_a_piece

    def player(self) -> GeneralPlayer:
        """Returns a player for one thread."""
        return self.table.player()

    def standard_error(self, totals: Totals) -> float:
        """Returns the standard error of the main game's expectation, with the same wager at every count."""
        return self.table.standard_error(totals)

    def identity(self) -> str:
        """Returns the identity of the table and the count; the ramp does not change the play."""
        program = self.table.program
        return f"{self.table.identity()} {program.count}" + (f" {program.seats}" if program.seats else "")

    def worth(self, totals: Totals) -> RampValue:
        """Returns the value of the ramp."""
        return evaluate(self.table.program, self.wagers, bins_of(self.table.program, totals.of("bins")), self.ramp)


def open_count(
    rules: BlackjackRules,
    chart: Chart,
    system: CountSystem,
    ramp: Ramp,
    *,
    way: str = "",
    insure_at: int | None = None,
    sides: Mapping[str, int] | None = None,
    boxes: int = 1,
    spots: int = 1,
    shuffle_every_round: bool = False,
    others: Sequence[Chart] = (),
    seat: int = 0,
) -> CountGame:
    """Builds the game. Raises NotSimulable if it cannot be counted, ValueError if a wager of the ramp is refused.

    ``others`` are the charts of other players, ``seat`` the first box of the one who counts, behind them by default.
    """
    insure_at = chart.insure_at if insure_at is None else insure_at
    if insure_at is not None:
        chart = replace(chart, insure=True)
    if not any(ramp.wagers):
        least = amount_text(rules.limits.minimum)
        raise ValueError(str(rules.refuse("limits", f"a main wager is {least} at least", "limit_breach")))
    if not all(ramp.wagers) and any((sides or {}).values()):
        raise ValueError("with a wager of 0 at some counts there are no side wagers: they would be made at every count")

    def program_for(wager: int) -> Program:
        stakes = (wager,) * spots
        every, all_boxes = shuffle_every_round, boxes + len(others)
        program = build(rules, chart, stakes=stakes, sides=sides, boxes=all_boxes, shuffle_every_round=every)
        return with_others(program, others, seat)

    wagers = {wager: program_for(wager) for wager in sorted({*ramp.wagers} - {0})}
    program, *larger = wagers.values()
    for other in larger:
        check_proportion(program, other)
    program = with_count(program, system, way, insure_at)
    return CountGame(general_game(program), system, way or system.way, ramp, wagers)


def flat(wager: int) -> Ramp:
    """Returns a ramp with the same wager at every count."""
    return Ramp(0, (wager,))


def spots_of(stakes: Sequence[int]) -> int:
    """Returns the number of spots with a wager; raises CountError if the wagers differ."""
    if len(set(stakes)) > 1:
        raise CountError("with a count, every spot needs the same wager")
    return max(1, len(stakes))
