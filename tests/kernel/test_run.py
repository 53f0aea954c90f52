"""Simulations: reproducible on any number of workers, right in what can be computed by hand, refused by name."""

from math import sqrt

import pytest
from msgspec.structs import replace

from pitboss.kernel.machine import MOST_ROUNDS, Machine
from pitboss.kernel.program import NotSimulable, Program, build
from pitboss.kernel.report import report
from pitboss.kernel.run import Totals, run
from pitboss.kernel.strategy import basic_chart
from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules


def rules_of(book: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(book), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


def program_of(book: str, *, every: bool = True, sides: dict[str, int] | None = None, **choices: str) -> Program:
    rules = rules_of(book, **choices)
    return build(rules, basic_chart(rules), stakes=(1_000,), sides=sides, shuffle_every_round=every)


def test_the_result_is_the_same_on_any_number_of_workers() -> None:
    program = program_of("mbs-blackjack", sides={"pair": 500}, every=False)
    rounds = 3 * MOST_ROUNDS + 12_345
    one, three = run(program, rounds, 7), run(program, rounds, 7, workers=3)
    assert one.words == three.words
    assert one.one("rounds") == rounds
    assert run(program, rounds, 8).words != one.words


def test_a_run_stops_at_the_standard_error_that_is_asked_for() -> None:
    program = program_of("mbs-blackjack")
    one, two = (run(program, 10**9, 1, until=0.002, workers=workers) for workers in (1, 2))
    assert one.words == two.words
    assert report(program, one).main.standard_error <= 0.002


def test_somebody_may_stop_a_run_and_has_what_there_is() -> None:
    def interrupt(totals: Totals) -> None:
        if totals.pieces == 2:
            raise KeyboardInterrupt

    totals = run(program_of("mbs-blackjack"), 10**9, 1, watch=interrupt)
    assert totals.stopped
    assert totals.one("rounds") == 2 * MOST_ROUNDS


@pytest.mark.parametrize(("rounds", "workers"), [(0, 1), (-1, 1), (1, 0)])
def test_nothing_is_played_without_rounds_or_workers(rounds: int, workers: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        run(program_of("mbs-blackjack"), rounds, 1, workers=workers)


def test_a_pair_is_as_likely_as_it_is() -> None:
    """Eight decks: 31 of the other 415 cards make a pair of one face with the first."""
    program = program_of("mbs-blackjack", sides={"pair": 500})
    told = report(program, run(program, 4_000_000, 3, workers=2)).wagers["pair"]
    exact = 12 * 31 / 415 - 1
    assert abs(told.expectation - exact) < 4 * told.standard_error
    assert told.standard_error == pytest.approx(12 * sqrt(31 / 415 * (1 - 31 / 415) / 4_000_000), rel=0.01)


def test_thirteen_is_as_likely_as_it_is() -> None:
    program = program_of("canberra-blackjack", sides={"over_13": 1_000}, over_under_13="true", decks="8")
    told = report(program, run(program, 4_000_000, 4, workers=2)).wagers["over_13"]
    over = sum(
        (32 if one < 10 else 128) * ((32 if two < 10 else 128) - (one == two))
        for one in range(1, 11)
        for two in range(1, 11)
        if one + two > 13
    ) / (416 * 415)
    assert abs(told.expectation - (2 * over - 1)) < 4 * told.standard_error


def test_blackjacks_come_as_often_as_they_should() -> None:
    program = program_of("mbs-blackjack")
    rounds = 4_000_000
    told = report(program, run(program, rounds, 5, workers=2))
    exact = 2 * 32 * 128 / (416 * 415)
    error = sqrt(exact * (1 - exact) / rounds)
    assert abs(told.frequencies["blackjack"] - exact) < 4 * error
    assert abs(told.dealer["blackjack"] - exact) < 4 * error


def test_the_edge_of_a_known_game() -> None:
    """Eight decks, no hole card, a dealer's blackjack takes the original wager only, four hands: by total, as exact
    analysis has it, -0.43248 %, where nothing is surrendered; that split hands' busts stay lost costs 0.002 %."""
    rules = rules_of("mbs-blackjack")
    chart = basic_chart(rules)
    hard = tuple(row.replace("R", "H") for row in chart.hard)
    program = build(rules, replace(chart, hard=hard), stakes=(1_000,), shuffle_every_round=True)
    told = report(program, run(program, 12_000_000, 6, workers=2)).main
    assert abs(told.expectation - -0.0043248) < 4 * told.standard_error
    assert told.standard_error < 0.0004


@pytest.mark.parametrize(
    ("choices", "sides", "told"),
    [
        ({"double_shoe": "true"}, {}, r"a double shoe .*\(tribal-blackjack \(f\)\(4\)"),
        ({"streak": "true"}, {"streak_2": 100}, r"the wager on streak_2 \(tribal-blackjack \(t\)\(1\)"),
        ({"progressive": "true"}, {"progressive": 100}, r"the wager on progressive \(tribal-blackjack \(r\)\(1\)"),
        ({"multiple_action": "true", "decks": "1"}, {}, r"several dealer hands on 1 boxes: a round may outlast the 13"),
    ],
)
def test_what_is_not_simulated_is_refused_by_its_clause(
    choices: dict[str, str], sides: dict[str, int], told: str
) -> None:
    with pytest.raises(NotSimulable, match=told):
        build(rules_of("tribal-blackjack", **choices), basic_chart(rules_of("tribal-blackjack")), sides=sides)


def test_a_wager_that_the_table_refuses_is_refused() -> None:
    rules = rules_of("mbs-blackjack")
    with pytest.raises(ValueError, match="outside the limits"):
        build(rules, basic_chart(rules), stakes=(10**9,))
    with pytest.raises(ValueError, match="there is no side wager 'jackpot' here; on offer: pair"):
        build(rules, basic_chart(rules), sides={"jackpot": 100})
    with pytest.raises(ValueError, match="8 boxes"):
        build(rules, basic_chart(rules), boxes=8)


def test_a_program_is_ready_at_once() -> None:
    """A new set of rules compiles nothing."""
    from time import process_time

    from pitboss.kernel import conventional

    Machine(program_of("mbs-blackjack")).play(1_000, 1, 0)
    begun, compiled = process_time(), len(conventional.play.signatures)
    Machine(program_of("nz-blackjack")).play(1_000, 1, 0)
    assert process_time() - begun < 0.5
    assert len(conventional.play.signatures) == compiled
