"""Source lines of a game that refer to a rule by name."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

#: Checks of the operator's choices, for every game.
CHECKS_FILE = "law/checks.py"


def code_places(names: Iterable[str], game: str) -> dict[str, tuple[str, ...]]:
    """Returns ``file:line`` of every line that quotes a rule's name, reads it from the terms, or defines it."""
    return {name: tuple(_places(name, game)) for name in dict.fromkeys(names)}


def _places(name: str, game: str) -> Iterable[str]:
    written = re.compile(rf"""(["']){re.escape(name)}\1|\bterms\.{re.escape(name)}\b|^def {re.escape(name)}\(""")
    for file, lines in _sources(game):
        for number, line in enumerate(lines, 1):
            if written.search(line):
                yield f"{file}:{number}"


@cache
def _sources(game: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns the lines of every source file of a game by path, cached."""
    package = files("pitboss")
    found = list(_below(package / "games" / game, f"games/{game}")) if (package / "games" / game).is_dir() else []
    found.append((CHECKS_FILE, package / CHECKS_FILE))
    return tuple((name, tuple(file.read_text(encoding="utf-8").splitlines())) for name, file in found)


def _below(folder: Traversable, name: str) -> Iterable[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            yield from _below(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{name}/{entry.name}", entry
