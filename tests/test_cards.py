"""Cards as numbers and as they are written."""

from collections import Counter

import pytest

from pitboss.cards import DECK_SIZE, RANKS, SUITS, card_name, card_names, full_shoe, parse_card


def test_every_card_has_its_name() -> None:
    names = [card_name(card) for card in range(DECK_SIZE)]
    assert len(set(names)) == DECK_SIZE
    assert set(names) == {rank + suit for rank in RANKS for suit in SUITS}
    assert [parse_card(name) for name in names] == list(range(DECK_SIZE))
    assert card_names([0, 51]) == "As Kd"


def test_rank_suit_and_colour_are_in_the_number() -> None:
    for card in range(DECK_SIZE):
        assert card_name(card) == RANKS[card >> 2] + SUITS[card & 3]
        assert (card & 2 != 0) == (card_name(card)[1] in "hd")


@pytest.mark.parametrize("text", ["", "A", "h", "1h", "10h", "ah", "AH", "Ahh", "A h", " Ah", "Ax", "🂡"])
def test_invalid_cards(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card: write a rank of A23456789TJQK and a suit of schd"):
        parse_card(text)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_shoe_holds_each_card_once_a_deck(decks: int) -> None:
    assert Counter(full_shoe(decks)) == dict.fromkeys(range(DECK_SIZE), decks)
