"""The exact expectation of the main game before the deal, for a table's rules and a strategy."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct, msgpack
from msgspec.structs import replace
from numpy.typing import NDArray

from pitboss.analyse.column import Column
from pitboss.analyse.game import AnalysedGame, game_of, pays_suits, rules_key
from pitboss.analyse.plays import InsurancePolicy, by_chart, by_composition, by_total
from pitboss.analyse.results import BoxResults
from pitboss.analyse.round_distribution import QUICK, THOROUGH, Distributions, RoundDistribution
from pitboss.analyse.round_spread import Covariance, RoundSpread
from pitboss.analyse.second_moment import PAID, WAITS, BoxPlay, ColumnPlay, SecondMoment
from pitboss.analyse.shoe import (
    ACE,
    TEN,
    VALUE_NAMES,
    VALUES,
    NotAnalysable,
    ShoeComposition,
    check_cards,
    refuse_ten_ranks,
    shoe_of,
)
from pitboss.display import bars_svg, rows_html
from pitboss.law.resolve import BlackjackRules
from pitboss.law.rules_check import require_rules
from pitboss.law.terms import BlackjackTerms
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.strategy.chart import Chart, require_countless

#: The names of the optimal strategies; a chart is the alternative.
TOTAL: Final = "total"
COMPOSITION: Final = "composition"
ACTIONS: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
_CACHE_SIZE: Final = 256


class FirstHand(Struct, frozen=True):
    """Two cards against an up card: their probability, the first action, and the expectation of the round."""

    cards: tuple[str, str]
    up: str
    probability: float
    action: str
    expectation: float


class UpCard(Struct, frozen=True):
    """The rounds with this up card."""

    probability: float
    expectation: float


class Edge(Struct, frozen=True):
    """The player's result of the main game per unit of the first wager, including doubles, splits and insurance."""

    rulebook: str
    strategy: str
    chart: Chart | None
    #: The cards of the shoe by value, ace first.
    cards: ShoeComposition
    expectation: float
    #: The expectation of one unit on insurance, before the player's cards are seen.
    insurance: float
    #: The probability that a box is split.
    splits: float
    by_up: dict[str, UpCard]
    hands: tuple[FirstHand, ...]
    #: The ante as a fraction of the minimum wager.
    ante: float
    spots: int
    _spread: RoundSpread
    _distributions: Distributions
    #: The most products of two sets of cards that the distribution lists for each pair and number of hands.
    products: int = QUICK

    def _repr_html_(self) -> str:
        figures = [
            ("expectation", f"{self.expectation:+.4%} of the first wager ({self.expectation_source})"),
            ("standard deviation", f"{self.deviation:.4f} ({self.deviation_source})"),
            ("insurance", f"{self.insurance:+.4%} of its stake"),
        ]
        by_up = [(up, f"{row.probability:.4%}", f"{row.expectation:+.4%}") for up, row in self.by_up.items()]
        head = ("up card", "probability", "expectation")
        shares = {f"{net:g}": share for net, share in self.distribution.items() if share > 0.0005}
        bars = bars_svg(shares, "distribution of the net result") if shares else ""
        return rows_html(f"{self.rulebook}, {self.strategy}", figures) + rows_html("", by_up, head) + bars

    @property
    def deviation(self) -> float:
        """The standard deviation of a round, exact; computed when it is first read."""
        return self._spread.deviation

    @property
    def two_dealers(self) -> Covariance | None:
        """The covariance of one box's results against two of several dealer hands; None against one hand."""
        return self._spread.two_dealers

    @property
    def two_boxes(self) -> Covariance:
        """The covariance of two boxes of one shoe against the same dealer hand; computed when it is first read."""
        return self._spread.two_boxes

    def deviation_of(self, boxes: int) -> float:
        """Returns the deviation of a round's result over some boxes, in first wagers; 0 if it is not computed."""
        return self._spread.deviation_of(boxes)

    def product_with(self, up: int, figures: NDArray[np.float64]) -> float:
        """Returns the mean over all rounds of the result times a figure of the dealer's end, against an up card.

        It takes one more wager as lost where all hands of a split bust before a blackjack that takes busts and one.
        """
        return self._spread.product_with(up, figures)

    @property
    def expectation_source(self) -> str:
        """Whether the expectation is exact, or takes the busts of a box's split hands as independent.

        The latter is so where a dealer's blackjack takes busted wagers and one more of a box of more than four hands.
        """
        return "conventional" if self.splits and self._spread.assumes_busts else "exact"

    @property
    def deviation_source(self) -> str:
        """Whether the deviation is exact, or takes suits or busts of a box's split hands as independent."""
        conventional = self._spread.pays_suits or self._spread.assumes_busts
        return "conventional" if self.splits and conventional else "exact"

    @property
    def expectation_bound(self) -> float:
        """The most by which a conventional expectation may be off; 0 if it is exact."""
        return self._distributions.expectation_bound() if self.expectation_source != "exact" else 0.0

    @property
    def deviation_bound(self) -> float:
        """The most by which a conventional deviation may be off; 0 if it is exact."""
        if self.deviation_source == "exact":
            return 0.0
        variance = self.deviation**2
        return self.deviation - sqrt(max(variance - self._distributions.square_bound() * self.spots, 0.0))

    def thorough(self) -> "Edge":
        """Returns these figures with a distribution that lists the cards of split boxes however long it takes.

        That is half a minute for splits into three hands. Of boxes of four hands a few are not listed.
        """
        return replace(self, products=THOROUGH)

    @property
    def round_distribution(self) -> RoundDistribution:
        """The distribution of a round's results; computed when it is first read."""
        return self._distributions.of(self.products)

    @property
    def distribution(self) -> dict[float, float]:
        """The probability of each net result in units of the first wager; empty with several dealer hands."""
        return {} if self.spots > 1 else self.round_distribution.nets

    @property
    def outcomes(self) -> dict[str, float]:
        """The probabilities that a box wins more hands than it loses, as many, or fewer, and that it surrenders."""
        return self.round_distribution.outcomes

    @property
    def distribution_conventions(self) -> tuple[str, ...]:
        """The approximations that the distribution rests on; empty if it is exact, or if there is none."""
        return () if self.spots > 1 else self.round_distribution.conventions

    @property
    def distribution_bound(self) -> float:
        """The bound of the error of the distribution: no set of results has a probability that is off by more."""
        return 0.0 if self.spots > 1 else self.round_distribution.bound

    def source_of(self, net: float) -> str:
        """Returns whether the probability of a net result is exact or rests on conventions."""
        exact = self.distribution_source == "exact" or net in self.round_distribution.exact_nets
        return "exact" if exact else "conventional"

    @property
    def distribution_source(self) -> str:
        """Whether the distribution is exact or rests on conventions; each figure has its own source."""
        return "conventional" if self.distribution_conventions else "exact"


class WeightedResults(NamedTuple):
    """The probability of a hand, and where it is added: the accumulator of results, the boxes, and the hands to play.

    The latter are the probabilities of the first two cards without and with insurance.
    """

    weight: float
    results: BoxResults
    boxes: list[BoxPlay]
    reach: NDArray[np.float64]


_edges: dict[Any, Edge] = {}


def edge(
    rules: BlackjackRules, *, strategy: str | Chart = TOTAL, gone: Sequence[int] = (), infinite: bool = False
) -> Edge:
    """Returns the expectation and the related figures, cached by rules, strategy and shoe.

    Raises NotAnalysable, ImpossibleCards, ValueError for an unknown strategy, or TypeError for other things than rules.
    """
    require_rules(rules, BlackjackTerms)
    if not isinstance(strategy, Chart) and strategy not in (TOTAL, COMPOSITION):
        raise ValueError(f"'{strategy}' is not a strategy: write {TOTAL}, {COMPOSITION} or pass a chart")
    shoe = shoe_of(rules, gone, infinite=infinite)
    check_cards(rules, shoe)
    key = rules_key(rules), msgpack.encode(strategy), shoe, tuple(sorted(gone)) if pays_suits(rules) else ()
    if key not in _edges:
        if len(_edges) >= _CACHE_SIZE:
            _edges.pop(next(iter(_edges)))
        _edges[key] = edge_of(game_of(rules, gone, infinite=infinite), shoe, strategy)
    return _edges[key]


def columns_of(game: AnalysedGame, shoe: ShoeComposition) -> list[Column]:
    """Returns a column for every up card in the shoe."""
    return [Column(game, shoe, up) for up in range(VALUES) if shoe[up]]


def first_hands(shoe: ShoeComposition, up: int) -> Iterator[tuple[int, int, float]]:
    """Iterates over pairs of values with their probability once the up card is out."""
    left = list(shoe)
    left[up] -= 1
    pairs = sum(left) * (sum(left) - 1)
    for one in range(VALUES):
        for two in range(one, VALUES):
            ways = left[one] * (left[one] - 1) if one == two else 2 * left[one] * left[two]
            if ways > 0:
                yield one, two, ways / pairs


def edge_of(game: AnalysedGame, shoe: ShoeComposition, strategy: str | Chart) -> Edge:
    """Computes the edge for any shoe, without the cache and without validating that the cards suffice for a round.

    Raises NotAnalysable for rules that no document has.
    """
    if any(game.reads) and game.rules.terms.spots > 1:
        what = "a hole card that is read before the play against several dealer hands"
        raise NotAnalysable(what, game.rules.cite("card_reader"), game.rules.rulebook)
    columns = columns_of(game, shoe)
    chart: Chart | None = None
    if isinstance(strategy, Chart):
        chart = require_countless(strategy)
        if game.rules.terms.split_same_rank and not chart.tens_by_total:
            refuse_ten_ranks(game.rules)
        by_chart(columns, chart)
    elif strategy == TOTAL:
        chart = by_total(columns, [first_hands(shoe, column.up) for column in columns])
    else:
        by_composition(columns)
    insuring, results, by_up, hands = InsurancePolicy(game, chart), BoxResults(game), {}, []
    cards, moment = sum(shoe), SecondMoment(game, shoe)
    plays = []
    for column in columns:
        boxes: list[BoxPlay] = []
        reach = np.zeros((2, len(game.hands.size)))
        probability, worth = shoe[column.up] / cards, 0.0
        for one, two, chance in first_hands(shoe, column.up):
            action, expectation = _first_hand(
                column, (one, two), insuring, WeightedResults(probability * chance, results, boxes, reach)
            )
            if action == ACTIONS[SPLIT]:
                expectation += all_bust_change(moment, column, one)
            worth += chance * expectation
            names = VALUE_NAMES[one], VALUE_NAMES[two]
            hands.append(FirstHand(names, VALUE_NAMES[column.up], probability * chance, action, expectation))
        for insured in np.flatnonzero(reach.any(axis=1)):
            results.played(column.up, column.endings(reach[insured]), insured=bool(insured))
        by_up[VALUE_NAMES[column.up]] = UpCard(probability, worth)
        plays.append(ColumnPlay.of(column, tuple(boxes)))
    expectation = sum(up.probability * up.expectation for up in by_up.values())
    return Edge(
        rulebook=game.rules.rulebook,
        strategy=strategy if isinstance(strategy, str) else strategy.name,
        chart=chart,
        cards=shoe,
        expectation=expectation,
        insurance=_insurance(game, shoe),
        splits=results.split,
        by_up=by_up,
        hands=tuple(hands),
        ante=_ante(game),
        spots=results.spots,
        _spread=RoundSpread(moment, results, expectation, tuple(plays)),
        _distributions=Distributions(results, moment, tuple(plays)),
    )


def _first_hand(
    column: Column, cards: tuple[int, int], policy: InsurancePolicy, weighted: WeightedResults
) -> tuple[str, float]:
    """Returns the first action on two cards and the expectation of the round; adds its results."""
    game, pays = column.game, column.game.pays
    hand = game.hands.of(*cards)
    beaten = column.blackjack_chance(hand)
    blackjack = cards == (ACE, TEN)
    insured = column.up == ACE and policy.insures(beaten, blackjack=blackjack)
    paid_early = policy.even_money(beaten) or (insured and policy.consolidates)
    if blackjack and column.up == ACE and paid_early:
        weighted.results.fixed(weighted.weight, pays.even)
        weighted.boxes.append(BoxPlay(cards, PAID, insured))
        return "even money", pays.even / pays.unit
    extra = (pays.insurance * beaten - pays.insured * (1.0 - beaten)) / pays.unit if insured else 0.0
    if blackjack:
        weighted.results.blackjack(weighted.weight, column.ends[hand], insured=insured)
        weighted.boxes.append(BoxPlay(cards, WAITS, insured))
        return "blackjack", float(column.ends[hand] @ game.blackjack) / pays.unit + extra
    action = int(column.first[hand])
    if action == SPLIT and cards == (TEN, TEN) and game.rules.terms.split_same_rank:
        refuse_ten_ranks(game.rules)
    weighted.boxes.append(BoxPlay(cards, action, insured))
    expectation = column.worth_of(hand, action, cards[0]) + extra
    if game.reads[column.up]:
        expectation += beaten * pays.read / pays.unit
    if action == SURRENDER:
        weighted.results.surrendered(weighted.weight, column.up, beaten, insured=insured)
    elif action == SPLIT:
        weighted.results.splitted(weighted.weight, column, cards[0], insured=insured)
    else:
        weighted.reach[int(insured), hand] += weighted.weight
    return ACTIONS[action], expectation


def all_bust_change(moment: SecondMoment, column: Column, pair: int) -> float:
    """Returns the exact value of the wager that a box of busts does not lose, less the one that decided the split."""
    if not column.game.takes_one_more(column.up):
        return 0.0
    exact = moment.all_bust(ColumnPlay.of(column, ()), pair)
    return 0.0 if exact is None else exact.chance / column.pair_chance(pair) - column.all_bust(pair)


def _ante(game: AnalysedGame) -> float:
    """Returns the ante on the minimum wager, or 0."""
    terms, least = game.rules.terms, game.rules.limits.minimum
    if terms.ante is None or (terms.ante_waiver is not None and least >= terms.ante_waiver):
        return 0.0
    return terms.ante / least


def _insurance(game: AnalysedGame, shoe: ShoeComposition) -> float:
    """Returns the expectation of one unit on insurance against an ace."""
    if not shoe[ACE] or not game.pays.insured:
        return 0.0
    wins = shoe[TEN] / (sum(shoe) - 1)
    return game.pays.insurance / game.pays.insured * wins - (1.0 - wins)
