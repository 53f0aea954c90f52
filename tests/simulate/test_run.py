"""Simulations: reproducible on any number of workers, equal to figures computed by hand, refused by name."""

from math import sqrt

import pytest
from msgspec.structs import replace

from pitboss.compiled.native import CompiledCode
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import BlackjackGame, Kernel, open_game
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.report import BlackjackReport, report
from pitboss.simulate.run import Totals, counter_slice, run
from pitboss.strategy.chart import basic_chart
from pitboss.strategy.hand_classes import NotSimulable


def rules_of(book: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(book), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


def program_of(book: str, *, every: bool = True, sides: dict[str, int] | None = None, **choices: str) -> Program:
    rules = rules_of(book, **choices)
    return build(rules, basic_chart(rules), stakes=(1_000,), sides=sides, shuffle_every_round=every)


def game_of(
    book: str,
    *,
    every: bool = True,
    sides: dict[str, int] | None = None,
    boxes: int = 1,
    kernel: Kernel | None = None,
    **choices: str,
) -> BlackjackGame:
    rules = rules_of(book, **choices)
    return open_game(
        rules,
        basic_chart(rules),
        stakes=(1_000,),
        sides=sides,
        boxes=boxes,
        shuffle_every_round=every,
        kernel=kernel,
    )


def report_of(game: BlackjackGame, rounds: int, seed: int) -> BlackjackReport:
    return report(game.setting, run(game, rounds, seed, workers=2))


KERNELS = pytest.mark.parametrize("kernel", ["tables", "conventional"])


@KERNELS
@pytest.mark.parametrize("boxes", [1, 3])
def test_the_result_is_the_same_on_any_number_of_workers(kernel: Kernel, boxes: int) -> None:
    game = game_of("mbs-blackjack", sides={"pair": 500}, every=False, kernel=kernel, boxes=boxes)
    assert game.kernel == kernel
    rounds = 3 * game.rounds_of_a_piece + 12_345
    one, three = run(game, rounds, 7), run(game, rounds, 7, workers=3)
    assert one.words == three.words
    assert one.value("rounds") == rounds
    assert run(game, rounds, 8).words != one.words


@KERNELS
@pytest.mark.parametrize("every", [False, True])
def test_exactly_so_many_rounds_are_played(kernel: Kernel, *, every: bool) -> None:
    """A shorter run is a prefix of a longer one, card by card, wherever it ends within a shoe or a piece."""
    game = game_of("nz-blackjack", every=every, kernel=kernel)
    before = run(game, 1, 3)
    for rounds in (2, 40, 41, 1_000, 100_003):
        totals = run(game, rounds, 3)
        assert totals.value("rounds") == sum(totals.of("results")) == rounds
        assert all(less <= more for less, more in zip(before.of("results"), totals.of("results"), strict=True))
        assert before.value("cards") < totals.value("cards")
        before = totals


@KERNELS
def test_a_run_stops_at_the_standard_error_that_is_asked_for(kernel: Kernel) -> None:
    game = game_of("mbs-blackjack", kernel=kernel)
    one, two = (run(game, 10**9, 1, until=0.001, workers=workers) for workers in (1, 2))
    assert one.words == two.words
    assert one.stopped == "until"
    assert report(game.setting, one).main.standard_error <= 0.001
    assert run(game, 1_000, 1, until=0.001).stopped == "rounds"


@KERNELS
def test_an_interrupted_run_keeps_its_partial_results(kernel: Kernel) -> None:
    def interrupt(totals: Totals) -> None:
        if totals.pieces == 2:
            raise KeyboardInterrupt

    game = game_of("mbs-blackjack", kernel=kernel)
    totals = run(game, 10**9, 1, watch=interrupt)
    assert totals.stopped == "interrupted"
    assert totals.words == run(game, 2 * game.rounds_of_a_piece, 1).words


@pytest.mark.parametrize(("rounds", "workers"), [(0, 1), (-1, 1), (1, 0)])
def test_nothing_is_played_without_rounds_or_workers(rounds: int, workers: int) -> None:
    with pytest.raises(ValueError, match="write at least 1"):
        run(game_of("mbs-blackjack"), rounds, 1, workers=workers)


@pytest.mark.parametrize(
    ("book", "choices", "sides", "boxes"),
    [
        ("mbs-blackjack", {}, {"pair": 500}, 1),
        ("nz-blackjack", {"perfect_pairs": "scale_one", "super_sevens": "true"}, {"perfect_pairs": 100}, 3),
        ("tribal-blackjack", {"surrender": "true", "card_reader": "true"}, {}, 2),
        ("canberra-blackjack", {"over_under_13": "true"}, {"over_13": 500, "under_13": 500}, 1),
    ],
)
def test_both_kernels_report_the_same(book: str, choices: dict[str, str], sides: dict[str, int], boxes: int) -> None:
    """Two kernels that share no code of play: every figure within five standard errors, and no figure missing."""
    rounds = 1_500_000
    one, two = (
        report_of(game_of(book, every=False, sides=sides, boxes=boxes, kernel=kernel, **choices), rounds, 4)
        for kernel in ("tables", "conventional")
    )
    for name, mine in {"main": one.main, **one.wagers}.items():
        other = two.main if name == "main" else two.wagers[name]
        assert abs(mine.expectation - other.expectation) < 5 * sqrt(2) * mine.standard_error
        assert mine.deviation == pytest.approx(other.deviation, rel=0.02)
        assert mine.per_staked == pytest.approx(other.per_staked, abs=5 * sqrt(2) * mine.standard_error)
    for first, second in ((one.frequencies, two.frequencies), (one.dealer, two.dealer)):
        assert first.keys() == second.keys()
        assert all(abs(first[key] - second[key]) < 5 * sqrt(2 * first[key] / rounds) for key in first)
    assert one.distribution.keys() - two.distribution.keys() <= {"-8", "-7", "-6", "6", "7", "8"}
    assert one.cards_per_round == pytest.approx(two.cards_per_round, rel=0.002)
    assert one.rounds_per_shoe == pytest.approx(two.rounds_per_shoe, rel=0.01)
    for name, others in one.correlations.items():
        assert all(abs(value - two.correlations[name][key]) < 0.005 for key, value in others.items())


def test_the_tables_play_where_they_can_and_the_other_kernel_elsewhere() -> None:
    assert game_of("nz-blackjack").kernel == "tables"
    assert game_of("nz-blackjack", blackjack_plus="true").kernel == "conventional"
    assert game_of("tribal-blackjack", every=False, decks="1").kernel == "tables"
    rules = rules_of("tribal-blackjack", decks="1", boxes="7")
    crowded = open_game(rules, basic_chart(rules), boxes=7)
    assert crowded.kernel == "conventional"  # every second shoe would run out in a round


def test_a_pair_is_as_likely_as_it_is() -> None:
    """Eight decks: 31 of the other 415 cards make a pair of one face with the first."""
    found = report_of(game_of("mbs-blackjack", sides={"pair": 500}), 4_000_000, 3).wagers["pair"]
    exact = 12 * 31 / 415 - 1
    assert abs(found.expectation - exact) < 4 * found.standard_error
    assert found.standard_error == pytest.approx(12 * sqrt(31 / 415 * (1 - 31 / 415) / 4_000_000), rel=0.01)


def test_thirteen_is_as_likely_as_it_is() -> None:
    game = game_of("canberra-blackjack", sides={"over_13": 1_000}, over_under_13="true", decks="8")
    found = report_of(game, 4_000_000, 4).wagers["over_13"]
    over = sum(
        (32 if one < 10 else 128) * ((32 if two < 10 else 128) - (one == two))
        for one in range(1, 11)
        for two in range(1, 11)
        if one + two > 13
    ) / (416 * 415)
    assert abs(found.expectation - (2 * over - 1)) < 4 * found.standard_error


@KERNELS
def test_blackjacks_come_as_often_as_they_should(kernel: Kernel) -> None:
    rounds = 4_000_000
    found = report_of(game_of("mbs-blackjack", kernel=kernel), rounds, 5)
    exact = 2 * 32 * 128 / (416 * 415)
    error = sqrt(exact * (1 - exact) / rounds)
    assert abs(found.frequencies["blackjack"] - exact) < 4 * error
    assert abs(found.dealer["blackjack"] - exact) < 4 * error


@KERNELS
def test_the_edge_of_a_known_game(kernel: Kernel) -> None:
    """Eight decks, no hole card, a dealer's blackjack takes the original wager only, four hands: by total, as exact
    analysis has it, -0.43248 %, where nothing is surrendered; that split hands' busts stay lost costs 0.002 %."""
    rules = rules_of("mbs-blackjack")
    chart = basic_chart(rules)
    hard = tuple(row.replace("R", "H") for row in chart.hard)
    chart = replace(chart, hard=hard)
    game = open_game(rules, chart, stakes=(1_000,), shuffle_every_round=True, kernel=kernel)
    found = report_of(game, 12_000_000, 6).main
    assert abs(found.expectation - -0.0043248) < 4 * found.standard_error
    assert found.standard_error < 0.0004


def test_an_unsimulated_rule_is_refused_by_its_clause() -> None:
    rules = rules_of("tribal-blackjack", bonus="true", bonus_awards_1="18*1", bonus_awards_5="90*1")
    with pytest.raises(NotSimulable, match=r"the wager on bonus of 10, because its awards are not chosen \(tribal"):
        open_game(rules, basic_chart(rules), sides={"bonus": 1_000})


def test_a_wager_that_the_table_refuses_is_refused() -> None:
    rules = rules_of("mbs-blackjack")
    with pytest.raises(ValueError, match="outside the limits"):
        build(rules, basic_chart(rules), stakes=(10**9,))
    with pytest.raises(ValueError, match="there is no side wager 'jackpot' here; on offer: pair"):
        build(rules, basic_chart(rules), sides={"jackpot": 100})
    with pytest.raises(ValueError, match="8 boxes"):
        build(rules, basic_chart(rules), boxes=8)
    triple = rules_of("canberra-blackjack", triple_play="true")
    for table, nothing in ((rules, (0,)), (triple, (0, 0))):
        with pytest.raises(ValueError, match="a main wager is 10 at least"):
            open_game(table, basic_chart(table), stakes=nothing)


def test_a_program_is_ready_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new set of rules needs no compilation."""
    GeneralKernel(program_of("mbs-blackjack")).play(1_000, 1, 0)
    monkeypatch.setattr(CompiledCode, "_compile", lambda _, name, types: pytest.fail(f"{name} is compiled"))
    GeneralKernel(program_of("nz-blackjack")).play(1_000, 1, 0)


def test_a_rarely_paid_top_award_is_reported() -> None:
    """Three suited sevens occur once in about ten thousand boxes, too rare for a thousand rounds."""
    for kernel in ("tables", "conventional"):
        rules = rules_of("canberra-blackjack", super_sevens="true")
        game = open_game(rules, basic_chart(rules), stakes=(1_000,), sides={"super_sevens": 100}, kernel=kernel)
        few, many = (report(game.setting, run(game, rounds, 1)) for rounds in (1_000, 2_000_000))
        assert "its top award, 5,000 to 1, occurred less than 10 times" in few.doubts["super_sevens"]
        assert not many.doubts


def test_a_rarely_won_meter_is_reported() -> None:
    """Four aces of a colour occur once in some hundred thousand boxes, whatever the other awards are."""
    rules = rules_of("tribal-blackjack", progressive="true", card_reader="true")
    game = open_game(rules, basic_chart(rules), sides={"progressive": 100})
    totals = run(game, 200_000, 1)
    assert totals.value("tops") < 10
    assert report(game.setting, totals).doubts["progressive"].startswith("its top award, the meter, occurred less than")
    often = counter_slice("tops", totals.counters).start
    words = (*totals.words[:often], 10, *totals.words[often + 1 :])
    assert not report(game.setting, replace(totals, words=words)).doubts


def test_too_few_rounds_for_the_correlation_of_streaks_are_reported() -> None:
    rules = rules_of("tribal-blackjack", streak="true")
    for boxes, rounds, doubtful in ((1, 2_000, set()), (2, 3_840, {"streak_2"}), (2, 4_096, set())):
        game = open_game(rules, basic_chart(rules), sides={"streak_2": 1_000}, boxes=boxes)
        assert report(game.setting, run(game, rounds, 1)).doubts.keys() == doubtful
