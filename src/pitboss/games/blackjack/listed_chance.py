"""Chance of a ``.pit`` file: the cards and prizes that its headers list, and the validation of those headers."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pitboss.cards import card_name, parse_card
from pitboss.games.blackjack.chance import CUTTING_CARD, DEAL_WAITS, SHOE_EMPTY, DealWaits, UnknownOutcome
from pitboss.games.blackjack.shoe import decks_by_side
from pitboss.games.header import parse_cents
from pitboss.law.choices import ShoeKind
from pitboss.law.resolve import BlackjackRules
from pitboss.pit import Header, PitError, PitFile


class Listed(Struct):
    """The orders of one side of a shoe, one for each filling, and how far each was dealt."""

    orders: list[list[int]]
    at: int = 0


class ListedChance:
    """The cards and prizes that a file lists. Raises UnknownOutcome after the last one."""

    def __init__(self, sides: Sequence[Listed], spare: list[list[int]], prizes: list[int]) -> None:
        self._sides = sides
        self._spare = spare
        self._prizes = prizes
        self._order: list[list[int] | None] = [None for _ in sides]

    def draw(self, side: int) -> int:
        """Returns the next listed card."""
        order, listed = self._order[side], self._sides[side]
        if order is None:
            raise UnknownOutcome("no order is listed for this shuffle (header 'reshuffle')")
        if listed.at >= len(order):
            raise UnknownOutcome(f"a card is drawn beyond the {sum(card >= 0 for card in order)} that are listed")
        item = order[listed.at]
        if item != SHOE_EMPTY:
            listed.at += 1
        if item == DEAL_WAITS:
            raise DealWaits("the deal waits for the report of an irregularity")
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """Starts the next listed order of the side, or else the next order without a side."""
        listed = self._sides[side]
        listed.at = 0
        if listed.orders:
            self._order[side] = listed.orders.pop(0)
        else:
            self._order[side] = self._spare.pop(0) if self._spare else None

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """Does nothing: the listed order already determines the next cards."""

    def prize(self, kind: str, stake: int) -> int:
        """Returns the next listed prize."""
        if not self._prizes:
            raise UnknownOutcome("no prize is listed (header 'prizes')")
        return self._prizes.pop(0)


def listed_shoe(file: PitFile, rules: BlackjackRules) -> ListedChance:
    """Returns the cards that a header lists for a table. Raises PitError for a header that the table cannot use."""
    double = rules.terms.shoe is ShoeKind.DOUBLE
    check_used(file, double=double)
    if rules.terms.shoe is not ShoeKind.CONTINUOUS:  # a continuous shoe deals used cards again
        check_counts(file, decks_by_side(rules), rules.terms.ranks_removed)
    return listed_chance(file, double=double)


def listed_chance(file: PitFile, *, double: bool) -> ListedChance:
    """Parses the headers of cards and prizes."""
    sides = []
    for side in ("a", "b") if double else ("",):
        suffix = f".{side}" if side else ""
        first = _joined(file, f"cards{suffix}")
        sides.append(Listed([first, *_each(file, f"reshuffle{suffix}")] if side else [first]))
    prizes = [parse_cents(number, word) for number, value in file.headers("prizes") for word in value.split()]
    return ListedChance(sides, _each(file, "reshuffle"), prizes)


def _joined(file: PitFile, key: str) -> list[int]:
    joined: list[int] = []
    for number, value in file.headers(key):
        if joined and joined[-1] == SHOE_EMPTY:
            raise PitError(number, "'end' is the last item of an order")
        joined += _order(number, value)
    return joined


def _each(file: PitFile, key: str) -> list[list[int]]:
    return [_order(number, value) for number, value in file.headers(key)]


def _order(number: int, value: str) -> list[int]:
    order: list[int] = []
    for word in value.split():
        if order and order[-1] == SHOE_EMPTY:
            raise PitError(number, "'end' is the last item of an order")
        if word == "|":
            order.append(CUTTING_CARD)
        elif word == "end":
            order.append(SHOE_EMPTY)
        elif word == "wait":
            order.append(DEAL_WAITS)
        else:
            try:
                order.append(parse_card(word))
            except ValueError as error:
                raise PitError(number, str(error)) from None
    return order


def check_used(file: PitFile, *, double: bool) -> None:
    """Raises PitError for a header that the table does not use."""
    for number, line in enumerate(file.lines, 1):
        if not isinstance(line, Header):
            continue
        base, dot, side = line.key.partition(".")
        if line.key == "spins" or side.startswith("t"):
            raise PitError(number, f"header '{line.key}': a blackjack table has no use for it")
        if dot and not double:
            raise PitError(number, f"header '{line.key}': this table has no double shoe")
        if double and base == "cards" and not dot:
            raise PitError(number, "header 'cards': a double shoe has cards.a and cards.b")


def check_counts(file: PitFile, decks: Sequence[int], removed: str) -> None:
    """Raises PitError if one filling lists a card more often than the decks of the shoe, or of its side, contain it."""
    for side, most in {"": max(decks), **dict(zip((".a", ".b"), decks, strict=False))}.items():
        cards = file.headers(f"cards{side}")
        if cards:
            _check_filling(cards[0][0], _joined(file, f"cards{side}"), most, removed)
        for number, value in file.headers(f"reshuffle{side}"):
            _check_filling(number, _order(number, value), most, removed)


def _check_filling(number: int, order: list[int], most: int, removed: str) -> None:
    for item in order if removed else ():
        if item >= 0 and card_name(item)[0] in removed:
            raise PitError(number, f"{card_name(item)} is listed, and the decks hold no card of that rank")
    card, count = max(Counter(item for item in order if item >= 0).items(), key=lambda item: item[1], default=(0, 0))
    if count > most:
        raise PitError(number, f"{card_name(card)} is listed {count} times, and {most} decks hold it {most} times")
