"""Durable file operations."""

import errno
import os
from pathlib import Path
from typing import Final

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
