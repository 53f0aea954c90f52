"""The classes of hands with a bonus on 21, for the kernels and the analyser: one class for each odds."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final

from pitboss.games.blackjack.bonus import bonus_odds
from pitboss.law.choices import Bonus21
from pitboss.law.resolve import BlackjackRules
from pitboss.money import Odds
from pitboss.strategy.hand_classes import BONUS_CLASSES, DRAWN_21, FIVE_CARD_21, NotSimulable

#: Cards of each form. Spades are the suit 0.
FORM_CARDS: Final[Mapping[Bonus21, tuple[int, ...]]] = {
    Bonus21.FIVE_CARDS: (4, 8, 12, 16, 24),
    Bonus21.SIX_CARDS: (4, 5, 8, 12, 13, 20),
    Bonus21.SEVEN_CARDS: (4, 5, 6, 8, 9, 12, 16),
    Bonus21.STRAIGHT: (20, 25, 30),
    Bonus21.STRAIGHT_SUITED: (21, 25, 29),
    Bonus21.STRAIGHT_SPADES: (20, 24, 28),
    Bonus21.SEVENS: (24, 25, 26),
    Bonus21.SEVENS_SUITED: (25, 25, 25),
    Bonus21.SEVENS_SPADES: (24, 24, 24),
}


def _classes(rules: BlackjackRules) -> dict[Odds, int]:
    """Returns the class of each odds of a bonus; raises NotSimulable for more odds than classes."""
    odds = sorted(set(rules.terms.bonus_21.values()), key=lambda odds: Fraction(odds.pays, odds.to))
    if len(odds) > len(BONUS_CLASSES):
        raise NotSimulable(f"{len(odds)} different odds of bonuses on 21", rules.cite("bonus_21"), rules.rulebook)
    return dict(zip(odds, BONUS_CLASSES, strict=False))


def class_of_21(rules: BlackjackRules, cards: Sequence[int]) -> int:
    """Returns the class of a 21 of these three or more cards."""
    odds = bonus_odds(rules.terms, cards)
    if odds is not None:
        return _classes(rules)[odds]
    return FIVE_CARD_21 if len(cards) == 5 else DRAWN_21


def bonus_cards(rules: BlackjackRules) -> dict[int, tuple[int, ...]]:
    """Returns cards of each class of bonuses that the rules have."""
    return {class_of_21(rules, cards): cards for cards in FORM_CARDS.values() if bonus_odds(rules.terms, cards)}
