"""File permissions of a house: owner only, because the files hold every account, and the key file the key.

Files are created with their mode before SQLite opens them, so that no other user can open them in between. SQLite
copies the mode of the database to its WAL. Systems without POSIX modes are not checked.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Final

FILE_MODE: Final = 0o600
FOLDER_MODE: Final = 0o700
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO
#: The suffixes of the files of a SQLite database: its own, and the write lock.
_SUFFIXES: Final = ("", "-wal", "-shm", "-journal", "-turn")
_REASON: Final = "it holds the log and the accounts of a house"


def create_private(file: Path, *, new: bool = False) -> None:
    """Creates a file with mode 600. With ``new``, raises FileExistsError where it exists."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | (os.O_EXCL if new else 0), FILE_MODE))


def create_private_folder(folder: Path) -> None:
    """Creates a folder with mode 700, if it is missing."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)


def open_to_others(file: Path, reason: str = _REASON) -> str:
    """Checks the modes of a house's files; returns the problem with the command that fixes it, or an empty string."""
    if os.name != "posix":
        return ""
    exposed = {path: mode for path in _files_of(file) if (mode := _mode_of(path)) & _OTHERS}
    if not exposed:
        return ""
    path, mode = next(iter(exposed.items()))
    files = " ".join(quote(str(name)) for name in exposed)
    return f"{path} has mode {mode:04o} and is open to other users: {reason}. Run: chmod {FILE_MODE:o} {files}"


def folder_open_to_others(folder: Path) -> str:
    """Checks the mode of the folder that pitboss created for a house, in the same way."""
    if os.name != "posix" or not (mode := _mode_of(folder)) & _OTHERS:
        return ""
    fix = f"chmod {FOLDER_MODE:o} {quote(str(folder))}"
    return f"the folder {folder} has mode {mode:04o} and is open to other users: {_REASON}. Run: {fix}"


def _files_of(file: Path) -> Iterator[Path]:
    """Yields the files of a database: next to the given path, and next to the real path of a link."""
    named, real = file.absolute(), file.resolve()
    for path in (file,) if named == real else (file, real):
        yield from (path.with_name(f"{path.name}{suffix}") for suffix in _SUFFIXES)


def _mode_of(path: Path) -> int:
    """Returns the permissions of a file; 0 where it does not exist."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0
