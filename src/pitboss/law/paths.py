"""Where rulebooks are found: in the package, in folders that a program or a user names, in the folders of games, and
by entry points.

A folder holds one folder per rulebook, or is a rulebook itself. A name belongs to one folder: a second one is an error.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import ModuleType
from typing import Final

from pitboss.law.errors import LawError
from pitboss.search_path import (
    GAME_RULEBOOKS,
    VARIABLE,
    BadSearchPath,
    environment_folders,
    game_folders,
)

#: The group of entry points. Each names a package, or a path, that holds rulebooks.
ENTRY_POINTS: Final = "pitboss.rulebooks"
RULES_FILE: Final = "rules.toml"
#: Modules beside a rulebook, with side wagers and with remedies of irregularities of its own.
WAGERS_FILE: Final = "wagers.py"
REMEDIES_FILE: Final = "remedies.py"
#: A rulebook's name is a word of the notation, the command line and of web addresses.
RULEBOOK_NAME: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)
#: The name that rules without a document have (``law.laboratory``); no folder may have it.
LABORATORY: Final = "laboratory"

_added: list[Traversable] = []


def rulebooks_folder() -> Traversable:
    """Returns the folder of the package, which holds one folder per rulebook."""
    return files("pitboss") / "rulebooks"


def rulebook_paths() -> dict[str, Traversable]:
    """Returns the folder of every rulebook by its name; raises LawError for a name that two folders have."""
    found: dict[str, Traversable] = {}
    for folder in (*_named_folders(), *_installed_folders()):
        for path in rulebooks_in(folder):
            if not RULEBOOK_NAME.fullmatch(path.name) or path.name == LABORATORY:
                raise LawError(f"{path}: a rulebook is named in lower-case letters, digits and hyphens, like my-house")
            if found.get(path.name, path) != path:
                raise _clash(path.name, (found[path.name], path))
            found[path.name] = path
    return dict(sorted(found.items()))


def find_rulebook(name: str) -> Traversable:
    """Returns the folder of a rulebook. Raises LawError if there is none, or several.

    Installed packages are searched for a name that no folder has.
    """
    for folders in (_named_folders, _installed_folders):
        found = list(dict.fromkeys(path for folder in folders() if (path := _rulebook_in(folder, name))))
        if len(found) > 1:
            raise _clash(name, found)
        if found:
            return found[0]
    names = list(rulebook_paths())
    near = get_close_matches(name, names, n=1)
    meant = f"; did you mean {near[0]}?" if near else ""
    raise LawError(f"there is no rulebook '{name}'; there are {', '.join(names)}{meant}")


def rulebook_code() -> dict[str, Traversable]:
    """Returns a module beside each rulebook outside the package that has one, by the name of the rulebook."""
    files = (WAGERS_FILE, REMEDIES_FILE)
    outside = ((name, path / file) for name, path in rulebook_paths().items() for file in files)
    return {name: path for name, path in outside if path.is_file()}


def add_rulebook_folder(folder: Traversable) -> None:
    """Adds a folder; ``law.add_rulebooks`` also clears the cache of loaded rulebooks."""
    _added.append(folder)


def remove_rulebook_folder(folder: Traversable) -> None:
    """Removes a folder that was added."""
    _added.remove(folder)


def _named_folders() -> list[Traversable]:
    """Returns the package's folder, the added ones and those of the environment, each once."""
    folders: list[Traversable] = []
    for folder, named_by in (
        (rulebooks_folder(), "pitboss"),
        *((folder, "add_rulebooks") for folder in _added),
        *((folder, VARIABLE) for folder in environment_folders()),
        *((folder, GAME_RULEBOOKS) for folder in _folders_of_games()),
    ):
        if not folder.is_dir():
            raise LawError(f"{named_by}: there is no folder {folder}")
        folders.append(folder.resolve() if isinstance(folder, Path) else folder)
    return list(dict.fromkeys(folders))


def _folders_of_games() -> list[Path]:
    """Returns the folders of rulebooks in the folders of games."""
    try:
        return [folder / GAME_RULEBOOKS for folder in game_folders() if (folder / GAME_RULEBOOKS).is_dir()]
    except BadSearchPath as error:
        raise LawError(str(error)) from None


@cache
def _installed_folders() -> tuple[Traversable, ...]:
    """Returns the folders that installed packages name by an entry point."""
    from importlib.metadata import entry_points  # noqa: PLC0415 # slow, and rarely needed

    folders = []
    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        where = f"entry point {entry.name} = {entry.value} of {ENTRY_POINTS}"
        try:
            target = entry.load()
        except (ImportError, AttributeError) as error:
            raise LawError(f"{where}: {error}") from None
        folder = files(target) if isinstance(target, ModuleType) else target
        if not isinstance(folder, Traversable) or not folder.is_dir():
            raise LawError(f"{where}: expected a package or a path of a folder with rulebooks")
        folders.append(folder)
    return tuple(folders)


def rulebooks_in(folder: Traversable) -> Iterator[Traversable]:
    """Yields the folders of the rulebooks in a folder: itself, if it is one."""
    if (folder / RULES_FILE).is_file():
        yield folder
    else:
        yield from (entry for entry in folder.iterdir() if (entry / RULES_FILE).is_file())


def _rulebook_in(folder: Traversable, name: str) -> Traversable | None:
    if not RULEBOOK_NAME.fullmatch(name):
        return None
    if (folder / RULES_FILE).is_file():
        return folder if folder.name == name else None
    return folder / name if (folder / name / RULES_FILE).is_file() else None


def _clash(name: str, paths: Iterable[Traversable]) -> LawError:
    places = " and ".join(str(path) for path in paths)
    return LawError(f"rulebook '{name}' is there twice: {places}; rename one, or name only one of the folders")
