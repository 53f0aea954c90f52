"""Durable and exclusive file operations."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

if sys.platform != "win32":
    import fcntl

#: What the sync of a folder raises on file systems that have none, such as CIFS.
_UNSUPPORTED: Final = (errno.EINVAL, errno.ENOTSUP)


def sync_path(path: Path) -> None:
    """Syncs a file, or the entries of a folder: a new or renamed file survives a power failure only after that."""
    folder = path.is_dir()
    if folder and os.name != "posix":
        return  # Windows opens no folder
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        if not folder or error.errno not in _UNSUPPORTED:
            raise
    finally:
        os.close(handle)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Holds an exclusive lock on a folder, which the operating system releases where the process dies.

    Without locks, as on Windows and some file systems, it does nothing.
    """
    if sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
