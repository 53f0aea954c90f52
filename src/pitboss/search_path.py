"""The folders of rulebooks and games that a user names: in the environment, and in a project's ``pyproject.toml``.

The environment variables are the lists that a process and its worker processes share: the command line adds to them
what ``--rulebooks``, ``--games`` and the project name.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

#: Lists of folders, separated as in PATH: of rulebooks, and of games, whose code is run.
VARIABLE: Final = "PITBOSS_RULEBOOKS"
GAMES_VARIABLE: Final = "PITBOSS_GAMES"
#: Whether the modules beside rulebooks are run: "no" forbids it.
CODE_VARIABLE: Final = "PITBOSS_RULEBOOK_CODE"
PROJECT_FILE: Final = "pyproject.toml"
#: The variable of each key in the table ``[tool.pitboss]``.
PROJECT_KEYS: Final = {"rulebooks": VARIABLE, "games": GAMES_VARIABLE}
#: In the folder of a game: the module with its ``GAME``, and the folder of its rulebooks.
GAME_FILE: Final = "game.py"
GAME_RULEBOOKS: Final = "rulebooks"


class BadSearchPath(ValueError):
    """The settings of a project are invalid, or a folder does not exist."""


def rulebook_code_allowed() -> bool:
    """Returns whether the modules beside rulebooks may be run."""
    return os.environ.get(CODE_VARIABLE, "yes").lower() not in ("no", "0", "false", "off")


def environment_text() -> str:
    """Returns the lists in the environment as they stand there."""
    return "\n".join(os.environ.get(variable, "") for variable in PROJECT_KEYS.values())


def environment_folders(variable: str = VARIABLE) -> tuple[Path, ...]:
    """Returns the folders that the environment names, in order."""
    return tuple(Path(text).expanduser() for text in os.environ.get(variable, "").split(os.pathsep) if text)


def game_folders() -> tuple[Path, ...]:
    """Returns the folders of the games that the environment names: a named folder is a game, or holds games."""
    found: list[Path] = []
    for folder in environment_folders(GAMES_VARIABLE):
        if not folder.is_dir():
            raise BadSearchPath(f"{GAMES_VARIABLE}: there is no folder {folder}")
        inner = [folder] if (folder / GAME_FILE).is_file() else sorted(folder.iterdir())
        found += [path.resolve() for path in inner if (path / GAME_FILE).is_file()]
    return tuple(dict.fromkeys(found))


def project_folders(start: Path, key: str = "rulebooks") -> tuple[Path, ...]:
    """Returns the folders that the nearest ``pyproject.toml`` names, at or above a folder; relative to that file."""
    file = next(
        (folder / PROJECT_FILE for folder in (start, *start.parents) if (folder / PROJECT_FILE).is_file()), None
    )
    if file is None:
        return ()
    try:
        text = file.read_text(encoding="utf-8")
        settings = tomllib.loads(text).get("tool", {}).get("pitboss", {}) if "pitboss" in text else {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSearchPath(f"{file}: {error}") from None
    return tuple(file.parent / Path(name).expanduser() for name in _named(settings, key, f"{file}: [tool.pitboss]"))


def _named(settings: Any, key: str, where: str) -> list[str]:
    if not isinstance(settings, dict) or settings.keys() - PROJECT_KEYS.keys():
        raise BadSearchPath(f"{where}: expected only the settings {', '.join(PROJECT_KEYS)}, lists of folders")
    names = settings.get(key, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise BadSearchPath(f'{where}: {key} is a list of folders, such as ["law"]')
    return names


def extend_environment(folders: Iterable[Path], named_by: str, variable: str = VARIABLE) -> None:
    """Adds folders to a list in the environment. Raises BadSearchPath for one that does not exist."""
    known = list(environment_folders(variable))
    for folder in folders:
        if not folder.is_dir():
            raise BadSearchPath(f"{named_by}: there is no folder {folder}")
        if folder.resolve() not in known:
            known.append(folder.resolve())
    if known:
        os.environ[variable] = os.pathsep.join(map(str, known))


@contextmanager
def restored_environment() -> Iterator[None]:
    """Restores the lists in the environment after the block."""
    before = {variable: os.environ.get(variable) for variable in PROJECT_KEYS.values()}
    try:
        yield
    finally:
        for variable, value in before.items():
            if value is None:
                os.environ.pop(variable, None)
            else:
                os.environ[variable] = value
