"""The engine's result of every finished hand against every dealer's hand, per unit wagered."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from pitboss.analyse.dealer import ENDS
from pitboss.analyse.hands import Hands
from pitboss.analyse.shoe import VALUES, NotAnalysable, card_of
from pitboss.atoms.dealer import may_peek
from pitboss.games.blackjack.bonus import bonus_odds
from pitboss.games.blackjack.settle import settle_blackjack
from pitboss.games.blackjack.state import Hand
from pitboss.law.choices import BlackjackPaid, Bonus21
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds
from pitboss.strategy.bonus_classes import FORM_CARDS, bonus_cards, class_of_21
from pitboss.strategy.chart import insurance_stakes
from pitboss.strategy.hand_classes import (
    BLACKJACK,
    BONUS_CLASSES,
    DEALER_BLACKJACK,
    DRAWN_21,
    FIVE_CARD_21,
    FIVE_UNDER,
    SUITED_BLACKJACK,
    TWO_CARD_21,
)
from pitboss.strategy.settlement_probe import SettlementProbe

#: The kind of a hand that is surrendered after a split or a double.
GIVEN_UP: Final = FIVE_UNDER + 1
#: The kinds of hands whose suits decide which bonus on 21 they get: 6, 7 and 8, and three sevens.
STRAIGHT, SEVENS = range(max(BONUS_CLASSES) + 1, max(BONUS_CLASSES) + 3)
KINDS: Final = SEVENS + 1
# The wagers on a hand: added by a split, or original.
ADDED, ORIGINAL = range(2)


_ZERO: Final = Fraction(0)


class Pays(Struct, frozen=True):
    """Results per unit wagered, as integers in units of ``1 / unit``."""

    unit: int
    #: The wager that the engine settled, in cents.
    stake: int
    #: The index is the wager, how often the hand was doubled, the kind of hand and the dealer's end.
    nets: NDArray[np.int64]
    #: The result of a blackjack by the dealer's end, and that of one whose cards have the same suit.
    blackjack: NDArray[np.int64]
    suited_blackjack: NDArray[np.int64]
    #: The result of a hand against a dealer's blackjack that was read before the play.
    read: int
    even: int
    #: The insurance wager, and its result if it wins.
    insured: int
    insurance: int

    def nets_if(self, *, read: bool) -> NDArray[np.int64]:
        """Returns the nets. If the hole card is ``read`` before the play, the entry of a dealer's blackjack is 0: the
        round ended before any decision.
        """
        nets = self.nets.copy()
        if read:
            nets[..., DEALER_BLACKJACK] = 0
        return nets

    @property
    def surrender(self) -> NDArray[np.int64]:
        """The result of a first decision to surrender, by the dealer's end."""
        surrendered: NDArray[np.int64] = self.nets[ORIGINAL, 0, GIVEN_UP]
        return surrendered

    @property
    def levels(self) -> int:
        """One more than how often a hand may be doubled."""
        return len(self.nets[ADDED])


def kinds_of(hands: Hands, rules: BlackjackRules) -> NDArray[np.int64]:
    """Returns the kind of each finished hand. Two cards of 21 are a split hand; otherwise they are a blackjack."""
    limit = rules.terms.hand_limit or 99
    drawn = np.select([hands.size == 2, hands.size == 5], [TWO_CARD_21, FIVE_CARD_21], DRAWN_21)
    kinds: NDArray[np.int64] = np.where(
        hands.size >= limit, FIVE_UNDER, np.where(hands.total == 21, drawn, hands.total)
    )
    if rules.terms.bonus_21:
        for number in np.nonzero((hands.total == 21) & (hands.size > 2))[0]:
            cards = [card_of(value) for value in range(VALUES) for _ in range(int(hands.cards[number, value]))]
            if bonus_odds(rules.terms, cards) is not None:
                kinds[number] = class_of_21(rules, cards)
        kinds[hands.of(5, 6, 7)], kinds[hands.of(6, 6, 6)] = STRAIGHT, SEVENS
    return kinds


def suit_classes(rules: BlackjackRules) -> dict[int, tuple[int, ...]]:
    """Returns the kinds that a hand paid by its suits may be: of mixed suits, of one suit, and of spades."""
    if not rules.terms.bonus_21:
        return {}
    forms = {
        STRAIGHT: (Bonus21.STRAIGHT, Bonus21.STRAIGHT_SUITED, Bonus21.STRAIGHT_SPADES),
        SEVENS: (Bonus21.SEVENS, Bonus21.SEVENS_SUITED, Bonus21.SEVENS_SPADES),
    }
    return {kind: tuple(class_of_21(rules, FORM_CARDS[form]) for form in each) for kind, each in forms.items()}


def reads_hole_card(rules: BlackjackRules) -> tuple[bool, ...]:
    """Returns for each up card whether a dealer's blackjack ends the round before any decision."""
    terms = rules.terms
    reads = terms.hole_card and terms.card_reader
    under = terms.peek_under_ace, terms.peek_under_ten
    return tuple(reads and may_peek(card_of(value), *under) for value in range(VALUES))


def pays_of(rules: BlackjackRules) -> Pays:
    """Queries the engine for all results."""
    probe = _PayProbe(rules)
    ways = [(original, doubled) for original in (False, True) for doubled in range(2 + rules.terms.redoubles)]
    paid = {*range(4, FIVE_UNDER + 1), *bonus_cards(rules)}

    def row(kind: int, *, original: bool, doubled: int) -> list[Fraction]:
        if kind == GIVEN_UP:
            return [probe.surrendered(end, original=original, doubled=doubled) for end in range(ENDS)]
        if kind not in paid:
            return [_ZERO] * ENDS
        return probe.nets(kind, original=original, doubled=doubled)

    nets = [[row(kind, original=original, doubled=doubled) for kind in range(KINDS)] for original, doubled in ways]
    _check_original(rules, nets)
    terms = rules.terms
    blackjack, suited = (probe.nets(kind, original=True, doubled=0) for kind in (BLACKJACK, SUITED_BLACKJACK))
    insured = insurance_stakes(rules, {1: probe.stake})[0]
    single = {
        "read": probe.settled(20, DEALER_BLACKJACK, original=True, doubled=0),
        "even": probe.paid("main", probe.stake, terms.even_odds),
        "insured": Fraction(insured, probe.stake),
        "insurance": probe.paid("insurance", insured, terms.insurance_odds),
    }
    amounts = [*(net for way in nets for row in way for net in row), *blackjack, *suited, *single.values()]
    unit = lcm(*(amount.denominator for amount in amounts))
    return Pays(
        unit=unit,
        stake=probe.stake,
        nets=np.array([[[int(net * unit) for net in row] for row in way] for way in nets], np.int64).reshape(
            2, -1, KINDS, ENDS
        ),
        blackjack=np.array([int(net * unit) for net in blackjack], np.int64),
        suited_blackjack=np.array([int(net * unit) for net in suited], np.int64),
        **{name: int(amount * unit) for name, amount in single.items()},
    )


def _check_original(rules: BlackjackRules, nets: Sequence[Sequence[Sequence[Fraction]]]) -> None:
    """Raises NotAnalysable if the order of split hands matters for anything but a dealer's blackjack."""
    levels, played = len(nets) // 2, [kind for kind in range(KINDS) if kind != BLACKJACK]
    for added, original in zip(nets[:levels], nets[levels:], strict=True):
        for kind in played:
            if added[kind][:DEALER_BLACKJACK] != original[kind][:DEALER_BLACKJACK]:
                what = "a first wager that is settled unlike those that splitting adds"
                raise NotAnalysable(what, rules.cite("dealer_blackjack"), rules.rulebook)


class _PayProbe:
    """Settles hands on the engine, with a stake that every payment divides, or with the minimum if the float rounds."""

    def __init__(self, rules: BlackjackRules) -> None:
        terms = rules.terms
        suited = terms.suited_blackjack_odds or terms.blackjack_odds
        odds = [terms.blackjack_odds, suited, terms.insurance_odds, terms.even_odds, terms.five_card_21_odds]
        odds += terms.bonus_21.values()
        # half of the stake is insured or kept after a surrender, and a notice may demand a multiple of the minimum
        halves = [2 * amount for amount in (terms.chip_unit, terms.insurance_unit) if amount]
        wholes = [amount for amount in (rules.limits.minimum, terms.float_unit, terms.increment) if amount]
        divided = lcm(4, *halves, *wholes, *(2 * ratio.to for ratio in odds))
        self.stake = divided if terms.float_unit is None else rules.limits.minimum or divided
        self._engine = SettlementProbe(rules)

    def _hand(self, kind: int, *, original: bool, doubled: int) -> Hand:
        return self._engine.finished_hand(kind, {1: self.stake}, original=original, doubled=doubled)

    def _net_per_unit(self) -> Fraction:
        return Fraction(self._engine.net, self.stake)

    def nets(self, kind: int, *, original: bool, doubled: int) -> list[Fraction]:
        """Returns the result of a finished hand for each end of the dealer's hand."""
        hand = self._finish(kind, original=original, doubled=doubled)
        if not self._engine.waits:
            return [self._net_per_unit()] * ENDS
        nets = []
        for end in range(ENDS):
            if end:
                hand = self._finish(kind, original=original, doubled=doubled)
            self._engine.against(hand, end)
            nets.append(self._net_per_unit())
        return nets

    def _finish(self, kind: int, *, original: bool, doubled: int) -> Hand:
        """Finishes a hand, which the engine settles at once unless it waits for the dealer's."""
        engine, hand = self._engine, self._hand(kind, original=original, doubled=doubled)
        if hand.blackjack and engine.terms.blackjack_paid is BlackjackPaid.AT_ONCE:
            settle_blackjack(engine.context, hand, beaten=False, clauses=())
        else:
            engine.finish(hand)
        return hand

    def settled(self, kind: int, end: int, *, original: bool, doubled: int) -> Fraction:
        """Returns the result of an open hand against the dealer's."""
        self._engine.against(self._hand(kind, original=original, doubled=doubled), end)
        return self._net_per_unit()

    def surrendered(self, end: int, *, original: bool, doubled: int) -> Fraction:
        """Returns the result of a surrender against the dealer's hand, whether or not the table allows it."""
        engine, hand = self._engine, self._hand(16, original=original, doubled=doubled)
        engine.surrender(hand)
        if engine.waits:
            engine.against(hand, end)
        return self._net_per_unit()

    def paid(self, kind: str, amount: int, odds: Odds) -> Fraction:
        """Returns the result of a winning wager."""
        return Fraction(self._engine.paid(kind, amount, odds), self.stake)
