"""A copy of a whole house while it plays on: everything that was committed when the copy began, and nothing else."""

import errno
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitboss.storage.database import (
    BadAddress,
    at_one_moment,
    connect,
    is_sqlite,
    migrate,
    newest_revision,
    revision,
    shown,
    writing,
)
from pitboss.storage.schema import metadata, streams

#: Told how much of the whole is copied: done, and all.
Watch = Callable[[int, int], None]
_ROWS = 5000


def backup_file(source: Engine, target: Path, watch: Watch | None = None) -> None:
    """Copies a house into a new SQLite file, which appears only when it is whole and on the disk."""
    if target.is_symlink() or target.exists():  # a link that leads nowhere is somebody's too
        raise BadAddress(f"{target} is there already: name a new file")
    if not target.parent.is_dir():
        raise BadAddress(f"{target}: there is no such folder")
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    try:
        part.touch(exist_ok=False)  # whoever may not write there hears it of this file
        if is_sqlite(source):
            _copy_pages(source, part, watch)
        else:
            copied = connect(str(part))
            try:
                copy_house(source, copied, watch)
            finally:
                copied.dispose()
        with sqlite3.connect(part) as whole:
            whole.execute("PRAGMA journal_mode=DELETE")  # one file, without others beside it
        whole.close()
        _sync(part)
        part.rename(target)
        _sync(target.parent)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_FULL:
            raise
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target)) from None
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + suffix).unlink(missing_ok=True)


def _copy_pages(source: Engine, target: Path, watch: Watch | None) -> None:
    """SQLite's own way: page by page, in one read transaction."""
    with source.connect() as connection, sqlite3.connect(target) as copy:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)

        def told(_status: int, left: int, total: int) -> None:
            if watch is not None:
                watch(total - left, total)

        driver.backup(copy, pages=-1, progress=told)
    copy.close()


def copy_house(source: Engine, target: Engine, watch: Watch | None = None) -> None:
    """Copies every row into an empty database of either kind, from one snapshot of the source."""
    taken, newest = revision(source), newest_revision()
    if taken != newest:  # its rows are not those that are copied here
        raise BadAddress(
            f"{shown(source.url)} is a house of an older shape, {taken}, which is copied from a file to a file only: "
            f"pitboss serve brings it to {newest}"
        )
    migrate(target)
    tables = metadata.sorted_tables
    with (
        at_one_moment(source).begin() as reading,
        writing(target).begin() as copy,
    ):
        if copy.execute(sa.select(sa.func.count()).select_from(streams)).scalar_one():
            raise BadAddress("the target is a house already: name an empty database")
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
    """Every row, without what the database itself says of it, but in the order in which it has numbered them."""
    written = [column for column in table.columns if column.identity is None and column.computed is None]
    return sa.select(*written).order_by(*(column for column in table.columns if column.identity is not None))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
