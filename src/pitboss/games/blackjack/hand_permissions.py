"""What the rules permit on a hand by its cards and its history, independent of turn, amounts and money."""

from typing import Final

from pitboss.atoms.hand import is_ace
from pitboss.atoms.match import same_points, same_rank
from pitboss.games.blackjack.state import Hand
from pitboss.law.choices import DoubleOn
from pitboss.law.terms import BlackjackTerms

_LEAST_DOUBLED: Final = {
    DoubleOn.HARD_8_TO_11: 8,
    DoubleOn.HARD_9_TO_11: 9,
    DoubleOn.HARD_10_OR_11: 10,
    DoubleOn.HARD_11: 11,
}


def is_pair(terms: BlackjackTerms, hand: Hand) -> bool:
    """Returns whether the hand is two cards that the rules call a pair: of the same points, or of the same rank."""
    return len(hand.cards) == 2 and alike(terms, hand.cards[0], hand.cards[1])


def alike(terms: BlackjackTerms, first: int, second: int) -> bool:
    """Returns whether two cards make a pair."""
    return same_rank(first, second) if terms.split_same_rank else same_points(first, second)


def doubles_on(terms: BlackjackTerms, hand: Hand) -> DoubleOn:
    """Returns the cards on which the hand may be doubled: a split hand may have a rule of its own."""
    return terms.double_split_on if hand.split and terms.double_split_on is not None else terms.double_on


def may_double_cards(double_on: DoubleOn, hand: Hand) -> bool:
    """Returns whether the cards of the hand may be doubled."""
    if double_on is DoubleOn.ANY_TWO:
        return True
    if double_on is DoubleOn.WITHOUT_ACE:
        return not any(map(is_ace, hand.cards))
    if hand.soft or double_on is DoubleOn.NEVER:
        return False
    return double_on is DoubleOn.HARD or _LEAST_DOUBLED[double_on] <= hand.total <= 11


def may_redouble(terms: BlackjackTerms, hand: Hand) -> bool:
    """Returns whether a doubled hand may be doubled once more."""
    return hand.redoubled < terms.redoubles


def decides_doubled(terms: BlackjackTerms, hand: Hand) -> bool:
    """Returns whether something is left to decide on a doubled hand that got its card."""
    return hand.total < 21 and (terms.surrender_after_double or may_redouble(terms, hand))


def decides_split_ace(terms: BlackjackTerms, hand: Hand) -> bool:
    """Returns whether a split ace with its second card may draw or be doubled."""
    return terms.split_aces_draw or (terms.split_aces_double and may_double_cards(doubles_on(terms, hand), hand))
