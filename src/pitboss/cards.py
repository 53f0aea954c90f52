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


class Card(int):
    """A card that prints as one: ``Card("8h")`` or ``Card(29)``. It is the integer that every function here takes."""

    __slots__ = ()

    def __new__(cls, card: "int | str") -> "Card":
        """Returns the card of that name or number; raises ValueError for any other."""
        number = parse_card(card) if isinstance(card, str) else int(card)
        if not 0 <= number < DECK_SIZE:
            raise ValueError(f"{number} is not a card: a card is a number from 0 to {DECK_SIZE - 1}")
        return super().__new__(cls, number)

    @property
    def rank(self) -> str:
        """The rank: A, 2 … 9, T, J, Q, K."""
        return RANKS[self >> 2]

    @property
    def suit(self) -> str:
        """The suit: s, c, h, d."""
        return SUITS[self & 3]

    @property
    def symbol(self) -> str:
        """The card with the sign of its suit: ``8♥``."""
        return f"{self.rank}{'♠♣♥♦'[self & 3]}"

    def __str__(self) -> str:
        return _NAMES[self]

    def __repr__(self) -> str:
        return f"Card('{_NAMES[self]}')"

    def __format__(self, spec: str) -> str:
        return format(_NAMES[self], spec) if not spec or spec[-1] in "s<>^0123456789" else super().__format__(spec)

    def _repr_svg_(self) -> str:
        from pitboss.display import cards_svg  # noqa: PLC0415 # only a notebook draws cards

        return cards_svg([self])


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
