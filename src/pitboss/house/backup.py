"""Online backup: a consistent copy of a house while it stays in use."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitboss.house.database import (
    BadAddress,
    connect,
    is_sqlite,
    migrate,
    newest_revision,
    revision,
    shown,
    snapshot_reads,
    writing,
)
from pitboss.house.file_modes import create_private
from pitboss.house.file_sync import sync_path
from pitboss.house.schema import metadata, streams

#: Progress callback: copied units, and all units.
Watch = Callable[[int, int], None]
_ROWS = 5000


def backup_file(source: Engine, target: Path, watch: Watch | None = None) -> None:
    """Copies a house into a new SQLite file. The file appears under its name only when it is complete and synced.

    Raises BadAddress where the target exists or its folder does not.
    """
    if target.is_symlink() or target.exists():  # a dangling link is not overwritten either
        raise BadAddress(f"{target} already exists: name a new file")
    if not target.parent.is_dir():
        raise BadAddress(f"{target}: the folder does not exist")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        create_private(part, new=True)  # a permission error then names this file
        if is_sqlite(source):
            _copy_pages(source, part, watch)
        else:
            copied = connect(str(part))
            try:
                copy_house(source, copied, watch)
            finally:
                copied.dispose()
        with sqlite3.connect(part) as whole:
            whole.execute("PRAGMA journal_mode=DELETE")  # a single file, without a WAL
        whole.close()
        sync_path(part)
        part.rename(target)
        sync_path(target.parent)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target)) from None
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _copy_pages(source: Engine, target: Path, watch: Watch | None) -> None:
    """Copies with SQLite's backup API, in one read transaction."""
    with source.connect() as connection, sqlite3.connect(target) as copy:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)

        def progress(_status: int, left: int, total: int) -> None:
            if watch is not None:
                watch(total - left, total)

        driver.backup(copy, pages=-1, progress=progress)
    copy.close()


def copy_house(source: Engine, target: Engine, watch: Watch | None = None) -> None:
    """Copies every row from one snapshot of the source into an empty database.

    Raises BadAddress for a source with an older schema and for a target that has a house.
    """
    current, newest = revision(source), newest_revision()
    if current != newest:  # its tables differ from the current schema
        raise BadAddress(
            f"{shown(source.url)} has the older schema revision {current}, which is copied from a file to a file only: "
            f"run pitboss serve once to migrate it to {newest}"
        )
    migrate(target)
    tables = metadata.sorted_tables
    with (
        snapshot_reads(source).begin() as reading,
        writing(target).begin() as copy,
    ):
        if copy.execute(sa.select(sa.func.count()).select_from(streams)).scalar_one():
            raise BadAddress("the target already has a house: name an empty database")
        total = sum(reading.execute(sa.select(sa.func.count()).select_from(table)).scalar_one() for table in tables)
        done = 0
        for table in tables:
            rows = reading.execution_options(yield_per=_ROWS).execute(_all_of(table))
            for part in rows.mappings().partitions(_ROWS):
                copy.execute(sa.insert(table), [dict(row) for row in part])
                done += len(part)
                if watch is not None:
                    watch(done, total)


def _all_of(table: sa.Table) -> sa.Select[Any]:
    """Selects every row without its generated columns, ordered by its identity column."""
    written = [column for column in table.columns if column.identity is None and column.computed is None]
    return sa.select(*written).order_by(*(column for column in table.columns if column.identity is not None))
