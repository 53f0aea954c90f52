"""Findings of the check of a rulebook."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import EnumType
from typing import Any, Final, Literal, get_args

from msgspec import Struct
from msgspec.structs import fields

Severity = Literal["error", "warning"]


class RulebookFinding(Struct, frozen=True, kw_only=True):
    """One problem of a rulebook: the file, the path inside it, and what is wrong."""

    severity: Severity
    file: str
    where: str = ""
    message: str

    def __str__(self) -> str:
        place = f"{self.file}: {self.where}" if self.where else self.file
        return f"{self.severity}: {place}: {self.message}"


def error(file: str, where: str, message: str) -> RulebookFinding:
    """Returns an error: the rulebook cannot be played as it is, or not as it says."""
    return RulebookFinding(severity="error", file=file, where=where, message=message)


def warning(file: str, where: str, message: str) -> RulebookFinding:
    """Returns a warning: the rulebook can be played, but something is unproven or has no effect."""
    return RulebookFinding(severity="warning", file=file, where=where, message=message)


def suggestion(name: str, known: Iterable[str]) -> str:
    """Returns the end of a message that names the nearest known name; empty if none is near."""
    near = get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


#: What a value of a rule may be, in words.
_PLAIN_TYPES: Final[Mapping[Any, str]] = {bool: "true or false", int: "a whole number", str: "a text"}


def explain_value(terms: type[Struct], plain: Mapping[str, Any], problem: str) -> str:
    """Returns the message of missing rules, or of an invalid value; for one of several ways, with the ways."""
    missing = [item.name for item in fields(terms) if item.required and item.name not in plain]
    if missing:
        others = f"; so are {', '.join(missing[1:])}" if missing[1:] else ""
        return f"rules.{missing[0]}: this rule is missing, and every table needs it{others}"
    _, _, name = problem.rstrip("`").rpartition("`$.")
    hint: Any = terms.__annotations__.get(name)
    if hint in _PLAIN_TYPES:
        return f"rules.{name}: {plain[name]!r} is not {_PLAIN_TYPES[hint]}"
    choices: list[Any] = [choice for choice in (hint, *get_args(hint)) if isinstance(choice, EnumType)]
    ways = [str(way.value) for choice in choices for way in choice]
    if not ways or name not in plain:
        return f"rules.{name}: {problem.partition(' - at `')[0]}"
    return f"rules.{name}: '{plain[name]}' is not one of {', '.join(ways)}{suggestion(str(plain[name]), ways)}"
