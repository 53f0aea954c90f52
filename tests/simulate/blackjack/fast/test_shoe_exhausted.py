"""The engine finishes shoes that run out of cards in a round: no round is lost or counted twice."""

from random import Random
from typing import Any

import numpy as np
import pytest

from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.fast.context import MOST_OUT
from pitboss.simulate.blackjack.fast.counters import counter
from pitboss.simulate.blackjack.fast.runs import FastCounts, FastKernel
from pitboss.simulate.blackjack.fast.shoe_exhausted import finish_shoes, play_rest
from pitboss.simulate.blackjack.fast.tables import FastTables, compile_tables
from pitboss.simulate.blackjack.game import FastGame, FastPlayer
from pitboss.simulate.blackjack.general.layout import OUT_WORDS
from pitboss.simulate.blackjack.report import SimulationSettings
from pitboss.strategy.chart import Chart, built_in
from tests.simulate.blackjack.fast.playing import any_game, shoe_of


def small_game(book: str, options: dict[str, str], boxes: int) -> tuple[BlackjackRules, Chart, FastTables]:
    rules: Any = resolve(load_rulebook(book), options)
    assert not isinstance(rules, Refusal)
    chart = built_in("basic", rules)
    return rules, chart, compile_tables(rules, chart, 1000, boxes=boxes)


def run(
    book: str, options: dict[str, str], boxes: int, seed: int, shoes: int
) -> tuple[FastCounts, FastCounts, FastTables]:
    rules, chart, tables = small_game(book, options, boxes)
    flight = FastKernel(tables)
    counts = flight.run(seed, 0, shoes)
    return counts, finish_shoes(rules, chart, flight, seed, counts), tables


@pytest.mark.parametrize(
    ("book", "options", "boxes"),
    [
        ("mbs-blackjack", {"decks": "1", "boxes": "9"}, 9),  # the discards are shuffled and the round goes on
        ("tribal-blackjack", {"decks": "1", "boxes": "7"}, 7),  # the round is dealt again
    ],
)
def test_a_run_is_finished(book: str, options: dict[str, str], boxes: int) -> None:
    counts, finished, tables = run(book, options, boxes, 1, 600)
    assert counts.out
    with pytest.raises(ValueError, match="not finished"):
        counts.results(tables)
    assert not finished.out
    assert finished.rest.rounds >= len(counts.out)
    assert finished.boxes == counts.boxes + boxes * finished.rest.rounds
    assert sum(finished.results(tables).values()) == finished.boxes
    assert finished.cards > counts.cards
    again = run(book, options, boxes, 1, 600)[1]
    assert again.results(tables) == finished.results(tables)


def test_the_round_that_ran_out_is_not_counted_before() -> None:
    """Earlier rounds stay counted: the same shoe, cut short by a round, has the same counts."""
    counts, _, tables = run("mbs-blackjack", {"decks": "1", "boxes": "9"}, 9, 1, 600)
    number, place = counts.out[0]
    flight = FastKernel(tables)
    alone = flight.run(1, number, number + 1)
    assert alone.out == [(number, place)]
    before = [step for step, out in flight.rounds_of(flight.shoe(1, number)) if out <= place]
    assert alone.boxes == sum(step.boxes for step in before)
    assert alone.cards == place - tables.burnt
    total = np.sum([step.ends for step in before], axis=0) if before else 0
    assert np.array_equal(alone.ends, np.zeros_like(alone.ends) + np.asarray(total, alone.ends.dtype))


@pytest.mark.parametrize(("book", "boxes"), [("mbs-blackjack", 9), ("tribal-blackjack", 7)])
def test_the_first_rounds_of_shoes_that_run_out(book: str, boxes: int) -> None:
    """A piece may end after any round, also among those that the engine plays: each number of rounds adds one to the
    number before, and all of them are the whole."""
    rules, chart, tables = small_game(book, {"decks": "1", "boxes": str(max(boxes, 7))}, boxes)
    setting = SimulationSettings(rules, chart, boxes, (1000,), (), 0, tables.measure, ())
    player = FastPlayer(FastGame(tables, setting))
    before = np.zeros(OUT_WORDS, np.int64)
    for rounds in range(1, 16):
        words = np.array(player.piece(2, 3, rounds))
        assert counter(words, "rounds")[0] == rounds
        for name in ("results", "dealer", "cards", "shoes", "busts", "splits"):
            assert (counter(words, name) >= counter(before, name)).all()
        assert counter(words - before, "results").sum() == boxes
        before = words


def test_more_shoes_may_run_out_than_a_run_has_room_to_note() -> None:
    _, _, tables = small_game("mbs-blackjack", {"decks": "1", "boxes": "9"}, 9)
    counts = FastKernel(tables).run(1, 0, 60_000)
    numbers = [number for number, _ in counts.out]
    assert len(numbers) > MOST_OUT
    assert numbers == sorted(set(numbers))
    assert counts.totals[2] == len(numbers)


@pytest.mark.parametrize("book", ["nz-blackjack", "mbs-blackjack", "tribal-blackjack", "canberra-blackjack"])
def test_the_engine_goes_on_from_any_round_of_a_shoe(book: str) -> None:
    """From the middle of a shoe that does not run out, the engine plays the same rounds as the kernel."""
    dice = Random(book)
    compared = 0
    while compared < 12:
        game = any_game(book, dice)
        order = shoe_of(game.tables, dice)
        steps = list(FastKernel(game.tables).rounds_of(np.asarray(order, np.uint8)))
        if game.tables.every_round or len(steps) < 2 or steps[-1][1] > len(order):
            continue
        kept = dice.randrange(1, len(steps))
        rest = play_rest(game.rules, game.chart, game.tables, order, steps[kept - 1][1], dice)
        total = steps[kept][0]
        for counts, _ in steps[kept + 1 :]:
            total += counts
        assert rest.main == total.results(game.tables)
        assert all(found == total.side_results(game.tables, name) for name, found in rest.sides.items())
        assert rest.cards == steps[-1][1] - steps[kept - 1][1]
        assert rest.rounds == len(steps) - kept
        compared += 1
