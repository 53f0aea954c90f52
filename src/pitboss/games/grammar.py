"""Grammar of lines of play: a command class declares its words as parts; parsing, printing and validation follow.

At a table the line of an actor is parsed here, too, and checked against the verbs of the role.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from msgspec import Struct
from msgspec.structs import fields as struct_fields

from pitboss.games.actors import HOUSE, HOUSE_ROLES, Actor, Role
from pitboss.games.words import (
    BadWords,
    Part,
    Word,
    WrongShape,
    check_cents,
    check_name,
    check_number,
    check_text,
    check_truth,
    check_words,
    next_word,
    parse_money,
)
from pitboss.law.refusal import Refusal
from pitboss.limits import MAX_LINE, MAX_NAME
from pitboss.money import amount_text
from pitboss.pit import NAME, Act

if TYPE_CHECKING:
    from pitboss.games.commands import Command

_TABLE: Final = re.compile(r"t[1-9]\d?")

# --- parts of several words, or of none ------------------------------------------------------------------------------


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


# --- lines -----------------------------------------------------------------------------------------------------------


@cache
def is_of_house(kind: type) -> bool:
    """Whether the house sends a command: a player's has the field ``player``, and no word of the line holds it."""
    form: tuple[Part, ...] = getattr(kind, "form", ())
    has_player = "player" in getattr(kind, "__struct_fields__", ())
    return not has_player or any("player" in part.fields for part in form)


def shape_of(kind: Any) -> str:
    """Returns the shape of the lines of a command: ``double BOX [AMOUNT]``."""
    return " ".join([kind.verb, *(part.shape for part in kind.form)])


class Grammar:
    """The lines of a game, from the forms of its command classes."""

    def __init__(self, kinds: Iterable[Any], where: str) -> None:
        self._where = where
        self.kinds = tuple(dict.fromkeys(kind for kind in kinds if hasattr(kind, "verb") and hasattr(kind, "form")))
        #: For lines of a file and for lines at a table: the commands of players and of the house, by verb.
        self._of_file = self._by_verb(kind for kind in self.kinds if not kind.live)
        self._of_table = self._by_verb(self.kinds)
        self.player_verbs, self.house_verbs = (frozenset(known) for known in self._of_file)

    @staticmethod
    def _by_verb(kinds: Iterable[Any]) -> tuple[dict[str, list[Any]], dict[str, list[Any]]]:
        players: dict[str, list[Any]] = {}
        house: dict[str, list[Any]] = {}
        for kind in kinds:
            (house if is_of_house(kind) else players).setdefault(kind.verb, []).append(kind)
        return players, house

    def commands_of_file(self, *, house: bool) -> dict[str, list[Any]]:
        """Returns the commands of a file by verb, those of the house or those of players."""
        return self._of_file[house]

    def has_verb(self, act: Act, *, live: bool = False) -> bool:
        """Whether a line of a file, or with ``live`` one at a table, has a verb of its actor."""
        players, house = self._of_table if live else self._of_file
        return act.verb in (house if act.actor == HOUSE else players)

    def read(self, act: Act, *, live: bool = False) -> "Command":
        """Parses a line of a file, or with ``live`` one at a table. Raises BadWords for an invalid line."""
        players, house = self._of_table if live else self._of_file
        known = house if act.actor == HOUSE else players
        kinds = known.get(act.verb)
        if kinds is None:
            verbs = ", ".join(sorted(known))
            raise BadWords(f"'{act.verb}' is not a verb of {act.actor}: expected one of {verbs}")
        for kind in kinds:
            words = list(act.words)
            found: dict[str, Any] = {}
            try:
                for part in kind.form:
                    found |= part.read(words)
            except WrongShape:
                continue
            if not words:
                command: Command = kind(**found, **_outside(kind, act))
                return command
        shapes = "' or '".join(shape_of(kind) for kind in kinds)
        raise BadWords(f"expected '{shapes}', got '{' '.join((act.verb, *act.words))}'")

    def words(self, command: Any) -> str:
        """Returns the words of a command without its actor."""
        return " ".join([command.verb, *(word for part in command.form for word in part.write(command))])

    def line(self, command: Any) -> str:
        """Returns the line of play that parses to the command."""
        return f"{self.prefix(command)}{command.actor}: {self.words(command)}"

    def prefix(self, command: Any) -> str:
        """Returns the table with which the line of a command begins; empty where it names none."""
        table = getattr(command, "table", 0) if "table" in _fields_outside(command.__class__) else 0
        return f"t{table} " if table else ""

    def check(self, command: Any) -> None:
        """Validates a command. Raises TypeError or ValueError, with what to write, if a log could not hold it."""
        kind: Any = type(command)
        if kind not in self.kinds:
            raise TypeError(f"{command!r} is not a command: {self._where} has them, such as {self.kinds[0].__name__}")
        if getattr(kind, "names_player", False):
            check_name("player", command.player)
        for name in _fields_outside(kind):
            check_text(name, getattr(command, name)) if name == "player" else check_number(name, getattr(command, name))
        for part in kind.form:
            part.check(command)
        if any(part.combines for part in kind.form) and self._parsed_back(command) != command:
            raise ValueError(f"{command!r} has fields that do not go together: '{self.line(command)}' means another")

    def _parsed_back(self, command: Any) -> "Command":
        verb, *words = self.words(command).split()
        return self.read(Act(command.actor, verb, tuple(words), self.prefix(command).rstrip()), live=True)


@cache
def _fields_outside(kind: Any) -> tuple[str, ...]:
    """Returns the fields that no word holds: the player who acts, and the table of a tournament."""
    held = {name for part in getattr(kind, "form", ()) for name in part.fields}
    return tuple(name for name in kind.__struct_fields__ if name not in held)


def _outside(kind: Any, act: Act) -> dict[str, Any]:
    values = {"player": act.actor, "table": int(act.table[1:]) if act.table else 0}
    return {name: values[name] for name in _fields_outside(kind)}


# --- lines of actors -------------------------------------------------------------------------------------------------


def bad_words(message: str, rulebook: str = "", allowed: tuple[str, ...] = ()) -> Refusal:
    """Returns the refusal of words that do not parse."""
    return Refusal("words", message, (), rulebook, allowed)


def parse_act(actor: Actor, words: str) -> Act | str:
    """Parses words into a line, without a check of the role; returns a message for invalid words."""
    if len(words) > MAX_LINE:
        return f"a line has {MAX_LINE} letters at most"
    return _parse_act(actor, words)


@lru_cache(maxsize=8192)  # the same few lines recur
def _parse_act(actor: Actor, words: str) -> Act | str:
    parts = words.split()
    name = actor.name if actor.role is Role.PLAYER else HOUSE
    table = parts.pop(0) if parts and _TABLE.fullmatch(parts[0]) else ""
    if actor.role in HOUSE_ROLES and parts and parts[0].endswith(":"):
        name, parts = parts[0][:-1], parts[1:]  # the house speaks for a player
    if not parts or not words.isascii():
        return "a line is a verb and its words, of letters, figures and signs"
    if name != HOUSE and (not NAME.fullmatch(name) or len(name) > MAX_NAME):
        return f"'{name}' is not a name of a player: small letters, digits and _"
    if actor.role is Role.PLAYER and name == HOUSE:
        return "nobody is called the house"
    return Act(name, parts[0], tuple(parts[1:]), table)


#: The verb with which persons of the house attest duties.
_ATTEST: Final = "attest"


class RolePlan(Struct, frozen=True):
    """The verbs of each role in a game.

    A supervisor has those of the operator unless the plan names others, a director only those that it names. Cashiers,
    auditors and spectators have none.
    """

    player: frozenset[str]
    dealer: frozenset[str]
    operator: frozenset[str]
    supervisor: frozenset[str] | None = None
    director: frozenset[str] = frozenset()

    def verbs(self, role: Role) -> frozenset[str]:
        """Returns the verbs of a role. The house itself is not limited to them."""
        match role:
            case Role.PLAYER:
                return self.player
            case Role.DEALER:
                return self.dealer
            case Role.OPERATOR:
                return self.operator
            case Role.SUPERVISOR:
                return self.operator if self.supervisor is None else self.supervisor
            case Role.DIRECTOR:
                return self.director
        return frozenset()

    def refusal(self, actor: Actor, verb: str, rulebook: str) -> Refusal | None:
        """Returns the refusal of a verb that the role may not use; None where it may."""
        role = actor.role
        if role is Role.HOUSE or (verb == _ATTEST and role in HOUSE_ROLES):
            return None  # each duty names the role that attests it
        may = self.verbs(role)
        if verb in may:
            return None
        known = verb in self.player or verb in self.dealer or verb in self.operator
        if not known and role is Role.OPERATOR:
            return None  # the grammar says what is wrong with it, and which role a word of no plan is for
        if not known:
            return Refusal("words", f"'{verb}' is not a verb of this table", (), rulebook, tuple(sorted(may)))
        article = "an" if role.value[0] in "aeiou" else "a"
        return Refusal("role", f"'{verb}' is not for {article} {role.value}", (), rulebook, tuple(sorted(may)))
