"""The finished rounds of one player at a table, extended incrementally from its log."""

from threading import Lock

from msgspec import Struct
from sqlalchemy.engine import Connection

from pitboss.games.live.lessons import LessonTracker, RoundLesson
from pitboss.games.registry import find_game
from pitboss.house.loaded_table import entry_of
from pitboss.house.log import read
from pitboss.house.log.read import StreamRow
from pitboss.house.table_secrets import readable_secret
from pitboss.tables.live import TableSpec, restore


class TimedLesson(Struct, frozen=True):
    """A round of a player and the time of its end, in seconds since 1970."""

    time: float
    lesson: RoundLesson


class LessonBook:
    """The rounds of one player at one table. Thread-safe."""

    def __init__(self, stream: StreamRow, spec: TableSpec, player: str) -> None:
        self._stream = stream
        self._table = stream.name
        self._game = stream.game
        self._spec = spec
        self._player = player
        self._make = find_game(stream.game).lessons
        self._tracker: LessonTracker | None = None
        self._seq = 0
        self._lessons: list[TimedLesson] = []
        self._lock = Lock()

    def read_on(self, connection: Connection) -> list[TimedLesson]:
        """Reads the new entries of the log; returns all finished rounds, oldest first."""
        if self._make is None:
            return []
        with self._lock:
            if self._tracker is None:
                table = restore(self._spec, readable_secret(connection, self._stream), ())
                self._tracker = self._make(table, self._player)
            for link in read.links(connection, self._table, self._seq):
                lesson = self._tracker.follow(entry_of(link.record, self._game))
                if lesson is not None:
                    self._lessons.append(TimedLesson(link.record.at / 1000, lesson))
                self._seq = link.record.seq
            return list(self._lessons)
