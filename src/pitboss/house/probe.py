"""Readiness probe: writes one row under a deadline."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from pitboss.house.database import connection_errors, postgres_errors
from pitboss.house.schema import probe

#: The seconds within which the write must commit.
DEADLINE: Final = 2.0
#: The seconds for which a result is cached, so that the probe writes at most once a second.
CACHED: Final = 1.0
_PROBE_ROW: Final = 1


def write_probe(connection: Connection, at: int) -> None:
    """Updates the single row of the probe table."""
    changed = connection.execute(sa.update(probe).where(probe.c.id == _PROBE_ROW).values(at=at))
    if not changed.rowcount:
        connection.execute(sa.insert(probe).values(id=_PROBE_ROW, at=at))


class WriteProbe:
    """Runs one probe write at a time; concurrent callers share it and its deadline."""

    def __init__(self, write: Callable[[], Awaitable[None]], deadline: float = DEADLINE) -> None:
        self._write = write
        self._deadline = deadline
        self._task: asyncio.Task[None] | None = None
        self._started = self._finished = float("-inf")
        self._fault = ""

    async def fault(self) -> str:
        """Returns why the database accepts no write, or an empty string."""
        loop = asyncio.get_running_loop()
        if self._task is None:
            if loop.time() - self._finished < CACHED:
                return self._fault
            self._started = loop.time()
            self._task = loop.create_task(self._run())
        left = max(0.0, self._started + self._deadline - loop.time())
        try:
            await asyncio.wait_for(asyncio.shield(self._task), left)
        except TimeoutError:
            return f"the database has not accepted a write within {self._deadline:g} s"
        return self._fault

    def close(self) -> None:
        """Cancels a running probe."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        try:
            await self._write()
            self._fault = ""
        except connection_errors(sa.exc.SQLAlchemyError) as error:
            self._fault = _reason(error)
        finally:
            self._finished = asyncio.get_running_loop().time()
            self._task = None


def _reason(error: BaseException) -> str:
    """Returns the reason for public display: PostgreSQL's own message may contain addresses and names."""
    cause = error.orig if isinstance(error, sa.exc.DBAPIError) else error
    if isinstance(cause, postgres_errors("errors.DiskFull")):
        return "the database accepts no writes: its disk is full"
    if isinstance(cause, postgres_errors("Error")):
        return "the database cannot be reached, or accepts no writes"
    return f"the database accepts no writes: {cause}"
