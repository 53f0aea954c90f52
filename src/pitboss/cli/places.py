"""Where the code of a game rests on a rule: the lines of the package's own source that name it."""

import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

#: Checks of an operator's choices live beside the law, whatever the game.
CHECKS_FILE = "law/checks.py"


def code_places(names: Iterable[str], game: str) -> dict[str, tuple[str, ...]]:
    """``file:line`` of every line that names a rule, as a setting of the terms or in quotation marks, or defines it."""
    return {name: tuple(_places(name, game)) for name in dict.fromkeys(names)}


def _places(name: str, game: str) -> Iterable[str]:
    written = re.compile(rf"""(["']){re.escape(name)}\1|\bterms\.{re.escape(name)}\b|^def {re.escape(name)}\(""")
    for file, lines in _sources(game):
        for number, line in enumerate(lines, 1):
            if written.search(line):
                yield f"{file}:{number}"


@cache
def _sources(game: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The lines of every file of a game, by its place in the package."""
    package = files("pitboss")
    found = list(_below(package / game, game)) if (package / game).is_dir() else []
    found.append((CHECKS_FILE, package / CHECKS_FILE))
    return tuple((name, tuple(file.read_text(encoding="utf-8").splitlines())) for name, file in found)


def _below(folder: Traversable, name: str) -> Iterable[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.is_dir():
            yield from _below(entry, f"{name}/{entry.name}")
        elif entry.name.endswith(".py"):
            yield f"{name}/{entry.name}", entry
