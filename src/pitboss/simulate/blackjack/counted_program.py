"""A program whose player counts cards."""

from msgspec.structs import replace

from pitboss.cards import full_shoe
from pitboss.law.choices import ShoeKind
from pitboss.simulate.blackjack.program import Program
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
