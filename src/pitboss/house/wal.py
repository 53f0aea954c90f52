"""Recovered commits: makes SQLite's write-ahead log durable before anything that was recovered from it is used.

A commit whose sync failed, or whose process was killed in it, is whole in the WAL but may be missing on the disk. The
processes that were connected then never see it. The next process that opens the file alone recovers it.
"""

import os
import sqlite3
import struct
from pathlib import Path
from typing import Any, BinaryIO, Final

from pitboss.house.file_sync import sync_path

#: The header of a WAL: magic number, version, page size, checkpoint number, two salts, two checksums.
_HEADER: Final = struct.Struct(">III4x8s8x")
#: The header of a frame: page number, size of the database after a commit, the two salts of the WAL, two checksums.
_FRAME: Final = struct.Struct(">4xI8s8x")
_MAGIC: Final = (0x377F0682, 0x377F0683)
_CHUNK: Final = 1 << 20


def settle(connection: Any, wal: Path) -> None:
    """Recovers a database, and makes every commit durable that this shows; call it before any other read.

    It holds the write lock, so that no frame changes meanwhile. Raises sqlite3.OperationalError where a write or sync
    fails: then nothing may be answered from this database.
    """
    if not wal.exists():
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        if wal.exists():
            rewrite(wal)
    except OSError as error:
        failure = sqlite3.OperationalError(f"disk I/O error: {wal} cannot be synced: {error.strerror or error}")
        failure.sqlite_errorcode = sqlite3.SQLITE_IOERR
        raise failure from error
    finally:
        connection.execute("ROLLBACK")


def rewrite(wal: Path) -> None:
    """Writes the used part of a WAL over itself and syncs it.

    A sync alone is not enough: after a sync that failed, Linux takes the pages in its cache for clean.
    """
    with wal.open("r+b", buffering=0) as file:
        end = used_length(file)
        for start in range(0, end, _CHUNK):
            file.seek(start)
            data = file.read(min(_CHUNK, end - start))
            file.seek(start)
            file.write(data)
        os.fsync(file.fileno())
    sync_path(wal.parent)  # another process may have created the file and not synced its entry


def used_length(file: BinaryIO) -> int:
    """Returns the length of the header and of the frames up to the last commit: SQLite recovers nothing behind it.

    Behind it may be the frames of a transaction that was rolled back, and those of an earlier generation, which have
    other salts.
    """
    file.seek(0)
    head = file.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return 0
    magic, _, page_size, salts = _HEADER.unpack(head)
    if magic not in _MAGIC:
        return 0
    place, used = _HEADER.size, 0
    while True:
        file.seek(place)
        frame = file.read(_FRAME.size)
        if len(frame) < _FRAME.size:
            break
        database_size, of_frame = _FRAME.unpack(frame)
        if of_frame != salts:
            break
        place += _FRAME.size + page_size
        if database_size:  # the last frame of a commit
            used = place
    return min(used, file.seek(0, os.SEEK_END))
