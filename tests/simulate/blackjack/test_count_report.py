"""The report of a count against independent figures: the engine's play, closed formulas, and the spread over seeds.

Nothing here is computed with the code of the report: rounds come from the engine, which is played by the definitions.
"""

from math import exp, sqrt
from statistics import fmean, pstdev, stdev

import pytest
from msgspec import Struct

from pitboss.games.blackjack import act, open_state
from pitboss.games.blackjack import commands as cmd
from pitboss.games.blackjack.state import Stage
from pitboss.law import Refusal
from pitboss.simulate.blackjack.count_game import CountGame
from pitboss.simulate.blackjack.count_report import as_json, as_rows
from pitboss.simulate.blackjack.general.layout import OUT_WORDS
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel, RecordedRounds
from pitboss.simulate.blackjack.ramp import RampValue, bins_of, evaluate, read_ramp
from pitboss.simulate.run import run
from pitboss.strategy.chart import choose
from tests.agreement.both import PURSE
from tests.simulate.blackjack.test_counting import HI_LO, RAMP, CountedCards, game_of

#: Tables by number of boxes, with side wagers and with several dealer's hands.
TABLES = [
    ("nz-blackjack", 1, {"perfect_pairs": 100}, {"perfect_pairs": "scale_two"}),
    ("nz-blackjack", 2, {}, {}),
    ("mbs-blackjack", 3, {"pair": 500}, {}),
    ("canberra-blackjack", 2, {}, {}),
    ("nz-blackjack", 2, {}, {"antes_up": "true", "ante_amount": "1", "ante_waiver": "40"}),
    ("canberra-blackjack", 2, {}, {"triple_play": "true"}),
    ("tribal-blackjack", 1, {}, {"multiple_action": "true", "multiple_action_wagers": "3"}),
]
ROUNDS = 800


class EngineRound(Struct, frozen=True):
    """A round at the engine's table, in cents, over all boxes."""

    count: int
    #: The main wagers that lay before the deal.
    wagered: int
    #: The results, with doubles, splits and insurance.
    main: int
    #: What the players had more after the round, with side wagers and antes.
    won: int


def engine_rounds(game: CountGame, record: RecordedRounds, rounds: int) -> list[EngineRound]:
    """Replays the recorded cards on the engine with players who count and wager by the ramp."""
    program, found = game.table.program, []
    rules, cards = program.rules, CountedCards(program, record)
    state, _ = open_state(rules, cards)

    def do(command: cmd.Command) -> None:
        done = act(rules, state, command, cards)
        assert not isinstance(done, Refusal), f"{command}: {done}"
        cards.watch(done)

    names = [f"p{box}" for box in range(1, program.boxes + 1)]
    for name in names:
        do(cmd.JoinTable(player=name, money=PURSE))
    for _ in range(rounds):
        before, number, placed = sum(state.money.values()), state.round, 0
        while state.stage == Stage.BETTING and state.round == number:  # again where the cards are shuffled first
            count = cards.count(HI_LO, "floor")
            wager = game.ramp.at(count)
            ante = game.wagers[wager].ante
            sides = (*program.sides, *((("ante", ante),) if ante else ()))
            for box, name in enumerate(names, 1):
                if wager != placed:
                    do(cmd.PlaceBet(player=name, box=box, amounts=(wager,) * len(program.stakes), sides=sides))
            placed = wager
            do(cmd.Deal())
        while state.stage != Stage.BETTING:
            do(choose(program.chart, rules, state))
        main = sum(one.result or 0 for one in state.wagers if one.kind in ("main", "double", "insurance"))
        wagered = placed * len(program.stakes) * len(names)
        found.append(EngineRound(count, wagered, main, sum(state.money.values()) - before))
    return found


def played(game: CountGame, seed: int) -> tuple[RampValue, list[EngineRound]]:
    """Returns the report of some rounds, and the same rounds at the engine's table."""
    record = GeneralKernel(game.table.program).record(ROUNDS, seed, 0)
    bins = bins_of(game.table.program, record.counts.words[OUT_WORDS:].tolist())
    return evaluate(game.table.program, game.wagers, bins, game.ramp), engine_rounds(game, record, ROUNDS)


@pytest.mark.parametrize(("book", "boxes", "sides", "choices"), TABLES)
def test_the_figures_by_count_are_those_of_the_engines_rounds(
    book: str, boxes: int, sides: dict[str, int], choices: dict[str, str]
) -> None:
    game = game_of(book, read_ramp(RAMP), choices, boxes=boxes, sides=sides)
    worth, rounds = played(game, 3)
    by_count: dict[int, list[float]] = {}
    for one in rounds:
        # the main game's result per unit wagered before the deal on all boxes and spots
        by_count.setdefault(one.count, []).append(one.main / one.wagered)
    assert [at.count for at in worth.counts] == sorted(by_count)
    for at in worth.counts:
        units = by_count[at.count]
        mean = fmean(units)
        deviation = sqrt(fmean([(unit - mean) ** 2 for unit in units]))
        assert (at.rounds, at.frequency) == (len(units), len(units) / ROUNDS)
        assert at.wager == game.ramp.at(at.count)
        assert at.main.expectation == pytest.approx(mean, abs=1e-12)
        assert at.main.deviation == pytest.approx(deviation, abs=1e-9)
        assert at.main.standard_error == pytest.approx(deviation / sqrt(len(units)), abs=1e-9)


@pytest.mark.parametrize(("book", "boxes", "sides", "choices"), TABLES)
def test_the_whole_is_what_the_engines_players_won_and_wagered(
    book: str, boxes: int, sides: dict[str, int], choices: dict[str, str]
) -> None:
    game = game_of(book, read_ramp(RAMP), choices, boxes=boxes, sides=sides)
    worth, rounds = played(game, 4)
    mean = fmean([one.won for one in rounds])
    variance = fmean([(one.won - mean) ** 2 for one in rounds])
    assert worth.rounds == len(rounds)
    assert worth.expectation == pytest.approx(mean)
    assert worth.deviation == pytest.approx(sqrt(variance))
    assert worth.standard_error == pytest.approx(sqrt(variance / len(rounds)))
    assert worth.average_wager == pytest.approx(fmean([one.wagered for one in rounds]))
    assert worth.per_unit == pytest.approx(sum(one.main for one in rounds) / sum(one.wagered for one in rounds))


@pytest.mark.parametrize("boxes", [1, 2, 3])
def test_the_report_for_programs_is_in_dollars_a_hand_and_a_round(boxes: int) -> None:
    game = game_of("mbs-blackjack", read_ramp(RAMP), boxes=boxes)
    worth, rounds = played(game, 5)
    plain = as_json(game, worth, 1_000_000)
    won, wagered = fmean([one.won for one in rounds]), fmean([one.wagered for one in rounds])
    deviation = sqrt(fmean([(one.won - won) ** 2 for one in rounds]))
    assert plain["expectation"] == pytest.approx(won / 100)
    assert plain["standard_error"] == pytest.approx(deviation / sqrt(ROUNDS) / 100)
    assert plain["deviation"] == pytest.approx(deviation / 100)
    assert plain["expectation_per_hand"] == pytest.approx(won / boxes / 100)
    assert plain["expectation_per_100_rounds"] == pytest.approx(won / 100 * 100)
    assert plain["average_wager"] == pytest.approx(wagered / boxes / 100)
    assert plain["expectation_per_unit"] == pytest.approx(sum(one.main for one in rounds) / (wagered * ROUNDS))
    assert plain["bankroll"] == "10000"
    by_count = {row["count"]: row for row in plain["by_count"]}
    assert {count: row["wager"] for count, row in by_count.items()} == {
        one.count: game.ramp.at(one.count) / 100 for one in rounds
    }
    assert sum(row["rounds"] for row in by_count.values()) == ROUNDS
    for count, row in by_count.items():
        units = [one.main / one.wagered for one in rounds if one.count == count]
        assert row["frequency"] == len(units) / ROUNDS
        assert row["expectation"] == pytest.approx(fmean(units), abs=1e-12)
        assert row["deviation"] == pytest.approx(pstdev(units), abs=1e-9)
        if len(units) > 1:
            assert row["standard_error"] == pytest.approx(pstdev(units) / sqrt(len(units)), abs=1e-9)
    lone = [row["standard_error"] for row in by_count.values() if row["rounds"] == 1]
    assert lone == [None] * len(lone)  # of one round there is no spread
    rows = {(row["part"], row["name"], row["measure"]): row["value"] for row in as_rows(game, worth, 1_000_000)}
    assert rows["ramp", "expectation", "value"] == plain["expectation"]
    assert rows["count", "0", "expectation"] == by_count[0]["expectation"]


# --- what follows from the two moments ---------------------------------------------------------------------------

#: Expectation, standard error and deviation of a round in cents: a ramp that wins, in the sizes of a real one.
MEAN, ERROR, DEVIATION = 120.0, 4.0, 3_500.0
BANKROLL = 10_000_00


def worth_of(mean: float, error: float = ERROR, deviation: float = DEVIATION) -> RampValue:
    return RampValue((), 1_000, mean, error, deviation, 0.01, 2_000.0)


def slope(value_at: "Figure", mean: float = MEAN) -> float:
    """Returns the derivative of a figure by the expectation, as a central difference."""
    step = mean * 1e-5
    return (value_at(worth_of(mean + step)) - value_at(worth_of(mean - step))) / (2 * step)


class Figure:
    """A figure derived from expectation and deviation: its formula, and its value in the report."""

    def __init__(self, name: str, formula: float) -> None:
        self.name, self.formula = name, formula

    def of(self, worth: RampValue) -> tuple[float, float]:
        found = worth.risk_of_ruin(BANKROLL) if self.name == "risk_of_ruin" else getattr(worth, self.name)
        assert isinstance(found, tuple)
        return found

    def __call__(self, worth: RampValue) -> float:
        return self.of(worth)[0]


FIGURES = [
    Figure("n0", (DEVIATION / MEAN) ** 2),
    Figure("desirability", 1_000 * MEAN / DEVIATION),
    Figure("score", (1_000 * MEAN / DEVIATION) ** 2),
    Figure("kelly_bankroll", DEVIATION**2 / MEAN),
    Figure("risk_of_ruin", exp(-2 * MEAN * BANKROLL / DEVIATION**2)),
]
NAMES = [figure.name for figure in FIGURES]


@pytest.mark.parametrize("figure", FIGURES, ids=NAMES)
def test_figures_are_those_of_the_closed_formulas(figure: Figure) -> None:
    assert figure(worth_of(MEAN)) == pytest.approx(figure.formula, rel=1e-12)


@pytest.mark.parametrize("figure", FIGURES, ids=NAMES)
def test_errors_of_figures_follow_from_that_of_the_expectation(figure: Figure) -> None:
    """By the delta method: the error of the expectation, scaled by the derivative of the figure."""
    assert figure.of(worth_of(MEAN))[1] == pytest.approx(abs(slope(figure)) * ERROR, rel=1e-6)


@pytest.mark.parametrize("figure", FIGURES, ids=NAMES)
def test_figures_for_programs_have_their_errors_and_money_is_in_dollars(figure: Figure) -> None:
    game = game_of("mbs-blackjack", read_ramp(RAMP))
    key = {"desirability": "desirability_index"}.get(figure.name, figure.name)
    unit = 100 if figure.name == "kelly_bankroll" else 1
    found = as_json(game, worth_of(MEAN), BANKROLL)[key]
    assert found["value"] == pytest.approx(figure.formula / unit, rel=1e-12)
    assert found["standard_error"] == pytest.approx(abs(slope(figure)) * ERROR / unit, rel=1e-6)
    rows = {(row["name"], row["measure"]): row["value"] for row in as_rows(game, worth_of(MEAN), BANKROLL)}
    assert {measure: rows[key, measure] for measure in found} == found


def test_without_an_advantage_ruin_is_certain_for_any_bankroll() -> None:
    for mean in (0.0, -MEAN):
        worth = worth_of(mean)
        assert worth.risk_of_ruin(BANKROLL) == (1.0, 0.0)
        assert worth.kelly_bankroll is None
        assert worth.score == (0.0, 0.0)
    assert worth_of(-MEAN).desirability == pytest.approx((-1_000 * MEAN / DEVIATION, 1_000 * ERROR / DEVIATION))
    assert worth_of(-MEAN).n0 == pytest.approx(worth_of(MEAN).n0)


def test_ruin_comes_as_often_as_a_walk_by_the_same_moments_is_ruined() -> None:
    """A coin that wins a unit with p and loses one with q ruins a bankroll of b units with chance (q / p)^b; where the
    advantage is small the formula of the diffusion, which the report uses, is nearly that."""
    win = 0.502
    mean, deviation = 100 * (2 * win - 1), 100 * sqrt(1 - (2 * win - 1) ** 2)
    for units in (50, 200, 400):
        exact = ((1 - win) / win) ** units
        assert worth_of(mean, 1.0, deviation).risk_of_ruin(100 * units)[0] == pytest.approx(exact, rel=2e-3)


# --- the spread over seeds ---------------------------------------------------------------------------------------

SEEDS = 100


@pytest.fixture(scope="module")
def runs() -> list[RampValue]:
    """Evaluates the same ramp on many seeds. Its win is about twelve standard errors, so figures are nearly linear
    in it.
    """
    game = game_of("tribal-blackjack", read_ramp("<=0:10 1:100 2:300 3:1000"), {"decks": "1"}, boxes=2)
    return [game.worth(run(game, 500_000, seed)) for seed in range(SEEDS)]


def spread(values: list[float]) -> tuple[float, float]:
    """Returns the deviation over the seeds, and its tolerance: four standard errors."""
    return stdev(values), 4 / sqrt(2 * (len(values) - 1))


def test_the_error_of_the_expectation_is_its_spread_over_seeds(runs: list[RampValue]) -> None:
    found, off = spread([worth.expectation for worth in runs])
    assert found == pytest.approx(fmean([worth.standard_error for worth in runs]), rel=off)


def test_errors_by_count_are_their_spread_over_seeds(runs: list[RampValue]) -> None:
    for count in (-3, 0, 2, 4):
        at = [next(one.main for one in worth.counts if one.count == count) for worth in runs]
        found, off = spread([one.expectation for one in at])
        assert found == pytest.approx(fmean([one.standard_error for one in at]), rel=off)


@pytest.mark.parametrize("name", NAMES)
def test_errors_of_figures_are_their_spread_over_seeds(name: str, runs: list[RampValue]) -> None:
    figure, bankroll = Figure(name, 0.0), 20_000_00
    pairs = [worth.risk_of_ruin(bankroll) if name == "risk_of_ruin" else figure.of(worth) for worth in runs]
    found, off = spread([value for value, _ in pairs])
    assert found == pytest.approx(fmean([error for _, error in pairs]), rel=off)
