"""Other players beside one who counts: the same rounds on the engine, and nothing of theirs in the figures."""

from math import sqrt
from random import Random

import pytest
from msgspec.structs import replace

from pitboss.simulate.blackjack.count_game import flat, open_count
from pitboss.simulate.blackjack.counted_program import with_count, with_others
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel
from pitboss.simulate.blackjack.program import build
from pitboss.simulate.run import run
from pitboss.strategy.chart import basic_chart, built_in, fit_chart
from pitboss.strategy.count_systems import CountError
from tests.agreement.both import random_chart
from tests.simulate.blackjack.test_counting import HI_LO, TABLES, changing, compare, rules_of


@pytest.mark.parametrize("book", TABLES)
@pytest.mark.parametrize("seat", [1, 2, 3])
def test_other_players_play_their_charts_and_only_own_boxes_are_counted(book: str, seat: int) -> None:
    rules, dice = rules_of(book), Random(seat)
    plain = replace(basic_chart(rules), insure=True)
    chart = changing(plain, rules, dice, (-1, 1, 3))
    others = [built_in("mimic", rules), fit_chart(random_chart(dice), rules)]
    program = build(rules, chart, stakes=(1_000,), boxes=4)
    seated = with_others(with_count(program, HI_LO, insure_at=2), others, seat)
    assert (seated.boxes, seated.seats.index(None)) == (2, seat - 1)
    compare(seated, HI_LO, "floor", 400, 20 + seat)


def test_frequencies_are_those_of_the_own_boxes() -> None:
    rules = rules_of("mbs-blackjack")
    never = fit_chart(replace(built_in("mimic", rules), name="stands on two cards"), rules)
    program = with_count(build(rules, basic_chart(rules), stakes=(1_000,), boxes=3), HI_LO)
    doubles, blackjacks, rounds = [], [], 20_000
    for played, boxes in ((with_others(program, [never, never], 2), 1), (program, 3)):
        counts = GeneralKernel(played).play(rounds, 3, 0)
        doubles.append(counts.value("doubles") / boxes)
        blackjacks.append(counts.value("blackjacks") / boxes)
    for one, all_boxes in (doubles, blackjacks):
        assert one == pytest.approx(all_boxes, abs=5 * sqrt(all_boxes))


def test_other_players_leave_the_expectation_by_count_as_it_is() -> None:
    """They draw cards that nobody has seen: rounds at a count are worth the same, and fewer of them fit into a shoe."""
    rules = rules_of("mbs-blackjack")
    alone, beside = (
        open_count(rules, basic_chart(rules), HI_LO, flat(1_000), others=[built_in("mimic", rules)] * others)
        for others in (0, 2)
    )
    one, two = (game.worth(run(game, 400_000, 5)) for game in (alone, beside))
    found = {row.count: row.main for row in two.counts}
    for row in one.counts:
        if row.frequency > 0.02:
            error = sqrt(row.main.standard_error**2 + found[row.count].standard_error ** 2)
            assert found[row.count].expectation == pytest.approx(row.main.expectation, abs=4.5 * error)
    assert alone.identity() != beside.identity()


def test_impossible_seats_are_refused() -> None:
    rules = rules_of("mbs-blackjack")
    basic = basic_chart(rules)
    with pytest.raises(CountError, match="box 4: with 2 other players write 1 to 3"):
        open_count(rules, basic, HI_LO, flat(1_000), others=[basic, basic], seat=4)
    with pytest.raises(ValueError, match="boxes"):
        open_count(rules, basic, HI_LO, flat(1_000), others=[basic] * rules.terms.boxes)
    counted = replace(basic, by_count=((1, basic),))
    with pytest.raises(ValueError, match="count"):
        open_count(rules, basic, HI_LO, flat(1_000), others=[counted])
