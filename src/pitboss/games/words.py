"""Words of a line of play: how each kind of word is parsed, printed and validated, and which field it holds."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.games.actors import HOUSE
from pitboss.money import MOST_CENTS, amount_text, parse_amount
from pitboss.pit import NAME

#: The largest whole number of the notation: nine digits.
MAX_NUMBER: Final = 10**9 - 1


class BadWords(ValueError):
    """Raised for words that are not a valid command."""


class WrongShape(Exception):
    """A word is missing or does not fit; the grammar reports it with the shape of the whole line."""


# --- validation of values ------------------------------------------------------------------------------------------


def check_name(what: str, name: Any) -> None:
    """Validates the name of a player. Raises TypeError or ValueError."""
    if type(name) is not str:
        raise TypeError(f"{what} is the name of a player, text such as 'ann', not {name!r}")
    if not NAME.fullmatch(name) or name == HOUSE:
        raise ValueError(
            f"{name!r} cannot be a player's name: write small letters a-z, digits and _, beginning with a letter, "
            f"such as 'ann' or 'agent_0', and not '{HOUSE}'"
        )


def check_cents(what: str, cents: Any) -> None:
    """Validates an amount. Raises TypeError if it is not an int, ValueError if it is negative or too large."""
    if type(cents) is not int:
        raise TypeError(f"{what} is a whole number of cents, such as 1000 for 10 dollars, not {cents!r}")
    if not 0 <= cents <= MOST_CENTS:
        raise ValueError(f"{what} is between 0 and {MOST_CENTS} cents, not {cents}")


def check_number(what: str, value: Any) -> None:
    """Validates a whole number. Raises TypeError or ValueError."""
    if type(value) is not int:
        raise TypeError(f"{what} is a whole number such as 1, not {value!r}")
    if not 0 <= value <= MAX_NUMBER:
        raise ValueError(f"{what} is between 0 and {MAX_NUMBER}, not {value}")


def check_text(what: str, value: Any) -> None:
    """Validates text without a further form. Raises TypeError."""
    if type(value) is not str or not value.isascii():
        raise TypeError(f"{what} is text of letters, digits and signs, not {value!r}")


def check_truth(what: str, value: Any) -> None:
    """Validates a truth value. Raises TypeError."""
    if type(value) is not bool:
        raise TypeError(f"{what} is True or False, not {value!r}")


def check_words(what: str, value: Any) -> None:
    """Validates a tuple of words. Raises TypeError or ValueError."""
    if type(value) is not tuple or not all(type(word) is str for word in value):
        raise TypeError(f"{what} is a tuple of words: write {what}=('1',), not {value!r}")
    for word in value:
        if not word.isascii() or not word.isprintable() or len(word.split()) != 1 or "#" in word:
            raise ValueError(f"{what}: {word!r} is not one word of letters, digits and signs without #")


def check_spots(what: str, value: Any) -> None:
    """Validates one amount for each spot. Raises TypeError or ValueError."""
    if type(value) is not tuple:
        raise TypeError(
            f"{what} is a tuple with one amount of cents for each spot: write {what}=(1000,), not {value!r}"
        )
    if not value:
        raise ValueError(f"{what} is a tuple with one amount of cents for each spot: write {what}=(1000,)")
    for cents in value:
        check_cents("an amount", cents)


# --- parsing and printing of words ---------------------------------------------------------------------------------


def parse_number(word: str, what: str) -> int:
    """Parses a whole number. Raises BadWords."""
    if not word.isascii() or not word.isdigit() or len(word) > 9:
        raise BadWords(f"expected {what}, got '{word}'")
    return int(word)


def parse_money(word: str) -> int:
    """Parses an amount in dollars, in cents. Raises BadWords."""
    try:
        return parse_amount(word)
    except ValueError as error:
        raise BadWords(str(error)) from None


def parse_player(word: str) -> str:
    """Parses the name of a player. Raises BadWords."""
    if not NAME.fullmatch(word) or word == HOUSE:
        raise BadWords(f"expected the name of a player, got '{word}'")
    return word


def parse_spots(word: str) -> tuple[int, ...]:
    """Parses one amount for each spot: ``10/-/5``. Raises BadWords."""
    return tuple(0 if part == "-" else parse_money(part) for part in word.split("/"))


def spots_text(amounts: tuple[int, ...]) -> str:
    """Returns one amount for each spot as a line writes them."""
    filled = list(amounts)
    while len(filled) > 1 and not filled[-1]:
        filled.pop()
    if len(filled) == 1:
        return amount_text(filled[0])
    return "/".join(amount_text(amount) if amount else "-" for amount in filled)


# --- parts of a line -----------------------------------------------------------------------------------------------


class Part:
    """Words of a line that hold fields of a command."""

    #: Whether valid values of the fields may not go together; then a command is valid only if its line parses back.
    combines = False
    #: What a form asks for: ``money``, ``number``, ``player``, ``choice`` with its ``choices``, or ``words``.
    kind = "words"
    choices: tuple[str, ...] = ()

    def __init__(self, shape: str, *fields: str) -> None:
        self.shape = shape
        self.fields = fields

    def fits(self, words: Sequence[str]) -> bool:
        """Whether the words may begin with this part."""
        return bool(words)

    def read(self, words: list[str]) -> dict[str, Any]:
        """Removes its words from the front and returns the fields they hold. Raises BadWords."""
        raise NotImplementedError

    def write(self, command: Any) -> list[str]:
        """Returns the words for the fields of a command."""
        raise NotImplementedError

    def check(self, command: Any) -> None:
        """Validates the fields of a command. Raises TypeError or ValueError."""
        raise NotImplementedError


class Word(Part):
    """One word that holds one field."""

    def __init__(
        self,
        field: str,
        shape: str,
        parse: Callable[[str], Any],
        text: Callable[[Any], str],
        validate: Callable[[str, Any], None],
        *,
        kind: str = "words",
        choices: Sequence[str] = (),
    ) -> None:
        super().__init__(shape, field)
        self.kind, self.choices = kind, tuple(choices)
        self._field, self.parse, self.text, self.validate = field, parse, text, validate

    def read(self, words: list[str]) -> dict[str, Any]:
        return {self._field: self.parse(next_word(words))}

    def write(self, command: Any) -> list[str]:
        return [self.text(getattr(command, self._field))]

    def check(self, command: Any) -> None:
        self.validate(self._field, getattr(command, self._field))


def next_word(words: list[str]) -> str:
    """Removes and returns the first word; the line has the wrong shape where there is none."""
    if not words:
        raise WrongShape
    return words.pop(0)


def number(field: str, what: str, shape: str = "") -> Word:
    """A whole number."""
    return Word(field, shape or field.upper(), lambda word: parse_number(word, what), str, check_number, kind="number")


def money(field: str, shape: str = "AMOUNT") -> Word:
    """An amount of money."""
    return Word(field, shape, parse_money, amount_text, check_cents, kind="money")


def spots(field: str) -> Word:
    """One amount, or one for each spot: ``10/-/5``."""
    return Word(field, "AMOUNT", parse_spots, spots_text, check_spots)


def word(field: str, shape: str) -> Word:
    """Any word."""
    return Word(field, shape, str, str, lambda what, value: check_words(what, (value,)))


def player(field: str) -> Word:
    """The name of a player."""
    return Word(field, "PLAYER", parse_player, str, check_name, kind="player")


def choice(field: str, known: Sequence[str], shape: str = "") -> Word:
    """One of several words."""

    def parse(word: str) -> str:
        if word not in known:
            raise WrongShape
        return word

    def check(what: str, value: Any) -> None:
        if value not in known:
            raise ValueError(f"{what} is one of {', '.join(known)}, not {value!r}")

    return Word(field, shape or "|".join(known), parse, str, check, kind="choice", choices=known)


def either(field: str, false: str, true: str) -> Word:
    """One of two words for a truth value."""
    one = choice(field, (false, true))
    words = (false, true)
    return Word(
        field,
        one.shape,
        lambda text: one.parse(text) == true,
        words.__getitem__,
        check_truth,
        kind="choice",
        choices=words,
    )
