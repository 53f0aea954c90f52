"""The rate of a run is that of play: its clock starts when the compiled code is loaded."""

from collections.abc import Callable, Mapping
from itertools import count

import pytest

from pitboss.compiled.native import Native
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.count_game import open_count
from pitboss.simulate.blackjack.game import Kernel, open_game
from pitboss.simulate.blackjack.ramp import read_ramp
from pitboss.simulate.roulette.game import build_wheel
from pitboss.simulate.run import SimulatedGame, Totals, Words, run
from pitboss.strategy.chart import basic_chart
from pitboss.strategy.count_systems import SYSTEMS
from tests.games.roulette.tables import table_rules

COMPILING, PLAYING = 100.0, 2.0


class SlowToStart:
    """A game with a fake clock: its first use takes long, as compiling does, and every whole piece takes some time."""

    counters: Mapping[str, int] = {"rounds": 1}
    rounds_of_a_piece = 10

    def __init__(self) -> None:
        self.now = 0.0
        self.compiled = False

    def player(self) -> "SlowToStart":
        return self

    def piece(self, seed: int, index: int, most: int | None = None) -> Words:
        self.now += 0 if self.compiled else COMPILING
        self.compiled = True
        if most is None:
            self.now += PLAYING
        return [self.rounds_of_a_piece if most is None else most]

    def standard_error(self, totals: Totals) -> float:
        return 0.0

    def identity(self) -> str:
        return "slow to start"


def test_compiling_is_not_counted_as_playing() -> None:
    game = SlowToStart()
    totals = run(game, 30, 1, clock=lambda: game.now)
    assert game.compiled
    assert totals.seconds == 3 * PLAYING
    on = run(game, 50, 1, start=totals, clock=lambda: game.now)
    assert on.seconds == 5 * PLAYING


def blackjack_rules() -> BlackjackRules:
    rules = resolve(load_rulebook("mbs-blackjack"), {}, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


def counted() -> SimulatedGame:
    rules = blackjack_rules()
    return open_count(rules, basic_chart(rules), SYSTEMS["hi-lo"], read_ramp("<=0:10 1:20"), boxes=2)


def played(kernel: Kernel, boxes: int = 1, **sides: int) -> SimulatedGame:
    rules = blackjack_rules()
    return open_game(rules, basic_chart(rules), kernel=kernel, boxes=boxes, sides=sides)


#: A game for each way in which pitboss simulate plays.
GAMES: dict[str, Callable[[], SimulatedGame]] = {
    "tables": lambda: played("tables"),
    "tables with sides": lambda: played("tables", boxes=3, pair=500),
    "conventional": lambda: played("conventional"),
    "counted": counted,
    "wheel": lambda: build_wheel(table_rules(), {("red", ""): 500}),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_clock_starts_when_the_kernel_is_loaded(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ticks = GAMES[name](), count()
    order: list[str] = []
    call, called = Native.__call__, set[int]()

    def calls(native: Native, *words: int) -> int:
        if id(native) not in called:  # in a new process it is loaded or compiled now
            called.add(id(native))
            order.append("load")
        return call(native, *words)

    def clock() -> float:
        order.append("clock")
        return float(next(ticks))

    monkeypatch.setattr(Native, "__call__", calls)
    run(game, game.rounds_of_a_piece + 1_000, 3, workers=2, clock=clock)
    assert order.count("clock") > 2
    assert "load" in order
    assert "load" not in order[order.index("clock") :]
