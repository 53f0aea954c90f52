"""Decisions and the edge of a player who knows a card: the dealer's hole card, or the next card of the shoe."""

from collections.abc import Callable, Sequence

from msgspec import Struct

from pitboss.analyse.column import Column
from pitboss.analyse.dealer import KnownCard
from pitboss.analyse.edge import ACTIONS, first_hands
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.hand import decisions
from pitboss.analyse.hands import BUST_HAND
from pitboss.analyse.plays import InsurancePolicy, by_composition
from pitboss.analyse.shoe import (
    ACE,
    TEN,
    VALUES,
    ImpossibleCards,
    NotAnalysable,
    ShoeComposition,
    check_cards,
    refuse_ten_ranks,
    shoe_of,
    value_of,
)
from pitboss.cards import card_names
from pitboss.display import rows_html
from pitboss.games.blackjack.hand_permissions import alike
from pitboss.law.cite import clause_list
from pitboss.law.resolve import BlackjackRules
from pitboss.law.rules_check import require_rules
from pitboss.law.terms import BlackjackTerms
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND, SURRENDER, WHOLE_BOX


class KnowingAnswer(Struct, frozen=True):
    """The decisions on a hand beside a known card, per unit of the first wager."""

    rulebook: str
    cards: str
    up: str
    #: The known card: ``hole Kd`` or ``next 5h``.
    knows: str
    #: The expectation of each decision, the best first.
    actions: dict[str, float]
    best: str
    #: The loss of each decision against the best.
    costs: dict[str, float]
    #: Decisions that are allowed and not valued.
    not_valued: tuple[str, ...] = ()

    def _repr_html_(self) -> str:
        rows = [(name, f"{value:+.4%}", f"{self.costs[name]:.4%}") for name, value in self.actions.items()]
        title = f"{self.cards} against {self.up}, known: {self.knows}: {self.best}"
        return rows_html(title, rows, ("decision", "expectation", "cost"))


class HoleCardEdge(Struct, frozen=True):
    """The expectation of a round for a player who always sees the hole card, by the dealer's first card."""

    expectation: float
    by_up: dict[int, float]


def hand_knowing(
    rules: BlackjackRules,
    cards: Sequence[int],
    up: int,
    gone: Sequence[int] = (),
    *,
    hole: int | None = None,
    next_card: int | None = None,
) -> KnowingAnswer:
    """Returns the values of the decisions for a player who knows one card more.

    ``hole`` is the dealer's second card. ``next_card`` is the first card of the shoe: the player's if drawn, else the
    dealer's. Raises ImpossibleCards for cards that cannot occur, and NotAnalysable where the rules leave it undefined.
    """
    require_rules(rules, BlackjackTerms)
    if (hole is None) == (next_card is None):
        raise ImpossibleCards("one card is known: the hole card or the next card")
    card = hole if hole is not None else next_card
    assert card is not None
    shoe_of(rules, [*gone, *cards, up, card])  # raises for cards that the shoe does not hold
    game, shoe = game_of(rules, gone), shoe_of(rules, [*gone, card])
    check_cards(rules, shoe)
    _check_rules(game)
    values = sorted(value_of(each) for each in cards)
    number = _undecided(game, cards, values)
    pair = values[0] if len(cards) == 2 and alike(rules.terms, cards[0], cards[1]) else -1
    if pair == TEN and rules.terms.split_same_rank:
        refuse_ten_ranks(rules)
    skipped: tuple[str, ...] = ()
    if hole is not None:
        column = Column(game, shoe, value_of(up), known=_hole(rules, value_of(hole)))
        worth = decisions(column, number, pair)
    else:
        whole = Column(game, shoe_of(rules, gone), value_of(up))
        whole.play(free=True)
        column = Column(game, shoe, value_of(up), known=KnownCard(value_of(card), drawn=rules.terms.hole_card))
        column.play(free=True)
        worth = _before_next(whole, column, number, value_of(card))
        skipped = (ACTIONS[SPLIT],) if pair >= 0 and game.may.split[value_of(up), pair] else ()
    if game.reads[value_of(up)]:
        unbeaten = 1.0 - column.blackjack_chance(number)
        if not unbeaten:
            raise ImpossibleCards(f"{card_names([up, card])} is a blackjack, which ends the round before a decision")
        worth = {name: value / unbeaten for name, value in worth.items()}
    actions = dict(sorted(worth.items(), key=lambda item: -item[1]))
    best = next(iter(actions))
    return KnowingAnswer(
        rulebook=rules.rulebook,
        cards=card_names(cards),
        up=card_names([up]),
        knows=f"{'next' if hole is None else 'hole'} {card_names([card])}",
        actions=actions,
        best=best,
        costs={name: actions[best] - value for name, value in actions.items()},
        not_valued=skipped,
    )


def hole_card_edge(rules: BlackjackRules) -> HoleCardEdge:
    """Returns the expectation of the best play by all cards of each hand and the dealer's first two cards."""
    require_rules(rules, BlackjackTerms)
    _hole(rules, TEN)  # raises where there is none
    game, shoe = game_of(rules), shoe_of(rules, ())
    check_cards(rules, shoe)
    _check_rules(game)
    return edge_with_hole(game, shoe, lambda column: by_composition([column]), InsurancePolicy(game))


def edge_with_hole(
    game: AnalysedGame, shoe: ShoeComposition, play: Callable[[Column], None], policy: InsurancePolicy
) -> HoleCardEdge:
    """Returns the mean over the dealer's second card of the expectation; ``play`` decides in each column."""
    by_up, cards = {}, sum(shoe)
    for up in (value for value in range(VALUES) if shoe[value]):
        by_up[up], behind = 0.0, _without(shoe, up)
        for hole in (value for value in range(VALUES) if behind[value]):
            column = Column(game, _without(shoe, hole), up, known=KnownCard(hole))
            play(column)
            hands = first_hands(_without(shoe, hole), up)
            worth = sum(chance * _worth(column, (one, two), policy) for one, two, chance in hands)
            by_up[up] += behind[hole] / (cards - 1) * worth
    return HoleCardEdge(sum(shoe[up] / cards * worth for up, worth in by_up.items()), by_up)


def _worth(column: Column, cards: tuple[int, int], policy: InsurancePolicy) -> float:
    """Returns the expectation of a round that begins with two cards."""
    game, pays = column.game, column.game.pays
    hand, blackjack = game.hands.of(*cards), cards == (ACE, TEN)
    beaten = column.blackjack_chance(hand)
    insured = column.up == ACE and policy.insures(beaten, blackjack=blackjack)
    if blackjack and column.up == ACE and (policy.even_money(beaten) or (insured and policy.consolidates)):
        return pays.even / pays.unit
    extra = (pays.insurance * beaten - pays.insured * (1.0 - beaten)) / pays.unit if insured else 0.0
    if blackjack:
        return float(column.ends[hand] @ game.blackjack) / pays.unit + extra
    read = beaten * pays.read / pays.unit if game.reads[column.up] else 0.0
    return column.worth_of(hand, int(column.first[hand]), cards[0]) + extra + read


def _before_next(whole: Column, standing: Column, number: int, value: int) -> dict[str, float]:
    """Returns the values of all decisions but a split, before a card of this value.

    ``whole`` has the values of hands with the card, ``standing`` those of hands after which the dealer takes it.
    """
    game, size = whole.game, int(whole.game.hands.size[number])
    after, beaten = int(game.hands.after[number, value]), _beaten(whole, number, value)

    def drawn(level: int) -> float:
        if after == BUST_HAND:
            otherwise, by_blackjack = whole.busts[level]
            return float(otherwise * (1.0 - beaten) + by_blackjack * beaten)
        return float(whole.doubled[1][after] if level else whole.value[after])

    worth = {HIT: drawn(0)}
    if not game.must[number]:
        worth[STAND] = float(standing.stand[number])
    if game.may.double[WHOLE_BOX, whole.up, number]:
        worth[DOUBLE] = drawn(1)
    if size == 2 and game.may.surrender[WHOLE_BOX, whole.up, number]:
        worth[SURRENDER] = standing.surrender(number)
    return {ACTIONS[action]: value for action, value in worth.items()}


def _beaten(column: Column, number: int, value: int) -> float:
    """Returns the probability of a dealer's blackjack beside a hand that drew one more card."""
    if column.up not in (ACE, TEN):
        return 0.0
    left = column.shoe - column.game.hands.cards[number]
    left[column.up] -= 1
    left[value] -= 1
    return float(left[TEN if column.up == ACE else ACE] / left.sum())


def _hole(rules: BlackjackRules, hole: int) -> KnownCard:
    if not rules.terms.hole_card:
        law = f" ({rules.rulebook} {clause_list(rules.cite('hole_card'))})" if rules.cite("hole_card") else ""
        raise ImpossibleCards(f"the dealer takes no hole card{law}: give the next card instead")
    return KnownCard(hole)


def _undecided(game: AnalysedGame, cards: Sequence[int], values: Sequence[int]) -> int:
    number = game.hands.of(*values)
    if len(cards) < 2:
        raise ImpossibleCards(f"'{card_names(cards)}' is not a hand: write two cards or more")
    if number == BUST_HAND or game.ended[number] or values == [ACE, TEN]:
        raise ImpossibleCards(f"{card_names(cards)}: there is no decision")
    return number


def _check_rules(game: AnalysedGame) -> None:
    terms = game.rules.terms
    if terms.spots > 1:
        raise NotAnalysable("a known card against several dealer hands", game.rules.cite("spots"), game.rules.rulebook)
    if game.busts_and_one:
        what = "a known card where a dealer's blackjack takes busted wagers and one more"
        raise NotAnalysable(what, game.rules.cite("dealer_blackjack"), game.rules.rulebook)


def _without(shoe: ShoeComposition, value: int) -> ShoeComposition:
    left = list(shoe)
    left[value] -= 1
    return tuple(left)
