"""Games from outside the package: in folders that a user names (``search_path``), and by entry points.

The folder of a game is a Python package whose ``game.py`` has the ``GAME``; an entry point names a `Game`.
"""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from pitboss.games.registry import Game, register, unregister
from pitboss.law.errors import LawError
from pitboss.search_path import GAME_FILE, BadSearchPath, environment_text, game_folders

#: The group of entry points. Each names a ``Game``.
ENTRY_POINTS: Final = "pitboss.games"
#: The registered games of folders, and the environment that named them.
_named: Final[dict[Path, Game]] = {}
_searched: str = ""  # empty before the first search: the environment of two variables is never empty


def discover() -> None:
    """Registers the games that the environment and installed packages name. Raises LawError for an invalid one.

    A game whose folder is not named any more is unregistered.
    """
    global _searched  # noqa: PLW0603 # a cache of one value
    if _searched != environment_text():
        _searched = ""  # an error leaves some games unregistered: the next call searches again
        _discover_named()
        _searched = environment_text()
    _discover_installed()


def _discover_named() -> None:
    try:
        folders = game_folders()
    except BadSearchPath as error:
        raise LawError(str(error)) from None
    for folder in _named.keys() - set(folders):
        unregister(_named.pop(folder).name)
    for folder in folders:
        if folder not in _named:
            _named[folder] = _register(_import_folder(folder), str(folder / GAME_FILE))


@cache
def _discover_installed() -> None:
    """Registers the games of entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415 # slow, and rarely needed

    for entry in sorted(entry_points(group=ENTRY_POINTS), key=lambda entry: entry.name):
        where = f"entry point {entry.name} = {entry.value} of {ENTRY_POINTS}"
        try:
            game = entry.load()
        except (ImportError, AttributeError) as error:
            raise LawError(f"{where}: {error}") from None
        _register(game, where)


def _register(game: Any, where: str) -> Game:
    if not isinstance(game, Game):
        raise LawError(f"{where}: expected GAME, a Game of pitboss.games.registry, not {game!r}")
    try:
        register(game)
    except ValueError as error:
        raise LawError(f"{where}: {error}") from None
    return game


def _import_folder(folder: Path) -> Any:
    """Imports the folder as the package of its name; returns ``GAME`` of its ``game.py``, None where there is none."""
    name = folder.name
    if not name.isidentifier():
        raise LawError(f"{folder}: the folder of a game is a Python package: name it in letters, digits and _")
    if name in sys.modules and folder not in map(Path, getattr(sys.modules[name], "__path__", ())):
        raise LawError(f"{folder}: there is a Python module '{name}' already: give the folder another name")
    if name not in sys.modules:
        _run(name, folder / "__init__.py", folder)
    return getattr(sys.modules.get(f"{name}.game") or _run(f"{name}.game", folder / GAME_FILE), "GAME", None)


def _run(name: str, file: Path, package: Path | None = None) -> ModuleType:
    """Imports a file as a module, or as a package of a folder. Raises LawError with the error of its code."""
    if package is not None and not file.is_file():
        module = ModuleType(name)
        module.__path__ = [str(package)]
        sys.modules[name] = module
        return module
    spec = spec_from_file_location(name, file, submodule_search_locations=[str(package)] if package else None)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # the code of others may raise anything
        del sys.modules[name]
        raise LawError(f"{file}: {type(error).__name__}: {error}") from error
    return module
