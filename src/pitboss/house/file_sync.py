"""Durable file operations."""

import os
from pathlib import Path


def sync_path(path: Path) -> None:
    """Syncs a file, or the entries of a folder: a new or renamed file survives a power failure only after that."""
    if path.is_dir() and os.name != "posix":
        return  # Windows opens no folder
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
