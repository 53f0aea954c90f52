"""Wagers over several rounds: prizes, streaks and the meter, against figures computed by hand."""

from itertools import combinations_with_replacement
from math import sqrt
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from pitboss.law import Limits, Refusal, load_rulebook, resolve
from pitboss.law.resolve import BlackjackRules
from pitboss.simulate.blackjack.game import GeneralGame, general_game
from pitboss.simulate.blackjack.general.layout import LOST, WAGERS, WON
from pitboss.simulate.blackjack.general.memory_image import GeneralKernel, side_units
from pitboss.simulate.blackjack.general.multi_round_wagers import Meter
from pitboss.simulate.blackjack.program import Program, build
from pitboss.simulate.blackjack.report import BlackjackReport, report
from pitboss.simulate.run import Totals, run
from pitboss.strategy.chart import basic_chart


def rules_of(book: str, **choices: str) -> BlackjackRules:
    rules = resolve(load_rulebook(book), choices, Limits(1_000, 100_000))
    assert not isinstance(rules, Refusal)
    return rules


def program_of(rules: BlackjackRules, sides: dict[str, int], *, boxes: int = 1, every: bool = True) -> Program:
    chart = basic_chart(rules)
    return build(rules, chart, stakes=(1_000,), sides=sides, boxes=boxes, shuffle_every_round=every)


def report_of(game: GeneralGame, rounds: int, seed: int) -> BlackjackReport:
    return report(game.setting, run(game, rounds, seed, workers=2))


def test_prizes_come_as_the_tickets_say() -> None:
    """Eight decks: the probability of a blackjack, and the tickets of each prize out of 3,750, on top of the stake."""
    rules = rules_of("nz-blackjack", madness_21="true")
    found = report_of(general_game(program_of(rules, {"madness_21": 100})), 2_000_000, 1).wagers["madness_21"]
    tickets = rules.sides["madness_21"].details["tickets"]
    prize = sum(dollars * number for dollars, number in tickets) / sum(number for _, number in tickets)
    blackjack = 2 * 32 * 128 / (416 * 415)
    assert abs(found.expectation - (blackjack * (prize + 1) - 1)) < 4 * found.standard_error
    squares = sum(dollars**2 * number for dollars, number in tickets) / sum(number for _, number in tickets)
    deviation = sqrt(blackjack * squares + 1 - blackjack - (blackjack * prize + blackjack - 1) ** 2)
    assert found.deviation == pytest.approx(deviation, rel=0.1)


def test_streaks_of_different_length_imply_the_same_win_probability() -> None:
    """Where all cards are shuffled before a round, rounds are independent: the chance to win n that are decided is the
    n-th power of one chance."""
    rules = rules_of("tribal-blackjack", streak="true")
    game = general_game(program_of(rules, {f"streak_{wins}": 100 for wins in (2, 3, 4, 5)}))
    found = report_of(game, 4_000_000, 2)
    chances = []
    for wins, odds in zip((2, 3, 4, 5), rules.options["streak_odds"], strict=True):
        wager = found.wagers[f"streak_{wins}"]
        all_won = (wager.expectation + 1) / (odds + 1)
        chance = all_won ** (1 / wins)
        chances.append((chance, chance / wins * wager.standard_error / (odds + 1) / all_won))
        assert wager.deviation == pytest.approx((odds + 1) * sqrt(all_won * (1 - all_won)), rel=0.01)
    for chance, error in chances[1:]:
        assert abs(chance - chances[0][0]) < 4 * sqrt(error**2 + chances[0][1] ** 2)
    assert 0.46 < chances[0][0] < 0.49


def _estimates_by_seed(game: GeneralGame, name: str, rounds: int, seeds: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the expectations and standard errors of a wager by seed."""
    player, nothing = game.player(), Totals((0,) * sum(game.counters.values()), game.counters)
    totals = [nothing.plus(player.piece(seed, 0, rounds), 1, game.fold) for seed in range(seeds)]
    estimates = [report(game.setting, part).wagers[name] for part in totals]
    return np.array([wager.expectation for wager in estimates]), np.array([wager.standard_error for wager in estimates])


@pytest.mark.parametrize(("boxes", "name"), [(1, "streak_5"), (6, "streak_5")])
def test_the_error_of_streaks_is_how_much_they_spread(boxes: int, name: str) -> None:
    """Over several seeds; streaks of six boxes meet the same dealer hands over rounds, and spread by a sixth more than
    single rounds show."""
    rules = rules_of("tribal-blackjack", streak="true", max_split_hands="4")
    game = general_game(program_of(rules, {name: 100}, boxes=boxes, every=False))
    found, errors = _estimates_by_seed(game, name, 8_192, 400)
    assert found.std() == pytest.approx(np.sqrt((errors**2).mean()), rel=0.08)
    assert 0.93 <= (abs(found - found.mean()) < 1.96 * errors).mean() <= 0.97


def _with_aces(program: Program, share: float) -> Program:
    """Returns the program with a shoe in which this share of the other cards is replaced by aces."""
    dice = Random(5)
    cards = [dice.randrange(4) if dice.random() < share else card for card in program.cards.tolist()]
    return replace(program, cards=np.array(cards, np.uint8))


def test_the_error_of_a_meter_is_how_much_it_spreads() -> None:
    """In a shoe with more aces, over several seeds: what is put in comes out, whether an award comes early or late.
    Squares of awards, which grow until they are won, would give six tenths more."""
    rules = rules_of("tribal-blackjack", progressive="true", max_split_hands="4", progressive_reset="50")
    program = _with_aces(program_of(rules, {"progressive": 100}), 0.12)
    found, errors = _estimates_by_seed(general_game(program), "progressive", 200_000, 100)
    assert found.std() == pytest.approx(np.sqrt((errors**2).mean()), rel=0.15)


def test_the_meter_pays_out_its_contributions() -> None:
    """Over several pieces of work, in a shoe with many aces: what it showed at first, took in, and was set to
    after each award, is paid or still shown."""
    rules = rules_of("tribal-blackjack", progressive="true", max_split_hands="4", progressive_rate="0.75")
    program = program_of(rules, {"progressive": 100}, boxes=2, every=False)
    game, meter = general_game(_with_aces(program, 0.3)), program.meter
    assert meter == Meter(column=1, initial=100_000, added=150, reset=100_000)
    rounds = 2 * game.rounds_of_a_piece + 1_000
    totals = run(game, rounds, 3)
    assert totals.words == run(game, rounds, 3, workers=2).words
    known = sum(
        number * nets[0] for number, nets in zip(totals.of("classes"), program.classes.nets, strict=False) if number
    )
    paid = totals.of("sums")[1] - known
    assert totals.value("tops") > 1_000
    over, more, _ = totals.of("meter")
    shown = meter.initial + over
    assert more == paid - meter.reset * totals.value("tops")
    assert paid == meter.initial + meter.added * rounds + meter.reset * totals.value("tops") - shown


def test_a_shared_meter_leaves_what_cannot_be_divided() -> None:
    meter = Meter(column=1, initial=1_000, added=7, reset=500)
    paid, shown = meter.pay(meter.initial, 10, [[2, 3], [3, 1]])
    assert paid == [(340, 1_020), (508, 508)]  # 1021 by three, then 500 and what was left and one round
    assert shown == 500 + 6 * 7


def test_sums_and_products_are_those_of_the_rounds() -> None:
    """Of the main game, a wager that two cards decide, and streaks with how many of them were settled: recomputed from
    every round, box by box."""
    rules = rules_of("tribal-blackjack", streak="true", additional_wager="suited")
    program = program_of(rules, {"suited": 100, "streak_2": 100, "streak_4": 500}, boxes=2, every=False)
    played, units = GeneralKernel(program).record(5_000, 6, 0), side_units(program)
    columns = [played.nets.sum(axis=1)]
    suited = np.array([nets[0] // units[0] for nets in program.classes.nets])
    columns.append(suited[played.classes].sum(axis=1))
    fates = [played.streaks >> 2 * place & 3 for place in range(2)]
    for streak, fate in zip(program.streaks, fates, strict=True):
        won, lost = streak.pays // units[streak.column - 1], streak.costs // units[streak.column - 1]
        columns.append(np.where(fate == WON, won, np.where(fate == LOST, -lost, 0)).sum(axis=1))
    assert [int(column.sum()) for column in columns] == played.counts.of("sums")[:4].tolist()
    products = played.counts.of("products").reshape(1 + WAGERS, -1)
    settled = [(fate != 0).sum(axis=1) for fate in fates]
    for one, two in combinations_with_replacement(range(4), 2):
        assert products[one, two] == int(columns[one] @ columns[two])
    for place in range(2):
        assert products[2, 4 + place] == int(columns[2] @ settled[place])
        # those that are open at the end go back, and count as settled too
        assert 0 <= played.counts.of("sums")[4 + place] - settled[place].sum() <= program.boxes
