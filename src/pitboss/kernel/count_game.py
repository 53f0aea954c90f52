"""A table at which somebody counts, as a game that can be run: the conventional kernel plays it."""

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pitboss.kernel.count_settings import BINS, words_of_a_bin
from pitboss.kernel.count_systems import CountError, CountSystem, with_count
from pitboss.kernel.games import ConventionalGame, ConventionalPlayer, conventional_game
from pitboss.kernel.program import Program, build
from pitboss.kernel.ramp import Ramp, Worth, bins_of, check_proportion, evaluate
from pitboss.kernel.run import Totals
from pitboss.kernel.strategy import Chart
from pitboss.law.resolve import BlackjackRules
from pitboss.money import amount_text


class CountGame(Struct, frozen=True):
    """The table, played with the least wager of the ramp; and a program for each of its wagers."""

    table: ConventionalGame
    system: CountSystem
    way: str
    ramp: Ramp
    wagers: dict[int, Program]

    @property
    def counters(self) -> Mapping[str, int]:
        """What is counted at any table, and behind it the bins by count."""
        return {**self.table.counters, "bins": BINS * words_of_a_bin(len(self.table.program.sides))}

    @property
    def rounds_of_a_piece(self) -> int:
        """As at any table."""
        return self.table.rounds_of_a_piece

    def player(self) -> ConventionalPlayer:
        """Memory for one thread."""
        return self.table.player()

    def standard_error(self, totals: Totals) -> float:
        """Of the main game's expectation, at the same wager for every count."""
        return self.table.standard_error(totals)

    def identity(self) -> str:
        """The table and the count; a ramp changes nothing of what is played."""
        return f"{self.table.identity()} {self.table.program.count}"

    def worth(self, totals: Totals) -> Worth:
        """What the ramp brings."""
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
) -> CountGame:
    """The game; NotSimulable where it cannot be counted, ValueError where a wager of the ramp may not be made."""
    insure_at = chart.insure_at if insure_at is None else insure_at
    if insure_at is not None:
        chart = replace(chart, insure=True)
    if not all(ramp.wagers):
        least = amount_text(rules.limits.minimum)
        raise ValueError(str(rules.refuse("limits", f"a main wager is {least} at least", "limit_breach")))

    def made(wager: int) -> Program:
        stakes = (wager,) * spots
        return build(rules, chart, stakes=stakes, sides=sides, boxes=boxes, shuffle_every_round=shuffle_every_round)

    wagers = {wager: made(wager) for wager in sorted(set(ramp.wagers))}
    program, *others = wagers.values()
    for other in others:
        check_proportion(program, other)
    program = with_count(program, system, way, insure_at)
    return CountGame(conventional_game(program), system, way or system.way, ramp, wagers)


def flat(wager: int) -> Ramp:
    """The same wager at every count."""
    return Ramp(0, (wager,))


def spots_of(stakes: Sequence[int]) -> int:
    """On how many spots the same wager lies; CountError where they differ."""
    if len(set(stakes)) > 1:
        raise CountError("with a count the same wager lies on every spot")
    return max(1, len(stakes))
