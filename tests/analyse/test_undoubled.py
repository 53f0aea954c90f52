"""The value of a back bettor's wager that does not follow a double: one more card, for the first wager alone."""

import pytest

from pitboss.analyse.hand import HandAnswer, hand
from pitboss.cards import parse_card
from tests.analyse.rules import rules_of


def answer(rulebook: str, cards: str, up: str) -> HandAnswer:
    return hand(rules_of(rulebook), [parse_card(card) for card in cards.split()], parse_card(up))


@pytest.mark.parametrize("rulebook", ["nz-blackjack", "mbs-blackjack", "canberra-blackjack", "tribal-blackjack"])
def test_it_is_half_of_the_double_where_both_wagers_are_settled_alike(rulebook: str) -> None:
    found = answer(rulebook, "6h 5c", "6s")
    assert found.undoubled == pytest.approx(found.actions["double"] / 2)


def test_a_dealers_blackjack_takes_it_where_it_takes_the_first_wager_only() -> None:
    # 11 takes any card and is not bust: against the dealer's blackjack the double alone comes back
    original = answer("mbs-blackjack", "6h 5c", "Ts")
    assert original.dealer_blackjack > 0
    assert original.undoubled is not None
    assert original.actions["double"] == pytest.approx(2 * original.undoubled + original.dealer_blackjack)
    everything = answer("canberra-blackjack", "6h 5c", "Ts")
    assert everything.undoubled is not None
    assert everything.actions["double"] == pytest.approx(2 * everything.undoubled)


def test_nothing_is_said_of_a_hand_that_is_not_doubled() -> None:
    assert answer("mbs-blackjack", "6h 5c 2s", "Ts").undoubled is None
