"""Processes that audit logs side by side, for the audit of a whole database."""

import gc
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, Self

from sqlalchemy.engine import Engine

from pitboss.house.audit.house_log import HouseLogReplay
from pitboss.house.audit.log import LogAudit, LogAuditor
from pitboss.house.database import connect_read_only, in_memory, snapshot_reads
from pitboss.house.keys import KeyRing
from pitboss.house.log.read import StreamRow

Known = Mapping[str, Mapping[int, str]]
#: So many entries are audited in less time than a process takes to start.
FEW_ENTRIES: Final = 20_000


class LogWorkers:
    """Gives other processes their share of the logs; this process audits the rest."""

    def __init__(self, engine: Engine, jobs: int, *, replay: bool, known: Known) -> None:
        self._engine = engine
        self._jobs = jobs
        self._replay = replay
        self._known = known
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def start(self, tables: Sequence[StreamRow], house: HouseLogReplay) -> dict[str, Future[LogAudit]]:
        """Starts the audit of the shares of the other processes; returns their results to come, by log.

        The longest logs are shared out first, each to the process with the least to do.
        """
        counts = {stream.name: stream.seq for stream in tables if isinstance(stream.seq, int)}
        if self._jobs < 2 or in_memory(self._engine) or sum(counts.values()) < FEW_ENTRIES:
            return {}
        shares: list[list[StreamRow]] = [[] for _ in range(self._jobs)]
        for stream in sorted(tables, key=lambda stream: -counts.get(stream.name, 0)):
            min(shares, key=lambda share: sum(counts.get(each.name, 0) for each in share)).append(stream)
        theirs = [stream for share in shares[1:] for stream in share]
        keys: KeyRing | None = self._engine.get_execution_options().get("keys")
        url = self._engine.url.render_as_string(hide_password=False)
        given = url, keys, house, gc.get_threshold()
        pool = self._pool = ProcessPoolExecutor(self._jobs - 1, get_context("spawn"), _prepare, given)
        return {
            stream.name: pool.submit(_audit_log, stream, dict(self._known.get(stream.name, {})), self._replay)
            for stream in theirs
        }


_engine: Engine
_house: HouseLogReplay


def _prepare(url: str, keys: KeyRing | None, house: HouseLogReplay, collector: tuple[int, int, int]) -> None:
    """Opens the database in a new process, whose garbage collector is set as in this one."""
    global _engine, _house  # what a process of a pool is given stays there for its work
    gc.set_threshold(*collector)
    _engine, _house = connect_read_only(url, keys), house


def _audit_log(stream: StreamRow, known: Mapping[int, str], replay: bool) -> LogAudit:
    from pitboss.house.audit.database import readable  # noqa: PLC0415 # that module imports this one

    with snapshot_reads(_engine).connect() as connection, readable(connection):
        return LogAuditor(connection, stream, _house, known).run(replay=replay, upto=stream.seq)
