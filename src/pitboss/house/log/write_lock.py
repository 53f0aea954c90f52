"""Write lock on a SQLite file (flock), shared by the processes that serve it.

It avoids SQLite's busy-retry back-off, whose sleeps get longer while other processes write. It affects latency only:
SQLite's own locks serialise the transactions.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from sqlalchemy.engine import Engine

from pitboss.house.database import in_memory, is_sqlite
from pitboss.house.file_modes import FILE_MODE

if sys.platform != "win32":
    import fcntl


class WriteLock:
    """Context manager that holds an exclusive lock on the file ``DATABASE-turn`` next to the database.

    The operating system releases the lock of a process that dies. Closing deletes the file.
    """

    def __init__(self, engine: Engine) -> None:
        shared = is_sqlite(engine) and not in_memory(engine) and sys.platform != "win32"
        self._path = Path(f"{engine.url.database}-turn") if shared else None
        self._handle: int | None = None

    def __enter__(self) -> None:
        with suppress(OSError):  # without such a file SQLite's back-off applies
            while self._path is not None:
                if self._handle is None:
                    self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE_MODE)
                fcntl.flock(self._handle, fcntl.LOCK_EX)
                if self._is_current(self._path):
                    return
                self._release()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._handle is not None:
            with suppress(OSError):  # the file system has no locks
                fcntl.flock(self._handle, fcntl.LOCK_UN)

    def close(self) -> None:
        """Deletes the lock file and closes its handle."""
        if self._path is not None and self._handle is not None:
            with suppress(OSError), self:
                self._path.unlink(missing_ok=True)
        if self._handle is not None:
            self._release()

    def _is_current(self, path: Path) -> bool:
        """Returns whether the locked file is still the one at the path: another process may have deleted it."""
        assert self._handle is not None
        try:
            return os.path.samestat(os.fstat(self._handle), path.stat())
        except FileNotFoundError:
            return False

    def _release(self) -> None:
        assert self._handle is not None
        os.close(self._handle)
        self._handle = None
