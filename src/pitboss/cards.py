"""Cards as small integers, and how they are written.

A card is ``rank * 4 + suit`` with ranks A, 2, … K as 0 … 12 and suits spades, clubs, hearts, diamonds as 0 … 3, so
that ``card >> 2`` is the rank, ``card & 3`` the suit and bit 1 of the suit the colour.
"""

from collections.abc import Iterable

RANKS = "A23456789TJQK"
SUITS = "schd"
DECK_SIZE = 52

_BY_NAME = {f"{rank}{suit}": r * 4 + s for r, rank in enumerate(RANKS) for s, suit in enumerate(SUITS)}
_NAMES = tuple(sorted(_BY_NAME, key=_BY_NAME.__getitem__))


def parse_card(text: str) -> int:
    """The card that ``Ah``, ``Tc`` … names; ValueError where it names none."""
    try:
        return _BY_NAME[text]
    except KeyError:
        raise ValueError(f"'{text}' is no card: a rank of {RANKS} and a suit of {SUITS}, like Ah or Tc") from None


def card_name(card: int) -> str:
    """``Ah``, ``Tc`` …"""
    return _NAMES[card]


def card_names(cards: Iterable[int]) -> str:
    """Several cards, separated by spaces."""
    return " ".join(_NAMES[card] for card in cards)


def full_shoe(decks: int) -> list[int]:
    """All cards of so many decks, in their canonical order."""
    return list(range(DECK_SIZE)) * decks
