"""Side wagers from outside the package: a module beside a rulebook, and entry points.

Importing such a module runs its code. A module beside a rulebook is imported when the rulebook is used, unless the
environment forbids it (``search_path.rulebook_code_allowed``), as a server does that was not told otherwise.
"""

from collections.abc import Collection
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final

from pitboss.games.blackjack.wagers.base import PLAYS, SideWager, registering
from pitboss.law.errors import LawError
from pitboss.law.paths import WAGERS_FILE, find_rulebook, rulebooks_folder, rulebooks_in
from pitboss.search_path import CODE_VARIABLE, rulebook_code_allowed

#: The group of entry points. Each names a module whose classes register themselves by ``plays``.
ENTRY_POINTS: Final = "pitboss.wagers"


def find_play(rulebook: str, name: str) -> type[SideWager]:
    """Returns the class of a play: of the rulebook's own module, of the package, or of an installed one.

    Raises LawError for an unknown play, and for a module that fails or may not be run.
    """
    if name in PLAYS and (_is_packaged(rulebook) or not _module_of(rulebook)):
        return PLAYS[name]
    plays = plays_of(rulebook)
    if name not in plays:
        raise LawError(f"{rulebook}: unknown play '{name}' of a side wager; there are {', '.join(sorted(plays))}")
    return plays[name]


def plays_of(rulebook: str) -> dict[str, type[SideWager]]:
    """Returns every play that a rulebook may name."""
    path = _module_of(rulebook)
    return {**_installed(), **PLAYS, **(_import_module(path) if path else {})}


def play_names(rulebook: str) -> Collection[str]:
    """Returns the names of the plays that a rulebook may name."""
    return plays_of(rulebook).keys()


@cache
def _is_packaged(rulebook: str) -> bool:
    """Returns whether the rulebook is one of the package, which have no modules beside them."""
    return rulebook in {path.name for path in rulebooks_in(rulebooks_folder())}


def _module_of(rulebook: str) -> Path | None:
    """Returns the module beside a rulebook, if there is one; laboratory rules and tests have no folder."""
    try:
        path = find_rulebook(rulebook) / WAGERS_FILE
    except LawError:
        return None
    return path if isinstance(path, Path) and path.is_file() else None


@cache
def _import_module(path: Path) -> dict[str, type[SideWager]]:
    """Imports a module and returns the plays that it registers; they belong to its rulebook alone."""
    if not rulebook_code_allowed():
        raise LawError(f"{path}: code beside a rulebook is not run here ({CODE_VARIABLE}=no)")
    spec = spec_from_file_location(f"pitboss_wagers_{path.parent.name.replace('-', '_')}", path)
    assert spec is not None
    assert spec.loader is not None
    with registering() as plays:
        try:
            spec.loader.exec_module(module_from_spec(spec))
        except Exception as error:  # the code of others may raise anything
            raise LawError(f"{path}: {type(error).__name__}: {error}") from error
    return plays


@cache
def _installed() -> dict[str, type[SideWager]]:
    """Returns the plays of installed packages."""
    from importlib.metadata import entry_points  # noqa: PLC0415 # slow, and rarely needed

    with registering() as plays:
        for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
            try:
                entry.load()
            except (ImportError, AttributeError) as error:
                raise LawError(f"entry point {entry.name} = {entry.value} of {ENTRY_POINTS}: {error}") from None
    return plays
