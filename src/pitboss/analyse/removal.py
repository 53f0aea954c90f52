"""Effects of removal: how one card less of a rank changes the main game and the insurance wager."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import sqrt

from msgspec import Struct

from pitboss.analyse.departures import Departure, playing_efficiency
from pitboss.analyse.edge import COMPOSITION, TOTAL, Edge, edge, edge_of
from pitboss.analyse.game import AnalysedGame, game_of, pays_suits
from pitboss.analyse.shoe import ACE, VALUE_NAMES, ShoeComposition, value_of
from pitboss.cards import full_shoe
from pitboss.display import rows_html
from pitboss.law.checks import decks_in_play
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import Chart
from pitboss.strategy.count_systems import RANKS, CountSystem

#: The edges of the shoe without a card of a value, each with the share of the cards of that value.
_Priced = list[tuple[float, Edge]]


class RankEffect(Struct, frozen=True):
    """The change of both expectations if one card of this rank is removed."""

    rank: str
    cards: int
    effect: float
    #: None without an insurance wager, or if no ace is left.
    insurance: float | None


class RemovalEffects(Struct, frozen=True):
    """The effects of removal of every rank in the shoe, per unit of the wager.

    The main game is priced before the deal, the insurance wager against an ace.
    """

    rulebook: str
    strategy: str
    #: Whether the strategy of the whole shoe is kept; otherwise the play is the best for the remaining cards.
    fixed: bool
    source: str
    expectation: float
    insurance: float | None
    ranks: tuple[RankEffect, ...]

    def _repr_html_(self) -> str:
        rows = [
            (row.rank, str(row.cards), f"{row.effect:+.5%}", "" if row.insurance is None else f"{row.insurance:+.5%}")
            for row in self.ranks
        ]
        title = f"{self.rulebook}, {self.strategy}: effects of removal on {self.expectation:+.4%}"
        return rows_html(title, rows, ("rank", "cards", "main game", "insurance"))

    @property
    def weighted_sum(self) -> float:
        """The mean effect of a random card: 0 for a fixed strategy, as an unseen card carries no information."""
        cards = sum(row.cards for row in self.ranks)
        return sum(row.cards * row.effect for row in self.ranks) / cards

    @property
    def insurance_weighted_sum(self) -> float | None:
        """The mean effect on insurance of a random card of those behind the dealer's ace: 0."""
        if self.insurance is None:
            return None
        behind = {row: row.cards - (row.rank == VALUE_NAMES[ACE]) for row in self.ranks}
        return sum(count * (row.insurance or 0.0) for row, count in behind.items()) / sum(behind.values())


class CountCorrelation(Struct, frozen=True):
    """The correlations of the tags of a count with the effects of removal."""

    name: str
    betting: float
    insurance: float | None
    #: The tag of each rank; the mean where suits differ.
    tags: dict[str, float]
    #: The playing efficiency; None if it was not computed.
    playing: float | None = None


def removal_effects(
    rules: BlackjackRules, *, strategy: str | Chart = TOTAL, gone: Sequence[int] = ()
) -> RemovalEffects:
    """Returns the effects for a table's shoe without the cards gone; raises NotAnalysable or ImpossibleCards.

    ``total`` is the best chart of this shoe and is kept, as any chart is; ``composition`` is the best play each time.
    Where the main game pays suits, the effect of a rank is the mean over its remaining cards.
    """
    whole = edge(rules, strategy=strategy, gone=gone)
    left, kept = cards_left(rules, gone), whole.chart or COMPOSITION

    def price(value: int) -> _Priced:
        held = {card: count for card, count in left.items() if value_of(card) == value}
        if not pays_suits(rules):
            return [(1.0, edge(rules, strategy=kept, gone=(*gone, next(iter(held)))))]
        total = sum(held.values())
        suits = _by_suit(held).items()
        return [(count / total, edge(rules, strategy=kept, gone=(*gone, card))) for card, count in suits]

    return _collect(whole, price, insured=game_of(rules, gone).pays.insured > 0)


def removal_from(game: AnalysedGame, shoe: ShoeComposition, strategy: str | Chart = TOTAL) -> RemovalEffects:
    """Returns the effects for any shoe, without validating that the cards suffice; suits keep their shares."""
    whole = edge_of(game, shoe, strategy)
    kept = whole.chart or COMPOSITION

    def price(value: int) -> _Priced:
        less = tuple(count - (place == value) for place, count in enumerate(shoe))
        return [(1.0, edge_of(game, less, kept))]

    return _collect(whole, price, insured=game.pays.insured > 0)


def cards_left(rules: BlackjackRules, gone: Sequence[int] = ()) -> Mapping[int, int]:
    """Returns how many of each card the table's shoe holds without the cards gone."""
    left = Counter(full_shoe(decks_in_play(rules.options), rules.terms.ranks_removed))
    left.subtract(gone)
    return {card: count for card, count in left.items() if count > 0}


def correlations(
    found: RemovalEffects, systems: Iterable[CountSystem], cards: Mapping[int, int], hands: Sequence[Departure] = ()
) -> tuple[CountCorrelation, ...]:
    """Returns Pearson's correlation of tags and effects over the cards of the shoe, for each system.

    Tags are centred, so that an unbalanced count is measured as its balanced equivalent. With the departures of the
    shoe also the playing efficiency.
    """
    effects = {row.rank: row for row in found.ranks}
    rows = [(effects[VALUE_NAMES[value_of(card)]], card, count) for card, count in cards.items()]
    weights = [count for _, _, count in rows]
    main = [row.effect for row, _, _ in rows]
    wager = None if found.insurance is None else [row.insurance or 0.0 for row, _, _ in rows]
    made = []
    for system in systems:
        tags = [float(system.tags[card]) for _, card, _ in rows]
        insurance = None if wager is None else _correlation(tags, wager, weights)
        playing = playing_efficiency(hands, system) if hands else None
        betting = _correlation(tags, main, weights)
        made.append(CountCorrelation(system.name, betting, insurance, _by_rank(system), playing))
    return tuple(made)


def _by_rank(system: CountSystem) -> dict[str, float]:
    places = enumerate(RANKS)
    return {rank: sum(system.tags[4 * place : 4 * place + 4]) / (4 * system.scale) for place, rank in places}


def _by_suit(cards: Mapping[int, int]) -> Mapping[int, int]:
    """Returns one card of each suit with the number of cards of that suit: ten-valued ranks have equal effects."""
    first: dict[int, int] = {}
    counts: Counter[int] = Counter()
    for card, count in cards.items():
        counts[first.setdefault(card & 3, card)] += count
    return counts


def _collect(whole: Edge, price: Callable[[int], _Priced], *, insured: bool) -> RemovalEffects:
    ranks = []
    for value, count in enumerate(whole.cards):
        if not count:
            continue
        priced = price(value)
        insurable = insured and whole.cards[ACE] - (value == ACE) > 0
        ranks.append(
            RankEffect(
                rank=VALUE_NAMES[value],
                cards=count,
                effect=sum(share * found.expectation for share, found in priced) - whole.expectation,
                insurance=priced[0][1].insurance - whole.insurance if insurable else None,
            )
        )
    return RemovalEffects(
        rulebook=whole.rulebook,
        strategy=whole.strategy,
        fixed=whole.chart is not None,
        source=whole.expectation_source,
        expectation=whole.expectation,
        insurance=whole.insurance if insured and whole.cards[ACE] else None,
        ranks=tuple(ranks),
    )


def _correlation(left: Sequence[float], right: Sequence[float], weights: Sequence[int]) -> float:
    """Returns the weighted correlation; 0 if either side is constant."""
    total = sum(weights)
    means = [sum(map(float.__mul__, side, map(float, weights))) / total for side in (left, right)]
    centred = [[value - mean for value in side] for side, mean in zip((left, right), means, strict=True)]
    products = [
        sum(weight * one * two for weight, one, two in zip(weights, first, second, strict=True))
        for first, second in ((centred[0], centred[1]), (centred[0], centred[0]), (centred[1], centred[1]))
    ]
    spread = sqrt(products[1] * products[2])
    return products[0] / spread if spread else 0.0
