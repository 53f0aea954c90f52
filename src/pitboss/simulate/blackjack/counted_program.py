"""A program whose player counts cards."""

from collections.abc import Sequence

from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.law.choices import ShoeKind
from pitboss.simulate.blackjack.program import Program
from pitboss.strategy.chart import Chart, require_countless
from pitboss.strategy.count_settings import CountSettings
from pitboss.strategy.count_systems import MOST_COUNT, WAYS, CountError, CountSystem
from pitboss.strategy.hand_classes import NotSimulable


def with_count(program: Program, system: CountSystem, way: str = "", insure_at: int | None = None) -> Program:
    """Returns the program with a counting player who wagers the same; raises NotSimulable if a count has no meaning.

    ``way`` is one of WAYS, by default that of the system. With ``insure_at``, insurance is taken if the count after the
    deal is at least that; the chart must insure. A chart with moves by count is played by the count.
    """
    if way and way not in WAYS:
        raise CountError(f"'{way}' is not a way to read a count: write {', '.join(WAYS)}")
    _refuse(program)
    if insure_at is not None and abs(insure_at) > MOST_COUNT:
        raise CountError(f"insurance at a count of {insure_at}: no count is beyond {MOST_COUNT}")
    if len(program.stakes) > 1 and (insure_at is not None or program.chart.by_count):
        rules, what = program.rules, "a chart" if program.chart.by_count else "insurance"
        raise NotSimulable(f"{what} by the count on several dealer hands", rules.cite("spot_wagers"), rules.rulebook)
    if insure_at is not None and not program.words["insures"]:
        raise CountError(str(program.rules.refuse("insurance", "no insurance is taken on such a wager")))
    decks = len(program.cards) // len(full_shoe(1, program.rules.terms.ranks_removed))
    counting = CountSettings(
        tags=system.tags,
        scale=system.scale,
        start=system.start(decks),
        way=WAYS[way or system.way],
        insure_at=insure_at,
    )
    return replace(program, count=counting)


def with_others(program: Program, others: Sequence[Chart], seat: int = 0) -> Program:
    """Returns the program with other players, each with a chart, on as many of the boxes that it was built for.

    ``seat`` is the player's first box, by default behind all others. They wager the same, never insure, and none of
    their results is counted. Raises CountError for a seat that there is not.
    """
    if not others:
        return program
    own = program.boxes - len(others)
    before = len(others) if seat == 0 else seat - 1
    if not 0 <= before <= len(others):
        raise CountError(f"box {seat}: with {len(others)} other players write 1 to {len(others) + 1}")
    if len(program.stakes) > 1:
        what = "other players at a table with several dealer hands"
        raise NotSimulable(what, program.rules.cite("spot_wagers"), program.rules.rulebook)
    for chart in others:
        require_countless(chart)
    seats = (*others[:before], *(None,) * own, *others[before:])
    words = program.words | {"own_first": before, "own_end": before + own}
    return replace(program, boxes=own, seats=seats, words=words)


def _refuse(program: Program) -> None:
    rules = program.rules
    if program.words["every_round"]:
        what = "a count where the cards are shuffled before every round: it says nothing"
        raise NotSimulable(what, rules.cite("shoe") if program.words["continuous"] else (), rules.rulebook)
    if rules.terms.shoe is ShoeKind.DOUBLE:
        raise NotSimulable("a count of two shoes at once", rules.cite("double_shoe"), rules.rulebook)
    late = [program.sides[streak.column - 1][0] for streak in program.streaks]
    if program.meter is not None:
        late.append(program.sides[program.meter.column - 1][0])
    if late:
        what = f"a count beside {late[0]}, which lasts for rounds or is paid from a meter"
        raise NotSimulable(what, rules.sides[late[0]].cite("offered", "settled"), rules.rulebook)
