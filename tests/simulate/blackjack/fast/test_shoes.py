"""Shoes are pure functions of seed and index: nothing depends on the division of work or on the worker."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from pitboss.law import Refusal, load_rulebook, resolve
from pitboss.simulate.blackjack.fast.runs import SIZES, FastCounts, FastKernel
from pitboss.simulate.blackjack.fast.tables import FastTables, compile_tables
from pitboss.strategy.chart import built_in

SHOES = 240


def game(boxes: int, *, sides: bool) -> FastTables:
    options = {"perfect_pairs": "scale_one", "super_sevens": "true"}
    rules: Any = resolve(load_rulebook("nz-blackjack"), options)
    assert not isinstance(rules, Refusal)
    wagers = {"perfect_pairs": 100, "super_sevens": 100} if sides else {}
    return compile_tables(rules, built_in("basic", rules), 1000, wagers, boxes=boxes)


def same(one: FastCounts, two: FastCounts) -> bool:
    return all(np.array_equal(getattr(one, name), getattr(two, name)) for name in SIZES) and one.out == two.out


@pytest.mark.parametrize("sides", [False, True])
@pytest.mark.parametrize("boxes", [1, 7])
def test_pieces_of_work_add_up_to_the_same_counts(boxes: int, *, sides: bool) -> None:
    tables = game(boxes, sides=sides)
    flight = FastKernel(tables)
    whole = flight.run(7, 0, SHOES)
    assert whole.shoes == SHOES
    for cuts in ((0, 1, 2, 3, SHOES), (0, 100, 101, SHOES), tuple(range(0, SHOES + 1, 60))):
        parts = [flight.run(7, first, last) for first, last in pairwise(cuts)]
        added = parts[0]
        for part in parts[1:]:
            added += part
        assert same(added, whole)
    assert not same(flight.run(8, 0, SHOES), whole)
    assert not same(flight.run(7, 1, SHOES + 1), whole)


def test_threads_change_nothing() -> None:
    tables = game(1, sides=False)
    whole = FastKernel(tables).run(3, 0, 4 * SHOES)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(lambda part: FastKernel(tables).run(3, part * SHOES, (part + 1) * SHOES), range(4)))
    assert same(parts[0] + parts[1] + parts[2] + parts[3], whole)


def test_nothing_to_play_counts_nothing() -> None:
    assert FastKernel(game(1, sides=False)).run(1, 5, 5).boxes == 0


def test_every_place_of_a_shoe_gets_every_card_alike() -> None:
    """The shuffle is fair: over many shoes, each value has its expected frequency at the first and the last indices."""
    tables = game(1, sides=False)
    flight = FastKernel(tables)
    shoes = 20_000
    found = np.stack([tables.codes[flight.shoe(5, number)] for number in range(shoes)])
    assert (np.sort(found, axis=1) == np.sort(tables.order())).all()
    tens = (found == 10).mean(axis=0)
    error = (4 / 13 * 9 / 13 / shoes) ** 0.5
    assert abs(tens - 4 / 13).max() < 5 * error


def test_boxes_and_cards_of_a_run_are_counted() -> None:
    counts = FastKernel(game(7, sides=False)).run(1, 0, SHOES)
    rounds = int(counts.dealers.sum())
    assert counts.boxes == 7 * rounds
    assert 18 < counts.cards / rounds < 26
