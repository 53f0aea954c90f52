"""Findings of the check of a rulebook."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Literal

from msgspec import Struct

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
