"""What SQLite recovers from its write-ahead log is made durable before it is read."""

import errno
import os
import shutil
import sqlite3
import stat
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from sqlalchemy.engine import Engine

from pitboss.house import wal
from pitboss.house.database import connect, connect_read_only
from pitboss.house.file_modes import create_private


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A database as a process that was killed leaves it: its commits are in the WAL."""
    file, copy = tmp_path / "live.db", tmp_path / "left.db"
    create_private(file)
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, words TEXT)")
        connection.execute("INSERT INTO notes (words) VALUES ('one'), ('two')")
        connection.commit()
        for suffix in ("", "-wal"):
            shutil.copy(f"{file}{suffix}", f"{copy}{suffix}")
    connection.close()
    return copy


def read(engine: Engine) -> list[str]:
    with engine.connect() as connection:
        return list(connection.execute(sa.text("SELECT words FROM notes ORDER BY id")).scalars())


@pytest.mark.parametrize("opened", [connect, connect_read_only])
def test_recovered_commits_are_synced_before_they_are_read(
    left: Path, monkeypatch: pytest.MonkeyPatch, opened: Callable[[str], Engine]
) -> None:
    log = Path(f"{left}-wal")
    content, node, synced = log.read_bytes(), log.stat().st_ino, []
    real = os.fsync

    def fsync(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        real(handle)

    monkeypatch.setattr(os, "fsync", fsync)
    engine = opened(str(left))
    with engine.connect() as connection:
        assert synced == [node, left.parent.stat().st_ino]
        assert log.read_bytes() == content
        assert connection.execute(sa.text("SELECT count(*) FROM notes")).scalar() == 2
        assert read(engine) == ["one", "two"]
    assert len(synced) == 2  # once for all connections of a process
    engine.dispose()


@pytest.mark.parametrize("opened", [connect, connect_read_only])
def test_nothing_is_read_while_recovered_commits_cannot_be_synced(
    left: Path, monkeypatch: pytest.MonkeyPatch, opened: Callable[[str], Engine]
) -> None:
    def fsync(_handle: int) -> None:
        raise OSError(5, "Input/output error")

    other = sqlite3.connect(left)
    assert other.execute("SELECT count(*) FROM notes").fetchone() == (2,)
    engine = opened(str(left))
    with monkeypatch.context() as failing:
        failing.setattr(os, "fsync", fsync)
        for _ in range(2):
            with pytest.raises(sa.exc.OperationalError, match=r"left\.db-wal cannot be synced: Input/output error"):
                read(engine)
    assert read(engine) == ["one", "two"]
    engine.dispose()
    other.close()


def test_a_reader_does_not_wait_for_a_long_write(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pitboss.house.database._SETTLE_MS", 1)
    writer = sqlite3.connect(left, isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    engine = connect_read_only(str(left))
    assert read(engine) == ["one", "two"]
    engine.dispose()
    writer.close()


def test_the_used_part_of_a_wal_ends_with_its_last_commit(left: Path) -> None:
    log = Path(f"{left}-wal")
    whole = log.read_bytes()
    frame = 24 + struct.unpack_from(">I", whole, 8)[0]
    salts = whole[16:24]
    ends = [at + frame for at in range(32, len(whole), frame) if struct.unpack_from(">I", whole, at + 4)[0]]
    assert length(log) == len(whole) == ends[-1] > ends[0]
    rolled_back = bytes(8) + salts + bytes(frame - 16)
    of_another_generation = b"\1" * 8 + b"another!" + bytes(frame - 16)
    for behind in (rolled_back, of_another_generation, rolled_back + of_another_generation):
        log.write_bytes(whole + behind)
        assert length(log) == len(whole)
    log.write_bytes(whole[: ends[-1] - 100])  # torn in its last frame
    assert length(log) == ends[-1] - 100
    log.write_bytes(whole[: ends[-1] - frame])
    assert length(log) == ends[-2]
    for useless in (b"", b"not a log" + bytes(100), whole[:32]):
        log.write_bytes(useless)
        assert length(log) == 0


def length(log: Path) -> int:
    with log.open("rb") as file:
        return wal.used_length(file)


def test_a_file_system_that_syncs_no_folder_is_used_all_the_same(left: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fsync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fsync)
    engine = connect(str(left))
    assert read(engine) == ["one", "two"]
    engine.dispose()
