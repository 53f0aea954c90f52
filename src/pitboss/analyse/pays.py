"""What every finished hand brings against every hand of the dealer, as the engine settles it, per unit wagered."""

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
from pitboss.blackjack.commands import Surrender
from pitboss.blackjack.decisions import do_surrender
from pitboss.blackjack.settle import settle_blackjack
from pitboss.blackjack.state import Hand
from pitboss.kernel.classes import BLACKJACK, DEALER_BLACKJACK, DRAWN_21, FIVE_CARD_21, FIVE_UNDER, TWO_CARD_21
from pitboss.kernel.settling import PLAYER, Settling
from pitboss.kernel.strategy import insurance_stakes
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import BlackjackPaid
from pitboss.money import Odds

KINDS: Final = FIVE_UNDER + 1
# How a hand is wagered on: the first wager or one that splitting added, doubled or not.
ADDED, ADDED_DOUBLED, ORIGINAL, ORIGINAL_DOUBLED = range(4)


class Pays(Struct, frozen=True):
    """Results per unit wagered, in whole numbers of ``1 / unit``."""

    unit: int
    #: The wager that the engine was asked about, in cents.
    stake: int
    #: By how it is wagered on, kind of hand and the dealer's end. Where the hole card is read before the play, a
    #: dealer's blackjack brings nothing here: the round ended before there was anything to decide.
    nets: NDArray[np.int64]
    #: A blackjack by the dealer's end.
    blackjack: NDArray[np.int64]
    #: What a dealer's blackjack that was read before the play takes of a hand.
    read: int
    surrender: int
    even: int
    #: What is insured, and what insurance brings if it wins.
    insured: int
    insurance: int

    @property
    def values(self) -> NDArray[np.float64]:
        """The nets as parts of the wager."""
        return self.nets / self.unit


def kinds_of(hands: Hands, rules: BlackjackRules) -> NDArray[np.int64]:
    """The kind of each finished hand; two cards of 21 are those of a split hand, for others are blackjacks."""
    limit = rules.terms.hand_limit or 99
    drawn = np.select([hands.size == 2, hands.size == 5], [TWO_CARD_21, FIVE_CARD_21], DRAWN_21)
    found: NDArray[np.int64] = np.where(
        hands.total == 21, drawn, np.where(hands.size >= limit, FIVE_UNDER, hands.total)
    )
    return found


def reads_hole_card(rules: BlackjackRules) -> bool:
    """Whether a dealer's blackjack ends the round before anybody decides."""
    return rules.terms.hole_card and rules.terms.card_reader


def pays_of(rules: BlackjackRules) -> Pays:
    """All results, asked of the engine."""
    asked = _Asked(rules)
    ways = [(False, False), (False, True), (True, False), (True, True)]
    nets = [
        [[asked.net(kind, end, original=original, doubled=doubled) for end in range(ENDS)] for kind in range(KINDS)]
        for original, doubled in ways
    ]
    if reads_hole_card(rules):
        for row in (row for way in nets for row in way):
            row[DEALER_BLACKJACK] = Fraction(0)
    _check_original(rules, nets)
    terms = rules.terms
    blackjack = [asked.net(BLACKJACK, end, original=True, doubled=False) for end in range(ENDS)]
    insured = insurance_stakes(rules, {1: asked.stake})[0]
    single = {
        "read": asked.settled(20, DEALER_BLACKJACK, original=True, doubled=False),
        "surrender": asked.surrendered(),
        "even": asked.paid("main", asked.stake, terms.even_odds),
        "insured": Fraction(insured, asked.stake),
        "insurance": asked.paid("insurance", insured, terms.insurance_odds),
    }
    amounts = [*(net for way in nets for row in way for net in row), *blackjack, *single.values()]
    unit = lcm(*(amount.denominator for amount in amounts))
    return Pays(
        unit=unit,
        stake=asked.stake,
        nets=np.array([[[int(net * unit) for net in row] for row in way] for way in nets], np.int64),
        blackjack=np.array([int(net * unit) for net in blackjack], np.int64),
        **{name: int(amount * unit) for name, amount in single.items()},
    )


def _check_original(rules: BlackjackRules, nets: Sequence[Sequence[Sequence[Fraction]]]) -> None:
    """The order of split hands may matter to nothing but a dealer's blackjack."""
    for added, original in ((ADDED, ORIGINAL), (ADDED_DOUBLED, ORIGINAL_DOUBLED)):
        for kind in range(KINDS):
            if kind != BLACKJACK and nets[added][kind][:DEALER_BLACKJACK] != nets[original][kind][:DEALER_BLACKJACK]:
                what = "a first wager that is settled unlike those that splitting adds"
                raise NotAnalysable(what, rules.cite("dealer_blackjack"), rules.rulebook)


class _Asked:
    """The engine's settlement: on a wager that every payment divides, or where the float rounds, on the minimum."""

    def __init__(self, rules: BlackjackRules) -> None:
        terms = rules.terms
        odds = (terms.blackjack_odds, terms.insurance_odds, terms.even_odds, terms.five_card_21_odds)
        # half of it is insured or kept by a surrender, and the whole is a multiple of the minimum, as a notice may ask
        halves = [2 * amount for amount in (terms.chip_unit, terms.insurance_unit) if amount]
        wholes = [amount for amount in (rules.limits.minimum, terms.float_unit, terms.increment) if amount]
        divided = lcm(4, *halves, *wholes, *(2 * one.to for one in odds))
        self.stake = divided if terms.float_unit is None else rules.limits.minimum or divided
        self._settling = Settling(rules)

    def _hand(self, kind: int, *, original: bool, doubled: bool) -> Hand:
        return self._settling.lay(kind, {1: self.stake}, original=original, doubled=doubled)

    def _brought(self) -> Fraction:
        return Fraction(self._settling.net, self.stake)

    def net(self, kind: int, end: int, *, original: bool, doubled: bool) -> Fraction:
        """What a finished hand brings, at once or against the dealer's hand."""
        settling, hand = self._settling, self._hand(kind, original=original, doubled=doubled)
        if hand.blackjack and settling.terms.blackjack_paid is BlackjackPaid.AT_ONCE:
            settle_blackjack(settling.dealing, hand, beaten=False, clauses=())
        else:
            settling.finish(hand)
        if settling.waits:
            settling.against(hand, end)
        return self._brought()

    def settled(self, kind: int, end: int, *, original: bool, doubled: bool) -> Fraction:
        """What an open hand brings against the dealer's."""
        self._settling.against(self._hand(kind, original=original, doubled=doubled), end)
        return self._brought()

    def surrendered(self) -> Fraction:
        """What a hand brings that is given up, whether or not that may be done here."""
        hand = self._hand(16, original=True, doubled=False)
        dealing = self._settling.dealing
        dealing.state.turn_box, dealing.state.turn_hand = hand.box, hand.number
        do_surrender(dealing, Surrender(player=PLAYER, box=hand.box))
        dealing.state.turn_box = dealing.state.turn_hand = 0
        return self._brought()

    def paid(self, kind: str, amount: int, odds: Odds) -> Fraction:
        """What a wager that wins brings."""
        return Fraction(self._settling.paid(kind, amount, odds), self.stake)
