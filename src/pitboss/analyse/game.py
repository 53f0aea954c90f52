"""What the analyser knows of a table's rules: its results, and what may be decided, both asked of the engine."""

from typing import Any, Final

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.hands import Hands, all_hands
from pitboss.analyse.pays import Pays, kinds_of, pays_of, reads_hole_card
from pitboss.analyse.shoe import ACE, VALUES, card_of
from pitboss.blackjack import commands as cmd
from pitboss.kernel.classes import DEALER_BLACKJACK
from pitboss.kernel.strategy import forbids, two_cards
from pitboss.law.resolve import BlackjackRules

_KEPT: Final = 64


class May(Struct, frozen=True):
    """What may be decided on two cards, by the dealer's up card and hand, and by up card and pair."""

    double: NDArray[np.bool_]
    double_split: NDArray[np.bool_]
    surrender: NDArray[np.bool_]
    split: NDArray[np.bool_]


class Game(Struct, frozen=True):
    """One table's game, whatever cards are in the shoe."""

    rules: BlackjackRules
    hands: Hands
    pays: Pays
    #: The results as parts of the wager.
    values: NDArray[np.float64]
    kinds: NDArray[np.int64]
    #: Kinds of hands for which the dealer's total does not matter, as long as it is no blackjack.
    flat: NDArray[np.bool_]
    #: Hands that take no more cards, and hands that must.
    ended: NDArray[np.bool_]
    must: NDArray[np.bool_]
    may: May
    #: The hands that hold a card of a value, those drawn to first.
    holding: tuple[NDArray[np.int64], ...]
    reads: bool

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """As the compiled code takes them."""
        return self.kinds, self.ended, self.must, self.flat

    def most_hands(self, pair: int) -> int:
        """Into how many hands a pair may be split."""
        terms = self.rules.terms
        return min(2, terms.split_hands) if pair == ACE and not terms.resplit_aces else terms.split_hands


def rules_key(rules: BlackjackRules) -> bytes:
    """What the exact figures of a table depend on."""
    plain = rules.rulebook, rules.terms, rules.limits, rules.options.get("automated_shuffler")
    return msgspec.msgpack.encode(plain)


_games: dict[bytes, Game] = {}


def game_of(rules: BlackjackRules) -> Game:
    """The game of a table; rules that were asked about before are not asked again."""
    key = rules_key(rules)
    if key not in _games:
        if len(_games) >= _KEPT:
            _games.pop(next(iter(_games)))
        _games[key] = build_game(rules)
    return _games[key]


def build_game(rules: BlackjackRules) -> Game:
    """Everything about the game, asked of the engine."""
    hands, pays, terms = all_hands(), pays_of(rules), rules.terms
    values = pays.values
    before = values[:2, :, :DEALER_BLACKJACK]
    limit = terms.hand_limit or 99
    drawn_to = hands.backward[hands.size[hands.backward] >= 2]
    return Game(
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


def _may(rules: BlackjackRules, hands: Hands) -> May:
    double, double_split, surrender = (np.zeros((VALUES, len(hands.size)), np.bool_) for _ in range(3))
    split = np.zeros((VALUES, VALUES), np.bool_)
    for up in range(VALUES):
        for one in range(VALUES):
            for two in range(one, VALUES):
                hand, cards = hands.of(one, two), (card_of(one), card_of(two, second=one == two))
                if hands.total[hand] == 21:
                    continue
                table = two_cards(rules, cards, card_of(up))
                double[up, hand] = forbids(rules, table, cmd.DoubleDown) is None
                surrender[up, hand] = forbids(rules, table, cmd.Surrender) is None
                if one == two:
                    split[up, one] = forbids(rules, table, cmd.SplitPair) is None
                if double[up, hand] and rules.terms.double_after_split:
                    # the card that was split comes first, and a split ace decides nothing
                    shown = cards if one != ACE else (cards[1], cards[0])
                    table = two_cards(rules, shown, card_of(up), split=True)
                    double_split[up, hand] = forbids(rules, table, cmd.DoubleDown) is None
    return May(double, double_split, surrender, split)
