"""The cards a round is dealt from, counted by value: ace, 2, … 9, and all that count ten."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pitboss.atoms.hand import points
from pitboss.cards import DECK_SIZE, card_name
from pitboss.law.checks import decks_in_play
from pitboss.law.cite import Clauses, clause_list
from pitboss.law.resolve import BlackjackRules
from pitboss.law.ways import ShoeKind

#: A card's value less one: 0 for an ace, 9 for whatever counts ten.
ACE: Final = 0
TEN: Final = 9
VALUES: Final = 10
VALUE_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
#: So many decks that no card which is dealt changes the chance of another beyond the last digits of a float, and few
#: enough that their cards are still counted without rounding.
INFINITE_DECKS: Final = 2**44

#: How many cards there are of each value.
Counts = tuple[int, ...]


class NotAnalysable(ValueError):
    """What has no exact answer here, and the clauses that ask for it."""

    def __init__(self, what: str, clauses: Clauses = (), rulebook: str = "") -> None:
        law = f" ({rulebook} {clause_list(clauses)})" if clauses else ""
        super().__init__(f"not analysed: {what}{law}")
        self.what = what
        self.clauses = clauses


class ImpossibleCards(ValueError):
    """Cards that the shoe does not hold."""


def value_of(card: int) -> int:
    """The place of a card among the values."""
    return points(card) - 1


def card_of(value: int, *, second: bool = False) -> int:
    """A card of that value; two of one value are two cards."""
    return value * 4 + second


def shoe_of(rules: BlackjackRules, gone: Sequence[int] = (), *, infinite: bool = False) -> Counts:
    """What is in the table's shoe once these cards are gone; ImpossibleCards where it never held them."""
    if rules.terms.shoe is ShoeKind.DOUBLE:
        what = "a double shoe, whose determinant card says from which side a round is dealt"
        raise NotAnalysable(what, rules.cite("double_shoe"), rules.rulebook)
    if infinite:
        if gone:
            raise ImpossibleCards("of an infinite number of decks no cards can be gone")
        decks = INFINITE_DECKS
    else:
        decks = decks_in_play(rules.options)
    for card, times in Counter(gone).items():
        if times > decks:
            held = f"{decks} deck holds one" if decks == 1 else f"{decks} decks hold {decks}"
            raise ImpossibleCards(f"{times} times {card_name(card)}: {held}")
    counts = [decks * (DECK_SIZE // 13) * (4 if value == TEN else 1) for value in range(VALUES)]
    for card in gone:
        counts[value_of(card)] -= 1
    return tuple(counts)


def check_cards(rules: BlackjackRules, shoe: Counts) -> None:
    """NotAnalysable where a round might need more cards than there are: what follows then is no matter of chances.

    A hand gets its last card with 20 points at most, every ace as 1, and the dealer's with 16: so many cards at most
    come before the last ones, were the lowest to come first.
    """
    hands, dealers = max(1, rules.terms.split_hands), max(1, rules.terms.spots)
    points, most = 20 * hands + 16 * dealers, hands + dealers
    for value, count in enumerate(shoe):
        taken = min(count, points // (value + 1))
        points -= taken * (value + 1)
        most += taken
    if sum(shoe) < most:
        what = f"a round that may need {most} cards, where {sum(shoe)} are left"
        raise NotAnalysable(what, rules.cite("empty_shoe"), rules.rulebook)
