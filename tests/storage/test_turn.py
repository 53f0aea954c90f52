"""Processes that write to one SQLite file wake each other, and leave nothing beside it."""

from pathlib import Path
from threading import Event, Thread

from pitboss.storage.database import connect
from pitboss.storage.turn import Turn

SOON = 10


def waiting_for(turn: Turn) -> tuple[Thread, Event]:
    """Somebody who wants their turn, and whether they have had it."""
    had = Event()

    def take() -> None:
        with turn:
            had.set()

    thread = Thread(target=take)
    thread.start()
    return thread, had


def test_one_writes_at_a_time(tmp_path: Path) -> None:
    engine = connect(str(tmp_path / "house.db"))
    one, two = Turn(engine), Turn(engine)
    with one:
        thread, had = waiting_for(two)
        assert not had.wait(0.05)
    assert had.wait(SOON)
    thread.join()
    one.close()
    two.close()
    assert list(tmp_path.iterdir()) == []


def test_who_waits_for_a_turn_that_goes_with_another_gets_one_that_others_know(tmp_path: Path) -> None:
    engine = connect(str(tmp_path / "house.db"))
    one, two, three = Turn(engine), Turn(engine), Turn(engine)
    with two:
        pass  # it knows the file that goes now
    with one:
        pass
    one.close()
    with two:
        thread, had = waiting_for(three)
        assert not had.wait(0.05)
    assert had.wait(SOON)
    thread.join()
    two.close()
    three.close()
    assert list(tmp_path.iterdir()) == []


def test_where_no_file_can_be_made_nobody_waits(tmp_path: Path) -> None:
    for url in ("memory:", str(tmp_path / "no" / "such" / "folder" / "house.db")):
        turn = Turn(connect(url))
        with turn:
            pass
        turn.close()
