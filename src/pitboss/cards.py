"""Encode cards as small integers, and parse and format their names.

A card is ``rank * 4 + suit``: ranks A, 2, … K are 0 … 12, suits spades, clubs, hearts, diamonds are 0 … 3. So
``card >> 2`` is the rank, ``card & 3`` the suit, and bit 1 of the suit the colour.
"""

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "schd"
DECK_SIZE = 52

_BY_NAME = {f"{rank}{suit}": r * 4 + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
_NAMES = tuple(sorted(_BY_NAME, key=_BY_NAME.__getitem__))


def parse_card(text: str) -> int:
    """Returns the card with the name ``Ah``, ``Tc`` …; raises ValueError for any other text."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise ValueError(f"'{text}' is not a card: write a rank of {RANKS} and a suit of {SUITS}, like Ah") from None


def card_name(card: int) -> str:
    """Returns the name of a card: ``Ah``, ``Tc`` …"""
    return _NAMES[card]


def card_names(cards: Iterable[int]) -> str:
    """Returns the names of several cards, separated by spaces."""
    return " ".join(_NAMES[card] for card in cards)


def full_shoe(decks: int, without: str = "") -> list[int]:
    """Returns all cards of a number of decks, in canonical order, without the cards of some ranks."""
    return [card for card in range(DECK_SIZE) if RANKS[card >> 2] not in without] * decks
