"""Processes that write to one SQLite file wake each other, and leave nothing beside it."""

import errno
import os
from pathlib import Path
from threading import Event, Thread

import pytest

from pitboss.house.database import connect
from pitboss.house.log.write_lock import WriteLock

SOON = 60  # seconds, for a machine that is busy with other things


def assert_waits(waiting: WriteLock, writing: WriteLock) -> None:
    """One does not get its turn before the other has had it."""
    had = Event()

    def take() -> None:
        with waiting:
            had.set()

    thread = Thread(target=take)
    with writing:
        thread.start()
        assert not had.wait(0.05)
    assert had.wait(SOON)
    thread.join()


def test_one_writes_at_a_time(tmp_path: Path) -> None:
    engine = connect(str(tmp_path / "house.db"))
    one, two = WriteLock(engine), WriteLock(engine)
    assert_waits(two, one)
    assert_waits(one, two)
    one.close()
    two.close()
    assert list(tmp_path.iterdir()) == []


def test_the_lock_file_is_removed_with_its_last_user(tmp_path: Path) -> None:
    engine = connect(str(tmp_path / "house.db"))
    one, two, three = WriteLock(engine), WriteLock(engine), WriteLock(engine)
    assert_waits(two, one)
    one.close()
    assert_waits(three, two)
    two.close()
    three.close()
    assert list(tmp_path.iterdir()) == []


def test_no_write_lock_where_no_file_can_be_created(tmp_path: Path) -> None:
    for url in ("memory:", str(tmp_path / "no" / "such" / "folder" / "house.db")):
        turn = WriteLock(connect(url))
        with turn:
            pass
        turn.close()


def test_no_write_lock_where_files_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_handle: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr("fcntl.flock", refuse)
    turn = WriteLock(connect(str(tmp_path / "house.db")))
    for _ in range(2):
        with turn:
            pass
    turn.close()
