"""Departures: gaps and effects against the analyser of hands, efficiencies against published and sampled figures."""

from math import sqrt
from random import Random

import pytest

from pitboss.analyse.column import Column
from pitboss.analyse.departures import (
    Departure,
    actions_of,
    departures,
    departures_from,
    playing_efficiency,
    playing_gain,
    tags_by_value,
)
from pitboss.analyse.game import game_of
from pitboss.analyse.hand import hand
from pitboss.analyse.shoe import VALUES, card_of
from pitboss.cards import parse_card
from pitboss.law.laboratory import laboratory_rules
from pitboss.strategy.count_systems import SYSTEMS

#: Playing efficiencies for one deck: Griffin, The Theory of Blackjack, and Snyder, Blackbelt in Blackjack.
PUBLISHED = {
    "hi-lo": 0.51,
    "hi-opt-i": 0.61,
    "hi-opt-ii": 0.67,
    "omega-ii": 0.67,
    "zen": 0.63,
    "halves": 0.57,
    "ace-five": 0.05,
    "ko": 0.55,
    "red-seven": 0.54,
}
ONE_DECK = "1D S17 NDAS"
HI_LO = tags_by_value(SYSTEMS["hi-lo"])


@pytest.fixture(scope="module")
def one_deck() -> dict[str, Departure]:
    return {each.name: each for each in departures(laboratory_rules(ONE_DECK))}


def test_playing_efficiencies_are_the_published_ones(one_deck: dict[str, Departure]) -> None:
    """The published ones also have hands of more than two cards, hence the tolerance."""
    found = {name: playing_efficiency(tuple(one_deck.values()), system) for name, system in SYSTEMS.items()}
    assert found == pytest.approx(PUBLISHED, abs=0.04)
    order = sorted(PUBLISHED, key=lambda name: (-PUBLISHED[name], -found[name]))
    assert order == sorted(found, key=lambda name: -found[name])


@pytest.mark.parametrize(("cards", "up", "name"), [("Th 6h", "Tc", "10 6 v 10"), ("8h 8d", "Tc", "8 8 v 10")])
def test_gap_and_effects_are_differences_of_the_analysed_hand(
    one_deck: dict[str, Departure], cards: str, up: str, name: str
) -> None:
    rules, found = laboratory_rules(ONE_DECK), one_deck[name]
    held = [parse_card(word) for word in cards.split()]

    def gap(*gone: str) -> float:
        answer = hand(rules, held, parse_card(up), [parse_card(card) for card in gone])
        return answer.actions[found.actions[1]] - answer.actions[found.actions[0]]

    assert found.gap < 0
    # the hole card is read, so the answers are given that there is no ace behind the ten
    alive = (1 - 4 / 48) / (1 - 4 / 49)
    assert (found.gap + found.effects[4]) / found.gap == pytest.approx(gap("5s") / gap() * alive, rel=1e-9)


def _sample(found: Departure, cards: int, times: int) -> list[tuple[float, float]]:
    """Returns the true count and the exact gap for random unseen cards."""
    game, dice = game_of(laboratory_rules(ONE_DECK)), Random(4)
    deck = [value for value, count in enumerate(found.unseen) for _ in range(count)]
    rows = []
    for _ in range(times):
        left = [0] * VALUES
        for value in dice.sample(deck, cards):
            left[value] += 1
        true = -52 / cards * sum(count * tag for count, tag in zip(left, HI_LO, strict=True))
        for value in (*found.cards, found.up):
            left[value] += 1
        column = Column(game, tuple(left), found.up)
        column.play(free=True)
        worth = actions_of(column, *found.cards)
        rows.append((true, worth[found.other] - worth[found.best]))
    return rows


@pytest.mark.parametrize("name", ["10 6 v 10", "10 2 v 3", "6 4 v 10"])
def test_spread_correlation_and_gain_are_those_of_random_unseen_cards(
    name: str, one_deck: dict[str, Departure]
) -> None:
    found, cards, times = one_deck[name], 33, 800
    rows = _sample(found, cards, times)
    depth = cards / sum(found.unseen)
    means = [sum(column) / times for column in zip(*rows, strict=True)]
    squares = [sum((row[side] - means[side]) ** 2 for row in rows) / times for side in range(2)]
    common = sum((true - means[0]) * (gap - means[1]) for true, gap in rows) / times
    # four standard errors, and the linear change is not all of it
    assert common / sqrt(squares[0] * squares[1]) == pytest.approx(found.correlation(HI_LO), abs=4 / sqrt(times) * 0.7)
    gain = sum(max(gap, 0.0) for _, gap in rows) / times
    error = sqrt(sum(max(gap, 0.0) ** 2 for _, gap in rows)) / times
    predicted = playing_gain((found,), depth) / found.probability
    assert gain == pytest.approx(predicted, abs=4 * error + 0.1 * predicted)
    slope = common / squares[0]
    index = found.index(HI_LO)
    assert index is not None
    assert index == pytest.approx(means[0] - means[1] / slope, abs=1.0)


def test_a_count_without_relevant_tags_predicts_nothing(one_deck: dict[str, Departure]) -> None:
    flat = [1.0] * VALUES
    assert one_deck["10 6 v 10"].correlation(flat) == 0.0
    assert one_deck["10 6 v 10"].index(flat) is None


def test_a_kept_decision_has_no_mean_effect(one_deck: dict[str, Departure]) -> None:
    """An unseen card carries no information where the play after the decision is kept, too."""
    for name in ("9 7 v 10", "10 6 v 9"):
        found = one_deck[name]
        mean = sum(count * effect for count, effect in zip(found.unseen, found.effects, strict=True))
        assert mean == pytest.approx(0, abs=1e-12)


def test_a_tiny_shoe_has_departures() -> None:
    rules = laboratory_rules(ONE_DECK)
    shoe = tuple(5 if card_of(value) >= 32 else 3 for value in range(VALUES))
    found = departures_from(game_of(rules), shoe)
    assert sum(each.probability for each in found) < 1
    assert all(each.gap <= 0 and each.best != each.other for each in found)
