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
    """Held while something is written. It is the lock of a file beside the database, which goes with whoever stops; a
    process that dies gives the lock back."""

    def __init__(self, engine: Engine) -> None:
        shared = is_sqlite(engine) and not in_memory(engine) and sys.platform != "win32"
        self._path = Path(f"{engine.url.database}-turn") if shared else None
        self._handle: int | None = None

    def __enter__(self) -> None:
        with suppress(OSError):  # where there can be no such file, SQLite's own way must do
            while self._path is not None:
                if self._handle is None:
                    self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
                fcntl.flock(self._handle, fcntl.LOCK_EX)
                if self._is_there(self._path):
                    return
                self._let_go()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is not None:
            with suppress(OSError):  # where files cannot be locked there is nothing to give back
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Nothing more is written by this process."""
        if self._path is not None and self._handle is not None:
            with suppress(OSError), self:
                self._path.unlink(missing_ok=True)
        if self._handle is not None:
            self._let_go()

    def _is_there(self, path: Path) -> bool:
        """Whether the file whose lock was got is still the one that others would find."""
        assert self._handle is not None
        try:
            return os.path.samestat(os.fstat(self._handle), path.stat())
        except FileNotFoundError:
            return False

    def _let_go(self) -> None:
        assert self._handle is not None
        os.close(self._handle)
        self._handle = None
