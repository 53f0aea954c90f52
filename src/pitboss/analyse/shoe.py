"""The composition of a shoe by value: ace, 2, … 9, and all ten-valued cards."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NoReturn

from msgspec import Struct

from pitboss.atoms.hand import points
from pitboss.atoms.match import same_rank
from pitboss.cards import SUITS, card_name, full_shoe
from pitboss.law.checks import decks_in_play
from pitboss.law.choices import ShoeKind
from pitboss.law.cite import Clauses, clause_list
from pitboss.law.resolve import BlackjackRules

#: The index of a value: 0 for an ace, 9 for ten-valued cards.
ACE: Final = 0
TEN: Final = 9
VALUES: Final = 10
VALUE_NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
#: So many decks that a dealt card changes no probability beyond the last digits of a float, and few enough that their
#: cards are counted without rounding.
INFINITE_DECKS: Final = 2**44

#: The number of cards of each value.
ShoeComposition = tuple[int, ...]


class SuitShares(Struct, frozen=True):
    """The probabilities of suits for cards of given values.

    Unseen cards are exchangeable: whatever values the other cards have, the card of a value is any card of that value.
    """

    #: Whether an ace and a ten have one suit.
    blackjack: float = 0.0
    #: Of a six, a seven and an eight: mixed suits, one suit but not spades, and spades; and the same of three sevens.
    straight: tuple[float, float, float] = (1.0, 0.0, 0.0)
    sevens: tuple[float, float, float] = (1.0, 0.0, 0.0)


#: The shares of a game that pays no suits.
NO_SUITS: Final = SuitShares()


class NotAnalysable(ValueError):
    """Raised for rules without an exact solution here; cites their clauses."""

    def __init__(self, what: str, clauses: Clauses = (), rulebook: str = "") -> None:
        law = f" ({rulebook} {clause_list(clauses)})" if clauses else ""
        super().__init__(f"not analysed: {what}{law}")
        self.what = what
        self.clauses = clauses


class ImpossibleCards(ValueError):
    """Raised for cards that the shoe does not hold."""


def value_of(card: int) -> int:
    """Returns the index of a card's value."""
    return points(card) - 1


def card_of(value: int, *, second: bool = False) -> int:
    """Returns a card of that value, or a second, different one."""
    return value * 4 + second


def shoe_of(rules: BlackjackRules, gone: Sequence[int] = (), *, infinite: bool = False) -> ShoeComposition:
    """Returns the table's shoe without the cards gone; raises ImpossibleCards if the shoe never held them."""
    if rules.terms.shoe is ShoeKind.DOUBLE:
        what = "a double shoe, whose determinant card selects the side a round is dealt from"
        raise NotAnalysable(what, rules.cite("double_shoe"), rules.rulebook)
    if infinite:
        if gone:
            raise ImpossibleCards("an infinite shoe has no cards gone: leave out the cards gone or the infinite shoe")
        decks = INFINITE_DECKS
    else:
        decks = decks_in_play(rules.options)
    deck = full_shoe(1, rules.terms.ranks_removed)
    for card, times in Counter(gone).items():
        if card not in deck:
            raise ImpossibleCards(f"{card_name(card)}: the decks hold no card of that rank")
        if times > decks:
            held = f"{decks} deck holds one" if decks == 1 else f"{decks} decks hold {decks}"
            raise ImpossibleCards(f"{times} times {card_name(card)}: {held}")
    counts = [decks * sum(value_of(card) == value for card in deck) for value in range(VALUES)]
    for card in gone:
        counts[value_of(card)] -= 1
    return tuple(counts)


def cards_of_rank(rules: BlackjackRules, card: int, gone: Sequence[int], *, infinite: bool = False) -> int:
    """Returns how many cards of that card's rank the table's shoe has left."""
    decks = INFINITE_DECKS if infinite else decks_in_play(rules.options)
    return decks * len(SUITS) - sum(same_rank(card, other) for other in gone)


def suit_shares(rules: BlackjackRules, gone: Sequence[int] = (), *, infinite: bool = False) -> SuitShares:
    """Returns the probabilities of suits in the table's shoe without the cards gone."""
    decks = 1 if infinite else decks_in_play(rules.options)
    counts = Counter(full_shoe(decks, rules.terms.ranks_removed))
    counts.subtract(gone)
    by_suit = [[0] * 4 for _ in range(VALUES)]
    for card, count in counts.items():
        by_suit[value_of(card)][card & 3] += count

    def suited(values: Sequence[int]) -> list[float]:
        """Returns for each suit the probability that cards of these values all have it."""
        shares = []
        for suit in range(4):
            ways = every = 1
            for place, value in enumerate(values):
                before = 0 if infinite else values[:place].count(value)
                ways *= max(by_suit[value][suit] - before, 0)
                every *= sum(by_suit[value]) - before
            shares.append(ways / every if every > 0 else 0.0)
        return shares

    straight, sevens = suited((5, 6, 7)), suited((6, 6, 6))
    return SuitShares(
        blackjack=sum(suited((ACE, TEN))),
        straight=(1.0 - sum(straight), sum(straight[1:]), straight[0]),
        sevens=(1.0 - sum(sevens), sum(sevens[1:]), sevens[0]),
    )


def refuse_ten_ranks(rules: BlackjackRules) -> NoReturn:
    """Raises NotAnalysable for a strategy that decides on ten-valued cards by their ranks."""
    what = "decisions on two tens by rank: the analyser counts ten-valued cards together"
    raise NotAnalysable(what, rules.cite("split_same_rank"), rules.rulebook)


def check_cards(rules: BlackjackRules, shoe: ShoeComposition) -> None:
    """Raises NotAnalysable if a round might need more cards than there are.

    A hand takes its last card at 20 points or fewer with every ace as 1, the dealer's at 16 or fewer. That bounds the
    number of cards before the last ones, with the lowest cards first.
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
