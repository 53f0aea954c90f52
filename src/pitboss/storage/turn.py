"""Whose turn it is to write to a SQLite file, among processes that serve it together.

SQLite lets one process write at a time, and who finds another writing sleeps and asks again, for longer and longer
while others take their turn. Here the system wakes who waits. It is a matter of time alone: that nobody writes into
another's transaction, SQLite sees to by itself.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from sqlalchemy.engine import Engine

from pitboss.storage.database import in_memory, is_sqlite

if sys.platform != "win32":
    import fcntl


class Turn:
    """Held while something is written; a process that dies gives it back."""

    def __init__(self, engine: Engine) -> None:
        file = is_sqlite(engine) and not in_memory(engine) and sys.platform != "win32"
        self._path = Path(f"{engine.url.database}-turn") if file else None
        self._handle: int | None = None

    def __enter__(self) -> None:
        if self._path is None:
            return
        with suppress(OSError):  # where no such file can be, SQLite's own way must do
            if self._handle is None:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            fcntl.flock(self._handle, fcntl.LOCK_EX)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is not None:
            fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """It is nobody's of this process any more."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
