"""Parts of a line of play: each parses, prints and validates the fields of a command that its words hold."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from msgspec.structs import fields as struct_fields

from pitboss.games.values import (
    BadWords,
    check_cents,
    check_name,
    check_number,
    check_spots,
    check_text,
    check_truth,
    check_words,
    parse_money,
    parse_number,
    parse_player,
    parse_spots,
    spots_text,
)
from pitboss.money import amount_text


class WrongShape(Exception):
    """A word is missing or does not fit; the grammar reports it with the shape of the whole line."""


# --- parts of a line -----------------------------------------------------------------------------------------------


class Part:
    """Words of a line that hold fields of a command."""

    #: Whether valid values of the fields may not go together; then a command is valid only if its line parses back.
    combines = False

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
    ) -> None:
        super().__init__(shape, field)
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
    return Word(field, shape or field.upper(), lambda word: parse_number(word, what), str, check_number)


def money(field: str, shape: str = "AMOUNT") -> Word:
    """An amount of money."""
    return Word(field, shape, parse_money, amount_text, check_cents)


def spots(field: str) -> Word:
    """One amount, or one for each spot: ``10/-/5``."""
    return Word(field, "AMOUNT", parse_spots, spots_text, check_spots)


def word(field: str, shape: str) -> Word:
    """Any word."""
    return Word(field, shape, str, str, lambda what, value: check_words(what, (value,)))


def player(field: str) -> Word:
    """The name of a player."""
    return Word(field, "PLAYER", parse_player, str, check_name)


def choice(field: str, known: Sequence[str], shape: str = "") -> Word:
    """One of several words."""

    def parse(word: str) -> str:
        if word not in known:
            raise WrongShape
        return word

    def check(what: str, value: Any) -> None:
        if value not in known:
            raise ValueError(f"{what} is one of {', '.join(known)}, not {value!r}")

    return Word(field, shape or "|".join(known), parse, str, check)


def either(field: str, false: str, true: str) -> Word:
    """One of two words for a truth value."""
    one = choice(field, (false, true))
    return Word(field, one.shape, lambda text: one.parse(text) == true, (false, true).__getitem__, check_truth)


class Keyed(Part):
    """A word with a key: ``turns=3``."""

    def __init__(self, key: str, word: Word) -> None:
        super().__init__(f"{key}={word.shape}", *word.fields)
        self._key, self._word = f"{key}=", word

    def fits(self, words: Sequence[str]) -> bool:
        return bool(words) and words[0].startswith(self._key) and words[0] != self._key

    def read(self, words: list[str]) -> dict[str, Any]:
        if not self.fits(words):
            raise WrongShape
        return self._word.read([words.pop(0).removeprefix(self._key)])

    def write(self, command: Any) -> list[str]:
        return [f"{self._key}{word}" for word in self._word.write(command)]

    def check(self, command: Any) -> None:
        self._word.check(command)


class Flag(Part):
    """A word that is there or not."""

    def __init__(self, field: str, word: str = "") -> None:
        super().__init__(word or field, field)

    def fits(self, words: Sequence[str]) -> bool:
        return list(words[:1]) == [self.shape]

    def read(self, words: list[str]) -> dict[str, Any]:
        if next_word(words) != self.shape:
            raise WrongShape
        return {self.fields[0]: True}

    def write(self, command: Any) -> list[str]:
        return [self.shape]

    def check(self, command: Any) -> None:
        check_truth(self.fields[0], getattr(command, self.fields[0]))


class NamedAmounts(Part):
    """Names with amounts: ``pair=5 ante=1``, up to the word ``before`` where there is one."""

    def __init__(
        self, field: str, shape: str, what: str, *, before: str = "", name: Callable[[str], str] = str
    ) -> None:
        super().__init__(f"{shape} …", field)
        self._field, self._one, self._what, self._before, self._name = field, shape, what, before, name

    def fits(self, words: Sequence[str]) -> bool:
        return bool(words) and words[0] != self._before

    def read(self, words: list[str]) -> dict[str, Any]:
        if not words:
            raise WrongShape
        pairs = []
        while self.fits(words):
            name, equals, amount = words[0].partition("=")
            if not equals:
                raise BadWords(f"expected {self._one} for {self._what}, got '{words[0]}'")
            words.pop(0)
            pairs.append((self._name(name), parse_money(amount)))
        return {self._field: tuple(pairs)}

    def write(self, command: Any) -> list[str]:
        return [f"{name}={amount_text(cents)}" for name, cents in getattr(command, self._field)]

    def check(self, command: Any) -> None:
        what, value = self._field, getattr(command, self._field)
        if type(value) is not tuple or not all(type(pair) is tuple and len(pair) == 2 for pair in value):
            raise TypeError(f"{what} is a tuple of names with cents: write {what}=(('pair', 500),), not {value!r}")
        for name, cents in value:
            check_text(f"the name of {self._what}", name)
            self._name(name)
            check_cents(f"the amount for {name}", cents)


class Rest(Part):
    """All remaining words, at least one, as a tuple of words of one kind."""

    def __init__(self, field: str, word: Word) -> None:
        super().__init__(f"{word.shape} …", field)
        self._word = word

    def read(self, words: list[str]) -> dict[str, Any]:
        found = tuple(self._word.parse(word) for word in words) or (next_word(words),)
        words.clear()
        return {self.fields[0]: found}

    def write(self, command: Any) -> list[str]:
        return [self._word.text(value) for value in getattr(command, self.fields[0])]

    def check(self, command: Any) -> None:
        check_words(self.fields[0], getattr(command, self.fields[0]))
        for value in getattr(command, self.fields[0]):
            self._word.validate(self.fields[0], value)


class Text(Part):
    """All remaining words, at least one, as text."""

    def read(self, words: list[str]) -> dict[str, Any]:
        found = " ".join([next_word(words), *words])
        words.clear()
        return {self.fields[0]: found}

    def write(self, command: Any) -> list[str]:
        return str(getattr(command, self.fields[0])).split()

    def check(self, command: Any) -> None:
        what, value = self.fields[0], getattr(command, self.fields[0])
        if type(value) is not str:
            raise TypeError(f"{what} is text, not {value!r}")
        check_words(what, tuple(value.split()))
        if " ".join(value.split()) != value or not value:
            raise ValueError(f"{what} is words with one space between them, not {value!r}")


@cache
def _default(kind: type, field: str) -> Any:
    return next(item.default for item in struct_fields(kind) if item.name == field)


class Optional(Part):
    """Parts that may be left out together; their fields then have their defaults."""

    def __init__(self, *parts: Part) -> None:
        super().__init__(
            f"[{' '.join(part.shape for part in parts)}]", *(name for part in parts for name in part.fields)
        )
        self._parts = parts
        self.combines = len(parts) > 1 or parts[0].combines

    def fits(self, words: Sequence[str]) -> bool:
        return self._parts[0].fits(words)

    def read(self, words: list[str]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if self._parts[0].fits(words):
            for part in self._parts:
                found |= part.read(words)
        return found

    def _absent(self, command: Any) -> bool:
        kind: Any = type(command)
        values = [(getattr(command, name), _default(kind, name)) for name in self.fields]
        return all(type(value) is type(default) and value == default for value, default in values)

    def write(self, command: Any) -> list[str]:
        if self._absent(command):
            return []
        return [word for part in self._parts for word in part.write(command)]

    def check(self, command: Any) -> None:
        if not self._absent(command):
            for part in self._parts:
                part.check(command)


class AnyOrder(Part):
    """Optional parts in any order, each at most once."""

    def __init__(self, *parts: Part) -> None:
        self._parts = [Optional(part) for part in parts]
        super().__init__(
            " ".join(part.shape for part in self._parts), *(name for part in parts for name in part.fields)
        )

    def read(self, words: list[str]) -> dict[str, Any]:
        left = list(self._parts)
        found: dict[str, Any] = {}
        while words:
            part = next((part for part in left if part.fits(words)), None)
            if part is None:
                raise WrongShape
            left.remove(part)
            found |= part.read(words)
        return found

    def write(self, command: Any) -> list[str]:
        return [word for part in self._parts for word in part.write(command)]

    def check(self, command: Any) -> None:
        for part in self._parts:
            part.check(command)


# --- commands ------------------------------------------------------------------------------------------------------


@cache
def is_of_house(kind: type) -> bool:
    """Whether the house sends a command: a player's has the field ``player``, and no word of the line holds it."""
    form: tuple[Part, ...] = getattr(kind, "form", ())
    has_player = "player" in getattr(kind, "__struct_fields__", ())
    return not has_player or any("player" in part.fields for part in form)
