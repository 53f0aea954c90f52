"""The folders of rulebooks that a user names: in the environment, and in the ``pyproject.toml`` of a project.

The environment variable is the one list that a process and its worker processes share: the command line adds to it what
``--rulebooks`` and the project name.
"""

import os
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

#: A list of folders, separated as in PATH.
VARIABLE: Final = "PITBOSS_RULEBOOKS"
PROJECT_FILE: Final = "pyproject.toml"
#: The key of the folders in the table ``[tool.pitboss]``.
PROJECT_KEY: Final = "rulebooks"


class BadSearchPath(ValueError):
    """The settings of a project are invalid, or a folder does not exist."""


def environment_text() -> str:
    """Returns the list in the environment as it stands there."""
    return os.environ.get(VARIABLE, "")


def environment_folders() -> tuple[Path, ...]:
    """Returns the folders that the environment names, in order."""
    return tuple(Path(text).expanduser() for text in environment_text().split(os.pathsep) if text)


def project_folders(start: Path) -> tuple[Path, ...]:
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
    return tuple(file.parent / Path(name).expanduser() for name in _named(settings, f"{file}: [tool.pitboss]"))


def _named(settings: Any, where: str) -> list[str]:
    if not isinstance(settings, dict) or settings.keys() - {PROJECT_KEY}:
        raise BadSearchPath(f"{where}: expected one setting, {PROJECT_KEY}, a list of folders")
    names = settings.get(PROJECT_KEY, [])
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise BadSearchPath(f'{where}: {PROJECT_KEY} is a list of folders, such as ["law"]')
    return names


def extend_environment(folders: Iterable[Path], named_by: str) -> None:
    """Adds folders to the list in the environment. Raises BadSearchPath for one that does not exist."""
    known = list(environment_folders())
    for folder in folders:
        if not folder.is_dir():
            raise BadSearchPath(f"{named_by}: there is no folder {folder}")
        if folder.resolve() not in known:
            known.append(folder.resolve())
    if known:
        os.environ[VARIABLE] = os.pathsep.join(map(str, known))


@contextmanager
def restored_environment() -> Iterator[None]:
    """Restores the list in the environment after the block."""
    before = os.environ.get(VARIABLE)
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VARIABLE, None)
        else:
            os.environ[VARIABLE] = before
