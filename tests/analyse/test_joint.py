"""Two wagers together: the covariance of the first cards' wagers with the main game, by hand and by simulation."""

from collections.abc import Sequence
from math import sqrt

import pytest
from msgspec.structs import replace

from pitboss.analyse.edge import edge
from pitboss.analyse.joint import _deals, _insurance, joint_moments
from pitboss.analyse.joint_later import ThirdCardWalk
from pitboss.analyse.shoe import VALUE_NAMES
from pitboss.analyse.wagers import exact
from pitboss.law.laboratory import laboratory_rules
from pitboss.simulate.blackjack.game import open_game
from pitboss.simulate.blackjack.report import report
from pitboss.simulate.run import run
from pitboss.strategy.chart import built_in
from tests.analyse.rules import rules_of


def test_a_pair_wager_by_hand() -> None:
    """Marina Bay Sands, eight decks: any two cards of a rank pay 11 to 1; of two tens 127 in 511 are a pair."""
    rules = rules_of("mbs-blackjack")
    main, tables = edge(rules), exact(rules)
    moment = joint_moments(rules, main, tables)[0]
    assert (moment.one, moment.two) == ("main", "pair")
    product = 0.0
    for hand in main.hands:
        one, two = hand.cards
        if one == two:
            ten, up_is_ten = one == VALUE_NAMES[9], hand.up == VALUE_NAMES[9]
            # with a ten as the up card 31 cards of its rank are left, and 32 of each of the other three
            tens = (31 * 30 + 3 * 32 * 31) / (127 * 126) if up_is_ten else 4 * 32 * 31 / (128 * 127)
            same = tens if ten else 1.0
            product += hand.probability * hand.expectation * (12 * same - 1)
        else:
            product -= hand.probability * hand.expectation
    assert moment.covariance == pytest.approx(product - main.expectation * float(tables["pair"].expectation), abs=1e-12)
    assert moment.correlation == pytest.approx(moment.covariance / main.deviation / tables["pair"].deviation)


@pytest.mark.parametrize(
    ("book", "options", "sides"),
    [
        ("canberra-blackjack", "over_under_13=true", ("over_13", "under_13")),
        ("nz-blackjack", "perfect_pairs=scale_two", ("perfect_pairs",)),
        ("nz-blackjack", "super_sevens=true madness_21=true", ("super_sevens", "madness_21")),
        ("tribal-blackjack", "", ()),
    ],
)
def test_covariances_agree_with_simulation(book: str, options: str, sides: tuple[str, ...]) -> None:
    rules = rules_of(book, options)
    main, tables = edge(rules), exact(rules)
    moments = [each for each in joint_moments(rules, main, tables) if not each.why]
    assert {each.two for each in moments} == {*sides, "insurance"}
    moments = [each for each in moments if each.two != "insurance"]  # which the simulated player does not take
    if not moments or main.chart is None:
        return
    stakes = {name: tables[name].stake for name in sides}
    game = open_game(rules, main.chart, stakes=(1_000,), sides=stakes, shuffle_every_round=True)
    rounds = 2_000_000
    told = report(game.setting, run(game, rounds, 5, workers=2))
    for moment in moments:
        error = moment.product_deviation / sqrt(rounds)
        assert abs(told.covariances[moment.one][moment.two] - moment.covariance) < 4 * error, moment
        assert error < 0.02 or moment.one != "main"


def test_a_wager_that_cards_of_split_hands_decide_has_a_reason() -> None:
    rules = rules_of("canberra-blackjack", "super_sevens=true")
    found = {each.name: each.why for each in joint_moments(rules, edge(rules), exact(rules))}
    assert "split hands" in found["main and super_sevens"]
    assert not found["main and insurance"]


@pytest.mark.parametrize(("book", "options"), [("nz-blackjack", ""), ("tribal-blackjack", "card_reader=true")])
def test_followed_third_cards_keep_the_means_of_the_round(book: str, options: str) -> None:
    """A wager with one result whatever the third card is: its products are the means of the other results."""
    rules = rules_of(book, options)
    main = edge(rules)
    deals, fives, sixteen, seven = _deals(rules, main), (16, 17), (20, 48), 24
    insurance = _insurance(main, 2.0).results

    def waits_for_a_seven(cards: Sequence[int]) -> str:
        if tuple(cards[:2]) not in (fives, sixteen):
            return "none"
        return "seven" if len(cards) > 2 and cards[2] >> 2 == seven >> 2 else "waits"

    def drawn(cards: Sequence[int], up_card: int, blackjack: bool) -> bool:
        return tuple(cards) == fives or up_card == 0

    walk, pays = ThirdCardWalk(rules, main, insurance), dict.fromkeys(("none", "waits", "seven"), 1.0)
    found = walk.moments(waits_for_a_seven, pays, drawn, deals.main)
    assert not isinstance(found, str)
    assert found.with_main == pytest.approx(deals.main, abs=1e-13)
    assert found.with_insurance == pytest.approx(insurance, abs=1e-13)
    assert found.results == pytest.approx(1.0, abs=1e-13)
    # a wager on the seven alone: the third card makes 17 and 23, and the round's mean without it is the difference
    found = walk.moments(waits_for_a_seven, {"none": 0.0, "waits": 0.0, "seven": 1.0}, drawn, deals.main)
    assert not isinstance(found, str)
    assert found.results[16, 17, 8] == pytest.approx(rules.options["decks"] * 4 / (rules.options["decks"] * 52 - 3))
    assert found.with_main[20, 48, 0] < 0 < found.results[20, 48, 0]


@pytest.mark.parametrize("words", ["6D S17 DAS SP4 LS", "2D ENHC OBO SP3", "1D ENHC TAKEALL SP2"])
def test_the_covariance_of_insurance_follows_from_a_player_who_insures(words: str) -> None:
    """Half a unit on insurance adds its variance, and the covariance once; other code computes the deviations."""
    rules = laboratory_rules(words)
    chart = replace(built_in("basic", rules), even_money=False)
    main, insuring = (edge(rules, strategy=replace(chart, insure=insure)) for insure in (False, True))
    tables = exact(rules)
    moment = next(each for each in joint_moments(rules, main, tables) if each.name == "main and insurance")
    ace, alone = 1 / 13, tables["insurance"]
    mean = ace * float(alone.expectation)
    variance = ace * (alone.deviation**2 + float(alone.expectation) ** 2) - mean**2
    found = insuring.deviation**2 - main.deviation**2 - variance / 4
    assert moment.covariance == pytest.approx(found, abs=1e-12)
    assert moment.correlation == pytest.approx(found / main.deviation / sqrt(variance), abs=1e-12)
    assert insuring.expectation == pytest.approx(main.expectation + mean / 2, abs=1e-14)


def test_insurance_and_a_wager_on_the_first_cards_by_hand() -> None:
    """A pair of tens takes two tens from the dealer, any other hand of two cards fewer."""
    rules = rules_of("mbs-blackjack")
    tables = exact(rules)
    moments = {each.name: each for each in joint_moments(rules, edge(rules), tables)}
    product = 0.0
    for one in range(10):
        for two in range(10):
            counts = [31] + [32] * 8 + [128]
            chance = 1 / 13 * counts[one] / 415
            counts[one] -= 1
            chance *= counts[two] / 414
            counts[two] -= 1
            wins = counts[9] / 413
            same = 31 / 127 if one == 9 else 1.0
            paid = 12 * same - 1 if one == two else -1.0
            product += chance * paid * (3 * wins - 1)
    mean = float(tables["pair"].expectation) * float(tables["insurance"].expectation) / 13
    assert moments["pair and insurance"].covariance == pytest.approx(product - mean, abs=1e-13)


def test_a_distribution_with_a_convention_has_a_bound() -> None:
    conventional = edge(rules_of("nz-blackjack"))
    assert 0 < conventional.distribution_bound < 0.001 < conventional.splits
    assert sum(conventional.distribution.values()) == pytest.approx(1, abs=1e-14)
