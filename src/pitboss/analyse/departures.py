"""Departures from the best play of a whole shoe: two cards against an up card, and what makes another action better.

The gap of a departure is the expectation of the next best action minus that of the best one. Its effects of removal are
exact. How well a count predicts them is its playing correlation, and over all departures its playing efficiency, as
Griffin defines them: the share of the gain of perfect knowledge that the count obtains.
"""

from collections.abc import Iterator, Sequence
from math import erf, exp, pi, sqrt
from typing import Final

from msgspec import Struct

from pitboss.analyse.column import Column
from pitboss.analyse.edge import ACTIONS, columns_of, first_hands
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.shoe import ACE, TEN, VALUE_NAMES, VALUES, ShoeComposition, card_of, check_cards, shoe_of
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.count_systems import CountSystem

#: The depths over which the efficiency is averaged: shares of the unseen cards that are left.
DEPTHS: Final = tuple(step / 40 for step in range(10, 40))
#: Correlations between cards of a value need two of them; a smaller variance than this is none.
_NO_VARIANCE: Final = 1e-24

_Hand = tuple[int, int, int]


class Gap(Struct, frozen=True):
    """The gap between two actions, as a linear function of the cards that are left."""

    #: The expectation of the second action minus that of the first, and its change when one card of a value is removed.
    gap: float
    effects: tuple[float, ...]
    #: The unseen cards: the shoe without the hand and the up card.
    unseen: ShoeComposition

    @property
    def variance(self) -> float:
        """The variance of the effects over the unseen cards."""
        return _mean(self.unseen, self.effects, self.effects) - _mean(self.unseen, self.effects) ** 2

    def correlation(self, tags: Sequence[float]) -> float:
        """Returns the playing correlation of the tags by value: with the effects, over the unseen cards."""
        common, spread = self._moments(tags)
        spread *= self.variance
        return common / sqrt(spread) if spread > _NO_VARIANCE else 0.0

    def line(self, tags: Sequence[float]) -> tuple[float, float]:
        """Returns the true count of all unseen cards, and the regression of the gap on the true count.

        A true count of 1 is a mean tag of -1/52 of the cards left.
        """
        common, spread = self._moments(tags)
        slope = common / spread * (sum(self.unseen) - 1) / 52 if spread > _NO_VARIANCE else 0.0
        return -52 * _mean(self.unseen, tags), slope

    def index(self, tags: Sequence[float]) -> float | None:
        """Returns the true count at which the line is 0; None if the count does not change the gap."""
        start, slope = self.line(tags)
        return start - self.gap / slope if slope else None

    def change(self, left: Sequence[int]) -> float:
        """Returns the linear change of the gap if so many cards of each value are left of the unseen ones."""
        average = sum(count * effect for count, effect in zip(left, self.effects, strict=True)) / sum(left)
        return (sum(self.unseen) - 1) * (_mean(self.unseen, self.effects) - average)

    def _moments(self, tags: Sequence[float]) -> tuple[float, float]:
        """Returns the covariance of tags and effects, and the variance of the tags."""
        mean = _mean(self.unseen, tags)
        common = _mean(self.unseen, tags, self.effects) - mean * _mean(self.unseen, self.effects)
        return common, _mean(self.unseen, tags, tags) - mean**2


class Departure(Gap, frozen=True):
    """Two cards against an up card, as values: the gap between the best action of the shoe and the next best."""

    cards: tuple[int, int]
    up: int
    probability: float
    best: int
    other: int

    @property
    def name(self) -> str:
        """The hand as text, such as ``10 6 v 10``."""
        one, two = sorted(self.cards, key=lambda value: value or VALUES, reverse=True)
        return f"{VALUE_NAMES[one]} {VALUE_NAMES[two]} v {VALUE_NAMES[self.up]}"

    @property
    def actions(self) -> tuple[str, str]:
        """The best action and the next best one."""
        return ACTIONS[self.best], ACTIONS[self.other]


def departures(rules: BlackjackRules, gone: Sequence[int] = ()) -> tuple[Departure, ...]:
    """Returns a departure for every two cards with a choice; raises NotAnalysable or ImpossibleCards."""
    game, shoe = game_of(rules, gone), shoe_of(rules, gone)
    check_cards(rules, shoe)
    return departures_from(game, shoe)


def departures_from(game: AnalysedGame, shoe: ShoeComposition) -> tuple[Departure, ...]:
    """Returns the departures of any shoe, without validating that the cards suffice."""
    whole = dict(_choices(game, shoe))
    less = [dict(_choices(game, _without(shoe, value))) if shoe[value] else {} for value in range(VALUES)]
    chances = {
        (one, two, up): shoe[up] / sum(shoe) * chance
        for up in range(VALUES)
        if shoe[up]
        for one, two, chance in first_hands(shoe, up)
    }
    found = []
    for hand, worth in whole.items():
        best, other = sorted(worth, key=lambda action: -worth[action])[:2]
        unseen = shoe
        for value in hand:
            unseen = _without(unseen, value)
        gap = worth[other] - worth[best]
        effects = tuple(
            less[value][hand][other] - less[value][hand][best] - gap if count else 0.0
            for value, count in enumerate(unseen)
        )
        found.append(Departure(gap, effects, unseen, hand[:2], hand[2], chances[hand], best, other))
    return tuple(found)


def _choices(game: AnalysedGame, shoe: ShoeComposition) -> Iterator[tuple[_Hand, dict[int, float]]]:
    """Iterates over the hands with a choice, with the value of each action."""
    for column in columns_of(game, shoe):
        column.play(free=True)
        for one, two, _ in first_hands(shoe, column.up):
            if (one, two) != (ACE, TEN):
                worth = actions_of(column, one, two)
                if len(worth) > 1:
                    yield (one, two, column.up), worth


def actions_of(column: Column, one: int, two: int) -> dict[int, float]:
    """Returns the actions on two cards with their values, in a column that has the values of best play."""
    game = column.game
    # where only tens of one rank are split, their value does not say whether they are a pair
    pair = one if one == two and not (one == TEN and game.rules.terms.split_same_rank) else -1
    return column.choices(game.hands.of(one, two), pair)


def tags_by_value(system: CountSystem) -> tuple[float, ...]:
    """Returns the tag of each value; the mean where suits differ."""
    cards = ([card_of(value) + suit for suit in range(4)] for value in range(VALUES))
    return tuple(sum(system.tags[card] for card in suits) / (4 * system.scale) for suits in cards)


def playing_efficiency(found: Sequence[Departure], system: CountSystem, depths: Sequence[float] = DEPTHS) -> float:
    """Returns the share of the gain of perfect knowledge that a count obtains, averaged over depths.

    The gap is taken as normal with the variance of its linear change, and the count is played with its best indices.
    """
    tags, counted, perfect = tags_by_value(system), 0.0, 0.0
    for departure in found:
        correlation = abs(departure.correlation(tags))
        for depth in depths:
            spread = _spread(departure, depth)
            counted += departure.probability * _gain(-departure.gap, spread * correlation)
            perfect += departure.probability * _gain(-departure.gap, spread)
    return counted / perfect if perfect else 0.0


def playing_gain(found: Sequence[Departure], depth: float) -> float:
    """Returns what perfect knowledge of the unseen cards gains in a round at a depth, by the same normal gaps."""
    return sum(each.probability * _gain(-each.gap, _spread(each, depth)) for each in found)


def _spread(departure: Departure, depth: float) -> float:
    """Returns the deviation of the gap when this share of the unseen cards is left."""
    cards = sum(departure.unseen)
    return sqrt(max(departure.variance, 0.0) * (cards - 1) * (1 - depth) / depth)


def _gain(loss: float, spread: float) -> float:
    """Returns the mean of the positive part of a normal gap with mean ``-loss``."""
    if spread <= 0:
        return 0.0
    at = loss / spread
    return spread * (exp(-at * at / 2) / sqrt(2 * pi) - at * (1 - erf(at / sqrt(2))) / 2)


def _without(shoe: ShoeComposition, value: int) -> ShoeComposition:
    return tuple(count - (place == value) for place, count in enumerate(shoe))


def _mean(cards: ShoeComposition, *factors: Sequence[float]) -> float:
    """Returns the mean of a product over the cards."""
    total = 0.0
    for value, count in enumerate(cards):
        part = float(count)
        for factor in factors:
            part *= factor[value]
        total += part
    return total / sum(cards)
