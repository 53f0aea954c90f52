"""The rules of a table as the analyser uses them: results and allowed decisions, both queried from the engine."""

from collections.abc import Sequence
from functools import cached_property
from typing import Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.all_bust import MOST_HANDS
from pitboss.analyse.hands import Hands, all_hands
from pitboss.analyse.pays import (
    ADDED,
    KINDS,
    ORIGINAL,
    SEVENS,
    STRAIGHT,
    Pays,
    kinds_of,
    pays_of,
    reads_hole_card,
    suit_classes,
)
from pitboss.analyse.shoe import ACE, NO_SUITS, TEN, VALUES, SuitShares, card_of, suit_shares
from pitboss.compiled.array_functions import Packed
from pitboss.games.blackjack import commands as cmd
from pitboss.law.choices import DealerBlackjack
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.actions import SPLIT_ACE, SPLIT_HAND, WHOLE_BOX
from pitboss.strategy.chart import decision_refusal, two_cards
from pitboss.strategy.hand_classes import BUST, DEALER_BLACKJACK

_CACHE_SIZE: Final = 64


class AllowedDecisions(Struct, frozen=True):
    """The allowed decisions by the kind of hand (``strategy.actions``), the dealer's up card and the hand.

    Splits are by the up card and the pair.
    """

    double: NDArray[np.bool_]
    surrender: NDArray[np.bool_]
    split: NDArray[np.bool_]
    #: Whether a hand of that kind may draw.
    draw: tuple[bool, bool, bool]


class AnalysedGame(Struct, frozen=True, dict=True):
    """The game of one table, independent of the shoe."""

    rules: BlackjackRules
    hands: Hands
    pays: Pays
    #: The results as fractions of the wager: where the hole card is not read before the play, and where it is.
    values: tuple[NDArray[np.float64], NDArray[np.float64]]
    suits: SuitShares
    #: The kinds of hands that are paid by their suits: the kinds that each may be, with their probabilities.
    suited_kinds: tuple[tuple[int, tuple[tuple[int, float], ...]], ...]
    #: The mean result of a blackjack by the dealer's end, in the pays' unit.
    blackjack: NDArray[np.float64]
    kinds: NDArray[np.int64]
    #: Kinds of hands whose result does not depend on the dealer's total, unless the dealer has a blackjack.
    flat: NDArray[np.bool_]
    #: Hands that take no more cards, and hands that must draw.
    ended: NDArray[np.bool_]
    must: NDArray[np.bool_]
    may: AllowedDecisions
    #: For each value, the hands that hold a card of it, the longest first.
    holding: tuple[NDArray[np.int64], ...]
    #: For each value of the up card, whether a dealer's blackjack is found before the play.
    reads: tuple[bool, ...]

    @cached_property
    def arrays(self) -> Packed:
        """The arrays for the compiled code."""
        return Packed((self.kinds, self.ended, self.must, self.flat))

    def values_at(self, up: int) -> NDArray[np.float64]:
        """Returns the results as fractions of the wager against an up card."""
        return self.values[self.reads[up]]

    @property
    def busts_and_one(self) -> bool:
        """Whether a dealer's blackjack takes busted wagers and one more of the box."""
        return self.rules.terms.dealer_blackjack is DealerBlackjack.BUSTS_AND_ONE

    def takes_one_more(self, up: int) -> bool:
        """Returns whether a dealer's blackjack on this up card takes busted wagers and one more of the box."""
        return self.busts_and_one and up in (ACE, TEN) and not self.reads[up]

    def counts_busts(self, pair: int) -> bool:
        """Returns whether the busts of all hands of a split pair are counted, not taken as independent."""
        return self.most_hands(pair) <= MOST_HANDS

    def split_values_at(self, up: int) -> NDArray[np.float64]:
        """Returns the results of split hands against an up card.

        If a dealer's blackjack takes busted wagers and one more, a bust of the first hand costs one unit on another.
        That another hand is not bust is assumed; ``Column`` and ``SecondMoment.all_bust`` correct it.
        """
        values = self.values_at(up)
        if self.takes_one_more(up):
            values = values.copy()
            values[ORIGINAL, :, BUST, DEALER_BLACKJACK] -= 1.0
        return values

    def mean_over_suits(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns a table by kind of hand, once for each number of doubles, with the means of hands paid by suits."""
        if not self.suited_kinds:
            return table
        mean = table.astype(np.float64)
        for start in range(0, len(table), KINDS):
            for kind, forms in self.suited_kinds:
                mean[start + kind] = sum(share * table[start + form] for form, share in forms)
        return mean

    def spread_over_suits(self, chances: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the probabilities of such a table with those of hands paid by suits moved to what they are paid."""
        if not self.suited_kinds:
            return chances
        spread = chances.copy()
        for start in range(0, len(chances), KINDS):
            for kind, forms in self.suited_kinds:
                spread[start + kind] = 0.0
                for form, share in forms:
                    spread[start + form] += share * chances[start + kind]
        return spread

    def most_hands(self, pair: int) -> int:
        """Returns the maximum number of hands from a pair."""
        terms = self.rules.terms
        if pair == ACE and not terms.aces_are_split:
            return 1
        return min(2, terms.split_hands) if pair == ACE and not terms.resplit_aces else terms.split_hands


def rules_key(rules: BlackjackRules) -> bytes:
    """Returns the cache key: the rules that the exact figures depend on."""
    plain = rules.rulebook, rules.terms, rules.limits, rules.options.get("automated_shuffler")
    return msgspec.msgpack.encode(plain)


_games: dict[tuple[bytes, SuitShares], AnalysedGame] = {}


def game_of(rules: BlackjackRules, gone: Sequence[int] = (), *, infinite: bool = False) -> AnalysedGame:
    """Returns the game of a table, cached by its rules and, where suits are paid, by the suits of its shoe."""
    suits = suit_shares(rules, gone, infinite=infinite) if pays_suits(rules) else NO_SUITS
    key = rules_key(rules), suits
    if key not in _games:
        if len(_games) >= _CACHE_SIZE:
            _games.pop(next(iter(_games)))
        _games[key] = build_game(rules, suits)
    return _games[key]


def pays_suits(rules: BlackjackRules) -> bool:
    """Returns whether the main game pays a hand by its suits."""
    return rules.terms.suited_blackjack_odds is not None or bool(rules.terms.bonus_21)


def build_game(rules: BlackjackRules, suits: SuitShares = NO_SUITS) -> AnalysedGame:
    """Builds the game by querying the engine."""
    hands, pays, terms = all_hands(), pays_of(rules), rules.terms
    unread, read = pays.nets_if(read=False) / pays.unit, pays.nets_if(read=True) / pays.unit
    before = unread[ADDED, :, :, :DEALER_BLACKJACK]
    limit = terms.hand_limit or 99
    drawn_to = hands.backward[hands.size[hands.backward] >= 2]
    shares = {STRAIGHT: suits.straight, SEVENS: suits.sevens}
    suited = tuple((kind, tuple(zip(forms, shares[kind], strict=True))) for kind, forms in suit_classes(rules).items())
    for values in (unread, read):
        for kind, forms in suited:
            values[:, :, kind] = sum(share * values[:, :, form] for form, share in forms)
    return AnalysedGame(
        rules=rules,
        suited_kinds=suited,
        hands=hands,
        pays=pays,
        values=(unread, read),
        suits=suits,
        blackjack=pays.blackjack * (1.0 - suits.blackjack) + pays.suited_blackjack * suits.blackjack,
        kinds=kinds_of(hands, rules),
        flat=np.asarray((before == before[:, :, :1]).all(axis=(0, 2))),
        ended=(hands.total == 21) | (hands.size >= limit),
        must=(hands.total < 12) & terms.draw_below_12,
        may=_may(rules, hands),
        holding=tuple(drawn_to[hands.cards[drawn_to, value] > 0] for value in range(VALUES)),
        reads=reads_hole_card(rules),
    )


def _may(rules: BlackjackRules, hands: Hands) -> AllowedDecisions:
    terms, count = rules.terms, len(hands.size)
    double, surrender = np.zeros((3, VALUES, count), np.bool_), np.zeros((3, VALUES, count), np.bool_)
    split = np.zeros((VALUES, VALUES), np.bool_)
    kinds = _kinds_that_decide(rules)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(one, VALUES):
                hand, cards = hands.of(one, two), (card_of(one), card_of(two, second=one == two))
                if hands.total[hand] == 21:
                    continue
                table = two_cards(rules, cards, card_of(up))
                double[WHOLE_BOX, up, hand] = decision_refusal(rules, table, cmd.DoubleDown) is None
                surrender[WHOLE_BOX, up, hand] = decision_refusal(rules, table, cmd.Surrender) is None
                if one == two:
                    split[up, one] = decision_refusal(rules, table, cmd.SplitPair) is None
                for kind in kinds:
                    if (kind == SPLIT_ACE and one != ACE) or (kind == SPLIT_HAND and two == ACE):
                        continue
                    # the split card comes first
                    ordered = cards[::-1] if kind == SPLIT_HAND and one == ACE else cards
                    table = two_cards(rules, ordered, card_of(up), split=True)
                    double[kind, up, hand] = decision_refusal(rules, table, cmd.DoubleDown) is None
                    if terms.surrender_after_split:
                        surrender[kind, up, hand] = decision_refusal(rules, table, cmd.Surrender) is None
    if terms.double_any_cards:
        double |= _later_doubles(rules, hands, kinds)[:, np.newaxis, :]
    return AllowedDecisions(double, surrender, split, (True, True, terms.split_aces_draw))


def _kinds_that_decide(rules: BlackjackRules) -> tuple[int, ...]:
    """Returns the kinds of split hands that may be doubled or surrendered on their two cards."""
    terms = rules.terms
    aces = (SPLIT_ACE,) if terms.split_aces_double or (terms.surrender_after_split and terms.split_aces_draw) else ()
    return (SPLIT_HAND, *aces) if terms.double_after_split or terms.surrender_after_split else aces


def _later_doubles(rules: BlackjackRules, hands: Hands, kinds: tuple[int, ...]) -> NDArray[np.bool_]:
    """Returns the hands of more than two cards that may be doubled, one query per total and kind."""
    allowed = np.zeros((3, len(hands.size)), np.bool_)
    later = (hands.size > 2) & (hands.total < 21)
    aces = hands.cards[:, ACE] > 0
    alike = hands.total * 4 + hands.soft * 2 + aces
    for kind in (WHOLE_BOX, *kinds):
        possible = {WHOLE_BOX: later, SPLIT_HAND: later & (hands.cards[:, ACE] < hands.size), SPLIT_ACE: later & aces}
        numbers = np.flatnonzero(possible[kind])
        _, first, group = np.unique(alike[numbers], return_index=True, return_inverse=True)
        answers = [_may_double_later(rules, hands.cards[numbers[place]], kind) for place in first]
        allowed[kind, numbers] = np.array(answers, np.bool_)[group]
    return allowed


def _may_double_later(rules: BlackjackRules, counts: NDArray[np.int64], kind: int) -> bool:
    """Returns whether the engine allows a double of a hand of more than two cards."""
    values = np.repeat(np.arange(VALUES), counts)
    ordered = values if kind == SPLIT_ACE else values[::-1]  # a split ace comes first
    table = two_cards(rules, [card_of(int(value)) for value in ordered], card_of(ACE), split=kind != WHOLE_BOX)
    return decision_refusal(rules, table, cmd.DoubleDown) is None
