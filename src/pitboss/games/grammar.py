"""Grammar of lines of play. A command class declares its words as parts; parsing, printing and validation follow."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from pitboss.games.commands import Command, JoinTable
from pitboss.games.parts import WrongShape, is_of_house
from pitboss.games.values import HOUSE, BadWords, check_name, check_number, check_text
from pitboss.pit import Act


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

    def has_verb(self, act: Act, *, live: bool = False) -> bool:
        """Whether a line of a file, or with ``live`` one at a table, has a verb of its actor."""
        players, house = self._of_table if live else self._of_file
        return act.verb in (house if act.actor == HOUSE else players)

    def read(self, act: Act, *, live: bool = False) -> Command:
        """Parses a line of a file, or with ``live`` one at a table. Raises BadWords for an invalid line."""
        players, house = self._of_table if live else self._of_file
        known = house if act.actor == HOUSE else players
        kinds = known.get(act.verb)
        if kinds is None:
            verbs = ", ".join(sorted(known))
            raise BadWords(f"'{act.verb}' is no verb of {act.actor}: expected one of {verbs}")
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
        raise BadWords(f"expected '{shapes}', got '{' '.join(act.words)}'")

    def words(self, command: Any) -> str:
        """Returns the words of a command without its actor."""
        return " ".join([command.verb, *(word for part in command.form for word in part.write(command))])

    def line(self, command: Any) -> str:
        """Returns the line of play that parses to the command."""
        table = getattr(command, "table", 0) if "table" in _fields_outside(command.__class__) else 0
        return f"{f't{table} ' if table else ''}{command.actor}: {self.words(command)}"

    def check(self, command: Any) -> None:
        """Validates a command. Raises TypeError or ValueError, with what to write, if a log could not hold it."""
        kind: Any = type(command)
        if kind not in self.kinds:
            raise TypeError(f"{command!r} is not a command: {self._where} has them, such as {self.kinds[0].__name__}")
        if kind is JoinTable:
            check_name("player", command.player)
        for name in _fields_outside(kind):
            check_text(name, getattr(command, name)) if name == "player" else check_number(name, getattr(command, name))
        for part in kind.form:
            part.check(command)
        if any(part.combines for part in kind.form) and self._parsed_back(command) != command:
            raise ValueError(f"{command!r} has fields that do not go together: '{self.line(command)}' means another")

    def _parsed_back(self, command: Any) -> Command:
        verb, *words = self.words(command).split()
        table = getattr(command, "table", 0) if "table" in _fields_outside(command.__class__) else 0
        return self.read(Act(command.actor, verb, tuple(words), f"t{table}" if table else ""), live=True)


@cache
def _fields_outside(kind: Any) -> tuple[str, ...]:
    """Returns the fields that no word holds: the player who acts, and the table of a tournament."""
    held = {name for part in getattr(kind, "form", ()) for name in part.fields}
    return tuple(name for name in kind.__struct_fields__ if name not in held)


def _outside(kind: Any, act: Act) -> dict[str, Any]:
    values = {"player": act.actor, "table": int(act.table[1:]) if act.table else 0}
    return {name: values[name] for name in _fields_outside(kind)}
