"""Exact covariances of the main game, the side wagers that a box's first cards decide, and insurance.

The expectation of a round is known for every first hand and up card. A wager on the first cards has a result for each
of them, so that products of two wagers are sums over the deals of two cards and an up card. Insurance has a mean for
each of them; its product with the main game is a sum over the sets of cards that the box may hold. A round in which no
insurance is offered has the result 0. A prize is drawn independently of the cards that win it. ``joint_later`` follows
the third card of a box.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from math import sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.dealer import ENDS
from pitboss.analyse.edge import Edge
from pitboss.analyse.game import pays_suits
from pitboss.analyse.joint_later import ACROSS_SPLITS, MOST_CARDS, ThirdCard, ThirdCardWalk
from pitboss.analyse.shoe import ACE, TEN, VALUE_NAMES, VALUES, value_of
from pitboss.analyse.wagers import further_cards
from pitboss.analyse.wagers_cards import cards_of
from pitboss.analyse.wagers_table import LOST, WagerTable
from pitboss.cards import DECK_SIZE
from pitboss.games.blackjack.wagers.base import side_plays
from pitboss.law.choices import DealerBlackjack
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.hand_classes import DEALER_BLACKJACK
from pitboss.strategy.side_pays import SidePayProbe

Floats = NDArray[np.float64]

MAIN: Final = "main"
INSURANCE: Final = "insurance"
_LATER: Final = "it is settled by more than the first cards"
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


class _Side(Struct, frozen=True):
    """A side wager: the means of its result and of its square for each deal."""

    results: Floats
    squares: Floats
    #: The means of the products with the main game and with insurance, where a third card bears on both.
    third: ThirdCard | None = None


def joint_moments(rules: BlackjackRules, main: Edge, tables: Mapping[str, WagerTable]) -> tuple[JointMoment, ...]:
    """Returns the covariance of the main game with each side wager, and of each two side wagers.

    Figures are those of the table's whole shoe. A wager that later cards decide has a reason instead.
    """
    deals = _deals(rules, main)
    sides: dict[str, _Side | str | None] = {MAIN: None}
    sides |= {name: _side(rules, main, table, deals) for name, table in tables.items()}
    return tuple(_moments(rules, deals, main, sides))


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


def _side(rules: BlackjackRules, main: Edge, table: WagerTable, deals: _Deals) -> _Side | str:
    """Returns a side wager by the deal, or why it is not decided by it."""
    insurance = _insurance(main, _insurance_pay(rules))
    if table.name == INSURANCE:
        return insurance
    play = side_plays(rules).get(table.wager)
    if play is None:  # the ante: every round has the same result
        constant = np.full((DECK_SIZE,) * 3, float(table.expectation))
        return _Side(constant, constant**2)
    if play.prizes_at is not None:
        return _prizes(rules, table)
    if play.reads.box > 2 and play.reads.box_alone:
        return _third_card(rules, main, table, deals, insurance.results)
    results = _results(rules, table)
    return results if isinstance(results, str) else _Side(results, results**2)


def _prizes(rules: BlackjackRules, table: WagerTable) -> _Side:
    """Returns a wager that wins a random prize by two cards of the box."""
    pays, deck = SidePayProbe(rules, table.wager, table.stake), range(DECK_SIZE)
    wins = np.array([[pays.wins_prize((one, two)) for two in deck] for one in deck])[..., np.newaxis]
    prizes = [outcome for outcome in table.outcomes if outcome.name != LOST]
    lost = next((float(outcome.pay) for outcome in table.outcomes if outcome.name == LOST), 0.0)
    chance = float(sum(prize.probability for prize in prizes))
    mean, square = (float(sum(prize.probability * prize.pay**power for prize in prizes)) / chance for power in (1, 2))
    shape = (DECK_SIZE,) * 3
    results, squares = np.where(wins, mean, lost), np.where(wins, square, lost**2)
    return _Side(np.broadcast_to(results, shape), np.broadcast_to(squares, shape))


def _third_card(rules: BlackjackRules, main: Edge, table: WagerTable, deals: _Deals, insurance: Floats) -> _Side | str:
    """Returns a wager that a third card may decide, or why it is not followed."""
    play = side_plays(rules)[table.wager]
    if play.reads.box > MOST_CARDS:
        return ACROSS_SPLITS
    if main.chart is None or main.chart.insure:
        return "a third card is followed by a chart that does not insure"
    grade = cache(play.line)
    pays = {
        line: float(SidePayProbe(rules, table.wager, table.stake).on_line(line)) / table.stake for line in _lines(table)
    }
    further = further_cards(rules, main.chart, (table.wager, table.stake), grade)
    third = ThirdCardWalk(rules, main, insurance).moments(grade, pays, further, deals.main)
    return third if isinstance(third, str) else _Side(third.results, third.squares, third)


def _lines(table: WagerTable) -> list[str]:
    return ["" if outcome.name == LOST else outcome.name for outcome in table.outcomes]


def _insurance(main: Edge, pay: float) -> _Side:
    """Returns the mean of one unit on insurance for each deal: it is offered against an ace and wins by a ten."""
    at, left = np.array([value_of(card) for card in range(DECK_SIZE)]), sum(main.cards) - 3
    tens = main.cards[TEN] - (at[:, np.newaxis] == TEN).astype(float) - (at[np.newaxis] == TEN)
    wins, aces = tens[..., np.newaxis] / left, (at == ACE).astype(float)
    return _Side(aces * (pay * wins - (1.0 - wins)), aces * (pay**2 * wins + (1.0 - wins)))


def _results(rules: BlackjackRules, table: WagerTable) -> Floats | str:
    """Returns the result of a side wager on each deal, per unit, or why it is not a function of it."""
    plays = side_plays(rules)
    if table.wager not in plays:
        return _LATER
    reads = plays[table.wager].reads
    if reads.after_play or not reads.box:
        return _LATER
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
    rules: BlackjackRules, deals: _Deals, main: Edge, sides: Mapping[str, _Side | str | None]
) -> Iterator[JointMoment]:
    spoiled = "the main game is paid by suits" if pays_suits(rules) else ""
    spoiled = spoiled or ("the main game has several dealer hands" if main.spots > 1 else "")
    for one, two in combinations(sides, 2):
        first, second = sides[one], sides[two]
        why = spoiled if one == MAIN else ""
        why = why or next((each for each in (first, second) if isinstance(each, str)), "")
        if isinstance(first, _Side) and isinstance(second, _Side) and first.third and second.third:
            why = "a third card decides both"
        if one == MAIN and two == INSURANCE and rules.terms.dealer_blackjack is DealerBlackjack.BUSTS_AND_ONE:
            why = why or "a dealer's blackjack takes busted wagers and one more"
        if why or isinstance(second, str) or isinstance(first, str) or second is None:
            yield JointMoment(one, two, why=why)
            continue
        mean, deviation = _mean_and_deviation(deals, second)
        if first is None:
            own, spread, square = main.expectation, main.deviation, deals.squares
            product = _with_insurance(rules, main) if two == INSURANCE else deals.mean(_with_main(deals, second))
        else:
            own, spread = _mean_and_deviation(deals, first)
            square, product = first.squares, deals.mean(_of_two(first, second, insured=two == INSURANCE))
        covariance = product - own * mean
        of_product = sqrt(max(deals.mean(square * second.squares) - product**2, 0.0))
        correlation = covariance / (spread * deviation) if spread and deviation else 0.0
        yield JointMoment(one, two, covariance, correlation, of_product)


def _with_main(deals: _Deals, side: _Side) -> Floats:
    return deals.main * side.results if side.third is None else side.third.with_main


def _of_two(one: _Side, two: _Side, *, insured: bool) -> Floats:
    """Returns the mean product of two side wagers on each deal; ``insured`` if the second one is insurance."""
    return one.third.with_insurance if insured and one.third is not None else one.results * two.results


def _mean_and_deviation(deals: _Deals, side: _Side) -> tuple[float, float]:
    mean = deals.mean(side.results)
    return mean, sqrt(max(deals.mean(side.squares) - mean**2, 0.0))


def _insurance_pay(rules: BlackjackRules) -> float:
    odds = rules.terms.insurance_odds
    return odds.pays / odds.to


def _with_insurance(rules: BlackjackRules, main: Edge) -> float:
    """Returns the mean product of the main game and one unit on insurance."""
    figures = np.full(ENDS, -1.0)
    figures[DEALER_BLACKJACK] = _insurance_pay(rules)
    return main.product_with(ACE, figures)
