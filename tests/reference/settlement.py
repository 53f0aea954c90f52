"""The money of a finished round, computed from its facts by the documents: a second reading of the settlement."""

from collections.abc import Sequence
from fractions import Fraction

from tests.reference.documents import Document
from tests.reference.facts import Hand, Round, Wager
from tests.reference.payment import pay
from tests.reference.side_wagers import side_result


class Unsettled(Exception):
    """The facts do not decide a wager, so the engine must not have settled it."""


def total_of(cards: Sequence[int]) -> int:
    """Returns the points: an ace counts 11 unless that would exceed 21."""
    points = [min(card // 4 + 1, 10) for card in cards]
    return sum(points) + (10 if 1 in points and sum(points) <= 11 else 0)


def is_ten(card: int) -> bool:
    """Returns whether a card counts ten."""
    return card // 4 >= 9


def is_blackjack(cards: Sequence[int]) -> bool:
    """Returns whether two cards are an ace and a ten-value card."""
    return len(cards) == 2 and sorted((cards[0] < 4, is_ten(cards[0]))) == [False, True] and total_of(cards) == 21


def results(document: Document, facts: Round) -> dict[int, int | None]:
    """Returns the net result of each wager by number; None for one that stays open, as a streak does."""
    return {number: wager_result(document, facts, wager) for number, wager in enumerate(facts.wagers)}


def wager_result(document: Document, facts: Round, wager: Wager) -> int | None:
    """Returns the net result of one wager; raises Unsettled where the dealer's cards do not decide it."""
    if facts.void or wager.void:
        return 0
    if wager.decided is not None:
        return wager.decided
    if wager.kind in ("main", "double"):
        hand = facts.hand_of(wager)
        return 0 if hand.void else _hand_result(document, facts, wager, hand)
    if wager.kind == "insurance":
        return _insurance_result(document, facts, wager)
    return side_result(document, facts, wager)


def stake_of(document: Document, facts: Round, wager: Wager) -> int:
    """Returns the part of a wager that plays: above the maximum it is paid and collected to the maximum."""
    return min(wager.amount, facts.maximum) if document.caps_at_maximum and wager.kind == "main" else wager.amount


def _hand_result(document: Document, facts: Round, wager: Wager, hand: Hand) -> int:
    stake, total = stake_of(document, facts, wager), total_of(hand.cards)
    win = pay(document, facts, stake, Fraction(1))
    if hand.surrendered:
        return -(stake // 2) if stake % 2 == 0 else -stake + stake // 2
    if is_blackjack(hand.cards) and not hand.split:
        return _blackjack_result(document, facts, wager, stake)
    if document.blackjack_plus and total <= 21 and (total == 21 or len(hand.cards) == 5):
        return win
    if total > 21 and not (wager.added and document.dealer_blackjack == "original_even_of_busts"):
        return -stake
    dealer = _dealer_hand(facts, wager.spot)
    dealer_has_blackjack = is_blackjack(dealer)
    if total > 21:
        return 0 if dealer_has_blackjack else -stake
    five_cards = document.five_card_21 and total == 21 and len(hand.cards) == 5
    if dealer_has_blackjack:
        if five_cards or (wager.added and document.dealer_blackjack != "all"):
            return 0
        return -stake
    if total == 21 and len(hand.cards) == 2 and document.two_card_21_beats_drawn:
        return win
    theirs = _complete(dealer)
    if five_cards:
        return 0 if theirs == 21 else pay(document, facts, stake, Fraction(2))
    if theirs > 21:
        return 0 if document.blackjack_plus and theirs == 22 else win
    return win if total > theirs else -stake if total < theirs else 0


def _blackjack_result(document: Document, facts: Round, wager: Wager, stake: int) -> int:
    if (wager.player, wager.box) in facts.even_money or _is_consolidated(document, facts, wager):
        return pay(document, facts, stake, Fraction(1))
    won = pay(document, facts, stake, document.blackjack_odds)
    if document.blackjack_plus:
        return won
    up_card = facts.dealer[0][0]
    if up_card >= 4 and not is_ten(up_card):
        return won
    return 0 if is_blackjack(_dealer_hand(facts, wager.spot)) else won


def _is_consolidated(document: Document, facts: Round, main: Wager) -> bool:
    """Returns whether a Blackjack is insured for exactly half, where the house then pays 1 to 1.

    Insurance that was lost before the round was dealt again belongs to the discarded hand.
    """
    if not document.consolidated or not is_blackjack(facts.dealt[main.box][:2]):
        return False
    return any(
        wager.kind == "insurance"
        and not wager.void
        and wager.decided is None
        and _same_place(wager, main)
        and 2 * wager.amount == main.amount
        for wager in facts.wagers
    )


def _same_place(one: Wager, other: Wager) -> bool:
    return (one.player, one.box, one.spot) == (other.player, other.box, other.spot)


def _insurance_result(document: Document, facts: Round, wager: Wager) -> int:
    if wager.box in facts.void_boxes:
        return 0
    main = next(other for other in facts.wagers if other.kind == "main" and _same_place(other, wager))
    if _is_consolidated(document, facts, main):
        return 0
    if (wager.player, wager.box) in facts.even_money and document.even_money == "returns_insurance":
        return 0
    dealer = _dealer_hand(facts, wager.spot)
    return pay(document, facts, wager.amount, Fraction(2)) if is_ten(dealer[1]) else -wager.amount


def _dealer_hand(facts: Round, spot: int) -> list[int]:
    """Returns the dealer's cards of a spot: at least two."""
    cards = facts.dealer[spot - 1] if spot <= len(facts.dealer) else []
    if len(cards) < 2:
        raise Unsettled(f"the dealer's hand {spot} has no second card")
    return cards


def _complete(cards: Sequence[int]) -> int:
    """Returns the dealer's total; the dealer draws to 16 and stands on 17."""
    for count in range(2, len(cards)):
        if total_of(cards[:count]) >= 17:
            raise Unsettled(f"the dealer drew to {total_of(cards[:count])}")
    if total_of(cards) < 17:
        raise Unsettled(f"the dealer stopped at {total_of(cards)}")
    return total_of(cards)
