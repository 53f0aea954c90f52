"""Bonuses on 21: the forms of hands that are paid better than even money, by their cards and suits."""

from collections.abc import Mapping, Sequence
from typing import Final

from pitboss.atoms.match import same_suit
from pitboss.games.blackjack.state import Hand
from pitboss.law.choices import Bonus21
from pitboss.law.terms import BlackjackTerms
from pitboss.money import Odds

_SPADES: Final = 0
#: The forms of three cards by their sorted ranks: of any suits, of one suit, of spades.
_THREE_CARDS: Final[Mapping[tuple[int, ...], tuple[Bonus21, Bonus21, Bonus21]]] = {
    (5, 6, 7): (Bonus21.STRAIGHT, Bonus21.STRAIGHT_SUITED, Bonus21.STRAIGHT_SPADES),
    (6, 6, 6): (Bonus21.SEVENS, Bonus21.SEVENS_SUITED, Bonus21.SEVENS_SPADES),
}
_LENGTHS: Final = {5: Bonus21.FIVE_CARDS, 6: Bonus21.SIX_CARDS}
_LONGEST: Final = 7


def bonus_forms(cards: Sequence[int]) -> tuple[Bonus21, ...]:
    """Returns the forms that a 21 of these cards has, the most particular first."""
    if len(cards) >= _LONGEST:
        return (Bonus21.SEVEN_CARDS,)
    if len(cards) != 3:
        return (_LENGTHS[len(cards)],) if len(cards) in _LENGTHS else ()
    forms = _THREE_CARDS.get(tuple(sorted(card >> 2 for card in cards)), ())
    suited = same_suit(cards[0], cards[1]) and same_suit(cards[0], cards[2])
    if not forms or not suited:
        return forms[:1]
    return forms[::-1] if cards[0] & 3 == _SPADES else (forms[1], forms[0])


def bonus_odds(terms: BlackjackTerms, cards: Sequence[int]) -> Odds | None:
    """Returns the odds of the bonus on a 21 of these cards, or None."""
    return next((terms.bonus_21[form] for form in bonus_forms(cards) if form in terms.bonus_21), None)


def hand_bonus(terms: BlackjackTerms, hand: Hand) -> Odds | None:
    """Returns the odds of the bonus on a finished hand, or None if it has none."""
    if not terms.bonus_21 or hand.total != 21 or (hand.doubled and not terms.bonus_21_doubled):
        return None
    return bonus_odds(terms, hand.cards)
