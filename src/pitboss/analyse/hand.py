"""Exact values of the decisions on one hand, and the cost of a mistake."""

from collections.abc import Sequence
from threading import local
from typing import Final

from msgspec import Struct

from pitboss.analyse.column import Column
from pitboss.analyse.edge import ACTIONS, all_bust_change
from pitboss.analyse.game import AnalysedGame, game_of
from pitboss.analyse.hands import BUST_HAND
from pitboss.analyse.plays import InsurancePolicy
from pitboss.analyse.second_moment import SecondMoment
from pitboss.analyse.shoe import (
    ACE,
    TEN,
    ImpossibleCards,
    ShoeComposition,
    cards_of_rank,
    check_cards,
    refuse_ten_ranks,
    shoe_of,
    value_of,
)
from pitboss.cards import card_names
from pitboss.display import rows_html
from pitboss.games.blackjack.hand_permissions import alike
from pitboss.law.choices import EvenMoney
from pitboss.law.cite import clause_list
from pitboss.law.resolve import BlackjackRules
from pitboss.law.rules_check import require_rules
from pitboss.law.terms import BlackjackTerms
from pitboss.strategy.actions import DOUBLE, HIT, SPLIT, STAND, WHOLE_BOX

#: Columns take some 0.6 MB each.
_CACHE_SIZE: Final = 32


class HandAnswer(Struct, frozen=True):
    """The decisions on a hand, per unit of the first wager.

    Later decisions are the best for the cards held. If the dealer's hole card is read before the play, the dealer is
    known not to have a blackjack.
    """

    rulebook: str
    cards: str
    up: str
    total: int
    soft: bool
    #: The expectation of each decision, the best first.
    actions: dict[str, float]
    best: str
    #: The loss of each decision against the best.
    costs: dict[str, float]
    #: The expectation of a unit on insurance, if it may be taken.
    insurance: float | None = None
    #: The probability of a dealer's blackjack, if it has not been read.
    dealer_blackjack: float = 0.0
    #: The expectation of a wager that is not doubled with the hand, such as that of a back bettor who does not follow.
    undoubled: float | None = None

    def _repr_html_(self) -> str:
        rows = [(name, f"{value:+.4%}", f"{self.costs[name]:.4%}") for name, value in self.actions.items()]
        title = f"{self.cards} against {self.up}: {self.best}"
        return rows_html(title, rows, ("decision", "expectation", "cost"))


class OfSplit(Struct, frozen=True):
    """A hand of a split box: the number of hands so far, and whether the split added the wager on this hand."""

    hands: int = 2
    added: bool = False


def hand(
    rules: BlackjackRules,
    cards: Sequence[int],
    up: int,
    gone: Sequence[int] = (),
    *,
    split: OfSplit | None = None,
    infinite: bool = False,
) -> HandAnswer:
    """Returns the values of the decisions on a hand.

    Raises ImpossibleCards for cards that cannot occur, and ValueError if there is no decision. A split hand is valued
    alone, per unit of its own wager. Its first card is the one that was split, and ``gone`` includes the cards of the
    other hands.
    """
    require_rules(rules, BlackjackTerms)
    game, values = game_of(rules, gone, infinite=infinite), sorted(value_of(card) for card in cards)
    number, blackjack = game.hands.of(*values), values == [ACE, TEN] and split is None
    _check(rules, cards, split)
    pair = values[0] if len(cards) == 2 and alike(rules.terms, cards[0], cards[1]) else -1
    if not infinite:
        shoe_of(rules, [*gone, *cards, up])  # raises for cards that the shoe does not hold
    waits = blackjack and value_of(up) == ACE
    _check_undecided(game, cards, number, waits=waits)
    shoe = shoe_of(rules, gone, infinite=infinite)
    check_cards(rules, shoe)
    column = _best_column(game, shoe, value_of(up), added=split is not None and split.added)
    beaten = column.blackjack_chance(number)
    ace = split is not None and value_of(cards[0]) == ACE
    of_rank = None
    if pair == TEN and rules.terms.split_same_rank and game.most_hands(pair) > 2:
        if game.takes_one_more(value_of(up)):
            refuse_ten_ranks(rules)
        of_rank = cards_of_rank(rules, cards[0], [*gone, *cards, up], infinite=infinite)
    worth = _blackjack(column, number) if waits else _choices(column, number, pair, split, of_rank, ace=ace)
    undoubled = column.undoubled(number) if ACTIONS[DOUBLE] in worth else None
    reads = game.reads[value_of(up)]
    if reads and not blackjack:
        worth = {name: value / (1.0 - beaten) for name, value in worth.items()}
        undoubled = None if undoubled is None else undoubled / (1.0 - beaten)
    actions = dict(sorted(worth.items(), key=lambda item: -item[1]))
    best = next(iter(actions))
    offered = value_of(up) == ACE and len(values) == 2 and game.pays.insured > 0 and split is None
    insurable = offered and (not blackjack or rules.terms.insurance_for_blackjack)
    return HandAnswer(
        rulebook=rules.rulebook,
        cards=card_names(cards),
        up=card_names([up]),
        total=int(game.hands.total[number]),
        soft=bool(game.hands.soft[number]),
        actions=actions,
        best=best,
        costs={name: actions[best] - value for name, value in actions.items()},
        insurance=game.pays.insurance / game.pays.insured * beaten - (1.0 - beaten) if insurable else None,
        dealer_blackjack=0.0 if reads and not offered else beaten,
        undoubled=undoubled,
    )


class _ColumnCache(local):
    """The last columns of a thread: a column has one scratch memory."""

    def __init__(self) -> None:
        self.last: dict[tuple[int, ShoeComposition, int, bool], Column] = {}


_column_cache = _ColumnCache()


def _best_column(game: AnalysedGame, shoe: ShoeComposition, up: int, *, added: bool) -> Column:
    """Returns the values of best play against an up card, from the cache of the last columns."""
    last, key = _column_cache.last, (id(game), shoe, up, added)
    column = last.pop(key, None)
    if column is None or column.game is not game:
        column = Column(game, shoe, up, added=added)
        column.play(free=True)
    last[key] = column  # the most recent one is at the end
    if len(last) > _CACHE_SIZE:
        del last[next(iter(last))]
    return column


def _check(rules: BlackjackRules, cards: Sequence[int], split: OfSplit | None) -> None:
    """Raises ImpossibleCards for fewer than two cards, too many split hands, and further cards on a split ace."""
    if len(cards) < 2:
        raise ImpossibleCards(f"'{card_names(cards)}' is not a hand: write two cards or more")
    if split is None:
        return
    most = rules.terms.split_hands
    if split.hands > most:
        law = f"({rules.rulebook} {clause_list(rules.cite('split_hands'))})"
        raise ImpossibleCards(f"{split.hands} hands: a box is split into {most} at most {law}")
    first, *others = (value_of(card) for card in cards)
    terms = rules.terms
    decides = terms.split_aces_draw or (terms.split_aces_double and len(cards) == 2)
    if first == ACE and others != [ACE] and not decides:
        law = f"({rules.rulebook} {clause_list(rules.cite('split_aces'))})"
        raise ImpossibleCards(f"{card_names(cards)}: a split ace gets one card and has no decision {law}")


def _check_undecided(game: AnalysedGame, cards: Sequence[int], number: int, *, waits: bool) -> None:
    """Raises ImpossibleCards for a hand without a decision, unless it is a blackjack that waits."""
    if number == BUST_HAND:
        raise ImpossibleCards(f"{card_names(cards)} is over 21: there is no decision")
    if game.ended[number] and not waits:
        ended = f"a hand of {int(game.hands.total[number])} with {len(cards)} cards"
        raise ImpossibleCards(f"{card_names(cards)}: there is no decision on {ended}")


def decisions(
    column: Column, number: int, pair: int, split: OfSplit | None = None, *, ace: bool = False
) -> dict[str, float]:
    """Returns the value of each decision on a hand, with the best play after it.

    ``pair`` is the value of two cards that may be split, or -1; ``ace`` marks a split ace.
    """
    column.play(free=True)
    return _choices(column, number, pair, split, ace=ace)


def _choices(
    column: Column, number: int, pair: int, split: OfSplit | None, of_rank: int | None = None, *, ace: bool
) -> dict[str, float]:
    """Returns the value of each decision in a column that has the values of best play.

    ``of_rank`` is how many cards left make a further pair where only those of the same rank do.
    """
    if split is not None:
        choices = column.split_choices(number, pair, split.hands, of_rank, ace=ace)
    elif column.game.hands.size[number] == 2:
        choices = column.choices(number, pair, of_rank)
        if SPLIT in choices:
            choices[SPLIT] += all_bust_change(SecondMoment(column.game, tuple(map(int, column.shoe))), column, pair)
    else:
        choices = {HIT: float(column.hit[number])}
        if not column.game.must[number]:
            choices[STAND] = float(column.stand[number])
        if column.game.may.double[WHOLE_BOX, column.up, number]:
            choices[DOUBLE] = float(column.double[number])
    return {ACTIONS[action]: value for action, value in choices.items()}


def _blackjack(column: Column, number: int) -> dict[str, float]:
    """Returns the values for a blackjack against an ace: waiting, and the immediate payment if it is offered."""
    pays, ends = column.game.pays, column.ends[number]
    worth = {"wait": float(ends @ column.game.blackjack) / pays.unit}
    offered = column.game.rules.terms.even_money is not EvenMoney.NONE
    if offered:
        worth["even money"] = pays.even / pays.unit
    elif InsurancePolicy(column.game).consolidates:
        worth["insure for half, paid at once"] = pays.even / pays.unit
    return worth
