"""Exact covariances of the main game and the side wagers that the first cards decide.

The expectation of a round is known for every first hand and up card. A wager on the first cards has a result for each
of them, so that products of two wagers are sums over the deals of two cards and an up card.
"""

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.edge import Edge
from pitboss.analyse.game import pays_suits
from pitboss.analyse.shoe import VALUE_NAMES, VALUES, value_of
from pitboss.analyse.wagers_cards import cards_of
from pitboss.analyse.wagers_table import WagerTable
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.side_pays import SidePayProbe

Floats = NDArray[np.float64]

MAIN: Final = "main"
#: Bounds of the mean square of a round's result by the first action, for the standard error of a simulated covariance.
_SQUARES: Final = {"double": 4.0, "split": 8.0, "blackjack": 2.25}


class JointMoment(Struct, frozen=True):
    """The covariance of two wagers on one box, per unit of each; ``why`` gives the reason if it is not computed."""

    one: str
    two: str
    covariance: float = 0.0
    correlation: float = 0.0
    #: The standard deviation of the product of one round's results: exact for two side wagers, else an upper bound.
    product_deviation: float = 0.0
    why: str = ""

    @property
    def name(self) -> str:
        """Both wagers."""
        return f"{self.one} and {self.two}"


class _Deals(Struct, frozen=True):
    """All deals of two cards to the box and one to the dealer: their probability, and the main game's mean of each."""

    chances: Floats
    main: Floats
    squares: Floats

    def mean(self, results: Floats) -> float:
        return float((self.chances * results).sum())


def joint_moments(rules: BlackjackRules, main: Edge, tables: Mapping[str, WagerTable]) -> tuple[JointMoment, ...]:
    """Returns the covariance of the main game with each side wager, and of each two side wagers.

    Figures are those of the table's whole shoe. A wager that later cards decide has a reason instead.
    """
    deals = _deals(rules, main)
    results = {name: _results(rules, table) for name, table in tables.items()}
    names = [MAIN, *tables]
    return tuple(_moments(rules, deals, main, {name: results.get(name) for name in names}, tables))


def _deals(rules: BlackjackRules, main: Edge) -> _Deals:
    counts = np.array(cards_of(rules).counts, np.float64)
    same = np.eye(DECK_SIZE)
    pairs = counts[:, np.newaxis] * (counts - same)
    ups = counts - same[:, np.newaxis] - same[np.newaxis]
    cards = counts.sum()
    chances = np.where(pairs[..., np.newaxis] > 0, pairs[..., np.newaxis] * ups, 0.0)
    means, squares = np.zeros((2, VALUES, VALUES, VALUES))
    for hand in main.hands:
        one, two, up = (VALUE_NAMES.index(name) for name in (*hand.cards, hand.up))
        means[one, two, up] = means[two, one, up] = hand.expectation
        squares[one, two, up] = squares[two, one, up] = _SQUARES.get(hand.action, 1.0)
    at = [value_of(card) for card in range(DECK_SIZE)]
    by_card = np.ix_(at, at, at)
    return _Deals(chances / (cards * (cards - 1) * (cards - 2)), means[by_card], squares[by_card])


def _results(rules: BlackjackRules, table: WagerTable) -> Floats | str:
    """Returns the result of a side wager on each deal, per unit, or why it is not a function of it."""
    plays = side_plays(rules)
    if table.wager not in plays:
        return "it is settled by more than the first cards"
    reads = plays[table.wager].reads
    if reads.after_play or not reads.box:
        return "it is settled by more than the first cards"
    pays, deck = SidePayProbe(rules, table.wager, table.stake), range(DECK_SIZE)
    on_line: dict[str, float] = {}

    def paid(*read: object) -> float:
        line = pays.play.line(*read)
        if line not in on_line:
            on_line[line] = pays.on_line(line) / table.stake
        return on_line[line]

    boxes = [(one, two)[: reads.box] for one in deck for two in deck]
    if reads.up_card:
        found = [paid(box, up) for box in boxes for up in deck]
        return np.array(found).reshape(DECK_SIZE, DECK_SIZE, DECK_SIZE)
    flat = np.array([paid(box) for box in boxes]).reshape(DECK_SIZE, DECK_SIZE, 1)
    return np.broadcast_to(flat, (DECK_SIZE,) * 3)


def _moments(
    rules: BlackjackRules,
    deals: _Deals,
    main: Edge,
    results: Mapping[str, Floats | str | None],
    tables: Mapping[str, WagerTable],
) -> Iterator[JointMoment]:
    spoiled = "the main game is paid by suits" if pays_suits(rules) else ""
    spoiled = spoiled or ("the main game has several dealer hands" if main.spots > 1 else "")
    for one, two in combinations(results, 2):
        first, second = results[one], results[two]
        why = spoiled if one == MAIN else ""
        why = why or next((each for each in (first, second) if isinstance(each, str)), "")
        if why or isinstance(second, str) or isinstance(first, str) or second is None:
            yield JointMoment(one, two, why=why)
            continue
        if first is None:
            mean, deviation, square = main.expectation, main.deviation, deals.squares
            product = deals.mean(deals.main * second)
        else:
            mean, deviation, square = float(tables[one].expectation), tables[one].deviation, first**2
            product = deals.mean(first * second)
        other = tables[two]
        covariance = product - mean * float(other.expectation)
        spread = sqrt(max(deals.mean(square * second**2) - product**2, 0.0))
        yield JointMoment(one, two, covariance, covariance / (deviation * other.deviation), spread)
