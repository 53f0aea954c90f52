"""What a header says: limits, choices, players, and what chance will bring."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from pitboss.blackjack.chance import CUTTING_CARD, SHOE_EMPTY, UnknownOutcome
from pitboss.cards import card_name, parse_card
from pitboss.law import Limits
from pitboss.money import parse_amount
from pitboss.notation.pit import NAME, Header, PitError, PitFile

DEFAULT_PURSE = 100_000_000


class Listed(Struct):
    """The orders of one side of a shoe, one for each filling, and how far each was dealt."""

    orders: list[list[int]]
    at: int = 0


class ListedChance:
    """Chance as a file lists it. What is not listed nobody knows."""

    def __init__(self, sides: Sequence[Listed], spare: list[list[int]], prizes: list[int]) -> None:
        self._sides = sides
        self._spare = spare
        self._prizes = prizes
        self._order: list[list[int] | None] = [None for _ in sides]

    def draw(self, side: int) -> int:
        """The next listed card."""
        order, listed = self._order[side], self._sides[side]
        if order is None:
            raise UnknownOutcome("no order is listed for this shuffle (header 'reshuffle')")
        if listed.at >= len(order):
            raise UnknownOutcome(f"a card is drawn beyond the {sum(card >= 0 for card in order)} that are listed")
        item = order[listed.at]
        if item != SHOE_EMPTY:
            listed.at += 1
        return item

    def shuffle(self, side: int, cards: Sequence[int] | None) -> None:
        """The next listed order of that side, else the next that names no side."""
        listed = self._sides[side]
        listed.at = 0
        if listed.orders:
            self._order[side] = listed.orders.pop(0)
        else:
            self._order[side] = self._spare.pop(0) if self._spare else None

    def restock(self, side: int, cards: Sequence[int]) -> None:
        """The listed order says what comes out of the shuffler."""

    def prize(self, kind: str, stake: int) -> int:
        """The next listed prize."""
        if not self._prizes:
            raise UnknownOutcome("no prize is listed (header 'prizes')")
        return self._prizes.pop(0)


def listed_chance(file: PitFile, *, double: bool) -> ListedChance:
    """What chance will bring by the file's headers."""
    sides = []
    for side in ("a", "b") if double else ("",):
        suffix = f".{side}" if side else ""
        first = _joined(file, f"cards{suffix}")
        sides.append(Listed([first, *_each(file, f"reshuffle{suffix}")] if side else [first]))
    prizes = [_amount(number, word) for number, value in file.headers("prizes") for word in value.split()]
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
        else:
            try:
                order.append(parse_card(word))
            except ValueError as error:
                raise PitError(number, str(error)) from None
    return order


def check_used(file: PitFile, *, double: bool) -> None:
    """No header that this table has no use for."""
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


def check_counts(file: PitFile, decks: Sequence[int]) -> None:
    """No card more often than the decks of the shoe, or of one side of it, hold, in one filling."""
    for side, most in {"": max(decks), **dict(zip((".a", ".b"), decks, strict=False))}.items():
        cards = file.headers(f"cards{side}")
        if cards:
            _check_filling(cards[0][0], _joined(file, f"cards{side}"), most)
        for number, value in file.headers(f"reshuffle{side}"):
            _check_filling(number, _order(number, value), most)


def _check_filling(number: int, order: list[int], most: int) -> None:
    card, count = max(Counter(item for item in order if item >= 0).items(), key=lambda item: item[1], default=(0, 0))
    if count > most:
        raise PitError(number, f"{card_name(card)} is listed {count} times, and {most} decks hold it {most} times")


def read_limits(file: PitFile) -> Limits:
    """``10-1000 step 5``."""
    found = file.headers("limits")
    if not found:
        return Limits()
    number, value = found[0]
    return parse_limits(number, value)


def parse_limits(number: int, value: str) -> Limits:
    """Limits from their text; PitError where it is none."""
    words = value.split()
    low, dash, high = words[0].partition("-") if words else ("", "", "")
    if not dash or not low or not high or len(words) not in (1, 3) or (len(words) == 3 and words[1] != "step"):
        raise PitError(number, f"'{value}' is no limits: expected MINIMUM-MAXIMUM or MINIMUM-MAXIMUM step N")
    step = _amount(number, words[2]) if len(words) == 3 else None
    limits = Limits(_amount(number, low), _amount(number, high), step)
    if limits.minimum <= 0 or limits.step == 0:
        raise PitError(number, f"'{value}': minimum and step are more than nothing")
    return limits


def _amount(number: int, word: str) -> int:
    try:
        return parse_amount(word)
    except ValueError as error:
        raise PitError(number, str(error)) from None


def read_options(file: PitFile) -> dict[str, str]:
    """``name=value`` pairs; two values for one name are an error."""
    options: dict[str, str] = {}
    for number, value in file.headers("options"):
        for word in value.split():
            name, equals, choice = word.partition("=")
            if not equals or not name or not choice:
                raise PitError(number, f"'{word}' is no option: expected name=value")
            if options.get(name, choice) != choice:
                raise PitError(number, f"option {name} is given twice, as {options[name]} and as {choice}")
            options[name] = choice
    return options


def read_players(file: PitFile) -> dict[str, int]:
    """``ann=1000 bob=500``."""
    players: dict[str, int] = {}
    for number, value in file.headers("players"):
        for word in value.split():
            name, equals, money = word.partition("=")
            if not equals or not NAME.fullmatch(name) or name == "house":
                raise PitError(number, f"'{word}' is no player: expected name=MONEY, the name in small letters")
            if name in players:
                raise PitError(number, f"player {name} is given twice")
            players[name] = _amount(number, money)
    return players
