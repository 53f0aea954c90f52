"""History of the tables: entries, rounds and fairness records, read from the log."""

from typing import Any, Final

from pitboss.house import history
from pitboss.house.database_threads import DatabaseThreads
from pitboss.house.lessons import LessonBook, TimedLesson
from pitboss.house.loaded_table import DurableEntry
from pitboss.house.log.chain import now_ms
from pitboss.house.rounds import RoundBook, RoundInfo

#: How many tables have their rounds cached; those of other tables are read from the log again.
MAX_ROUND_BOOKS: Final = 256


class TableHistory:
    """Reads the logs of tables, with a cache of their rounds."""

    def __init__(self, database: DatabaseThreads) -> None:
        self._database = database
        self.round_books: dict[str, RoundBook] = {}
        self._lesson_books: dict[tuple[str, str], LessonBook] = {}

    async def entries(self, table_id: str, after: int = 0, *, limit: int = 1000) -> list[DurableEntry]:
        """Returns the committed entries behind a version; the latest where there are more than ``limit``."""
        return await self._database.read(history.posted_after, table_id, after, limit)

    async def entry_at(self, table_id: str, version: int) -> tuple[DurableEntry, ...]:
        """Returns the committed entry by which a table reached a version, or an empty tuple."""
        entry = await self._database.read(history.posted_at, table_id, version)
        return () if entry is None else (entry,)

    async def seconds_since(self, table_id: str, version: int) -> float:
        """Returns the seconds since a table reached a version; 0 where the clock was set back."""
        at = await self._database.read(history.time_of, table_id, version)
        return 0.0 if at is None else max(0, now_ms() - at) / 1000

    async def rounds(self, table_id: str, *, before: int | None = None, limit: int = 50) -> list[RoundInfo]:
        """Returns the finished rounds of a table, newest first."""
        book = await self._round_book(table_id)
        return [] if book is None else await self._database.read_history(history.rounds, book, before, limit)

    async def round_pit(self, table_id: str, number: int) -> str | None:
        """Returns a round as a ``.pit`` file."""
        book = await self._round_book(table_id)
        return None if book is None else await self._database.read_history(history.round_text, book, number)

    async def hides(self, table_id: str, info: RoundInfo) -> bool:
        """Returns whether an unseen card of a finished round is still in the discard rack of a shoe in use."""
        book = await self._round_book(table_id)
        return book is not None and book.hides(info)

    async def log_pit(self, table_id: str) -> str | None:
        """Returns the whole log of a table as a ``.pit`` file."""
        return await self._database.read_history(history.log_text, table_id)

    async def fairness(self, table_id: str) -> Any:
        """Returns the records by which the chance of a table can be verified offline."""
        return await self._database.read_history(history.fairness, table_id)

    async def lessons(self, table_id: str, player: str) -> list[TimedLesson]:
        """Returns the finished rounds of a player at a table, oldest first."""
        key = (table_id, player)
        if key not in self._lesson_books:
            stream = await self._database.read(history.find_table, table_id)
            if stream is None:
                return []
            if len(self._lesson_books) >= MAX_ROUND_BOOKS:
                del self._lesson_books[next(iter(self._lesson_books))]
            book = LessonBook(stream, history.spec_of(stream), player)
            self._lesson_books.setdefault(key, book)
        return await self._database.read_history(history.lessons, self._lesson_books[key])

    async def tables_of(self, player: str, *, limit: int) -> list[str]:
        """Returns the tables that a player took chips to, the latest first."""
        return await self._database.read_history(history.tables_of, player, limit)

    async def _round_book(self, table_id: str) -> RoundBook | None:
        if table_id not in self.round_books:
            stream = await self._database.read(history.find_table, table_id)
            if stream is None:
                return None
            if len(self.round_books) >= MAX_ROUND_BOOKS:
                del self.round_books[next(iter(self.round_books))]
            self.round_books.setdefault(table_id, RoundBook(table_id, stream.game))
        return self.round_books[table_id]
