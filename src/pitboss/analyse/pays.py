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
from pitboss.analyse.shoe import NotAnalysable
from pitboss.games.blackjack.commands import Surrender
from pitboss.games.blackjack.decisions import do_surrender
from pitboss.games.blackjack.settle import settle_blackjack
from pitboss.games.blackjack.state import Hand
from pitboss.law.choices import BlackjackPaid
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds
from pitboss.strategy.chart import insurance_stakes
from pitboss.strategy.hand_classes import BLACKJACK, DEALER_BLACKJACK, DRAWN_21, FIVE_CARD_21, FIVE_UNDER, TWO_CARD_21
from pitboss.strategy.settlement_probe import PLAYER, SettlementProbe

KINDS: Final = FIVE_UNDER + 1
# The kinds of wager on a hand: added by a split or original, doubled or not.
ADDED, ADDED_DOUBLED, ORIGINAL, ORIGINAL_DOUBLED = range(4)


class Pays(Struct, frozen=True):
    """Results per unit wagered, as integers in units of ``1 / unit``."""

    unit: int
    #: The wager that the engine settled, in cents.
    stake: int
    #: The index is the kind of wager, the kind of hand and the dealer's end. If the hole card is read before the play,
    #: the entry of a dealer's blackjack is 0: the round ended before any decision.
    nets: NDArray[np.int64]
    #: The result of a blackjack by the dealer's end.
    blackjack: NDArray[np.int64]
    #: The result of a hand against a dealer's blackjack that was read before the play.
    read: int
    surrender: int
    even: int
    #: The insurance wager, and its result if it wins.
    insured: int
    insurance: int

    @property
    def values(self) -> NDArray[np.float64]:
        """The nets as fractions of the wager."""
        return self.nets / self.unit


def kinds_of(hands: Hands, rules: BlackjackRules) -> NDArray[np.int64]:
    """Returns the kind of each finished hand. Two cards of 21 are a split hand; otherwise they are a blackjack."""
    limit = rules.terms.hand_limit or 99
    drawn = np.select([hands.size == 2, hands.size == 5], [TWO_CARD_21, FIVE_CARD_21], DRAWN_21)
    kinds: NDArray[np.int64] = np.where(
        hands.total == 21, drawn, np.where(hands.size >= limit, FIVE_UNDER, hands.total)
    )
    return kinds


def reads_hole_card(rules: BlackjackRules) -> bool:
    """Returns whether a dealer's blackjack ends the round before any decision."""
    return rules.terms.hole_card and rules.terms.card_reader


def pays_of(rules: BlackjackRules) -> Pays:
    """Queries the engine for all results."""
    probe = _PayProbe(rules)
    ways = [(False, False), (False, True), (True, False), (True, True)]
    nets = [
        [[probe.net(kind, end, original=original, doubled=doubled) for end in range(ENDS)] for kind in range(KINDS)]
        for original, doubled in ways
    ]
    if reads_hole_card(rules):
        for row in (row for way in nets for row in way):
            row[DEALER_BLACKJACK] = Fraction(0)
    _check_original(rules, nets)
    terms = rules.terms
    blackjack = [probe.net(BLACKJACK, end, original=True, doubled=False) for end in range(ENDS)]
    insured = insurance_stakes(rules, {1: probe.stake})[0]
    single = {
        "read": probe.settled(20, DEALER_BLACKJACK, original=True, doubled=False),
        "surrender": probe.surrendered(),
        "even": probe.paid("main", probe.stake, terms.even_odds),
        "insured": Fraction(insured, probe.stake),
        "insurance": probe.paid("insurance", insured, terms.insurance_odds),
    }
    amounts = [*(net for way in nets for row in way for net in row), *blackjack, *single.values()]
    unit = lcm(*(amount.denominator for amount in amounts))
    return Pays(
        unit=unit,
        stake=probe.stake,
        nets=np.array([[[int(net * unit) for net in row] for row in way] for way in nets], np.int64),
        blackjack=np.array([int(net * unit) for net in blackjack], np.int64),
        **{name: int(amount * unit) for name, amount in single.items()},
    )


def _check_original(rules: BlackjackRules, nets: Sequence[Sequence[Sequence[Fraction]]]) -> None:
    """Raises NotAnalysable if the order of split hands matters for anything but a dealer's blackjack."""
    for added, original in ((ADDED, ORIGINAL), (ADDED_DOUBLED, ORIGINAL_DOUBLED)):
        for kind in range(KINDS):
            if kind != BLACKJACK and nets[added][kind][:DEALER_BLACKJACK] != nets[original][kind][:DEALER_BLACKJACK]:
                what = "a first wager that is settled unlike those that splitting adds"
                raise NotAnalysable(what, rules.cite("dealer_blackjack"), rules.rulebook)


class _PayProbe:
    """Settles hands on the engine, with a stake that every payment divides, or with the minimum if the float rounds."""

    def __init__(self, rules: BlackjackRules) -> None:
        terms = rules.terms
        odds = (terms.blackjack_odds, terms.insurance_odds, terms.even_odds, terms.five_card_21_odds)
        # half of the stake is insured or kept after a surrender, and a notice may demand a multiple of the minimum
        halves = [2 * amount for amount in (terms.chip_unit, terms.insurance_unit) if amount]
        wholes = [amount for amount in (rules.limits.minimum, terms.float_unit, terms.increment) if amount]
        divided = lcm(4, *halves, *wholes, *(2 * ratio.to for ratio in odds))
        self.stake = divided if terms.float_unit is None else rules.limits.minimum or divided
        self._engine = SettlementProbe(rules)

    def _hand(self, kind: int, *, original: bool, doubled: bool) -> Hand:
        return self._engine.finished_hand(kind, {1: self.stake}, original=original, doubled=doubled)

    def _net_per_unit(self) -> Fraction:
        return Fraction(self._engine.net, self.stake)

    def net(self, kind: int, end: int, *, original: bool, doubled: bool) -> Fraction:
        """Returns the result of a finished hand, immediate or against the dealer's hand."""
        engine, hand = self._engine, self._hand(kind, original=original, doubled=doubled)
        if hand.blackjack and engine.terms.blackjack_paid is BlackjackPaid.AT_ONCE:
            settle_blackjack(engine.context, hand, beaten=False, clauses=())
        else:
            engine.finish(hand)
        if engine.waits:
            engine.against(hand, end)
        return self._net_per_unit()

    def settled(self, kind: int, end: int, *, original: bool, doubled: bool) -> Fraction:
        """Returns the result of an open hand against the dealer's."""
        self._engine.against(self._hand(kind, original=original, doubled=doubled), end)
        return self._net_per_unit()

    def surrendered(self) -> Fraction:
        """Returns the result of a surrender, whether or not the table allows it."""
        hand = self._hand(16, original=True, doubled=False)
        context = self._engine.context
        context.state.turn_box, context.state.turn_hand = hand.box, hand.number
        do_surrender(context, Surrender(player=PLAYER, box=hand.box))
        context.state.turn_box = context.state.turn_hand = 0
        return self._net_per_unit()

    def paid(self, kind: str, amount: int, odds: Odds) -> Fraction:
        """Returns the result of a winning wager."""
        return Fraction(self._engine.paid(kind, amount, odds), self.stake)
