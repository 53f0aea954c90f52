"""What the main game is worth before the deal, exactly, for a table's rules and a way to play."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

from msgspec import Struct, msgpack

from pitboss.analyse.column import Column
from pitboss.analyse.game import Game, game_of, rules_key
from pitboss.analyse.plays import Insuring, by_chart, by_composition, by_total
from pitboss.analyse.results import Results
from pitboss.analyse.shoe import ACE, TEN, VALUE_NAMES, VALUES, Counts, check_cards, shoe_of
from pitboss.kernel.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from pitboss.kernel.strategy import Chart, played_blindly
from pitboss.law.resolve import BlackjackRules

#: The ways to play that are looked for, beside a chart that is given.
TOTAL: Final = "total"
COMPOSITION: Final = "composition"
ACTIONS: Final = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
_KEPT: Final = 256


class FirstHand(Struct, frozen=True):
    """Two cards against an up card: how likely, what is done first, and what the round is worth from there."""

    cards: tuple[str, str]
    up: str
    probability: float
    action: str
    expectation: float


class UpCard(Struct, frozen=True):
    """A round in which the dealer shows this card."""

    probability: float
    expectation: float


class Edge(Struct, frozen=True):
    """The main game per unit of the first wager, for the player: doubles, splits and insurance within."""

    rulebook: str
    strategy: str
    chart: Chart | None
    #: The cards of the shoe by value, ace first.
    cards: Counts
    expectation: float
    deviation: float
    #: What one unit on insurance is worth, before the own cards are seen.
    insurance: float
    #: How often a box is split; only there the deviation rests on a convention (see ``results``).
    splits: float
    by_up: dict[str, UpCard]
    hands: tuple[FirstHand, ...]
    #: How likely each net result is, in units of the first wager; empty with several dealer hands.
    distribution: dict[float, float]
    #: How likely it is that a box has more winning than losing hands, as many, fewer, or is surrendered.
    outcomes: dict[str, float]
    #: The part of the least wager that is paid as an ante.
    ante: float
    spots: int


class Counted(NamedTuple):
    """How likely a hand is, and where its results are counted."""

    weight: float
    results: Results


_edges: dict[Any, Edge] = {}


def edge(
    rules: BlackjackRules, *, strategy: str | Chart = TOTAL, gone: Sequence[int] = (), infinite: bool = False
) -> Edge:
    """The expectation and all that goes with it; NotAnalysable, ImpossibleCards, or ValueError for a strategy.

    What was asked before is not computed again.
    """
    if not isinstance(strategy, Chart) and strategy not in (TOTAL, COMPOSITION):
        raise ValueError(f"'{strategy}' is no strategy: there are {TOTAL}, {COMPOSITION} and charts")
    shoe = shoe_of(rules, gone, infinite=infinite)
    check_cards(rules, shoe)
    key = rules_key(rules), msgpack.encode(strategy), shoe
    if key not in _edges:
        if len(_edges) >= _KEPT:
            _edges.pop(next(iter(_edges)))
        _edges[key] = edge_of(game_of(rules), shoe, strategy)
    return _edges[key]


def columns_of(game: Game, shoe: Counts) -> list[Column]:
    """Every up card that the shoe holds."""
    return [Column(game, shoe, up) for up in range(VALUES) if shoe[up]]


def first_hands(shoe: Counts, up: int) -> Iterator[tuple[int, int, float]]:
    """Two values and the chance of being dealt them once the up card is out."""
    left = list(shoe)
    left[up] -= 1
    pairs = sum(left) * (sum(left) - 1)
    for one in range(VALUES):
        for two in range(one, VALUES):
            ways = left[one] * (left[one] - 1) if one == two else 2 * left[one] * left[two]
            if ways > 0:
                yield one, two, ways / pairs


def edge_of(game: Game, shoe: Counts, strategy: str | Chart) -> Edge:
    """The same for any cards at all, computed anew; nobody looks whether they suffice for every round."""
    columns = columns_of(game, shoe)
    chart: Chart | None = None
    if isinstance(strategy, Chart):
        chart = played_blindly(strategy)
        by_chart(columns, chart)
    elif strategy == TOTAL:
        chart = by_total(columns, [first_hands(shoe, column.up) for column in columns])
    else:
        by_composition(columns)
    insuring, results, by_up, hands = Insuring(game, chart), Results(game), {}, []
    cards = sum(shoe)
    for column in columns:
        shown, worth = shoe[column.up] / cards, 0.0
        for one, two, chance in first_hands(shoe, column.up):
            action, expectation = _first_hand(column, (one, two), insuring, Counted(shown * chance, results))
            worth += chance * expectation
            names = VALUE_NAMES[one], VALUE_NAMES[two]
            hands.append(FirstHand(names, VALUE_NAMES[column.up], shown * chance, action, expectation))
        by_up[VALUE_NAMES[column.up]] = UpCard(shown, worth)
    expectation = sum(up.probability * up.expectation for up in by_up.values())
    return Edge(
        rulebook=game.rules.rulebook,
        strategy=strategy if isinstance(strategy, str) else strategy.name,
        chart=chart,
        cards=shoe,
        expectation=expectation,
        deviation=sqrt(max(results.second_moment - expectation**2, 0.0)),
        insurance=_insurance(game, shoe),
        splits=results.split,
        by_up=by_up,
        hands=tuple(hands),
        distribution=results.distribution(),
        outcomes=results.outcomes(),
        ante=_ante(game),
        spots=results.spots,
    )


def _first_hand(column: Column, cards: tuple[int, int], insuring: Insuring, counted: Counted) -> tuple[str, float]:
    """What is done first with two cards, and what the round is worth; its results are counted."""
    game, pays = column.game, column.game.pays
    hand = game.hands.of(*cards)
    beaten = column.blackjack_chance(hand)
    blackjack = cards == (ACE, TEN)
    insured = column.up == ACE and insuring.insures(beaten, blackjack=blackjack)
    at_once = insuring.even_money(beaten) or (insured and insuring.consolidates)
    if blackjack and column.up == ACE and at_once:
        counted.results.fixed(counted.weight, pays.even)
        return "even money", pays.even / pays.unit
    extra = (pays.insurance * beaten - pays.insured * (1.0 - beaten)) / pays.unit if insured else 0.0
    if blackjack:
        counted.results.blackjack(counted.weight, column.ends[hand], insured=insured)
        return "blackjack", float(column.ends[hand] @ pays.blackjack) / pays.unit + extra
    action = int(column.first[hand])
    expectation = column.worth_of(hand, action, cards[0]) + extra
    if game.reads:
        expectation += beaten * pays.read / pays.unit
    if action == SURRENDER:
        counted.results.surrendered(counted.weight, beaten, insured=insured)
    elif action == SPLIT:
        counted.results.splitted(counted.weight, column, (cards[0], expectation), insured=insured)
    else:
        counted.results.played(counted.weight, column.endings(hand, action), insured=insured)
    return ACTIONS[action], expectation


def _ante(game: Game) -> float:
    """The ante on the least wager, where one is due."""
    terms, least = game.rules.terms, game.rules.limits.minimum
    if terms.ante is None or (terms.ante_waiver is not None and least >= terms.ante_waiver):
        return 0.0
    return terms.ante / least


def _insurance(game: Game, shoe: Counts) -> float:
    """One unit on insurance against an ace."""
    if not shoe[ACE] or not game.pays.insured:
        return 0.0
    wins = shoe[TEN] / (sum(shoe) - 1)
    return game.pays.insurance / game.pays.insured * wins - (1.0 - wins)
