"""The rules of a table as the analyser uses them: results and allowed decisions, both queried from the engine."""

from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.hands import Hands, all_hands
from pitboss.analyse.pays import Pays, kinds_of, pays_of, reads_hole_card
from pitboss.analyse.shoe import ACE, VALUES, card_of
from pitboss.games.blackjack import commands as cmd
from pitboss.law.resolve import BlackjackRules
from pitboss.strategy.chart import decision_refusal, two_cards
from pitboss.strategy.hand_classes import DEALER_BLACKJACK

_CACHE_SIZE: Final = 64


class AllowedDecisions(Struct, frozen=True):
    """The allowed decisions on two cards, by the dealer's up card and the hand, and by the up card and the pair."""

    double: NDArray[np.bool_]
    double_split: NDArray[np.bool_]
    surrender: NDArray[np.bool_]
    split: NDArray[np.bool_]


class AnalysedGame(Struct, frozen=True):
    """The game of one table, independent of the shoe."""

    rules: BlackjackRules
    hands: Hands
    pays: Pays
    #: The results as fractions of the wager.
    values: NDArray[np.float64]
    kinds: NDArray[np.int64]
    #: Kinds of hands whose result does not depend on the dealer's total, unless the dealer has a blackjack.
    flat: NDArray[np.bool_]
    #: Hands that take no more cards, and hands that must draw.
    ended: NDArray[np.bool_]
    must: NDArray[np.bool_]
    may: AllowedDecisions
    #: For each value, the hands that hold a card of it, the longest first.
    holding: tuple[NDArray[np.int64], ...]
    reads: bool

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """The arrays for the compiled code."""
        return self.kinds, self.ended, self.must, self.flat

    def most_hands(self, pair: int) -> int:
        """Returns the maximum number of hands from a pair."""
        terms = self.rules.terms
        return min(2, terms.split_hands) if pair == ACE and not terms.resplit_aces else terms.split_hands


def rules_key(rules: BlackjackRules) -> bytes:
    """Returns the cache key: the rules that the exact figures depend on."""
    plain = rules.rulebook, rules.terms, rules.limits, rules.options.get("automated_shuffler")
    return msgspec.msgpack.encode(plain)


_games: dict[bytes, AnalysedGame] = {}


def game_of(rules: BlackjackRules) -> AnalysedGame:
    """Returns the game of a table, cached by its rules."""
    key = rules_key(rules)
    if key not in _games:
        if len(_games) >= _CACHE_SIZE:
            _games.pop(next(iter(_games)))
        _games[key] = build_game(rules)
    return _games[key]


def build_game(rules: BlackjackRules) -> AnalysedGame:
    """Builds the game by querying the engine."""
    hands, pays, terms = all_hands(), pays_of(rules), rules.terms
    values = pays.values
    before = values[:2, :, :DEALER_BLACKJACK]
    limit = terms.hand_limit or 99
    drawn_to = hands.backward[hands.size[hands.backward] >= 2]
    return AnalysedGame(
        rules=rules,
        hands=hands,
        pays=pays,
        values=values,
        kinds=kinds_of(hands, rules),
        flat=np.asarray((before == before[:, :, :1]).all(axis=(0, 2))),
        ended=(hands.total == 21) | (hands.size >= limit),
        must=(hands.total < 12) & terms.draw_below_12,
        may=_may(rules, hands),
        holding=tuple(drawn_to[hands.cards[drawn_to, value] > 0] for value in range(VALUES)),
        reads=reads_hole_card(rules),
    )


def _may(rules: BlackjackRules, hands: Hands) -> AllowedDecisions:
    double, double_split, surrender = (np.zeros((VALUES, len(hands.size)), np.bool_) for _ in range(3))
    split = np.zeros((VALUES, VALUES), np.bool_)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(one, VALUES):
                hand, cards = hands.of(one, two), (card_of(one), card_of(two, second=one == two))
                if hands.total[hand] == 21:
                    continue
                table = two_cards(rules, cards, card_of(up))
                double[up, hand] = decision_refusal(rules, table, cmd.DoubleDown) is None
                surrender[up, hand] = decision_refusal(rules, table, cmd.Surrender) is None
                if one == two:
                    split[up, one] = decision_refusal(rules, table, cmd.SplitPair) is None
                if double[up, hand] and rules.terms.double_after_split:
                    # the split card comes first; a split ace may not decide
                    ordered = cards if one != ACE else (cards[1], cards[0])
                    table = two_cards(rules, ordered, card_of(up), split=True)
                    double_split[up, hand] = decision_refusal(rules, table, cmd.DoubleDown) is None
    return AllowedDecisions(double, double_split, surrender, split)
