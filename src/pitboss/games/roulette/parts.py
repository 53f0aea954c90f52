"""Words of roulette lines that are more than a number, an amount or a name."""

import re
from collections.abc import Sequence
from typing import Any, Final

from pitboss.games.roulette.layout import COURTESY_LINE, NUMBERS, SINGLE, is_place
from pitboss.games.words import (
    BadWords,
    Part,
    Word,
    WrongShape,
    check_cents,
    check_number,
    check_text,
    next_word,
    parse_money,
)
from pitboss.law.roulette_terms import ROULETTE_KINDS
from pitboss.money import MOST_CENTS, amount_text, net_text, parse_amount

#: The directions of the wheel and of the ball.
DIRECTIONS: Final = ("clockwise", "anticlockwise")
#: Positions that parse but are always refused, by their names.
_NO_PLACES: Final = {COURTESY_LINE: COURTESY_LINE, "courtesy": COURTESY_LINE}
_CHIPS: Final = re.compile(r"([a-z]+)\*(\d{1,6})", re.ASCII)
_COLOUR: Final = re.compile(r"[a-z]+")
_MAX_COUNT: Final = 10**6 - 1


def read_position(words: Sequence[str]) -> tuple[str, str, Sequence[str]]:
    """Parses a position, legal or not. Returns its kind, its place and the remaining words."""
    kind = words[0] if words else ""
    if kind in SINGLE:
        return kind, "", words[1:]
    if kind in _NO_PLACES:
        placed = len(words) > 1 and "-" in words[1]
        return _NO_PLACES[kind], words[1] if placed else "", words[2:] if placed else words[1:]
    if kind not in ROULETTE_KINDS:
        raise BadWords(f"'{kind}' is not a kind of wager: expected one of {', '.join(ROULETTE_KINDS)}")
    if len(words) < 2 or not is_place(words[1]):
        got = f"'{words[1]}'" if len(words) > 1 else "nothing"
        raise BadWords(f"expected where the {kind} lies, in numbers like 17 or 17-20, got {got}")
    return kind, words[1], words[2:]


def signed_amount(word: str) -> int:
    """Parses ``+350``, ``-5`` or ``0`` and returns it in cents."""
    amount = parse_amount(word[1:] if word[:1] in ("+", "-") else word)
    return -amount if word.startswith("-") else amount


class PositionWords(Part):
    """A position of the layout: its kind, and where it lies."""

    combines = True

    def __init__(self, kind: str = "kind", place: str = "place") -> None:
        super().__init__("POSITION", kind, place)
        self._kind, self._place = kind, place

    def read(self, words: list[str]) -> dict[str, Any]:
        kind, place, rest = read_position(words)
        words[:] = rest
        return {self._kind: kind, self._place: place}

    def write(self, command: Any) -> list[str]:
        return [word for word in (getattr(command, self._kind), getattr(command, self._place)) if word]

    def check(self, command: Any) -> None:
        check_text(self._kind, getattr(command, self._kind))
        check_text(self._place, getattr(command, self._place))


class StakeWords(Part):
    """What is wagered: an amount, or a count of chips of a colour."""

    combines = True

    def __init__(self) -> None:
        super().__init__("AMOUNT|COLOUR*COUNT", "amount", "colour", "count")

    def read(self, words: list[str]) -> dict[str, Any]:
        word = next_word(words)
        chips = _CHIPS.fullmatch(word)
        return {"colour": chips[1], "count": int(chips[2])} if chips else {"amount": parse_money(word)}

    def write(self, command: Any) -> list[str]:
        return [f"{command.colour}*{command.count}" if command.colour else amount_text(command.amount)]

    def check(self, command: Any) -> None:
        check_cents("amount", command.amount)
        check_text("colour", command.colour)
        check_number("count", command.count)
        if command.count > _MAX_COUNT:
            raise ValueError(f"count is between 0 and {_MAX_COUNT}, not {command.count}")


class ResultWords(Part):
    """The result of an adjusted wager: an amount with its sign, or ``as`` another position."""

    combines = True

    def __init__(self) -> None:
        super().__init__("(RESULT|as POSITION)", "net", "as_kind", "as_place")
        self._as = PositionWords("as_kind", "as_place")

    def read(self, words: list[str]) -> dict[str, Any]:
        word = next_word(words)
        if word == "as":
            return self._as.read(words)
        try:
            return {"net": signed_amount(word)}
        except ValueError as error:
            raise BadWords(str(error)) from None

    def write(self, command: Any) -> list[str]:
        return ["as", *self._as.write(command)] if command.as_kind else [net_text(command.net)]

    def check(self, command: Any) -> None:
        if type(command.net) is not int:
            raise TypeError(f"net is a whole number of cents, such as -500, not {command.net!r}")
        if abs(command.net) > MOST_CENTS:
            raise ValueError(f"net is between -{MOST_CENTS} and {MOST_CENTS} cents, not {command.net}")
        self._as.check(command)


def _parse_colour(word: str) -> str:
    if not _COLOUR.fullmatch(word):
        raise WrongShape
    return word


def _check_colour(what: str, value: Any) -> None:
    check_text(what, value)
    if not _COLOUR.fullmatch(value):
        raise ValueError(f"{what} is a word of small letters such as 'blue', not {value!r}")


def _parse_pocket(word: str) -> int:
    if word not in _POCKETS:
        raise BadWords(f"expected a number from 0 to {NUMBERS[-1]}, got '{word}'")
    return _POCKETS[word]


def _check_pocket(what: str, value: Any) -> None:
    if type(value) is not int:
        raise TypeError(f"{what} is a whole number such as 17, not {value!r}")
    if value not in NUMBERS:
        raise ValueError(f"{what} is between 0 and {NUMBERS[-1]}, not {value}")


_POCKETS: Final = {str(pocket): pocket for pocket in NUMBERS}
COLOUR: Final = Word("colour", "COLOUR", _parse_colour, str, _check_colour)
POCKET: Final = Word("number", "NUMBER", _parse_pocket, str, _check_pocket)
